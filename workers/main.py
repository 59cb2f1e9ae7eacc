"""A worker process: puts real things together, and runs RQ on one queue.

Bots play inside the worker (RQ's SimpleWorker): a fork for every turn costs more than most turns, and the games stay
in the cache. A turn that takes too long is stopped by an alarm. History work is forked off (RQ's Worker), so that
the memory of a long replay goes back to the machine.
"""

import faulthandler
import os
import sys
import time
from collections.abc import Mapping
from threading import Event, Thread, Timer
from types import FrameType

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry
from rq import Queue
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker, SimpleWorker, Worker

from events.handle import Handler
from events.log.cache import Cache
from events.log.redis import RedisLog, connect
from service.enqueue import BOTS, HISTORY, Queues
from service.lifeline import hold_on_to
from service.settings import Settings
from workers import bots
from workers.jobs import Tools, equip

HEARTBEAT_SECONDS = 1
"""How often a worker says that its job is running; by its silence the sweeper knows that it is dead."""
WORKER_TTL = 20
"""RQ waits 5 s (15 less) for a job before the worker says that it lives, and 15 s for an answer of its Redis."""
MAINTENANCE_SECONDS = 15
WATCHDOG_SECONDS = 2
"""So long after RQ's own time-out of a job its worker is ended."""
STOP_SECONDS = 10
"""A worker that was told to stop is given so long, whatever it waits for."""
CACHED_GAMES = 200
FOR_EVER = -1


class QuietWorker(BaseWorker):
    """What our workers have in common."""

    log_result_lifespan = False
    told_to_stop = False

    def subscribe(self) -> None:
        """Takes no orders over pub/sub: that saves a connection and a thread, and without threads a fork is safe."""

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """On SIGTERM: end after the job that runs now, and in any case soon, be it that Redis is away for ever."""
        self.told_to_stop = True
        last = Timer(STOP_SECONDS, os._exit, (1,))
        last.daemon = True
        last.start()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ is typed in parts


class BotsWorker(QuietWorker, SimpleWorker):
    """Runs jobs in this process, says every second that it does, and ends when one is beyond every alarm."""

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Run a job, with a heartbeat, and a watchdog against code that hears no signal."""
        done = Event()
        faulthandler.dump_traceback_later(float(job.timeout or 0) + WATCHDOG_SECONDS, exit=True)
        Thread(target=self._beat, args=(job, execution, done), daemon=True, name="heartbeat").start()
        try:
            return super().perform_job(job, queue, execution)
        finally:
            done.set()
            faulthandler.cancel_dump_traceback_later()

    def _beat(self, job: Job, execution: Execution, done: Event) -> None:
        while not done.wait(HEARTBEAT_SECONDS):
            self.maintain_heartbeats(job, execution)


class HistoryWorker(QuietWorker, Worker):
    """Forks for every job; the parent says every second that it runs."""

    def setup_work_horse_signals(self) -> None:
        """In the new child: SIGTERM ends it, and so does the end of its parent."""
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]  # RQ is typed in parts
        assert self.pid is not None
        hold_on_to(self.pid)


WORKERS: Mapping[str, type[QuietWorker]] = {BOTS: BotsWorker, HISTORY: HistoryWorker}


def run_worker(settings: Settings, queue: str) -> None:
    """Work on one queue until SIGTERM. While Redis is away it waits; when RQ gives up, the exit code is 1."""
    equip(compose(settings))
    worker = make_worker(settings, queue)
    worker.work(logging_level="WARNING")
    if not worker.told_to_stop:
        sys.exit(1)


def compose(settings: Settings) -> Tools:
    """The jobs' tools, made of real things. Nothing is connected yet, so a fork shares no connection."""
    handler = Handler(RedisLog(connect(settings.redis_url)), clock, Cache(CACHED_GAMES))
    return Tools(handler, Queues(connect(settings.queue_address)), bots.BOTS)


def make_worker(settings: Settings, queue: str) -> QuietWorker:
    """The worker on this queue and no other: of several, RQ would lose the job of a worker that is killed."""
    retry = Retry(ConstantBackoff(0.2), FOR_EVER)
    return WORKERS[queue](
        [queue],
        connection=Redis.from_url(settings.queue_address, retry=retry, socket_connect_timeout=2),
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL,
        job_monitoring_interval=HEARTBEAT_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
        log_job_description=False,
    )


def clock() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
