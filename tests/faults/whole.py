"""The whole service, as the things that can be killed: its processes by role, its Redis, and when it is whole again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from redis import Redis
from redis import exceptions as redis_errors
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Worker

from events.log.redis import RedisLog, connect
from service.serve import is_ready
from service.settings import PREFIX
from tests.waiting import wait_until

COMMAND = (sys.executable, "-P", "-m", "service.cli", "serve")
ROLES = {
    "redis": "redis-server",
    "api": "service.cli api",
    "bots worker": "--queue bots",
    "history worker": "--queue history",
    "sweeper": "sweeper",
}
"""What the command line of each of the supervisor's children holds."""
UNLIMITED = {"PLAYLEDGER_RUNNING_GAMES_PER_ADDRESS": "1000000", "PLAYLEDGER_CREATED_PER_HOUR": "1000000"}
WHOLE_WITHIN = 30.0


class Whole:
    """A service on this data folder, on a port that it keeps, with a Redis of its own or the one at `redis`.

    `command` starts it, `environ` are further variables.
    """

    def __init__(self, data: Path, command: Sequence[str] = COMMAND, redis: str = "", **environ: str) -> None:
        self.data = data
        self._redis = redis
        self.address = ("127.0.0.1", free_port())
        own = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
        self._environ = own | UNLIMITED | environ
        self._command = [*command, "--port", str(self.address[1]), "--data", str(data)]
        self.start()

    def start(self) -> None:
        """Starts it, and returns when it is whole."""
        self.supervisor = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, env=self._environ)
        self.roles: dict[str, int] = {}
        wait_until(lambda: is_ready(*self.address)[0], "the service to be ready", WHOLE_WITHIN)
        self.roles = {role: len(self.pids(role)) for role in ROLES}
        self.wait_until_whole()

    def stop(self, seconds: float = 6.0) -> int:
        """SIGTERM to the supervisor; its exit code."""
        self.supervisor.terminate()
        return self.supervisor.wait(seconds)

    def pids(self, role: str) -> list[int]:
        """The supervisor's children of this role."""
        return [pid for pid in children(self.supervisor.pid) if ROLES[role] in command_line(pid)]

    def family(self) -> list[int]:
        """Every process of the service."""
        return descendants(self.supervisor.pid)

    @property
    def redis_url(self) -> str:
        """Where its Redis answers."""
        return self._redis or f"unix://{(self.data / 'lock').read_text()}"

    @property
    def log(self) -> RedisLog:
        """The log behind the service; its Redis has another address after every start."""
        return _log(self.redis_url)

    def wait_until_whole(self) -> float:
        """Waits until every part is there, and ready for work; the seconds that it took."""
        begin = time.monotonic()
        wait_until(self._is_whole, "the service to be whole", WHOLE_WITHIN)
        return time.monotonic() - begin

    def _is_whole(self) -> bool:
        assert self.supervisor.poll() is None, "the supervisor has ended"
        if any(len(self.pids(role)) != count for role, count in self.roles.items()):
            return False
        return is_ready(*self.address)[0] and self._workers_work()

    def _workers_work(self) -> bool:
        """Whether every worker process has told RQ of itself."""
        expected = {*self.pids("bots worker"), *self.pids("history worker")}
        with suppress(redis_errors.RedisError), self.queues() as client:
            return expected <= {worker.pid for worker in Worker.all(connection=client)}
        return False

    def queues(self) -> Redis:
        """A client of the Redis of the queues, that fails at once."""
        return Redis.from_url(self.redis_url, socket_timeout=2, retry=Retry(NoBackoff(), 0))


@contextmanager
def whole(data: Path, command: Sequence[str] = COMMAND, redis: str = "", **environ: str) -> Iterator[Whole]:
    """A whole service, which is stopped in the end; fails when a process of it is left."""
    service = Whole(data, command, redis, **environ)
    try:
        yield service
    finally:
        family = service.family()
        with suppress(subprocess.TimeoutExpired):
            service.stop()
        service.supervisor.kill()
        service.supervisor.wait()
    wait_until(lambda: not any(map(runs, family)), "the end of every process", 5.0)


@cache
def _log(url: str) -> RedisLog:
    return RedisLog(connect(url))


def kill(pid: int) -> None:
    """kill -9, and the process's end."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not runs(pid), f"the end of {pid}")


def children(pid: int) -> list[int]:
    """The processes that this one started and that have not ended."""
    found: list[int] = []
    for task in _texts(f"/proc/{pid}/task", "*/children"):
        found.extend(map(int, task.split()))
    return [child for child in found if runs(child)]


def descendants(pid: int) -> list[int]:
    """This process, its children, theirs, and so on."""
    return [pid, *(each for child in children(pid) for each in descendants(child))]


def command_line(pid: int) -> str:
    """The command line of a process; "" when it has ended."""
    return "".join(_texts(f"/proc/{pid}", "cmdline")).replace("\0", " ")


def runs(pid: int) -> bool:
    """Whether the process runs; one that has ended, and that its parent has not asked after, does not."""
    return command_line(pid) != ""


def _texts(folder: str, pattern: str) -> Iterator[str]:
    with suppress(FileNotFoundError, ProcessLookupError):
        for path in Path(folder).glob(pattern):
            with suppress(FileNotFoundError, ProcessLookupError):
                yield path.read_text(errors="replace")


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
