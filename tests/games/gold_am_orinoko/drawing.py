"""Rivers as drawings, for given and for then.

    3.⁴.        the wall: 3 is a face-up coin, ⁴ a face-down one, a dot a place without a coin
    ~=B~        the lanes, the last one above: trunks in the water, and on them adventurers:
    ==A~        A and a are those of seat 0, B and b those of seat 1, and so on

Adventurers that are not drawn are ashore.
"""

from collections.abc import Iterator
from textwrap import dedent
from typing import Any

from events.games.gold_am_orinoko import RULES, paths
from events.games.gold_am_orinoko.messages import (
    AdventurerMoved,
    DiceRolled,
    LaidCoin,
    RiverLaid,
    Square,
    TrunkPushed,
)
from events.games.gold_am_orinoko.position import Position
from events.rules import Event
from tests.scenario import Table

FACE_UP = "1234"
FACE_DOWN = "¹²³⁴"
ADVENTURERS = "AaBbCcDd"


def table(drawing: str, *, white: int = 1, brown: int = 1, seats: int = 2, turn: int = 0) -> Table:
    """A table at which this river lies, and `turn` has rolled these dice."""
    return Table(rules=RULES, seats=seats).given(facts(drawing, seats), DiceRolled(seat=turn, white=white, brown=brown))


def position(drawing: str, **given: int) -> Position:
    """The position at such a table."""
    found: Position = table(drawing, **given).position
    return found


def facts(drawing: str, seats: int = 2) -> list[Event]:
    """The events that lead to this river: it is laid, trunks are pushed, adventurers come to where they stand."""
    wall, *lanes = rows(drawing)
    lanes.reverse()
    coins = tuple(
        LaidCoin(column=column, face_up=sign in FACE_UP, value=(FACE_UP + FACE_DOWN).index(sign) % 4 + 1)
        for column, sign in enumerate(wall)
        if sign != "."
    )
    assert all("~" not in lane.strip("~") for lane in lanes), "one trunk in every lane"
    trunks = tuple(len(lane.strip("~")) for lane in lanes)
    laid = RiverLaid(seats=seats, columns=len(wall), trunks=trunks, coins=coins, first=0)
    starts = [len(lane) - len(lane.lstrip("~")) for lane in lanes]
    pushes = [TrunkPushed(seat=0, trunk=lane, squares=start) for lane, start in enumerate(starts)]
    return [laid, *pushes, *_moves(lanes)]


def _moves(lanes: list[str]) -> Iterator[Event]:
    for lane, row in enumerate(lanes):
        for column, sign in enumerate(row):
            if sign in ADVENTURERS:
                seat, adventurer = divmod(ADVENTURERS.index(sign), 2)
                yield AdventurerMoved(seat=seat, adventurer=adventurer, path=(Square(lane, column),))


def rows(drawing: str) -> list[str]:
    """The lines of a drawing, the wall first."""
    return dedent(drawing).strip().splitlines()


def drawn(position: Any) -> str:
    """The drawing of a position."""
    wall = ["."] * position.columns
    for coin in position.coins:
        if coin.owner is None:
            wall[coin.column] = (FACE_UP if coin.face_up else FACE_DOWN)[coin.value - 1]
    lanes = [["~"] * position.columns for _ in position.starts]
    for lane, start, length in zip(lanes, position.starts, position.lengths, strict=True):
        lane[start : start + length] = "=" * length
    for seat, squares in enumerate(position.adventurers):
        for adventurer, square in enumerate(squares):
            if square is not None:
                lanes[square.lane][square.column] = ADVENTURERS[2 * seat + adventurer]
    return "\n".join("".join(row) for row in (wall, *reversed(lanes)))


def same(drawing: str) -> str:
    """The drawing without its indentation, to be compared with `drawn`."""
    return "\n".join(rows(drawing))


def walks(drawing: str, steps: int, adventurer: str = "A") -> str:
    """The drawing with an x wherever this adventurer may end a walk of so many steps."""
    river = position(drawing, seats=4)
    seat, number = divmod(ADVENTURERS.index(adventurer), 2)
    board, start = paths.board_for(river, seat, number)
    grid = [list(row) for row in rows(drawing)]
    for end in paths.squares(board, paths.ends(board, start, steps)):
        grid[len(river.starts) - end.lane][end.column] = "x"
    return "\n".join("".join(row) for row in grid)


def walk(drawing: str, steps: int, end: tuple[int, int], adventurer: str = "A") -> tuple[tuple[int, int], ...] | None:
    """The recorded walk of this adventurer to this end, as (lane, column)."""
    river = position(drawing, seats=4)
    seat, number = divmod(ADVENTURERS.index(adventurer), 2)
    board, start = paths.board_for(river, seat, number)
    found = paths.path(board, start, steps, Square(*end))
    return None if found is None else tuple((square.lane, square.column) for square in found)
