"""Everything that is true on the river, hidden coins included, and the questions that the rules ask about it."""

import msgspec

from events.games.gold_am_orinoko.messages import Action, Square
from events.rules import Outcome

REASONS = ("no_coins", "out_of_reach", "resigned", "length")
"""How a game can end (C-10)."""


class Coin(msgspec.Struct, frozen=True):
    """A coin: where it lies or lay on the wall, its value, and the seat that took it (None: it is still there)."""

    column: int
    face_up: bool
    value: int
    owner: int | None = None


class Position(msgspec.Struct, frozen=True):
    """The river and its adventurers.

    `lengths` and `starts` are each trunk's length and upstream end, by lane; `adventurers` their squares by seat,
    None for one ashore; `turn` the seat
    whose turn it is; `due` the actions that it still owes; `white` and `brown` its dice, 0 before
    the first roll of the game.
    """

    columns: int
    lengths: tuple[int, ...]
    starts: tuple[int, ...]
    coins: tuple[Coin, ...]
    adventurers: tuple[tuple[Square | None, ...], ...]
    resigned: tuple[bool, ...]
    turn: int
    white: int = 0
    brown: int = 0
    due: tuple[Action, ...] = ()


def is_pushable(position: Position, lane: int) -> bool:
    """Whether the brown die may push this trunk: within the river (R-5) and without losing a neighbour (R-6)."""
    return fits_river(position, lane) and keeps_touch(position, lane)


def fits_river(position: Position, lane: int) -> bool:
    """R-5. A trunk is never pushed past the end of the river."""
    return position.starts[lane] + position.brown + position.lengths[lane] <= position.columns


def keeps_touch(position: Position, lane: int) -> bool:
    """R-6. After a push every two trunks in neighbouring lanes still share at least one column.

    They shared one before, so a push downstream can only lose a neighbour by leaving it behind.
    """
    start = position.starts[lane] + position.brown
    neighbours = (other for other in (lane - 1, lane + 1) if 0 <= other < len(position.starts))
    return all(start < position.starts[other] + position.lengths[other] for other in neighbours)


def next_seat(position: Position) -> int:
    """R-15. The next seat clockwise plays, past those that have resigned (C-8)."""
    seats = len(position.resigned)
    seat = (position.turn + 1) % seats
    while position.resigned[seat]:
        seat = (seat + 1) % seats
    return seat


def is_reachable(position: Position, coin: Coin) -> bool:
    """D-5. A coin on the wall is out of reach when it lies upstream of the last lane's trunk, which never goes back."""
    return coin.owner is None and coin.column >= position.starts[-1]


def gold(position: Position, seat: int) -> int:
    """R-17. The sum of the seat's coins; the coins of a seat that has resigned count for nobody (C-8)."""
    if position.resigned[seat]:
        return 0
    return sum(coin.value for coin in position.coins if coin.owner == seat)


def outcome(position: Position) -> Outcome | None:
    """R-16. The end: no coin is left, none of those left can be reached, or one seat alone has not resigned (C-8)."""
    if any(is_reachable(position, coin) for coin in position.coins):
        if position.resigned.count(False) > 1:
            return None
        return _won(position, (position.resigned.index(False),), "resigned", "C-8")
    left = any(coin.owner is None for coin in position.coins)
    return _won(position, _richest(position), "out_of_reach" if left else "no_coins", "R-16")


def to_move(position: Position) -> tuple[int, ...]:
    """The seat whose turn it is, until the game has ended."""
    return () if outcome(position) else (position.turn,)


def _richest(position: Position) -> tuple[int, ...]:
    """R-17. The seats with most gold among those that have not resigned; a tie is a shared victory (C-7)."""
    playing = [seat for seat, resigned in enumerate(position.resigned) if not resigned]
    most = max(gold(position, seat) for seat in playing)
    return tuple(seat for seat in playing if gold(position, seat) == most)


def _won(position: Position, winners: tuple[int, ...], reason: str, rule: str) -> Outcome:
    scores = tuple(gold(position, seat) for seat in range(len(position.resigned)))
    return Outcome(winners=winners, reason=reason, rule=rule, scores=scores)
