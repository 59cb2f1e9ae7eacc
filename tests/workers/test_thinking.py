"""One bot's turn: what a bot is given, and what is played when it fails."""

import signal
import time
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from events.bots import BOTS as CATALOGUE
from events.rules import Command
from tests.workers.odd_bots import endless, nonsense, raising
from tests.workers.workshop import Workshop, bot
from workers.bots import BOTS
from workers.thinking import Budget, Choose, Overrun, Rng, TimeLeft, rng_for, stopped_after, think


def test_every_bot_of_the_catalogue_can_play_and_no_other() -> None:
    """What the API offers is what the workers have."""
    assert {each.spec for each in CATALOGUE} == set(BOTS)


def test_a_bot_is_given_what_its_seat_may_know(workshop: Workshop) -> None:
    """The recall of its seat and its legal commands, never the position; and the time that it has."""
    game = workshop.open(bot("spy"), bot("random"))
    given: list[Any] = []

    def spy(recall: Any, legal: Sequence[Command], budget: TimeLeft, rng: Rng) -> Command:
        given.extend((recall, legal, budget.left(), rng))
        return legal[-1]

    legal = game.rules.legal(game.position, 0)
    assert (legal[-1], None) == think(game, 0, spy)
    assert [game.rules.recall(game.position, 0), legal] == given[:2]
    assert 0 < given[2] < 60


def test_a_turn_that_is_played_again_is_played_alike(workshop: Workshop) -> None:
    """The bot's luck follows from the secret seed, the version and the seat, and from nothing else."""
    game = workshop.open(bot("random"), bot("random"))
    assert 1 == len({think(game, 0, BOTS["random"]) for _ in range(5)})
    turns = (
        rng_for(game, 0),
        rng_for(game, 1),
        rng_for(replace(game, version=game.version + 1), 0),
        rng_for(replace(game, seed=b"another seed"), 0),
    )
    assert 4 == len({rng.below(2**64) for rng in turns})


@pytest.mark.parametrize(
    ("choose", "why"),
    [
        (raising, "odd failed with KeyError."),
        (nonsense, "odd chose what is not allowed."),
        (endless, "odd thought for more than 2 s."),
        (None, "There is no bot odd."),
    ],
)
def test_a_bot_that_fails_plays_a_legal_command(workshop: Workshop, choose: Choose | None, why: str) -> None:
    """It raised, answered nonsense, overran its time or is no longer there: the game goes on, and the note says why."""
    game = workshop.open(bot("odd"), bot("random"))
    command, note = think(game, 0, choose)
    assert command in game.rules.legal(game.position, 0)
    assert f"{why} A legal command was drawn instead." == note


def test_an_alarm_that_was_set_before_stays_set() -> None:
    """RQ's own time-out of the job goes on running while a bot thinks, and after it was stopped."""
    rang: list[int] = []
    handler = signal.signal(signal.SIGALRM, lambda number, _: rang.append(number))
    before, _ = signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(Overrun), stopped_after(0.02):
            signal.pause()
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 0.1
        signal.pause()
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, before)
    assert [signal.SIGALRM] == rang


def test_a_budget_runs_out() -> None:
    """What is left of it is told in seconds."""
    assert Budget(time.monotonic() - 1).left() < 0 < Budget(time.monotonic() + 1).left() <= 1
