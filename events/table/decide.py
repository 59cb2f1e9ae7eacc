"""What the table allows: each command of the table as events, or a refusal that says why not."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.chance import Chance, commitment
from events.errors import Refusal
from events.rules import Event, Outcome, Resign, Rules, carry_out, set_up
from events.table.messages import (
    GameEnded,
    GameOpened,
    GameRewound,
    GameStarted,
    HandOver,
    LeaveSeat,
    OpenGame,
    Rewind,
    SeatHandedOver,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TakeSeat,
)
from events.table.table import Seat, Table


def open_game(rules: Rules[Any], command: OpenGame, chance: Chance, seed: bytes) -> tuple[Event, ...]:
    """The opening of a game, which starts by itself when every seat is taken."""
    fewest, most = rules.players
    if not fewest <= len(command.seats) <= most:
        raise Refusal("invalid", f"{rules.title} is played with {fewest} to {most} seats.")
    options = options_of(rules, command.options)
    rules.setup(len(command.seats), options, Chance(b"", "", 0))  # refuses options that do not fit, before the start
    opened = GameOpened(
        rules=rules.name,
        rules_version=rules.version,
        seats=command.seats,
        options=msgspec.to_builtins(options),
        undo=command.undo,
        visibility=command.visibility,
        commitment=commitment(seed),
        host=command.host,
        join=command.join,
        name=command.name,
    )
    if any(seat.kind == "open" for seat in command.seats):
        return (opened,)
    return (opened, *_start(rules, len(command.seats), options, chance))


def options_of(rules: Rules[Any], given: dict[str, Any]) -> Any:
    """The options of these rules with defaults filled in; refuses what they do not know."""
    try:
        return msgspec.convert(given, rules.options)
    except msgspec.ValidationError as error:
        raise Refusal("invalid", f"These options do not fit {rules.title}: {error}") from error


def take_seat(rules: Rules[Any], table: Table, command: TakeSeat, chance: Chance) -> tuple[Event, ...]:
    """Sit down on an open seat; the last one to sit down starts the game."""
    if _seat(table, command.seat).kind != "open":
        raise Refusal("seat_taken", f"Seat {command.seat} is taken.")
    taken = SeatTaken(seat=command.seat, name=command.name, token=command.token)
    return (taken, *_started_when_full(rules, table, command.seat, chance))


def leave_seat(table: Table, command: LeaveSeat) -> tuple[Event, ...]:
    """Stand up; only before the start, later leaving is resigning."""
    if table.status != "open":
        raise Refusal("game_ended" if table.status == "over" else "illegal_command", "The game has begun.")
    if _seat(table, command.seat).kind == "open":
        raise Refusal("illegal_command", f"Nobody sits at seat {command.seat}.")
    return (SeatLeft(seat=command.seat),)


def hand_over(rules: Rules[Any], table: Table, command: HandOver, chance: Chance) -> tuple[Event, ...]:
    """Let a bot play a seat, or take the seat back from it; nothing when it is so already."""
    seat = _seat(table, command.seat)
    if table.status == "over":
        raise Refusal("game_ended", "This game is over.")
    if seat.resigned:
        raise Refusal("illegal_command", f"Seat {command.seat} has resigned.", rule="C-8")
    if command.bot is None and seat.token is None and table.status == "running":
        raise Refusal("illegal_command", f"Nobody but the bot sits at seat {command.seat}.")
    if seat.bot == command.bot:
        return ()
    handed = SeatHandedOver(seat=command.seat, bot=command.bot)
    if command.bot is None or table.status != "open":
        return (handed,)
    return (handed, *_started_when_full(rules, table, command.seat, chance))


def resign(rules: Rules[Any], table: Table, position: Any, seat: int, chance: Chance) -> tuple[Event, ...]:
    """Give up (C-8): the seat's resignation and what the rules make of it."""
    if table.status != "running":
        raise Refusal("game_ended" if table.status == "over" else "game_not_started", "No game is running.")
    if table.seats[seat].resigned:
        raise Refusal("illegal_command", f"Seat {seat} has resigned already.", rule="C-8")
    events, _ = carry_out(rules, position, seat, Resign(), chance)
    return (SeatResigned(seat=seat), *events)


def rewind(table: Table, command: Rewind, targets: Sequence[int]) -> tuple[Event, ...]:
    """Take the play back to one of the versions where this seat decided; `targets` are in ascending order."""
    if why := undo_refused(table):
        raise Refusal("undo_not_allowed", why)
    if not targets:
        raise Refusal("undo_not_allowed", f"Seat {command.seat} has no decision to take back.")
    to = targets[-1] if command.to is None else command.to
    if to not in targets:
        raise Refusal("undo_not_allowed", f"Version {to} is no point where seat {command.seat} decided.")
    return (GameRewound(seat=command.seat, to=to),)


def undo_refused(table: Table) -> str | None:
    """Why nothing can be taken back at this table now, or None."""
    if table.status == "open":
        return "The game has not started."
    if table.status == "over":
        return "An ended game cannot be undone."
    if table.undo == "off":
        return "This game is played without undo."
    return None


def end(outcome: Outcome, seed: bytes) -> GameEnded:
    """The end of the game, which reveals the secret seed."""
    return GameEnded(
        winners=outcome.winners, scores=outcome.scores, reason=outcome.reason, rule=outcome.rule, seed=seed.hex()
    )


def _start(rules: Rules[Any], seats: int, options: Any, chance: Chance) -> tuple[Event, ...]:
    events, _ = set_up(rules, seats, options, chance)
    return (GameStarted(), *events)


def _started_when_full(rules: Rules[Any], table: Table, taken: int, chance: Chance) -> tuple[Event, ...]:
    """The start, when `taken` was the only open seat."""
    if [number for number, seat in enumerate(table.seats) if seat.kind == "open"] != [taken]:
        return ()
    return _start(rules, len(table.seats), options_of(rules, table.options), chance)


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refusal("invalid", f"There is no seat {number}.")
    return table.seats[number]
