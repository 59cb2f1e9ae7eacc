"""The HTTP server on a socket that it is handed: requests survive its end, and its end is prompt."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
import requests

from service.serve import listen
from service.settings import child_environment
from tests.service.client import RULES_NAME
from tests.waiting import wait_until

STOPS_WITHIN = 5
OPEN_GAME = {"rules": RULES_NAME, "seats": [{"name": "Ada"}, {"name": "Bo"}]}


@pytest.fixture(params=["ours", "any"])
def listener(settings, request) -> Iterator[socket.socket]:
    """A socket that listens: as the supervisor holds it, and one that allows for no other beside it."""
    ours = request.param == "ours"
    listening = listen(replace(settings, port=0)) if ours else socket.create_server(("127.0.0.1", 0), backlog=100)
    with listening:
        yield listening


@pytest.fixture
def start(settings, listener) -> Iterator:
    """Starts the API on the listener; what still runs in the end is stopped."""
    running: list[subprocess.Popen[bytes]] = []

    def begin() -> subprocess.Popen[bytes]:
        descriptor = listener.fileno()
        argv = [sys.executable, "-P", "-m", "service.cli", "api", "--fd", str(descriptor)]
        running.append(subprocess.Popen(argv, env=child_environment(settings), pass_fds=(descriptor,)))
        return running[-1]

    yield begin
    for process in running:
        process.terminate()
        process.wait(10)


@pytest.fixture
def url(listener) -> str:
    """Where the API answers."""
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that this one started, on Linux."""
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def runs(pid: int) -> bool:
    """Whether the process runs; one that only nobody asked after does not."""
    command = Path(f"/proc/{pid}/cmdline")
    return command.exists() and command.read_bytes() != b""


def test_a_request_waits_for_the_server_to_start_again(start, url):
    """The socket outlives the server, so nobody is refused in between."""
    first = start()
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code
    first.terminate()
    assert 0 == first.wait(STOPS_WITHIN)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(requests.get, f"{url}/healthz", timeout=20)
        start()
        assert 200 == answer.result(20).status_code


def wait_for_news(url: str) -> threading.Event:
    """A request that waits for news of a new game for longer than a test; set when its connection has broken."""
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code
    game = requests.post(f"{url}/v1/games", json=OPEN_GAME, timeout=5).json()["game"]
    poll = f"{url}/v1/games/{game['id']}/events?after={game['version']}&wait=20"
    ended = threading.Event()

    def ask() -> None:
        with pytest.raises(requests.ConnectionError):
            requests.get(poll, timeout=30)
        ended.set()

    threading.Thread(target=ask, daemon=True).start()
    assert not ended.wait(0.5)
    return ended


def test_it_stops_while_requests_wait(start, url):
    """A long poll does not keep the server from ending when it is told to."""
    server = start()
    ended = wait_for_news(url)
    server.terminate()
    assert 0 == server.wait(STOPS_WITHIN)
    assert ended.wait(5)


def test_requests_that_are_never_sent_whole_keep_nobody_out(start, url, settings, listener):
    """Reading is served on; who sends a whole body meanwhile is asked to come back, and served when they are gone."""
    start()
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code
    head = b"POST /v1/games HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    with ExitStack() as stack:
        for _ in range(2 * settings.api_processes * settings.api_threads):
            sending = stack.enter_context(socket.create_connection(listener.getsockname()))
            sending.sendall(head)

        def turned_away() -> bool:
            answer = requests.post(f"{url}/v1/games", json=OPEN_GAME, timeout=10)
            return (503, "2") == (answer.status_code, answer.headers.get("Retry-After"))

        wait_until(turned_away, "all places to be taken")
        for _ in range(20):
            assert 200 == requests.get(f"{url}/v1/rules", timeout=5).status_code
    wait_until(lambda: requests.post(f"{url}/v1/games", json=OPEN_GAME, timeout=10).status_code == 201, "a free place")


@pytest.mark.skipif(sys.platform != "linux", reason="connections are shared out on Linux only")
@pytest.mark.parametrize("listener", ["ours"], indirect=True)
def test_connections_that_come_at_once_are_shared_out(start, url, settings, listener):
    """No process takes them all: of 64 connections every process accepts some."""

    def sockets(pid: int) -> int:
        found = 0
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                found += str(descriptor.readlink()).startswith("socket:")
        return found

    server = start()
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code
    wait_until(lambda: len(children(server)) == settings.api_processes, "all processes")
    before = {pid: sockets(pid) for pid in children(server)}
    with ExitStack() as stack:
        for _ in range(64):
            stack.enter_context(socket.create_connection(listener.getsockname()))
        wait_until(lambda: all(sockets(pid) > count for pid, count in before.items()), "all to accept some")


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_a_process_of_the_server_that_dies_is_replaced(start, url):
    """One that is killed costs its own requests only."""
    server = start()
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code
    before = children(server)
    os.kill(before[0], signal.SIGKILL)
    wait_until(lambda: len(set(children(server)) - set(before)) == 1, "a new process")
    assert 200 == requests.get(f"{url}/healthz", timeout=20).status_code


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed in /proc")
def test_no_process_outlives_a_server_that_is_killed(start, url):
    """Nor does a request that waits keep one: old and new code would answer side by side, or not at all."""
    server = start()
    ended = wait_for_news(url)
    left = children(server)
    server.kill()
    server.wait(5)
    wait_until(lambda: not any(map(runs, left)), "the end of all", 5)
    assert ended.wait(5)
