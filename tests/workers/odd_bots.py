"""Bots that misbehave, and one that waits to be told; each is a `choose` like those of `workers.bots`."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from typing import Any

from redis import Redis

from events.rules import Command, Resign
from service.settings import load_settings
from workers.bots import BOTS
from workers.thinking import Choose, Rng, TimeLeft

THINKING = "test:thinking"
"""List in the games' Redis: the process ids in which `gate` was asked to choose."""
GO = "test:go"
"""List: every element lets one `gate` choose."""


def raising(_recall: Any, _legal: Sequence[Command], _budget: TimeLeft, _rng: Rng) -> Command:
    """Fails."""
    raise KeyError("a bot's fault")


def nonsense(_recall: Any, _legal: Sequence[Command], _budget: TimeLeft, _rng: Rng) -> Command:
    """Chooses what is not on the list."""
    return Resign()


def endless(_recall: Any, legal: Sequence[Command], _budget: TimeLeft, _rng: Rng) -> Command:
    """Never comes to an end, and catches whatever is an Exception."""
    while legal:
        with suppress(Exception):
            sum(range(1_000))
    raise AssertionError


def stuck(_recall: Any, _legal: Sequence[Command], _budget: TimeLeft, _rng: Rng) -> Command:
    """Never comes to an end, in code that lets no signal and no other thread through."""
    raise AssertionError(sum(repeat(0)))


def gate(_recall: Any, legal: Sequence[Command], _budget: TimeLeft, _rng: Rng) -> Command:
    """Says that it is thinking, and chooses when it is told to go."""
    with Redis.from_url(load_settings().redis_url) as client:
        client.rpush(THINKING, os.getpid())
        client.blpop([GO], timeout=30)
    return legal[0]


ALL_BOTS: Mapping[str, Choose] = {
    **BOTS,
    "raising": raising,
    "nonsense": nonsense,
    "endless": endless,
    "gate": gate,
    "stuck": stuck,
}
