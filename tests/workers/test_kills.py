"""Workers that are stopped or killed in the middle of something, and queues that are lost: nothing else is."""

import os
import signal
from pathlib import Path

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from events.history import Game
from events.log import Job, Work, work_of
from service.embedded import embedded_redis
from service.enqueue import BOTS, HISTORY, job_id
from tests.waiting import wait_until
from tests.workers.workshop import PERSON, Workshop, bot
from workers.jobs import LAST_ATTEMPT


def ended(process: int) -> bool:
    """Whether no such process runs any more (it may still be waited for)."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return True


def moved_on(workshop: Workshop, game: Game) -> bool:
    """Whether the turn that the game waited for was played."""
    return workshop.now(game).version > game.version


def first_turn(workshop: Workshop, game: Game) -> tuple[str, int]:
    """Who played the turn that the game waited for, and how many records at its version begin a command."""
    record = workshop.handler.history(game.id).happened[game.version].record
    return record.by, record.first


def held(workshop: Workshop, game: Game) -> Job:
    """An undo whose first attempt waits to be told to go."""
    job = workshop.ask(game, "undo", seat=0, to=game.version)
    queue = Queue(HISTORY, connection=workshop.queue_client, serializer=JSONSerializer)
    arguments = (game.id, job.id, 0)
    queue.enqueue_call("tests.workers.odd_jobs.held_undo", arguments, job_id=job_id(work_of(job), 0), result_ttl=0)
    return job


def test_a_worker_that_is_killed_while_a_bot_thinks(workshop: Workshop) -> None:
    """kill -9: as soon as its heartbeat is missed, the turn is called for again, and another worker plays it."""
    game = workshop.open(bot("gate"), PERSON)
    worker = workshop.start_worker()
    workshop.wake(game)
    assert worker.pid == workshop.thinking()
    worker.kill()
    workshop.start_worker()
    workshop.go()
    workshop.swept_until(lambda: moved_on(workshop, game), "the turn to be played after all")
    assert ("bot:gate", game.version + 1) == first_turn(workshop, game)


def test_a_worker_that_is_stopped_while_a_bot_thinks(workshop: Workshop) -> None:
    """SIGTERM: the turn is played to its end, then the worker leaves; what follows is found by the next one."""
    game = workshop.open(bot("gate"), PERSON)
    worker = workshop.start_worker()
    workshop.wake(game)
    workshop.thinking()
    worker.terminate()
    workshop.go()
    wait_until(lambda: moved_on(workshop, game), "the turn to be played")
    workshop.go(9)
    assert 0 == worker.wait(10)
    assert ("bot:gate", game.version + 1) == first_turn(workshop, game)


def test_a_worker_that_is_stopped_impatiently(workshop: Workshop) -> None:
    """A second SIGTERM breaks the turn off; nothing is lost."""
    game = workshop.open(bot("gate"), PERSON)
    worker = workshop.start_worker()
    workshop.wake(game)
    workshop.thinking()

    def insisted() -> bool:
        worker.terminate()
        return worker.poll() is not None

    wait_until(insisted, "the worker's end")
    workshop.start_worker()
    workshop.go()
    workshop.swept_until(lambda: moved_on(workshop, game), "the turn to be played after all")


@pytest.mark.parametrize("lost", ["before the wake-up call", "in the queue"])
def test_lost_queues(workshop: Workshop, lost: str) -> None:
    """Nobody called for the turn, or the queues' database was emptied: the sweeper finds it in the outbox."""
    game = workshop.open(bot("random"), PERSON)
    if lost == "in the queue":
        workshop.wake(game)
        workshop.queue_client.flushdb()
    workshop.start_worker()
    workshop.swept_until(lambda: moved_on(workshop, game), "the turn to be played after all")


def test_a_child_that_is_killed(workshop: Workshop) -> None:
    """The parent says at once that the job failed, and it is done by the next attempt."""
    game = workshop.open(PERSON, bot("random"))
    workshop.give_any(game, 0)
    worker = workshop.start_worker(HISTORY)
    job = held(workshop, game)
    child = workshop.thinking()
    assert child != worker.pid
    os.kill(child, signal.SIGKILL)
    workshop.swept_until(lambda: workshop.job(job).status == "done", "the undo after all")


def test_a_parent_that_is_killed(workshop: Workshop) -> None:
    """Its child ends with it, so that no orphan goes on; another worker does the job."""
    game = workshop.open(PERSON, bot("random"))
    workshop.give_any(game, 0)
    worker = workshop.start_worker(HISTORY)
    job = held(workshop, game)
    child = workshop.thinking()
    worker.kill()
    wait_until(lambda: ended(child), "the child's end")
    workshop.start_worker(HISTORY)
    workshop.swept_until(lambda: workshop.job(job).status == "done", "the undo after all")


def test_a_worker_that_is_stuck(workshop: Workshop) -> None:
    """A bot is beyond every alarm: the worker ends, and the third attempt does not ask that bot any more."""
    game = workshop.open(bot("stuck"), PERSON)
    worker = workshop.start_worker()
    queue = Queue(BOTS, connection=workshop.queue_client, serializer=JSONSerializer)
    queue.enqueue_call("workers.jobs.play_bots", (game.id, str(game.version), 0), timeout=1, result_ttl=0)
    assert 1 == worker.wait(20)
    assert not moved_on(workshop, game)
    workshop.start_worker()
    assert workshop.queues.wake(Work("bots", game.id, str(game.version)), LAST_ATTEMPT)
    wait_until(lambda: moved_on(workshop, game), "a fallback")


def test_an_idle_worker_leaves_at_once(workshop: Workshop) -> None:
    """SIGTERM, with exit code 0."""
    worker = workshop.start_worker()
    worker.terminate()
    assert 0 == worker.wait(5)
    assert 0 == workshop.queues.workers()["bots"]


def test_workers_wait_for_their_redis(workshop: Workshop, tmp_path: Path) -> None:
    """While it is away they neither end nor wait for long; when it is back they go on."""
    game = workshop.open(bot("random"), PERSON)
    with embedded_redis(tmp_path / "queues") as redis:
        workshop.move_queues(redis.url)
        worker = workshop.start_worker()
        redis.kill()
        redis.start()
        workshop.wake(game)
        wait_until(lambda: moved_on(workshop, game), "the turn to be played")
        assert worker.poll() is None


def test_the_commands_behind_it(workshop: Workshop) -> None:
    """`playledger worker` and `playledger sweeper` as they are started: they find work by themselves, and stop."""
    game = workshop.open(bot("random"), PERSON)
    started = [workshop.start("worker", "--queue", BOTS), workshop.start("sweeper")]
    wait_until(lambda: moved_on(workshop, game), "the turn to be played", 20)
    for process in started:
        process.terminate()
    assert [0, 0] == [process.wait(5) for process in started]
