"""Bots against each other, in process and on all cores: how a game plays, for balance and for speed."""

import hashlib
import json
import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from math import sqrt
from multiprocessing.pool import Pool
from pathlib import Path
from statistics import mean, quantiles
from threading import Event
from typing import Any, NamedTuple

import click
import msgspec

from events.bots import bot_for
from events.chance import Chance
from events.errors import Refusal
from events.games import rules_named
from events.log import MAX_RECORDS
from events.rules import Outcome, Rules, carry_out, set_up
from events.table.decide import options_of
from service.settings import CannotStart
from workers.bots import BOTS
from workers.thinking import Rng, limit_seconds

GAME_ID = "simulated"
CHUNK = 4
"""How many games a process is handed at once."""


class LineUp(NamedTuple):
    """Which bots play which game, in the order of their seats, with which options; `seed` decides all luck.

    `thinking` is the time for each command in seconds; None: as long as the catalogue allows.
    """

    rules: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    seed: int
    thinking: float | None = None


class Result(NamedTuple):
    """How a game ended, and how many commands it took."""

    outcome: Outcome
    commands: int


class ProcessorTime(NamedTuple):
    """A budget in time of the processor, which other processes do not eat into."""

    deadline: float

    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - time.thread_time()


def simulate(
    rules: str,
    line_ups: Sequence[str],
    games: int,
    seed: int,
    options: Sequence[str],
    thinking_ms: float | None = None,
    path: Path | None = None,
) -> None:
    """Play so many games of each line-up and print a table for each; Ctrl-C prints what there is.

    A line-up is a number of seats, all `random`, or the bots by seat: "greedy,random". Options are "name=value".
    Each result is added to the file at `path`, a line of JSON with the options. Raises CannotStart.
    """
    thinking = None if thinking_ms is None else thinking_ms / 1_000
    for line_up in [line_up_of(rules, text, seed, options)._replace(thinking=thinking) for text in line_ups]:
        began = time.monotonic()
        results: list[Result] = []
        with (
            interruption() as interrupted,
            closing(played(line_up, games)) as playing,
            click.progressbar(playing, games, label=rules) as bar,
        ):
            for result in bar:
                results.append(result)
                if path is not None:
                    _write(path, line_up, result)
                if interrupted.is_set():
                    break
        click.echo(report(line_up, results, time.monotonic() - began))
        if len(results) < games:
            return


@contextmanager
def all_cores(processes: int | None) -> Iterator[Pool]:
    """So many processes, which Ctrl-C does not reach. They are let end by themselves; after an error, at once."""
    with multiprocessing.Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool
        pool.close()
        pool.join()


@contextmanager
def interruption() -> Iterator[Event]:
    """Set by Ctrl-C, which raises nothing meanwhile: the pool may be in the middle of anything."""
    interrupted = Event()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _write(path: Path, line_up: LineUp, result: Result) -> None:
    outcome = msgspec.to_builtins(result.outcome)
    told = {"bots": line_up.bots, "options": dict(line_up.options), "commands": result.commands, **outcome}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")


def line_up_of(rules_name: str, text: str, seed: int, options: Sequence[str]) -> LineUp:
    """The line-up that was asked for; raises CannotStart when there is none such."""
    try:
        rules = rules_named(rules_name)
        bots = ("random",) * int(text) if text.isdigit() else tuple(text.split(","))
        fewest, most = rules.players
        if not fewest <= len(bots) <= most:
            raise CannotStart(f"{rules.title} is played with {fewest} to {most} seats.")
        if unknown := [bot for bot in bots if bot_for(bot, rules.name) is None]:
            raise CannotStart(f"No bot {unknown[0]} plays {rules.title}.")
        chosen = tuple(map(_option, options))
        rules.setup(len(bots), options_of(rules, dict(chosen)), Chance(b"", "", 0))
    except Refusal as refusal:
        raise CannotStart(refusal.detail) from refusal
    return LineUp(rules.name, bots, chosen, seed)


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def played(line_up: LineUp, games: int) -> Generator[Result]:
    """The results of games 0 to `games - 1`, as they come in from all cores."""
    with all_cores(os.cpu_count()) as pool:
        yield from pool.imap_unordered(_play_numbered, ((line_up, number) for number in range(games)), CHUNK)


def _play_numbered(task: tuple[LineUp, int]) -> Result:
    return play(*task)


def play(line_up: LineUp, number: int) -> Result:
    """Game `number` of this line-up, always the same one. Bots are given their recall, as everywhere."""
    rules = rules_named(line_up.rules)
    seed = hashlib.sha256(f"{line_up.seed}\n{number}".encode()).digest()
    options = options_of(rules, dict(line_up.options))
    events, position = set_up(rules, len(line_up.bots), options, Chance(seed, GAME_ID, 0))
    moment, commands = len(events), 0
    while (outcome := rules.outcome(position)) is None:
        if moment >= MAX_RECORDS:
            return Result(Outcome(winners=(), reason="length", rule="C-9"), commands)
        seat = rules.awaited(position)[0]
        command = _choose(rules, position, seat, line_up, Rng(f"{line_up.seed} {number} {moment} {seat}"))
        events, position = carry_out(rules, position, seat, command, Chance(seed, GAME_ID, moment))
        moment, commands = moment + len(events), commands + 1
    return Result(outcome, commands)


def _choose(rules: Rules[Any], position: Any, seat: int, line_up: LineUp, rng: Rng) -> Any:
    bot, seconds = line_up.bots[seat], line_up.thinking
    budget = ProcessorTime(time.thread_time() + (seconds or limit_seconds(bot, rules.name)))
    return BOTS[bot](rules.recall(position, seat), rules.legal(position, seat), budget, rng)


# --- as text ---------------------------------------------------------------------------------------------------------


def report(line_up: LineUp, results: Sequence[Result], seconds: float) -> str:
    """What came of these games: results by seat, length, reasons, scores, speed."""
    title = f"{rules_named(line_up.rules).title}, {len(results):,} games, seed {line_up.seed}"
    options = "".join(f", {name}={json.dumps(value)}" for name, value in line_up.options)
    if not results:
        return f"\n{title}{options}"
    commands = [result.commands for result in results]
    reasons = Counter(result.outcome.reason for result in results)
    ended = ", ".join(f"{reason} {_share(count, results)}" for reason, count in reasons.most_common())
    lines = [
        f"\n{title}{options}",
        f"{'seat':<6}{'bot':<14}{'alone':>8}{'shared':>8}{'wins':>8}   {'95 % interval':<17}score",
        *(_seat(seat, bot, results) for seat, bot in enumerate(line_up.bots)),
        f"won by somebody: {_won(results)}",
        f"commands in a game: {_distribution(commands)}",
        f"ended: {ended}",
        f"{sum(commands) / seconds:,.0f} commands/s on {os.cpu_count()} cores, {seconds:.1f} s",
    ]
    return "\n".join(lines)


def _seat(seat: int, bot: str, results: Sequence[Result]) -> str:
    """`alone`, `shared`: games won; `wins`: its share of all games, a shared win being divided among its winners."""
    won = [len(result.outcome.winners) for result in results if seat in result.outcome.winners]
    alone = won.count(1)
    scores = [result.outcome.scores[seat] for result in results if result.outcome.scores is not None]
    wins = sum(1 / winners for winners in won)
    low, high = wilson(wins, len(results))
    counts = f"{seat:<6}{bot:<14}{alone:>8}{len(won) - alone:>8}{_share(wins, results):>8}"
    return f"{counts}   {f'{100 * low:.1f} to {100 * high:.1f} %':<17}{_distribution(scores) if scores else '-'}"


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, by Wilson's score; a shared win counts in parts.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    """
    z, share = 1.96, won / games
    middle, spread = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - spread) / (1 + z * z / games)), min(1.0, (middle + spread) / (1 + z * z / games))


def _won(results: Sequence[Result]) -> str:
    """The share of games that had a winner, and its 95 % confidence interval."""
    won, games = sum(bool(result.outcome.winners) for result in results), len(results)
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"


def _distribution(values: Sequence[int]) -> str:
    """Mean, and least, quartiles and most."""
    quartiles = quantiles(values, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return f"mean {mean(values):.1f} ({' '.join(f'{value:g}' for value in (min(values), *quartiles, max(values)))})"


def _share(count: float, results: Sequence[Result]) -> str:
    return f"{100 * count / len(results):.1f} %"
