"""What the phases share: reasons for refusals, and what must be true before a seat may play at all."""

from events.errors import Refusal, illegal
from events.games.ohio_bob.messages import OfferLapsed
from events.games.ohio_bob.position import Player, Position, choosing, in_progress

Why = tuple[str, str]
"""Why something is not possible: the rule, and a sentence."""


def refuse(why: Why | None) -> None:
    """Raise the refusal for this reason, if there is one."""
    if why is not None:
        raise illegal(*why)


def playing(position: Position, seat: int) -> Player:
    """The seat's part, if its pawn is on the table; refuses while first rooms or discards are due."""
    if choosing(position):
        raise illegal("R-3" if position.level == 1 else "R-28", "The first room must be chosen first.")
    player = position.players[seat]
    if player.escaped:
        raise illegal("R-27", "Cards above MAX must be discarded first.")
    return player


def between_cards(position: Position, seat: int) -> Player:
    """The seat's part, if it has no card in progress."""
    player = playing(position, seat)
    if in_progress(player):
        raise _first_things_first(player)
    return player


def during_card(position: Position, seat: int) -> Player:
    """The seat's part, if effects of a card are left and no teleport is due."""
    player = playing(position, seat)
    if player.teleport is not None:
        raise _first_things_first(player)
    if not player.effects:
        raise illegal("R-4", "No card is in progress.")
    return player


def offer_lapses(position: Position) -> tuple[OfferLapsed, ...]:
    """D-15. What becomes of an offer when a seat plays a card, announces a rest or climbs."""
    return () if position.offer is None else (OfferLapsed(position.offer.seat),)


def _first_things_first(player: Player) -> Refusal:
    if player.teleport is not None:
        return illegal("R-24", "The teleporter's target must be chosen first.")
    return illegal("R-5", "The card in progress must be resolved or finished first.")
