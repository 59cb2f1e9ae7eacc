"""The ingredient phase: taking cards from the shelf, and getting ready for the next round."""

from events.chance import Chance, shuffled
from events.errors import illegal
from events.games.bobbidi_boom.components import VALUE
from events.games.bobbidi_boom.messages import CardTaken, RoundBegan, ShelfFilled, Take
from events.games.bobbidi_boom.position import Position, allowed, owned, phase, round_winner
from events.rules import Event


def take(position: Position, seat: int, command: Take) -> tuple[Event, ...]:
    """R-15, R-16. Takes a card from the shelf: any, or with the BOOM side up one of the lowest value."""
    if phase(position) != "take":
        raise illegal("R-15", "Cards are taken when the brewing is over.")
    if command.card not in position.shelf:
        raise illegal("R-15", f"There is no {command.card} on the shelf.")
    if command.card not in allowed(position, seat):
        raise illegal("R-16", "With the BOOM side up, take a card of the lowest value.")
    return (CardTaken(seat=seat, card=command.card),)


def take_lowest(position: Position, seat: int) -> tuple[Event, ...]:
    """D-14. A seat that gave up takes the first card of the lowest value, whichever side is up."""
    return (CardTaken(seat=seat, card=min(position.shelf, key=VALUE.__getitem__)),)


def next_round(position: Position, chance: Chance) -> tuple[Event, ...]:
    """R-17, R-18. The shelf is filled, every seat shuffles all its cards, and the winner's left neighbour begins."""
    seats = len(position.seats)
    return (
        ShelfFilled(cards=position.supply[: seats + 1 - len(position.shelf)]),
        RoundBegan(
            round=position.round + 1,
            starter=(round_winner(position) + 1) % seats,
            decks=tuple(shuffled(chance, owned(witch)) for witch in position.seats),
        ),
    )
