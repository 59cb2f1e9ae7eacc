"""Writers who race for the versions of a few games, and the check that nobody won twice and nothing is missing.

`python -m tests.contracts.racing --appends 100000` races longer than `make test` does, from two processes.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from events.log import Appended, Conflict, Log, Replayed
from events.log.redis import RedisLog, connect
from events.record import link
from service.embedded import embedded_redis
from tests.contracts.homes import START, after, commit


class Win(NamedTuple):
    """A commit that the log took: the texts of its records, and the version of the first."""

    game: str
    first: int
    texts: tuple[str, ...]


def open_games(log: Log, count: int) -> tuple[str, ...]:
    """Games to race in."""
    games = tuple(f"race{number}" for number in range(count))
    for game in games:
        assert log.append(commit(START, "opened", game=game, command=f"open {game}")) == Appended()
    return games


def race(log: Log, games: Sequence[str], appends: int, threads: int = 8, name: str = "") -> list[Win]:
    """Let so many threads together have so many commits taken; what each of them won."""
    with ThreadPoolExecutor(threads) as pool:
        share = -(-appends // threads)
        runs = [pool.submit(_run, log, games, share, f"{name}{number}") for number in range(threads)]
        return [win for run in runs for win in run.result()]


def _run(log: Log, games: Sequence[str], appends: int, name: str) -> list[Win]:
    rng = random.Random(name)
    seen = dict.fromkeys(games, START)
    wins: list[Win] = []
    tries = 0
    while len(wins) < appends:
        tries += 1
        game = rng.choice(games)
        texts = tuple(f"{name}-{tries}-{number}" for number in range(rng.randint(1, 2)))
        wanted = commit(seen[game], *texts, game=game, command=f"{name}-{tries}", seed=None)
        match log.append(wanted):
            case Appended():
                wins.append(Win(game, seen[game][0] + 1, texts))
                seen[game] = after(wanted)
            case Conflict(version, missing) if missing:
                seen[game] = version, missing[-1].hash
            case Conflict():
                seen[game] = _newest(log, game, seen[game])
            case Replayed(receipt):  # the answer was lost on its way, and the log asked again by itself
                wins.append(Win(game, receipt.first, texts))
                seen[game] = _newest(log, game, seen[game])
            case answer:
                raise AssertionError(f"a racing writer was told {answer}")
    return wins


def _newest(log: Log, game: str, seen: tuple[int, str]) -> tuple[int, str]:
    news = log.news(game, *seen)
    assert news is not None
    return news.version, news.head


def race_in_processes(url: str, games: Sequence[str], appends: int, processes: int = 2) -> list[Win]:
    """The same from several processes with eight threads each, on the Redis at `url`."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        share = -(-appends // processes)
        runs = [pool.submit(_race_at, url, games, share, f"process {number}, ") for number in range(processes)]
        return [win for run in runs for win in run.result()]


def _race_at(url: str, games: Sequence[str], appends: int, name: str) -> list[Win]:
    return race(RedisLog(connect(url)), games, appends, name=name)


def faults(log: Log, games: Sequence[str], wins: Sequence[Win]) -> Iterator[str]:
    """What is wrong after a race: a version won twice, a gap, a record that nobody wrote, a broken chain."""
    won: dict[tuple[str, int], str] = {}
    for win in wins:
        for version, text in enumerate(win.texts, win.first):
            if (win.game, version) in won:
                yield f"{win.game}: version {version} was won twice"
            won[win.game, version] = text
    for game in games:
        loaded = log.load(game)
        assert loaded is not None
        head = ""
        for version, record in enumerate(loaded.records, 1):
            head = link(head, record.data)
            if record.hash != head:
                yield f"{game}: the chain breaks at {version}"
            if version > 1 and won.pop((game, version), None) != record.data.decode():
                yield f"{game}: version {version} is not what its winner wrote"
    yield from (f"{game}: version {version} is missing" for game, version in won)


def main() -> None:
    """Race on an embedded Redis, and say how it went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--appends", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, embedded_redis(Path(folder)) as server:
        log = RedisLog(connect(server.url))
        games = open_games(log, 1 + arguments.appends // 2_500)
        begin = time.monotonic()
        wins = race_in_processes(server.url, games, arguments.appends, arguments.processes)
        seconds = time.monotonic() - begin
        wrong = list(faults(log, games, wins))
    summary = f"{len(wins)} appends in {seconds:.0f} s ({len(wins) / seconds:.0f}/s), {len(wrong)} faults"
    sys.stdout.write("\n".join([summary, *wrong, ""]))
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
