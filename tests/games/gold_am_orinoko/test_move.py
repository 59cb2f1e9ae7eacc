"""Moving an adventurer; all the ways that it can walk are drawn in `test_paths`."""

import pytest

from events.games.gold_am_orinoko.messages import (
    AdventurerMoved,
    FaceDownCoinTaken,
    FaceUpCoinTaken,
    Move,
    Square,
)
from tests.games.gold_am_orinoko.drawing import drawn, same, table

RIVER = """
    3..⁴..
    =====~
    =Bb==~
    ==A==~
    """


def test_the_adventurer_stands_where_its_walk_ends():
    """R-7, R-9. The chosen end is reached; the event records the squares that it lands on."""
    moved = (
        table(RIVER, white=2)
        .when(0, Move(0, 1, 3))
        .then(AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 3), Square(1, 3))))
    )
    assert same("3..⁴..\n=====~\n=BbA=~\n=====~") == drawn(moved.position)


def test_every_end_of_a_walk_is_listed():
    """R-7, R-8, D-4. The options are the ends of walks, by adventurer, lane and column; all can be carried out."""
    river = table("3...\n=A==", white=2)
    ends = [Move(0, 0, 1), Move(0, 0, 3), Move(0, 1, 0), Move(1, 0, 0), Move(1, 0, 2), Move(1, 0, 3), Move(1, 1, 0)]
    assert ends == list(river.legal(0))
    for end in ends:
        assert river.when(0, end).events


def test_either_adventurer_may_be_moved():
    """R-7. The seat chooses; two ashore are alike, and both are listed."""
    river = table("...3\n====", white=1)
    assert {Move(a, 0, column) for a in (0, 1) for column in range(4)} == set(river.legal(0))
    moved = river.when(0, Move(1, 0, 2)).table
    assert (None, Square(0, 2)) == moved.position.adventurers[0]


@pytest.mark.parametrize("adventurer", [-1, 2])
def test_a_seat_has_two_adventurers(adventurer):
    """R-7, R-2. There is no third one."""
    table(RIVER).when(0, Move(adventurer, 0, 3)).refused("illegal_command", "R-7")


@pytest.mark.parametrize("steps", [1, 3])
def test_a_walk_of_another_length_is_refused(steps):
    """R-7. The end of a walk of two steps is not reached with another number."""
    table("..3..\n=A===", white=steps).when(0, Move(0, 0, 3)).refused("illegal_command", "R-7")
    assert table("..3..\n=A===", white=2).when(0, Move(0, 0, 3)).events


def test_a_coin_too_far_away_is_refused():
    """R-8. Fewer steps are enough for a coin, more are not to be had."""
    table("3..\n=A=", white=1).when(0, Move(0, 1, 0)).refused("illegal_command", "R-7")
    assert table("3..\n=A=", white=2).when(0, Move(0, 1, 0)).events


def test_a_square_with_somebody_on_it_is_no_end():
    """R-11. At most one adventurer per square, whoever it is."""
    river = table("..3\nAaB", white=1)
    river.when(0, Move(0, 0, 1)).refused("illegal_command", "R-11")
    river.when(0, Move(0, 0, 2)).refused("illegal_command", "R-11")


def test_water_is_no_end():
    """R-9. Only trunks and coins can be stood on."""
    river = table("..3\n=A~", white=1)
    river.when(0, Move(0, 0, 2)).refused("illegal_command", "R-9")


@pytest.mark.parametrize(("lane", "column"), [(0, -1), (0, 3), (2, 0), (1, 3), (1, -1)])
def test_what_lies_outside_the_river_is_no_end(lane, column):
    """R-9. There are no such squares."""
    table("..3\n=A~", white=1).when(0, Move(0, lane, column)).refused("illegal_command", "R-9")


def test_the_shore_is_no_end():
    """D-6. An adventurer never goes back."""
    table("..3\n=A~", white=1).when(0, Move(0, -1, 1)).refused("illegal_command", "D-6")


def test_the_wall_without_a_coin_is_no_end():
    """R-13. Where no coin lies, or none lies any more, nobody may stand."""
    river = table("..3\n=A=", white=1)
    river.when(0, Move(0, 1, 1)).refused("illegal_command", "R-13")
    taken = table("33.\n=A=").given(FaceUpCoinTaken(seat=1, adventurer=0, column=1, value=3))
    taken.when(0, Move(0, 1, 1)).refused("illegal_command", "R-13")


def test_a_face_up_coin_is_taken():
    """R-14. The seat has the coin, and the adventurer is ashore again."""
    after = (
        table("3..3\nA==~", white=4)
        .when(0, Move(0, 1, 0))
        .then(
            AdventurerMoved(seat=0, adventurer=0, path=(Square(1, 0),)),
            FaceUpCoinTaken(seat=0, adventurer=0, column=0, value=3),
        )
    )
    assert (0, None) == (after.position.coins[0].owner, after.position.coins[1].owner)
    assert same("...3\n===~") == drawn(after.position)


def test_a_face_down_coin_is_taken():
    """R-14. It comes to light for its taker."""
    after = (
        table("⁴..3\n=A=~", white=2)
        .when(0, Move(0, 1, 0))
        .then(
            AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 0), Square(1, 0))),
            FaceDownCoinTaken(seat=0, adventurer=0, column=0, value=4),
        )
    )
    assert (0, 4) == (after.position.coins[0].owner, after.position.coins[0].value)


def test_only_a_hidden_coin_brings_something_to_light():
    """R-14. Taking a coin that all have seen reveals nothing; taking a hidden one does."""
    assert (False, True) == (FaceUpCoinTaken.reveals, FaceDownCoinTaken.reveals)


def test_who_took_a_coin_may_cross_the_river_again():
    """R-14, R-10. The adventurer starts from the shore like at the beginning."""
    river = table("3.3\nA==", white=1).given(
        AdventurerMoved(seat=0, adventurer=0, path=(Square(1, 0),)),
        FaceUpCoinTaken(seat=0, adventurer=0, column=0, value=3),
    )
    again = river.given(table("3.3\nA==", white=1).events[-1])
    assert {Move(0, 0, column) for column in range(3)} <= set(again.legal(0))


def test_the_entry_from_the_shore():
    """R-10, R-12. The first step enters lane 0 where its trunk lies; over a figure it leads into lane 1."""
    river = table("....3\n=====\n~=B=~", white=1)
    for end in (Square(0, 1), Square(1, 2)):
        entered = river.when(0, Move(0, end.lane, end.column)).events[0]
        assert AdventurerMoved(seat=0, adventurer=0, path=(end,)) == entered
    river.when(0, Move(0, 0, 0)).refused("illegal_command", "R-9")
    river.when(0, Move(0, 1, 1)).refused("illegal_command", "R-7")


def test_the_rulebook_example():
    """R-12, R-8. With a 4: two jumps over figures, a third step onto the coin, the fourth is left over."""
    before = """
        ..3.
        ====
        ==B=
        ====
        ==b=
        ==A=
        """
    _, taken = table(before, white=4).when(0, Move(0, 5, 2)).events[:2]
    walked = table(before, white=4).when(0, Move(0, 5, 2)).events[0]
    assert isinstance(walked, AdventurerMoved)
    assert (Square(2, 2), Square(4, 2), Square(5, 2)) == walked.path
    assert FaceUpCoinTaken(seat=0, adventurer=0, column=2, value=3) == taken
