"""Clients who play, ask again until they are answered, and write down what they were told."""

import http.client
import json
import random
import threading
import time
from contextlib import closing
from typing import Any, NamedTuple
from uuid import uuid4

from events.games import RULES
from tests.faults.journal import Acknowledged, Journal
from tests.waiting import wait_until

Json = dict[str, Any]

PATIENCE = 10.0
"""How long one answer may take, in seconds; after that it is asked for again."""
PAUSE = 0.05
STUCK = 30.0
"""A game in which nothing happens for so many seconds, or a request that is not answered, is a fault."""
LONGEST = 60
"""So many commands are given in a game at most; then another one is begun."""
UNDOES = 0.05
"""How often a player against bots takes the last decision back instead of deciding."""


class Answer(NamedTuple):
    """An answer."""

    status: int
    body: Any


class Client:
    """One connection to the service at (host, port), for one thread. Asks again until it is answered."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Answer:
        """The answer, at last; fails on a 5xx that is no 503 with Retry-After. Writes carry a key of their own."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        return wait_until(
            lambda: self._once(method, path, body, headers), f"an answer to {method} {path}", STUCK, PAUSE
        )

    def _once(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer | None:
        """The answer; None when the connection broke or the service says that it is unavailable."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(*self._address, timeout=PATIENCE)
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            return None
        assert response.status < 500 or (response.status == 503 and response.headers["Retry-After"]), (
            method,
            path,
            text,
        )
        return None if response.status == 503 else Answer(response.status, json.loads(text))

    def close(self) -> None:
        """The end of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Seated(NamedTuple):
    """Where a game is, and the tokens of the seats that this player has in it."""

    path: str
    tokens: dict[int, str]


class Crowd:
    """So many players, each in a thread of its own, each playing one game after the other.

    Half of them play against bots, half against themselves. A fault that one meets is raised by `settle` and `stop`.
    """

    def __init__(self, address: tuple[str, int], journal: Journal, players: int) -> None:
        self.journal = journal
        self.address = address
        self._over = threading.Event()
        self._open = threading.Event()
        self._open.set()
        self._parked = threading.Semaphore(0)
        self._faults: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(number,), daemon=True) for number in range(players)]
        for thread in self._threads:
            thread.start()

    def settle(self, seconds: float) -> float:
        """Let every player be answered, and every bot have its turn; then all pause. How long that took.

        Fails when it takes longer than so many seconds.
        """
        begin = time.monotonic()
        self._open.clear()
        for number, _ in enumerate(self._threads):
            left = begin + seconds - time.monotonic()
            if not self._parked.acquire(timeout=max(left, 0.001)):
                self.raise_faults()
                raise AssertionError(f"{len(self._threads) - number} players still waited after {seconds} s")
        self.raise_faults()
        return time.monotonic() - begin

    def go_on(self) -> None:
        """The end of the pause."""
        self._open.set()

    def stop(self) -> None:
        """The end of all playing."""
        self._over.set()
        self._open.set()
        for thread in self._threads:
            thread.join(STUCK)
        self.raise_faults()

    def raise_faults(self) -> None:
        """Raise what a player met."""
        if self._faults:
            raise self._faults[0]

    def _play(self, number: int) -> None:
        try:
            dice = random.Random(number)
            with closing(Client(self.address)) as client:
                while not self._over.is_set():
                    Player(self, client, dice).play_a_game(with_bots=number % 2 == 0)
        except BaseException as fault:  # noqa: BLE001 - it is raised again where the test sees it
            self._faults.append(fault)
            self._parked.release(len(self._threads))

    def gate(self) -> bool:
        """A player passes here whenever nothing of theirs is under way; False: go home."""
        if not self._open.is_set():
            self._parked.release()
            self._open.wait()
        return not self._over.is_set()


class Player:
    """One game of one player."""

    def __init__(self, crowd: Crowd, client: Client, dice: random.Random) -> None:
        self.crowd, self.client, self.dice = crowd, client, dice

    def play_a_game(self, *, with_bots: bool) -> None:
        """Sit down and play; return when the game is over or long enough, or it is time to go home."""
        seated = self._sit_down(with_bots)
        for _ in range(LONGEST):
            seat = self._my_turn(seated)
            if not self.crowd.gate() or seat is None:
                return
            if with_bots and self.dice.random() < UNDOES:
                self._take_back(seated, seat)
            else:
                self._move(seated, seat)
        self._my_turn(seated)

    def _sit_down(self, with_bots: bool) -> Seated:
        rules = self.dice.choice(RULES)
        others: Json = {"bot": "random"} if with_bots else {"name": "Bo"}
        seats = [{"name": "Ada"}, *([others] * (rules.players[0] - 1))]
        answer = self.client.ask("POST", "/v1/games", None, {"rules": rules.name, "seats": seats})
        assert answer.status == 201, answer
        game = answer.body["game"]["id"]
        self.crowd.journal.opened(game)
        tokens = {int(seat): token for seat, token in answer.body["tokens"].items()}
        return Seated(f"/v1/games/{game}", tokens)

    def _my_turn(self, seated: Seated) -> int | None:
        """Waits until a seat of this player is to move, and says which; None: the game is over."""
        token = next(iter(seated.tokens.values()))
        end = time.monotonic() + STUCK
        while True:
            game = self.client.ask("GET", f"{seated.path}?legal=false", token).body
            mine = set(game["to_move"]) & seated.tokens.keys()
            if mine or game["status"] == "over":
                return min(mine, default=None)
            assert time.monotonic() < end, f"{seated.path} is stuck at version {game['version']}"
            self.client.ask("GET", f"{seated.path}/events?after={game['version']}&wait=1", token)

    def _move(self, seated: Seated, seat: int) -> None:
        token = seated.tokens[seat]
        commands = self.client.ask("GET", f"{seated.path}/commands", token).body["commands"]
        answer = self.client.ask("POST", f"{seated.path}/commands", token, self.dice.choice(commands))
        assert answer.status == 201, answer
        versions = [event["version"] for event in answer.body["events"]]
        assert versions[-1] == answer.body["version"], answer
        game = seated.path.rpartition("/")[2]
        self.crowd.journal.acknowledged(game, Acknowledged(seat, versions[0], versions[-1]))

    def _take_back(self, seated: Seated, seat: int) -> None:
        token = seated.tokens[seat]
        answer = self.client.ask("POST", f"{seated.path}/undo", token, {})
        if answer.status == 409:  # there is nothing to take back
            return
        assert answer.status == 202, answer
        job = answer.body["job"]
        job = wait_until(lambda: self._finished(job["id"], token), f"the job {job['id']}", STUCK, PAUSE)
        assert job["status"] == "done", job
        self.crowd.journal.took_back(seated.path.rpartition("/")[2])

    def _finished(self, job_id: str, token: str) -> Json | None:
        job: Json = self.client.ask("GET", f"/v1/jobs/{job_id}", token).body
        return job if job["status"] in ("done", "refused", "failed") else None
