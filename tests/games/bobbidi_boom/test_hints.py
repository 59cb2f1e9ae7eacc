"""How well a seat stands, and what a thoughtful player does."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from events.chance import Chance, pick
from events.games.bobbidi_boom import RULES
from events.games.bobbidi_boom.hints import greedy, risk
from events.games.bobbidi_boom.messages import (
    CauldronExploded,
    FireLit,
    Passed,
    RoundWon,
    SeatWithdrew,
    Stir,
    Take,
    TopGlimpsed,
)
from events.games.bobbidi_boom.view import Recall
from events.rules import Command, carry_out, set_up
from tests.games.bobbidi_boom.kitchen import ANTIDOTE, DECLINE, DELAYED, FIRE, PASS, REVEAL, STIR, brewed, kitchen
from tests.scenario import Table

Player = Callable[[Any, int, Chance], Command]
LUCK = Chance(b"luck", "hints", 0)
SHELF = "bone_spoon_6 feather_antidote_4 potion bone_boiling_over_1"


def known(table: Table, seat: int = 0) -> Recall:
    """What this seat may know."""
    recall = RULES.recall(table.position, seat)
    assert isinstance(recall, Recall)
    return recall


def choice(table: Table, seat: int = 0) -> Command:
    """What a greedy player does in this seat."""
    return greedy(known(table, seat), table.legal(seat), LUCK)


# --- the risk of a reveal ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "out", "armed"),
    [
        ("bone bone | eye eye feather mandrake", 0.0, 0.0),
        ("bone bone | bone eye feather mandrake", 0.25, 0.0),
        ("bone bone | bone double_bone bone_spoon_6", 1.0, 0.0),
        (f"bone {ANTIDOTE} | bone double_bone bone_spoon_6", 0.0, 0.0),
        ("feather | feather_boiling_over_2 eye", 0.5, 0.0),
        (f"| {DELAYED} bone", 0.0, 0.5),
    ],
)
def test_the_risk_is_counted_over_the_own_deck(seat: str, out: float, armed: float):
    """R-8. Every card that is left may lie on top: how many of them put the seat out, or arm its reaction."""
    assert (out, armed) == risk(known(kitchen(seat, "| eye", "| eye")), LUCK)


def test_a_glimpse_makes_the_risk_certain():
    """R-14. The seat knows what it would turn over."""
    table = kitchen("bone bone | bone eye eye eye", "| eye", "| eye")
    assert (1.0, 0.0) == risk(known(table.given(TopGlimpsed(0, "bone"))), LUCK)


def test_a_fire_counts_both_cards():
    """R-14. With two cards to turn over, the second one is counted too."""
    table = kitchen("bone bone | bone eye", "| eye", f"{FIRE} | eye")
    assert (0.5, 0.0) == risk(known(table), LUCK)
    assert (1.0, 0.0) == risk(known(table.given(FireLit(2))), LUCK)


# --- what greedy does -------------------------------------------------------------------------------------------------


def test_greedy_reveals_where_it_is_safe():
    """R-7. No card of the deck can make the cauldron explode, and one place forward at the shelf is better."""
    assert REVEAL == choice(kitchen("bone | eye feather", "| eye", "| eye", shelf=SHELF))


def test_greedy_passes_where_it_would_explode():
    """R-10. Whatever lies on top, it goes BOOM."""
    assert PASS == choice(kitchen("bone bone | bone double_bone", "| eye", "| eye", shelf=SHELF))


def test_greedy_takes_the_best_card_it_may():
    """R-15, R-16. A first potion is worth more than a further one; with BOOM it chooses among the lowest."""
    shelf = "bone_antidote_5 potion feather_stir_vigorously_6 eye_delayed_reaction_1"
    table = kitchen("| eye", "| eye", "| eye", shelf=shelf).given(brewed(0, 1, 2))
    assert Take("feather_stir_vigorously_6") == choice(table)
    shelf = "mandrake_stir_vigorously_4 potion feather_delayed_reaction_1 bone_boiling_over_1"
    assert Take("potion") == choice(kitchen("| eye", "| eye", "| eye", shelf=shelf).given(brewed(0, 1, 2)))
    assert Take("mandrake_stir_vigorously_4") == choice(
        kitchen("| potion", "| eye", "| eye", shelf=shelf).given(brewed(0, 1, 2))
    )
    out = [CauldronExploded(0, "3", ("bone",)), Passed(1, "4"), RoundWon(2, "unnumbered")]
    table = kitchen("| eye", "| eye", "| eye", shelf=shelf).given(out)
    for seat in (2, 1):
        table = table.when(seat, table.legal(seat)[0]).table
    assert Take("feather_delayed_reaction_1") == choice(table)


def test_greedy_stirs_for_points_only():
    """R-14, D-5. It swaps for a card that scores more than the one it gives away, else it declines."""
    rich = kitchen(f"| {STIR} eye", "bone eye_spoon_6 | eye", "| eye").when(0, REVEAL).table
    assert Stir(1, "eye_spoon_6") == choice(rich)
    poor = kitchen(f"| {STIR} eye", "bone | eye", "| eye").when(0, REVEAL).table
    assert DECLINE == choice(poor)


def test_greedy_does_not_peek():
    """Who knows what. What it does depends on its recall alone: a position it cannot tell apart changes nothing."""
    _, position = set_up(RULES, 3, RULES.options(first_seat=0), Chance(b"luck", "peek", 0))
    for number in range(60):
        if RULES.outcome(position) is not None:
            break
        (seat,) = RULES.to_move(position)
        imagined = RULES.imagine(RULES.recall(position, seat), Chance(b"luck", "imagined", number))
        chosen, guessed = (_greedy(each, seat, Chance(b"luck", "bot", number)) for each in (position, imagined))
        assert chosen == guessed
        _, position = carry_out(RULES, position, seat, chosen, Chance(b"luck", "peek", number + 1))


def test_greedy_ranks_above_random():
    """Seat against seat in games of three, more often than not by far: at least three times of four."""
    above = [
        scores[seat] > scores[other]
        for number, greedy_seats in enumerate(4 * [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)])
        for scores in [_scores(number, greedy_seats)]
        for seat, other in itertools.product(greedy_seats, sorted({0, 1, 2} - set(greedy_seats)))
    ]
    assert 48 == len(above)
    assert 0.75 <= sum(above) / len(above)


def _scores(number: int, greedy_seats: tuple[int, ...]) -> tuple[int, ...]:
    """The scores of a game in which these seats are greedy and the others play at random."""
    seed = number.to_bytes(32, "big")
    _, position = set_up(RULES, 3, RULES.options(), Chance(seed, "game", 0))
    moment = 0
    while RULES.outcome(position) is None:
        (seat,) = RULES.to_move(position)
        play: Player = _greedy if seat in greedy_seats else _random
        moment += 1
        command = play(position, seat, Chance(seed, "bot", moment))
        _, position = carry_out(RULES, position, seat, command, Chance(seed, "game", moment))
    outcome = RULES.outcome(position)
    assert outcome is not None
    assert outcome.scores is not None
    return outcome.scores


def _greedy(position: Any, seat: int, luck: Chance) -> Command:
    recall = RULES.recall(position, seat)
    assert isinstance(recall, Recall)
    return greedy(recall, RULES.legal(position, seat), luck)


def _random(position: Any, seat: int, luck: Chance) -> Command:
    return pick(luck, RULES.legal(position, seat))


# --- the estimate for search ------------------------------------------------------------------------------------------


def test_a_lead_in_points_is_a_better_standing():
    """R-19. Who has more points stands better, and the more so the nearer the end."""
    seats = ("eye_spoon_6 | bone", "| eye", "| feather")
    early, late = (kitchen(*seats, number=number).position for number in (1, 9))
    assert RULES.score(early, 0) > 0.5 > RULES.score(early, 1)
    assert RULES.score(late, 0) > RULES.score(early, 0)


def test_a_resigned_seat_stands_badly():
    """C-8. It cannot win."""
    assert 0.0 == RULES.score(kitchen("eye_spoon_6 | bone", "| eye", "| eye").given(SeatWithdrew(0)).position, 0)
