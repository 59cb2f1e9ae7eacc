"""Pushing a tree trunk."""

import pytest

from events.games.gold_am_orinoko.messages import Push, TrunkPushed
from tests.games.gold_am_orinoko.drawing import drawn, same, table


@pytest.mark.parametrize("brown", [1, 2, 3])
def test_a_trunk_moves_exactly_as_far_as_the_die_shows(brown):
    """R-5. The brown die says how many squares; the trunk is named by its lane."""
    river = table(".....3\n====~~\n==~~~~", brown=brown)
    pushed = river.when(0, Push(0)).then(TrunkPushed(seat=0, trunk=0, squares=brown))
    assert brown == pushed.position.starts[0]


def test_a_trunk_may_reach_the_end_of_the_river():
    """R-5. The last column is still river."""
    pushed = table("..3\n==~").when(0, Push(0))
    assert same("..3\n~==") == drawn(pushed.table.position)


def test_a_trunk_is_not_pushed_past_the_end_of_the_river():
    """R-5. Not even partly: the roll is carried out exactly or not at all."""
    river = table("...3\n====\n~==~", brown=2)
    assert Push(0) not in river.legal(0)
    river.when(0, Push(0)).refused("illegal_command", "R-5")


@pytest.mark.parametrize("lane", [-1, 2, 5])
def test_there_is_one_trunk_in_every_lane_of_the_river(lane):
    """R-5. A lane that the river does not have holds no trunk."""
    table("..3\n==~\n==~").when(0, Push(lane)).refused("illegal_command", "R-5")


def test_neighbours_go_on_sharing_a_column():
    """R-6. One column in common is enough, none is not."""
    river = table(".....3\n==~~~~\n==~~~~", brown=1)
    assert Push(0) in river.legal(0)
    far = table(".....3\n==~~~~\n==~~~~", brown=2)
    assert Push(0) not in far.legal(0)
    far.when(0, Push(0)).refused("illegal_command", "R-6")


@pytest.mark.parametrize(
    ("drawing", "lane"),
    [
        (".....3\n~==~~~\n==~~~~\n==~~~~", 2),
        (".....3\n==~~~~\n==~~~~\n~==~~~", 0),
        (".....3\n==~~~~\n~==~~~\n~===~~", 1),
        (".....3\n~===~~\n~==~~~\n==~~~~", 1),
    ],
)
def test_both_neighbours_of_a_trunk_count(drawing, lane):
    """R-6. It does not matter on which side the neighbour lies that would lose touch."""
    table(drawing, brown=2).when(0, Push(lane)).refused("illegal_command", "R-6")


def test_trunks_that_are_no_neighbours_may_lie_apart():
    """R-6. Lane 0 and lane 2 need not share a column."""
    river = table("......3\n~~~==~~\n~====~~\n==~~~~~")
    assert Push(2) in river.legal(0)


def test_a_trunk_may_overtake_its_neighbours():
    """R-6. It may come to lie upstream or downstream of them, as long as they touch."""
    pushed = table(".....3\n====~~\n===~~~", brown=3).when(0, Push(0))
    assert same(".....3\n====~~\n~~~===") == drawn(pushed.table.position)


def test_adventurers_ride_along():
    """D-3. All who stand on the pushed trunk move with it, those on other trunks do not."""
    pushed = table(".....3\n=B==~~\nA=b~~~", brown=2).when(0, Push(0))
    assert same(".....3\n=B==~~\n~~A=b~") == drawn(pushed.table.position)


def test_coins_stay_where_they_are():
    """D-3. The wall does not move."""
    pushed = table("3....⁴\n===~~~", brown=3).when(0, Push(0))
    assert same("3....⁴\n~~~===") == drawn(pushed.table.position)
