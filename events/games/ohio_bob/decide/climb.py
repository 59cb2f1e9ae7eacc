"""Leaving a level: the climb, what goes to the partner, and the cards that are too many."""

from events.errors import illegal
from events.games.ohio_bob.decide.common import offer_lapses, playing
from events.games.ohio_bob.decide.rest import rested
from events.games.ohio_bob.messages import CardDiscarded, Climb, Discard, EnergyGiven, LevelEscaped
from events.games.ohio_bob.position import (
    Position,
    cards_in_hand_and_pile,
    choosing,
    exit_of,
    maximum,
    on_level,
    partner_of,
)
from events.rules import Event


def climb(position: Position, seat: int, command: Climb) -> tuple[Event, ...]:
    """R-25, R-27, R-35, R-38, D-7, D-14. Energy is given, the own reset, a waiting partner rests; discards are due."""
    player = playing(position, seat)
    partner = partner_of(position, seat)
    assert player.pawn is not None
    owner = exit_of(position, player.pawn)
    if owner is None:
        raise illegal("R-25", "The pawn does not stand on the staircase of its last room.")
    if owner != seat:
        raise illegal("D-7", "That staircase is the partner's; a seat leaves by its own last room.")
    if command.give and partner is None:
        raise illegal("R-25", "Alone there is nobody to give Energy to.")
    if command.give and not may_give(position, seat):
        raise illegal("D-14", "To give Energy takes 2 or more, and a partner on the level below its maximum.")
    given: list[Event] = []
    if command.give and partner is not None:
        given = [EnergyGiven(seat, player.energy - 1, position.players[partner].energy + 1)]
    surplus = max(0, len(cards_in_hand_and_pile(player)) - maximum(position))
    escaped = LevelEscaped(seat, position.start_energy, surplus)
    return (*offer_lapses(position), *given, escaped, *_partner_rests(position, partner, command.give))


def may_give(position: Position, seat: int) -> bool:
    """R-35, D-14. With 2 or more, while the partner is still on the level and below its maximum."""
    partner = partner_of(position, seat)
    if partner is None or not on_level(position, partner):
        return False
    return position.players[seat].energy >= 2 and position.players[partner].energy < position.start_energy


def _partner_rests(position: Position, partner: int | None, fed: bool) -> tuple[Event, ...]:
    """R-33. A partner that waits rests alone now; the Energy given to it counts already."""
    if partner is None or position.players[partner].waiting is None:
        return ()
    return (rested(position, partner, given=int(fed)),)


def discard(position: Position, seat: int, command: Discard) -> tuple[Event, ...]:
    """R-27, D-5. One of the cards above MAX; Super Gear counts and may go."""
    player = position.players[seat]
    if choosing(position) or not player.surplus:
        raise illegal("R-27", "No card is to be discarded.")
    if command.card not in player.hand:
        raise illegal("R-27", "Only a card in hand can be discarded.")
    return (CardDiscarded(seat, command.card),)
