"""The edition as data for the catalogue (E-1 to E-9), so that a program can plan without knowing this code."""

from collections.abc import Mapping
from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from events.games.ohio_bob.components import (
    EDITION,
    LEVELS,
    SUPER_GEAR_CARD,
    CardSet,
    Difficulty,
    EffectKind,
    Equipment,
    Level,
    challenge,
    effect,
)
from events.games.ohio_bob.rooms import COLUMNS, CONNECTING, ROOMS, ROWS, Direction, Edge, Kind, Room, draw


class EffectShown(msgspec.Struct, frozen=True):
    """One effect of a card; E-5 and R-6 to R-16 say what it does."""

    text: Annotated[str, Meta(description="The effect as events and views name it.")]
    kind: Annotated[EffectKind, Meta(description="What it is; `rope goes on` is what a rope's first step leaves.")]
    directions: Annotated[
        tuple[Direction, ...], Meta(description="Where it may lead, as its seat sees it; of torch and map: no matter.")
    ]
    rock: Annotated[bool, Meta(description="Whether a trap entered by this move does nothing.")]
    key: Annotated[bool, Meta(description="Whether this move may pass a locked door.")]


class CardShown(msgspec.Struct, frozen=True, rename={"a": "A", "b": "B"}):
    """The equipment side of a card."""

    a: Annotated[tuple[EffectShown, ...], Meta(description="The effects of choice A, from left to right.")]
    b: Annotated[tuple[EffectShown, ...], Meta(description="The effects of choice B; none: there is no choice B.")]


class EdgesShown(msgspec.Struct, frozen=True):
    """What lies between a space and the next one, or on the border of the room."""

    up: Annotated[Edge, Meta(description="What lies above it.")]
    down: Annotated[Edge, Meta(description="What lies below it.")]
    left: Annotated[Edge, Meta(description="What lies to its left.")]
    right: Annotated[Edge, Meta(description="What lies to its right.")]


class RoomShown(msgspec.Struct, frozen=True):
    """A room as printed; turned by 180 degrees the spaces run backwards, and each edge is the opposite one."""

    drawing: Annotated[tuple[str, ...], Meta(description="The room as text; rooms.txt says what its signs mean.")]
    spaces: Annotated[tuple[Kind, ...], Meta(description="What is printed on its spaces, row by row from the top.")]
    edges: Annotated[tuple[EdgesShown, ...], Meta(description="By space, the edges around it.")]


class LevelShown(msgspec.Struct, frozen=True):
    """What the Level card says of one level."""

    rooms: Annotated[int, Meta(description="How many rooms each seat explores, the first one included.")]
    rest: Annotated[int, Meta(description="How much Energy a rest costs.")]
    maximum: Annotated[int, Meta(description="How many cards may be carried up the last staircase: MAX.")]


class Components(msgspec.Struct, frozen=True):
    """All cards, rooms and numbers of the edition."""

    sets: Annotated[tuple[CardSet, ...], Meta(description="The sets; a card of one is named `<set>:<card>`.")]
    cards: Annotated[dict[str, CardShown], Meta(description="The cards of each set by name, `<gem>_<number>`.")]
    super_gear: Annotated[CardShown, Meta(description="The card that each seat has besides, `super_gear:<seat>`.")]
    rows: Annotated[int, Meta(description="How many rows of spaces a room has.")]
    columns: Annotated[int, Meta(description="How many columns of spaces a room has.")]
    rooms: Annotated[
        dict[str, RoomShown],
        Meta(description="The rooms by the name of the card that they are on, and the connecting rooms."),
    ]
    connecting: Annotated[
        dict[str, str], Meta(description="By the option `connecting`, the name of the connecting room.")
    ]
    energy: Annotated[dict[Difficulty, int], Meta(description="By the option `energy`, the Energy at the start.")]
    level: Annotated[
        dict[Difficulty, tuple[LevelShown, ...]], Meta(description="By the option `level`, levels 1, 2 and 3.")
    ]
    amulet: Annotated[
        dict[Difficulty, tuple[tuple[dict[str, int], ...], ...]],
        Meta(description="By the option `amulet`, by seat, and by the option `challenge`: gems wanted by colour."),
    ]


def catalogue() -> Components:
    """The whole edition."""
    return Components(
        sets=get_args(CardSet),
        cards={name: _card(card) for name, card in EDITION.equipment.items()},
        super_gear=_card(SUPER_GEAR_CARD),
        rows=ROWS,
        columns=COLUMNS,
        rooms={name: _room(room) for name, room in ROOMS.items()},
        connecting=CONNECTING,
        energy=EDITION.energy,
        level={face: _levels(card) for face, card in EDITION.level.items()},
        amulet={face: tuple(_challenges(seat, face) for seat in (0, 1)) for face in EDITION.amulet},
    )


def _card(card: Equipment) -> CardShown:
    return CardShown(tuple(map(_effect, card.a)), tuple(map(_effect, card.b)))


def _effect(text: str) -> EffectShown:
    read = effect(text)
    return EffectShown(text, read.kind, read.directions, read.rock, read.key)


def _room(room: Room) -> RoomShown:
    return RoomShown(tuple(draw(room)), room.spaces, tuple(_edges(edges) for edges in room.edges))


def _edges(edges: Mapping[Direction, Edge]) -> EdgesShown:
    return EdgesShown(edges["up"], edges["down"], edges["left"], edges["right"])


def _levels(card: Level) -> tuple[LevelShown, ...]:
    return tuple(LevelShown(card.rooms[each - 1], card.rest[each - 1], card.maximum[each - 1]) for each in LEVELS)


def _challenges(seat: int, face: Difficulty) -> tuple[dict[str, int], ...]:
    return tuple(dict(challenge(seat, face, number)) for number in range(len(EDITION.amulet[face])))
