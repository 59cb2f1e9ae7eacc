"""The sweeper: what it leaves alone, what it calls for again, and when it gives up."""

import pytest
from redis import RedisError
from rq import Queue
from rq.executions import Execution
from rq.serializers import JSONSerializer

from events.decide import calls_for
from events.errors import Unavailable
from events.history import Game
from events.log import Work
from events.log.redis import RedisLog, connect
from service.enqueue import BOTS, Queues, job_id
from tests.workers.workshop import PERSON, Workshop, bot
from workers.main import clock, make_worker
from workers.sweeper import ATTEMPTS, GRACE_MS, LONGEST_PAUSE_MS, PATIENCE_MS, PROBLEM, SILENT_SECONDS, Sweeper

LATER = GRACE_MS + 100


@pytest.fixture
def game(workshop: Workshop) -> Game:
    """A game that waits for its bot."""
    return workshop.open(bot("random"), PERSON)


def named(game: Game, attempt: int) -> str:
    """RQ's name for an attempt at the turn that the game waits for."""
    work = calls_for(game)
    assert work
    return job_id(work, attempt)


def take(workshop: Workshop) -> Execution:
    """Take the next job from the queue as a worker does, and say that it runs."""
    queue = Queue(BOTS, connection=workshop.queue_client, serializer=JSONSerializer)
    taken = Queue.dequeue_any([queue], None, workshop.queue_client, serializer=JSONSerializer)
    assert taken
    return make_worker(workshop.settings, BOTS).prepare_execution(taken[0])


def fall_silent(workshop: Workshop, execution: Execution) -> None:
    """As if the worker had died a while ago."""
    past = execution.last_heartbeat.timestamp() - SILENT_SECONDS - 1
    workshop.queue_client.hset(execution.key, "last_heartbeat", past)


def test_young_work_is_left_to_whoever_called_for_it(workshop: Workshop, game: Game) -> None:
    """A commit is a moment older than its wake-up call."""
    workshop.sweeper().sweep()
    assert set() == workshop.queues.waiting()


def test_work_that_was_never_enqueued_is_called_for(workshop: Workshop, game: Game) -> None:
    """As after a kill between the commit and the wake-up call, or with the queues lost."""
    workshop.sweeper(LATER).sweep()
    assert {named(game, 1)} == workshop.queues.waiting()


def test_waiting_work_is_left_alone(workshop: Workshop, game: Game) -> None:
    """However long a queue is, what stands in it will be done."""
    workshop.wake(game)
    workshop.sweeper(10 * PATIENCE_MS["bots"]).sweep()
    assert {named(game, 0)} == workshop.queues.waiting()


def test_a_running_job_has_its_time(workshop: Workshop, game: Game) -> None:
    """Until the thinking time and 5 s are over it is not called for again; then it is."""
    workshop.wake(game)
    take(workshop)
    workshop.sweeper(LATER).sweep()
    assert set() == workshop.queues.waiting()
    workshop.sweeper(PATIENCE_MS["bots"] + 100).sweep()
    assert {named(game, 1)} == workshop.queues.waiting()


def test_a_job_that_plays_on_covers_the_turns_it_comes_to(workshop: Workshop) -> None:
    """It was enqueued for an earlier version, and still runs."""
    game = workshop.open(PERSON, bot("random"))
    assert workshop.queues.wake(Work("bots", game.id, str(game.version)))
    take(workshop)
    while not calls_for(game):
        game = workshop.give_any(game, 0)
    workshop.sweeper(LATER).sweep()
    assert set() == workshop.queues.waiting()


def test_the_job_of_a_silent_worker_is_called_for_again(workshop: Workshop, game: Game) -> None:
    """Its heartbeat has stopped, so it was killed; nobody waits until RQ finds out."""
    workshop.wake(game)
    fall_silent(workshop, take(workshop))
    workshop.sweeper(LATER).sweep()
    assert {named(game, 1)} == workshop.queues.waiting()


def test_two_sweepers_count_one_attempt(workshop: Workshop, game: Game) -> None:
    """The second finds that the first was faster, or that the work waits in the queue."""

    class Faster(Queues):
        """Queues that another sweeper looks through just after this one did."""

        def running(self) -> dict[str, float]:
            workshop.sweeper(LATER).sweep()
            return super().running()

    Sweeper(workshop.handler.log, Faster(workshop.queue_client), lambda: clock() + LATER).sweep()
    assert {named(game, 1)} == workshop.queues.waiting()
    assert [1] == [due.attempts for due in workshop.handler.log.due(2**53, 9)]


def test_a_turn_is_never_given_up(workshop: Workshop, game: Game) -> None:
    """The pauses grow, up to a minute; but a game does not wait for ever, whatever was lost and however often."""
    waited = 0
    for attempt in range(1, 80):
        waited += LATER + min(1_000 * attempt, LONGEST_PAUSE_MS)
        workshop.sweeper(waited).sweep()
        assert {named(game, attempt)} == workshop.queues.waiting()
        workshop.queue_client.flushdb()
    assert [] == workshop.handler.log.dead()


def test_a_job_that_fails_three_times_has_failed(workshop: Workshop, game: Game) -> None:
    """Its asker is told, and the operator sees its work among the dead."""
    job = workshop.ask(game, "replay", seat=None, to=1)
    waited = 0
    for attempt in range(1, ATTEMPTS["replay"] + 1):
        waited += LATER + 1_000 * attempt
        assert "queued" == workshop.job(job).status
        workshop.sweeper(waited).sweep()
        workshop.queue_client.flushdb()
    failed = workshop.job(job)
    assert ("failed", PROBLEM) == (failed.status, failed.problem)
    assert job.id in [work.key for work in workshop.handler.log.dead()]


def test_it_goes_on_when_redis_is_back(workshop: Workshop, game: Game) -> None:
    """While it is away there is nothing to look at; nothing is counted as an attempt."""
    nowhere = connect("unix:///nowhere")
    with pytest.raises(Unavailable):
        Sweeper(RedisLog(nowhere), workshop.queues, clock).sweep()
    with pytest.raises(RedisError):
        Sweeper(workshop.handler.log, Queues(nowhere), lambda: clock() + LATER).sweep()
    assert [0] == [due.attempts for due in workshop.handler.log.due(2**53, 9)]
