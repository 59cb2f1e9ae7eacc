"""The whole service, with bots, undo, replay and a restart, as a newcomer meets it."""

from typing import Any

import pytest

from events.games import RULES
from events.rules import Rules
from tests.contracts.playing import Case, play
from tests.served import Service, served
from tests.waiting import wait_until

LONG = 60
"""A game with so many events lasts for longer than a test plays."""


def sat_down(service: Service, rules: str, seats: list[dict[str, str]]) -> tuple[str, str]:
    """A new game: its path, and the token of seat 0."""
    opened = service.ask("POST", "/v1/games", json={"rules": rules, "seats": seats}).json()
    return f"/v1/games/{opened['game']['id']}", opened["tokens"]["0"]


def play_once(service: Service, game: str, token: str) -> int:
    """Waits for the own turn and plays the first legal command; the version after it."""
    command = wait_until(lambda: service.ask("GET", f"{game}/commands", token).json()["commands"], "my turn")[0]
    return int(service.ask("POST", f"{game}/commands", token, json=command).json()["version"])


@pytest.fixture(scope="module")
def rules() -> Rules[Any]:
    """A kind of game for two that no bot wins before one can look."""
    return next(rules for rules in RULES if rules.players[0] == 2 and lasts(rules))


def lasts(rules: Rules[Any]) -> bool:
    """Whether random games of two are never over after a few moves."""
    games = (play(Case(rules, 2, ()), number, most=LONG) for number in range(50))
    return all(len(game.events) >= LONG for game in games)


def test_play_take_back_replay_stop_start_and_go_on(tmp_path, rules):
    """Against a bot over HTTP: a move, an undo, a replay; then everything stops, starts, and the game goes on."""
    with served(tmp_path) as service:
        game, token = sat_down(service, rules.name, [{"name": "Ada"}, {"bot": "random"}])
        first = play_once(service, game, token)
        job = service.job_done(service.ask("POST", f"{game}/undo", token, json={}).json()["job"], token)
        assert ("done", True) == (job["status"], job["result"]["to"] < first)
        play_once(service, game, token)
        job = service.job_done(service.ask("POST", f"{game}/replays", token, json={}).json()["job"], token)
        replay = service.ask("GET", f"/v1/replays/{job['result']['replay']}", token).json()
        assert list(range(1, replay["to"] + 1)) == [frame["version"] for frame in replay["frames"]]
        wait_until(lambda: service.ask("GET", f"{game}/commands", token).json()["commands"], "the bot's answer")
        before = service.ask("GET", game, token).json()
        assert 0 == service.stop()
    with served(tmp_path) as service:
        assert before == service.ask("GET", game, token).json()
        assert before["version"] < play_once(service, game, token)


def test_a_table_of_bots_finishes_by_itself(tmp_path, rules):
    """Nobody but bots sits there; the game ends, and reveals its seed."""
    bots = [{"bot": "random"}] * rules.players[1]
    with served(tmp_path) as service:
        opened = service.ask("POST", "/v1/games", json={"rules": rules.name, "seats": bots}).json()
        game = f"/v1/games/{opened['game']['id']}"
        over = wait_until(
            lambda: found if (found := service.ask("GET", game).json())["status"] == "over" else None, "the end", 60
        )
        events = service.ask("GET", f"{game}/events?after={over['version'] - 1}").json()["events"]
        assert ["game_ended"] == [event["type"] for event in events]
        assert 64 == len(events[0]["data"]["seed"])
