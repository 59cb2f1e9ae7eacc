"""Holds many random games to the laws: `python -m tests.contracts.laws [RULES...] --games 10000`.

So many games are played for every kind of game and number of seats, the options in turn: the default, and every single
departure from it; in every tenth game seats resign now and then. A line tells how they went, and which
game broke a law first; the exit code is 1 then. The laws stand in `lawbook.py`; `make test` holds a few games to them.
"""

import os
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from statistics import mean
from typing import NamedTuple

import click

from events.games import RULES
from tests.contracts.lawbook import LAWS
from tests.contracts.playing import Case, cases, play_anew
from workers.simulate import all_cores

MOMENTS = 3
CHUNK = 20
"""How many games a process is handed at once."""


class Kind(NamedTuple):
    """Some rules with a number of seats: what one line tells of. Its cases differ in their options."""

    cases: tuple[Case, ...]

    @property
    def name(self) -> str:
        """What it is called in its line."""
        return f"{self.cases[0].rules.name}, {self.cases[0].seats} seats"


class Found(NamedTuple):
    """What a game came to: why it ended, how many events it has, and the law that it broke, if any."""

    reason: str
    events: int
    violation: str | None


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind of game with every number of seats."""
    numbers = dict.fromkeys((case.rules.name, case.seats) for case in cases())
    return tuple(Kind(tuple(case for case in cases() if (case.rules.name, case.seats) == number)) for number in numbers)


def look(kind: Kind, number: int, moments: int = MOMENTS) -> Found:
    """Play game `number` of this kind, always the same one, and hold it to every law."""
    case, resigning = kind.cases[number % len(kind.cases)], number % 10 == 9
    law = "the game can be played"
    try:
        played = play_anew(case, number, resigning=resigning)
        for each in LAWS:
            law = each.__name__
            each(played, moments)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what we are looking for
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.name}, line {place.lineno}: {place.line}"
        return Found("", 0, f"{case}, game {number}: {law}: {type(error).__name__} {error} ({where})")
    outcome = case.rules.outcome(played.end)
    return Found(outcome.reason if outcome else "length", len(played.events), None)


def looked_at(kind: Kind, games: int, processes: int) -> Iterator[Found]:
    """What games 0 to `games - 1` came to, as they come in; nothing of a game is kept."""
    if processes == 1:
        yield from (look(kind, number) for number in range(games))
        return
    with all_cores(processes) as pool:
        place = kinds().index(kind)
        yield from pool.imap_unordered(_look_at, ((place, number) for number in range(games)), CHUNK)


def _look_at(task: tuple[int, int]) -> Found:
    place, number = task
    return look(kinds()[place], number)


def report(kind: Kind, games: int, processes: int = 1) -> tuple[str, str | None]:
    """(the line of this kind, the first violation or None)."""
    began = time.monotonic()
    lengths, reasons, violations = list[int](), Counter[str](), list[str]()
    for found in looked_at(kind, games, processes):
        if found.violation is not None:
            violations.append(found.violation)
        else:
            reasons[found.reason] += 1
            lengths.append(found.events)
    ended = ", ".join(f"{reason} {count:,}" for reason, count in reasons.most_common())
    length = f"{min(lengths):,} to {max(lengths):,} events, mean {mean(lengths):,.0f}" if lengths else "no length"
    line = f"{kind.name}: {games:,} games, {len(violations):,} violations; {ended}; {length}"
    return f"{line}; {time.monotonic() - began:.0f} s", violations[0] if violations else None


@click.command()
@click.argument("rules", nargs=-1, type=click.Choice([rules.name for rules in RULES]))
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True, help="For each number of seats.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count(), show_default="all cores")
def main(rules: Sequence[str], games: int, processes: int) -> None:
    """Hold random games of these RULES, or of all, to the laws that every kind of game keeps."""
    broken = False
    for kind in kinds():
        if not rules or kind.cases[0].rules.name in rules:
            line, violation = report(kind, games, processes)
            click.echo(line if violation is None else f"{line}\n  the first: {violation}")
            broken = broken or violation is not None
    raise SystemExit(broken)


if __name__ == "__main__":
    main()
