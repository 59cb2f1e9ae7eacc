"""How long the bot `search` thinks when it is given so many milliseconds: `python -m tests.workers.deadlines`."""

import time
from collections.abc import Iterator
from statistics import quantiles
from typing import Any

from events.chance import Chance
from events.games import RULES
from events.rules import Rules, carry_out, set_up
from events.table.decide import options_of
from workers.bots.search import choose
from workers.simulate import ProcessorTime
from workers.thinking import Rng

BUDGETS_MS = (5, 10, 20, 50)
GAMES = 6
COMMANDS = 30


def shares(rules: Rules[Any], budget_ms: float, games: int = GAMES, commands: int = COMMANDS) -> list[float]:
    """By command, the processor's time that was taken, as a share of the budget; in ascending order."""
    return sorted(taken for number in range(games) for taken in _one_game(rules, budget_ms, number, commands))


def _one_game(rules: Rules[Any], budget_ms: float, number: int, commands: int) -> Iterator[float]:
    seed = str(number).encode()
    _, position = set_up(rules, rules.players[0], options_of(rules, {}), Chance(seed, "deadlines", 0))
    for moment in range(commands):
        if rules.outcome(position) is not None:
            return
        seat = rules.to_move(position)[0]
        recall, legal = rules.recall(position, seat), rules.legal(position, seat)
        began = time.thread_time()
        command = choose(recall, legal, ProcessorTime(began + budget_ms / 1_000), Rng(moment))
        taken = time.thread_time() - began
        if len(legal) > 1:
            yield taken * 1_000 / budget_ms
        _, position = carry_out(rules, position, seat, command, Chance(seed, "deadlines", moment))


if __name__ == "__main__":
    for kind in RULES:
        if kind.searchable:
            for budget in BUDGETS_MS:
                taken = shares(kind, budget)
                cuts = quantiles(taken, n=100, method="inclusive")
                told = f"{len(taken)} commands, median {cuts[49]:.2f}, 95 % {cuts[94]:.2f}, 99 % {cuts[98]:.2f}"
                print(f"{kind.name}, {budget} ms: {told}, most {taken[-1]:.2f}")  # noqa: T201 - speaks to its user
