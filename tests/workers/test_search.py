"""The bot that looks ahead: it plays every kind of game from what its seat may know, and keeps its deadline."""

import time
from typing import Any

import pytest

from events.chance import Chance
from events.games import RULES
from events.rules import Rules, set_up
from events.table.decide import options_of
from tests.workers.deadlines import shares
from workers.bots.search import choose, rules_of
from workers.thinking import Budget, Rng

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


def opening(rules: Rules[Any]) -> tuple[Any, int]:
    """The first position of a game, and a seat that is to move."""
    _, position = set_up(rules, rules.players[0], options_of(rules, {}), Chance(b"search", "game", 0))
    return position, rules.to_move(position)[0]


@every_rules
def test_it_gives_a_legal_command(rules: Rules[Any]):
    """Whatever the game, its choice is one of the commands it was given."""
    position, seat = opening(rules)
    legal = rules.legal(position, seat)
    assert choose(rules.recall(position, seat), legal, Budget(time.monotonic() + 0.05), Rng(1)) in legal


@every_rules
def test_it_finds_the_rules_by_what_it_is_given(rules: Rules[Any]):
    """Nobody tells it which game is played."""
    position, seat = opening(rules)
    assert rules is rules_of(rules.recall(position, seat))


class Counted:
    """A budget that ends after so many questions, so that time plays no part."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def left(self) -> float:
        """A second, until the questions are used up."""
        self.questions -= 1
        return 1.0 if self.questions > 0 else 0.0


@every_rules
def test_the_same_luck_gives_the_same_choice(rules: Rules[Any]):
    """It depends on its recall, its luck and its budget alone: positions it cannot tell apart are one to it."""
    position, seat = opening(rules)
    recall = rules.recall(position, seat)
    other = rules.recall(rules.imagine(recall, Rng(7)), seat)
    legal = rules.legal(position, seat)
    first, second = (choose(each, legal, Counted(150), Rng(3)) for each in (recall, other))
    assert first == second


@every_rules
def test_it_keeps_its_deadline(rules: Rules[Any]):
    """The budget is asked before every position; when it is used up no further one is looked at."""
    position, seat = opening(rules)
    budget = Counted(40)
    choose(rules.recall(position, seat), rules.legal(position, seat), budget, Rng(3))
    assert -2 <= budget.questions


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules.searchable], ids=lambda rules: rules.name)
@pytest.mark.parametrize("budget_ms", [5, 20])
def test_it_thinks_no_longer_than_it_may(rules: Rules[Any], budget_ms: float):
    """Nine in ten commands take at most a fifth more of the processor's time than they are given.

    In the best of some runs: other work on the machine empties the processor's caches, and makes every step slower.
    """

    def most() -> float:
        taken = shares(rules, budget_ms, games=2, commands=20)
        return taken[len(taken) * 9 // 10]

    assert any(most() <= 1.2 for _ in range(5))
