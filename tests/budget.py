"""How long the parts of the suite may take on two cores; who overruns fails the run.

The time of all tests of a part is added up; two processes test at once, so a part may take twice its minutes.
"""

from collections import defaultdict
from typing import Any

import pytest

MINUTES = {"events": 4, "service": 4, "workers": 3, "faults": 2}
PROCESSES = 2
PARTS = {"service": "service", "workers": "workers", "faults": "faults"}
"""The folder below `tests/` → the part it counts for; every other folder tests the core."""

spent: defaultdict[str, float] = defaultdict(float)
"""Seconds by part, so far. Only the process that reports to the terminal has them all."""


def part(node: str) -> str:
    """The part of the suite that a test counts for, by its node id."""
    folder = node.removeprefix("tests/").split("/")[0]
    return PARTS.get(folder, "events")


def overruns(seconds: dict[str, float]) -> list[str]:
    """One sentence for every part that took longer than it may."""
    return [
        f"tests of {name} took {seconds[name] / PROCESSES:.0f} s, more than their {minutes} minutes"
        for name, minutes in MINUTES.items()
        if seconds.get(name, 0) > minutes * 60 * PROCESSES
    ]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds the time of a test's set-up, call or clean-up to its part."""
    spent[part(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the run when a part overran."""
    if not hasattr(session.config, "workerinput") and overruns(spent) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says what every part took, and which took too long."""
    ran = [name for name in MINUTES if spent[name]]
    took = ", ".join(f"{name} {spent[name] / PROCESSES:.0f} s of {60 * MINUTES[name]}" for name in ran)
    terminalreporter.write_line(f"Budget: {took or 'nothing ran'}.")
    for sentence in overruns(spent):
        terminalreporter.write_line(f"OVERRUN: {sentence}.", red=True)
