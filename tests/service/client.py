"""A client for tests: every answer that it sees is checked against the contract before a test gets it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import msgspec
from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException

from events.games import rules_named
from events.log import Log
from events.log.memory import MemoryLog
from service.app import create_app
from service.enqueue import Queues
from service.openapi import contract as describe
from service.settings import Settings
from tests.kinds import FOR_TWO

SECRET = "a secret that only the tests know"
RULES_NAME = FOR_TWO.name
FEWEST = FOR_TWO.players[0]
PROBLEM = "application/problem+json"
Json = dict[str, Any]


@dataclass
class Clock:
    """A clock that stands still until a test moves it; in milliseconds."""

    now: int = 1_790_000_000_000

    def __call__(self) -> int:
        """The time."""
        return self.now


@dataclass(frozen=True)
class Answer:
    """An answer as it came; `json` is None where it is none."""

    status_code: int
    headers: Headers
    text: str
    json: Any


class Contract:
    """The contract as the judge of answers. Objects must not hold more than it says."""

    def __init__(self) -> None:
        app = Flask("the contract alone")
        described = describe(app).spec.to_dict()
        self.spec: Json = _closed(msgspec.json.decode(msgspec.json.encode(described)))
        self.map = app.url_map.bind("localhost")
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, method: str, path: str, response: Answer) -> None:
        """Raises AssertionError when this is not what the contract promises."""
        mimetype = response.headers.get("Content-Type", "").partition(";")[0]
        assert (response.status_code >= 400) == (mimetype == PROBLEM), (response.status_code, mimetype)
        described = self._described(method, path, str(response.status_code))
        content = described.get("content")
        if not content:
            assert not response.text, response.text
            return
        schema = content[mimetype]["schema"]
        errors = sorted(self._validator(schema).iter_errors(response.json), key=lambda error: list(error.path))
        assert not errors, f"{method} {path} {response.status_code}: {errors[0].message} at {errors[0].json_path}"

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


@cache
def contract() -> Contract:
    """The contract, read once."""
    return Contract()


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
    seed: bytes = b"s"
    opened: int = 0

    @cached_property
    def app(self) -> Flask:
        """The app under test."""
        return create_app(self.settings, self.log, self.queues, self.clock, self.draw)

    def draw(self, count: int) -> bytes:
        """The luck of every game of this API."""
        return (self.seed * count)[:count]

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> Answer:
        """The checked answer. Headers are written with underscores: `If_Match`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        sent: Mapping[str, Any] = {"data": body} if isinstance(body, bytes | str) else {"json": body}
        options = {} if body is None else dict(sent)
        response = self.app.test_client().open(path, method=method, headers=given, **options)
        answer = Answer(
            status_code=response.status_code,
            headers=response.headers,
            text=response.get_data(as_text=True),
            json=response.get_json(silent=True),
        )
        response.close()
        if not path.startswith(("/docs", "/openapi")):
            contract().check(method, path.partition("?")[0], answer)
        return answer

    def get(self, path: str, token: str | None = None, **headers: str) -> Answer:
        """GET."""
        return self.ask("GET", path, token, **headers)

    def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> Answer:
        """POST."""
        return self.ask("POST", path, token, body, **headers)

    def open(self, *seats: Json, **wanted: Any) -> "Opened":
        """A new game; without seats, one person and bots."""
        laid_out = list(seats) or [{"name": "Ada"}, *({"bot": "random"} for _ in range(FEWEST - 1))]
        rules = rules_named(wanted.get("rules", RULES_NAME))
        wanted.setdefault("options", {"first_seat": 0} if "first_seat" in rules.options.__struct_fields__ else {})
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
            if opened.play(0, command)["game"]["to_move"] == [0]:
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

    def play(self, seat: int = 0, command: Json | None = None, **headers: str) -> Json:
        """Give a command of the seat, by default the first legal one, and return the answer."""
        command = command or self.legal(seat)[0]
        response = self.api.post(f"{self.path}/commands", command, self.token(seat), **headers)
        assert response.status_code == 201, response.json
        return dict(response.json)

    def finish(self) -> None:
        """Play until the game is over: all seats but the last resign."""
        for seat in sorted(map(int, self.answer["tokens"])):
            if self.game()["status"] == "over":
                return
            assert self.api.ask("DELETE", f"{self.path}/seats/{seat}", self.token(seat)).status_code == 200
