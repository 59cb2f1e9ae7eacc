"""The box as data for the catalogue (E-1 to E-3), so that a program can plan without knowing this code."""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from events.games.game_over.components import (
    COLOURS,
    ENTRANCES,
    MONSTERS,
    PACK,
    PRINCESSES,
    SIDE,
    WEAPONS,
    Card,
    Colour,
    Weapon,
    row_and_col,
)


class Components(msgspec.Struct, frozen=True):
    """What lies in the box, and where the barbarians enter."""

    side: Annotated[int, Meta(description="The dungeon has so many rows, and as many columns.")]
    cards: Annotated[dict[Card, int], Meta(description="The dungeon cards by name: how many there are of each.")]
    weapons: Annotated[tuple[Weapon, ...], Meta(description="The weapons that a seat can wield.")]
    monsters: Annotated[
        dict[Card, Weapon],
        Meta(description="The monsters that can be beaten: by card, the only weapon that does it."),
    ]
    colours: Annotated[tuple[Colour, ...], Meta(description="By seat, the colour of its barbarian.")]
    princesses: Annotated[tuple[Card, ...], Meta(description="By seat, the princess that it has to find.")]
    entrances: Annotated[
        dict[int, tuple[tuple[int, int], ...]],
        Meta(description="By number of seats and then by seat, the row and the column of its entrance."),
    ]


def catalogue() -> Components:
    """The whole box."""
    return Components(
        side=SIDE,
        cards=dict(Counter(PACK)),
        weapons=WEAPONS,
        monsters=MONSTERS,
        colours=COLOURS,
        princesses=PRINCESSES,
        entrances={seats: tuple(map(row_and_col, places)) for seats, places in ENTRANCES.items()},
    )
