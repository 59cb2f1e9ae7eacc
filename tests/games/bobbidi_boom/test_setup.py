"""Setting up: what is dealt, what lies on the shelf, and who begins."""

from collections import Counter
from itertools import chain

import pytest

from events.errors import Refusal
from events.games.bobbidi_boom import RULES
from events.games.bobbidi_boom.components import BOX, EFFECTS, INGREDIENTS, KINDS, all_cards
from events.games.bobbidi_boom.messages import GameLaidOut, RoundBegan, ShelfFilled
from tests.scenario import Table

every_number = pytest.mark.parametrize("seats", [3, 4, 5])


def laid_out(seats: int, **options: object) -> tuple[GameLaidOut, ShelfFilled, RoundBegan]:
    """The events of a set-up."""
    first, second, third = Table(rules=RULES, seats=seats, options=options).set_up().events
    assert isinstance(first, GameLaidOut)
    assert isinstance(second, ShelfFilled)
    assert isinstance(third, RoundBegan)
    return first, second, third


def test_there_are_61_cards():
    """E-1. 20 simple cards, 5 double ones, 30 special ones and 6 potions, of five ingredients."""
    box = all_cards(4)
    kinds = Counter[str]()
    for card, number in box.items():
        kind = KINDS[card]
        kinds["special" if kind.effect else "double" if kind.count == 2 else "simple" if kind.count else "potion"] += (
            number
        )
    assert {"simple": 20, "double": 5, "special": 30, "potion": 6} == kinds
    assert ("fly_agaric", "bone", "feather", "mandrake", "eye") == INGREDIENTS


@pytest.mark.parametrize("ingredient", INGREDIENTS)
def test_every_ingredient_has_a_special_card_of_each_value(ingredient: str):
    """E-3. Each ingredient has one special card of each value 1 to 6."""
    values = sorted(kind.value for kind in KINDS.values() if kind.effect and kind.ingredient == ingredient)
    assert [1, 2, 3, 4, 5, 6] == values


def test_every_effect_has_a_card():
    """E-3. All eight effects are in the box."""
    assert set(EFFECTS) == {kind.effect for kind in KINDS.values() if kind.effect}


def test_with_three_players_the_cards_marked_4_plus_stay_in_the_box():
    """E-4. One simple card of each ingredient, five special cards and a potion are left out with three players."""
    left_out = all_cards(4) - all_cards(3)
    special = [
        "fly_agaric_more_is_more_5",
        "bone_boiling_over_1",
        "feather_boiling_over_2",
        "mandrake_delayed_reaction_5",
        "eye_clairvoyance_2",
    ]
    assert Counter([*INGREDIENTS, *special, "potion"]) == left_out
    assert all_cards(4) == all_cards(5)


@every_number
def test_each_seat_is_dealt_one_double_card(seats: int):
    """R-1. One double card per seat; those that are not dealt leave the game."""
    deal, *_ = laid_out(seats)
    doubles = [[card for card in cards if KINDS[card].count == 2] for cards in deal.dealt]
    assert [1] * seats == [len(cards) for cards in doubles]
    assert sorted(f"double_{name}" for name in INGREDIENTS) == sorted((*chain(*doubles), *deal.unused))


@pytest.mark.parametrize(("seats", "simple"), [(3, 5), (4, 5), (5, 4)])
def test_simple_cards_are_dealt_evenly(seats: int, simple: int):
    """R-2. 5, 5 or 4 simple cards for each of 3, 4 or 5 players, and none is left."""
    deal, *_ = laid_out(seats)
    dealt = [[card for card in cards if KINDS[card].count == 1] for cards in deal.dealt]
    assert [simple] * seats == [len(cards) for cards in dealt]
    assert Counter(BOX.layouts[seats].dealt) == Counter(chain(*dealt))


@every_number
def test_the_shelf_shows_one_card_more_than_there_are_players(seats: int):
    """R-3. The special cards and potions are the supply; its top cards lie on the shelf."""
    deal, shelf, _ = laid_out(seats)
    assert Counter(BOX.layouts[seats].supply) == Counter(deal.supply)
    assert deal.supply[: seats + 1] == shelf.cards


@pytest.mark.parametrize(
    ("seats", "markers"),
    [(3, ("3", "4", "unnumbered")), (4, ("3", "4", "5", "unnumbered")), (5, ("3", "4", "5", "6", "unnumbered"))],
)
def test_the_markers_are_stacked_with_3_on_top(seats: int, markers: tuple[str, ...]):
    """R-4, E-2. The 3 lies on top and the marker without a number at the bottom."""
    assert markers == Table(rules=RULES, seats=seats).set_up().position.markers


@pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (4, 8), (5, 7)])
def test_one_victory_point_is_won_in_each_round(seats: int, rounds: int):
    """R-5. 9, 8 or 7 rounds for 3, 4 or 5 players."""
    deal, *_ = laid_out(seats)
    assert rounds == deal.rounds


@every_number
def test_each_seat_shuffles_its_cards_into_its_deck(seats: int):
    """R-6. A deck holds the dealt cards, in an order of its own."""
    deal, _, began = laid_out(seats)
    assert [sorted(cards) for cards in deal.dealt] == [sorted(cards) for cards in began.decks]
    assert deal.dealt != began.decks


def test_the_first_seat_can_be_agreed_on():
    """C-2. The option `first_seat` names the seat that begins, and by default it is drawn."""
    assert (2, 2) == tuple(event.starter for event in laid_out(3, first_seat=2)[::2])
    starters = {
        Table(rules=RULES, seats=3, seed=bytes([number] * 32)).set_up().position.starter for number in range(20)
    }
    assert {0, 1, 2} == starters


def test_the_first_seat_must_be_there():
    """C-2. A seat that nobody sits on cannot begin."""
    with pytest.raises(Refusal) as refused:
        laid_out(3, first_seat=3)
    assert ("invalid", "C-2") == (refused.value.code, refused.value.rule)


@every_number
def test_the_seat_that_begins_is_to_move(seats: int):
    """C-2. The first turn is the starter's; it may reveal or pass."""
    table = Table(rules=RULES, seats=seats, options={"first_seat": 1}).set_up()
    assert (1,) == table.to_move
    assert ["Reveal", "Pass"] == [type(command).__name__ for command in table.legal(1)]
