"""The sweeper: the only clock, and the reason why no game waits for ever.

Whatever a commit calls for stands in the log's outbox until its effect is in the log. The sweeper looks at what is
overdue there, and calls again for what RQ neither has in a queue nor runs: because it was never enqueued, its worker
was killed, its bot took too long, or the queues were lost. Several sweepers do no harm.
"""

import logging
import signal
import sys
import time
from collections.abc import Callable, Mapping

from msgspec.structs import replace
from redis import RedisError

from events.bots import BOTS
from events.errors import Unavailable
from events.log import Due, Log, Work
from events.log.redis import RedisLog, connect
from service.enqueue import CALLS, Queues, job_id
from service.settings import Settings
from workers.main import HEARTBEAT_SECONDS, clock

logger = logging.getLogger(__name__)

LIMIT = 1_000
"""How much is looked at in one sweep."""
GRACE_MS = 1_000
"""Work that is younger is left to whoever called for it."""
LONGEST_PAUSE_MS = 60_000
SILENT_SECONDS = 3 * HEARTBEAT_SECONDS
"""A job that gave no sign of life for so long has no worker any more."""
PATIENCE_MS: Mapping[str, int] = {
    "bots": 5_000 + max(bot.limit_ms for bot in BOTS),
    "undo": CALLS["undo"].seconds * 1_000,
    "replay": CALLS["replay"].seconds * 1_000,
}
"""By kind: for how long work may run before it is called for once more, although it still runs."""
ATTEMPTS: Mapping[str, int] = {"undo": 3, "replay": 3}
"""By kind: how many attempts are made before it has failed for good. A bot's turn never has: the game waits for it."""
PROBLEM = {
    "code": "internal",
    "detail": "The service failed at this several times; look at the game before asking again.",
}


class Sweeper:
    """Looks through the outbox of a log and calls for lost work. `clock` gives milliseconds since the epoch."""

    def __init__(self, log: Log, queues: Queues, clock: Callable[[], int]) -> None:
        self._log = log
        self._queues = queues
        self._clock = clock

    def sweep(self) -> None:
        """Look once at everything that is overdue. Raises Unavailable and RedisError: then look again later."""
        now = self._clock()
        overdue = self._log.due(now - GRACE_MS, LIMIT)
        if not overdue:
            return
        waiting = {_without_attempt(job) for job in self._queues.waiting()}
        running = {_turns(job) for job, silence in self._queues.running().items() if silence < SILENT_SECONDS}
        for due in overdue:
            name = job_id(due.work, due.attempts)
            in_time = now < due.at + PATIENCE_MS[due.work.kind]
            if _without_attempt(name) not in waiting and not (in_time and _turns(name) in running):
                self._revive(due, now)

    def _revive(self, due: Due, now: int) -> None:
        """Call for the work once more, or give it up."""
        attempt = due.attempts + 1
        if due.work.kind in ATTEMPTS and attempt >= ATTEMPTS[due.work.kind]:
            self._give_up(due.work)
        elif self._log.postpone(due, now + min(1_000 * due.attempts, LONGEST_PAUSE_MS)):
            logger.warning("calling again for %s", job_id(due.work, attempt))
            self._queues.wake(due.work, attempt)

    def _give_up(self, work: Work) -> None:
        """The work moves to the dead, and whoever asked for it is told."""
        logger.error("giving up %s", work)
        job = self._log.job(work.key)
        if job is None:
            self._log.bury(work)
        else:
            self._log.update_job(replace(job, status="failed", problem=PROBLEM))


def _without_attempt(job: str) -> str:
    """What a job is about, whichever attempt it is."""
    return job.rpartition("_")[0]


def _turns(job: str) -> str:
    """The same for a job that runs: one that plays for bots goes on from version to version of its game."""
    about = _without_attempt(job)
    return about.rpartition("_")[0] if about.startswith("bots_") else about


def main(settings: Settings) -> None:
    """Sweep until SIGTERM, which ends this process at once: every step of a sweep may be the last."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    sweeper = Sweeper(RedisLog(connect(settings.redis_url)), Queues(connect(settings.queue_address)), clock)
    while True:
        try:
            sweeper.sweep()
        except (Unavailable, RedisError) as error:
            logger.warning("cannot sweep now: %s", error)
        time.sleep(settings.sweep_seconds)
