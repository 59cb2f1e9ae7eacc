"""A worker process: puts real things together, and runs RQ on one queue."""

import sys
import time

import rq
from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq.serializers import JSONSerializer

from events.handle import Handler
from events.log.redis import RedisLog, connect
from service.enqueue import Queues
from service.lifeline import hold_on_to
from service.settings import Settings
from workers.bots import BOTS
from workers.jobs import Tools, equip

HEARTBEAT_SECONDS = 1
"""How often a worker says that its job is running; by its silence the sweeper knows that it is dead."""
WORKER_TTL = 20
"""RQ waits 5 s (15 less) for a job before the worker says that it lives, and 15 s for an answer of its Redis."""
MAINTENANCE_SECONDS = 15
FOR_EVER = -1


class Worker(rq.Worker):
    """RQ's forking worker: a bot that runs wild costs its own process, and the parent tells at once."""

    log_result_lifespan = False

    def subscribe(self) -> None:
        """No orders over pub/sub: a process with a single thread forks safely."""

    def setup_work_horse_signals(self) -> None:
        """In the new child: SIGTERM ends it, and so does the end of its parent."""
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]  # RQ is typed in parts
        assert self.pid is not None
        hold_on_to(self.pid)


def run_worker(settings: Settings, queue: str) -> None:
    """Work on one queue until SIGTERM. While Redis is away it waits; for anything else it exits with code 1."""
    equip(compose(settings))
    worker = make_worker(settings, queue)
    worker.work(logging_level="WARNING")
    if worker.shutdown_requested_date is None:
        sys.exit(1)


def compose(settings: Settings) -> Tools:
    """The jobs' tools, made of real things. Nothing is connected yet, so a fork shares no connection."""
    handler = Handler(RedisLog(connect(settings.redis_url)), clock)
    return Tools(handler, Queues(connect(settings.queue_address)), BOTS)


def make_worker(settings: Settings, queue: str) -> Worker:
    """RQ's worker on this queue and no other: of several, RQ would lose the job of a worker that is killed."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), FOR_EVER)
    return Worker(
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
