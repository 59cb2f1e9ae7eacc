"""The table as it stands: who sits where, under which agreement, and whether the play has begun or ended."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.rules import Event, Outcome
from events.table.messages import (
    GameEnded,
    GameOpened,
    GameRewound,
    GameStarted,
    SeatHandedOver,
    SeatKind,
    SeatLeft,
    SeatResigned,
    SeatSetup,
    SeatTaken,
    UndoPolicy,
    Visibility,
)

Status = Literal["open", "running", "over"]


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. `token` is the hash of the token whose bearer plays here (None: nobody holds one).

    A person's seat that a bot plays for the moment keeps its name and its token.
    """

    kind: SeatKind
    name: str | None = None
    bot: str | None = None
    token: str | None = None
    resigned: bool = False


OPEN_SEAT = Seat(kind="open")


class Table(msgspec.Struct, frozen=True):
    """Everything about a game that is not play. `host` and `join` are token hashes."""

    rules: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    undo: UndoPolicy
    visibility: Visibility
    commitment: str
    host: str
    join: str | None = None
    name: str | None = None
    status: Status = "open"
    outcome: Outcome | None = None
    seed: str | None = None

    def bots(self) -> tuple[int, ...]:
        """The seats that a bot plays now."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "bot")


def evolve(table: Table | None, event: Event) -> Table:
    """The table after a table event; None only before `GameOpened`."""
    if isinstance(event, GameOpened):
        return _opened(event)
    assert table is not None
    match event:
        case SeatTaken():
            return _seated(table, event.seat, Seat(kind="person", name=event.name, token=event.token))
        case SeatLeft():
            return _seated(table, event.seat, OPEN_SEAT)
        case SeatHandedOver():
            return _seated(table, event.seat, _handed_over(table.seats[event.seat], event.bot))
        case GameStarted():
            return replace(table, status="running")
        case SeatResigned():
            return _seated(table, event.seat, replace(table.seats[event.seat], resigned=True))
        case GameRewound():
            return table
        case GameEnded():
            return replace(table, status="over", outcome=event.outcome(), seed=event.seed)
    raise TypeError(f"{type(event).__name__} is no event of the table")


def _opened(event: GameOpened) -> Table:
    return Table(
        rules=event.rules,
        rules_version=event.rules_version,
        options=event.options,
        seats=tuple(map(laid_out, event.seats)),
        undo=event.undo,
        visibility=event.visibility,
        commitment=event.commitment,
        host=event.host,
        join=event.join,
        name=event.name,
    )


def laid_out(seat: SeatSetup) -> Seat:
    """The seat as the game was opened with it."""
    return Seat(kind=seat.kind, name=seat.name, bot=seat.bot, token=seat.token)


def _seated(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _handed_over(seat: Seat, bot: str | None) -> Seat:
    if bot is not None:
        return replace(seat, kind="bot", bot=bot)
    return replace(seat, kind="person" if seat.token else "open", bot=None)
