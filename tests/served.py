"""The whole service as `playledger serve` runs it, for tests that need all of it at once."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

from tests.waiting import wait_until


class Service:
    """A running service: its URL, the process of its supervisor, and what a client does with it."""

    def __init__(self, url: str, process: "subprocess.Popen[str]") -> None:
        self.url = url
        self.process = process

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> requests.Response:
        """The answer to a request; the test fails on an error of ours."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.request(method, self.url + path, headers=headers, timeout=30, **more)
        assert answer.status_code < 500, answer.text
        return answer

    def job_done(self, job: dict[str, Any], token: str) -> dict[str, Any]:
        """The job, as soon as it is no longer at work."""

        def finished() -> dict[str, Any] | None:
            found = self.ask("GET", f"/v1/jobs/{job['id']}", token).json()
            return None if found["status"] in ("queued", "running") else found

        return wait_until(finished, f"the job {job['id']}")

    def stop(self) -> int:
        """SIGTERM to the supervisor; its exit code, at the latest after 6 seconds."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(6)


@contextmanager
def served(data: Path, **environ: str) -> Iterator[Service]:
    """A whole service on this folder, ready; it is stopped at the end."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("PLAYLEDGER_")}
    command = [sys.executable, "-P", "-m", "service.cli", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own | environ) as process:
        assert process.stdout is not None
        ready = re.match(r"Playledger is ready: (\S+)\n", process.stdout.readline())
        assert ready is not None, "the service did not start"
        try:
            yield Service(ready[1], process)
        finally:
            process.terminate()
            process.communicate(timeout=10)
