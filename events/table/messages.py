"""The table's commands and events. Their names are promises: they stand in stored records for ever."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from events.rules import Command, Event, Outcome

UndoPolicy = Literal["free", "off"]
Visibility = Literal["public", "unlisted", "private"]
SeatKind = Literal["open", "person", "bot"]


class SeatSetup(msgspec.Struct, frozen=True):
    """A seat as it is laid out: a person (name, token hash), a bot (its spec), or open."""

    kind: SeatKind
    name: str | None = None
    bot: str | None = None
    token: str | None = None


class OpenGame(Command, frozen=True, tag="table.open_game"):
    """Open a game. Token fields hold SHA-256 hashes, never tokens."""

    rules: str
    seats: tuple[SeatSetup, ...]
    options: dict[str, Any]
    undo: UndoPolicy
    visibility: Visibility
    host: str
    join: str | None = None
    name: str | None = None


class TakeSeat(Command, frozen=True, tag="table.take_seat"):
    """Sit down on an open seat; `token` is the hash of the seat's new token."""

    seat: int
    name: str
    token: str


class LeaveSeat(Command, frozen=True, tag="table.leave_seat"):
    """Stand up before the start: the seat is open again."""

    seat: int


class HandOver(Command, frozen=True, tag="table.hand_over"):
    """Let a bot play the seat, or with None take it back."""

    seat: int
    bot: str | None


class Rewind(Command, frozen=True, tag="table.rewind"):
    """Take the play back to version `to`, or with None to before the seat's last decision."""

    seat: int
    to: int | None = None


class GameOpened(Event, frozen=True):
    """The first event of every game. `commitment` is the SHA-256 of the secret seed."""

    stored: ClassVar[str] = "table.game_opened/1"
    rules: str
    rules_version: int
    seats: tuple[SeatSetup, ...]
    options: dict[str, Any]
    undo: UndoPolicy
    visibility: Visibility
    commitment: str
    host: str
    join: str | None = None
    name: str | None = None


class SeatTaken(Event, frozen=True):
    """A person sat down."""

    stored: ClassVar[str] = "table.seat_taken/1"
    seat: Annotated[int, Meta(description="The seat that was taken.")]
    name: str
    token: str


class SeatLeft(Event, frozen=True):
    """The seat is open again."""

    stored: ClassVar[str] = "table.seat_left/1"
    seat: Annotated[int, Meta(description="The seat that is open again.")]


class SeatHandedOver(Event, frozen=True):
    """A bot plays the seat from now on, or with None whoever sat there plays again."""

    stored: ClassVar[str] = "table.seat_handed_over/1"
    seat: Annotated[int, Meta(description="The seat that changes hands.")]
    bot: Annotated[str | None, Meta(description="The bot that plays it now; null: who sat there plays again.")]


class GameStarted(Event, frozen=True):
    """Every seat is taken; the play begins."""

    stored: ClassVar[str] = "table.game_started/1"


class SeatResigned(Event, frozen=True):
    """The seat gave up. A resignation is final: no undo goes back beyond it."""

    stored: ClassVar[str] = "table.seat_resigned/1"
    seat: Annotated[int, Meta(description="The seat that gave up.")]


class GameRewound(Event, frozen=True):
    """The play stands again as it stood at version `to`; what came after no longer counts."""

    stored: ClassVar[str] = "table.game_rewound/1"
    seat: Annotated[int, Meta(description="The seat that took back.")]
    to: Annotated[int, Meta(description="The version at which the play stands again.")]


class GameEnded(Event, frozen=True):
    """The last event of every game. `seed` (hex) is the secret that every draw came from."""

    stored: ClassVar[str] = "table.game_ended/1"
    winners: Annotated[tuple[int, ...], Meta(description="The seats that have won; none: nobody has.")]
    reason: Annotated[str, Meta(description="Why the game ended: one of the reasons of its rules.")]
    rule: Annotated[str, Meta(description="The number of the rule that ended it.")]
    seed: Annotated[
        str,
        Meta(description="The secret of every draw, in hex: its SHA-256 is the game's commitment."),
    ]
    scores: Annotated[
        tuple[int, ...] | None, Meta(description="By seat, what it scored; null: there are no scores in this game.")
    ] = None

    def outcome(self) -> Outcome:
        """The outcome that this event records."""
        return Outcome(winners=self.winners, reason=self.reason, rule=self.rule, scores=self.scores)


COMMANDS: tuple[type[Command], ...] = (OpenGame, TakeSeat, LeaveSeat, HandOver, Rewind)
EVENTS: tuple[type[Event], ...] = (
    GameOpened,
    SeatTaken,
    SeatLeft,
    SeatHandedOver,
    GameStarted,
    SeatResigned,
    GameRewound,
    GameEnded,
)
