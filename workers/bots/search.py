"""A bot for every kind of game: it looks ahead in positions that fit what it knows, as long as its time allows.

In each imagined position it follows the lines that promise most by the game's own estimate, and remembers for every
command that it may give now how well the best line from there ended. What is hidden is imagined anew for each round,
what is drawn is drawn anew, and no line goes on far behind what it brought to light, so that none lives on luck.
"""

import gc
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from events.chance import SEED_BYTES, Chance, pick
from events.games import RULES
from events.rules import Command, Rules, settle
from workers.thinking import Rng, TimeLeft

RESERVE = 0.0004
"""Seconds kept back for the last step and for answering."""
LINES = 600
"""How many positions are looked at in one imagined world before the next one is imagined."""
WORLDS = 8
"""How many worlds are imagined at most: more of them seldom change the choice."""
DRAWS = 2
"""A line ends with this draw: what came to light with it is known to no player, only imagined."""
PATIENCE = 0.9999
"""What an end is worth one command later: of two lines to the same end the shorter one is better."""


class _Line(NamedTuple):
    """A position to follow. Lines are sorted by their estimate (negative), then by a lot."""

    rank: float
    lot: int
    patience: float
    draws: int
    position: Any
    first: Command


def choose(recall: Any, legal: Sequence[Command], budget: TimeLeft, rng: Rng) -> Command:
    """The command whose best lines end best, on average over the worlds that were imagined."""
    if len(legal) == 1:
        return legal[0]
    pauses = gc.isenabled()
    gc.disable()  # positions have no cycles, and a collection in between might outlast the budget
    try:
        totals = _Search(rules_of(recall), recall, budget, rng).totals(legal)
        best = max(totals.values())
        return pick(rng, [command for command, total in totals.items() if total == best])
    finally:
        if pauses:
            gc.enable()


def rules_of(recall: Any) -> Rules[Any]:
    """The rules whose recall this is."""
    return next(rules for rules in RULES if isinstance(recall, rules.recall_type))


class _Search:
    """One decision of one seat."""

    def __init__(self, rules: Rules[Any], recall: Any, budget: TimeLeft, rng: Rng) -> None:
        self._rules, self._recall, self._budget, self._rng = rules, recall, budget, rng
        self._seat: int = recall.seat

    def totals(self, legal: Sequence[Command]) -> dict[Command, float]:
        """By command, the sum of the best estimates in all worlds that there was time for."""
        totals = dict.fromkeys(legal, 0.0)
        for _ in range(WORLDS):
            for command, value in self._best_ends(legal).items():
                totals[command] += value
            if not (self._guessed and self._has_time()):
                break
        return totals

    def _has_time(self) -> bool:
        return self._budget.left() > RESERVE

    def _best_ends(self, legal: Sequence[Command]) -> dict[Command, float]:
        """By first command, the best estimate in a world; none at all when time ran out before all had theirs."""
        world = self._rules.imagine(self._recall, self._rng)
        self._chance = Chance(self._rng.randbytes(SEED_BYTES), "imagined", 0)
        self._seen: set[Any] = set()
        self._ahead: list[_Line] = []
        self._guessed = False
        found: dict[Command, float] = {}
        for command in legal:
            if not self._has_time():
                return {}
            self._look(world, command, _Line(0.0, 0, 1.0, 0, world, command), found)
        self._follow(found)
        return found

    def _follow(self, found: dict[Command, float]) -> None:
        """Look where the most promising positions lead, until there are no more or there is no more time."""
        looked = 0
        while self._ahead and looked < LINES:
            line = heappop(self._ahead)
            for command in self._rules.legal(line.position, self._seat):
                if not self._has_time():
                    return
                looked += 1
                self._look(line.position, command, line, found)

    def _look(self, position: Any, command: Command, line: _Line, found: dict[Command, float]) -> None:
        """See where a command leads on this line, and whether it is worth following."""
        events = self._rules.decide(position, self._seat, command, self._chance)
        events, after = settle(self._rules, position, events, self._chance)
        if after in self._seen:
            return
        self._seen.add(after)
        value = line.patience * self._rules.score(after, self._seat)
        if value > found.get(line.first, -1.0):
            found[line.first] = value
        draws = line.draws + any(event.reveals for event in events)
        if draws:
            self._guessed = True
        if draws < DRAWS:
            lot = self._rng.getrandbits(30)
            heappush(self._ahead, _Line(-value, lot, line.patience * PATIENCE, draws, after, line.first))
