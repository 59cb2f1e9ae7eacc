"""Races over HTTP, at a service of several API processes and workers: one wins, and everybody is told the truth."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests
from redis import Redis

from events.games import RULES
from events.log.redis import RedisLog, connect
from service.embedded import EmbeddedRedis
from service.settings import load_settings
from service.verifying import verify_game
from tests.served import Service, served
from tests.service.client import PERSONS, Api
from tests.waiting import wait_until

Json = dict[str, Any]
Answers = list[requests.Response]

rounds = pytest.mark.parametrize("number", range(6))
PLAYED = next(rules for rules in RULES if rules.players[0] > 1 and not rules.cooperative)
SEATS = PLAYED.players[0]
ALONE: list[Json] = [{"name": "Ada"}, *([{"bot": "random"}] * (SEATS - 1))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The service's data."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    """A whole service with several API processes; every request of ours is a connection of its own."""
    with served(folder, PLAYLEDGER_RUNNING_GAMES_PER_ADDRESS="1000") as running:
        yield running


class Table:
    """A game at the service, with what its creator was given; seat 0 begins, before any bot can end the game."""

    def __init__(self, service: Service, seats: Sequence[Json], **wanted: Any) -> None:
        self.service = service
        wanted = {"rules": PLAYED.name, "seats": seats, "options": {"first_seat": 0}} | wanted
        opened = service.ask("POST", "/v1/games", json=wanted).json()
        self.id, self.host, self.tokens = opened["game"]["id"], opened["host_token"], opened["tokens"]
        self.path = f"/v1/games/{self.id}"

    def game(self) -> Json:
        """The game as a spectator sees it."""
        return dict(self.service.ask("GET", self.path).json())

    def my_commands(self) -> list[Json]:
        """The legal commands of seat 0, once it is to move; [] when the game is over."""
        wait_until(lambda: self._commands() or self.game()["status"] == "over", "the own turn")
        return self._commands()

    def _commands(self) -> list[Json]:
        return list(self.service.ask("GET", f"{self.path}/commands", self.tokens["0"]).json()["commands"])

    def play(self, command: Json) -> requests.Response:
        """Give a command of seat 0."""
        return self.service.ask("POST", f"{self.path}/commands", self.tokens["0"], json=command)

    def settled(self, folder: Path) -> None:
        """The game does not wait for a bot, and is as it was played."""
        self.my_commands()
        assert () == verify_game(load_settings({}, data=str(folder)), self.id)


def under_way(service: Service) -> Table:
    """A game in which seat 0 has moved once, and is to move again: the bots have not won yet."""
    while True:
        table = Table(service, ALONE)
        table.play(table.my_commands()[0])
        if table.my_commands():
            return table


def at_once(*asks: Callable[[], requests.Response]) -> Answers:
    """The answers to requests that are sent at the same time."""
    with ThreadPoolExecutor(len(asks)) as pool:
        return [each.result() for each in [pool.submit(ask) for ask in asks]]


@pytest.mark.parametrize("what", ["game", "seat", "command", "undo"])
def test_32_identical_requests_at_once(service: Service, folder: Path, what: str) -> None:
    """With one idempotency key they have one effect, and get 32 equal answers."""
    table = Table(service, [ALONE[0], *([{"open": True}] * (SEATS - 1))] if what == "seat" else ALONE)
    if what == "undo":
        table = under_way(service)
    before = table.game()
    path, body, token = {
        "game": lambda: ("/v1/games", {"rules": PLAYED.name, "seats": [{"name": "Ada"}] * SEATS}, None),
        "seat": lambda: (f"{table.path}/seats/1", {"name": "Bo"}, None),
        "command": lambda: (f"{table.path}/commands", table.my_commands()[0], table.tokens["0"]),
        "undo": lambda: (f"{table.path}/undo", {}, table.tokens["0"]),
    }[what]()
    headers = {"Idempotency-Key": f"{what} {table.id}"} | ({"Authorization": f"Bearer {token}"} if token else {})
    url = service.url + path
    answers = at_once(*[lambda: requests.post(url, json=body, headers=headers, timeout=30)] * 32)
    assert 1 == len({answer.status_code for answer in answers})
    assert answers[0].status_code in (201, 202)
    assert 31 == sum("Idempotency-Replayed" in answer.headers for answer in answers)
    assert 1 == len({str(_lasting(answer.json())) for answer in answers})
    if what == "command":
        table.my_commands()
        written = [each["version"] for each in answers[0].json()["events"]]
        by_me = [each for each in _events(table, before["version"]) if each["by"] == "person"]
        assert written == [each["version"] for each in by_me]
    if what == "undo":
        service.job_done(answers[0].json()["job"], table.tokens["0"])
        assert 1 == sum(each["type"] == "game_rewound" for each in _events(table, before["version"]))
    assert () == verify_game(load_settings({}, data=str(folder)), table.id)


def _lasting(answer: Json) -> Json:
    """What does not change with time: the game goes on while some are answered, and so does the job."""
    return {name: value for name, value in answer.items() if name not in ("game", "job")} | {
        name: answer[name]["id"] for name in ("game", "job") if name in answer
    }


def _events(table: Table, after: int) -> list[Json]:
    return list(table.service.ask("GET", f"{table.path}/events?after={after}&limit=500").json()["events"])


@rounds
def test_two_persons_take_one_seat(service: Service, number: int) -> None:
    """One sits down, the other is told that the seat is taken; and the one who sits there can play."""
    table = Table(service, [{"open": True}, *([{"name": "Bo"}] * (SEATS - 1))])

    def take(name: str) -> requests.Response:
        return service.ask("POST", f"{table.path}/seats/0", json={"name": name})

    answers = at_once(lambda: take("Ada"), lambda: take("Cy"))
    assert [201, 409] == sorted(answer.status_code for answer in answers)
    (table.tokens["0"],) = (answer.json()["token"] for answer in answers if answer.status_code == 201)
    assert 201 == table.play(table.my_commands()[0]).status_code


@rounds
def test_a_command_races_an_undo(service: Service, folder: Path, number: int) -> None:
    """Both count, in one order or the other, or one is told why not; the game goes on."""
    table = Table(service, ALONE)
    table.play(table.my_commands()[0])
    command = (table.my_commands() or [{}])[0]
    played, asked = at_once(
        lambda: table.play(command),
        lambda: service.ask("POST", f"{table.path}/undo", table.tokens["0"], json={}),
    )
    assert played.status_code in (201, 409, 422), played.text
    assert asked.status_code in (202, 409), asked.text
    if asked.status_code == 202:
        assert service.job_done(asked.json()["job"], table.tokens["0"])["status"] in ("done", "refused")
    table.settled(folder)


@rounds
def test_a_resignation_races_the_bots(service: Service, folder: Path, number: int) -> None:
    """While the bots play, a seat resigns out of turn: it counts once, wherever it falls."""
    table = Table(service, ALONE)
    table.play(table.my_commands()[0])
    left = service.ask("DELETE", f"{table.path}/seats/0", table.tokens["0"])
    assert left.status_code in (200, 409), left.text  # 409: a bot has just won
    table.settled(folder)
    assert (left.status_code == 200) == sum(each["type"] == "seat_resigned" for each in _events(table, 0))


@rounds
def test_a_command_races_a_hand_over(service: Service, folder: Path, number: int) -> None:
    """The command counts if it comes first; afterwards the seat is the bot's, until it is taken back."""
    table = Table(service, ALONE)
    command = table.my_commands()[0]
    seat, token = f"{table.path}/seats/0", table.tokens["0"]
    played, handed = at_once(
        lambda: table.play(command),
        lambda: service.ask("PATCH", seat, token, json={"bot": "random"}),
    )
    assert played.status_code in (201, 403, 409, 422), played.text
    assert handed.status_code in (200, 409), handed.text  # 409: a bot has just won
    taken_back = service.ask("PATCH", seat, token, json={"bot": None})
    assert taken_back.status_code in (200, 409), taken_back.text
    table.settled(folder)


@rounds
def test_a_command_races_a_deletion(service: Service, folder: Path, number: int) -> None:
    """It counts or the game is gone; afterwards the game is gone with all that belonged to it, and stays so."""
    table = Table(service, ALONE)
    command = table.my_commands()[0]
    played, deleted = at_once(lambda: table.play(command), lambda: service.ask("DELETE", table.path, table.host))
    assert played.status_code in (201, 404), played.text
    assert 204 == deleted.status_code
    assert {404} == {service.ask("GET", table.path).status_code for _ in range(4)}
    log = RedisLog(connect(f"unix://{(folder / 'lock').read_text()}"))
    assert log.load(table.id) is None
    assert [] == [due for due in log.due(2**53, 1000) if due.work.game == table.id]


def test_a_stale_cache_never_refuses_or_accepts_wrongly(redis_client: Redis, redis_server: EmbeddedRedis) -> None:
    """Two processes take the commands of one game in any order; each judges by the newest state, whatever it knew."""
    dice = random.Random(7)
    logs = [RedisLog(connect(redis_server.url)) for _ in range(2)]
    apis = [Api(log=log) for log in logs]
    opened = apis[0].open(*PERSONS)
    for _ in range(60):
        asked, told = dice.choice(apis), dice.choice(apis)
        game = asked.get(opened.path).json
        if game["status"] == "over":
            break
        seat, path = game["to_move"][0], f"{opened.path}/commands"
        others = next((token for other, token in opened.answer["tokens"].items() if int(other) not in game["to_move"]))
        command = dice.choice(asked.get(path, opened.token(seat)).json["commands"])
        assert "not_your_turn" == told.post(path, command, others).json["code"]
        stale = told.post(path, command, opened.token(seat), If_Match=f'"{game["version"] - 1}"')
        assert (412, game["version"]) == (stale.status_code, stale.json["version"])
        answer = told.post(path, command, opened.token(seat), If_Match=f'"{game["version"]}"')
        assert 201 == answer.status_code, answer.json
        again = dice.choice(apis).post(path, command, opened.token(seat), If_Match=f'"{game["version"]}"')
        assert 412 == again.status_code
    assert 3 < apis[0].get(opened.path).json["version"]
    for log in logs:
        log.close()
