"""Resting: alone at once, together when both have announced it."""

from events.errors import illegal
from events.games.ohio_bob.decide.common import between_cards, offer_lapses
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.messages import RestAnnounced, Rested
from events.games.ohio_bob.position import Position, on_level, rest_cost
from events.rules import Event


def rest(position: Position, seat: int) -> tuple[Event, ...]:
    """R-26, R-33. Announce a rest, also with an empty pile; it comes at once unless the partner does not wait."""
    player = between_cards(position, seat)
    if player.waiting is not None:
        raise illegal("D-13", "This seat has announced its rest already.")
    announced = RestAnnounced(seat)
    return (*offer_lapses(position), announced, *rest_if_all_wait(evolve(position, announced)))


def rest_if_all_wait(position: Position) -> tuple[Event, ...]:
    """R-33. Both rest when both have announced it; alone on the level a seat rests at once."""
    present = [seat for seat in range(len(position.players)) if on_level(position, seat)]
    if not all(position.players[seat].waiting for seat in present):
        return ()
    return tuple([rested(position, seat) for seat in present])


def rested(position: Position, seat: int, given: int = 0) -> Rested:
    """R-26. The pile comes back to hand, Energy (with what was just given) falls by the level's rest cost."""
    return Rested(seat, max(0, position.players[seat].energy + given - rest_cost(position)))
