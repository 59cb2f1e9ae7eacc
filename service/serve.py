"""`playledger serve`: the whole service as one command, from a look at the data folder to "ready"."""

import dataclasses
import fcntl
import http.client
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TextIO

from redis import Redis, RedisError
from redis.backoff import ConstantBackoff, NoBackoff
from redis.retry import Retry

from service.embedded import EmbeddedRedis, check_server, find_server, record_server
from service.settings import CannotStart, Settings, child_environment, server_secret, variable
from service.supervisor import Child, Supervisor, TooManyDeaths

BACKLOG = 2048
"""How many connections may wait to be accepted, also while the API starts again."""
READY_SECONDS = 60.0
TEND_SECONDS = 0.05
REDIS, WORKERS, API = range(3)
"""Stages: the API stops first, Redis last."""

ChildrenOf = Callable[[Settings, int], Sequence[Child]]


def service_children(settings: Settings, listener: int) -> list[Child]:
    """The processes of the service besides Redis; the API accepts on the file descriptor `listener`."""
    environ = child_environment(settings)

    def command(name: str, *arguments: str) -> list[str]:
        parent = ("--child-of", str(os.getpid()))
        return [sys.executable, "-P", "-m", "service.cli", name, *arguments, *parent]

    def worker(name: str, queue: str) -> Child:
        argv = command("worker", "--queue", queue)
        return Child(name, argv, WORKERS, environ, insist=1.1, grace=1.8)

    return [
        Child("api", command("api", "--fd", str(listener)), API, environ, (listener,), grace=1.8),
        *(worker(f"bots worker {number}", "bots") for number in range(1, settings.bot_workers + 1)),
        worker("history worker", "history"),
        Child("sweeper", command("sweeper"), WORKERS, environ, grace=1.8),
    ]


def serve(settings: Settings, children_of: ChildrenOf = service_children) -> int:
    """Runs everything until SIGTERM, SIGINT or SIGHUP; the exit code: 0, or 1 when a child keeps dying.

    Raises `CannotStart`, with nothing left running, when the operator has to change something first.
    """
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stopping.set())
    with ExitStack() as stack:
        lock = stack.enter_context(locked(settings.data))
        listener = stack.enter_context(closing(listen(settings)))
        server_secret(settings)
        redis = stack.enter_context(games_redis(settings, lock))
        if redis:
            settings = dataclasses.replace(settings, redis_url=redis.url)
        children = [*_redis_child(redis), *children_of(settings, listener.fileno())]
        supervisor = Supervisor(children, _say)
        stack.callback(supervisor.stop)
        stack.callback(listener.close)
        try:
            supervisor.start()
            return _run(supervisor, listener, stopping)
        except TooManyDeaths as error:
            _say(f"{error} Everything stops.")
            return 1


def _run(supervisor: Supervisor, listener: socket.socket, stopping: threading.Event) -> int:
    """Tends the children until told to stop; says once when the service is ready."""
    host, port = _address(listener)
    deadline = time.monotonic() + READY_SECONDS
    ready = False
    while not stopping.wait(TEND_SECONDS):
        supervisor.tend()
        if ready:
            continue
        ready, why_not = is_ready(host, port)
        if ready:
            url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
            print(f"Playledger is ready: {url}\nTry it: curl {url}/v1/rules", flush=True)  # noqa: T201 - for its user
        elif time.monotonic() > deadline:
            _say(f"Not ready after {READY_SECONDS:.0f} s ({why_not}). Everything stops.")
            return 1
    return 0


def is_ready(host: str, port: int) -> tuple[bool, str]:
    """Whether `/readyz` answers 200, and what it says otherwise."""
    connection = http.client.HTTPConnection(host, port, timeout=0.5)
    try:
        connection.request("GET", "/readyz", headers={"Connection": "close"})
        answer = connection.getresponse()
        return answer.status == 200, answer.read().decode(errors="replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return False, f"the API does not answer: {error}"
    finally:
        connection.close()


@contextmanager
def locked(data: Path) -> Iterator[TextIO]:
    """Holds `data/lock`, so that one service at most uses the folder. Raises `CannotStart`."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (data / "lock").open("a+")
    except OSError as error:
        raise CannotStart(f"The data folder {data} cannot be used: {error.strerror}.") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotStart(f"Another Playledger is running on {data}; stop it, or choose another folder.") from None
        yield file


def listen(settings: Settings) -> socket.socket:
    """The socket of the API. It is held here, so that a request waits while the API starts again."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # inherited: head and body are sent apart
        listener.bind(address)
        if sys.platform == "linux":
            # Only now: the address is ours alone, and the API's other processes may listen beside this socket.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.listen(BACKLOG)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CannotStart(
            f"Cannot listen on {settings.host} port {settings.port}: {why}; choose another with {variable('port')}."
        ) from error
    return listener


def _address(listener: socket.socket) -> tuple[str, int]:
    """Where this machine reaches the listener."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104


@contextmanager
def games_redis(settings: Settings, lock: TextIO) -> Iterator[EmbeddedRedis | None]:
    """A Redis fit for games: one of our own, running, or None when `settings` name one (which is checked)."""
    if settings.redis_url:
        check_redis(settings)
        yield None
        return
    _stop_orphan(lock)
    server = find_server()
    record_server(settings.data, server)
    redis = EmbeddedRedis(server, settings.data / "redis", settings.durability)
    lock.write(str(redis.socket))
    lock.flush()
    try:
        redis.start()
        yield redis
    finally:
        redis.stop()
        redis.clean_up()
        lock.truncate(0)


def check_redis(settings: Settings, tries: int = 0) -> None:
    """Raises `CannotStart` unless the Redis that `settings` name can be trusted with games.

    One that does not answer is asked again, so many times, twice a second.
    """
    retry = Retry(ConstantBackoff(0.5), tries)
    with Redis.from_url(settings.redis_url, protocol=2, socket_timeout=5, retry=retry) as client:
        check_server(client, settings.durability)


@contextmanager
def games_address(settings: Settings) -> Iterator[str]:
    """The address of the Redis with the games, for a look from outside.

    It is the one that the settings name, that of the service running on the data folder, or else one started on that
    folder for as long as it is needed. Raises `CannotStart`.
    """
    with ExitStack() as stack:
        if settings.redis_url:
            yield settings.redis_url
        elif running := _running_on(settings.data):
            yield running
        else:
            redis = stack.enter_context(games_redis(settings, stack.enter_context(locked(settings.data))))
            yield redis.url if redis else ""


def _running_on(data: Path) -> str | None:
    """The address of the Redis of the service that holds the lock of this folder; None where none does."""
    lock = data / "lock"
    try:
        with locked(data):
            return None
    except CannotStart:
        socket_path = lock.read_text() if lock.exists() else ""
        if not socket_path:
            raise
        return f"unix://{socket_path}"


def _stop_orphan(lock: TextIO) -> None:
    """Stops the server of a service that was killed, should it still write to our files."""
    lock.seek(0)
    path = Path(lock.read())
    lock.truncate(0)
    if not path.parent.name.startswith("playledger-"):
        return
    try:
        with Redis(unix_socket_path=str(path), socket_timeout=5, retry=Retry(NoBackoff(), 0)) as client:
            client.shutdown()
    except RedisError:
        pass
    shutil.rmtree(path.parent, ignore_errors=True)


def _redis_child(redis: EmbeddedRedis | None) -> list[Child]:
    return [Child("redis-server", redis.argv(), REDIS, grace=1.2, running=redis.process)] if redis else []


def _say(sentence: str) -> None:
    print(f"playledger: {sentence}", file=sys.stderr, flush=True)  # noqa: T201 - for its user
