"""The bot `greedy`: plays what the rules of its game hold for the choice of a thoughtful player."""

from collections.abc import Sequence
from typing import Any

from events.games import RULES
from events.rules import Command
from workers.thinking import Rng, TimeLeft

CHOICES = {rules.recall_type: rules.greedy for rules in RULES if rules.greedy is not None}
"""By the type of what a seat may know, which tells the kind of game."""


def choose(recall: Any, legal: Sequence[Command], _budget: TimeLeft, rng: Rng) -> Command:
    """The choice that the rules give; KeyError for a kind of game that has none."""
    return CHOICES[type(recall)](recall, tuple(legal), rng)
