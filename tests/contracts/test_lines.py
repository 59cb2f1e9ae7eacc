"""Each thread's own connection: answers never go astray, whatever interrupts a command, a fork included."""

import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis
from redis import exceptions as redis_errors
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.log.lines import Lines
from service.embedded import EmbeddedRedis
from tests.contracts.connections import Interrupted, Watched, watched


@pytest.fixture
def lines(redis_server: EmbeddedRedis) -> Lines:
    """Lines with one script, over connections that are watched."""
    return Lines(watched(redis_server.url), {"echo": "return ARGV[1]"})


def test_threads_do_not_share_a_connection(lines: Lines):
    """Many threads at once are each given their own answers."""
    met = threading.Barrier(8)

    def ask(number: int) -> list[bytes]:
        met.wait()
        return [lines.ask("ECHO", f"{number} {each}") for each in range(200)]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert [[f"{number} {each}".encode() for each in range(200)] for number in range(8)] == answers


def test_an_interrupted_command_leaves_no_answer_behind(lines: Lines):
    """Interrupted after it was sent, a command's answer is not taken for that of the next one."""
    lines.ask("ECHO", "before")
    Watched.interrupted = True
    with pytest.raises(Interrupted):
        lines.ask("ECHO", "lost")
    assert b"after" == lines.ask("ECHO", "after")


def test_a_lost_answer_is_asked_for_again(lines: Lines):
    """The connection breaks after the command was carried out: it is sent once more, on a new connection."""
    assert b"one" == lines.run("echo", 0, "one")
    Watched.loses = 1
    assert b"two" == lines.run("echo", 0, "two")


def test_who_never_answers_is_given_up(tmp_path: Path):
    """A server that accepts and says nothing costs the time-out and its repetitions, and no more."""
    address = str(tmp_path / "silent")
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(address)
        silent.listen()
        client = Redis.from_url(f"unix://{address}", socket_timeout=0.2, retry=Retry(NoBackoff(), 1), protocol=2)
        began = time.monotonic()
        with pytest.raises(redis_errors.ConnectionError):
            Lines(client, {}).ask("PING")
        assert 0.2 <= time.monotonic() - began < 5


def test_a_forked_process_has_a_connection_of_its_own(lines: Lines):
    """Parent and child go on side by side, and neither is given the other's answers."""
    lines.ask("ECHO", "before")
    child = os.fork()
    if child == 0:
        right = all(lines.ask("ECHO", f"child {each}") == f"child {each}".encode() for each in range(200))
        os._exit(0 if right else 1)
    for each in range(200):
        assert f"parent {each}".encode() == lines.ask("ECHO", f"parent {each}")
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
