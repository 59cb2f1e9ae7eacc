"""The estimate for search."""

from events.games.game_over.hints import score
from events.rules import Resign
from tests.games.game_over.dungeons import beaten, game, turned, walk

START = game(seats=3)
KEY_SEEN = START.given(walk(0, (0, 0), (0, 1)), turned(0, 0, 2, "laser", "club"), beaten(0, 1))


def test_at_the_beginning_all_stand_alike():
    """C-8. Nobody has seen anything; a resigned seat cannot win any more."""
    assert 1 == len({score(START.position, seat) for seat in range(3)})
    assert 0 == score(START.when(1, Resign()).table.position, 1)


def test_seeing_what_one_needs_is_worth_something():
    """R-13. A key that was seen is worth something to all, a princess to her own seat."""
    assert all(score(START.position, seat) < score(KEY_SEEN.position, seat) for seat in range(3))
    princess = START.given(walk(0, (0, 0), (1, 0), (4, 3)), beaten(0, 1))
    assert score(princess.position, 0) < score(princess.position, 1)


def test_holding_it_is_worth_more():
    """R-13. What lies face up in the own turn is worth more than what was seen, and winning is worth 1."""
    holding = START.given(walk(0, (0, 0), (0, 1)))
    assert score(KEY_SEEN.position, 0) < score(holding.position, 0) < 1
    won = START.given(walk(0, (0, 0), (0, 1), (0, 3)))
    assert [1, 0, 0] == [score(won.position, seat) for seat in range(3)]
