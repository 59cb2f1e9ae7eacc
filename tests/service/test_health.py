"""Whether the service lives, and whether all its parts are there."""

from redis import Redis

from events.log import Work
from service.enqueue import Queues, job_id
from tests.service.client import Api
from tests.service.test_problems import Broken


def test_a_service_lives_when_it_answers():
    """Nothing else is asked; so it lives without its log."""
    assert {"status": "ok"} == Api(log=Broken()).get("/healthz").json


def test_a_service_is_ready_when_its_parts_are(api: Api):
    """Part by part: Redis, and how long work waits."""
    ready = api.get("/readyz").json
    assert ("ready", {"redis", "queue"}) == (ready["status"], set(ready["parts"]))
    assert all(part["ok"] for part in ready["parts"].values())


def test_without_redis_it_is_not_ready():
    """503, and the answer says which part it is."""
    answer = Api(log=Broken()).get("/readyz")
    assert (503, False) == (answer.status_code, answer.json["parts"]["redis"]["ok"])


def test_work_that_waits_for_long_is_told(api: Api):
    """Bots' turns that nobody plays for ten seconds make it unready."""
    api.open({"bot": "random"}, {"bot": "random"})
    api.clock.now += 9_999
    assert 200 == api.get("/readyz").status_code
    api.clock.now += 1
    answer = api.get("/readyz")
    assert (503, False, True) == (
        answer.status_code,
        answer.json["parts"]["queue"]["ok"],
        answer.json["parts"]["redis"]["ok"],
    )


def test_without_workers_it_is_not_ready(redis_client: Redis):
    """Every queue needs somebody who listens."""
    api = Api(queues=Queues(redis_client))
    answer = api.get("/readyz")
    assert (503, "0 for bots, 0 for history") == (answer.status_code, answer.json["parts"]["workers"]["detail"])


# --- waking the workers ----------------------------------------------------------------------------------------------


def test_a_commit_wakes_the_workers(redis_client: Redis):
    """As soon as a bot is to move, its work is in RQ's queue under the id that the sweeper knows, once."""
    queues = Queues(redis_client)
    api = Api(queues=queues)
    opened = api.open({"bot": "random"}, {"bot": "random"})
    (due,) = api.log.due(api.clock.now, 9)
    assert Work("bots", opened.id, str(opened.game()["version"])) == due.work
    assert [job_id(due.work, 0).encode()] == redis_client.lrange("rq:queue:bots", 0, -1)
    assert [False, True] == [queues.wake(due.work, attempt) for attempt in (0, 1)]


def test_a_job_wakes_the_workers_for_history(redis_client: Redis):
    """Undo and replay have a queue of their own."""
    api = Api(queues=Queues(redis_client))
    opened, _ = api.open_and_play()
    job = api.post(f"{opened.path}/undo", {}, opened.token()).json["job"]["id"]
    assert [f"undo_{opened.id}_{job}_0".encode()] == redis_client.lrange("rq:queue:history", 0, -1)


def test_when_nobody_can_be_woken_nothing_fails():
    """The outbox holds the work until the sweeper finds a queue again."""
    nowhere = Redis.from_url("unix:///nowhere/redis.sock")
    api = Api(queues=Queues(nowhere))
    api.open({"bot": "random"}, {"bot": "random"})
    assert 1 == len(api.log.due(api.clock.now, 9))
    answer = api.get("/readyz")
    assert (503, "Their Redis does not answer.") == (answer.status_code, answer.json["parts"]["workers"]["detail"])
