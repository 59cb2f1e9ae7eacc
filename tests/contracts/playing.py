"""Random games of every registered kind: what the laws are tried on."""

import itertools
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from events.chance import Chance
from events.errors import Refusal
from events.games import RULES
from events.log import MAX_RECORDS
from events.rules import Command, Event, Resign, Rules, Viewer, carry_out, set_up
from events.table.decide import options_of


@dataclass(frozen=True, repr=False)
class Case:
    """Some rules with a number of seats and options that fit them."""

    rules: Rules[Any]
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __repr__(self) -> str:
        return "-".join([self.rules.name, str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look on while the game runs, and what each sees of what lies further back."""
        looking = (None, *range(self.seats))
        return tuple(Viewer(seat=seat, recent=recent) for seat in looking for recent in (True, False))


class Step(NamedTuple):
    """One command of a random game: the position before it, who gave it, what happened, the position after."""

    before: Any
    seat: int
    command: Command
    seed: bytes
    moment: int
    events: tuple[Event, ...]
    after: Any

    def chance(self) -> Chance:
        """The luck with which the command was decided."""
        return Chance(self.seed, "law", self.moment)


@dataclass(frozen=True, repr=False, eq=False)
class Played:
    """A random game, from its set-up to its end or to the length limit."""

    case: Case
    seed: bytes
    laid_out: tuple[Event, ...]
    start: Any
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, those of the set-up first."""
        return (*self.laid_out, *itertools.chain.from_iterable(step.events for step in self.steps))

    @property
    def end(self) -> Any:
        """The last position."""
        return self.steps[-1].after if self.steps else self.start

    def some(self, count: int) -> tuple[Step, ...]:
        """Up to `count` steps, spread over the whole game; in each game others, always the same ones."""
        if len(self.steps) <= count:
            return self.steps
        part, dice = len(self.steps) / count, random.Random(self.seed)
        return tuple(self.steps[int(part * (number + dice.random()))] for number in range(count))

    def positions(self) -> Iterator[tuple[Event, Any]]:
        """Every event with the position after it, also those in the middle of a commit."""
        position = None
        for event in self.events:
            position = self.case.rules.evolve(position, event)
            yield event, position


def cases() -> tuple[Case, ...]:
    """All registered rules x numbers of seats x options: the default, and every single departure from it."""
    return tuple(itertools.chain.from_iterable(map(_cases, RULES)))


def _cases(rules: Rules[Any]) -> Iterator[Case]:
    fewest, most = rules.players
    for seats in range(fewest, most + 1):
        for options in ((), *_departures(rules, seats)):
            case = Case(rules, seats, options)
            if _fits(case):
                yield case


def _departures(rules: Rules[Any], seats: int) -> Iterator[tuple[tuple[str, Any], ...]]:
    for field in fields_of(rules.options):
        numbers = (0, 1, seats - 1)
        for value in domain(field.type) or numbers:
            if value != field.default and (isinstance(value, str | bool) or value in numbers):
                yield ((field.encode_name, value),)


def _fits(case: Case) -> bool:
    try:
        case.rules.setup(case.seats, options_of(case.rules, dict(case.options)), Chance(b"", "", 0))
    except Refusal:
        return False
    return True


@cache
def play(case: Case, number: int, *, resigning: bool = False, most: int = MAX_RECORDS) -> Played:
    """Random game `number` of this case, as `play_anew` plays it, remembered for the next test."""
    return play_anew(case, number, resigning=resigning, most=most)


def play_anew(case: Case, number: int, *, resigning: bool = False, most: int = MAX_RECORDS) -> Played:
    """Random game `number` of this case, always the same one, with `most` events or a few more.

    With `resigning` seats give up now and then.
    """
    dice = random.Random(f"{case} {number} {resigning}")
    seed = dice.randbytes(32)
    options = options_of(case.rules, dict(case.options))
    laid_out, start = set_up(case.rules, case.seats, options, Chance(seed, "law", 0))
    steps: list[Step] = []
    gone: set[int] = set()
    position, moment = start, len(laid_out)
    while case.rules.outcome(position) is None and moment < most:
        seat, command = _choose(case, position, dice, gone, resigning)
        events, after = carry_out(case.rules, position, seat, command, Chance(seed, "law", moment))
        assert events, f"{command} brought nothing about"
        steps.append(Step(position, seat, command, seed, moment, events, after))
        position, moment = after, moment + len(events)
    return Played(case, seed, laid_out, start, tuple(steps))


def _choose(case: Case, position: Any, dice: random.Random, gone: set[int], resigning: bool) -> tuple[int, Command]:
    if resigning and dice.random() < 0.1:
        seat = dice.choice([seat for seat in range(case.seats) if seat not in gone])
        gone.add(seat)
        return seat, Resign()
    seat = dice.choice(case.rules.to_move(position))
    return seat, dice.choice(case.rules.legal(position, seat))


# --- near misses: commands of the right shape that the list of legal ones does not hold -----------------------------


def near_misses(case: Case, position: Any, seat: int, played: Played, count: int) -> tuple[Command, ...]:
    """Up to `count` commands that are not legal for this seat now, though every field holds a sensible value."""
    dice = random.Random(f"{case} {seat} {msgspec.json.encode(position)!r}")
    legal = set(case.rules.legal(position, seat))
    values = _values(played)
    found: dict[Command, None] = {}
    for command in itertools.chain(_altered(legal, values, dice, count), _made_up(case.rules, values, dice, count)):
        if command not in legal:
            found[command] = None
    return tuple(dice.sample(list(found), min(count, len(found))))


def _altered(
    legal: Collection[Command], values: Mapping[tuple[type, str], list[Any]], dice: random.Random, count: int
) -> Iterator[Command]:
    """Legal commands with one field changed."""
    for command in dice.sample(sorted(legal, key=repr), min(len(legal), 2 * count)):
        fields = fields_of(type(command))
        if fields:
            field = dice.choice(fields)
            choices = values[type(command), field.name]
            if choices:
                yield msgspec.structs.replace(command, **{field.name: dice.choice(choices)})


def _made_up(
    rules: Rules[Any], values: Mapping[tuple[type, str], list[Any]], dice: random.Random, count: int
) -> Iterator[Command]:
    """Commands with every field drawn."""
    for kind in rules.commands:
        names = [field.name for field in fields_of(kind)]
        if all(values[kind, name] for name in names):
            for _ in range(2 * count if names else 1):
                yield kind(**{name: dice.choice(values[kind, name]) for name in names})


@lru_cache(maxsize=8)
def _values(played: Played) -> dict[tuple[type, str], list[Any]]:
    """What each field of each command may hold: all that its type allows, or else what was seen in this game."""
    values: dict[tuple[type, str], list[Any]] = {}
    seen: dict[tuple[type, str], dict[Any, None]] = {}
    for step in played.some(40):
        for command in played.case.rules.legal(step.before, step.seat):
            for field in fields_of(type(command)):
                seen.setdefault((type(command), field.name), {})[getattr(command, field.name)] = None
    for kind in played.case.rules.commands:
        for field in fields_of(kind):
            values[kind, field.name] = domain(field.type) or list(seen.get((kind, field.name), ()))
    return values


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """The fields of a message, its tag apart."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described.fields


def domain(kind: inspect.Type) -> list[Any] | None:
    """Every value that this type allows; None when it does not say."""
    match kind:
        case inspect.Metadata(type=inner):
            return domain(inner)
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.IntType(ge=int(least), le=int(most)):
            return list(range(least, most + 1))
        case inspect.UnionType(types=types):
            parts = [domain(part) for part in types]
            return None if None in parts else list(itertools.chain.from_iterable(filter(None, parts)))
    return None
