"""Who may do what: every route, asked with every kind of token; a route without a row here fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from service.settings import Settings
from tests.service.client import RULES_NAME, SECRET, Api, Opened
from tests.service.test_replays import ask, build

WHO = ("own", "other seat", "other game", "host", "join", "none", "garbled")
SEATS: list[dict[str, Any]] = [{"name": "Ada"}, {"name": "Bo"}]
NEW_GAME = {"rules": RULES_NAME, "seats": SEATS}
GARBLED = "seat_" + "A" * 43


@dataclass
class Row:
    """A request about a game, and the statuses of the answers to each of WHO, by the game's visibility.

    `path` and `body` may depend on the game; `waiting` says that the game has an open seat, and has not begun.
    """

    public: str
    private: str
    path: Callable[[Opened], str]
    body: Callable[[Opened], Any] = lambda _: None
    waiting: bool = False
    played: bool = False


def at(path: str) -> Callable[[Opened], str]:
    """A path below the game."""
    return lambda opened: opened.path + path


def fixed(path: str) -> Callable[[Opened], str]:
    """A path that has nothing to do with a game."""
    return lambda _: path


def replay(where: str) -> Callable[[Opened], str]:
    """The path of a finished replay that seat 0 asked for."""

    def path(opened: Opened) -> str:
        replay_id = ask(opened, opened.token(0))
        build(opened.api, replay_id)
        return f"/v1/{where}/{replay_id}"

    return path


EVERYBODY = "200 200 200 200 200 200 200"
ALL_BUT_GARBLED = "200 200 200 200 200 200 401"
LOOKING = Row("200 200 200 200 --- 200 401", "200 200 404 200 200 404 401", at(""))
ASKER = "200 404 404 404 404 404 401"
ASKER_PUBLIC = ASKER.replace("404 404 401", "--- 404 401")

ROWS = {
    "GET /v1/rules": Row(ALL_BUT_GARBLED, ALL_BUT_GARBLED, fixed("/v1/rules")),
    "GET /v1/rules/<rules>": Row(ALL_BUT_GARBLED, ALL_BUT_GARBLED, fixed(f"/v1/rules/{RULES_NAME}")),
    "GET /v1/bots": Row(ALL_BUT_GARBLED, ALL_BUT_GARBLED, fixed("/v1/bots")),
    "GET /v1/games": Row(ALL_BUT_GARBLED, ALL_BUT_GARBLED, fixed("/v1/games?limit=1")),
    "POST /v1/games": Row(
        "201 201 201 201 201 201 401", "201 201 201 201 201 201 401", fixed("/v1/games"), lambda _: NEW_GAME
    ),
    "GET /v1/games/<game_id>": LOOKING,
    "DELETE /v1/games/<game_id>": Row("403 403 403 204 --- 401 401", "403 403 404 204 403 404 401", at("")),
    "POST /v1/games/<game_id>/seats/<int:seat>": Row(
        "201 201 201 201 --- 201 401",
        "201 201 404 201 201 404 401",
        at("/seats/2"),
        lambda _: {"name": "Cy"},
        waiting=True,
    ),
    "PATCH /v1/games/<game_id>/seats/<int:seat>": Row(
        "200 403 403 403 --- 401 401", "200 403 404 403 403 404 401", at("/seats/0"), lambda _: {"bot": "random"}
    ),
    "PATCH before the start": Row(
        "200 403 403 200 --- 401 401",
        "200 403 404 200 403 404 401",
        at("/seats/0"),
        lambda _: {"bot": "random"},
        waiting=True,
    ),
    "DELETE /v1/games/<game_id>/seats/<int:seat>": Row(
        "200 403 403 403 --- 401 401", "200 403 404 403 403 404 401", at("/seats/0")
    ),
    "GET /v1/games/<game_id>/commands": Row(LOOKING.public, LOOKING.private, at("/commands")),
    "POST /v1/games/<game_id>/commands": Row(
        "201 409 403 403 --- 401 401", "201 409 404 403 403 404 401", at("/commands"), lambda game: game.legal(0)[0]
    ),
    "POST with dry_run": Row(
        "200 409 403 403 --- 401 401",
        "200 409 404 403 403 404 401",
        at("/commands?dry_run=true"),
        lambda game: game.legal(0)[0],
    ),
    "GET /v1/games/<game_id>/events": Row(LOOKING.public, LOOKING.private, at("/events")),
    "GET /v1/games/<game_id>/undo": Row(LOOKING.public, LOOKING.private, at("/undo")),
    "POST /v1/games/<game_id>/undo": Row(
        "202 409 403 403 --- 401 401", "202 409 404 403 403 404 401", at("/undo"), lambda _: {}, played=True
    ),
    "POST /v1/games/<game_id>/replays": Row(
        "202 202 202 202 --- 202 401", "202 202 404 202 202 404 401", at("/replays"), lambda _: {}
    ),
    "GET /v1/replays/<replay_id>": Row(ASKER_PUBLIC, ASKER, replay("replays")),
    "DELETE /v1/replays/<replay_id>": Row(
        ASKER_PUBLIC.replace("200", "204"), ASKER.replace("200", "204"), replay("replays")
    ),
    "GET /v1/jobs/<job_id>": Row(ASKER_PUBLIC, ASKER, replay("jobs")),
    "GET /healthz": Row(EVERYBODY, EVERYBODY, fixed("/healthz")),
    "GET /readyz": Row(EVERYBODY, EVERYBODY, fixed("/readyz")),
    "GET /docs": Row(EVERYBODY, EVERYBODY, fixed("/docs")),
    "GET /docs/problems": Row(EVERYBODY, EVERYBODY, fixed("/docs/problems")),
    "GET /docs/start.js": Row(EVERYBODY, EVERYBODY, fixed("/docs/start.js")),
    "GET /docs/assets/<path:name>": Row(EVERYBODY, EVERYBODY, fixed("/docs/assets/swagger-ui.css")),
    "GET /openapi.json": Row(EVERYBODY, EVERYBODY, fixed("/openapi.json")),
    "GET /openapi.yaml": Row(EVERYBODY, EVERYBODY, fixed("/openapi.yaml")),
}


@pytest.fixture(scope="module")
def api() -> Api:
    """One API for all rows, with ceilings that are out of the way."""
    return Api(
        settings=Settings(secret=SECRET, running_games_per_address=9999, created_per_hour=9999, replays_per_caller=9999)
    )


def test_every_route_has_a_row(api: Api):
    """Who may do what is decided before a route is added."""
    routes = {
        f"{method} {rule.rule}"
        for rule in api.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {name for name in ROWS if "/" in name}


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("name", ROWS)
def test_who_may(api: Api, name: str, visibility: str):
    """Each of WHO gets the status of the row; each has a game of its own to try it on."""
    row = ROWS[name]
    expected = dict(zip(WHO, (row.public if visibility == "public" else row.private).split(), strict=True))
    found = {who: "---" if expected[who] == "---" else asked(api, name, row, who, visibility) for who in WHO}
    assert expected == found


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "404" in row.private and "replay" not in name])
def test_a_private_game_looks_like_none(api: Api, name: str):
    """To the last letter: no answer tells an outsider that the game is there."""
    row = ROWS[name]
    opened = api.open(*SEATS, visibility="private")
    path, body, method = row.path(opened), row.body(opened), name.partition(" ")[0]
    for token in (None, api.open(*SEATS).token(0)):
        private, none = (
            api.ask(method, path.replace(opened.id, game), token, body) for game in (opened.id, "z" * len(opened.id))
        )
        assert (404, none.json) == (private.status_code, private.json)


def asked(api: Api, name: str, row: Row, who: str, visibility: str) -> str:
    """The status that one of WHO is answered with."""
    opened = api.open(*SEATS, *([{"open": True}] if row.waiting else []), visibility=visibility, undo="free")
    if row.played:
        opened.play(0)
    token = {
        "own": lambda: opened.token(0),
        "other seat": lambda: opened.token(1),
        "other game": lambda: api.open(*SEATS).token(0),
        "host": lambda: opened.host,
        "join": lambda: opened.answer.get("join_token"),
        "none": lambda: None,
        "garbled": lambda: GARBLED,
    }[who]()
    path, method = row.path(opened), name.partition(" ")[0]
    answer = api.ask(method, path, token, row.body(opened))
    if answer.status_code == 401:
        assert "Bearer" == answer.headers["WWW-Authenticate"]
    return str(answer.status_code)


@pytest.mark.parametrize(
    "header",
    ["Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "seat_xyz", "Bearer ünknown", f"Bearer {GARBLED}", "Bearer a b"],
)
def test_what_is_no_token_of_ours_is_refused(api: Api, header: str):
    """401 `unauthorized`, whatever is asked for."""
    for path in ("/v1/games", api.open().path, "/v1/jobs/unknown"):
        answer = api.get(path, Authorization=header)
        assert (401, "unauthorized") == (answer.status_code, answer.json["code"])


def test_the_word_bearer_may_be_written_as_one_likes(api: Api):
    """The scheme's name has no case."""
    opened = api.open()
    assert {"seat": 0} == api.get(opened.path, Authorization=f"bEARER {opened.token()}").json["you"]


def test_tokens_outlive_the_servers_secret(api: Api):
    """Their hashes are what counts in their game, also when the secret was lost and made anew."""
    opened = api.open()
    renewed = Api(log=api.log, settings=Settings(secret="quite another secret, made anew"))
    assert {"seat": 0} == renewed.get(opened.path, opened.token()).json["you"]
    assert 401 == renewed.get(api.open().path, opened.token()).status_code


def test_tokens_are_hard_to_guess(api: Api):
    """At least 192 bits after the prefix, different for every seat, game and kind."""
    opened, other = (api.open(*SEATS, visibility="private") for _ in range(2))
    tokens = [each.token(seat) for each in (opened, other) for seat in (0, 1)]
    tokens += [each.host for each in (opened, other)] + [each.answer["join_token"] for each in (opened, other)]
    assert 8 == len(set(tokens)) == len({token.partition("_")[2] for token in tokens})
    assert min(len(token.partition("_")[2]) for token in tokens) * 6 >= 192
