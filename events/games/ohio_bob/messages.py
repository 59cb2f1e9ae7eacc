"""The commands and events of Ohio Bob. Their names are promises: they stand in stored records for ever.

Directions in commands are as the acting seat sees them, in events as seat 0 does (R-31). A seat knows its own turn
from the record; events name the seat that they befall.
"""

from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from events.games.ohio_bob.components import CardSet, Difficulty, Option
from events.games.ohio_bob.geometry import Place, Space
from events.games.ohio_bob.rooms import Direction
from events.rules import Command, Event

Card = Annotated[str, Meta(description="The card: its set, its gem and a number, or a Super Gear card and its seat.")]
Choice = Annotated[Option, Meta(description="The choice A or B of a card.")]
Way = Annotated[Direction, Meta(description="The direction, as the acting seat sees it.")]
Seat = Annotated[int, Meta(description="The seat that this befell.", ge=0, le=1)]
Standing = Annotated[Space, Meta(description="The space of the table where the pawn stands now: row, column.")]
Here = Annotated[Space, Meta(description="The space of the table where it happened: row, column.")]
Effects = Annotated[tuple[str, ...], Meta(description="Effects of a card, from left to right.")]
Challenge = Literal[0, 1]
Hazard = Literal["trap", "pit"]
Energy = Annotated[int, Meta(description="The Energy that is left.", ge=0)]
Top = Annotated[str | None, Meta(description="The card that lies on top of the seat's deck now; null: none is left.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game may be set up: the faces of the starting cards, and which cards are played with."""

    energy: Annotated[Difficulty, Meta(description="The face of the Energy card (E-6).")] = "easy"
    level: Annotated[Difficulty, Meta(description="The face of the Level card (E-7).")] = "easy"
    amulet: Annotated[Difficulty, Meta(description="The face of the Amulet card (E-8).")] = "easy"
    challenge: Annotated[
        Challenge | tuple[Challenge, Challenge],
        Meta(description="The challenge of the Amulet card; together a pair by seat, or one number for both."),
    ] = 0
    set: Annotated[CardSet, Meta(description="The set of seat 0; seat 1 has the other one.")] = "green"
    connecting: Annotated[
        Difficulty, Meta(description="The face of the connecting room (E-9); alone it is not used.")
    ] = "easy"


# --- commands --------------------------------------------------------------------------------------------------------


class Keep(Command, frozen=True, tag="keep"):
    """R-3. Keep one of the first two cards in hand; the other becomes the first room."""

    card: Card


class Play(Command, frozen=True, tag="play"):
    """R-4. Play a card from hand for choice A or B."""

    card: Card
    option: Choice


class Move(Command, frozen=True, tag="move"):
    """R-6, R-12, R-13, R-16. Move as the effect in progress allows, or explore beyond the border (R-7)."""

    direction: Way


class Copy(Command, frozen=True, tag="copy"):
    """R-14. Resolve a choice of the deck's top card in place of the torch."""

    option: Choice


class PlaceRoom(Command, frozen=True, tag="place"):
    """R-15. Put the deck's top card beside the current room."""

    direction: Way


class Skip(Command, frozen=True, tag="skip"):
    """R-5. Do without the next effect."""


class Finish(Command, frozen=True, tag="finish"):
    """R-5. Do without all effects that are left."""


class Teleport(Command, frozen=True, tag="teleport"):
    """R-24. Choose where a teleporter leads, when it could lead to several rooms."""

    direction: Way


class Rest(Command, frozen=True, tag="rest"):
    """R-26. Take the resolution pile back into hand for Energy; together: announce it (R-33)."""


class Climb(Command, frozen=True, tag="climb"):
    """R-25. Leave the level by the exit staircase."""

    give: Annotated[bool, Meta(description="Whether one Energy goes to the partner (R-35); alone always false.")] = (
        False
    )


class Discard(Command, frozen=True, tag="discard"):
    """R-27. Discard one of the cards above MAX."""

    card: Card


class Enter(Command, frozen=True, tag="enter"):
    """R-28. Choose which of the deck's first two cards becomes the next level's first room."""

    card: Card


class Offer(Command, frozen=True, tag="offer"):
    """R-37. Offer the partner a card for one of its cards."""

    give: Annotated[str, Meta(description="The own card that is offered, from hand or pile.")]
    take: Annotated[str, Meta(description="The partner's card that is asked for, from hand or pile.")]


class Accept(Command, frozen=True, tag="accept"):
    """R-37. Take the partner's offer."""


class Decline(Command, frozen=True, tag="decline"):
    """R-37. Turn the partner's offer down."""


# --- events ----------------------------------------------------------------------------------------------------------


class TableLaid(Event, frozen=True):
    """R-1. The starting cards are chosen and the Super Gear cards are in hand."""

    stored: ClassVar[str] = "ohio_bob.table_laid/1"
    seats: Annotated[int, Meta(description="How many play.", ge=1, le=2)]
    energy: Annotated[Difficulty, Meta(description="The face of the Energy cards.")]
    level: Annotated[Difficulty, Meta(description="The face of the Level cards.")]
    amulet: Annotated[Difficulty, Meta(description="The face of the Amulet cards.")]
    challenges: Annotated[tuple[int, ...], Meta(description="By seat, the challenge of its Amulet card.")]
    sets: Annotated[tuple[CardSet, ...], Meta(description="By seat, the set of its cards.")]
    connecting: Annotated[Difficulty | None, Meta(description="The face of the connecting room; null: alone.")]
    start_energy: Annotated[int, Meta(description="The Energy that every seat starts with.", ge=1)]


class DeckShuffled(Event, frozen=True):
    """R-2, R-27, D-5. Cards lie shuffled under the seat's deck: its rooms and discards, Super Gear apart."""

    stored: ClassVar[str] = "ohio_bob.deck_shuffled/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    cards: Annotated[tuple[str, ...], Meta(description="The shuffled cards from top to bottom.")]
    first_two: Annotated[tuple[str, ...], Meta(description="The first two cards of the deck, to choose from.")]


class LevelBegan(Event, frozen=True):
    """R-28, R-39. A level begins; first rooms are still to be chosen."""

    stored: ClassVar[str] = "ohio_bob.level_began/1"
    level: Annotated[int, Meta(description="The level: 1, 2 or 3.", ge=1, le=3)]


class CardKept(Event, frozen=True):
    """R-3. One of the first two cards is in hand."""

    stored: ClassVar[str] = "ohio_bob.card_kept/1"
    seat: Seat
    card: Card


class RoomLaid(Event, frozen=True):
    """R-3, R-7, R-15, R-28. A card of the deck lies on the table as a room; it used up the effect in progress."""

    stored: ClassVar[str] = "ohio_bob.room_laid/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card
    place: Annotated[Place, Meta(description="Where the room lies, counted in rooms: row, column.")]
    turned: Annotated[bool, Meta(description="Whether it lies turned by 180 degrees, as seat 0 sees it.")]
    top: Top


class PawnPlaced(Event, frozen=True):
    """R-3, R-28. The pawn stands on the staircase of its first room."""

    stored: ClassVar[str] = "ohio_bob.pawn_placed/1"
    seat: Seat
    space: Standing


class CardPlayed(Event, frozen=True):
    """R-4. A card lies on the resolution pile, its effects are to be resolved; an announced rest is taken back."""

    stored: ClassVar[str] = "ohio_bob.card_played/1"
    seat: Seat
    card: Card
    option: Choice
    effects: Effects


class OptionCopied(Event, frozen=True):
    """R-14. The torch was used: these effects are resolved in its place."""

    stored: ClassVar[str] = "ohio_bob.option_copied/1"
    seat: Seat
    card: Card
    option: Choice
    effects: Effects


class PawnMoved(Event, frozen=True):
    """R-6, R-12, R-13, R-16. The pawn went one step; that used up the effect, of a rope the step."""

    stored: ClassVar[str] = "ohio_bob.pawn_moved/1"
    seat: Seat
    space: Standing


class EffectsGivenUp(Event, frozen=True):
    """R-5. The player does without these effects."""

    stored: ClassVar[str] = "ohio_bob.effects_given_up/1"
    seat: Seat
    effects: Effects


class EffectsLapsed(Event, frozen=True):
    """R-5. These effects could not be carried out."""

    stored: ClassVar[str] = "ohio_bob.effects_lapsed/1"
    seat: Seat
    effects: Effects


class RationTaken(Event, frozen=True):
    """R-17, R-34. A ration is used up until the room is left; `fed` has this much Energy now."""

    stored: ClassVar[str] = "ohio_bob.ration_taken/1"
    seat: Seat
    space: Here
    fed: Annotated[int, Meta(description="The seat that the ration feeds.", ge=0, le=1)]
    energy: Energy


class ChestOpened(Event, frozen=True):
    """R-19, R-20. A card of the deck is in hand; the chest is used up until the room is left."""

    stored: ClassVar[str] = "ohio_bob.chest_opened/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    space: Here
    card: Card
    top: Top


class PitEntered(Event, frozen=True):
    """R-22. The pawn fell into a pit: the rest of the card is lost, and its seat must rest."""

    stored: ClassVar[str] = "ohio_bob.pit_entered/1"
    seat: Seat
    space: Here


class TrapSprung(Event, frozen=True):
    """R-23. A trap cost one Energy."""

    stored: ClassVar[str] = "ohio_bob.trap_sprung/1"
    seat: Seat
    space: Here
    energy: Energy


class TeleporterEntered(Event, frozen=True):
    """R-24. A teleporter could lead to several rooms: the player is to choose."""

    stored: ClassVar[str] = "ohio_bob.teleporter_entered/1"
    seat: Seat
    ignores: Annotated[tuple[Hazard, ...], Meta(description="What does nothing where the teleport ends (D-16).")]


class PawnTeleported(Event, frozen=True):
    """R-24. The pawn stands in another room."""

    stored: ClassVar[str] = "ohio_bob.pawn_teleported/1"
    seat: Seat
    space: Standing


class RestAnnounced(Event, frozen=True):
    """R-26, R-33. The seat wants to rest, and waits until its partner does if that one is on the level."""

    stored: ClassVar[str] = "ohio_bob.rest_announced/1"
    seat: Seat


class Rested(Event, frozen=True):
    """R-26. The resolution pile is back in hand, at the cost of Energy."""

    stored: ClassVar[str] = "ohio_bob.rested/1"
    seat: Seat
    energy: Energy


class EnergyGiven(Event, frozen=True):
    """R-35. One Energy went to the partner, before the level was left."""

    stored: ClassVar[str] = "ohio_bob.energy_given/1"
    seat: Seat
    energy: Energy
    partner: Annotated[int, Meta(description="The Energy that the partner has now.", ge=0)]


class LevelEscaped(Event, frozen=True):
    """R-25, R-27. The pawn left the level; Energy is reset, the pile back in hand, some cards may be one too many."""

    stored: ClassVar[str] = "ohio_bob.level_escaped/1"
    seat: Seat
    energy: Energy
    surplus: Annotated[int, Meta(description="How many cards are to be discarded.", ge=0)]


class CardDiscarded(Event, frozen=True):
    """R-27. A card above MAX was discarded; a Super Gear card leaves the game (D-5)."""

    stored: ClassVar[str] = "ohio_bob.card_discarded/1"
    seat: Seat
    card: Card


class ExchangeOffered(Event, frozen=True):
    """R-37. The seat offers its partner a card for another."""

    stored: ClassVar[str] = "ohio_bob.exchange_offered/1"
    seat: Seat
    give: Annotated[str, Meta(description="The card that is offered.")]
    take: Annotated[str, Meta(description="The partner's card that is asked for.")]


class CardsExchanged(Event, frozen=True):
    """R-37. The offer of this seat was accepted: each has the other's card in hand; no more on this level."""

    stored: ClassVar[str] = "ohio_bob.cards_exchanged/1"
    seat: Seat
    give: Annotated[str, Meta(description="The card that the seat gave.")]
    take: Annotated[str, Meta(description="The card that the seat got.")]


class ExchangeDeclined(Event, frozen=True):
    """R-37. The seat turned its partner's offer down."""

    stored: ClassVar[str] = "ohio_bob.exchange_declined/1"
    seat: Seat


class OfferLapsed(Event, frozen=True):
    """D-15. The offer of this seat stands no longer."""

    stored: ClassVar[str] = "ohio_bob.offer_lapsed/1"
    seat: Seat


class SeatWithdrew(Event, frozen=True):
    """C-8. The seat gave up, and with it the game is lost."""

    stored: ClassVar[str] = "ohio_bob.seat_withdrew/1"
    seat: Seat


AnyCommand = (
    Keep
    | Play
    | Move
    | Copy
    | PlaceRoom
    | Skip
    | Finish
    | Teleport
    | Rest
    | Climb
    | Discard
    | Enter
    | Offer
    | Accept
    | Decline
)
AnyEvent = (
    TableLaid
    | DeckShuffled
    | LevelBegan
    | CardKept
    | RoomLaid
    | PawnPlaced
    | CardPlayed
    | OptionCopied
    | PawnMoved
    | EffectsGivenUp
    | EffectsLapsed
    | RationTaken
    | ChestOpened
    | PitEntered
    | TrapSprung
    | TeleporterEntered
    | PawnTeleported
    | RestAnnounced
    | Rested
    | EnergyGiven
    | LevelEscaped
    | CardDiscarded
    | ExchangeOffered
    | CardsExchanged
    | ExchangeDeclined
    | OfferLapsed
    | SeatWithdrew
)

COMMANDS: tuple[type[Command], ...] = get_args(AnyCommand)
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
