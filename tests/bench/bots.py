"""How soon a bot replies: from the commit that calls for it until a long-polling client sees what it did."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from itertools import islice
from typing import Any

from rq import Queue
from rq.serializers import JSONSerializer

from events.decide import calls_for
from events.table.messages import SeatKind
from service.enqueue import BOTS, Queues
from tests.bench.figures import Figure, at_most, figure
from tests.bench.plan import Plan
from tests.bench.stack import Stack
from tests.bench.workload import Opened, open_game

REPLIES_A_RUN = 20
WAIT = 10


def replies(stack: Stack, plan: Plan) -> Iterator[Figure]:
    """Median and p99 of the replies of the quickest bot, beside the bare job's of the same workers."""
    count = max(5, int(REPLIES_A_RUN * plan.seconds))
    queues = Queues(stack.client)
    medians: tuple[list[float], list[float]] = ([], [])
    slowest: tuple[list[float], list[float]] = ([], [])
    for _ in range(plan.runs):
        for which, taken in enumerate((_replies(stack, plan, queues, count), _bare_replies(stack, count))):
            medians[which].append(sorted(taken)[count // 2])
            slowest[which].append(sorted(taken)[int(count * 0.99)])
    beside = "bare job on the same workers"
    for name, (ours, bare), most in (("median", medians, 30), ("p99", slowest, 100)):
        yield figure(f"bot reply, {name}", "ms", ours, beside=beside, ceiling=bare, promise=at_most(most))


def _replies(stack: Stack, plan: Plan, queues: Queues, count: int) -> list[float]:
    """The milliseconds of so many replies, in as many games as it takes."""
    bots: list[SeatKind] = ["bot"] * (plan.rules.players[0] - 1)
    taken: list[float] = []
    while len(taken) < count:
        opened = open_game(stack.log, plan.rules, ["person", *bots])
        if work := calls_for(opened.game):
            queues.wake(work)
        with closing(HTTPConnection(*stack.service, timeout=2 * WAIT)) as connection:
            taken.extend(islice(_game(_Person(connection, opened)), count - len(taken)))
    return taken


def _game(person: "_Person") -> Iterator[float]:
    """Plays a game to its end; the milliseconds of each first reply, the service's clock and ours being the same."""
    dice = random.Random(1)
    game = person.ask("GET", "")
    while game["status"] == "running":
        if 0 not in game["to_move"]:
            person.wait(game)
            game = person.ask("GET", "")
            continue
        answered = person.ask("POST", "/commands", dice.choice(game["legal"]))
        game = answered["game"]
        if game["status"] == "running" and 0 not in game["to_move"] and person.wait(game):
            yield time.time() * 1_000 - answered["events"][-1]["at"]


class _Person:
    """Seat 0 over one connection."""

    def __init__(self, connection: HTTPConnection, opened: Opened) -> None:
        self._connection = connection
        self._path = f"/v1/games/{opened.game.id}"
        self._headers = {"Authorization": f"Bearer {opened.tokens[0]}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the service answers."""
        data = None if body is None else json.dumps(body)
        self._connection.request(method, self._path + path, data, self._headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise AssertionError(f"{method} {path}: {answer.status} {text!r}")
        return json.loads(text)

    def wait(self, game: Any) -> Any:
        """The events after this state of the game, as soon as there are some."""
        return self.ask("GET", f"/events?after={game['version']}&wait={WAIT}")["events"]


def _bare_replies(stack: Stack, count: int) -> list[float]:
    """The milliseconds of jobs that do nothing but answer, until the answer is here."""
    queue = Queue(BOTS, connection=stack.client, serializer=JSONSerializer)
    taken = []
    for number in range(count):
        key = f"bench:{number}"
        began = time.perf_counter()
        queue.enqueue("tests.bench.reply.answer", key, result_ttl=0)
        stack.client.blpop([key], WAIT)
        taken.append(1_000 * (time.perf_counter() - began))
    return taken
