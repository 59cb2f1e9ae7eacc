"""A proxy that does what networks do: it loses answers on their way, and is away for a while."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHUNK = 1 << 16


class Proxy:
    """Passes bytes on between its clients and `upstream`: a Unix socket's path or a (host, port), as `at` is.

    Of the requests that hold `marker` every `lose_every`th (0: none) loses its answer: the server has given it, and
    the connection ends instead. `lost` counts them. May be asked from any thread.
    """

    def __init__(self, at: Path | tuple[str, int], upstream: Path | tuple[str, int], marker: bytes) -> None:
        self.at, self.upstream, self.marker = at, upstream, marker
        self.lose_every = 0
        self.lost = 0
        self._asked = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self._do(self._listen())

    @property
    def port(self) -> int:
        """Where it listens, when that is not a path."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @contextmanager
    def away(self) -> Iterator[None]:
        """For the time of the block: nobody listens, and no connection is left."""
        self._do(self._leave())
        try:
            yield
        finally:
            self._do(self._listen())

    def close(self) -> None:
        """The end of all connections, and of the proxy."""
        self._do(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        if isinstance(self.at, Path):
            self.at.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self.at)
        else:
            self._server = await asyncio.start_server(self._serve, *self.at)
            self.at = (self.at[0], self.port)

    async def _leave(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client's connection, to its end."""
        try:
            to = self.upstream
            there, back = await (
                asyncio.open_unix_connection(to) if isinstance(to, Path) else asyncio.open_connection(*to)
            )
        except OSError:
            writer.transport.abort()
            return
        loses = asyncio.Event()
        self._open |= {writer, back}
        try:
            ways = (self._pass_on(reader, back, loses), self._answer(there, writer, loses))
            _, pending = await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)
            for way in pending:
                way.cancel()
        finally:
            self._open -= {writer, back}
            writer.transport.abort()
            back.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, back: asyncio.StreamWriter, loses: asyncio.Event) -> None:
        with _broken():
            while chunk := await reader.read(CHUNK):
                if self.marker in chunk:
                    self._asked += 1
                    if self.lose_every and self._asked % self.lose_every == 0:
                        loses.set()
                back.write(chunk)
                await back.drain()

    async def _answer(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter, loses: asyncio.Event) -> None:
        with _broken():
            while chunk := await there.read(CHUNK):
                if loses.is_set():
                    self.lost += 1
                    return
                writer.write(chunk)
                await writer.drain()


@contextmanager
def _broken() -> Iterator[None]:
    """A connection that breaks ends what is done with it, and is no news."""
    try:
        yield
    except OSError:
        pass
