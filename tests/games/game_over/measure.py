"""The long forms, on one core: `python -m tests.games.game_over.measure greedy|seats [games]`.

greedy  how often greedy wins against random with two seats, and the time for a choice
seats   the advantage of each seat, counted from the one that begins, between greedy bots
"""

import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from events.chance import Chance, pick
from events.games.game_over import RULES
from events.games.game_over.hints import greedy
from events.games.game_over.messages import Options
from events.games.game_over.position import Position
from events.games.game_over.view import recall
from events.rules import Command, Outcome, carry_out, set_up


class Bounded(random.Random):
    """A bot's luck."""

    def below(self, bound: int) -> int:
        """A number below the bound."""
        return self.randrange(bound)


Bot = Callable[[Position, int, Sequence[Command], Bounded], Command]
BOTS: dict[str, Bot] = {
    "random": lambda position, seat, legal, luck: pick(luck, legal),
    "greedy": lambda position, seat, legal, luck: greedy(recall(position, seat), legal, luck),
}


class Played(NamedTuple):
    """A whole game: how it ended, and after how many commands."""

    outcome: Outcome
    commands: int


def play(number: int, bots: Sequence[Bot], options: Options | None = None) -> Played:
    """The game of this number between these bots."""
    seed, luck = number.to_bytes(32, "big"), Bounded(number)
    _, position = set_up(RULES, len(bots), options or Options(), Chance(seed, "measure", 0))
    commands = 0
    while (outcome := RULES.outcome(position)) is None:
        legal = RULES.legal(position, position.turn)
        command = bots[position.turn](position, position.turn, legal, luck)
        commands += 1
        _, position = carry_out(RULES, position, position.turn, command, Chance(seed, "measure", commands))
    return Played(outcome, commands)


def against_random(games: int) -> Iterator[str]:
    """Greedy and random on changing seats."""
    times: list[float] = []

    def timed(position: Position, seat: int, legal: Sequence[Command], luck: Bounded) -> Command:
        begin = time.process_time()
        command = BOTS["greedy"](position, seat, legal, luck)
        times.append(time.process_time() - begin)
        return command

    wins = commands = 0
    for number in range(games):
        seat = number % 2
        played = play(number, [timed if each == seat else BOTS["random"] for each in range(2)])
        wins += seat in played.outcome.winners
        commands += played.commands
    times.sort()
    low, high = interval(wins, games)
    yield f"greedy won {wins} of {games} games against random: {wins / games:.1%} (95 %: {low:.1%} to {high:.1%})"
    yield f"a game has {commands / games:.0f} commands on average"
    yield (
        f"a choice takes {1000 * sum(times) / len(times):.1f} ms on average, "
        f"95 % at most {1000 * times[len(times) * 95 // 100]:.1f}, longest {1000 * times[-1]:.1f}"
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def advantage(games: int) -> Iterator[str]:
    """What share of victories the seats have, the one that begins first."""
    for seats in (2, 3, 4):
        won, commands = [0] * seats, 0
        for number in range(games):
            played = play(number, [BOTS["greedy"]] * seats, Options(first_seat=0))
            commands += played.commands
            for seat in played.outcome.winners:
                won[seat] += 1
        yield f"{seats} seats, {games} games of {commands / games:.0f} commands: " + ", ".join(
            f"{each / games:.1%}" for each in won
        )


MEASURES = {"greedy": against_random, "seats": advantage}

if __name__ == "__main__":
    for line in MEASURES[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 500):
        print(line, flush=True)  # noqa: T201 - a command line tool speaks to its user
