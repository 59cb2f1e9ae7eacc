"""What a seat may do, and what follows by itself."""

from typing import assert_never

from events.chance import Chance, pick, shuffled
from events.errors import Refusal, illegal
from events.games.gold_am_orinoko import paths
from events.games.gold_am_orinoko.components import ADVENTURERS, RIVER, River
from events.games.gold_am_orinoko.messages import (
    ActionsLapsed,
    AdventurerMoved,
    DiceRolled,
    FaceDownCoinTaken,
    FaceUpCoinTaken,
    LaidCoin,
    Move,
    Options,
    PlayCommand,
    Push,
    RiverLaid,
    SeatWithdrew,
    Square,
    TrunkPushed,
)
from events.games.gold_am_orinoko.position import (
    Position,
    fits_river,
    is_pushable,
    keeps_touch,
    next_seat,
    outcome,
    to_move,
)
from events.rules import Command, Event, Resign


def setup(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """The standard river, laid out; refuses a first seat that nobody sits on (C-2)."""
    return lay_out(RIVER, seats, options, chance)


def lay_out(river: River, seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """R-1, R-2. The trunks in any order, the coins shuffled over the marks, the adventurers ashore."""
    first = options.first_seat
    if first != "random" and first >= seats:
        raise Refusal("invalid", f"The option first_seat is random or 0 to {seats - 1}.")
    coins = zip(river.marks, shuffled(chance, river.coins), strict=True)
    laid = RiverLaid(
        seats=seats,
        columns=river.columns,
        trunks=shuffled(chance, river.trunks),
        coins=tuple(LaidCoin(mark.column, mark.face_up, value) for mark, value in coins),
        first=chance.below(seats) if first == "random" else first,
    )
    return (laid,)


def decide(position: Position, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What the command brings about; luck is needed for the rolls alone, which follow by themselves."""
    assert isinstance(command, PlayCommand | Resign)
    match command:
        case Push():
            return push(position, seat, command)
        case Move():
            return move(position, seat, command)
        case Resign():
            return resign(position, seat)
    assert_never(command)


def push(position: Position, seat: int, command: Push) -> tuple[Event, ...]:
    """R-5, R-6. The trunk moves downstream exactly as far as the brown die shows."""
    if "push" not in position.due:
        raise illegal("R-4", "You have pushed a trunk this turn.")
    if not 0 <= command.trunk < len(position.starts):
        raise illegal("R-5", f"There is no trunk in lane {command.trunk}.")
    if not fits_river(position, command.trunk):
        raise illegal("R-5", f"That trunk has no room for {position.brown} more squares downstream.")
    if not keeps_touch(position, command.trunk):
        raise illegal("R-6", "Trunks in neighbouring lanes must go on sharing a column.")
    return (TrunkPushed(seat=seat, trunk=command.trunk, squares=position.brown),)


def move(position: Position, seat: int, command: Move) -> tuple[Event, ...]:
    """R-7, R-8. The adventurer walks exactly as far as the white die shows, or less far to a coin, which it takes."""
    if "move" not in position.due:
        raise illegal("R-4", "You have moved an adventurer this turn.")
    if not 0 <= command.adventurer < ADVENTURERS:
        raise illegal("R-7", f"Your adventurers are 0 and 1, there is no {command.adventurer}.")
    end = Square(command.lane, command.column)
    _check_end(position, seat, command.adventurer, end)
    board, start = paths.board_for(position, seat, command.adventurer)
    path = paths.path(board, start, position.white, end)
    if path is None:
        raise illegal("R-7", f"No walk of {position.white} steps ends there.")
    return (AdventurerMoved(seat=seat, adventurer=command.adventurer, path=path), *_take(position, seat, command))


def _take(position: Position, seat: int, command: Move) -> tuple[Event, ...]:
    """R-14. On the wall the adventurer takes the coin."""
    if command.lane < len(position.starts):
        return ()
    coin = next(coin for coin in position.coins if coin.column == command.column)
    taken = FaceUpCoinTaken if coin.face_up else FaceDownCoinTaken
    return (taken(seat=seat, adventurer=command.adventurer, column=coin.column, value=coin.value),)


def _check_end(position: Position, seat: int, adventurer: int, end: Square) -> None:
    """Refuses an end that no walk may have, whatever the die shows."""
    lanes = len(position.starts)
    if end.lane < 0:
        raise illegal("D-6", "An adventurer never goes back to the shore.")
    if end.lane > lanes or not 0 <= end.column < position.columns:
        raise illegal("R-9", "There is no such square.")
    if end.lane == lanes:
        if all(coin.column != end.column or coin.owner is not None for coin in position.coins):
            raise illegal("R-13", "On the wall an adventurer may only stand where a coin lies.")
        return
    start = position.starts[end.lane]
    if not start <= end.column < start + position.lengths[end.lane]:
        raise illegal("R-9", "There is only water.")
    if any(
        square == end and (owner, number) != (seat, adventurer)
        for owner, squares in enumerate(position.adventurers)
        for number, square in enumerate(squares)
    ):
        raise illegal("R-11", "Another adventurer stands there.")


def resign(position: Position, seat: int) -> tuple[Event, ...]:
    """C-8. Give up, in or out of turn, once."""
    if position.resigned[seat]:
        raise illegal("C-8", f"Seat {seat} has resigned already.")
    return (SeatWithdrew(seat=seat),)


def follow(position: Position, chance: Chance) -> tuple[Event, ...]:
    """What happens by itself: the roll that begins a turn (D-1), and the lapse of what cannot be done (D-2)."""
    if outcome(position) is not None:
        return ()
    if not position.due:
        white, brown = pick(chance, RIVER.white), pick(chance, RIVER.brown)
        return (DiceRolled(seat=_to_roll(position), white=white, brown=brown),)
    if not can_push(position) and not can_move(position):
        return (ActionsLapsed(seat=position.turn, actions=position.due),)
    return ()


def _to_roll(position: Position) -> int:
    """Whose turn begins: the first seat's before any roll, then the next one's (R-15)."""
    return next_seat(position) if position.white else position.turn


def legal(position: Position, seat: int) -> tuple[Command, ...]:
    """Every push and every move that the seat may choose now, by trunk, then by adventurer, lane and column."""
    if seat not in to_move(position):
        return ()
    return (*_pushes(position), *_moves(position))


def can_push(position: Position) -> bool:
    """Whether a push is due and some trunk can be pushed."""
    return "push" in position.due and any(is_pushable(position, lane) for lane in range(len(position.starts)))


def can_move(position: Position) -> bool:
    """Whether a move is due and some adventurer of the seat can walk as far as the white die shows."""
    return "move" in position.due and any(_ends(position, adventurer)[1] for adventurer in range(ADVENTURERS))


def prompt(position: Position, seat: int) -> str:
    """What the seat is asked to do; an action that is impossible for the moment is left out (D-2)."""
    if seat not in to_move(position):
        return ""
    push, move = f"push a trunk by {position.brown}", f"move an adventurer by {position.white}"
    if can_push(position) and can_move(position):
        return f"{push} and {move}, in either order".capitalize()
    return (push if can_push(position) else move).capitalize()


def _pushes(position: Position) -> list[Command]:
    if "push" not in position.due:
        return []
    return [Push(lane) for lane in range(len(position.starts)) if is_pushable(position, lane)]


def _moves(position: Position) -> list[Command]:
    if "move" not in position.due:
        return []
    return [
        Move(adventurer, end.lane, end.column)
        for adventurer in range(ADVENTURERS)
        for end in paths.squares(*_ends(position, adventurer))
    ]


def _ends(position: Position, adventurer: int) -> tuple[paths.Board, int]:
    board, start = paths.board_for(position, position.turn, adventurer)
    return board, paths.ends(board, start, position.white)
