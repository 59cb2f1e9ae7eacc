"""The end: counting points, ties, and what becomes of seats that resign."""

from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardTaken,
    DroppedOut,
    Passed,
    ReactionArmed,
    RoundWon,
    SeatWithdrew,
    StirDeclined,
    StirOffered,
    Take,
    TurnBegan,
    TurnSkipped,
)
from events.rules import Outcome, Resign
from tests.games.bobbidi_boom.kitchen import DELAYED, FIRE, PASS, REVEAL, STIR, brewed, kitchen, takes
from tests.scenario import Table


def last_round(*seats: str, shelf: str = "potion potion potion potion") -> Table:
    """The last round of the game, in which seat 0 has won and only seat 1 has still to take a card."""
    table = kitchen(*seats, shelf=shelf, number=9, rounds=9)
    first, second, _, _ = shelf.split()
    return table.given(brewed(0, 1, 2), takes((0, 2), f"{first} {second}"))


def test_the_game_ends_with_the_ingredient_phase_of_the_last_round():
    """R-19. The last card is taken, nothing is shuffled any more, and nobody is to move."""
    table = last_round("| bone", "| eye", "| feather")
    after = table.when(1, Take("potion")).then(CardTaken(1, "potion"))
    assert () == after.to_move
    assert ("potion",) == after.position.shelf
    assert after.outcome is not None
    assert ("score", "R-19") == (after.outcome.reason, after.outcome.rule)


def test_an_earlier_round_does_not_end_the_game():
    """R-19. Only the ingredient phase of the last round does."""
    table = kitchen("| bone", "| eye", "| feather", number=8).given(brewed(0, 1, 2), takes((0, 2), "potion potion"))
    assert table.when(1, Take("potion")).table.outcome is None


def test_special_cards_score_their_value():
    """R-19. Wherever they lie: in the deck, in the display or just taken; simple and double cards score nothing."""
    table = last_round(
        "eye_spoon_6 | bone_antidote_5 bone",
        "| double_eye",
        "| feather",
        shelf="feather_antidote_4 potion potion potion",
    )
    after = table.when(1, Take("potion")).table
    assert Outcome(winners=(0,), reason="score", rule="R-19", scores=(6 + 5 + 4 + 1, 5, 5)) == after.outcome


def test_potions_score_5_and_then_3_each():
    """R-19. 5 points for the first potion and 3 for each further one."""
    table = last_round("| bone", "| potion potion", "| feather")
    after = table.when(1, Take("potion")).table
    assert after.outcome is not None
    assert (5 + 1, 5 + 3 + 3, 5) == after.outcome.scores


def test_victory_points_score_1_each():
    """R-19. One point for each round that was won."""
    table = last_round("| bone", "| eye", "| feather").given(RoundWon(0, "unnumbered"), RoundWon(2, "unnumbered"))
    after = table.when(1, Take("potion")).table
    assert after.outcome is not None
    assert (5 + 2, 5, 5 + 1) == after.outcome.scores


def test_a_tie_goes_to_the_seat_with_more_victory_points():
    """R-20. As many points, but more of them won in rounds."""
    table = last_round(
        "| bone", "| eye", "| feather_delayed_reaction_1", shelf="bone_antidote_5 potion feather_antidote_4 potion"
    )
    after = table.when(1, Take("feather_antidote_4")).table
    assert Outcome(winners=(0,), reason="score", rule="R-20", scores=(6, 4, 6)) == after.outcome


def test_a_tie_that_the_rulebook_does_not_break_is_shared():
    """C-7, R-20. As many points and as many rounds won: both win."""
    table = last_round("| bone", "| eye_antidote_5", "| bone_antidote_5")
    after = table.when(1, Take("potion")).table
    assert Outcome(winners=(1, 2), reason="score", rule="R-20", scores=(6, 10, 10)) == after.outcome


def test_a_swapped_card_scores_for_the_seat_it_lies_with():
    """D-5, R-19. The swap lasts to the end."""
    table = kitchen(f"| {STIR} bone", "eye_spoon_6 | eye", "| feather", number=9, rounds=9)
    table = table.when(0, REVEAL).table.when(0, table.when(0, REVEAL).table.legal(0)[0]).table
    table = table.given(brewed(0, 1, 2), takes((0, 2), "potion potion")).when(1, Take("potion")).table
    assert table.outcome is not None
    assert (5 + 6 + 1, 5 + 4, 5) == table.outcome.scores


# --- resigning --------------------------------------------------------------------------------------------------------


def test_resigning_is_possible_out_of_turn():
    """C-8. The seat has resigned at once, and nothing else happens before the turn reaches it."""
    after = kitchen("| bone", "| eye", "| feather").when(2, Resign()).then(SeatWithdrew(2))
    assert (0,) == after.to_move


def test_resigning_is_possible_once():
    """C-8. A second time is refused."""
    after = kitchen("| bone", "| eye", "| feather").when(2, Resign()).table
    after.when(2, Resign()).refused("illegal_command", "C-8")


def test_a_seat_that_resigns_in_its_turn_passes():
    """C-8, D-14. What it is asked for happens by itself."""
    kitchen("| bone", "| eye", "| feather").when(0, Resign()).then(SeatWithdrew(0), Passed(0, "3"), TurnBegan(1))


def test_a_resigned_seat_passes_when_the_turn_reaches_it():
    """D-14. Not before; its pass is like any other."""
    table = kitchen("| bone", "| eye", "| feather").when(1, Resign()).then(SeatWithdrew(1))
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), TurnBegan(1), Passed(1, "3"), TurnBegan(2))


def test_a_due_reaction_comes_before_the_pass_of_a_resigned_seat():
    """D-14. It drops out through the reaction, BOOM side up."""
    table = kitchen("| bone", "| eye", "| feather").given(ReactionArmed(1), SeatWithdrew(1))
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), DroppedOut(1, "3", "delayed_reaction"), TurnBegan(2))


def test_an_empty_deck_comes_before_the_pass_of_a_resigned_seat():
    """D-14. Without cards it is skipped and stays in, and may even win the round."""
    table = kitchen("| bone", "eye |", "| feather", starter=1).given(SeatWithdrew(1))
    table = table.when(0, REVEAL).then(CardRevealed(0, "bone"), TurnSkipped(1), TurnBegan(2))
    after = table.when(2, PASS).table
    assert 1 == after.position.seats[1].points


def test_the_pass_of_a_resigned_seat_uses_up_the_fire():
    """D-14. The seat after it is free."""
    table = kitchen(f"| {FIRE} bone", "| eye", "| feather eye").given(SeatWithdrew(1))
    table = table.when(0, REVEAL).table
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), TurnBegan(0))


def test_the_pass_of_a_resigned_seat_disarms_the_others():
    """D-14. Somebody passed, so the reaction does not put its seat out."""
    table = kitchen(f"| {DELAYED} bone", "| eye", "| feather eye").given(SeatWithdrew(1)).when(0, REVEAL).table
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), TurnBegan(0))


def test_a_seat_that_resigns_while_stirring_declines():
    """C-8. The swap that it was offered is declined by itself; later it passes."""
    table = kitchen(f"| {STIR} bone", "eye |", "| feather eye").when(0, REVEAL).table
    assert StirOffered(0, STIR) == table.events[-1]
    table.when(0, Resign()).then(SeatWithdrew(0), StirDeclined(0), TurnSkipped(1), TurnBegan(2))


def test_a_resigned_seat_takes_the_first_card_of_the_lowest_value():
    """C-8, D-14. By itself, and even as Witch or winner."""
    shelf = "eye_spoon_6 bone_boiling_over_1 potion feather_delayed_reaction_1"
    table = kitchen("| bone", "| eye", "| feather", shelf=shelf).given(Passed(1, "3"), SeatWithdrew(0), TurnBegan(2))
    table.when(2, PASS).then(Passed(2, "4"), RoundWon(0, "unnumbered"), CardTaken(0, "bone_boiling_over_1"))


def test_a_seat_that_resigns_when_it_is_to_take_takes_the_lowest():
    """C-8. Also when it is asked just then."""
    shelf = "eye_spoon_6 bone_boiling_over_1 potion feather_delayed_reaction_1"
    table = kitchen("| bone", "| eye", "| feather", shelf=shelf).given(brewed(0, 1, 2))
    table.when(0, Resign()).then(SeatWithdrew(0), CardTaken(0, "bone_boiling_over_1"))


def test_a_round_won_by_a_resigned_seat_counts_for_the_next_start():
    """D-14, R-18. The seat to its left begins."""
    table = kitchen("| bone", "| eye", "| feather").given(
        brewed(0, 2, 1), SeatWithdrew(0), takes((0, 1), "potion potion")
    )
    after = table.when(2, Take("potion")).table
    assert 1 == after.position.starter


def test_a_resigned_seat_cannot_win():
    """C-8, D-14. Its points are counted, but the best of the others wins."""
    table = last_round("eye_spoon_6 | bone", "| eye", "| feather_delayed_reaction_1").given(SeatWithdrew(0))
    after = table.when(1, Take("potion")).table
    assert Outcome(winners=(2,), reason="score", rule="R-19", scores=(12, 5, 6)) == after.outcome


def test_the_last_seat_that_has_not_resigned_wins():
    """C-8. At once, whatever the points; the reason is resigned."""
    table = kitchen("eye_spoon_6 | bone", "| eye", "| feather").when(0, Resign()).table
    after = table.when(1, Resign()).then(SeatWithdrew(1))
    assert Outcome(winners=(2,), reason="resigned", rule="C-8", scores=(6, 0, 0)) == after.outcome
    assert () == after.to_move
