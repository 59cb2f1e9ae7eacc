"""What helps a bot: the estimate for search, and the greedy choice."""

import pytest

from events.games.gold_am_orinoko import RULES
from events.games.gold_am_orinoko.hints import greedy, score
from events.games.gold_am_orinoko.messages import FaceUpCoinTaken, Move, Push, SeatWithdrew
from events.games.gold_am_orinoko.view import imagine, recall
from events.rules import Command
from tests.games.gold_am_orinoko.drawing import position, table
from tests.games.gold_am_orinoko.test_knowledge import Dealer
from workers.simulate import line_up_of, play


def choice(drawing: str, **given: int) -> Command:
    """What the greedy bot does first in seat 0."""
    river = table(drawing, **given)
    return greedy(recall(river.position, 0), river.legal(0), Dealer(1))


def coin_taken(drawing: str, **given: int) -> int | None:
    """The column of the coin that it takes first, if it does."""
    command = choice(drawing, **given)
    return command.column if isinstance(command, Move) and command.lane == len(drawing.split()) - 1 else None


def test_it_takes_the_best_coin_within_reach():
    """R-17. Of two coins the one worth more."""
    assert 4 == coin_taken("..3.4..\n===A===", white=2)
    assert 2 == coin_taken("..4.3..\n===A===", white=2)


def test_a_hidden_coin_is_worth_the_mean_of_those_unseen():
    """E-2. Better than a sure 2, worse than a sure 4, whatever it really is."""
    assert 4 == coin_taken("..2.²......⁴⁴\n===A=========", white=2)
    assert 2 == coin_taken("..4.⁴......²⁴\n===A=========", white=2)


def test_a_push_that_brings_a_coin_into_reach_comes_first():
    """R-4. It looks at both actions in either order."""
    far = "....4.\n~=A~~~"
    assert Push(0) == choice(far, white=1, brown=2)
    assert 1 == coin_taken(".4...3\n=A~~~~", white=1, brown=1)


def test_it_goes_where_a_coin_can_be_taken_in_the_next_turn():
    """R-17. No coin can be taken with this 1; it goes where most rolls of the next turn will do."""
    assert Move(0, 0, 2) == choice("...4....\n=A=====a", white=1)


def test_it_does_not_put_off_what_it_can_have_now():
    """R-17. The coin would be as certain in the next turn, but others play before."""
    assert 5 == coin_taken(".....4...\n~~~~=A=~~", white=1, brown=1)


def test_it_takes_any_coin_once_no_trunk_can_move():
    """D-5. Waiting for a better one could last for ever: it takes the 2 although the 4 is near."""
    still = "2.4....\nA======\n=======\n=======\n======="
    assert 0 == coin_taken(still, white=1)
    assert 2 == coin_taken(still, white=3)


@pytest.mark.parametrize("seed", range(5))
def test_hidden_values_do_not_sway_it(seed):
    """R-14. Whatever lies face down: the same recall, the same choice."""
    river = table("3²4³2⁴²\n=A=====\n=======", white=2, brown=1)
    guess = imagine(recall(river.position, 0), Dealer(seed))
    assert greedy(recall(river.position, 0), river.legal(0), Dealer(1)) == greedy(
        recall(guess, 0), river.legal(0), Dealer(1)
    )


def test_the_estimate_follows_the_lead():
    """R-17. Level at the start; ahead is better than behind; who resigned has lost."""
    even = table("3.4..2\n======", seats=3)
    assert [0.5, 0.5, 0.5] == [score(even.position, seat) for seat in range(3)]
    ahead = even.given(FaceUpCoinTaken(seat=1, adventurer=0, column=2, value=4)).position
    assert score(ahead, 0) == score(ahead, 2) < 0.5 < score(ahead, 1)
    resigned = even.given(SeatWithdrew(seat=1)).position
    assert 0.0 == score(resigned, 1)


def test_the_estimate_of_an_ended_game_is_its_result():
    """R-17. 1 for who has won, 0 for who has lost."""
    end = position("3..\n~==")
    assert [1.0, 1.0] == [score(end, seat) for seat in (0, 1)]


def test_greedy_beats_random():
    """Ten games on changing seats; RULES.md has the figures of the long form."""
    line_ups = [line_up_of(RULES.name, seats, 1, ()) for seats in ("greedy,random", "random,greedy")]
    winners = [(seat, play(line_ups[seat], number).outcome.winners) for number in range(5) for seat in range(2)]
    assert sum((seat in won) / len(won) for seat, won in winners) >= 8.5


def test_greedy_games_end():
    """D-5. With greedy bots in all seats, for every number of seats."""
    for seats in (2, 3, 4):
        line_up = line_up_of(RULES.name, ",".join(["greedy"] * seats), 1, ())
        assert play(line_up, seats).outcome.reason in ("no_coins", "out_of_reach")
