"""The box as data for the catalogue (E-1 to E-4), so that a program can plan without knowing this code."""

from typing import Annotated

import msgspec
from msgspec import Meta

from events.games.gold_am_orinoko.components import ADVENTURERS, RIVER


class MarkShown(msgspec.Struct, frozen=True):
    """A place for a coin on the temple wall."""

    column: Annotated[int, Meta(description="Its column, counted downstream from 0.")]
    face_up: Annotated[bool, Meta(description="Whether the coin that is laid there lies face up.")]


class Components(msgspec.Struct, frozen=True):
    """The river, its pieces, and the faces of both dice."""

    columns: Annotated[int, Meta(description="How many columns the river has.")]
    trunks: Annotated[tuple[int, ...], Meta(description="The lengths of the trunks in squares; one for every lane.")]
    marks: Annotated[tuple[MarkShown, ...], Meta(description="The marks for coins on the temple wall, from upstream.")]
    coins: Annotated[tuple[int, ...], Meta(description="The values of the coins, one coin for every mark.")]
    white: Annotated[tuple[int, ...], Meta(description="The faces of the white die, which moves adventurers.")]
    brown: Annotated[tuple[int, ...], Meta(description="The faces of the brown die, which pushes trunks.")]
    adventurers: Annotated[int, Meta(description="How many adventurers every seat has.")]


def catalogue() -> Components:
    """The whole box."""
    return Components(
        columns=RIVER.columns,
        trunks=RIVER.trunks,
        marks=tuple(MarkShown(mark.column, mark.face_up) for mark in RIVER.marks),
        coins=RIVER.coins,
        white=RIVER.white,
        brown=RIVER.brown,
        adventurers=ADVENTURERS,
    )
