"""Asking again: the same key gives the first answer, whatever has happened since, and nothing happens twice."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.service.client import OPEN_SEATS, PERSONS, RULES_NAME, Answer, Api, Opened

KEY = "00000000-0000-4000-8000-000000000001"
NEW_GAME = {"rules": RULES_NAME, "seats": PERSONS, "options": {"first_seat": 0}}


def test_a_game_is_opened_once(api: Api):
    """The same game, the same tokens, the same answer; marked as a repetition."""
    first = api.post("/v1/games", NEW_GAME, Idempotency_Key=KEY)
    again = api.post("/v1/games", NEW_GAME, Idempotency_Key=KEY)
    assert (first.status_code, first.json) == (again.status_code, again.json)
    assert (None, "true") == tuple(each.headers.get("Idempotency-Replayed") for each in (first, again))
    assert 1 == len(api.get("/v1/games").json["games"])


def test_a_seat_is_taken_once_by_the_same_request(api: Api):
    """The repetition gets the same token, although the seat is taken now."""
    opened = api.open(*OPEN_SEATS)
    first, again = (api.post(f"{opened.path}/seats/1", {"name": "Bo"}, Idempotency_Key=KEY) for _ in range(2))
    assert (201, first.json["token"]) == (again.status_code, again.json["token"])
    assert "true" == again.headers["Idempotency-Replayed"]
    assert 409 == api.post(f"{opened.path}/seats/1", {"name": "Bo"}).status_code


@pytest.mark.parametrize("what", ["game", "seat"])
def test_a_repetition_shows_no_seat_that_was_given_up(api: Api, what: str):
    """Who left a seat is told the same tokens again, but sees the game as a spectator."""
    asked = NEW_GAME | {"seats": OPEN_SEATS}
    opened = Opened(api, api.post("/v1/games", asked, Idempotency_Key=KEY).json)
    mine = opened.token()
    if what == "seat":
        opened = api.open(*OPEN_SEATS, {"open": True})
        mine = api.post(f"{opened.path}/seats/1", {"name": "Bo"}, Idempotency_Key=KEY).json["token"]
    seat = 0 if what == "game" else 1
    api.ask("DELETE", f"{opened.path}/seats/{seat}", mine)
    api.post(f"{opened.path}/seats/{seat}", {"name": "Cy"})
    if what == "game":
        again = api.post("/v1/games", asked, Idempotency_Key=KEY)
    else:
        again = api.post(f"{opened.path}/seats/1", {"name": "Bo"}, Idempotency_Key=KEY)
    assert "true" == again.headers["Idempotency-Replayed"]
    assert {"seat": None} == again.json["game"]["you"]
    assert mine in again.text


def test_a_command_is_carried_out_once(api: Api):
    """Same status, version and events, also after the game has moved on; the game is told as it stands now."""
    opened = api.open(*PERSONS)
    command = opened.legal(0)[0]
    first = post(opened, command, KEY)
    while opened.game()["version"] < first.json["version"] + 3:
        opened.play(opened.to_move())
    again = post(opened, command, KEY)
    assert (201, first.json["version"]) == (again.status_code, again.json["version"])
    assert (
        opened.events(opened.token())[first.json["version"] - len(first.json["events"]) : first.json["version"]]
        == (again.json["events"])
    )
    assert ("true", opened.game(opened.token())) == (again.headers["Idempotency-Replayed"], again.json["game"])


def test_a_command_is_repeated_although_a_bot_plays_the_seat_now(api: Api):
    """What the seat did before it let a bot play is answered again."""
    opened = api.open()
    command = opened.legal(0)[0]
    first = post(opened, command, KEY)
    api.ask("PATCH", f"{opened.path}/seats/0", opened.token(), {"bot": "random"})
    again = post(opened, command, KEY)
    assert (201, first.json["events"]) == (again.status_code, again.json["events"])
    assert 403 == post(opened, command, "another").status_code


def post(opened: Opened, command: Any, key: str, **headers: str) -> Answer:
    """Give a command of seat 0 under this key."""
    path = f"{opened.path}/commands"
    return opened.api.post(path, command, opened.token(), Idempotency_Key=key, **headers)


def test_the_order_of_members_does_not_matter(api: Api):
    """The body is compared as JSON, not as text."""
    opened = api.open()
    command = opened.legal(0)[0]
    assert 201 == post(opened, command, KEY).status_code
    again = post(opened, dict(reversed(command.items())), KEY)
    assert "true" == again.headers["Idempotency-Replayed"]


def test_a_key_stands_for_one_request(api: Api):
    """The same key with another body, or with another If-Match, is refused; nothing happens."""
    opened = api.open()
    one, other = opened.legal(0)[:2]
    version = post(opened, one, KEY).json["version"]
    for refused in (post(opened, other, KEY), post(opened, one, KEY, If_Match=f'"{version}"')):
        assert (422, "idempotency_key_reused") == (refused.status_code, refused.json["code"])
    assert version == opened.game()["version"]
    refused = api.post("/v1/games", NEW_GAME | {"name": "another"}, Idempotency_Key=KEY)
    assert 201 == refused.status_code
    assert "idempotency_key_reused" == api.post("/v1/games", NEW_GAME, Idempotency_Key=KEY).json["code"]


def test_keys_belong_to_their_caller_and_address(api: Api):
    """Two callers with the same key do not meet, nor do two games."""
    one, other = api.open(*PERSONS), api.open(*PERSONS)
    first = post(one, one.legal(0)[0], "1")
    assert 201 == first.status_code
    assert "Idempotency-Replayed" not in post(other, other.legal(0)[0], "1").headers
    out_of_turn = api.post(f"{one.path}/commands", first.json["game"]["legal"] or {"type": ""}, one.token(1))
    assert out_of_turn.status_code >= 400


def test_only_what_was_written_is_remembered(api: Api):
    """A refusal is decided anew when it is asked again, also with another body."""
    opened, given = api.open_and_play()
    assert "illegal_command" == post(opened, given, KEY).json["code"]
    assert 201 == post(opened, opened.legal(0)[0], KEY).status_code


@pytest.mark.parametrize("key", ["", "x" * 201, "tab\t", "ümlaut", "a\x7f"])
def test_a_key_can_be_printed(api: Api, key: str):
    """1 to 200 printable ASCII characters; anything else is 422 with a fault at the header."""
    opened = api.open()
    refused = post(opened, opened.legal(0)[0], key)
    assert (422, "Idempotency-Key") == (refused.status_code, refused.json["errors"][0]["pointer"])


def test_without_a_token_the_key_is_a_secret(api: Api):
    """Short keys could be guessed by others without a token, who would be given the tokens."""
    refused = api.post("/v1/games", NEW_GAME, Idempotency_Key="x" * 21)
    assert (422, "Idempotency-Key") == (refused.status_code, refused.json["errors"][0]["pointer"])
    assert 201 == api.post("/v1/games", NEW_GAME, Idempotency_Key="x" * 22).status_code


@pytest.mark.parametrize("what", ["game", "seat", "command", "undo", "replay"])
def test_requests_that_arrive_at_once_have_one_effect(api: Api, what: str):
    """32 identical requests at the same time: one effect, and 32 times the same answer."""
    opened = api.open(*(OPEN_SEATS if what == "seat" else []))
    if what == "undo":
        opened.play()
    path, body, token = {
        "game": lambda: ("/v1/games", NEW_GAME, None),
        "seat": lambda: (f"{opened.path}/seats/1", {"name": "Bo"}, None),
        "command": lambda: (f"{opened.path}/commands", opened.legal(0)[0], opened.token()),
        "undo": lambda: (f"{opened.path}/undo", {}, opened.token()),
        "replay": lambda: (f"{opened.path}/replays", {}, opened.token()),
    }[what]()
    before = opened.game()["version"]
    with ThreadPoolExecutor(32) as pool:
        asked = [pool.submit(api.post, path, body, token, Idempotency_Key=KEY) for _ in range(32)]
        answers = [each.result() for each in asked]
    assert 1 == len({answer.status_code for answer in answers})
    assert 31 == sum("Idempotency-Replayed" in answer.headers for answer in answers)
    assert 1 == len({str(answer.json) for answer in answers})
    written = {"command": len(answers[0].json.get("events", ())), "seat": len(opened.events()) - before}.get(what, 0)
    assert before + written == opened.game()["version"]
    assert {"game": 2}.get(what, 1) == len(api.get("/v1/games").json["games"])
