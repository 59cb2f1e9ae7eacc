"""The registry: one line per kind of game, and nothing else to edit for a new one."""

from typing import Any

from events.errors import Refusal
from events.games.bobbidi_boom import RULES as BOBBIDI_BOOM
from events.games.game_over import RULES as GAME_OVER
from events.games.gold_am_orinoko import RULES as GOLD_AM_ORINOKO
from events.games.ohio_bob import RULES as OHIO_BOB
from events.rules import Rules

RULES: tuple[Rules[Any], ...] = (
    GAME_OVER,
    GOLD_AM_ORINOKO,
    BOBBIDI_BOOM,
    OHIO_BOB,
)
"""In the order in which they came."""

_BY_NAME = {rules.name: rules for rules in RULES}


def rules_named(name: str) -> Rules[Any]:
    """The rules with this name; refuses a name that is not in the registry."""
    if name not in _BY_NAME:
        raise Refusal("invalid", f"There are no rules named {name}; there are {', '.join(sorted(_BY_NAME))}.")
    return _BY_NAME[name]
