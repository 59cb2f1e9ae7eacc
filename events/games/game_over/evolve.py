"""What each event changes. Nothing is judged or drawn here."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from events.games.game_over.components import place
from events.games.game_over.messages import CardsExchanged, CardTurned, DungeonLaid, SeatWithdrew, TurnEnded
from events.games.game_over.position import Position
from events.rules import Event

T = TypeVar("T")


def evolve(position: Position | None, event: Event) -> Position:
    """The position after an event; None only before `DungeonLaid`."""
    assert isinstance(event, DungeonLaid | CardTurned | CardsExchanged | TurnEnded | SeatWithdrew)
    if isinstance(event, DungeonLaid):
        return Position(seats=event.seats, memory=event.memory, cards=event.cards, turn=event.first)
    assert position is not None
    match event:
        case CardTurned():
            return _card_turned(position, event)
        case CardsExchanged():
            return _cards_exchanged(position, event)
        case TurnEnded():
            return replace(position, turn=event.next, path=(), weapon=None, exchanged=False)
        case SeatWithdrew():
            return replace(position, resigned=(*position.resigned, event.seat))
    assert_never(event)


def _card_turned(position: Position, event: CardTurned) -> Position:
    """R-4, R-7. The card lies face up, and everybody has seen it."""
    here = place(event.row, event.col)
    seen = (*position.seen[:here], True, *position.seen[here + 1 :])
    return replace(position, path=(*position.path, here), weapon=event.weapon, seen=seen)


def _cards_exchanged(position: Position, event: CardsExchanged) -> Position:
    """R-12, D-2. Both cards lie face down, and nobody sees the one that comes back."""
    here, there = place(event.row, event.col), place(event.to_row, event.to_col)
    return replace(
        position,
        cards=_swapped(position.cards, here, there),
        seen=_swapped(position.seen, here, there),
        path=position.path[:-1],
        exchanged=True,
    )


def _swapped(row: tuple[T, ...], here: int, there: int) -> tuple[T, ...]:
    swapped = list(row)
    swapped[here], swapped[there] = row[there], row[here]
    return tuple(swapped)
