"""`playledger serve` as an operator starts it, with everything that belongs to it."""

import os
import re
import signal
import subprocess
import sys

import pytest
import requests

from service.serve import is_ready


@pytest.fixture
def served(tmp_path):
    """The URL of a whole service on an empty folder, and its process."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("PLAYLEDGER_")}
    command = [sys.executable, "-P", "-m", "service.cli", "serve", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own)
    assert process.stdout
    ready = re.match(r"Playledger is ready: (\S+)\n", process.stdout.readline())
    yield ready and ready[1], process
    process.terminate()
    process.communicate(timeout=10)


def test_it_is_ready_when_it_says_so(served):
    """Redis, the workers and the API all answer for themselves, and the curl line it prints works."""
    url, process = served
    curl = process.stdout.readline()
    assert f"Try it: curl {url}/v1/rules\n" == curl
    assert 200 == requests.get(f"{url}/readyz", timeout=5).status_code
    assert 200 == requests.get(curl.split()[-1], timeout=5).status_code


def test_it_stops_with_exit_code_0_while_requests_wait(served):
    """A signal ends it, also when somebody's connection is open."""
    url, process = served
    with requests.Session() as session:
        session.get(f"{url}/healthz", timeout=5)
        process.send_signal(signal.SIGTERM)
        assert 0 == process.wait(6)


def test_nobody_listening_is_not_ready():
    """The reason is given, so that `serve` can tell it when it gives up."""
    ready, why_not = is_ready("127.0.0.1", 1)
    assert (False, True) == (ready, why_not.startswith("the API does not answer: "))
