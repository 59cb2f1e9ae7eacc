"""A bot for every kind of game: it looks ahead in positions that fit what it knows, as long as its time allows.

In each imagined position it follows the lines that promise most by the game's own estimate, and remembers for every
command that it may give now how well the best line from there ended. What is hidden is imagined anew for each round,
what is drawn is drawn anew, so that no line lives on luck.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from events.chance import SEED_BYTES, Chance, pick
from events.games import RULES
from events.rules import Command, Rules, settle
from workers.thinking import Rng

RESERVE = 0.0006
"""Seconds kept back for answering."""
LINES = 200
"""How many positions are looked at in one imagined world before the next one is imagined."""

PATIENCE = 0.99
"""What an end is worth one command later: of two lines to the same end the shorter one is better."""

_Line = tuple[float, int, float, Any, Command]
"""A position to follow: its estimate (negative), a lot, the patience that is left, the position, the first command."""


class TimeLeft(Protocol):
    """A bot's budget, as far as search asks about it."""

    def left(self) -> float:
        """The seconds that are left."""


def choose(recall: Any, legal: Sequence[Command], budget: TimeLeft, rng: Rng) -> Command:
    """The command whose best lines end best, on average over the worlds that were imagined."""
    if len(legal) == 1:
        return legal[0]
    search = _Search(rules_of(recall), recall.seat, budget, rng)
    totals = dict.fromkeys(legal, 0.0)
    rounds = 0
    while not rounds or search.has_time():
        world = search.rules.imagine(recall, rng)
        found = search.best_ends(world, legal)
        if found is None:
            break
        for command, value in found.items():
            totals[command] += value
        rounds += 1
    best = max(totals.values())
    return pick(rng, [command for command, total in totals.items() if total == best])


def rules_of(recall: Any) -> Rules[Any]:
    """The rules whose recall this is."""
    return next(rules for rules in RULES if isinstance(recall, rules.recall_type))


class _Search:
    """One decision of one seat."""

    def __init__(self, rules: Rules[Any], seat: int, budget: TimeLeft, rng: Rng) -> None:
        self.rules, self._seat, self._budget, self._rng = rules, seat, budget, rng

    def has_time(self) -> bool:
        """Whether there is time for another position."""
        return self._budget.left() > RESERVE

    def best_ends(self, world: Any, legal: Sequence[Command]) -> dict[Command, float] | None:
        """By first command, the best estimate on any line looked at; None when time ran out before all had one."""
        self._seen: set[Any] = set()
        self._chance = Chance(self._rng.randbytes(SEED_BYTES), "imagined", 0)
        found: dict[Command, float] = {}
        ahead: list[_Line] = []
        for command in legal:
            if found and not self.has_time():
                return None
            self._look(world, command, command, 1.0, found, ahead)
        looked = len(legal)
        while ahead and looked < LINES + len(legal):
            _, _, patience, position, first = heappop(ahead)
            for command in self.rules.legal(position, self._seat):
                if not self.has_time():
                    return found
                looked += 1
                self._look(position, command, first, patience * PATIENCE, found, ahead)
        return found

    def _look(
        self,
        position: Any,
        command: Command,
        first: Command,
        patience: float,
        found: dict[Command, float],
        ahead: list[_Line],
    ) -> None:
        """See where a command leads, and whether it is worth following."""
        events = self.rules.decide(position, self._seat, command, self._chance)
        _, after = settle(self.rules, position, events, self._chance)
        if after in self._seen:
            return
        self._seen.add(after)
        value = patience * self.rules.score(after, self._seat)
        if value > found.get(first, -1.0):
            found[first] = value
        heappush(ahead, (-value, self._rng.getrandbits(30), patience, after, first))
