"""The ingredient phase: who takes which card, and how the next round begins."""

import pytest

from events.games.bobbidi_boom.components import BOX
from events.games.bobbidi_boom.messages import (
    CardTaken,
    CauldronExploded,
    DroppedOut,
    Passed,
    RoundBegan,
    RoundWon,
    ShelfFilled,
    StayedIn,
    Take,
    TurnBegan,
)
from tests.games.bobbidi_boom.kitchen import PASS, REVEAL, brewed, kitchen, takes

SHELF = "eye_spoon_6 potion bone_boiling_over_1 feather_delayed_reaction_1"
TABLE = kitchen("bone | eye", "| bone", "| mandrake", shelf=SHELF)


def test_the_seat_that_stayed_longest_takes_first():
    """R-15. First the winner of the round, then from the largest marker to the smallest."""
    table = TABLE.given(brewed(1, 2, 0))
    assert (1,) == table.to_move
    table = table.when(1, Take("eye_spoon_6")).then(CardTaken(1, "eye_spoon_6"))
    assert (0,) == table.to_move
    table = table.when(0, Take("potion")).then(CardTaken(0, "potion"))
    assert (2,) == table.to_move


def test_the_order_follows_the_markers_and_not_the_sides():
    """R-15. It does not matter how a seat came by its marker."""
    table = TABLE.given(CauldronExploded(0, "3", ("bone",)), Passed(1, "4"), RoundWon(2, "unnumbered"))
    order: list[int] = []
    for _ in range(3):
        order.extend(table.to_move)
        table = table.when(table.to_move[0], table.legal(table.to_move[0])[0]).table
    assert [2, 1, 0] == order


def test_after_empty_decks_the_seats_take_from_the_closest_to_the_farthest():
    """R-15, D-3. The markers that were left tell the order."""
    table = TABLE.given(StayedIn(2, "3"), StayedIn(1, "4"), RoundWon(0, "unnumbered"))
    table = table.when(0, Take("potion")).table
    assert (1,) == table.to_move


def test_only_cards_on_the_shelf_can_be_taken():
    """R-15. Neither a card that is elsewhere nor one that was taken."""
    table = TABLE.given(brewed(1, 2, 0))
    table.when(1, Take("bone")).refused("illegal_command", "R-15")
    table = table.when(1, Take("potion")).table
    table.when(0, Take("potion")).refused("illegal_command", "R-15")


def test_with_the_witch_side_up_any_card_may_be_taken():
    """R-16. Who passed or won may choose."""
    table = TABLE.given(brewed(1, 2, 0))
    assert tuple(map(Take, SHELF.split())) == table.legal(1)


def test_with_the_boom_side_up_a_card_of_the_lowest_value_must_be_taken():
    """R-16. The smallest number on the shelf, and no other."""
    shelf = "eye_spoon_6 potion bone_boiling_over_1 feather_boiling_over_2"
    table = kitchen("bone | eye", "| bone", "| mandrake", shelf=shelf)
    table = table.given(Passed(2, "3"), CauldronExploded(0, "4", ("bone",)), RoundWon(1, "unnumbered"))
    table = table.when(1, Take("potion")).table
    assert (Take("bone_boiling_over_1"),) == table.legal(0)
    table.when(0, Take("eye_spoon_6")).refused("illegal_command", "R-16")
    table.when(0, Take("feather_boiling_over_2")).refused("illegal_command", "R-16")


def test_with_the_boom_side_up_ties_on_the_shelf_leave_a_choice():
    """R-16. Any of the cards that tie for the lowest value."""
    table = TABLE.given(Passed(2, "3"), CauldronExploded(0, "4", ("bone",)), RoundWon(1, "unnumbered"))
    table = table.when(1, Take("potion")).table
    assert (Take("bone_boiling_over_1"), Take("feather_delayed_reaction_1")) == table.legal(0)
    table.when(0, Take("feather_delayed_reaction_1")).then(CardTaken(0, "feather_delayed_reaction_1"))


def test_a_potion_ranks_as_5():
    """R-16, E-5. A 6 lies above a potion, and a special card of value 5 beside it."""
    table = kitchen("| eye", "| bone", "| mandrake", shelf="eye_spoon_6 potion bone_spoon_6 bone_antidote_5")
    table = table.given(Passed(2, "3"), DroppedOut(0, "4", "boiling_over"), RoundWon(1, "unnumbered"))
    table = table.when(1, Take("eye_spoon_6")).table
    assert (Take("potion"), Take("bone_antidote_5")) == table.legal(0)


def test_dropping_out_through_an_effect_is_the_boom_side_too():
    """D-4, R-16. It was not a choice, so the lowest card must be taken."""
    table = TABLE.given(Passed(2, "3"), DroppedOut(0, "4", "delayed_reaction"), RoundWon(1, "unnumbered"))
    table = table.when(1, Take("potion")).table
    table.when(0, Take("eye_spoon_6")).refused("illegal_command", "R-16")


def test_alike_cards_are_listed_once():
    """R-15. Three potions on the shelf are one command."""
    table = kitchen("| eye", "| bone", "| mandrake").given(brewed(0, 1, 2))
    assert (Take("potion"),) == table.legal(0)


def test_all_cards_are_shuffled_into_the_new_deck():
    """R-17. The taken card, the display and the rest of the deck; markers and shelf are as before."""
    table = TABLE.given(brewed(1, 2, 0), takes((1, 0), "eye_spoon_6 potion"))
    answer = table.when(2, Take("bone_boiling_over_1"))
    taken, filled, began = answer.events
    assert CardTaken(2, "bone_boiling_over_1") == taken
    assert ShelfFilled(("potion", "potion", "potion")) == filled
    assert isinstance(began, RoundBegan)
    decks = [sorted(deck) for deck in began.decks]
    assert [["bone", "eye", "potion"], ["bone", "eye_spoon_6"], ["bone_boiling_over_1", "mandrake"]] == decks
    position = answer.table.position
    assert ("3", "4", "unnumbered") == position.markers
    assert [((), None, None)] * 3 == [(witch.display, witch.marker, witch.taken) for witch in position.seats]


def test_the_card_that_is_left_over_stays_on_the_shelf():
    """R-17. New cards lie behind it."""
    table = TABLE.given(brewed(1, 2, 0), takes((1, 0), "eye_spoon_6 potion"))
    after = table.when(2, Take("bone_boiling_over_1")).table
    assert ("feather_delayed_reaction_1", "potion", "potion", "potion") == after.position.shelf
    assert () == after.position.supply


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_supply_is_enough_for_all_rounds(seats: int):
    """R-17. The shelf can be filled before every round; with five players the supply is just enough."""
    layout = BOX.layouts[seats]
    needed = (seats + 1) + seats * (layout.rounds - 1)
    assert needed <= len(layout.supply)
    assert seats != 5 or needed == len(layout.supply)


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_seat_to_the_left_of_the_winner_begins_the_next_round(winner: int):
    """R-18. Clockwise, the seat after the one that took the last marker."""
    left, right = (winner + 1) % 3, (winner + 2) % 3
    table = TABLE.given(brewed(winner, left, right), takes((winner, right), "eye_spoon_6 potion"))
    after = table.when(left, Take("bone_boiling_over_1")).table
    assert (2, left, (left,)) == (after.position.round, after.position.starter, after.to_move)
    assert (REVEAL, PASS) == after.legal(left)


def test_taking_belongs_to_the_ingredient_phase():
    """R-15. During the brewing no card is taken, and in the ingredient phase only in order."""
    TABLE.when(0, Take("potion")).refused("illegal_command", "R-15")
    TABLE.given(brewed(1, 2, 0)).when(0, Take("potion")).refused("not_your_turn")


def test_the_next_round_begins_without_a_further_turn_event():
    """R-18. The round's own event says whose turn it is."""
    table = TABLE.given(brewed(0, 1, 2), takes((0, 2), "eye_spoon_6 potion"))
    events = table.when(1, Take("bone_boiling_over_1")).events
    assert TurnBegan not in map(type, events)
