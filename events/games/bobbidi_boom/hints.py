"""How well a seat stands: an estimate for search."""

import math

from events.games.bobbidi_boom.position import Position, outcome, points


def score(position: Position, seat: int) -> float:
    """1 for the winner, 0 for the others and for resigned seats; before the end, a guess from the lead in points.

    A lead weighs more the fewer rounds are left.
    """
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if position.seats[seat].resigned:
        return 0.0
    totals = [points(witch) for witch in position.seats]
    best = max(total for other, total in enumerate(totals) if other != seat)
    open_rounds = position.rounds - position.round + 1
    return 1 / (1 + math.exp((best - totals[seat]) / (2 + 2 * open_rounds)))
