"""The commands and events of the game. Their names are promises: they stand in stored records for ever."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from events.games.game_over.components import Card, Weapon
from events.rules import Command, Event

Seat = Annotated[int, Meta(ge=0, le=3, description="The seat whose turn it is.")]
Row = Annotated[int, Meta(ge=0, le=4, description="The row of the card, 0 (north) to 4 (south).")]
Col = Annotated[int, Meta(ge=0, le=4, description="The column of the card, 0 (west) to 4 (east).")]
Memory = Literal["strict", "open"]
Reason = Literal["unbeaten", "invincible", "no_way_on", "resigned"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game may be set up."""

    first_seat: Annotated[
        Literal["random"] | Annotated[int, Meta(ge=0, le=3)],
        Meta(description="The seat that begins, or random: it is drawn."),
    ] = "random"
    memory: Annotated[
        Memory,
        Meta(description="strict: only what was seen since one's own last command is shown; open: all that was seen."),
    ] = "strict"


class Search(Command, frozen=True, tag="search"):
    """Wield a weapon and turn over a card."""

    weapon: Annotated[Weapon, Meta(description="The weapon wielded at this card.")]
    row: Row
    col: Col


class Banish(Command, frozen=True, tag="banish"):
    """Exchange the invincible monster just met with a card that is still face down."""

    row: Row
    col: Col


class DungeonLaid(Event, frozen=True):
    """The cards were shuffled and laid face down."""

    stored: ClassVar[str] = "game_over.dungeon_laid/1"
    seats: Annotated[int, Meta(ge=2, le=4, description="How many seats play.")]
    memory: Annotated[Memory, Meta(description="The option of this name.")]
    first: Annotated[int, Meta(ge=0, le=3, description="The seat that begins.")]
    cards: Annotated[
        tuple[Card, ...],
        Meta(min_length=25, max_length=25, description="The cards row by row, hidden until the end."),
    ]


class CardTurned(Event, frozen=True):
    """A card was turned face up."""

    stored: ClassVar[str] = "game_over.card_turned/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    weapon: Annotated[Weapon, Meta(description="The weapon wielded at this card.")]
    row: Row
    col: Col
    card: Annotated[Card, Meta(description="The face of the card.")]


class CardsExchanged(Event, frozen=True):
    """The invincible monster just met and a face-down card changed places; both lie face down now."""

    stored: ClassVar[str] = "game_over.cards_exchanged/1"
    seat: Seat
    row: Annotated[int, Meta(ge=0, le=4, description="The row in which the monster was met.")]
    col: Annotated[int, Meta(ge=0, le=4, description="The column in which the monster was met.")]
    to_row: Annotated[int, Meta(ge=0, le=4, description="The row in which the monster lies now.")]
    to_col: Annotated[int, Meta(ge=0, le=4, description="The column in which the monster lies now.")]


class TurnEnded(Event, frozen=True):
    """Game over for this turn: every card lies face down again, and the next seat begins its turn."""

    stored: ClassVar[str] = "game_over.turn_ended/1"
    seat: Seat
    reason: Annotated[
        Reason,
        Meta(
            description="unbeaten: a monster that the weapon does not beat; invincible: a monster that none beats; "
            "no_way_on: no card may be turned next; resigned: the seat gave up."
        ),
    ]
    next: Annotated[int, Meta(ge=0, le=3, description="The seat whose turn begins.")]


class SeatWithdrew(Event, frozen=True):
    """A seat resigned: its later turns are skipped."""

    stored: ClassVar[str] = "game_over.seat_withdrew/1"
    seat: Annotated[int, Meta(ge=0, le=3, description="The seat that resigned.")]


EVENTS: tuple[type[Event], ...] = (DungeonLaid, CardTurned, CardsExchanged, TurnEnded, SeatWithdrew)
