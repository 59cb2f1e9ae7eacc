"""Luck for one decision, derived from the game's secret seed; the only randomness in the core.

Each draw is HMAC-SHA256(seed, game id, moment, draw number). The *moment* is the number of effective play events
before the decision, so a move that is taken back and given again meets the same luck, and nobody re-rolls.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32


class Luck(Protocol):
    """Where draws come from: the recorded `Chance` of a game, or a bot's own imagination."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`, each equally likely."""


class Chance:
    """The luck of one decision: every draw is fixed by (seed, game id, moment, number of the draw)."""

    def __init__(self, seed: bytes, game_id: str, moment: int) -> None:
        self._key = seed
        self._moment = f"{game_id}\n{moment}\n".encode()
        self.draws = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`; rejection sampling keeps every value equally likely."""
        if bound < 1:
            raise ValueError(f"cannot draw below {bound}")
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            message = self._moment + str(self.draws).encode()
            self.draws += 1
            number = int.from_bytes(hmac.digest(self._key, message, hashlib.sha256)[:8], "big")
            if number < limit:
                return number % bound


def shuffled(luck: Luck, items: Sequence[T]) -> tuple[T, ...]:
    """The items in a random order (Fisher-Yates); every order is equally likely."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = luck.below(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def pick(luck: Luck, items: Sequence[T]) -> T:
    """One of the items, each equally likely."""
    return items[luck.below(len(items))]


def commitment(seed: bytes) -> str:
    """What is published before the first draw: the seed's SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def salt(seed: bytes, version: int) -> str:
    """The salt of record `version`, 32 hex digits: without it no published hash can be searched for hidden facts."""
    return hmac.digest(seed, f"salt\n{version}".encode(), hashlib.sha256)[:16].hex()
