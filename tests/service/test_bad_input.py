"""Bad input gets a clear answer, and loses nothing."""

import json
from io import BytesIO
from typing import Any

import pytest

from tests.service.client import FEWEST, OPEN_SEATS, PERSONS, RULES_NAME, Api

NEW_GAME: dict[str, Any] = {"rules": RULES_NAME, "seats": PERSONS, "options": {"first_seat": 0}}
JSON = {"Content_Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
        b"[" * 30_000,
        b"[]",
        b'"text"',
        b"7",
        b"null",
        b"{}{}",
    ],
)
@pytest.mark.parametrize("where", ["/v1/games", "commands", "seats/1"])
def test_what_is_no_json_object_is_malformed(api: Api, where: str, body: bytes):
    """400 `malformed`, for every request with a body."""
    opened = api.open(*OPEN_SEATS)
    path = where if where.startswith("/") else f"{opened.path}/{where}"
    answer = api.post(path, body, opened.token() if where == "commands" else None, **JSON)
    assert (400, "malformed") == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", ""])
def test_bodies_are_json(api: Api, kind: str):
    """415 for other content types, and for none."""
    answer = api.post("/v1/games", b"{}", Content_Type=kind)
    assert (415, "unsupported_media_type") == (answer.status_code, answer.json["code"])


def test_json_may_name_its_characters(api: Api):
    """`charset=utf-8` changes nothing."""
    body = f'{{"rules": "{RULES_NAME}", "seats": [], "name": "Zoë"}}'.encode()
    answer = api.post("/v1/games", body, Content_Type="application/json; charset=utf-8")
    assert ["/seats"] == sorted({fault["pointer"] for fault in answer.json["errors"]})


def test_a_body_has_64_kib_at_most(api: Api):
    """413 `too_large`; one byte less is read."""
    fits, too_large = (b'{"x": "' + b"x" * (size - 9) + b'"}' for size in (64 * 1024, 64 * 1024 + 1))
    assert 422 == api.post("/v1/games", fits, **JSON).status_code
    answer = api.post("/v1/games", too_large, **JSON)
    assert (413, "too_large") == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("too_much", [1, 10_000])
def test_a_body_that_does_not_tell_its_length_has_64_kib_at_most(api: Api, too_much: int):
    """413 as well, rather than a body cut off where it could be taken for a whole one."""
    body = json.dumps(NEW_GAME).encode().ljust(64 * 1024 + too_much)
    told = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    answer = api.app.test_client().post(
        "/v1/games", input_stream=BytesIO(body), environ_overrides=told, content_type="application/json"
    )
    assert (413, "too_large") == (answer.status_code, answer.get_json()["code"])


@pytest.mark.parametrize(
    ("change", "pointers"),
    [
        ({"rules": "nonsense"}, ["/rules"]),
        ({"rules": None}, ["/rules"]),
        ({"seats": []}, ["/seats"]),
        ({"seats": PERSONS[:1]}, ["/seats"]),
        ({"seats": PERSONS * 9}, ["/seats"]),
        ({"seats": {"0": {}}}, ["/seats"]),
        ({"seats": [7] * FEWEST}, [f"/seats/{seat}" for seat in range(FEWEST)]),
        ({"seats": [{}] * FEWEST}, [f"/seats/{seat}" for seat in range(FEWEST)]),
        ({"seats": [{"name": "A", "open": True}, *PERSONS[1:]]}, ["/seats/0"]),
        ({"seats": [{"open": False}, *PERSONS[1:]]}, ["/seats/0/open"]),
        ({"seats": [{"open": 1}, *PERSONS[1:]]}, ["/seats/0/open"]),
        ({"seats": [{"bot": "nobody:9"}, *PERSONS[1:]]}, ["/seats/0/bot"]),
        ({"seats": [{"bot": 7}, *PERSONS[1:]]}, ["/seats/0/bot"]),
        ({"seats": [{"name": "a\u202e"}, *PERSONS[1:]]}, ["/seats/0/name"]),
        ({"seats": [{"name": "A", "colour": "red"}, *PERSONS[1:]]}, ["/seats/0/colour"]),
        ({"options": []}, ["/options"]),
        ({"options": {"nonsense": 1}}, ["/options/nonsense"]),
        ({"options": {"first_seat": True}}, ["/options/first_seat"]),
        ({"options": {"first_seat": "last"}}, ["/options/first_seat"]),
        ({"visibility": "secret"}, ["/visibility"]),
        ({"seats": [{"name": "\u200b\u2060"}, *PERSONS[1:]]}, ["/seats/0/name"]),
        ({"name": " \ufeff"}, ["/name"]),
        ({"name": ""}, ["/name"]),
        ({"name": "x" * 41}, ["/name"]),
        ({"nonsense": 1, "seats": [{"x": 1}, *PERSONS[1:]]}, ["/nonsense", "/seats/0/x"]),
    ],
)
def test_a_game_that_cannot_be_opened(api: Api, change: dict[str, Any], pointers: list[str]):
    """422 with every fault at once, each with a pointer; no game is opened."""
    answer = api.post("/v1/games", NEW_GAME | change)
    assert (422, "invalid") == (answer.status_code, answer.json["code"])
    assert pointers == [fault["pointer"] for fault in answer.json["errors"]]
    assert [] == api.get("/v1/games").json["games"]


def test_options_must_fit_the_seats(api: Api):
    """An option that is right for more seats is refused with what is wrong with it."""
    answer = api.post("/v1/games", NEW_GAME | {"options": {"first_seat": FEWEST}})
    assert (422, "invalid") == (answer.status_code, answer.json["code"])
    assert [] == api.get("/v1/games").json["games"]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("?nonsense=1", "?nonsense"),
        ("?at=0", "?at"),
        ("?at=-1", "?at"),
        ("?at=1.0", "?at"),
        ("?at=", "?at"),
        ("?at=%D9%A1", "?at"),
        ("?as=host", "?as"),
        ("?legal=1", "?legal"),
        ("?legal=True", "?legal"),
        ("/events?after=x", "?after"),
        ("/events?limit=0", "?limit"),
        ("/events?limit=501", "?limit"),
        ("/events?wait=31", "?wait"),
        ("/undo?to=1", "?to"),
        ("/commands?legal=true", "?legal"),
    ],
)
def test_queries_are_read_strictly(api: Api, query: str, pointer: str):
    """Unknown parameters and values out of range are 422, also where nothing can be asked for."""
    answer = api.get(api.open().path + query)
    assert (422, pointer) == (answer.status_code, answer.json["errors"][0]["pointer"])


@pytest.mark.parametrize("query", ["?status=none", "?rules=nonsense", "?limit=51", "?cursor=x", "?x=1"])
def test_the_lobby_is_asked_strictly(api: Api, query: str):
    """The same for the lobby."""
    answer = api.get(f"/v1/games{query}")
    assert (422, query.partition("=")[0]) == (answer.status_code, answer.json["errors"][0]["pointer"])


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/", "/v1/games/", "/v1/games/a/seats/x", "/v1/games/a/seats/-1", "/v2", "//v1//rules"]
)
def test_there_is_nothing_at_other_addresses(api: Api, path: str):
    """404 `not_found` as a problem."""
    assert "not_found" == api.get(path).json["code"]


def test_a_method_that_a_resource_does_not_know(api: Api):
    """405 `method_not_allowed`, with the methods that it knows."""
    answer = api.ask("PUT", "/v1/games")
    assert (405, "method_not_allowed") == (answer.status_code, answer.json["code"])
    assert {"GET", "HEAD", "OPTIONS", "POST"} == set(answer.headers["Allow"].split(", "))


@pytest.mark.parametrize("game", ["unknown", "x" * 500, "..", "%00", "a:b{p01}", "ünknown"])
def test_a_game_that_is_not_there(api: Api, game: str):
    """404 for every way to ask about it."""
    for path in ("", "/events", "/commands", "/undo"):
        assert 404 == api.get(f"/v1/games/{game}{path}").status_code
    assert 404 == api.post(f"/v1/games/{game}/commands", {"type": "x"}, api.open().token()).status_code


def test_nothing_is_lost(api: Api):
    """After all kinds of bad input the game is as it was, and goes on."""
    opened = api.open()
    before = opened.game(opened.token())
    path = f"{opened.path}/commands"
    bodies: list[Any] = [{"type": "x"}, [], {}, {"type": None}]
    for body in bodies:
        assert api.post(path, body, opened.token()).status_code in (400, 422)
    assert 401 == api.post(path, opened.legal(0)[0], "seat_unknown").status_code
    assert before == opened.game(opened.token())
    assert opened.play()
