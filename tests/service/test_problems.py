"""Errors: one kind of answer from every layer, that tells what helps and nothing else."""

import logging
from typing import Any

import pytest

from events.errors import Unavailable
from events.log.memory import MemoryLog
from service.problems import CODES
from tests.service.client import Api

API_CODES = {
    "malformed": 400, "unauthorized": 401, "forbidden": 403, "not_found": 404, "method_not_allowed": 405,
    "not_acceptable": 406, "not_your_turn": 409, "game_ended": 409, "game_not_started": 409, "seat_taken": 409,
    "undo_not_allowed": 409, "game_too_long": 409, "stale_version": 412, "too_large": 413,
    "unsupported_media_type": 415, "invalid": 422, "illegal_command": 422, "idempotency_key_reused": 422,
    "internal": 500, "unavailable": 503,
}  # fmt: skip
"""The promise; a code is never renamed or removed."""


class Broken(MemoryLog):
    """A log that fails with this error."""

    error: Exception = Unavailable("redis is at 10.0.0.7")

    def _fail(self, *args: Any, **kwargs: Any) -> Any:
        raise self.error

    append = load = news = lobby = due = ask = job = running = count = unfinished = _fail


def test_the_codes_are_those_of_the_promise():
    """Code and status; nothing else is answered."""
    assert {name: int(code.status) for name, code in CODES.items()} == API_CODES


def test_the_type_leads_to_documentation(api: Api):
    """Every code is explained where its `type` leads."""
    page = api.app.test_client().get("/docs/problems")
    assert 200 == page.status_code
    for code in CODES:
        assert f'id="{code}"' in page.text
    problem = api.get("/nowhere").json
    assert "/docs/problems#not_found" == problem["type"]


REQUESTS = [
    ("POST", "/v1/games"),
    ("GET", "/v1/games"),
    ("GET", "/v1/games/any"),
    ("GET", "/v1/games/any/events"),
    ("GET", "/v1/games/any/undo"),
    ("POST", "/v1/games/any/commands"),
    ("POST", "/v1/games/any/seats/0"),
    ("POST", "/v1/games/any/replays"),
    ("GET", "/v1/jobs/any"),
    ("GET", "/readyz"),
]


def sent(api: Api, method: str, path: str) -> Any:
    """The answer to a request that is right in itself."""
    opened = Api().open()
    body: Any = None
    if method == "POST":
        body = {"name": "Ada"} if "seats" in path else {}
        if path == "/v1/games":
            body = {"rules": opened.answer["game"]["rules"], "seats": [{"name": "A"}, {"name": "B"}]}
    return api.ask(method, path, None, body)


@pytest.mark.parametrize(("method", "path"), REQUESTS)
def test_when_the_log_is_away_one_is_asked_to_come_back(method: str, path: str):
    """503 `unavailable` with Retry-After, never 500, and not a word about the inside."""
    answer = sent(Api(log=Broken()), method, path)
    assert (503, "unavailable", True) == (answer.status_code, answer.json["code"], answer.json["retryable"])
    assert "1" == answer.headers["Retry-After"]
    assert "redis is at" not in answer.text


@pytest.mark.parametrize(("method", "path"), REQUESTS)
def test_an_error_of_ours_is_logged_with_an_id(method: str, path: str, caplog: pytest.LogCaptureFixture):
    """500 `internal` tells only the id, with which the traceback is found in the log."""
    broken = Broken()
    broken.error = ZeroDivisionError("a secret thing")
    with caplog.at_level(logging.ERROR):
        answer = sent(Api(log=broken), method, path)
    assert (500, "internal") == (answer.status_code, answer.json["code"])
    assert "secret" not in answer.text
    assert answer.json["id"] in caplog.text
    assert "ZeroDivisionError: a secret thing" in caplog.text


def test_no_error_quotes_a_token(api: Api):
    """What a caller sent as a token is in no answer."""
    answer = api.get("/v1/games", "seat_something_of_mine")
    assert "something_of_mine" not in answer.text
