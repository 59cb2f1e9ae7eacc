"""Faults of every kind, in random order, for as long as is asked: `python -m tests.faults.soak --seconds 600`.

Between two of them at least `--commands` commands are acknowledged. Every line says what came of one; the last one sums
up. The exit code is 1 when anything was lost or doubled, or anybody waited for too long.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.faults.files import cut_anywhere
from tests.faults.proxied import proxied
from tests.faults.siege import (
    Fault,
    Siege,
    Struck,
    doubled_jobs,
    goes_away,
    kills,
    loses_answers,
    overtaken,
    redis_hangs,
    rolling_restart,
    siege,
    sigterm_to_all,
    stumbles,
)
from tests.faults.stumble import POINTS
from tests.faults.whole import whole

CUTS = 100
LOST_ANSWERS = 200


@contextmanager
def as_served(folder: Path, players: int) -> Iterator[tuple[Siege, Mapping[str, Fault]]]:
    """The service as `playledger serve` runs it, and what may happen to it."""
    with whole(folder) as service, siege(service, players) as begun:
        yield (
            begun,
            {f"kill -9: {name}": fault for name, fault in kills(service).items()}
            | {
                "SIGTERM to all": partial(sigterm_to_all, service),
                "rolling restart": partial(rolling_restart, service),
                "doubled jobs": partial(doubled_jobs, begun),
                "Redis hangs for 5 s": partial(redis_hangs, service),
            },
        )


@contextmanager
def with_traps(folder: Path, players: int) -> Iterator[tuple[Siege, Mapping[str, Fault]]]:
    """The service with traps and proxies, and what may happen to it."""
    with proxied(folder, players) as (begun, traps, proxies):
        yield (
            begun,
            {f"kill -9: {point}": stumbles(traps, point) for point in POINTS}
            | {
                "a worker is overtaken": partial(overtaken, begun, traps),
                "Redis is away for 5 s": partial(goes_away, proxies["api and redis"]),
            }
            | {f"answers lost: {name}": loses_answers(proxy, LOST_ANSWERS) for name, proxy in proxies.items()},
        )


def run(seconds: float, players: int, commands: int) -> Iterator[Struck]:
    """What came of one fault after the other, until the time is up; every kind comes at least once."""
    ends = time.monotonic() + seconds
    dice = random.Random()
    begun = False
    while not begun or time.monotonic() < ends:
        for scene in (as_served, with_traps):
            with tempfile.TemporaryDirectory() as folder, scene(Path(folder), players) as (besieged, faults):
                for name, fault in dice.sample(list(faults.items()), len(faults)):
                    if begun and time.monotonic() > ends:
                        break
                    yield besieged.strike(name, fault, commands)
                if not begun and scene is as_served:
                    yield _cut(besieged, Path(folder) / "copies")
        begun = True


def _cut(besieged: Siege, folder: Path) -> Struck:
    service = besieged.service
    found = list(cut_anywhere(service.data / "redis", folder, list(besieged.journal.commands), CUTS))
    return Struck(f"file cut at {CUTS} bytes", 0, 0, 0, 0, 0, found)


def main() -> None:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--commands", type=int, default=2_000)
    asked = parser.parse_args()
    struck: list[Struck] = []
    faults: list[str] = []
    try:
        for each in run(asked.seconds, asked.players, asked.commands):
            struck.append(each)
            faults.extend(each.faults)
            _say(str(each))
    except AssertionError:
        faults.append(traceback.format_exc())
    _say(
        f"{len(struck)} faults, {sum(each.commands for each in struck)} commands acknowledged, "
        f"{sum(each.lost for each in struck)} lost, {sum(each.doubled for each in struck)} doubled; "
        f"whole again after {max((each.whole for each in struck), default=0):.1f} s at most, "
        f"settled {max((each.settled for each in struck), default=0):.1f} s later at most"
    )
    _say("\n".join(faults))
    sys.exit(bool(faults))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
