"""The page on deployment: its settings are the settings, and what it tells to run runs."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import requests
from redis import Redis

import service
from service.embedded import EmbeddedRedis, check_server, find_server
from service.serve import is_ready
from service.settings import FIELDS, PREFIX, variable
from tests.faults.whole import free_port
from tests.waiting import wait_until

PAGE = (Path(service.__file__).parent / "docs" / "deployment.md").read_text()


def block(language: str, after: str) -> str:
    """The first block of this language after the comment that begins so."""
    found = re.search(rf"<!-- {after}:.*?```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_table_lists_every_setting_with_its_default():
    """In the order of the settings, and no other; an empty default is said in words."""
    rows = re.findall(rf"(?m)^\| `({PREFIX}\w+)` \| (?:`([^`]*)`|none) \|", PAGE)
    defaults = {variable(name): str(field.default) for name, field in FIELDS.items()}
    assert list(defaults.items()) == rows


def test_the_redis_of_the_page_is_fit_for_games(tmp_path):
    """Started as the page says, it passes the check of the strictest durability."""
    line = shlex.split(block("sh", "redis"))
    where = ["--port", "0", "--unixsocket", str(tmp_path / "sock"), "--dir", str(tmp_path)]
    with subprocess.Popen([find_server().path, *line[1:], *where], stdout=subprocess.DEVNULL) as process:
        with Redis(unix_socket_path=str(tmp_path / "sock")) as client:
            wait_until((tmp_path / "sock").exists, "the socket")
            check_server(client, "disk")
        process.terminate()


@contextmanager
def procfile(redis: EmbeddedRedis, folder: Path, port: int) -> Iterator[None]:
    """The processes of the page's Procfile, until the end of the block; then SIGTERM, and exit code 0."""
    own = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    environ = own | {
        "PLAYLEDGER_REDIS_URL": redis.url,
        "PLAYLEDGER_SECRET": "what all of them have in common",
        "PLAYLEDGER_PORT": str(port),
    }
    with ExitStack() as stack:
        started = []
        for line in block("Procfile", "procfile").splitlines():
            program, *arguments = shlex.split(line.partition(": ")[2])
            assert program == "playledger"
            command = [sys.executable, "-P", "-m", "service.cli", *arguments]
            started.append(stack.enter_context(subprocess.Popen(command, env=environ, cwd=folder)))
        yield
        for process in started:
            process.send_signal(signal.SIGTERM)
        assert {0} == {process.wait(10) for process in started}


@pytest.mark.parametrize("starts", ["before", "after"])
def test_the_procfile_plays(tmp_path, starts):
    """Separate processes on one Redis are a whole service, also when the Redis is the last to start."""
    redis, port = EmbeddedRedis(find_server(), tmp_path / "redis"), free_port()
    if starts == "before":
        redis.start()
    with procfile(redis, tmp_path, port):
        if starts == "after":
            redis.start()
        wait_until(lambda: is_ready("127.0.0.1", port)[0], "the service to be ready", 30.0)
        url = f"http://127.0.0.1:{port}/v1"
        rules = requests.get(f"{url}/rules", timeout=10).json()["rules"][0]
        seats = [{"bot": "random"}] * rules["players"]["min"]
        opened = requests.post(f"{url}/games", json={"rules": rules["name"], "seats": seats}, timeout=10).json()
        game = f"{url}/games/{opened['game']['id']}"
        wait_until(lambda: requests.get(game, timeout=10).json()["status"] == "over", "the bots to finish", 30.0)
    redis.stop()
    redis.clean_up()
