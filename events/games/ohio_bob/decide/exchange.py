"""R-37. Two seats exchange a card each, once per level, when their pawns touch and no card is in progress."""

from collections.abc import Iterator

from events.errors import illegal
from events.games.ohio_bob.components import SUPER_GEAR, set_of
from events.games.ohio_bob.decide.common import playing
from events.games.ohio_bob.messages import CardsExchanged, ExchangeDeclined, ExchangeOffered, Offer
from events.games.ohio_bob.position import Offer as StandingOffer
from events.games.ohio_bob.position import Position, exchangeable, may_exchange
from events.rules import Event


def offer(position: Position, seat: int, command: Offer) -> tuple[Event, ...]:
    """R-37, D-6, D-15. Either seat may offer a card for a card of its partner's, one offer at a time."""
    playing(position, seat)
    if not may_exchange(position):
        raise illegal("R-37", "No exchange is possible now.")
    if position.offer is not None:
        raise illegal("D-15", "Another offer still stands.")
    if SUPER_GEAR in map(set_of, (command.give, command.take)):
        raise illegal("D-6", "Super Gear is not exchanged.")
    if command.give not in exchangeable(position.players[seat]):
        raise illegal("R-37", "The card that is offered must be an own one.")
    if command.take not in exchangeable(position.players[1 - seat]):
        raise illegal("R-37", "The card that is asked for must be the partner's.")
    return (ExchangeOffered(seat, command.give, command.take),)


def accept(position: Position, seat: int) -> tuple[Event, ...]:
    """R-37. Each gets the other's card into hand; the level's exchange is used up."""
    offered = _offer_to(position, seat)
    return (CardsExchanged(offered.seat, offered.give, offered.take),)


def decline(position: Position, seat: int) -> tuple[Event, ...]:
    """D-15. The offer is off; the level's exchange is not used up."""
    _offer_to(position, seat)
    return (ExchangeDeclined(seat),)


def _offer_to(position: Position, seat: int) -> StandingOffer:
    playing(position, seat)
    if position.offer is None or position.offer.seat == seat:
        raise illegal("R-37", "The partner has offered nothing.")
    return position.offer


def offers(position: Position, seat: int) -> Iterator[Offer]:
    """R-37. Every offer that this seat can make when an exchange is possible."""
    for give in exchangeable(position.players[seat]):
        for take in exchangeable(position.players[1 - seat]):
            yield Offer(give=give, take=take)
