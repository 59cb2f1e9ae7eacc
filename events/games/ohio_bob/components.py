"""The cards of both sets and the numbers of the starting cards (E-1, E-2, E-5 to E-8), read from cards.toml.

A card is named after its set, its gem and its number among those, `green:yellow_1`; a Super Gear card after its seat,
`super_gear:0`. Everything is checked while it is read, so that a card cannot promise what no rule does.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

import msgspec

from events.games.ohio_bob.rooms import CONNECTING, DIRECTIONS, ROOMS, Direction, Room, lying

Colour = Literal["yellow", "red", "blue", "green"]
CardSet = Literal["green", "blue"]
Option = Literal["A", "B"]
Difficulty = Literal["easy", "hard"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
OPTIONS: tuple[Option, ...] = get_args(Option)
LEVELS = (1, 2, 3)
MULTICOLOURED = "multicoloured"
SUPER_GEAR = "super_gear"

ROPE_GOES_ON = "rope goes on"
"""What is left of a rope after its first step."""


EffectKind = Literal["move", "sledgehammer", "rope", "rope goes on", "torch", "map", "super_gear"]
SPECIAL: tuple[EffectKind, ...] = ("sledgehammer", "rope", "torch", "map")


class Effect(msgspec.Struct, frozen=True):
    """One effect of a card. `directions` belong to `move`, as the player sees them; so do rock and key."""

    kind: EffectKind
    directions: tuple[Direction, ...] = DIRECTIONS
    rock: bool = False
    key: bool = False


class Equipment(msgspec.Struct, frozen=True, rename={"a": "A", "b": "B"}):
    """The equipment side of a card: the effects of choice A and of choice B, as texts."""

    a: tuple[str, ...]
    b: tuple[str, ...]

    def effects(self, option: Option) -> tuple[str, ...]:
        """The effects of this choice, from left to right."""
        return self.a if option == "A" else self.b


class Level(msgspec.Struct, frozen=True):
    """E-7. A face of the Level card, by level: rooms to explore, the cost of a rest, the most cards carried on."""

    rooms: tuple[int, int, int]
    rest: tuple[int, int, int]
    maximum: tuple[int, int, int]


class Edition(msgspec.Struct, frozen=True):
    """All of cards.toml."""

    equipment: dict[str, Equipment]
    energy: dict[Difficulty, int]
    level: dict[Difficulty, Level]
    amulet: dict[Difficulty, tuple[dict[str, int], dict[str, int]]]


SUPER_GEAR_CARD = Equipment(a=("super_gear",), b=())
"""E-2. Its only choice is A."""


@cache
def effect(text: str) -> Effect:
    """The effect that a card's text names, "move up left +key"; raises ValueError for one that no rule knows."""
    kind, *words = text.split()
    if text in ("sledgehammer", "rope", ROPE_GOES_ON, "torch", "map", "super_gear"):
        return Effect(kind=text)  # type: ignore[arg-type]  # one of the kinds just listed
    gear = [word for word in words if word.startswith("+")]
    directions = [word for word in words if not word.startswith("+")]
    known = set(directions) <= set(DIRECTIONS) and set(gear) <= {"+rock", "+key"}
    if kind != "move" or not directions or not known or len(words) != len(set(words)):
        raise ValueError(f"no rule knows the effect {text!r}")
    ways = tuple(way for way in DIRECTIONS if way in directions)
    return Effect(kind="move", directions=ways, rock="+rock" in gear, key="+key" in gear)


@cache
def equipment(card: str) -> Equipment:
    """The equipment side of a card, of either set."""
    name = printed_name(card)
    return SUPER_GEAR_CARD if name is None else EDITION.equipment[name]


@cache
def gem(card: str) -> str | None:
    """The colour of a card's gem, "multicoloured", or None for a Super Gear card."""
    name = printed_name(card)
    return None if name is None else name.partition("_")[0]


@cache
def room(card: str, turned: bool) -> Room:
    """The temple side of a card (or a connecting room) as it lies on the table."""
    return lying(printed_name(card) or card, turned)


def printed_name(card: str) -> str | None:
    """What is printed on a card of either set; None for cards that belong to no set."""
    owner, _, name = card.partition(":")
    return name if owner in get_args(CardSet) else None


def set_of(card: str) -> str:
    """The set that a card belongs to; of a Super Gear card "super_gear"."""
    return card.partition(":")[0]


def cards_of(name: CardSet) -> tuple[str, ...]:
    """The 17 cards of a set, in the order of the edition."""
    return tuple(f"{name}:{card}" for card in EDITION.equipment)


def super_gear(seat: int) -> str:
    """E-2. The Super Gear card of a seat."""
    return f"{SUPER_GEAR}:{seat}"


@cache
def challenge(seat: int, face: Difficulty, number: int) -> Mapping[str, int]:
    """E-8. The gems that a challenge asks of a seat; the second player's card swaps yellow/green and red/blue."""
    wanted = EDITION.amulet[face][number]
    swapped = {"yellow": "green", "green": "yellow", "red": "blue", "blue": "red"}
    return wanted if seat == 0 else {swapped.get(colour, colour): count for colour, count in wanted.items()}


# --- loading ---------------------------------------------------------------------------------------------------------


def read_edition(text: str) -> Edition:
    """The edition in this text; raises ValueError where it breaks E-1 or E-5 to E-8."""
    edition = msgspec.convert(tomllib.loads(text), Edition, strict=False)
    check_names(edition)
    check_effects(edition)
    check_numbers(edition)
    return edition


def check_names(edition: Edition) -> None:
    """E-1. Four cards of each colour and a multicoloured one, each with a room of the same name."""
    wanted = [f"{colour}_{number}" for colour in COLOURS for number in (1, 2, 3, 4)] + [f"{MULTICOLOURED}_1"]
    if sorted(edition.equipment) != sorted(wanted):
        raise ValueError(f"the equipment must be {', '.join(wanted)}")
    if sorted(ROOMS) != sorted([*wanted, *CONNECTING.values()]):
        raise ValueError("every card needs its room, and every room its card")


def check_effects(edition: Edition) -> None:
    """E-5. How many of which effects there are, and how many choices have a move."""
    choices = [choice for card in edition.equipment.values() for choice in (card.a, card.b)]
    if not all(1 <= len(choice) <= 3 for choice in choices):
        raise ValueError("every choice has one to three effects")
    effects = [effect(text) for choice in choices for text in choice]
    counts = Counter(each.kind for each in effects)
    if set(counts) != {"move", *SPECIAL} or not all(3 <= counts[kind] <= 5 for kind in SPECIAL):
        raise ValueError(f"three to five of each of {', '.join(SPECIAL)} are wanted, not {dict(counts)}")
    rocks, keys = sum(each.rock for each in effects), sum(each.key for each in effects)
    if not 4 <= rocks <= 6 or not 4 <= keys <= 6:
        raise ValueError(f"four to six rocks and keys are wanted, not {rocks} and {keys}")
    _check_moves(edition)


def _check_moves(edition: Edition) -> None:
    moving = [
        sum(any(effect(text).kind == "move" for text in choice) for choice in (card.a, card.b))
        for card in edition.equipment.values()
    ]
    if min(moving) < 1 or not 1.6 <= sum(moving) / len(moving) <= 2.0:
        raise ValueError("every card needs a choice with a move, 1.6 to 2.0 of them on average")
    joker = edition.equipment[f"{MULTICOLOURED}_1"]
    if joker.a != ("move left right",) or joker.b != joker.a:
        raise ValueError("the multicoloured card moves left or right, and nothing else")


def check_numbers(edition: Edition) -> None:
    """E-6 to E-8. Both faces of every starting card, and challenges that can be met with the cards of a set."""
    for table in (edition.energy, edition.level, edition.amulet):
        if set(table) != {"easy", "hard"}:
            raise ValueError("every starting card has an easy and a hard face")
    if not all(1 <= energy <= 6 for energy in edition.energy.values()):
        raise ValueError("Energy starts between 1 and 6")
    for face, level in edition.level.items():
        for wanted in edition.amulet[face]:
            if not set(wanted) <= {*COLOURS, "any"} or sum(wanted.values()) > level.maximum[-1]:
                raise ValueError(f"no hand can meet the challenge {wanted}")
    if any(level.maximum != tuple(sorted(level.maximum)) for level in edition.level.values()):
        raise ValueError("MAX does not fall from level to level")


EDITION = read_edition(files("events.games.ohio_bob").joinpath("cards.toml").read_text("utf-8"))
