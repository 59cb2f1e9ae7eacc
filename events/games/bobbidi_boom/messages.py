"""The commands and events of the game. Their names are promises: they stand in stored records for ever."""

from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from events.rules import Command, Event

Memory = Literal["strict", "open"]
DroppingEffect = Literal["delayed_reaction", "boiling_over"]
OwnEffect = Literal["delayed_reaction", "boiling_over", "more_is_more"]

Seat = Annotated[int, Meta(ge=0, le=4, description="The seat that this is about.")]
Card = Annotated[str, Meta(description="The card's name: `bone`, `double_bone`, `bone_antidote_5` or `potion`.")]
Cards = Annotated[tuple[str, ...], Meta(description="The cards' names.")]
Marker = Annotated[str, Meta(description="The marker: `3`, `4`, `5`, `6` or `unnumbered`.")]
Ingredients = Annotated[tuple[str, ...], Meta(description="The ingredients that reached the number on the top marker.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be agreed on before a game."""

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=4)] | Literal["random"],
        Meta(description="The seat that begins the first round, or `random` (C-2)."),
    ] = "random"
    memory: Annotated[
        Memory,
        Meta(
            description="`strict`: a seat sees its dealt cards until its first command and never its deck afterwards. "
            "`open`: a seat always sees which cards its deck holds, but not their order (D-7)."
        ),
    ] = "strict"


# --- commands ---------------------------------------------------------------------------------------------------------


class Reveal(Command, frozen=True, tag="reveal"):
    """Turn over the top card of your deck, and every further card that it or a fire forces (R-7)."""


class Pass(Command, frozen=True, tag="pass"):
    """Leave the round of your own will and take the top marker, Witch side up (R-10)."""


class Stir(Command, frozen=True, tag="stir"):
    """Swap the stirring card that you just revealed with a card in another seat's display (R-14)."""

    seat: Annotated[int, Meta(ge=0, le=4, description="The seat in whose display the wanted card lies.")]
    card: Annotated[str, Meta(description="The wanted card's name.")]


class Decline(Command, frozen=True, tag="decline"):
    """Leave the stirring card where it is (R-14)."""


class Take(Command, frozen=True, tag="take"):
    """Take a card from the ingredient shelf into your deck (R-15)."""

    card: Annotated[str, Meta(description="The card's name on the shelf.")]


# --- events: laying out, and the course of a round --------------------------------------------------------------------


class GameLaidOut(Event, frozen=True):
    """Cards were dealt and the supply was shuffled (R-1 to R-5)."""

    stored: ClassVar[str] = "bobbidi_boom.game_laid_out/1"
    reveals: ClassVar[bool] = True
    memory: Annotated[Memory, Meta(description="What a seat is shown of its own deck: the option `memory`.")]
    rounds: Annotated[int, Meta(ge=7, le=9, description="How many rounds will be played.")]
    starter: Annotated[int, Meta(ge=0, le=4, description="The seat that begins the first round.")]
    dealt: Annotated[tuple[tuple[str, ...], ...], Meta(description="The cards dealt to each seat, the double first.")]
    unused: Annotated[tuple[str, ...], Meta(description="The double cards that were not dealt.")]
    supply: Annotated[tuple[str, ...], Meta(description="The supply deck, its top card first.")]


class ShelfFilled(Event, frozen=True):
    """Cards came from the supply to the end of the shelf (R-3, R-17)."""

    stored: ClassVar[str] = "bobbidi_boom.shelf_filled/1"
    reveals: ClassVar[bool] = True
    cards: Cards


class RoundBegan(Event, frozen=True):
    """Every seat shuffled its cards into its deck, and the markers lie in order again (R-4, R-17, R-18)."""

    stored: ClassVar[str] = "bobbidi_boom.round_began/1"
    round: Annotated[int, Meta(ge=1, le=9, description="The round, from 1.")]
    starter: Annotated[int, Meta(ge=0, le=4, description="The seat that begins the round.")]
    decks: Annotated[tuple[tuple[str, ...], ...], Meta(description="Each seat's deck, its top card first.")]


class TurnBegan(Event, frozen=True):
    """It is this seat's turn to reveal or to pass (R-7)."""

    stored: ClassVar[str] = "bobbidi_boom.turn_began/1"
    seat: Seat


class TurnSkipped(Event, frozen=True):
    """The turn reached a seat that is still in but has no card left to reveal (R-13, D-2)."""

    stored: ClassVar[str] = "bobbidi_boom.turn_skipped/1"
    seat: Seat


# --- events: brewing --------------------------------------------------------------------------------------------------


class CardRevealed(Event, frozen=True):
    """The seat turned over the top card of its deck (R-7)."""

    stored: ClassVar[str] = "bobbidi_boom.card_revealed/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card


class CardSilenced(Event, frozen=True):
    """A special card lost its effect for the round to the one revealed after it in the fire (D-10)."""

    stored: ClassVar[str] = "bobbidi_boom.card_silenced/1"
    card: Card


class CauldronExploded(Event, frozen=True):
    """BOOM: the seat is out and took the top marker, BOOM side up (R-8)."""

    stored: ClassVar[str] = "bobbidi_boom.cauldron_exploded/1"
    seat: Seat
    marker: Marker
    ingredients: Ingredients


class ExplosionSurvived(Event, frozen=True):
    """The cauldron exploded, but the seat's antidotes saved it (R-14, D-11)."""

    stored: ClassVar[str] = "bobbidi_boom.explosion_survived/1"
    seat: Seat
    ingredients: Ingredients


class Passed(Event, frozen=True):
    """The seat passed and took the top marker, Witch side up (R-10)."""

    stored: ClassVar[str] = "bobbidi_boom.passed/1"
    seat: Seat
    marker: Marker


class DroppedOut(Event, frozen=True):
    """A special effect put the seat out: it took the top marker, BOOM side up (R-14, D-4)."""

    stored: ClassVar[str] = "bobbidi_boom.dropped_out/1"
    seat: Seat
    marker: Marker
    effect: Annotated[DroppingEffect, Meta(description="The effect that put the seat out.")]


class StayedIn(Event, frozen=True):
    """All decks ran out; a seat farther from the start took the top marker, Witch side up (R-13, D-3)."""

    stored: ClassVar[str] = "bobbidi_boom.stayed_in/1"
    seat: Seat
    marker: Marker


class RoundWon(Event, frozen=True):
    """The seat won the round: it took the last marker, Witch side up, and a victory point (R-12, R-13)."""

    stored: ClassVar[str] = "bobbidi_boom.round_won/1"
    seat: Seat
    marker: Marker


# --- events: special effects ------------------------------------------------------------------------------------------


class ReactionArmed(Event, frozen=True):
    """Unless somebody explodes or passes first, the seat drops out when the turn reaches it again (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.reaction_armed/1"
    seat: Seat


class FireLit(Event, frozen=True):
    """The next other seat that acts must pass or reveal two cards (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.fire_lit/1"
    seat: Seat


class TopGlimpsed(Event, frozen=True):
    """The seat looked at the top card of its deck; only the seat knows which one it is (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.top_glimpsed/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card


class StirOffered(Event, frozen=True):
    """The seat may swap its stirring card with one in another display (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.stir_offered/1"
    seat: Seat
    card: Card


class CardsSwapped(Event, frozen=True):
    """The seat stirred: its card and another seat's changed places (D-5)."""

    stored: ClassVar[str] = "bobbidi_boom.cards_swapped/1"
    seat: Seat
    card: Annotated[str, Meta(description="The stirring card, which lies in the other seat's display now.")]
    other: Annotated[int, Meta(ge=0, le=4, description="The other seat.")]
    other_card: Annotated[str, Meta(description="The card that lies in the stirring seat's display now.")]


class StirDeclined(Event, frozen=True):
    """The seat left its stirring card where it is (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.stir_declined/1"
    seat: Seat


class EffectAverted(Event, frozen=True):
    """The seat's spoon kept its own effect away from it (R-14)."""

    stored: ClassVar[str] = "bobbidi_boom.effect_averted/1"
    seat: Seat
    effect: Annotated[OwnEffect, Meta(description="The effect that did nothing.")]


# --- events: the ingredient phase, and resigning ----------------------------------------------------------------------


class CardTaken(Event, frozen=True):
    """The seat took a card from the shelf (R-15)."""

    stored: ClassVar[str] = "bobbidi_boom.card_taken/1"
    seat: Seat
    card: Card


class SeatWithdrew(Event, frozen=True):
    """The seat resigned; from now on it plays by itself and cannot win (C-8, D-14)."""

    stored: ClassVar[str] = "bobbidi_boom.seat_withdrew/1"
    seat: Seat


PlayCommand = Reveal | Pass | Stir | Decline | Take
PlayEvent = (
    GameLaidOut
    | ShelfFilled
    | RoundBegan
    | TurnBegan
    | TurnSkipped
    | CardRevealed
    | CardSilenced
    | CauldronExploded
    | ExplosionSurvived
    | Passed
    | DroppedOut
    | StayedIn
    | RoundWon
    | ReactionArmed
    | FireLit
    | TopGlimpsed
    | StirOffered
    | CardsSwapped
    | StirDeclined
    | EffectAverted
    | CardTaken
    | SeatWithdrew
)
COMMANDS: tuple[type[Command], ...] = get_args(PlayCommand)
EVENTS: tuple[type[Event], ...] = get_args(PlayEvent)
