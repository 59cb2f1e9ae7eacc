"""Seats: taking one, letting a bot play it, leaving it."""

import pytest

from tests.service.client import FEWEST, OPEN_SEATS, PERSONS, Api, Opened

MINUTE = 60_000


def seat_of(opened: Opened, seat: int) -> dict[str, object]:
    """A seat as everybody sees it."""
    return dict(opened.game()["seats"][seat])


def test_who_takes_a_seat_gets_its_token(api: Api):
    """The token plays that seat; the last one to sit down starts the game."""
    opened = api.open(*OPEN_SEATS)
    for seat in range(1, FEWEST):
        answer = api.post(f"{opened.path}/seats/{seat}", {"name": f"Bo {seat}"})
        assert 201 == answer.status_code
        assert {"seat": seat} == api.get(opened.path, answer.json["token"]).json["you"] == answer.json["game"]["you"]
    assert "running" == opened.game()["status"]
    assert {"seat": 1, "kind": "person", "status": "playing", "name": "Bo 1"} == seat_of(opened, 1)


def test_a_seat_is_taken_once(api: Api):
    """Who comes second gets 409 `seat_taken`; so does who wants a bot's seat."""
    opened = api.open(*OPEN_SEATS)
    assert 201 == api.post(f"{opened.path}/seats/1", {"name": "Bo"}).status_code
    late = api.post(f"{opened.path}/seats/1", {"name": "Cy"})
    assert (409, "seat_taken") == (late.status_code, late.json["code"])
    bots = api.open()
    assert "seat_taken" == api.post(f"{bots.path}/seats/1", {"name": "Cy"}).json["code"]


def test_there_are_only_so_many_seats(api: Api):
    """A seat that the table does not have is not found."""
    opened = api.open(*OPEN_SEATS)
    for seat in (9, FEWEST):
        assert 404 == api.post(f"{opened.path}/seats/{seat}", {"name": "Bo"}).status_code
        assert 404 == api.ask("PATCH", f"{opened.path}/seats/{seat}", opened.host, {"bot": None}).status_code


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u202eb", "tab\there", "end\n", "\u2067rtl", 7, None])
def test_names_can_be_read(api: Api, name: object):
    """1 to 40 characters, none that controls or turns the text around it; anything else is 422 at /name."""
    opened = api.open(*OPEN_SEATS)
    refused = api.post(f"{opened.path}/seats/1", {"name": name})
    assert (422, "/name") == (refused.status_code, refused.json["errors"][0]["pointer"])


@pytest.mark.parametrize("name", ["B", "x" * 40, "Zoë", "李小龍", "👩‍👩‍👧"])
def test_names_of_all_the_world_are_welcome(api: Api, name: str):
    """What can be read is kept as it was given."""
    opened = api.open(*OPEN_SEATS)
    assert 201 == api.post(f"{opened.path}/seats/1", {"name": name}).status_code
    assert name == seat_of(opened, 1)["name"]


# --- bots ------------------------------------------------------------------------------------------------------------


def test_a_seat_lets_a_bot_play_and_takes_it_back(api: Api):
    """The seat keeps its name and its token; while the bot plays it gives no commands of its own."""
    opened = api.open()
    path, command = f"{opened.path}/seats/0", opened.legal(0)[0]
    handed = api.ask("PATCH", path, opened.token(), {"bot": "random"})
    assert {"seat": 0, "kind": "bot", "status": "playing", "name": "Ada", "bot": "random"} == handed.json["seats"][0]
    assert ([], None, [0]) == (handed.json["legal"], handed.json["prompt"], handed.json["to_move"])
    refused = api.post(f"{opened.path}/commands", command, opened.token())
    assert (403, "forbidden") == (refused.status_code, refused.json["code"])
    back = api.ask("PATCH", path, opened.token(), {"bot": None})
    assert {"seat": 0, "kind": "person", "status": "playing", "name": "Ada"} == back.json["seats"][0]
    assert 201 == api.post(f"{opened.path}/commands", command, opened.token()).status_code


def test_handing_over_what_is_so_already_changes_nothing(api: Api):
    """No event is written when the seat is played by that bot, or by its person, already."""
    opened = api.open()
    before = opened.game()["version"]
    assert before == api.ask("PATCH", f"{opened.path}/seats/0", opened.token(), {"bot": None}).json["version"]


def test_a_bot_must_exist(api: Api):
    """A bot that does not exist is 422 at /bot."""
    opened = api.open()
    refused = api.ask("PATCH", f"{opened.path}/seats/0", opened.token(), {"bot": "nobody:9"})
    assert (422, "/bot") == (refused.status_code, refused.json["errors"][0]["pointer"])


def test_the_host_fills_open_seats_with_bots(api: Api):
    """Before the start the host may do so for every seat; the last one starts the game."""
    opened = api.open(*OPEN_SEATS)
    for seat in range(1, FEWEST):
        assert 200 == api.ask("PATCH", f"{opened.path}/seats/{seat}", opened.host, {"bot": "random"}).status_code
    assert "running" == opened.game()["status"]


def test_the_host_leaves_seats_alone_that_play(api: Api):
    """After the start the host may not touch a seat that is not to move, or has not been silent for long."""
    opened = api.open(*PERSONS)
    api.clock.now += 10 * MINUTE - 1
    assert 403 == api.ask("PATCH", f"{opened.path}/seats/0", opened.host, {"bot": "random"}).status_code
    api.clock.now += 1
    assert 403 == api.ask("PATCH", f"{opened.path}/seats/1", opened.host, {"bot": "random"}).status_code


def test_the_host_lets_a_bot_play_for_a_silent_seat(api: Api):
    """After 10 minutes without a command the game goes on; its person may come back, the host cannot bring it back."""
    opened = api.open(*PERSONS)
    api.clock.now += 10 * MINUTE
    assert 200 == api.ask("PATCH", f"{opened.path}/seats/0", opened.host, {"bot": "random"}).status_code
    assert "bot" == seat_of(opened, 0)["kind"]
    api.clock.now += 10 * MINUTE
    assert 403 == api.ask("PATCH", f"{opened.path}/seats/0", opened.host, {"bot": None}).status_code
    assert 200 == api.ask("PATCH", f"{opened.path}/seats/0", opened.token(0), {"bot": None}).status_code


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_left_before_the_start_is_open_again(api: Api):
    """Whoever left sees as a spectator from then on; the old token has no say any more."""
    opened = api.open(*OPEN_SEATS)
    left = api.ask("DELETE", f"{opened.path}/seats/0", opened.token())
    assert ({"seat": None}, "open") == (left.json["you"], left.json["seats"][0]["kind"])
    assert {"seat": None} == opened.game(opened.token())["you"]
    taken = api.post(f"{opened.path}/seats/0", {"name": "Bo"})
    assert 403 == api.ask("DELETE", f"{opened.path}/seats/0", opened.token()).status_code
    assert {"seat": 0} == opened.game(taken.json["token"])["you"]


def test_leaving_a_game_that_runs_is_resigning(api: Api):
    """C-8. The seat has resigned, for good; when one seat is left it wins."""
    opened = api.open(*PERSONS)
    opened.finish()
    game = opened.game()
    assert ("over", "resigned", [FEWEST - 1]) == (game["status"], game["outcome"]["reason"], game["outcome"]["winners"])
    assert "resigned" == game["seats"][0]["status"]
    again = api.ask("DELETE", f"{opened.path}/seats/0", opened.token())
    assert (409, "game_ended") == (again.status_code, again.json["code"])
