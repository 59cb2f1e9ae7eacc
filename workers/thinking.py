"""One bot's turn: what it is given, how long it may take, and what is played when it fails."""

import hashlib
import hmac
import logging
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any, NamedTuple, Protocol

from events.bots import bot_for
from events.chance import pick
from events.history import Game
from events.rules import Command

logger = logging.getLogger(__name__)

LIMIT_MS = 2_000
"""The limit of a bot that the catalogue does not know (any more)."""


class Rng(Random):
    """A bot's own luck; also the `Luck` that imagining a position takes."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`, each equally likely."""
        return self.randrange(bound)


class Budget(NamedTuple):
    """How long a bot may think; at its end the bot is stopped."""

    deadline: float

    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - time.monotonic()


class TimeLeft(Protocol):
    """A budget, as bots ask about it."""

    def left(self) -> float:
        """The seconds that are left."""


Choose = Callable[[Any, Sequence[Command], TimeLeft, Rng], Command]
"""A bot: (recall of its seat, its legal commands, budget, rng) → one of these commands. Same rng, same choice."""


class Thought(NamedTuple):
    """The command to play. `note` says why it is not the bot's own choice; None when it is."""

    command: Command
    note: str | None = None


class Overrun(BaseException):
    """The time is up. No Exception, so that a bot which catches those does not catch this."""


def think(game: Game, seat: int, choose: Choose | None) -> Thought:
    """What the bot at this seat plays: its choice, or a legal command when it fails or there is no such bot."""
    spec = game.table.seats[seat].bot or ""
    if choose is None:
        return fall_back(game, seat, f"There is no bot {spec}.")
    recall, legal = game.rules.recall(game.position, seat), game.rules.legal(game.position, seat)
    limit = limit_seconds(spec, game.rules.name)
    try:
        with stopped_after(limit):
            command = choose(recall, legal, Budget(time.monotonic() + limit), rng_for(game, seat))
            allowed = command in legal
    except Overrun:
        return fall_back(game, seat, f"{spec} thought for more than {limit:g} s.")
    except Exception as error:
        logger.exception("%s failed at seat %d of %s, version %d", spec, seat, game.id, game.version)
        return fall_back(game, seat, f"{spec} failed with {type(error).__name__}.")
    if not allowed:
        return fall_back(game, seat, f"{spec} chose what is not allowed.")
    return Thought(command)


def fall_back(game: Game, seat: int, why: str) -> Thought:
    """Any legal command, and a note that says why."""
    legal = game.rules.legal(game.position, seat)
    return Thought(pick(rng_for(game, seat), legal), f"{why} A legal command was drawn instead.")


def rng_for(game: Game, seat: int) -> Rng:
    """The luck of this turn: the same whenever the turn is played again, and unknown to all who lack the seed."""
    return Rng(hmac.digest(game.seed, f"bot\n{game.id}\n{game.version}\n{seat}".encode(), hashlib.sha256))


def limit_seconds(spec: str, rules: str) -> float:
    """The longest that this bot may think about a command."""
    bot = bot_for(spec, rules)
    return (bot.limit_ms if bot else LIMIT_MS) / 1_000


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raises Overrun inside the block when it takes longer; main thread only. An alarm set before stays set."""

    def overrun(_signal: int, _frame: FrameType | None) -> None:
        raise Overrun

    began = time.monotonic()
    handler = signal.signal(signal.SIGALRM, overrun)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), 0.001))
