"""The catalogue of bots as facts; how they think stands with the workers, and a test matches the two."""

import msgspec

from events.games import RULES


class Bot(msgspec.Struct, frozen=True):
    """A bot that can sit at a table.

    `spec` is how a seat names it, `thinking_ms` its typical thinking time per command, `limit_ms` the longest that
    it may take, `rules` the kinds of game it plays (None: every kind).
    """

    spec: str
    title: str
    thinking_ms: int
    limit_ms: int
    level: int = 0
    rules: tuple[str, ...] | None = None


BOTS: tuple[Bot, ...] = (
    Bot(spec="random", title="Plays any legal command", thinking_ms=1, limit_ms=1_000),
    Bot(
        spec="greedy",
        title="Forgets nothing and takes what promises most soon",
        thinking_ms=3,
        limit_ms=1_000,
        rules=tuple(rules.name for rules in RULES if rules.greedy is not None),
    ),
    Bot(
        spec="search",
        title="Looks ahead along the lines that promise most",
        thinking_ms=150,
        limit_ms=1_000,
        level=2,
        rules=tuple(rules.name for rules in RULES if rules.searchable),
    ),
)


def bot_for(spec: str, rules: str) -> Bot | None:
    """The bot with this spec, if it exists and plays these rules."""
    for bot in BOTS:
        if bot.spec == spec and (bot.rules is None or rules in bot.rules):
            return bot
    return None
