"""Undo and replay as jobs: what comes of them, and that repeating them changes nothing."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.decide import calls_for
from events.errors import Unavailable
from events.history import Game
from events.log import Job, work_of
from events.log.redis import RedisLog
from service.enqueue import HISTORY
from service.queries import Eyes, encode, event_shown
from tests.waiting import wait_until
from tests.workers.workshop import PERSON, Workshop, bot
from workers.jobs import play_bots, replay, undo


@pytest.fixture
def game(workshop: Workshop) -> Game:
    """A game in which a person has moved, and then the bot."""
    game = workshop.open(PERSON, bot("random"))
    while not (work := calls_for(game)):
        game = workshop.give_any(game, 0)
    play_bots(work.game, work.key, 0)
    return workshop.now(game)


def decisions(workshop: Workshop, game: Game) -> tuple[int, ...]:
    """Where seat 0 can go back to."""
    return workshop.handler.history(game.id).decisions(0)


def test_an_undo(workshop: Workshop, game: Game) -> None:
    """The play stands again as it stood then; the job says so, and nothing is left to do."""
    to = decisions(workshop, game)[0]
    job = workshop.ask(game, "undo", seat=0, to=to)
    undo(game.id, job.id, 0)
    after = workshop.now(game)
    done = workshop.job(job)
    assert ("done", 1, 1, {"version": game.version + 1, "to": to}) == (done.status, done.done, done.total, done.result)
    assert workshop.handler.history(game.id).position(to) == after.position
    assert [] == workshop.handler.log.due(2**53, 9)


def test_an_undo_that_is_refused(workshop: Workshop, game: Game) -> None:
    """The job tells the refusal; the game has not changed."""
    job = workshop.ask(game, "undo", seat=0, to=1)
    undo(game.id, job.id, 0)
    refused = workshop.job(job)
    assert ("refused", "undo_not_allowed") == (refused.status, (refused.problem or {}).get("code"))
    assert game == workshop.now(game)
    assert work_of(job) not in [due.work for due in workshop.handler.log.due(2**53, 9)]


def test_an_undo_that_insists_on_a_version(workshop: Workshop, game: Game) -> None:
    """It counts only if the game still stands there when the job comes to it; carried out once, it is not stale."""
    to = decisions(workshop, game)[0]
    asked = {"seat": 0, "to": to, "version": game.version, "head": game.head[:12]}
    timely, late = workshop.ask(game, "undo", **asked), workshop.ask(game, "undo", **asked)
    for job in (timely, late):
        undo(game.id, job.id, 0)
    after = workshop.now(game)
    assert game.version + 1 == after.version
    assert ["done", "refused"] == [workshop.job(job).status for job in (timely, late)]
    problem = workshop.job(late).problem or {}
    assert ("stale_version", after.version) == (problem.get("code"), problem.get("version"))


def test_an_undo_that_is_done_twice_is_done_once(workshop: Workshop, game: Game) -> None:
    """A job that was cut off before it could say so says it at the next attempt; later ones find its end."""

    class CutOff(RedisLog):
        """A log that is away just when the job is done."""

        def update_job(self, job: Job) -> None:
            if job.status == "done":
                raise Unavailable
            super().update_job(job)

    job = workshop.ask(game, "undo", seat=0, to=decisions(workshop, game)[0])
    workshop.equip(CutOff(workshop.client))
    with pytest.raises(Unavailable):
        undo(game.id, job.id, 0)
    workshop.equip(workshop.handler.log)
    assert ("running", game.version + 1) == (workshop.job(job).status, workshop.now(game).version)
    for attempt in range(1, 3):
        undo(game.id, job.id, attempt)
        assert ("done", game.version + 1) == (workshop.job(job).status, workshop.now(game).version)


def test_jobs_of_a_deleted_game_do_nothing(workshop: Workshop, game: Game) -> None:
    """The game and its jobs are gone; whoever comes late finds nothing to do."""
    jobs = [workshop.ask(game, "undo", seat=0, to=1), workshop.ask(game, "replay", **{"seat": 0, "from": 1, "to": 2})]
    workshop.handler.delete(game.id)
    undo(game.id, jobs[0].id, 0)
    replay(game.id, jobs[1].id, 0)
    assert [None, None] == [workshop.handler.log.job(job.id) for job in jobs]


def test_an_undo_while_a_bot_thinks(workshop: Workshop) -> None:
    """The bot's command comes too late and has no effect; if it is to move again, it is asked again."""
    game = workshop.open(PERSON, bot("gate"))
    while not calls_for(game):
        game = workshop.give_any(game, 0)
    workshop.start_worker()
    workshop.wake(game)
    workshop.thinking()
    to = decisions(workshop, game)[0]
    job = workshop.ask(game, "undo", seat=0, to=to)
    undo(game.id, job.id, 0)
    workshop.go()
    wait_until(lambda: not workshop.queues.running(), "the bot to give up its turn")
    assert ("done", game.version + 1) == (workshop.job(job).status, workshop.now(game).version)


def kept(workshop: Workshop, job: Job) -> dict[str, Any]:
    """The replay that was built."""
    data = workshop.handler.log.replay(job.game, job.id)
    assert data
    built: dict[str, Any] = msgspec.json.decode(data)
    return built


def as_sent(shown: Any) -> Any:
    """What is shown, as a client reads it."""
    return msgspec.json.decode(encode(shown))


@pytest.mark.parametrize("seat", [0, None])
def test_a_replay(workshop: Workshop, game: Game, seat: int | None) -> None:
    """A worker builds it: a frame for every version, with the event and the view as that seat may see them today."""
    workshop.start_worker(HISTORY)
    job = workshop.ask(game, "replay", **{"seat": seat, "from": 2, "to": game.version})
    assert workshop.queues.wake(work_of(job))
    wait_until(lambda: workshop.job(job).status == "done", "the replay")
    done = workshop.job(job)
    frames = game.version - 1
    assert (frames, frames, job.id) == (done.done, done.total, (done.result or {})["replay"])
    replay = kept(workshop, job)
    assert list(range(2, game.version + 1)) == [frame["version"] for frame in replay["frames"]]
    eyes, history = Eyes(game, seat), workshop.handler.history(game.id)
    for frame in replay["frames"]:
        version = frame["version"]
        happened, position = history.happened[version - 1], history.position(version)
        view = position and game.rules.view(position, eyes.at(version))
        assert as_sent([event_shown(eyes, happened), view]) == [frame["event"], frame["view"]]


def test_a_replay_tells_what_was_undone(workshop: Workshop, game: Game) -> None:
    """The branch that was left is in it, and marked."""
    undo(game.id, workshop.ask(game, "undo", seat=0, to=decisions(workshop, game)[0]).id, 0)
    job = workshop.ask(game, "replay", **{"seat": 0, "from": 1, "to": game.version + 1})
    replay(game.id, job.id, 0)
    undone = {frame["version"] for frame in kept(workshop, job)["frames"] if frame["event"]["undone"]}
    assert workshop.handler.history(game.id).undone() == undone
    assert undone


@pytest.mark.parametrize("when", ["queued", "running"])
def test_a_replay_that_is_cancelled_is_not_built(workshop: Workshop, game: Game, when: str) -> None:
    """Neither is its status changed any more, whether it had begun or not."""

    class Cancelled(RedisLog):
        """A log through which the asker cancels as soon as the job has this status."""

        def update_job(self, job: Job) -> None:
            super().update_job(job)
            if job.status == when:
                super().update_job(replace(job, status="refused", problem={"code": "cancelled"}))

    log = Cancelled(workshop.client)
    workshop.equip(log)
    job = workshop.ask(game, "replay", **{"seat": 0, "from": 1, "to": game.version})
    log.update_job(job)
    replay(game.id, job.id, 0)
    assert ("refused", None) == (workshop.job(job).status, log.replay(game.id, job.id))
