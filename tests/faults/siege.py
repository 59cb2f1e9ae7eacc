"""A service under load that something happens to: afterwards nothing is lost, nothing doubled, and nobody waits."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from events.log import Work
from events.log.redis import connect
from service.enqueue import BOTS, Queues
from tests.faults.journal import Journal, called_for, compare
from tests.faults.players import Crowd
from tests.faults.proxy import Proxy
from tests.faults.stumble import BEFORE, Traps
from tests.faults.whole import Whole, children, kill, runs
from tests.waiting import let_pass, wait_until

SETTLED_WITHIN = 5.0
"""So soon after the service is whole again everybody is answered, and every bot that is to move has moved."""
LOADED_WITHIN = 120.0
AWAY_SECONDS = 5.0
ATTEMPTS = range(100, 103)
"""Attempts of doubled jobs; the sweeper's own never come so far."""

Fault = Callable[[], object]


class Struck(NamedTuple):
    """What came of a fault: commands acknowledged before it, the seconds until the service was whole again and from
    then until all had settled, and what was lost, doubled or otherwise wrong."""

    name: str
    commands: int
    whole: float
    settled: float
    lost: int
    doubled: int
    faults: list[str]

    def __str__(self) -> str:
        return (
            f"{self.name:40} {self.commands:6} commands, whole after {self.whole:4.1f} s, "
            f"settled {self.settled:4.1f} s later, {self.lost} lost, {self.doubled} doubled"
            f"{''.join(f', {each}' for each in self.faults)}"
        )


class Siege:
    """Players at a service, at this address (by default its own)."""

    def __init__(self, service: Whole, players: int, address: tuple[str, int] | None = None) -> None:
        self.service = service
        self.journal = Journal()
        self.crowd = Crowd(address or service.address, self.journal, players)

    def strike(self, name: str, fault: Fault, commands: int) -> Struck:
        """The fault, under load, after so many acknowledged commands; then everything is compared."""
        before = self.journal.total
        self.crowd.go_on()
        wait_until(lambda: self._loaded(before + commands), f"{commands} commands", LOADED_WITHIN)
        fault()
        acknowledged = self.journal.total - before
        return self.recover(name)._replace(commands=acknowledged)

    def _loaded(self, total: int) -> bool:
        self.crowd.raise_faults()
        return self.journal.total >= total

    def recover(self, name: str) -> Struck:
        """Wait until the service is whole and all have settled, and compare the journal with the log."""
        whole = self.service.wait_until_whole()
        settled = self.crowd.settle(SETTLED_WITHIN)
        begin = time.monotonic()
        wait_until(lambda: not called_for(self.service.log), "work to be done", SETTLED_WITHIN - settled)
        settled += time.monotonic() - begin
        found = compare(self.journal, self.service.log)
        self.journal.forget(found.over)
        return Struck(name, 0, whole, settled, len(found.lost), len(found.doubled), found.faults())

    def close(self) -> None:
        """All go home."""
        self.crowd.stop()


@contextmanager
def siege(service: Whole, players: int = 8, address: tuple[str, int] | None = None) -> Iterator[Siege]:
    """Players at the service, for the time of the block."""
    begun = Siege(service, players, address)
    try:
        yield begun
    finally:
        begun.close()


# --- what can happen to every service ---------------------------------------------------------------------------------


def kills(service: Whole) -> dict[str, Fault]:
    """kill -9 of each kind of process."""

    def one(role: str) -> Fault:
        return lambda: kill(service.pids(role)[0])

    def child(role: str) -> Fault:
        return lambda: kill(wait_until(lambda: children(service.pids(role)[0]), f"a child of the {role}", 30.0)[0])

    return {
        "redis": one("redis"),
        "api": one("api"),
        "a process of the api": child("api"),
        "bots worker": one("bots worker"),
        "history worker": one("history worker"),
        "history worker's child": child("history worker"),
        "sweeper": one("sweeper"),
    }


def sigterm_to_all(service: Whole) -> None:
    """SIGTERM to every process at once, as some service managers do; and a new start."""
    for pid in service.family():
        os.kill(pid, signal.SIGTERM)
    assert service.supervisor.wait(6) == 0
    service.start()


def rolling_restart(service: Whole) -> None:
    """SIGTERM to one part after the other, each when all are there again."""
    for role in ("api", "bots worker", "history worker", "sweeper"):
        for pid in service.pids(role):
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda: not runs(pid), f"the end of the {role}")  # noqa: B023  # it is asked at once
            service.wait_until_whole()


def doubled_jobs(siege: Siege) -> None:
    """For a second, whatever is called for is called for three times more, and so is what nobody asked for."""
    queues = Queues(connect(siege.service.redis_url))
    ends = time.monotonic() + 1
    while time.monotonic() < ends:
        for due in siege.service.log.due(2**53, 100):
            for attempt in ATTEMPTS:
                queues.wake(due.work, attempt)
    for game in ("nowhere", next(iter(siege.journal.commands))):
        queues.wake(Work("bots", game, "1"))
        queues.wake(Work("undo", game, f"undo_{game}_nobody"))
        queues.wake(Work("replay", game, f"replay_{game}_nobody"))


def redis_hangs(service: Whole) -> None:
    """The Redis says nothing for a while."""
    (pid,) = service.pids("redis")
    os.kill(pid, signal.SIGSTOP)
    let_pass(AWAY_SECONDS)
    os.kill(pid, signal.SIGCONT)


# --- what can happen to one with traps and proxies --------------------------------------------------------------------


def stumbles(traps: Traps, point: str) -> Fault:
    """kill -9 of the next process that comes to this point."""

    def stumble() -> None:
        traps.set(point)
        wait_until(lambda: not traps.is_set(point), f"a process to come to {point}", 30.0)

    return stumble


def overtaken(siege: Siege, traps: Traps) -> None:
    """A worker stops before it appends a bot's command, others play on, and it goes on where it stopped."""
    earlier = set(traps.taken_by())
    traps.set(f"{BOTS} worker {BEFORE}", signal.SIGSTOP)
    (stopped,) = wait_until(lambda: set(traps.taken_by()) - earlier, "a worker to stop", 30.0)
    struck = siege.recover("overtaken")
    os.kill(stopped, signal.SIGCONT)
    assert [] == struck.faults
    siege.crowd.go_on()


def loses_answers(proxy: Proxy, count: int = 20) -> Fault:
    """So many answers get lost, each after the server has given it."""

    def lose() -> None:
        lost = proxy.lost + count
        proxy.lose_every = 3
        wait_until(lambda: proxy.lost >= lost, f"{count} lost answers", 60.0)
        proxy.lose_every = 0

    return lose


def goes_away(proxy: Proxy) -> None:
    """What is behind the proxy cannot be reached for a while."""
    with proxy.away():
        let_pass(AWAY_SECONDS)
