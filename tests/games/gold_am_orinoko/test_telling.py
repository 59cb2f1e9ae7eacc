"""The game in words and drawings."""

from textwrap import dedent

import pytest

from events.games.gold_am_orinoko.messages import FaceDownCoinTaken, FaceUpCoinTaken, SeatWithdrew
from events.games.gold_am_orinoko.telling import describe, render
from events.games.gold_am_orinoko.view import view
from events.rules import EVERYTHING, SPECTATOR
from tests.games.gold_am_orinoko.drawing import table

RIVER = """
    3²4...⁴
    =aC==~~
    ~==Ab=~
    """


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("river_laid", {"seats": 3, "first": 1}, "The river was laid out for 3 seats; seat 1 begins."),
        (
            "dice_rolled",
            {"seat": 0, "white": 3, "brown": 1},
            "Seat 0 rolled 3 for its adventurers and 1 for the trunks.",
        ),
        (
            "trunk_pushed",
            {"seat": 2, "trunk": 4, "squares": 1},
            "Seat 2 pushed the trunk in lane 4 downstream by 1 square.",
        ),
        (
            "trunk_pushed",
            {"seat": 2, "trunk": 0, "squares": 3},
            "Seat 2 pushed the trunk in lane 0 downstream by 3 squares.",
        ),
        (
            "adventurer_moved",
            {"seat": 1, "adventurer": 0, "path": [{"lane": 0, "column": 7}, {"lane": 2, "column": 7}]},
            "Seat 1 moved adventurer 0: lane 0 column 7, lane 2 column 7.",
        ),
        (
            "face_up_coin_taken",
            {"seat": 1, "adventurer": 0, "column": 7, "value": 4},
            "Seat 1 took the coin in column 7, worth 4.",
        ),
        (
            "face_down_coin_taken",
            {"seat": 1, "adventurer": 0, "column": 8, "value": 2},
            "Seat 1 took the hidden coin in column 8, worth 2.",
        ),
        (
            "face_down_coin_taken",
            {"seat": 1, "adventurer": 0, "column": 8, "value": None},
            "Seat 1 took the hidden coin in column 8.",
        ),
        ("actions_lapsed", {"seat": 0, "actions": ("push",)}, "Seat 0 could not push."),
        ("actions_lapsed", {"seat": 0, "actions": ("push", "move")}, "Seat 0 could not push or move."),
        ("seat_withdrew", {"seat": 3}, "Seat 3 has resigned; its adventurers went ashore."),
    ],
)
def test_every_event_is_a_sentence(name, data, sentence):
    """D-2, R-14, C-8. What happened, without what is hidden."""
    assert sentence == describe(name, data)


def test_an_unknown_event_is_noticed():
    """A sentence is promised for the game's own events only."""
    with pytest.raises(ValueError, match="no event dragon_woke"):
        describe("dragon_woke", {})


def test_a_river_is_drawn():
    """The wall above with known coins as digits, then the lanes, the shore, and what each seat has."""
    river = table(RIVER, seats=3, white=2, brown=3, turn=1).given(
        FaceUpCoinTaken(seat=0, adventurer=0, column=0, value=3),
        FaceDownCoinTaken(seat=2, adventurer=1, column=1, value=2),
    )
    drawing = """
         wall  ..4   ?
            1  =aC==~~
            0  ~===b=~
        shore  A B c
               0    5
        seat 0 (A a): 1 coin, worth 3
        seat 1 (B b): 0 coins, worth 0
        seat 2 (C c): 1 coin, worth ?
        turn of seat 1: white 2, brown 3, still to do: push and move
        """
    assert dedent(drawing).strip("\n").rstrip() == render(view(river.position, SPECTATOR))


def test_hidden_coins_are_drawn_open_after_the_end():
    """C-4. Every value is shown, and nothing is left to do."""
    end = table("3²4\n~~=", seats=2).given(
        SeatWithdrew(seat=0), FaceUpCoinTaken(seat=1, adventurer=0, column=2, value=4)
    )
    drawing = """
         wall  32.
            0  ~~=
        shore  A a B b
               0
        seat 0 (A a): 0 coins, worth 0, resigned
        seat 1 (B b): 1 coin, worth 4
        turn of seat 0: white 1, brown 1, still to do: nothing
        """
    assert dedent(drawing).strip("\n").rstrip() == render(view(end.position, EVERYTHING))
