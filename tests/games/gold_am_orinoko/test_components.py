"""What lies in the box, and that a broken box is noticed."""

from collections import Counter
from pathlib import Path

import pytest

from events.games.gold_am_orinoko import components
from events.games.gold_am_orinoko.components import RIVER, read_river

DRAWING = Path(components.__file__).with_name("river.txt").read_text(encoding="utf-8")

SMALL = """A small river.

wall   ud.
lane   ~~~
lane   ~~~
shore  ^^^
trunk  ==
trunk  =
coins  2 3
white  12
brown  1
"""


def test_the_river_is_5_lanes_wide_and_29_squares_long():
    """E-1. 5 lanes of 29 squares."""
    assert (5, 29) == (len(RIVER.trunks), RIVER.columns)


def test_there_are_18_coins():
    """E-2. Six each of the values 2, 3 and 4."""
    assert Counter({2: 6, 3: 6, 4: 6}) == Counter(RIVER.coins)


def test_face_up_and_face_down_marks_take_turns():
    """E-2, E-3. Every column up to 26 that is not divisible by 3 has a mark; the first is face up; 9 and 9."""
    assert [column for column in range(27) if column % 3] == [mark.column for mark in RIVER.marks]
    assert 9 * [True, False] == [mark.face_up for mark in RIVER.marks]


def test_there_are_three_long_trunks_and_two_short_ones():
    """E-4. Three of 8 squares, two of 6."""
    assert Counter({8: 3, 6: 2}) == Counter(RIVER.trunks)


def test_the_faces_of_the_dice():
    """E-5. The brown die 1, 1, 2, 2, 3, 3; the white one 1, 2, 2, 3, 3, 4."""
    assert ((1, 1, 2, 2, 3, 3), (1, 2, 2, 3, 3, 4)) == (RIVER.brown, RIVER.white)


def test_a_river_of_any_size_can_be_drawn():
    """The drawing says how large the river is."""
    small = read_river(SMALL)
    assert (3, (2, 1), (2, 3), (1, 2), (1,)) == (small.columns, small.trunks, small.coins, small.white, small.brown)
    assert [(0, True), (1, False)] == [(mark.column, mark.face_up) for mark in small.marks]


@pytest.mark.parametrize(
    ("part", "broken", "complaint"),
    [
        ("wall", "bridge", "'bridge' is no part of a river"),
        ("wall   ud.\n", "", "one line 'wall'"),
        ("brown  1\n", "brown  1\nbrown  1\n", "one line 'brown'"),
        ("ud.", "ux.", "strange sign"),
        ("ud.", "uu.", "alternate"),
        ("ud.", "u..", "one coin for every mark"),
        ("~~~", "~~", "not as long as the wall"),
        ("lane   ~~~\nlane   ~~~\n", "lane   ~~~\n", "one trunk for every lane"),
        ("==", "====", "longer than the river"),
        ("==", "=", "block each other"),
        ("2 3", "2 0", "count from 1"),
        ("12", "02", "count from 1"),
        ("brown  1", "brown  2", "without a 1"),
    ],
)
def test_a_river_that_cannot_be_played_is_noticed_on_loading(part, broken, complaint):
    """Wrong counts, strange signs and pieces that do not fit are refused with a sentence."""
    assert part in SMALL
    with pytest.raises(ValueError, match=complaint):
        read_river(SMALL.replace(part, broken))


def test_the_printed_drawing_is_the_river():
    """What the games are played with is what is drawn."""
    assert RIVER == read_river(DRAWING)
