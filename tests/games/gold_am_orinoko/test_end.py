"""How the game ends, and who wins."""

import pytest

from events.games.gold_am_orinoko.messages import (
    AdventurerMoved,
    DiceRolled,
    FaceDownCoinTaken,
    FaceUpCoinTaken,
    Move,
    Push,
    SeatWithdrew,
    Square,
    TrunkPushed,
)
from events.rules import Outcome, Resign
from tests.games.gold_am_orinoko.drawing import drawn, same, table

PURSES = "3³4⁴..2\n=======\n=======\n=======\n======="


def owned(*owners: int):
    """The first coins of PURSES, worth 3, 3, 4 and 4, are taken by these seats."""
    kinds = [(FaceUpCoinTaken, 3), (FaceDownCoinTaken, 3), (FaceUpCoinTaken, 4), (FaceDownCoinTaken, 4)]
    return [
        kind(seat=seat, adventurer=0, column=column, value=value)
        for column, (seat, (kind, value)) in enumerate(zip(owners, kinds, strict=False))
    ]


def test_the_last_coin_ends_the_game_at_once():
    """R-16. No coin is left: what is left of the turn lapses, and nobody rolls."""
    after = (
        table(".3.\n=A=")
        .when(0, Move(0, 1, 1))
        .then(
            AdventurerMoved(seat=0, adventurer=0, path=(Square(1, 1),)),
            FaceUpCoinTaken(seat=0, adventurer=0, column=1, value=3),
        )
    )
    assert Outcome(winners=(0,), reason="no_coins", rule="R-16", scores=(3, 0)) == after.outcome
    assert ((), (), "") == (after.to_move, after.legal(0), after.rules.prompt(after.position, 0))


def test_a_push_may_end_the_game():
    """R-16, D-5. The last lane's trunk has passed the last coin: the move that was due lapses."""
    after = table(".3..\n=A=~", brown=1).given(TrunkPushed(seat=0, trunk=0, squares=1))
    assert after.outcome is None
    end = table(".3...\n=A=~~", brown=2).when(0, Push(0)).then(TrunkPushed(seat=0, trunk=0, squares=2))
    assert Outcome(winners=(0, 1), reason="out_of_reach", rule="R-16", scores=(0, 0)) == end.outcome


@pytest.mark.parametrize(
    ("river", "over"),
    [
        ("3...\n==~~", False),
        ("3...\n~==~", True),
        (".3..\n~==~", False),
        ("...3\n==~~", False),
        ("34..\n~~==", True),
        ("34.2\n~~==", False),
    ],
)
def test_a_coin_is_out_of_reach_upstream_of_the_last_trunk(river, over):
    """D-5. Trunks never go back: what lies upstream of the upstream end in the last lane is lost, nothing else."""
    assert over == (table(river).outcome is not None)


def test_only_the_last_lane_decides_what_can_be_reached():
    """D-5. The other trunks may have drifted past the coin: an adventurer on the last trunk still gets there."""
    assert table(".3...\n====~\n~~~==").outcome is None


def test_a_coin_that_nobody_reaches_in_time_keeps_the_game_going():
    """D-5. All adventurers are ashore and the trunk will drift past; the game ends when it has."""
    river = table("3.....\n====~~\n====~~\n====~~", white=1, brown=1)
    assert river.outcome is None
    assert river.given(TrunkPushed(seat=0, trunk=2, squares=1)).outcome is not None


def test_taking_the_last_coin_within_reach_ends_the_game():
    """R-16, D-5. Coins that are out of reach do not keep it going."""
    end = table("3.4\n~~A").when(0, Move(0, 1, 2)).table
    assert Outcome(winners=(0,), reason="out_of_reach", rule="R-16", scores=(4, 0)) == end.outcome


def test_the_highest_sum_wins():
    """R-17. Values count, not the number of coins."""
    end = table(PURSES.replace("2", ".")).given(owned(0, 0, 1, 1))
    assert Outcome(winners=(1,), reason="no_coins", rule="R-16", scores=(6, 8)) == end.outcome


def test_face_down_coins_count_like_all_others():
    """R-17. The sum is that of all coins of the seat."""
    end = table(PURSES.replace("2", "."), seats=3).given(owned(2, 1, 2, 1))
    assert Outcome(winners=(1, 2), reason="no_coins", rule="R-16", scores=(0, 7, 7)) == end.outcome


def test_equal_sums_win_together():
    """C-7. Nothing breaks a tie."""
    end = table(PURSES.replace("2", "."), seats=3).given(owned(2, 1, 2, 1))
    assert [0.0, 1.0, 1.0] == [end.rules.score(end.position, seat) for seat in range(3)]


# --- resigning --------------------------------------------------------------------------------------------------------


def test_who_resigns_on_its_turn_ends_it():
    """C-8. What is left of the turn lapses, the adventurers go ashore, and the next seat rolls."""
    river = table("....3\n=AB=~\n=a==~", seats=3)
    withdrew, rolled = river.when(0, Resign()).events
    assert SeatWithdrew(seat=0) == withdrew
    assert isinstance(rolled, DiceRolled)
    assert 1 == rolled.seat
    assert same("....3\n==B=~\n====~") == drawn(river.when(0, Resign()).table.position)


def test_who_resigns_out_of_turn_leaves_the_turn_alone():
    """C-8. The seat whose turn it is goes on with the dice it has."""
    river = table("....3\n=AB=~\n=bC=~", seats=3, white=2, brown=1)
    after = river.when(1, Resign()).then(SeatWithdrew(seat=1))
    assert same("....3\n=A==~\n==C=~") == drawn(after.position)
    assert ((0,), 2, 1) == (after.to_move, after.position.white, after.position.brown)


def test_the_turns_of_a_resigned_seat_are_skipped():
    """C-8, R-15. The next seat that has not resigned plays."""
    river = table("....3\n====~", seats=4).given(SeatWithdrew(seat=1), SeatWithdrew(seat=2))
    moved = river.given(TrunkPushed(seat=0, trunk=0, squares=1)).when(0, Move(0, 0, 1))
    assert (3,) == moved.table.to_move


def test_the_coins_of_a_resigned_seat_count_for_nobody():
    """C-8, R-17. They stay taken, and the seat cannot win with them."""
    river = table(PURSES, seats=3).given(owned(0, 0, 1, 2), SeatWithdrew(seat=0))
    end = river.given(FaceUpCoinTaken(seat=2, adventurer=0, column=6, value=2))
    assert Outcome(winners=(2,), reason="no_coins", rule="R-16", scores=(0, 4, 6)) == end.outcome


def test_the_last_seat_that_has_not_resigned_wins():
    """C-8. Whatever it has."""
    river = table(PURSES, seats=3).given(owned(0, 1, 1, 1), SeatWithdrew(seat=1))
    end = river.when(0, Resign()).then(SeatWithdrew(seat=0))
    assert Outcome(winners=(2,), reason="resigned", rule="C-8", scores=(0, 0, 0)) == end.outcome


def test_nobody_resigns_twice():
    """C-8. Once is enough."""
    river = table(PURSES, seats=3).given(SeatWithdrew(seat=1))
    river.when(1, Resign()).refused("illegal_command", "C-8")


def test_nothing_can_be_done_after_the_end():
    """R-16. The game is over for everybody."""
    end = table("3...\n~==~")
    end.when(0, Push(0)).refused("game_ended")
    end.when(1, Resign()).refused("game_ended")
