"""What every kind of game provides: a bundle of plain functions over frozen data, and the fold over them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from events.chance import Chance, Luck
from events.errors import Refusal


class Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request to act: imperative, may be refused. Its tag is its promised name."""


class Event(msgspec.Struct, frozen=True):
    """A fact: past tense, never refused, never changed.

    `stored` is its promised name with shape version; `reveals` is True when it brings something hidden or random
    to light, so that taking it back could be used to peek.
    """

    stored: ClassVar[str]
    reveals: ClassVar[bool] = False


class Resign(Command, frozen=True, tag="resign"):
    """Give up the game, in or out of turn, once (C-8). Every kind of game decides what follows from it."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: winning seats (none or several), scores by seat or None, an enum reason, the rule."""

    winners: tuple[int, ...]
    reason: str
    rule: str
    scores: tuple[int, ...] | None = None


class Viewer(msgspec.Struct, frozen=True):
    """Through whose eyes something is shown.

    `seat` is None for a spectator. `recent` is False for what lies further back than the memory that the game's
    options grant this viewer (always True unless the option `memory` is "strict"). `acted` is True once the seat
    has given a command, also one that was undone since. `over` is True when the game has ended: then everything is
    open (C-4).
    """

    seat: int | None = None
    recent: bool = True
    acted: bool = False
    over: bool = False


SPECTATOR = Viewer()
EVERYTHING = Viewer(over=True)

P = TypeVar("P")


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[P]):
    """One kind of game. All functions are pure; `P` is its position, which holds every secret.

    Functions that take a `seat` take 0 to n-1. `decide` and `setup` may draw from `chance` and write what it gave
    into their events; nothing else draws.
    """

    name: str
    title: str
    version: int
    players: tuple[int, int]
    credits: str
    hidden_information: bool
    chance: bool
    cooperative: bool
    options: type[msgspec.Struct]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    position: type[P]
    view_type: type[msgspec.Struct]
    recall_type: type[msgspec.Struct]
    reasons: tuple[str, ...]
    documentation: str
    components: msgspec.Struct
    """Cards, boards and other printed things for the catalogue, each field explained, so that programs can plan."""
    upcasters: Mapping[str, Callable[[Any], tuple[str, Any]]] = field(default_factory=dict)

    setup: Callable[[int, Any, Chance], tuple[Event, ...]]
    """(seats, options, chance) → the first events; refuses options that do not fit the seats."""
    decide: Callable[[P, int, Command, Chance], tuple[Event, ...]]
    """(position, seat, command, chance) → events, or raises Refusal. Seat is to move, or the command is Resign."""
    evolve: Callable[[P | None, Event], P]
    """(position, event) → position; None only before the first event. Never refuses, never draws."""
    follow: Callable[[P, Chance], tuple[Event, ...]]
    """(position, chance) → the next compulsory step (a roll, a skipped seat); () when a seat is to decide."""
    to_move: Callable[[P], tuple[int, ...]]
    """Seats that may decide now; empty exactly when there is an outcome."""
    awaited: Callable[[P], tuple[int, ...]]
    """Those of them that the game waits for; not empty unless `to_move` is, and the same where nobody has time to wait.
    A bot plays only when its seat is one of them."""
    legal: Callable[[P, int], tuple[Command, ...]]
    """Every command that `decide` accepts from this seat now (Resign apart); () for a seat not to move."""
    prompt: Callable[[P, int], str]
    """What this seat is asked to do, in a few words; "" for a seat not to move."""
    outcome: Callable[[P], Outcome | None]
    view: Callable[[P, Viewer], msgspec.Struct]
    """What this viewer is shown; hidden facts are None."""
    shown: Callable[[Event, Viewer], dict[str, Any]]
    """An event's data as this viewer may see it: every field present, what is hidden is None."""
    recall: Callable[[P, int], msgspec.Struct]
    """All that this seat may know with a perfect memory; what bots are given."""
    imagine: Callable[[Any, Luck], P]
    """(recall, luck) → a full position that fits the recall, the unknown dealt anew."""
    greedy: Callable[[Any, tuple[Command, ...], Luck], Command] | None = None
    """(recall, legal commands, luck) → one of them: the choice of a thoughtful player, which knows only the recall. The
    bot `greedy` plays it; None when it does not play this kind of game."""
    score: Callable[[P, int], float]
    """How well this seat stands, 0 (lost) to 1 (won); an estimate for search."""
    searchable: bool = False
    """Whether that estimate is good enough for the bot `search` to play this kind of game well."""
    describe: Callable[[str, Mapping[str, Any]], str]
    """(wire name, data as shown) → the event as a sentence; hidden facts are left out of it."""
    render: Callable[[Any], str]
    """A view as text, as a player would draw the table."""
    invariant: Callable[[P], None]
    """Raises AssertionError when pieces are lost or doubled."""

    def fold(self, events: Iterable[Event], position: P | None = None) -> P | None:
        """The position after these events."""
        return reduce(self.evolve, events, position)


def settle(
    rules: Rules[Any], position: Any, events: tuple[Event, ...], chance: Chance
) -> tuple[tuple[Event, ...], Any]:
    """These events and every compulsory step after them (C-6); returns (all events, position after them)."""
    done: list[Event] = []
    while events:
        done.extend(events)
        position = rules.fold(events, position)
        events = rules.follow(position, chance)
    return tuple(done), position


def set_up(rules: Rules[Any], seats: int, options: Any, chance: Chance) -> tuple[tuple[Event, ...], Any]:
    """The events that lay out a new game, compulsory first steps included, and the position after them."""
    return settle(rules, None, rules.setup(seats, options, chance), chance)


def carry_out(
    rules: Rules[Any], position: Any, seat: int, command: Command, chance: Chance
) -> tuple[tuple[Event, ...], Any]:
    """One decision with all that follows by itself: (events, position after them), or raises Refusal."""
    if rules.outcome(position) is not None:
        raise Refusal("game_ended", "This game is over.")
    if seat not in rules.to_move(position) and not isinstance(command, Resign):
        raise Refusal("not_your_turn", f"Seat {seat} is not to move.")
    return settle(rules, position, rules.decide(position, seat, command, chance), chance)


def wire_name(event: type[Event]) -> str:
    """The name an event has in the API: "<rules>.card_turned/1" is "card_turned"."""
    return event.stored.partition(".")[2].partition("/")[0]
