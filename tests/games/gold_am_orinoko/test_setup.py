"""How the river is laid out."""

from collections import Counter

import pytest

from events.chance import Chance
from events.errors import Refusal
from events.games.gold_am_orinoko import RULES
from events.games.gold_am_orinoko.components import RIVER, read_river
from events.games.gold_am_orinoko.decide import lay_out
from events.games.gold_am_orinoko.messages import DiceRolled, Options, RiverLaid
from tests.games.gold_am_orinoko.test_components import SMALL
from tests.scenario import Table


def set_up(number: int, seats: int = 2, **options: object) -> Table:
    """A table that was just set up, each `number` with luck of its own."""
    return Table(rules=RULES, seats=seats, options=options, seed=number.to_bytes(32, "big")).set_up()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_trunk_lies_upstream_in_a_lane_of_its_own(seats):
    """R-1. One trunk per lane, upstream ends at column 0."""
    position = set_up(1, seats).position
    assert (0,) * 5 == position.starts
    assert Counter(RIVER.trunks) == Counter(position.lengths)


def test_the_order_of_the_trunks_is_drawn():
    """R-1. Every one of the ten orders of three long and two short trunks comes up."""
    assert 10 == len({set_up(number).position.lengths for number in range(200)})


def test_the_coins_are_shuffled_over_the_marks():
    """R-1. All 18 coins lie on the marks, in another order each time."""
    deals = [set_up(number).position.coins for number in range(20)]
    assert 20 == len(set(deals))
    for coins in deals:
        assert Counter(RIVER.coins) == Counter(coin.value for coin in coins)
        assert [(mark.column, mark.face_up, None) for mark in RIVER.marks] == [
            (coin.column, coin.face_up, coin.owner) for coin in coins
        ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_two_adventurers_ashore(seats):
    """R-2. Two adventurers per seat, on the jungle shore."""
    assert ((None, None),) * seats == set_up(1, seats).position.adventurers


def test_the_first_roll_comes_with_the_start():
    """D-1, R-3. The set-up ends with the roll of the seat that begins."""
    laid, rolled = set_up(1).events
    assert isinstance(laid, RiverLaid)
    assert isinstance(rolled, DiceRolled)
    assert laid.first == rolled.seat


def test_who_begins_is_drawn():
    """C-2. By default every seat may begin."""
    assert {0, 1, 2, 3} == {set_up(number, 4).position.turn for number in range(40)}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_begins_can_be_agreed(first):
    """C-2. With the option first_seat that seat begins."""
    assert (first,) == set_up(3, 3, first_seat=first).to_move


def test_a_seat_that_nobody_sits_on_cannot_begin():
    """C-2. The option must fit the number of seats."""
    with pytest.raises(Refusal) as refused:
        set_up(1, 2, first_seat=2)
    assert ("invalid", None) == (refused.value.code, refused.value.rule)


def test_any_river_can_be_laid_out():
    """R-1. The rules hold for a river of any size."""
    laid = lay_out(read_river(SMALL), 2, Options(), Chance(bytes(32), "test", 0))[0]
    assert isinstance(laid, RiverLaid)
    assert (3, Counter({1: 1, 2: 1})) == (laid.columns, Counter(laid.trunks))
