"""How long a benchmark takes, and of which kind of game."""

from typing import Any, NamedTuple

from events.rules import Rules


class Plan(NamedTuple):
    """So many runs of so many seconds each, with games of `rules` where one kind has to do."""

    runs: int
    seconds: float
    rules: Rules[Any]
    install: bool = True
    """Whether to install, with npm, what others' servers need."""
