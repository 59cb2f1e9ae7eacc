"""What a command brings about: its events, the compulsory steps after them, and the end of the game."""

from collections.abc import Callable, Sequence

from events.chance import Chance
from events.errors import Refusal
from events.history import Game, History
from events.log import MAX_RECORDS, Work
from events.rules import Command, Event, Outcome, Resign, carry_out
from events.table import decide as table
from events.table.messages import EVENTS as TABLE_EVENTS
from events.table.messages import GameStarted, HandOver, LeaveSeat, Rewind, TakeSeat
from events.table.table import Table

TABLE_LIMIT = MAX_RECORDS - 500
"""From here on the table's own commands are refused, so that nobody can run a game into its length limit."""


def decide(
    game: Game, seat: int | None, command: Command, chance: Chance, history: Callable[[], History]
) -> tuple[Event, ...]:
    """All events that the command brings about in this game, its end included; raises Refusal.

    `history` gives the game's whole history; it is asked for by a rewind only.
    """
    events = _decided(game, seat, command, chance, history)
    return (*events, *_ending(game, events))


def calls_for(game: Game) -> Work | None:
    """The work that the game as it stands calls for: a turn of the bots that it waits for, or None."""
    if set(game.table.bots()).isdisjoint(game.awaited()):
        return None
    return Work(kind="bots", game=game.id, key=str(game.version))


def _decided(
    game: Game, seat: int | None, command: Command, chance: Chance, history: Callable[[], History]
) -> tuple[Event, ...]:
    match command:
        case TakeSeat():
            return table.take_seat(game.rules, _open_to_change(game), command, chance)
        case LeaveSeat():
            return table.leave_seat(_open_to_change(game), command)
        case HandOver():
            return table.hand_over(game.rules, _open_to_change(game), command, chance)
        case Rewind():
            return table.rewind(_open_to_change(game), command, history().decisions(command.seat))
    if seat is None:
        raise Refusal("forbidden", "Only a seat can do this.")
    if isinstance(command, Resign):
        return table.resign(game.rules, game.table, game.position, seat, chance)
    if game.table.status != "running":
        over = game.table.status == "over"
        raise Refusal("game_ended", "This game is over.") if over else Refusal("game_not_started", "Not yet begun.")
    events, _ = carry_out(game.rules, game.position, seat, command, chance)
    return events


def _open_to_change(game: Game) -> Table:
    if game.version >= TABLE_LIMIT:
        raise Refusal("game_too_long", "So near its length limit only play goes on in this game.", rule="C-9")
    return game.table


def _ending(game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """The end of the game, when these events bring it about or reach the length limit (C-9)."""
    if not events or not (game.table.status == "running" or GameStarted in map(type, events)):
        return ()
    position = game.rules.fold((e for e in events if not isinstance(e, TABLE_EVENTS)), game.position)
    outcome = game.rules.outcome(position)
    if outcome is None and game.version + len(events) >= MAX_RECORDS:
        outcome = Outcome(winners=(), reason="length", rule="C-9")
    return () if outcome is None else (table.end(outcome, game.seed),)
