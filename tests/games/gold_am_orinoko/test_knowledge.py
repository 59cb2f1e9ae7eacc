"""Who knows what: hidden coins, in events, views and recalls."""

import random

import pytest

from events.games.gold_am_orinoko import RULES
from events.games.gold_am_orinoko.messages import FaceDownCoinTaken, FaceUpCoinTaken
from events.games.gold_am_orinoko.view import imagine, recall, shown, view
from events.rules import EVERYTHING, SPECTATOR, Resign, Viewer
from tests.games.gold_am_orinoko.drawing import position, table
from tests.scenario import Table

RIVER = "3²4³2⁴\n======"
DOWN = FaceDownCoinTaken(seat=1, adventurer=0, column=1, value=2)
UP = FaceUpCoinTaken(seat=1, adventurer=0, column=2, value=4)


class Dealer:
    """Luck for imagining."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        """A number below the bound."""
        return self._random.randrange(bound)


def values(river, viewer):
    """The coins' values as the viewer sees them."""
    return [coin.value for coin in view(river, viewer).coins]


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1)])
def test_nobody_knows_a_face_down_coin(viewer):
    """R-14. On the wall the value of a face-down coin is hidden from everybody."""
    assert [3, None, 4, None, 2, None] == values(position(RIVER), viewer)


def test_the_taker_alone_knows_a_face_down_coin():
    """R-14. The seat keeps it face down."""
    river = table(RIVER).given(DOWN).position
    assert [3, 2, 4, None, 2, None] == values(river, Viewer(seat=1))
    assert [3, None, 4, None, 2, None] == values(river, Viewer(seat=0)) == values(river, SPECTATOR)


def test_everybody_sees_who_took_what_from_where():
    """R-14. That a coin was taken, and whose it became, is public; so is the value of a face-up one."""
    river = table(RIVER).given(DOWN, UP).position
    for viewer in (SPECTATOR, Viewer(seat=0)):
        seen = view(river, viewer)
        assert [(1, None), (1, 4)] == [(coin.owner, coin.value) for coin in seen.coins[1:3]]
        assert [(0, 0), (2, None)] == [(seat.coins, seat.gold) for seat in seen.seats]
    assert 6 == view(river, Viewer(seat=1)).seats[1].gold


def test_after_the_end_everything_is_open():
    """C-4. Every value, also of coins that were never taken."""
    river = table(RIVER).given(DOWN).position
    assert [3, 2, 4, 3, 2, 4] == values(river, EVERYTHING)
    assert 2 == view(river, EVERYTHING).seats[1].gold


def test_the_set_up_hides_the_face_down_coins():
    """R-1. The event that lays out the river tells the values of face-up coins only."""
    laid = table(RIVER).events[0]
    for viewer in (SPECTATOR, Viewer(seat=0)):
        assert [3, None, 4, None, 2, None] == [coin["value"] for coin in shown(laid, viewer)["coins"]]
    assert [3, 2, 4, 3, 2, 4] == [coin["value"] for coin in shown(laid, EVERYTHING)["coins"]]


def test_the_event_of_a_hidden_coin_tells_its_value_to_the_taker():
    """R-14. Others learn that it was taken, after the end also its value."""
    told = [shown(DOWN, viewer)["value"] for viewer in (Viewer(seat=1), Viewer(seat=0), SPECTATOR, EVERYTHING)]
    assert [2, None, None, 2] == told
    assert [4, 4] == [shown(UP, viewer)["value"] for viewer in (Viewer(seat=0), SPECTATOR)]


def test_what_cannot_be_known_is_known_as_a_heap():
    """E-2. Everybody can count which values have not come to light, but not where they are."""
    river = table(RIVER).given(DOWN).position
    assert ((2, 3, 4), (3, 4)) == (recall(river, 0).unseen, recall(river, 1).unseen)


def test_imagining_deals_the_unknown_coins_anew():
    """E-2. An imagined position fits the recall; over many, every deal comes up, and known coins stay."""
    river = table(RIVER).given(DOWN).position
    deals = set()
    for seed in range(60):
        guess = imagine(recall(river, 1), Dealer(seed))
        assert recall(river, 1) == recall(guess, 1)
        deals.add(tuple(coin.value for coin in guess.coins))
    assert {(3, 2, 4, 3, 2, 4), (3, 2, 4, 4, 2, 3)} == deals


def test_the_sum_of_a_resigned_seat_is_nothing():
    """C-8. Its coins count for nobody, so everybody knows its sum."""
    river = Table(rules=RULES, seats=3).given(table(RIVER, seats=3).events, DOWN)
    after = river.when(1, Resign()).table.position
    assert 0 == view(after, EVERYTHING).seats[1].gold
