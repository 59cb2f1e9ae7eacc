"""What holds the processes of `playledger serve` together: start, restart, stop, and never a child left behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
from redis import Redis, RedisError

from service.embedded import embedded_redis
from service.supervisor import Child, Deaths, Supervisor
from tests.waiting import wait_until


@dataclass
class Service:
    """A running `serve` with stand-ins for the API and the workers."""

    process: subprocess.Popen[str]
    data: Path
    url: str = ""

    def pid(self, child: str) -> int:
        """The process id that the stand-in wrote last."""
        file = self.data / f"{child}.pid"
        return int(wait_until(lambda: file.read_text() if file.exists() else "", f"the id of the {child}"))

    def redis(self) -> Redis:
        """A client of the Redis that the children are given."""
        return Redis.from_url(requests.get(f"{self.url}/redis", timeout=5).text)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Sends the signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(10)


def alive(pid: int) -> bool:
    """Whether there is such a process, and it is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def start(tmp_path) -> Iterator:
    """Starts services, waits until they are ready, and ends those that a test leaves running."""
    started = []

    def run(*ending: str, data: Path = tmp_path, **environ: str) -> Service:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.service.standin", str(data), *ending],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environ,
        )
        started.append(process)
        assert process.stdout
        ready = process.stdout.readline()
        found = re.match(r"Playledger is ready: (http://127\.0\.0\.1:\d+)\n", ready)
        assert found or ending, process.communicate(timeout=10)[1]
        return Service(process, data, found[1] if found else "")

    yield run
    if started and started[-1].poll() == -signal.SIGKILL:
        run()  # the next one clears away what a killed one left
    for process in started:
        process.terminate()
    for process in started:
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def test_ready_prints_the_address_and_a_command_to_try(start):
    """The first line names the URL, the second is a curl command."""
    service = start()
    assert service.process.stdout.readline() == f"Try it: curl {service.url}/v1/rules\n"
    assert requests.get(f"{service.url}/readyz", timeout=5).status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_everything_within_five_seconds(start, number):
    """Exit code 0, no process left, no socket folder left."""
    service = start()
    with service.redis() as client:
        redis = client.info()["process_id"]
        folder = Path(client.connection_pool.connection_kwargs["path"]).parent
    pids = [redis, service.pid("api"), service.pid("worker")]
    begin = time.monotonic()
    assert 0 == service.stop(number)
    assert time.monotonic() - begin < 5
    assert [] == [pid for pid in pids if alive(pid)]
    assert not folder.exists()


def test_what_was_written_is_there_after_a_restart(start):
    """Stopped and started again on the same folder, the Redis holds what it held."""
    service = start()
    with service.redis() as client:
        client.set("key", "value")
    service.stop()
    with start().redis() as client:
        assert b"value" == client.get("key")


@pytest.mark.parametrize("child", ["api", "worker"])
def test_a_killed_child_starts_again(start, child):
    """The others go on meanwhile."""
    service = start()
    other = {"api": "worker", "worker": "api"}[child]
    before, untouched = service.pid(child), service.pid(other)
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: service.pid(child) != before, f"a new {child}")
    assert untouched == service.pid(other)
    assert alive(untouched)
    assert requests.get(f"{service.url}/readyz", timeout=5).status_code == 200


def test_a_request_waits_while_the_api_starts_again(start):
    """The supervisor holds the socket: nobody is refused."""
    service = start()
    os.kill(service.pid("api"), signal.SIGKILL)
    assert requests.get(f"{service.url}/readyz", timeout=10).status_code == 200


def test_a_killed_redis_comes_back_at_the_same_address(start):
    """With all it held; the API and the workers stay up through it."""
    service = start()
    with service.redis() as client:
        client.set("key", "value")
        before = client.info()["process_id"]
        pids = service.pid("api"), service.pid("worker")
        os.kill(before, signal.SIGKILL)
        wait_until(lambda: not alive(before), "the end of redis-server")
        socket = Path(client.connection_pool.connection_kwargs["path"])
        wait_until(lambda: _answers(socket), "a new redis-server")
        assert b"value" == client.get("key")
    assert pids == (service.pid("api"), service.pid("worker"))
    assert all(map(alive, pids))


def _answers(socket: Path) -> bool:
    try:
        with Redis(unix_socket_path=str(socket)) as client:
            return bool(client.ping())
    except RedisError:
        return False


def test_five_deaths_in_a_minute_end_it_with_exit_code_1(start):
    """A child that cannot live is told about, not hidden by restarts for ever."""
    service = start("broken child")
    _, said = service.process.communicate(timeout=30)
    assert 1 == service.process.returncode
    assert "broken child ended with exit code 1; it starts again in 0.2 s." in said
    assert "broken child ended 5 times within a minute, last with exit code 1. Everything stops." in said
    assert not alive(service.pid("api"))


def test_where_the_kernel_does_not_tell_a_child_looks_itself():
    """The portable way: SIGTERM to oneself when the parent is not the one it was."""
    orphan = [sys.executable, "-c", "from service.lifeline import _watch; _watch(-1, 15)"]
    assert -signal.SIGTERM == subprocess.run(orphan, timeout=10, check=False).returncode


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere children notice within a second by themselves")
def test_children_do_not_outlive_a_killed_supervisor(start):
    """kill -9 of the supervisor: the kernel tells its children."""
    service = start()
    with service.redis() as client:
        pids = [client.info()["process_id"], service.pid("api"), service.pid("worker")]
    service.stop(signal.SIGKILL)
    wait_until(lambda: not any(map(alive, pids)), "the end of all children")


def test_after_a_killed_supervisor_the_next_one_starts(start):
    """The lock went with it, its socket folder is removed, and nothing that was written is missing."""
    service = start()
    with service.redis() as client:
        client.set("key", "value")
        folder = Path(client.connection_pool.connection_kwargs["path"]).parent
    service.stop(signal.SIGKILL)
    with start().redis() as client:
        assert b"value" == client.get("key")
    assert not folder.exists()


def test_an_orphaned_redis_is_stopped_before_another_writes_the_same_files(start, tmp_path):
    """Where the kernel does not end children, the address in the lock file leads to the orphan."""
    with embedded_redis(tmp_path / "redis") as orphan:
        with orphan.client() as client:
            client.set("key", "value")
        (tmp_path / "lock").write_text(str(orphan.socket))
        with start().redis() as client:
            assert b"value" == client.get("key")
            assert orphan.process
            assert 0 == orphan.process.wait(5)


def test_a_named_redis_is_used_and_left_running(start, redis_server, redis_client, tmp_path):
    """With PLAYLEDGER_REDIS_URL no server is started and none is stopped."""
    service = start(PLAYLEDGER_REDIS_URL=redis_server.url)
    assert redis_server.url == requests.get(f"{service.url}/redis", timeout=5).text
    service.stop()
    assert redis_client.ping()
    assert not (tmp_path / "redis").exists()


@pytest.mark.parametrize(
    ("ends", "delays"),
    [
        ([0, 1, 2, 3, 4], [0.2, 0.4, 0.8, 1.6, None]),
        ([0, 20, 40, 61, 81], [0.2, 0.4, 0.8, 0.8, 0.8]),
        ([0, 100, 200], [0.2, 0.2, 0.2]),
    ],
)
def test_restarts_back_off(ends, delays):
    """0.2 s, doubled for every end within a minute; the fifth within a minute is the last."""
    deaths = Deaths()
    assert delays == [deaths.add(float(end)) for end in ends]


def test_stages_stop_in_reverse_and_the_stubborn_are_killed(tmp_path):
    """A child that ignores SIGTERM gets SIGKILL after its grace; its stage ends before the lower one stops."""
    stubborn = ["sh", "-c", "trap '' TERM; echo up > up; while :; do sleep 0.05; done"]
    polite = ["sh", "-c", "trap 'ls up && rm up; exit' TERM; while :; do sleep 0.05; done"]
    said: list[str] = []
    supervisor = Supervisor(
        [Child("stubborn", stubborn, stage=2, grace=0.3), Child("polite", polite, stage=0)], said.append
    )
    previous = Path.cwd()
    os.chdir(tmp_path)
    try:
        supervisor.start()
    finally:
        os.chdir(previous)
    wait_until((tmp_path / "up").exists, "the stubborn child")
    processes = {kept.child.name: kept.process for kept in supervisor.kept}
    supervisor.stop()
    assert {"stubborn": -signal.SIGKILL, "polite": 0} == {n: p.returncode for n, p in processes.items()}
    assert not (tmp_path / "up").exists()
    assert [] == said


def test_a_second_sigterm_goes_to_those_who_need_it():
    """RQ's workers finish their job at the first and end at once at the second."""
    code = "import signal; n=[]; signal.signal(15, lambda *_: n.append(1)); print(flush=True)\n"
    argv = [sys.executable, "-c", code + "while len(n) < 2: signal.pause()"]
    ready = subprocess.Popen(argv, stdout=subprocess.PIPE)
    assert ready.stdout
    ready.stdout.readline()
    supervisor = Supervisor([Child("worker", argv, insist=0.1, grace=5, running=ready)], print)
    supervisor.start()
    supervisor.stop()
    assert 0 == ready.returncode
    ready.stdout.close()
