"""The long forms, on one core: `python -m tests.games.gold_am_orinoko.measure laws|greedy|seats [games]`.

laws    random games at every number of seats: all end, pieces are conserved, the fold gives the position
greedy  how often greedy wins against random with two seats, and the time for a choice
seats   the advantage of each seat, counted from the one that begins, between greedy bots
"""

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from events.chance import Chance
from events.games.gold_am_orinoko import RULES
from events.games.gold_am_orinoko.hints import greedy
from events.games.gold_am_orinoko.messages import Options
from events.games.gold_am_orinoko.position import Position
from events.games.gold_am_orinoko.view import recall
from events.rules import Command, Event, Outcome, carry_out, set_up

Bot = Callable[[Position, int, Sequence[Command], random.Random], Command]


class Bounded:
    """A bot's luck."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng

    def below(self, bound: int) -> int:
        """A number below the bound."""
        return self._random.randrange(bound)


BOTS: dict[str, Bot] = {
    "random": lambda position, seat, legal, rng: legal[rng.randrange(len(legal))],
    "greedy": lambda position, seat, legal, rng: greedy(recall(position, seat), legal, Bounded(rng)),
}


class Played(NamedTuple):
    """A whole game."""

    outcome: Outcome
    position: Position
    events: list[Event]
    commands: int


def play(number: int, bots: Sequence[Bot], options: Options | None = None) -> Played:
    """The game of this number between these bots."""
    seed, rng = number.to_bytes(32, "big"), random.Random(number)
    laid, position = set_up(RULES, len(bots), options or Options(), Chance(seed, "measure", 0))
    events = list(laid)
    for commands in itertools.count():
        outcome = RULES.outcome(position)
        if outcome is not None:
            return Played(outcome, position, events, commands)
        seat = position.turn
        command = bots[seat](position, seat, RULES.legal(position, seat), rng)
        more, position = carry_out(RULES, position, seat, command, Chance(seed, "measure", len(events)))
        events += more
    raise AssertionError("unreachable")


def laws(games: int) -> Iterator[str]:
    """Random games that end, with nothing lost on the way."""
    for seats in (2, 3, 4):
        reasons, lengths, violations = Counter[str](), [], 0
        for number in range(games):
            played = play(number, [BOTS["random"]] * seats)
            reasons[played.outcome.reason] += 1
            lengths.append(len(played.events))
            violations += not _keeps_the_laws(played)
        yield (
            f"{seats} seats: {games} games ended, {violations} violations, {dict(reasons)}, "
            f"events {min(lengths)} to {max(lengths)}, mean {sum(lengths) / games:.0f}"
        )


def _keeps_the_laws(played: Played) -> bool:
    position = None
    try:
        for event in played.events:
            position = RULES.evolve(position, event)
            RULES.invariant(position)
            assert (RULES.outcome(position) is None) == bool(RULES.to_move(position))
        assert position == played.position
    except AssertionError:
        return False
    return True


def against_random(games: int) -> Iterator[str]:
    """Greedy and random on changing seats; a shared victory counts half."""
    times: list[float] = []

    def timed(position: Position, seat: int, legal: Sequence[Command], rng: random.Random) -> Command:
        begin = time.process_time()
        command = BOTS["greedy"](position, seat, legal, rng)
        times.append(time.process_time() - begin)
        return command

    wins = 0.0
    for number in range(games):
        seat = number % 2
        outcome = play(number, [timed if each == seat else BOTS["random"] for each in range(2)]).outcome
        wins += (seat in outcome.winners) / len(outcome.winners)
    times.sort()
    yield f"greedy won {wins:g} of {games} games against random ({wins / games:.1%})"
    yield (
        f"a choice takes {1000 * sum(times) / len(times):.1f} ms on average, "
        f"95 % at most {1000 * times[len(times) * 95 // 100]:.1f}, longest {1000 * times[-1]:.1f}"
    )


def advantage(games: int) -> Iterator[str]:
    """What share of victories the seats have, the one that begins first; a shared victory is divided."""
    for seats in (2, 3, 4):
        shares, scores = [0.0] * seats, [0] * seats
        for number in range(games):
            outcome = play(number, [BOTS["greedy"]] * seats, Options(first_seat=0)).outcome
            for seat in outcome.winners:
                shares[seat] += 1 / len(outcome.winners)
            for seat, score in enumerate(outcome.scores or ()):
                scores[seat] += score
        won = ", ".join(f"{share / games:.1%}" for share in shares)
        yield f"{seats} seats, {games} games: won {won}; gold {', '.join(f'{s / games:.1f}' for s in scores)}"


MEASURES = {"laws": laws, "greedy": against_random, "seats": advantage}

if __name__ == "__main__":
    for line in MEASURES[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 500):
        print(line, flush=True)  # noqa: T201 - a command line tool speaks to its user
