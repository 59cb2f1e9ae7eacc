"""The brewing phase: revealing, exploding, passing, and how the phase ends."""

import pytest

from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CauldronExploded,
    DroppedOut,
    Passed,
    RoundWon,
    StayedIn,
    Take,
    TurnBegan,
    TurnSkipped,
)
from tests.games.bobbidi_boom.kitchen import BOILING, PASS, REVEAL, brewed, kitchen


def test_a_reveal_turns_over_exactly_one_card():
    """R-7. The top card of the deck moves to the end of the display, and the turn goes on clockwise."""
    table = kitchen("bone | eye feather", "| bone", "| eye")
    after = table.when(0, REVEAL).then(CardRevealed(0, "eye"), TurnBegan(1))
    assert (("bone", "eye"), ("feather",)) == (after.position.seats[0].display, after.position.seats[0].deck)


def test_a_turn_is_a_reveal_or_a_pass():
    """R-7. Nothing else is allowed in a brewing turn, and only to the seat whose turn it is."""
    table = kitchen("| eye", "| bone", "| eye")
    assert (REVEAL, PASS) == table.legal(0)
    assert () == table.legal(1)
    table.when(1, REVEAL).refused("not_your_turn")
    table.when(0, Take("potion")).refused("illegal_command", "R-15")


def test_the_cauldron_explodes_at_the_number_on_the_top_marker():
    """R-8. Three of a kind over all displays reach the 3: the revealing seat takes it, BOOM side up."""
    table = kitchen("bone | bone eye", "bone | eye", "| eye")
    after = table.when(0, REVEAL).then(CardRevealed(0, "bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))
    assert ("3", True) == (after.position.seats[0].marker, after.position.seats[0].boom)
    assert ("4", "unnumbered") == after.position.markers


def test_more_than_the_number_explodes_too():
    """R-8. As many as the number or more: a double card may pass it."""
    table = kitchen("bone | double_bone eye", "bone | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "double_bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_fewer_than_the_number_do_not_explode():
    """R-8. Two of a kind are safe while the 3 is on top, and three when it is gone."""
    kitchen("bone | bone", "| eye", "| eye").when(0, REVEAL).then(CardRevealed(0, "bone"), TurnBegan(1))
    later = kitchen("bone | bone", "bone | eye", "| eye eye").given(Passed(2, "3"), TurnBegan(0))
    later.when(0, REVEAL).then(CardRevealed(0, "bone"), TurnBegan(1))


def test_a_double_card_passes_two_numbers_at_once():
    """R-8. Three of a kind at the 4 and a double make five: one marker is taken, and the next reveal explodes."""
    table = kitchen("| double_bone", "| eye", "bone | eye", "bone bone |").given(Passed(3, "3"), TurnBegan(0))
    after = table.when(0, REVEAL).then(
        CardRevealed(0, "double_bone"), CauldronExploded(0, "4", ("bone",)), TurnBegan(1)
    )
    after.when(1, REVEAL).then(CardRevealed(1, "eye"), CauldronExploded(1, "5", ("bone",)), RoundWon(2, "unnumbered"))


def test_a_potion_counts_for_nothing():
    """R-8. Potions are no ingredient."""
    kitchen("potion potion | potion", "| eye", "| eye").when(0, REVEAL).then(CardRevealed(0, "potion"), TurnBegan(1))


def test_the_shelf_does_not_count():
    """R-8. What lies on the shelf is not in the cauldron."""
    table = kitchen("bone | bone", "| eye", "| eye", shelf="bone_spoon_6 bone_antidote_5 potion potion")
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), TurnBegan(1))


def test_special_cards_count_as_their_ingredient():
    """R-8. A special card is one of its ingredient."""
    table = kitchen("bone_clairvoyance_4 | bone_spoon_6", "bone_antidote_5 | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "bone_spoon_6"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_any_kind_that_reaches_the_number_counts():
    """D-1. Not only the kind just revealed: a cauldron that was saved stays dangerous for the next reveal."""
    table = kitchen("| eye", "bone bone_antidote_5 bone | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_even_a_potion_sets_off_a_cauldron_that_was_saved():
    """D-1. Whatever is turned over, every kind is counted."""
    table = kitchen("| potion", "bone bone_antidote_5 bone | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "potion"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_no_effect_when_the_cauldron_explodes():
    """R-9. The special effect is carried out only when there was no BOOM."""
    table = kitchen("feather feather | feather_more_is_more_3 eye", "| eye", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, "feather_more_is_more_3"), CauldronExploded(0, "3", ("feather",)), TurnBegan(1)
    )


def test_passing_takes_the_top_marker_with_the_witch_side_up():
    """R-10. Who passes takes the top marker, Witch side up."""
    after = kitchen("| eye", "| eye", "| eye").when(0, PASS).then(Passed(0, "3"), TurnBegan(1))
    assert ("3", False) == (after.position.seats[0].marker, after.position.seats[0].boom)


def test_the_cards_of_a_seat_that_is_out_stay_and_count():
    """R-11. The display of a seat that is out still counts for the others."""
    table = kitchen("| eye", "| eye", "bone bone bone | eye").given(Passed(2, "3"), TurnBegan(0))
    after = table.when(0, REVEAL).then(CardRevealed(0, "eye"), TurnBegan(1))
    assert ("bone", "bone", "bone") == after.position.seats[2].display
    danger = kitchen("| bone eye", "| eye", "bone bone bone | eye").given(Passed(2, "3"), TurnBegan(0))
    danger.when(0, REVEAL).then(CardRevealed(0, "bone"), CauldronExploded(0, "4", ("bone",)), RoundWon(1, "unnumbered"))


def test_seats_that_are_out_have_no_turn():
    """R-7. The turn goes clockwise among the seats still in."""
    table = kitchen("| eye", "| eye", "| eye").given(Passed(1, "3"), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "eye"), TurnBegan(0))


def test_the_last_seat_left_wins_the_round():
    """R-12. It takes the last marker, Witch side up, and a victory point; the phase ends."""
    table = kitchen("| eye", "| eye", "| eye").given(Passed(1, "3"), TurnBegan(2))
    after = table.when(2, PASS).then(Passed(2, "4"), RoundWon(0, "unnumbered"))
    winner = after.position.seats[0]
    assert (1, "unnumbered", False) == (winner.points, winner.marker, winner.boom)
    after.when(0, REVEAL).refused("illegal_command", "R-15")
    after.when(0, PASS).refused("illegal_command", "R-15")


def test_the_last_seat_left_wins_before_empty_decks_are_looked_at():
    """R-12, R-13. With one seat left it makes no difference that its deck is empty."""
    table = kitchen("bone |", "| eye", "| eye", turn=1, starter=1).given(Passed(1, "3"), TurnBegan(2))
    table.when(2, PASS).then(Passed(2, "4"), RoundWon(0, "unnumbered"))


def test_a_seat_with_an_empty_deck_stays_in_and_is_skipped():
    """R-13, D-2. Who has no card left cannot act, but is not out."""
    after = (
        kitchen("| eye bone", "eye |", "| bone")
        .when(0, REVEAL)
        .then(CardRevealed(0, "eye"), TurnSkipped(1), TurnBegan(2))
    )
    assert after.position.seats[1].marker is None


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_when_all_decks_are_empty_the_seat_closest_to_the_start_wins(starter: int):
    """R-13, D-3. The starter wins; the others take the remaining markers, Witch side up, the farthest first."""
    table = kitchen("| eye", "feather |", "bone |", starter=starter)
    near, far = (starter + 1) % 3, (starter + 2) % 3
    after = table.when(0, REVEAL).then(
        CardRevealed(0, "eye"), StayedIn(far, "3"), StayedIn(near, "4"), RoundWon(starter, "unnumbered")
    )
    assert [False] * 3 == [witch.boom for witch in after.position.seats]
    assert 1 == after.position.seats[starter].points


def test_when_the_starter_is_out_the_next_one_clockwise_is_closest():
    """R-13. The seat closest after the starter clockwise wins, when the starter is out."""
    table = kitchen("| eye", "feather |", "bone |", starter=1).given(Passed(1, "3"), TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), StayedIn(0, "4"), RoundWon(2, "unnumbered"))


def test_the_decks_of_seats_that_are_out_do_not_matter():
    """R-13. Only seats still in are asked for cards."""
    table = kitchen("| eye", "feather |", "| bone").given(Passed(2, "3"), TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), StayedIn(1, "4"), RoundWon(0, "unnumbered"))


def test_decks_can_run_out_by_a_drop_out():
    """R-13. Whenever a turn is finished: here the only seat that had cards is put out."""
    table = kitchen(f"feather | {BOILING} eye", "eye |", "bone |")
    table.when(0, REVEAL).then(
        CardRevealed(0, BOILING), DroppedOut(0, "3", "boiling_over"), StayedIn(2, "4"), RoundWon(1, "unnumbered")
    )


def test_nobody_brews_in_the_ingredient_phase():
    """R-12. When the last marker is taken, revealing and passing are over."""
    table = kitchen("| eye", "| eye", "| eye").given(brewed(1, 0, 2))
    assert (1,) == table.to_move
    table.when(1, REVEAL).refused("illegal_command", "R-15")
