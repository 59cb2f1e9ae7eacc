"""Processes that die at the worst points, and answers that get lost: the same command still has its effect once."""

import sys
from collections.abc import Iterator

import pytest

from tests.faults.proxied import Proxied, proxied
from tests.faults.siege import goes_away, loses_answers, overtaken, stumbles
from tests.faults.stumble import POINTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
COMMANDS = 30


@pytest.fixture(scope="module")
def stumbling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A service with traps, its Redis and its clients behind proxies, with eight players."""
    with proxied(tmp_path_factory.mktemp("service")) as begun:
        yield begun


@pytest.mark.parametrize("point", POINTS)
def test_a_process_dies_at_a_point(stumbling: Proxied, point: str) -> None:
    """Before its append nothing has happened; after it, who asks again is told what has."""
    struck = stumbling.siege.strike(point, stumbles(stumbling.traps, point), COMMANDS)
    assert [] == struck.faults


def test_a_worker_is_overtaken(stumbling: Proxied) -> None:
    """Thought dead before its append, it comes back when the bot's turn has been played by another: no harm is done."""
    struck = stumbling.siege.strike("overtaken", lambda: overtaken(stumbling.siege, stumbling.traps), COMMANDS)
    assert [] == struck.faults


@pytest.mark.parametrize("between", ["client and api", "api and redis"])
def test_answers_get_lost(stumbling: Proxied, between: str) -> None:
    """What was committed is told to whoever asks again; it is not done again."""
    proxy = stumbling.proxies[between]
    struck = stumbling.siege.strike(between, loses_answers(proxy), COMMANDS)
    assert [] == struck.faults


def test_redis_is_away_for_a_while(stumbling: Proxied) -> None:
    """Meanwhile every answer is 503 with Retry-After, which every player of ours checks; then everything goes on."""
    proxy = stumbling.proxies["api and redis"]
    struck = stumbling.siege.strike("Redis is away", lambda: goes_away(proxy), COMMANDS)
    assert [] == struck.faults
