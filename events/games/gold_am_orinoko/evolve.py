"""What each event changes. Nothing is judged or drawn here."""

from typing import assert_never

from msgspec.structs import replace

from events.games.gold_am_orinoko.components import ADVENTURERS
from events.games.gold_am_orinoko.messages import (
    Action,
    ActionsLapsed,
    AdventurerMoved,
    DiceRolled,
    FaceDownCoinTaken,
    FaceUpCoinTaken,
    PlayEvent,
    RiverLaid,
    SeatWithdrew,
    Square,
    TrunkPushed,
)
from events.games.gold_am_orinoko.position import Coin, Position
from events.rules import Event

ASHORE: tuple[Square | None, ...] = (None,) * ADVENTURERS
BOTH: tuple[Action, ...] = ("push", "move")


def evolve(position: Position | None, event: Event) -> Position:
    """The position after an event; None only before `RiverLaid`."""
    assert isinstance(event, PlayEvent)
    if isinstance(event, RiverLaid):
        return _laid(event)
    assert position is not None
    match event:
        case DiceRolled():
            return replace(position, turn=event.seat, white=event.white, brown=event.brown, due=BOTH)
        case TrunkPushed():
            return _pushed(position, event)
        case AdventurerMoved():
            return _moved(position, event)
        case FaceUpCoinTaken() | FaceDownCoinTaken():
            return _taken(position, event)
        case ActionsLapsed():
            return replace(position, due=_without(position.due, event.actions))
        case SeatWithdrew():
            return _withdrew(position, event)
    assert_never(event)


def _laid(event: RiverLaid) -> Position:
    """R-1, R-2. All upstream ends are at the rocky knoll, all adventurers on the jungle shore."""
    return Position(
        columns=event.columns,
        lengths=event.trunks,
        starts=(0,) * len(event.trunks),
        coins=tuple(Coin(coin.column, coin.face_up, coin.value) for coin in event.coins),
        adventurers=(ASHORE,) * event.seats,
        resigned=(False,) * event.seats,
        turn=event.first,
    )


def _pushed(position: Position, event: TrunkPushed) -> Position:
    """R-5, D-3. The trunk lies further downstream, and so do the adventurers on it."""
    lane = event.trunk
    start = position.starts[lane] + event.squares
    return replace(
        position,
        starts=(*position.starts[:lane], start, *position.starts[lane + 1 :]),
        adventurers=tuple(_carried(seat, event) for seat in position.adventurers),
        due=_without(position.due, ("push",)),
    )


def _moved(position: Position, event: AdventurerMoved) -> Position:
    """R-7. The adventurer stands where its path ends."""
    adventurers = _placed(position, event.seat, event.adventurer, event.path[-1])
    return replace(position, adventurers=adventurers, due=_without(position.due, ("move",)))


def _taken(position: Position, event: FaceUpCoinTaken | FaceDownCoinTaken) -> Position:
    """R-14. The coin belongs to the seat, and the adventurer is on the jungle shore again."""
    return replace(
        position,
        coins=tuple(
            coin if coin.column != event.column else Coin(coin.column, coin.face_up, coin.value, event.seat)
            for coin in position.coins
        ),
        adventurers=_placed(position, event.seat, event.adventurer, None),
    )


def _withdrew(position: Position, event: SeatWithdrew) -> Position:
    """C-8. The seat's adventurers go ashore; if it was its turn, what is left of it lapses."""
    seat = event.seat
    return replace(
        position,
        adventurers=(*position.adventurers[:seat], ASHORE, *position.adventurers[seat + 1 :]),
        resigned=(*position.resigned[:seat], True, *position.resigned[seat + 1 :]),
        due=() if seat == position.turn else position.due,
    )


def _carried(adventurers: tuple[Square | None, ...], event: TrunkPushed) -> tuple[Square | None, ...]:
    if all(square is None or square.lane != event.trunk for square in adventurers):
        return adventurers
    return tuple(
        square if square is None or square.lane != event.trunk else Square(square.lane, square.column + event.squares)
        for square in adventurers
    )


def _placed(
    position: Position, seat: int, adventurer: int, square: Square | None
) -> tuple[tuple[Square | None, ...], ...]:
    theirs = position.adventurers[seat]
    placed = (*theirs[:adventurer], square, *theirs[adventurer + 1 :])
    return (*position.adventurers[:seat], placed, *position.adventurers[seat + 1 :])


def _without(due: tuple[Action, ...], done: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(action for action in due if action not in done)
