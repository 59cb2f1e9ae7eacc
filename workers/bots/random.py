"""The bot `random`: plays any legal command."""

from collections.abc import Sequence
from typing import Any

from events.chance import pick
from events.rules import Command
from workers.thinking import Rng, TimeLeft


def choose(_recall: Any, legal: Sequence[Command], _budget: TimeLeft, rng: Rng) -> Command:
    """Any of the legal commands, each equally likely."""
    return pick(rng, legal)
