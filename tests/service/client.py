"""A client for tests: every answer that it sees is checked against the contract before a test gets it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from events.games import RULES
from events.log import Log
from events.log.memory import MemoryLog
from service.app import create_app
from service.enqueue import Queues
from service.settings import Settings

SECRET = "a secret that only the tests know"
RULES_NAME = RULES[0].name
FEWEST = RULES[0].players[0]
PROBLEM = "application/problem+json"
Json = dict[str, Any]


@dataclass
class Clock:
    """A clock that stands still until a test moves it; in milliseconds."""

    now: int = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


class Contract:
    """The contract of an app, as the judge of its answers. Objects must not hold more than it says."""

    def __init__(self, app: Flask) -> None:
        described = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
        self.spec: Json = _closed(msgspec.json.decode(msgspec.json.encode(described)))
        self.map = app.url_map.bind("localhost")
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, method: str, path: str, response: TestResponse) -> None:
        """Raises AssertionError when this is not what the contract promises."""
        problem = response.status_code >= 400
        assert problem == (response.mimetype == PROBLEM), (response.status, response.mimetype)
        described = self._described(method, path, str(response.status_code))
        content = described.get("content")
        if not content:
            assert response.data == b"", response.data
            return
        schema = content[response.mimetype]["schema"]
        errors = sorted(self._validator(schema).iter_errors(response.json), key=lambda error: list(error.path))
        assert not errors, f"{method} {path} {response.status}: {errors[0].message} at {errors[0].json_path}"

    def _described(self, method: str, path: str, status: str) -> Json:
        try:
            rule, _ = self.map.match(path, method, return_rule=True)
        except HTTPException:
            return self._resolved({"$ref": "#/components/responses/DEFAULT_ERROR"})
        path = rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}")
        responses = self.spec["paths"][path][method.lower()]["responses"]
        assert status in responses or status in ("500", "503", "406"), f"{method} {path} never says {status}"
        return self._resolved(responses.get(status, responses["default"]))

    def _resolved(self, described: Json) -> Json:
        if "$ref" not in described:
            return described
        found: Any = self.spec
        for part in described["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _validator(self, schema: Json) -> Draft202012Validator:
        key = str(schema)
        if key not in self._validators:
            self._validators[key] = Draft202012Validator(schema | {"components": self.spec["components"]})
        return self._validators[key]


def _closed(schema: Any) -> Any:
    """The schemas, with no room for what they do not name."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(each) for name, each in schema.items()}
    if closed.get("type") == "object" and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed


@dataclass
class Api:
    """The API over a log, with a clock of its own."""

    log: Log = field(default_factory=MemoryLog)
    settings: Settings = field(default_factory=lambda: Settings(secret=SECRET))
    clock: Clock = field(default_factory=Clock)
    queues: Queues | None = None
    opened: int = 0

    @cached_property
    def app(self) -> Flask:
        """The app under test."""
        return create_app(self.settings, self.log, self.queues, self.clock, draw=lambda count: b"s" * count)

    @cached_property
    def contract(self) -> Contract:
        """What the app promises."""
        return Contract(self.app)

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> TestResponse:
        """The checked answer. Headers are written with underscores: `If_Match`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        sent: Mapping[str, Any] = {"data": body} if isinstance(body, bytes | str) else {"json": body}
        options = {} if body is None else dict(sent)
        response = self.app.test_client().open(path, method=method, headers=given, **options)
        if path.partition("?")[0] not in ("/docs", "/openapi.json", "/openapi.yaml"):
            self.contract.check(method, path.partition("?")[0], response)
        return response

    def get(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        """GET."""
        return self.ask("GET", path, token, **headers)

    def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> TestResponse:
        """POST."""
        return self.ask("POST", path, token, body, **headers)

    def open(self, *seats: Json, **wanted: Any) -> "Opened":
        """A new game; without seats, one person and bots."""
        laid_out = list(seats) or [{"name": "Ada"}, *({"bot": "random"} for _ in range(FEWEST - 1))]
        wanted.setdefault("options", {"first_seat": 0})
        self.opened += 1
        key = f"game number {self.opened:022}"
        response = self.post("/v1/games", {"rules": RULES_NAME, "seats": laid_out, **wanted}, Idempotency_Key=key)
        assert response.status_code == 201, response.json
        return Opened(self, response.json)

    def open_and_play(self) -> tuple["Opened", Json]:
        """A game in which seat 0 has given this command, and is to move again."""
        for _ in range(30):
            opened = self.open()
            command = opened.legal(0)[0]
            if opened.play(0, lambda _, command=command: command)["game"]["to_move"] == [0]:
                return opened, command
        raise AssertionError("in 30 games the turn always went to another seat")


PERSONS: list[Json] = [{"name": f"Person {number}"} for number in range(FEWEST)]
OPEN_SEATS: list[Json] = [{"name": "Ada"}, *({"open": True} for _ in range(FEWEST - 1))]


@dataclass
class Opened:
    """A game that was opened, with its tokens."""

    api: Api
    answer: Json

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.answer["game"]["id"])

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/v1/games/{self.id}"

    @property
    def host(self) -> str:
        """The host's token."""
        return str(self.answer["host_token"])

    def token(self, seat: int = 0) -> str:
        """The token of a seat."""
        return str(self.answer["tokens"][str(seat)])

    def game(self, token: str | None = None, query: str = "") -> Json:
        """The game as the bearer of this token sees it."""
        response = self.api.get(self.path + query, token)
        assert response.status_code == 200, response.json
        return dict(response.json)

    def events(self, token: str | None = None) -> list[Json]:
        """All events as the bearer of this token sees them."""
        return list(self.api.get(f"{self.path}/events?limit=500", token).json["events"])

    def to_move(self) -> int:
        """The first seat to move."""
        return int(self.game()["to_move"][0])

    def legal(self, seat: int) -> list[Json]:
        """The commands of a seat."""
        return list(self.api.get(f"{self.path}/commands", self.token(seat)).json["commands"])

    def play(self, seat: int = 0, pick: Callable[[list[Json]], Json] = lambda legal: legal[0], **headers: str) -> Json:
        """Give a legal command of the seat, and return the answer."""
        response = self.api.post(f"{self.path}/commands", pick(self.legal(seat)), self.token(seat), **headers)
        assert response.status_code == 201, response.json
        return dict(response.json)

    def finish(self) -> None:
        """Play until the game is over: all seats but the last resign."""
        for seat in sorted(map(int, self.answer["tokens"])):
            if self.game()["status"] == "over":
                return
            assert self.api.ask("DELETE", f"{self.path}/seats/{seat}", self.token(seat)).status_code == 200
