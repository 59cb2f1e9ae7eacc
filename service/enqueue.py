"""Waking the workers: the only home of RQ's queue names, job names and job ids.

A job is a wake-up call, never the truth: the work stands in the outbox until its effect is in the log, and the
sweeper calls again for what was lost. So nothing here ever fails a request.
"""

import logging
from datetime import UTC, datetime
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Worker
from rq.exceptions import DuplicateJobError
from rq.executions import Execution
from rq.serializers import JSONSerializer

from events.log import Work

BOTS = "bots"
HISTORY = "history"
FAILURE_SECONDS = 500

log = logging.getLogger(__name__)


class Call(NamedTuple):
    """How a kind of work is called for: its queue, the function by name, and the most seconds that it may take."""

    queue: str
    function: str
    seconds: int


CALLS: dict[str, Call] = {
    "bots": Call(BOTS, "workers.jobs.play_bots", 10),
    "undo": Call(HISTORY, "workers.jobs.undo", 60),
    "replay": Call(HISTORY, "workers.jobs.replay", 300),
}
"""By kind of work. Each function is called with (game id, key of the work, attempt)."""


def job_id(work: Work, attempt: int) -> str:
    """The id of the job for this work: `bots_<game>_<version>_<attempt>`, `undo_<game>_<job>_<attempt>`."""
    return f"{work.kind}_{work.game}_{work.key}_{attempt}"


class Queues:
    """The queues of the workers, in the Redis that this connection leads to."""

    def __init__(self, connection: Redis) -> None:
        self._connection = connection
        self._queues = {name: Queue(name, connection=connection, serializer=JSONSerializer) for name in (BOTS, HISTORY)}

    def wake(self, work: Work, attempt: int = 0) -> bool:
        """Call for this work, once per attempt; False when it was called for already, or cannot be now."""
        call = CALLS[work.kind]
        try:
            self._queues[call.queue].enqueue(
                call.function,
                work.game,
                work.key,
                attempt,
                job_id=job_id(work, attempt),
                unique=True,
                job_timeout=call.seconds,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
            )
        except DuplicateJobError:
            return False
        except RedisError as error:
            log.warning("%s waits for the sweeper: %s", job_id(work, attempt), error)
            return False
        return True

    def waiting(self) -> set[str]:
        """The ids of the jobs that no worker has taken yet. Raises RedisError."""
        return {job for queue in self._queues.values() for job in queue.job_ids}

    def running(self) -> dict[str, float]:
        """The ids of the jobs that workers run, and the seconds since the worker last gave a sign of life.

        A job that leaves `waiting` is here a moment later, so ask for those first. Raises RedisError.
        """
        registries = [queue.started_job_registry for queue in self._queues.values()]
        started = [pair for registry in registries for pair in registry.get_job_and_execution_ids(cleanup=False)]
        return {job: silence for job, execution in started if (silence := self._silence(job, execution)) is not None}

    def _silence(self, job: str, execution: str) -> float | None:
        try:
            found = Execution.fetch(execution, job, self._connection)
        except ValueError:  # it ended meanwhile
            return None
        return (datetime.now(UTC) - found.last_heartbeat).total_seconds()

    def workers(self) -> dict[str, int]:
        """How many workers listen to each queue. Raises RedisError."""
        return {name: Worker.count(queue=queue) for name, queue in self._queues.items()}
