"""How well a seat stands: an estimate for search."""

from events.games.game_over.components import PRINCESSES
from events.games.game_over.position import Position, outcome


def score(position: Position, seat: int) -> float:
    """1 for the winner, 0 for the others and for resigned seats; before the end, a guess from what lies open.

    Counted is what everybody has seen of the two things that this seat needs, and more if they lie face up now.
    """
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if seat in position.resigned:
        return 0.0
    wanted = ("key", PRINCESSES[seat])
    seen = {card for card, seen in zip(position.cards, position.seen, strict=True) if seen}
    face_up = {position.cards[place] for place in position.path} if seat == position.turn else set()
    known, held = (sum(card in cards for card in wanted) for cards in (seen, face_up))
    return (1 + known + 2 * held) / (2 * position.seats + 4)
