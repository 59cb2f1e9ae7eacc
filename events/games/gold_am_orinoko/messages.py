"""The commands and events of the game. Their names are promises: they stand in stored records for ever."""

from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from events.rules import Command, Event

Action = Literal["push", "move"]
Seat = Annotated[int, Meta(ge=0, le=3, description="The seat that acts.")]
Adventurer = Annotated[int, Meta(ge=0, le=1, description="Which of the seat's two adventurers.")]
Column = Annotated[int, Meta(ge=0, le=28, description="The column on the temple wall that the coin comes from.")]
Value = Annotated[int, Meta(ge=1, le=4, description="What the coin is worth.")]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game may be set up."""

    first_seat: Annotated[
        Literal["random"] | Annotated[int, Meta(ge=0, le=3)],
        Meta(description="The seat that begins, or random: it is drawn."),
    ] = "random"


class Square(Struct, frozen=True, order=True, gc=False):
    """A square of the river; the lane beyond the last one is the temple wall."""

    lane: Annotated[int, Meta(ge=0, le=5, description="The lane, 0 at the jungle shore; 5 is the temple wall.")]
    column: Annotated[int, Meta(ge=0, le=28, description="The column, 0 upstream, at the rocky knoll.")]


class Push(Command, frozen=True, tag="push"):
    """Push a tree trunk downstream, as many squares as the brown die shows (R-5)."""

    trunk: Annotated[int, Meta(ge=0, le=4, description="The lane of the trunk, 0 at the jungle shore.")]


class Move(Command, frozen=True, tag="move"):
    """Move an adventurer, as many steps as the white die shows, or fewer to a coin (R-7, R-8)."""

    adventurer: Annotated[int, Meta(ge=0, le=1, description="Which of your two adventurers.")]
    lane: Annotated[int, Meta(ge=0, le=5, description="The lane where it ends; 5 is the temple wall.")]
    column: Annotated[int, Meta(ge=0, le=28, description="The column where it ends, 0 upstream.")]


class LaidCoin(Struct, frozen=True):
    """A coin as it was laid on the wall."""

    column: Annotated[int, Meta(ge=0, le=28, description="The column of its mark on the temple wall.")]
    face_up: Annotated[bool, Meta(description="Whether everybody sees its value.")]
    value: Value


class RiverLaid(Event, frozen=True):
    """The trunks lie in their lanes and the coins on their marks; all adventurers are ashore (R-1, R-2)."""

    stored: ClassVar[str] = "gold_am_orinoko.river_laid/1"
    reveals: ClassVar[bool] = True
    seats: Annotated[int, Meta(ge=2, le=4, description="How many seats play.")]
    columns: Annotated[int, Meta(ge=1, le=29, description="How many squares long the river is.")]
    trunks: Annotated[tuple[int, ...], Meta(description="The length of the trunk in each lane, jungle shore first.")]
    coins: Annotated[tuple[LaidCoin, ...], Meta(description="The coins on the wall, upstream first.")]
    first: Annotated[int, Meta(ge=0, le=3, description="The seat that begins.")]


class DiceRolled(Event, frozen=True):
    """The seat's turn begins with a roll of both dice (R-3)."""

    stored: ClassVar[str] = "gold_am_orinoko.dice_rolled/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    white: Annotated[int, Meta(ge=1, le=4, description="The adventurers' die: how many steps.")]
    brown: Annotated[int, Meta(ge=1, le=3, description="The tree trunk die: how many squares.")]


class TrunkPushed(Event, frozen=True):
    """A trunk moved downstream, with whoever stands on it (R-5, D-3)."""

    stored: ClassVar[str] = "gold_am_orinoko.trunk_pushed/1"
    seat: Seat
    trunk: Annotated[int, Meta(ge=0, le=4, description="The lane of the trunk.")]
    squares: Annotated[int, Meta(ge=1, le=3, description="How many squares it moved downstream.")]


class AdventurerMoved(Event, frozen=True):
    """An adventurer walked over the trunks, perhaps up to a coin on the wall (R-7 to R-13)."""

    stored: ClassVar[str] = "gold_am_orinoko.adventurer_moved/1"
    seat: Seat
    adventurer: Adventurer
    path: Annotated[tuple[Square, ...], Meta(description="The squares it landed on, step by step, without the start.")]


class FaceUpCoinTaken(Event, frozen=True):
    """The adventurer took a coin that everybody knew, and went ashore (R-14)."""

    stored: ClassVar[str] = "gold_am_orinoko.face_up_coin_taken/1"
    seat: Seat
    adventurer: Adventurer
    column: Column
    value: Value


class FaceDownCoinTaken(Event, frozen=True):
    """The adventurer took a hidden coin and went ashore; its value is known to this seat alone (R-14)."""

    stored: ClassVar[str] = "gold_am_orinoko.face_down_coin_taken/1"
    reveals: ClassVar[bool] = True
    seat: Seat
    adventurer: Adventurer
    column: Column
    value: Value


class ActionsLapsed(Event, frozen=True):
    """None of the actions that were still due could be carried out (D-2)."""

    stored: ClassVar[str] = "gold_am_orinoko.actions_lapsed/1"
    seat: Seat
    actions: Annotated[tuple[Action, ...], Meta(description="The actions that lapsed.")]


class SeatWithdrew(Event, frozen=True):
    """The seat resigned: its adventurers went ashore, and its turns are skipped from now on (C-8)."""

    stored: ClassVar[str] = "gold_am_orinoko.seat_withdrew/1"
    seat: Seat


PlayCommand = Push | Move
PlayEvent = (
    RiverLaid
    | DiceRolled
    | TrunkPushed
    | AdventurerMoved
    | FaceUpCoinTaken
    | FaceDownCoinTaken
    | ActionsLapsed
    | SeatWithdrew
)
COMMANDS: tuple[type[Command], ...] = get_args(PlayCommand)
EVENTS: tuple[type[Event], ...] = get_args(PlayEvent)
