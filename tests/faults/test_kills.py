"""kill -9, SIGTERM and doubled jobs while all play: nothing acknowledged is lost, and every game goes on."""

import sys

import pytest

from tests.faults.siege import Siege, doubled_jobs, kills, rolling_restart, sigterm_to_all

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
COMMANDS = 50


@pytest.mark.parametrize(
    "victim",
    ["redis", "api", "a process of the api", "bots worker", "history worker", "history worker's child", "sweeper"],
)
def test_kill_9(besieged: Siege, victim: str) -> None:
    """Whichever process dies: within 5 s of the service being whole all are answered and all bots have moved."""
    struck = besieged.strike(victim, kills(besieged.service)[victim], COMMANDS)
    assert [] == struck.faults


def test_sigterm_to_all(besieged: Siege) -> None:
    """Everything is told to stop in the middle of the bots' turns, and started again."""
    struck = besieged.strike("SIGTERM to all", lambda: sigterm_to_all(besieged.service), COMMANDS)
    assert [] == struck.faults


def test_rolling_restart(besieged: Siege) -> None:
    """The parts are restarted one after the other, as for an upgrade, and nobody notices but by waiting."""
    struck = besieged.strike("rolling restart", lambda: rolling_restart(besieged.service), COMMANDS)
    assert [] == struck.faults


def test_doubled_and_orphaned_jobs(besieged: Siege) -> None:
    """Jobs that come four times over, and jobs for games and work that nobody knows, do nothing but their work."""
    struck = besieged.strike("doubled jobs", lambda: doubled_jobs(besieged), COMMANDS)
    assert [] == struck.faults
