"""The whole service as `playledger serve` runs it, and beside it the bare app on the same server and the same Redis."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path

from redis import Redis

from events.log.redis import RedisLog, connect
from service.embedded import EmbeddedRedis, embedded_redis
from service.settings import Settings, child_environment
from tests.bench.load import Address

ROOT = Path(__file__).parents[2]
PLENTY = 1_000_000


class Stack:
    """What a benchmark runs against; each part is started when it is first asked for, and stopped in the end."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    @cached_property
    def folder(self) -> Path:
        """A folder for the time of the benchmark."""
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="playledger-bench-")))

    @cached_property
    def redis(self) -> EmbeddedRedis:
        """The Redis of service and bare app, which writes every command to the disk before it answers."""
        return self._stack.enter_context(embedded_redis(self.folder / "redis", "disk"))

    @cached_property
    def client(self) -> Redis:
        """A client of this Redis."""
        return self._stack.enter_context(self.redis.client())

    @cached_property
    def log(self) -> RedisLog:
        """The log in this Redis."""
        return RedisLog(connect(self.redis.url))

    @cached_property
    def settings(self) -> Settings:
        """The service's settings: its own, without ceilings for single callers."""
        return Settings(
            redis_url=self.redis.url,
            data=self.folder,
            port=0,
            running_games_per_address=PLENTY,
            created_per_hour=PLENTY,
        )

    @cached_property
    def service(self) -> Address:
        """Where the service answers."""
        said = self._run(["-m", "service.cli", "serve"])
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, f"the service said {said!r}"
        return "127.0.0.1", int(found[1])

    @cached_property
    def bare(self) -> Address:
        """Where the bare app answers."""
        return "127.0.0.1", int(self._run(["-m", "tests.bench.bare"]))

    def _run(self, arguments: Sequence[str]) -> str:
        """Starts a Python program for the time of the benchmark; the first line that it prints."""
        environ = child_environment(self.settings) | {"PYTHONPATH": str(ROOT)}
        process = self._stack.enter_context(
            subprocess.Popen(
                [sys.executable, *arguments], cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True, process_group=0
            )
        )
        self._stack.callback(process.terminate)
        assert process.stdout is not None
        return process.stdout.readline()


@contextmanager
def stack() -> Iterator[Stack]:
    """A stack of which nothing runs yet, and nothing is left in the end."""
    with ExitStack() as parts:
        yield Stack(parts)
