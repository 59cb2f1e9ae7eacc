"""The end: a princess rescued."""

import pytest

from events.games.game_over.components import COLOURS
from events.games.game_over.messages import Search
from events.rules import Outcome
from tests.games.game_over.dungeons import DUNGEON, beaten, exchanged, game, turned, walk

ENTRANCES = ((0, 0), (0, 4), (4, 4), (4, 0))
RESCUED_BY_0 = Outcome(winners=(0,), reason="rescued", rule="R-13")
KEY_FIRST = walk(0, (0, 0), (0, 1), (0, 2))
PRINCESS_FIRST = walk(0, (0, 0), (1, 0), (0, 3), (0, 2))


def test_a_key_and_then_the_own_princess_win():
    """R-13. The own princess turned over with a key lying face up wins at once: no turn ends, nobody follows."""
    after = game().given(KEY_FIRST).when(0, Search(weapon="club", row=0, col=3)).then(turned(0, 0, 3, "red"))
    assert RESCUED_BY_0 == after.outcome
    assert () == after.to_move


def test_the_own_princess_and_then_a_key_win():
    """R-13. The other order wins as well."""
    after = game().given(PRINCESS_FIRST).when(0, Search(weapon="club", row=0, col=1)).then(turned(0, 0, 1, "key"))
    assert RESCUED_BY_0 == after.outcome


@pytest.mark.parametrize(("row", "col"), [(0, 1), (3, 4)])
def test_any_key_opens_any_cage(row: int, col: int):
    """R-13, E-1. Either of the two keys will do."""
    dungeon = exchanged(DUNGEON, (0, 1), (row, col))
    assert RESCUED_BY_0 == game(dungeon).given(walk(0, (0, 0), (0, 1), (0, 2), (0, 3), drawing=dungeon)).outcome


@pytest.mark.parametrize(("row", "col", "colour"), [(0, 3, "red"), (4, 3, "blue"), (2, 2, "green"), (3, 1, "yellow")])
@pytest.mark.parametrize("seat", range(4))
def test_every_seat_looks_for_its_own_colour(seat: int, row: int, col: int, colour: str):
    """R-13, E-3. A seat wins with the princess of its colour, and with no other."""
    facts = walk(seat, ENTRANCES[seat], (0, 1), (row, col))
    expected = Outcome(winners=(seat,), reason="rescued", rule="R-13") if COLOURS[seat] == colour else None
    assert expected == game(seats=4, first=seat).given(facts).outcome


def test_another_princess_is_not_rescued():
    """R-13. A key and a princess of another colour do not win; the turn goes on."""
    inside = game(exchanged(DUNGEON, (0, 3), (4, 3))).given(KEY_FIRST)
    after = inside.when(0, Search(weapon="club", row=0, col=3)).then(turned(0, 0, 3, "blue"))
    assert after.outcome is None
    assert (0,) == after.to_move


def test_two_princesses_or_two_keys_are_not_enough():
    """R-13. It takes one of each."""
    assert game().given(walk(0, (0, 0), (0, 1), (3, 4))).outcome is None
    assert game().given(walk(0, (0, 0), (0, 3), (4, 3))).outcome is None


def test_what_lay_face_up_in_an_earlier_turn_does_not_count():
    """R-13. Key and princess must lie face up in the same turn."""
    again = game().given(
        KEY_FIRST, turned(0, 1, 2, "poison", "club"), beaten(0, 1), walk(1, (4, 4)), beaten(1, 0), PRINCESS_FIRST[:3]
    )
    assert again.outcome is None


DEAD_END = """
    club    red     laser   door    arrows
    key     poison  poison  laser   club
    poison  arrows  green   invincible  poison
    club    yellow  arrows  laser   key
    laser   invincible  club  blue  arrows
"""


def test_winning_goes_before_a_dead_end():
    """R-13, R-10. Where the card that wins lies in a dead end, the seat has won."""
    inside = game(DEAD_END).given(walk(0, (0, 0), (1, 0), (1, 1), (1, 2), (0, 2), drawing=DEAD_END))
    after = inside.when(0, Search(weapon="club", row=0, col=1)).then(turned(0, 0, 1, "red"))
    assert RESCUED_BY_0 == after.outcome


def test_after_the_end_nobody_acts():
    """R-13. The game is over, for the winner too."""
    won = game().given(KEY_FIRST, turned(0, 0, 3, "red"))
    won.when(0, Search(weapon="club", row=0, col=4)).refused("game_ended")
    won.when(1, Search(weapon="club", row=4, col=4)).refused("game_ended")


def test_there_are_no_points():
    """R-13. The outcome names the winner and no scores."""
    assert RESCUED_BY_0.scores is None
