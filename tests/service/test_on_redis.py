"""The API over a real Redis: round trips, several processes, and a Redis that goes away and comes back."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from events.log.redis import RedisLog, connect
from service.embedded import EmbeddedRedis, embedded_redis
from service.settings import Settings
from tests.service.client import OPEN_SEATS, PERSONS, RULES_NAME, SECRET, Api, Json
from tests.waiting import wait_until


@pytest.fixture
def logs(redis_client: Redis, redis_server: EmbeddedRedis) -> Iterator[list[RedisLog]]:
    """Two homes of the same log, as two processes have them."""
    both = [RedisLog(connect(redis_server.url)) for _ in range(2)]
    yield both
    for log in both:
        log.close()


def round_trips(client: Redis) -> int:
    """How often this Redis has read from any of its clients."""
    return int(client.info("stats")["total_reads_processed"])


def test_one_round_trip_on_a_warm_cache(logs: list[RedisLog], redis_client: Redis):
    """A command, trying one, looking at the game, and asking for its commands: Redis is asked once each."""
    api = Api(log=logs[0])
    opened, _ = api.open_and_play()
    command = opened.legal(0)[0]
    path = f"{opened.path}/commands"
    for method, where, body in (
        ("GET", opened.path, None),
        ("GET", path, None),
        ("POST", f"{path}?dry_run=true", command),
        ("POST", path, command),
    ):
        before = round_trips(redis_client)
        assert api.ask(method, where, opened.token(), body).status_code in (200, 201)
        assert 1 == round_trips(redis_client) - before - 1, f"{method} {where}"


def test_two_processes_see_each_others_writes(logs: list[RedisLog]):
    """What one wrote the other tells at once, from a warm cache too; a race for a seat has one winner."""
    one, other = (Api(log=log) for log in logs)
    opened = one.open(*OPEN_SEATS)
    assert "open" == other.get(opened.path).json["status"]
    taken = one.post(f"{opened.path}/seats/1", {"name": "Bo"})
    assert {"seat": 1} == other.get(opened.path, taken.json["token"]).json["you"]
    assert 409 == other.post(f"{opened.path}/seats/1", {"name": "Cy"}).status_code
    command = opened.legal(0)[0]
    assert 201 == other.post(f"{opened.path}/commands", command, opened.token()).status_code
    assert one.get(opened.path).json == other.get(opened.path).json
    one.ask("DELETE", opened.path, opened.host)
    assert 404 == other.get(opened.path).status_code
    assert 404 == other.post(f"{opened.path}/commands", command, opened.token()).status_code


def test_a_seat_taken_elsewhere_plays_here_at_once(logs: list[RedisLog]):
    """The token is not known to this process's cache yet; nobody is turned away for that."""
    one, other = (Api(log=log) for log in logs)
    opened = one.open(*OPEN_SEATS)
    assert "open" == other.get(opened.path).json["status"]
    token = one.post(f"{opened.path}/seats/1", {"name": "Bo"}).json["token"]
    refused = other.post(f"{opened.path}/commands", opened.legal(0)[0], token)
    assert "not_your_turn" == refused.json["code"]


def test_requests_that_arrive_at_once_at_two_processes_have_one_effect(logs: list[RedisLog]):
    """32 identical requests, half of them at each process: one game, one answer."""
    apis = [Api(log=log) for log in logs]
    body = {"rules": RULES_NAME, "seats": PERSONS}
    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(apis[n % 2].post, "/v1/games", body, Idempotency_Key="k" * 22) for n in range(32)]
        answers = [each.result() for each in asked]
    assert {201} == {answer.status_code for answer in answers}
    assert 1 == len({str(answer.json) for answer in answers})
    assert 1 == len(apis[0].get("/v1/games").json["games"])


def test_a_long_poll_hears_what_another_process_wrote(logs: list[RedisLog]):
    """The notice of the commit wakes it."""
    one, other = (Api(log=log) for log in logs)
    opened = one.open()
    version = opened.game()["version"]
    answers: list[Json] = []
    path = f"{opened.path}/events?after={version}&wait=20"
    polling = threading.Thread(target=lambda: answers.append(other.get(path).json))
    polling.start()
    wait_until(lambda: other.app.extensions["playledger"].waiting.taken, "the poll to wait")
    opened.play()
    polling.join(10)
    assert answers[0]["events"]


def test_ceilings_hold_for_all_processes_together(logs: list[RedisLog]):
    """Games are counted where all processes see them."""
    limits = Settings(secret=SECRET, running_games_per_address=2, replays_per_caller=1)
    one, other = (Api(log=log, settings=limits) for log in logs)
    opened = one.open(*PERSONS)
    assert 201 == other.post("/v1/games", {"rules": RULES_NAME, "seats": PERSONS}).status_code
    assert 503 == one.post("/v1/games", {"rules": RULES_NAME, "seats": PERSONS}).status_code
    assert 202 == one.post(f"{opened.path}/replays", {}, opened.token(0)).status_code
    assert 503 == other.post(f"{opened.path}/replays", {}, opened.token(0)).status_code


def test_a_redis_that_goes_away_and_comes_back(tmp_path: Path):
    """Meanwhile 503 with Retry-After for everything; then everything goes on, and nothing is done twice."""
    with embedded_redis(tmp_path) as server:
        log = RedisLog(connect(server.url))
        api = Api(log=log)
        opened, _ = api.open_and_play()
        command = opened.legal(0)[0]
        path = f"{opened.path}/commands"
        first = api.post(path, command, opened.token(), Idempotency_Key="1")
    for answer in (
        api.get(opened.path, opened.token()),
        api.post(path, command, opened.token(), Idempotency_Key="1"),
        api.post(path, command, opened.token(), Idempotency_Key="2"),
        api.post(f"{opened.path}/undo", {}, opened.token()),
        api.get("/v1/games"),
        api.get("/readyz"),
    ):
        assert (503, True) == (answer.status_code, answer.headers["Retry-After"].isdigit())
    assert {"status": "ok"} == api.get("/healthz").json
    log.close()
    with embedded_redis(tmp_path) as server:
        api = Api(log=(log := RedisLog(connect(server.url))))
        again = api.post(path, command, opened.token(), Idempotency_Key="1")
        assert (201, first.json["events"], "true") == (
            again.status_code,
            again.json["events"],
            again.headers["Idempotency-Replayed"],
        )
        log.close()
