"""The bots that workers play, against the catalogue that says which there are."""

import time

import pytest

from events.bots import BOTS as CATALOGUE
from events.bots import bot_for
from events.games import RULES
from events.rules import Rules
from tests.contracts.playing import Case, play
from workers.bots import BOTS
from workers.thinking import Budget, Rng

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


def test_the_catalogue_lists_the_bots_that_are_there():
    """Every bot of the catalogue can be played, and no other."""
    assert sorted(BOTS) == sorted(bot.spec for bot in CATALOGUE)


@every_rules
def test_greedy_plays_what_has_a_greedy_choice(rules: Rules):
    """The catalogue offers it for exactly the rules that say how it chooses."""
    assert (rules.greedy is not None) == (bot_for("greedy", rules.name) is not None)


@every_rules
def test_bots_know_the_game_by_what_they_recall(rules: Rules):
    """No two kinds of game share the type of what a seat may know, and every bot that plays one finds a choice."""
    assert [rules.name] == [other.name for other in RULES if other.recall_type is rules.recall_type]
    position = play(Case(rules, rules.players[0], ()), 0, most=0).start
    seat = rules.to_move(position)[0]
    recall, legal = rules.recall(position, seat), rules.legal(position, seat)
    for bot in CATALOGUE:
        if bot_for(bot.spec, rules.name):
            assert BOTS[bot.spec](recall, legal, Budget(time.monotonic() + 60), Rng(1)) in legal
