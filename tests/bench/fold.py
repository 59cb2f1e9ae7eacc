"""How fast the rules are, in process and on one core: `python -m tests.bench.fold [<rules> ...]`.

For every kind of game: events folded per second, and commands of random games per second (legal, decide, evolve).
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from events.chance import Chance
from events.games import RULES, rules_named
from events.rules import Event, Rules, carry_out, set_up
from events.table.decide import options_of

SECONDS = 1.0
ROUNDS = 5


def logs(rules: Rules[Any], games: int = 50) -> list[tuple[Event, ...]]:
    """The events of some random games with as many seats as the rules allow."""
    return [playout(rules, number)[0] for number in range(games)]


def playout(rules: Rules[Any], number: int, most: int = 5_000) -> tuple[tuple[Event, ...], int]:
    """The events of a random game, and how many commands they took."""
    dice = random.Random(number)
    seed = dice.randbytes(32)
    laid_out, position = set_up(rules, rules.players[1], options_of(rules, {}), Chance(seed, "bench", 0))
    log = list(laid_out)
    commands = 0
    while (actors := rules.to_move(position)) and len(log) < most:
        seat = dice.choice(actors)
        command = dice.choice(rules.legal(position, seat))
        events, position = carry_out(rules, position, seat, command, Chance(seed, "bench", len(log)))
        log += events
        commands += 1
    return tuple(log), commands


def rate(once: Callable[[int], int]) -> float:
    """Things done per second by `once`, which says how many it did; the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        done, number, began = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < SECONDS / ROUNDS:
            done += once(number)
            number += 1
        best = max(best, done / spent)
    return best


def main(names: list[str]) -> None:
    """Prints one line per kind of game."""
    for rules in [rules_named(name) for name in names] or RULES:
        recorded = logs(rules)

        def folded(number: int, rules: Rules[Any] = rules, recorded: list[tuple[Event, ...]] = recorded) -> int:
            events = recorded[number % len(recorded)]
            rules.fold(events)
            return len(events)

        def played(number: int, rules: Rules[Any] = rules) -> int:
            return playout(rules, number)[1]

        print(f"{rules.name:16} {rate(folded):>10,.0f} events/s folded {rate(played):>10,.0f} commands/s played")  # noqa: T201 - a report


if __name__ == "__main__":
    main(sys.argv[1:])
