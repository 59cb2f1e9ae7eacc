"""Setup: the dungeon, the entrances, who begins."""

import pytest

from events.chance import Chance
from events.errors import Refusal
from events.games.game_over import RULES
from events.games.game_over.components import PACK, place
from events.games.game_over.messages import DungeonLaid, Options
from events.games.game_over.position import entrance, is_face_down
from tests.games.game_over.dungeons import game
from tests.scenario import Table


def setup(seats: int, seed: int = 0, **options) -> DungeonLaid:
    """The only event of a set-up drawn from this seed."""
    (deal,) = RULES.setup(seats, Options(**options), Chance(bytes([seed]), "test", 0))
    assert isinstance(deal, DungeonLaid)
    return deal


def test_the_whole_pack_is_shuffled():
    """R-1. All 25 cards are laid out, in an order that differs from game to game."""
    deals = [setup(2, seed).cards for seed in range(20)]
    assert all(sorted(PACK) == sorted(deal) for deal in deals)
    assert 20 == len(set(deals))


def test_every_card_comes_to_lie_everywhere():
    """R-1. No place is barred to any card by the shuffle."""
    deals = [setup(2, seed).cards for seed in range(256)]
    assert all(set(PACK) == {deal[here] for deal in deals} for here in range(25))


def test_all_cards_lie_face_down():
    """R-1. At the beginning no card is face up, and none has been seen."""
    position = Table(rules=RULES, seats=4).set_up().position
    assert all(is_face_down(position, here) for here in range(25))
    assert not any(position.seen)


def test_row_0_is_north_and_column_0_west():
    """R-1. Cards are counted row by row from the north-west corner."""
    assert [0, 4, 20, 24] == [place(0, 0), place(0, 4), place(4, 0), place(4, 4)]


@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_players_enter_by_corners_in_clockwise_order(seats: int):
    """R-2, D-1. Seat 0 enters in the north-west, seat 1 in the north-east, seat 2 south-east, seat 3 south-west."""
    corners = [place(0, 0), place(0, 4), place(4, 4), place(4, 0)]
    position = game(seats=seats).position
    assert corners[:seats] == [entrance(position, seat) for seat in range(seats)]


def test_two_players_enter_by_opposite_corners():
    """R-3, D-5. With two players the entrances lie in opposite corners."""
    position = game(seats=2).position
    assert [place(0, 0), place(4, 4)] == [entrance(position, seat) for seat in range(2)]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_given_seat_begins(first: int):
    """C-2. With first_seat a number, that seat begins."""
    assert first == setup(3, first_seat=first).first
    assert (first,) == game(seats=3, first=first).to_move


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_by_default_the_first_seat_is_drawn(seats: int):
    """C-2. With first_seat random, every seat begins now and then."""
    assert set(range(seats)) == {setup(seats, seed).first for seed in range(40)}


def test_who_begins_does_not_change_the_dungeon():
    """C-3. The cards lie alike whether the first seat is drawn or given."""
    assert setup(4).cards == setup(4, first_seat=2).cards


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_that_is_not_there_cannot_begin(seats: int):
    """C-2. A first_seat beyond the seats of this game is refused."""
    with pytest.raises(Refusal) as refused:
        setup(seats, first_seat=seats)
    assert "invalid" == refused.value.code


@pytest.mark.parametrize("options", [{"first_seat": 4}, {"first_seat": "youngest"}, {"memory": "weak"}, {"lives": 3}])
def test_unknown_options_are_refused(options: dict):
    """C-2, D-3. Options and values that the game does not know are refused."""
    with pytest.raises(Refusal) as refused:
        Table(rules=RULES, seats=4, options=options).set_up()
    assert "invalid" == refused.value.code
