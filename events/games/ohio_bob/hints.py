"""How well a seat stands: an estimate for search."""

from events.games.ohio_bob.position import Position, outcome


def score(position: Position, seat: int) -> float:
    """1 for a win, 0 for a loss."""
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    return 0.5
