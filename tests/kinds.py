"""Which kind of game a test plays, where one has to do: chosen by what it is like, never by name."""

from typing import Any

from events.games import RULES
from events.rules import Rules

FOR_TWO: Rules[Any] = next(rules for rules in RULES if rules.players[0] == 2 and not rules.cooperative)
"""Two play it against each other, in turn."""
TOGETHER: Rules[Any] = next(rules for rules in RULES if rules.cooperative)
"""Two can play it together, and both may act at the same time."""
