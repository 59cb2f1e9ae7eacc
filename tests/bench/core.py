"""The core without HTTP: folding, playing, loading, round trips, memory."""

import gc
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from redis import ConnectionPool, Redis, UnixDomainSocketConnection

from events.chance import Chance
from events.games import RULES
from events.handle import Handler
from events.log import keys
from events.log.redis import RedisLog, connect
from events.record import Stored
from events.rules import Event, Rules, carry_out, set_up
from events.table.decide import options_of
from service.app import milliseconds
from service.embedded import embedded_redis
from tests.bench.figures import Figure, at_least, at_most, figure, in_turns, per_second
from tests.bench.plan import Plan
from tests.bench.stack import Stack
from tests.bench.workload import copied, moves, open_game, whole

EVENTS = 5_000
RECORDS = 1_000
MEMORY_COMMANDS = 2_000


def folds(_: Stack, plan: Plan) -> Iterator[Figure]:
    """Events folded a second by each kind of game, beside a reducer that copies a dict."""
    for rules in RULES:
        logs = _logs(rules)

        def fold(rules: Rules[Any] = rules, logs: list[tuple[Event, ...]] = logs) -> float:
            return per_second(lambda: sum(len(log) for log in logs if rules.fold(log)), plan.seconds)

        ours, bare = in_turns(plan.runs, fold, lambda: per_second(_bare_fold, plan.seconds))
        name = f"fold of {rules.title}"
        yield figure(
            name, "events/s", ours, beside="bare dict reducer", ceiling=bare, promise=at_least(150_000, "figure")
        )


def _bare_fold() -> int:
    """Reduces events as small as they get into a dict that is copied each time."""
    state: dict[str, Any] = {"seats": 2, "turn": 0, "cards": (None,) * 25, "path": ()}
    for number in range(EVENTS):
        state = {**state, "turn": number % 2, "path": (number,)}
    return EVENTS


def playouts(_: Stack, plan: Plan) -> Iterator[Figure]:
    """Commands of random games a second on one core: the list of legal ones, decide, evolve."""
    for rules in RULES:
        numbers = iter(range(1_000_000))

        def play(rules: Rules[Any] = rules, numbers: Iterator[int] = numbers) -> float:
            return per_second(lambda: playout(rules, next(numbers))[1], plan.seconds)

        yield figure(f"random playouts of {rules.title}", "commands/s", [play() for _ in range(plan.runs)])


def playout(rules: Rules[Any], number: int, most: int = 5_000) -> tuple[tuple[Event, ...], int]:
    """The events of random game `number`, with as many seats as the rules allow, and how many commands they took."""
    dice = random.Random(number)
    seed = dice.randbytes(32)
    laid_out, position = set_up(rules, rules.players[1], options_of(rules, {}), Chance(seed, "bench", 0))
    log = list(laid_out)
    commands = 0
    while (actors := rules.to_move(position)) and len(log) < most:
        seat = dice.choice(actors)
        command = dice.choice(rules.legal(position, seat))
        events, position = carry_out(rules, position, seat, command, Chance(seed, "bench", len(log)))
        log += events
        commands += 1
    return tuple(log), commands


def _logs(rules: Rules[Any]) -> list[tuple[Event, ...]]:
    """The logs of random games, some EVENTS events together."""
    logs: list[tuple[Event, ...]] = []
    while sum(map(len, logs)) < EVENTS:
        logs.append(playout(rules, len(logs))[0])
    return logs


def cold_load(stack: Stack, plan: Plan) -> Figure:
    """A game of 1,000 records that the process does not know yet, beside reading its stream alone."""
    game_id, records = _long_game(stack, plan.rules)
    scale = RECORDS / len(records)
    gc.collect()
    gc.freeze()  # as the processes of the API do once they have started

    def load() -> float:
        began = time.perf_counter()
        Handler(stack.log, milliseconds).game(game_id)
        return 1_000 * scale * (time.perf_counter() - began)

    def read() -> float:
        began = time.perf_counter()
        stack.client.xrange(keys.events(game_id))
        return 1_000 * scale * (time.perf_counter() - began)

    try:
        ours, bare = in_turns(max(9, plan.runs), load, read)
    finally:
        gc.unfreeze()
    name = "cold load of 1,000 records"
    return figure(name, "ms", ours, beside="raw XRANGE", ceiling=bare, promise=at_most(12))


def _long_game(stack: Stack, rules: Rules[Any]) -> tuple[str, list[Stored]]:
    """A game of RECORDS records, or the longest of some when its kind does not last so long."""
    longest: list[Stored] = []
    for number in range(100):
        opened = open_game(stack.log, rules)
        handler = copied(stack.log, opened.game.id)
        for _ in moves(handler, opened.game, random.Random(number)):
            pass
        loaded = handler.log.load(opened.game.id)
        assert loaded is not None
        if len(loaded.records) > len(longest):
            longest, seed = [*loaded.records[:RECORDS]], loaded.seed
            game_id = f"long{opened.game.id}"
            stack.log.append(whole(game_id, longest, seed))
        if len(longest) == RECORDS:
            break
    return game_id, longest


class _Counting(UnixDomainSocketConnection):
    """A connection that counts how often something is sent to Redis."""

    sent = 0

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        _Counting.sent += 1
        super().send_packed_command(command, check_health)


def round_trips(stack: Stack, plan: Plan) -> Figure:
    """How often Redis is asked for a command in a game that the process knows."""
    pool = ConnectionPool(connection_class=_Counting, path=str(stack.redis.socket))
    handler = Handler(RedisLog(Redis(connection_pool=pool)), milliseconds)
    opened = open_game(stack.log, plan.rules)
    game = handler.game(opened.game.id)
    counts = [_Counting.sent for _ in moves(handler, game, random.Random(3))]
    trips = [float(now - before) for before, now in pairwise(counts)]
    return figure("Redis round trips of a command, warm", "", trips, promise=at_most(1))


def memory(_stack: Stack, plan: Plan) -> Figure:
    """Redis's memory for each command of whole games, receipts and the games' openings included."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded_redis(Path(folder), "fast") as redis,
        redis.client() as client,
    ):
        log = RedisLog(connect(redis.url))
        handler = Handler(log, milliseconds)
        handler.game(open_game(log, plan.rules).game.id)  # connections and scripts are no part of it
        before = client.info("memory")["used_memory"]
        commands = 0
        while commands < MEMORY_COMMANDS:
            opened = open_game(log, plan.rules)
            commands += sum(1 for _ in moves(handler, opened.game, random.Random(commands)))
        used = client.info("memory")["used_memory"] - before
    return figure("Redis memory for each command", "bytes", [used / commands], promise=at_most(1_200))
