"""Replays and jobs: asking, reading, dropping; and who may."""

import msgspec
import pytest
from msgspec.structs import replace

from events.history import History
from service.documents import ReplayShown, You
from service.queries import Eyes, frame
from tests.kinds import FOR_TWO
from tests.service.client import PERSONS, Api, Opened

FORGETS = "memory" in FOR_TWO.options.__struct_fields__
needs_memory = pytest.mark.skipif(not FORGETS, reason="these rules forget nothing")


def ask(opened: Opened, token: str | None, **body: int) -> str:
    """Ask for a replay; its id."""
    answer = opened.api.post(f"{opened.path}/replays", body, token)
    assert 202 == answer.status_code, answer.json
    return str(answer.json["job"]["id"])


def build(api: Api, replay_id: str) -> None:
    """What a worker does for a replay."""
    job = api.log.job(replay_id)
    assert job is not None
    loaded = api.log.load(job.game)
    assert loaded is not None
    history = History(job.game, loaded.seed, loaded.records)
    eyes = Eyes(history.game(), job.request["seat"])
    wanted = range(job.request["from"], job.request["to"] + 1)
    frames = tuple(frame(eyes, history, version, undone=version in history.undone()) for version in wanted)
    replay = ReplayShown(
        id=job.id,
        game=job.game,
        rules=history.rules.name,
        you=You(eyes.seat),
        since=wanted[0],
        to=wanted[-1],
        frames=frames,
    )
    api.log.keep_replay(job.game, job.id, msgspec.json.encode(replay))
    memory = eyes.game.memory(eyes.seat)
    api.log.update_job(replace(job, status="done", result={"replay": job.id, "memory": memory}))


def test_a_replay_is_built_for_the_eyes_of_who_asked(api: Api):
    """Until a worker has built it there is nothing to read; then every frame has the event and the view after it."""
    opened = api.open(options={"first_seat": 0, "memory": "open"})
    opened.play()
    replay_id = ask(opened, opened.token())
    assert 404 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code
    build(api, replay_id)
    replay = api.get(f"/v1/replays/{replay_id}", opened.token()).json
    assert opened.events(opened.token()) == [frame["event"] for frame in replay["frames"]]
    assert opened.game(opened.token())["view"] == replay["frames"][-1]["view"]
    job = api.get(f"/v1/jobs/{replay_id}", opened.token()).json
    assert ("done", {"replay": replay_id, "memory": 0}) == (job["status"], job["result"])


@needs_memory
def test_a_replay_is_no_way_to_remember(api: Api):
    """With strict memory, a replay that tells more than its seat remembers by now is told no more."""
    opened = api.open(*PERSONS, options={"first_seat": 0, "memory": "strict"})
    opened.play()
    replay_id = ask(opened, opened.token())
    build(api, replay_id)
    assert 200 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code
    while (seat := opened.game()["to_move"][0]) != 0:
        opened.play(seat)
        assert 200 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code
    opened.play()
    assert 404 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code


def test_a_part_of_the_game_can_be_replayed(api: Api):
    """`from` and `to` choose; without them it is all so far."""
    opened = api.open()
    version = opened.game()["version"]
    part, whole = api.log.job(ask(opened, None, **{"from": 2, "to": 3})), api.log.job(ask(opened, opened.token()))
    assert part is not None
    assert whole is not None
    assert {"seat": None, "from": 2, "to": 3} == part.request
    assert {"seat": 0, "from": 1, "to": version} == whole.request


def test_a_replay_ends_where_the_game_does(api: Api):
    """A version beyond the log is 404, an end before the beginning 422."""
    opened = api.open()
    assert 404 == api.post(f"{opened.path}/replays", {"to": 999}, opened.token()).status_code
    refused = api.post(f"{opened.path}/replays", {"from": 3, "to": 2}, opened.token())
    assert (422, "/from") == (refused.status_code, refused.json["errors"][0]["pointer"])


@pytest.mark.parametrize("where", ["jobs", "replays"])
def test_a_job_is_its_askers_business(api: Api, where: str):
    """Others, the host included, get 404, for reading and for dropping."""
    opened = api.open(*PERSONS)
    replay_id = ask(opened, opened.token(0))
    build(api, replay_id)
    path = f"/v1/{where}/{replay_id}"
    for token in (opened.token(1), opened.host, None):
        assert 404 == api.get(path, token).status_code
        assert 404 == api.ask("DELETE", f"/v1/replays/{replay_id}", token).status_code
    assert 200 == api.get(path, opened.token(0)).status_code


def test_what_a_spectator_asked_for_is_found_by_its_id(api: Api):
    """Without a token, the id, which nobody can guess, is what shows that one asked."""
    opened = api.open()
    replay_id = ask(opened, None)
    build(api, replay_id)
    assert {"seat": None} == api.get(f"/v1/replays/{replay_id}").json["you"]


def test_a_replay_can_be_cancelled(api: Api):
    """Before it is built its job ends as refused, and no work is left; a built one is dropped."""
    opened = api.open()
    waiting, built = ask(opened, opened.token()), ask(opened, opened.token())
    build(api, built)
    for replay_id in (waiting, built):
        assert 204 == api.ask("DELETE", f"/v1/replays/{replay_id}", opened.token()).status_code
        assert 404 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code
    assert "refused" == api.get(f"/v1/jobs/{waiting}", opened.token()).json["status"]
    assert "done" == api.get(f"/v1/jobs/{built}", opened.token()).json["status"]
    assert [] == [due.work.key for due in api.log.due(api.clock.now, 9) if due.work.kind == "replay"]


def test_a_replay_that_was_cancelled_too_late_to_stop_the_worker_is_not_told(api: Api):
    """The worker had built it already and keeps it all the same; who cancelled it finds nothing."""
    opened = api.open()
    replay_id = ask(opened, opened.token())
    assert 204 == api.ask("DELETE", f"/v1/replays/{replay_id}", opened.token()).status_code
    api.log.keep_replay(opened.id, replay_id, b"{}")
    assert 404 == api.get(f"/v1/replays/{replay_id}", opened.token()).status_code


def test_an_undo_is_no_replay(api: Api):
    """Dropping a replay under the id of another job is 404, and the job goes on."""
    opened, _ = api.open_and_play()
    job = api.post(f"{opened.path}/undo", {}, opened.token()).json["job"]["id"]
    assert 404 == api.ask("DELETE", f"/v1/replays/{job}", opened.token()).status_code
    assert "queued" == api.get(f"/v1/jobs/{job}", opened.token()).json["status"]


@pytest.mark.parametrize("path", ["/v1/jobs/unknown", "/v1/replays/unknown", "/v1/jobs/undo_unknown_1"])
def test_unknown_jobs_are_not_found(api: Api, path: str):
    """404 `not_found`."""
    assert 404 == api.get(path, api.open().token()).status_code


def test_a_replay_comes_as_json(api: Api):
    """406 for other forms."""
    opened = api.open()
    replay_id = ask(opened, None)
    build(api, replay_id)
    assert 406 == api.get(f"/v1/replays/{replay_id}", Accept="text/html").status_code
