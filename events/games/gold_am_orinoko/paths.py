"""Where an adventurer can walk: single steps and jumps, exact numbers of steps, and the one path that is recorded.

A set of squares is a whole number with one bit for each square. Row 0 is the jungle shore, row 1 is lane 0, and so
on up to the temple wall. Every row has one column more than the river, which belongs to nothing, so that a step over
the end of a row finds no ground there. A step in one direction is then a shift of all squares at once.
"""

import msgspec

from events.games.gold_am_orinoko.messages import Square
from events.games.gold_am_orinoko.position import Position


class Board(msgspec.Struct, frozen=True):
    """The river as one walker sees it, in sets of squares; `row` is the distance from a square to the next lane's.

    `others` are the squares of all other adventurers: the square that the walker leaves counts as free (D-4).
    """

    row: int
    shore: int
    trunks: int
    coins: int
    others: int


def board(position: Position) -> Board:
    """The river with every adventurer on it in the way."""
    row = position.columns + 1
    trunks = coins = others = 0
    for lane, (start, length) in enumerate(zip(position.starts, position.lengths, strict=True)):
        trunks |= ((1 << length) - 1) << ((lane + 1) * row + start)
    wall = (len(position.starts) + 1) * row
    for coin in position.coins:
        if coin.owner is None:
            coins |= 1 << (wall + coin.column)
    for seat in position.adventurers:
        for square in seat:
            if square is not None:
                others |= bit(row, square)
    return Board(row=row, shore=(1 << position.columns) - 1, trunks=trunks, coins=coins, others=others)


def board_for(position: Position, seat: int, adventurer: int) -> tuple[Board, int]:
    """The river as this adventurer sees it, and the set of squares that it may start from."""
    seen = board(position)
    square = position.adventurers[seat][adventurer]
    if square is None:
        return seen, seen.shore
    start = bit(seen.row, square)
    return msgspec.structs.replace(seen, others=seen.others & ~start), start


def step(board: Board, squares: int) -> int:
    """Every free square, trunk or coin, that one step from one of these squares lands on.

    R-9. One square up, down, left or right. R-12. Occupied squares are jumped in a straight line; the step lands on
    the first free square beyond, if that is trunk or a coin. Nobody steps back to the shore, which is no ground (D-6).
    """
    ground = board.trunks | board.coins
    others = board.others
    reached = 0
    for distance in (1, board.row):
        ahead = squares << distance & ground
        while ahead:
            reached |= ahead
            ahead = (ahead & others) << distance & ground
        ahead = squares >> distance & ground
        while ahead:
            reached |= ahead
            ahead = (ahead & others) >> distance & ground
    return reached & ~others


def layers(board: Board, start: int, steps: int) -> list[int]:
    """What each step, from the first to the last, can land on when every step before it landed on a trunk.

    R-13. A coin ends the walk: there is no stepping on from the wall.
    """
    found = []
    for _ in range(steps):
        reached = step(board, start)
        found.append(reached)
        start = reached & board.trunks
    return found


def ends(board: Board, start: int, steps: int) -> int:
    """R-7, R-8. Where a walk of exactly so many steps can end; fewer are enough when it takes a coin."""
    coins = 0
    for _ in range(steps):
        reached = step(board, start)
        coins |= reached & board.coins
        start = reached & board.trunks
    return start | coins


def path(board: Board, start: int, steps: int, end: Square) -> tuple[Square, ...] | None:
    """D-4. The landing squares of the walk that is recorded, without the start; None when no walk ends there.

    It has the required number of steps, to a coin as few as possible. Of several, it is found from its end
    backwards: the square before is always the lowest in lane, then in column, that the walk can come from.
    """
    last = bit(board.row, end)
    found = layers(board, start, steps)
    if last & board.coins:
        needed = next((number for number, reached in enumerate(found, 1) if reached & last), 0)
    else:
        needed = steps if found[-1] & last & board.trunks else 0
    if not needed:
        return None
    walk = [last]
    for reached in reversed(found[: needed - 1]):
        before = step(board, walk[-1]) & reached & board.trunks
        walk.append(before & -before)
    return tuple(_square(board, each) for each in reversed(walk))


def sources(board: Board, coin: Square, steps: int) -> list[int]:
    """From where the coin can be taken with at most 1, 2, ... steps; the shore is one of the places."""
    ground = msgspec.structs.replace(board, trunks=board.trunks | board.shore, coins=0)
    front, known, found = bit(board.row, coin), 0, []
    for _ in range(steps):
        reached = step(ground, front)
        known |= reached
        found.append(known)
        front = reached & board.trunks
    return found


def bit(row: int, square: Square) -> int:
    """The set that holds just this square."""
    return 1 << (square.lane + 1) * row + square.column


def squares(board: Board, found: int) -> tuple[Square, ...]:
    """The squares in this set, by lane and column."""
    each = []
    while found:
        lowest = found & -found
        each.append(_square(board, lowest))
        found ^= lowest
    return tuple(each)


def _square(board: Board, single: int) -> Square:
    row, column = divmod(single.bit_length() - 1, board.row)
    return Square(row - 1, column)
