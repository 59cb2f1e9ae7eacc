"""Looks for short golden playthroughs: `python -m tests.contracts.recording [--tries N] FILE...`.

A file says in its first lines what is played (rules, seats, options, perhaps a seed) and in its last one how that is to
end, in the words of a playthrough; what stands between them may be missing:

    The game is over: nobody won (<reason>, <rule>).

The game that the file holds is tried first, as far as its commands are still possible. Then all bots of these rules
play, and the shortest game that ends so is made shorter by leaving out commands and by playing on from earlier on. The
file is written anew when that gave a game at all; its title stays, so read what it says.
"""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from events.bots import bot_for
from events.errors import Refusal
from events.rules import Command, Outcome, Resign, carry_out, set_up
from events.table.decide import options_of
from tests.contracts.playthroughs import ENDED, Playthrough, read, told
from workers.bots import BOTS
from workers.thinking import Budget, Rng

LONGEST = 800
"""Commands of the longest game that is looked at."""
THINKING = 0.01
"""Seconds that a bot has for a command, if it asks."""

Told = tuple[int, Command]


class Wish(NamedTuple):
    """What is to be recorded: a playthrough whose commands do not matter, and how it is to end."""

    playthrough: Playthrough
    reason: str
    rule: str

    def granted_by(self, outcome: Outcome | None) -> bool:
        """Whether a game that ended so is one of those wished for."""
        return outcome is not None and (self.reason, self.rule) == (outcome.reason, outcome.rule)


class Line:
    """A game on its way: a seed, the commands that were possible so far, and the position after them."""

    def __init__(self, playthrough: Playthrough, seed: str) -> None:
        self._start = playthrough._replace(seed=seed, commands=())
        self.rules, self.commands = playthrough.rules, list[Told]()
        options = options_of(self.rules, dict(playthrough.options))
        events, self.position = set_up(self.rules, playthrough.seats, options, self._start.chance(0))
        self._moment = len(events)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.rules.outcome(self.position)

    @property
    def playthrough(self) -> Playthrough:
        """The game as it is recorded."""
        return self._start._replace(commands=tuple(self.commands))

    def follow(self, commands: Iterable[Told]) -> None:
        """Give these commands, except those that are not possible."""
        for seat, command in commands:
            try:
                events, self.position = carry_out(
                    self.rules, self.position, seat, command, self._start.chance(self._moment)
                )
            except Refusal:
                continue
            self._moment += len(events)
            self.commands.append((seat, command))

    def play_on(self, bots: Sequence[str], dice: Rng, longest: int, folly: float) -> None:
        """Let bots play on, to the end or this length; now and then, as `folly` says, any legal command is given."""
        while self.outcome is None and len(self.commands) < longest:
            seat = dice.choice(self.rules.awaited(self.position))
            legal = self.rules.legal(self.position, seat)
            bot = "random" if dice.random() < folly else bots[seat]
            budget = Budget(time.monotonic() + THINKING)
            self.follow([(seat, BOTS[bot](self.rules.recall(self.position, seat), legal, budget, dice))])


def wished(text: str) -> Wish:
    """What a file wishes for; raises ValueError for one whose last line does not say how the game is to end."""
    end = ENDED.search(text)
    if end is None:
        raise ValueError("the last line does not say how the game is to end")
    return Wish(read(text), end[1], end[2])


def shortest(wish: Wish, tries: int, dice: Rng) -> Playthrough | None:
    """The shortest game found that ends as wished; None when none does."""
    best = _retold(wish)
    for _ in range(tries):
        line = _found(wish, best, dice) if best is None or dice.random() < 0.3 else _shortened(best, dice)
        if wish.granted_by(line.outcome) and (best is None or len(line.commands) <= len(best.commands)):
            best = line.playthrough
    return best


def _retold(wish: Wish) -> Playthrough | None:
    """The game in the file, as far as it is still one."""
    line = Line(wish.playthrough, wish.playthrough.seed)
    line.follow(wish.playthrough.commands)
    return line.playthrough if wish.granted_by(line.outcome) else None


def _found(wish: Wish, best: Playthrough | None, dice: Rng) -> Line:
    """A game that bots play from its beginning, no longer than the best one so far."""
    line = Line(wish.playthrough, dice.randbytes(32).hex())
    longest = LONGEST if best is None else len(best.commands)
    if wish.reason == "resigned":
        line.play_on(_bots(wish.playthrough, dice), dice, dice.randrange(longest), 0.0)
        line.follow((seat, Resign()) for seat in dice.sample(range(wish.playthrough.seats), wish.playthrough.seats))
    line.play_on(_bots(wish.playthrough, dice), dice, longest, dice.choice((0.0, 0.0, 0.1)))
    return line


def _shortened(best: Playthrough, dice: Rng) -> Line:
    """The best game with some commands left out, or played on by others from some point on."""
    line = Line(best, best.seed)
    cut = dice.randrange(len(best.commands))
    line.follow(best.commands[:cut])
    if dice.random() < 0.7:
        line.follow(best.commands[cut + dice.choice((1, 1, 2, 3, 5, 10)) :])
    line.play_on(_bots(best, dice), dice, len(best.commands), 0.0)
    return line


def _bots(playthrough: Playthrough, dice: Rng) -> list[str]:
    """A bot for every seat, of those that play these rules; often the same for all."""
    known = sorted(spec for spec in BOTS if bot_for(spec, playthrough.rules.name))
    same, seats = dice.choice(known), playthrough.seats
    return [same] * seats if dice.random() < 0.5 else [dice.choice(known) for _ in range(seats)]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--tries", default=300, show_default=True, help="Games that are played or changed for each file.")
@click.option("--seed", default=1, show_default=True, help="Whether other games are tried than the last time.")
def main(paths: Sequence[Path], tries: int, seed: int) -> None:
    """Record the shortest game found for each of these playthroughs; exit code 1 when one has found none."""
    missing = False
    for path in paths:
        wish = wished(path.read_text(encoding="utf-8"))
        found = shortest(wish, tries, Rng(seed))
        missing = missing or found is None
        if found is not None:
            path.write_text(told(found), encoding="utf-8")
        length = f"{len(found.commands)} commands" if found else "no game found"
        click.echo(f"{path.name}: {length} (before: {len(wish.playthrough.commands)})")
    raise SystemExit(missing)


if __name__ == "__main__":
    main()
