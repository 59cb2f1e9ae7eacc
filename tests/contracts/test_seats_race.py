"""All seats of a game give commands at the same time, each through a process of its own: nothing is lost or doubled."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest
from redis import Redis

from events.errors import Refusal, StaleVersion
from events.games import RULES
from events.handle import Handler, Request
from events.history import Game
from events.log import Log
from events.log.redis import RedisLog, connect
from events.record import read
from events.rules import Rules
from events.table.messages import OpenGame, SeatSetup
from events.verify import verify
from service.embedded import EmbeddedRedis

NOW = 1_790_000_000_000
ROUNDS = 100
"""Where seats take turns, longer games are left then; who plays together comes to an end before."""

together = pytest.mark.parametrize("rules", [each for each in RULES if each.players[1] > 1], ids=lambda each: each.name)


class Answered(NamedTuple):
    """What a seat was told: the versions of what it wrote, or the code and the rule of the refusal."""

    request: Request
    written: tuple[int, int] | None
    code: str = ""
    rule: str | None = None


@pytest.fixture
def handlers(redis_client: Redis, redis_server: EmbeddedRedis) -> Iterator[list[Handler]]:
    """As many processes as any game has seats: each with a connection and a memory of its own."""
    logs = [RedisLog(connect(redis_server.url)) for _ in range(max(rules.players[1] for rules in RULES))]
    yield [Handler(log, lambda: NOW) for log in logs]
    for log in logs:
        log.close()


def opened(handler: Handler, rules: Rules[Any], seats: int, number: int) -> Game:
    """Game `number`, with a person at every seat."""
    people = tuple(SeatSetup(kind="person", name=f"Player {seat}", token=str(seat)) for seat in range(seats))
    opening = OpenGame(
        rules=rules.name, seats=people, options={}, undo="off", visibility="unlisted", host=hashlib.sha256().hexdigest()
    )
    game = f"raced-{number}"
    request = Request(command=opening, command_id=f"{game} opened", fingerprint="")
    return handler.open(game, bytes([number]) * 32, request).game


def raced(handlers: Sequence[Handler], game: Game, dice: random.Random) -> Iterator[list[Answered]]:
    """Round by round, until the game ends, what every seat is told that gives a command at the same moment.

    All have seen the same version. Who is not to move gives a command of somebody else. In some rounds everybody
    insists on the version that it saw.
    """
    seats = range(len(game.table.seats))
    with ThreadPoolExecutor(len(seats)) as pool:
        for number in range(ROUNDS):
            game = handlers[0].game(game.id)
            if not game.to_move():
                return
            insisting = dice.random() < 0.3
            asked = []
            for seat in seats:
                owner = seat if seat in game.to_move() else dice.choice(game.to_move())
                command = dice.choice(game.rules.legal(game.position, owner))
                name, expected = f"{game.id} {number} {seat}", game.version if insisting else None
                asked.append(Request(command=command, command_id=name, fingerprint="", seat=seat, expected=expected))
            yield list(pool.map(_ask, handlers, [game.id] * len(seats), asked))


def _ask(handler: Handler, game: str, request: Request) -> Answered:
    try:
        receipt = handler.handle(game, request).receipt
    except Refusal as refusal:
        return Answered(request, None, refusal.code, refusal.rule)
    except StaleVersion:
        return Answered(request, None, "stale_version")
    return Answered(request, (receipt.first, receipt.last))


@together
def test_every_seat_wins_or_is_refused_and_nothing_is_lost(rules: Rules[Any], handlers: list[Handler]):
    """Whole games: each command counts or is refused for a reason, and the log holds what was accepted, no more."""
    both = refused = 0
    for number in range(3):
        game = opened(handlers[0], rules, rules.players[1], number)
        written = {f"{game.id} opened": (1, game.version)}
        for answers in raced(handlers, game, random.Random(number)):
            accepted = {each.request.command_id: each.written for each in answers if each.written is not None}
            assert accepted, "the first to arrive is not refused"
            for answer in answers:
                _assert_told_why(answer)
            both += len(accepted) > 1
            refused += len(answers) - len(accepted)
            written |= accepted
        _assert_holds(handlers[-1].log, game, written)
        assert handlers[-1].game(game.id).table.status == "over" or not rules.cooperative
    assert refused
    assert both or not rules.cooperative, "who plays together acts at the same time"


def _assert_told_why(answer: Answered) -> None:
    """An answer is an acceptance, or a refusal with its rule, its turn, its end or its conflict."""
    if answer.written is None:
        insisted = answer.request.expected is not None
        assert answer.code in ("illegal_command", "not_your_turn", "game_ended", *(["stale_version"] * insisted))
        assert bool(answer.rule) == (answer.code == "illegal_command")


def _assert_holds(log: Log, game: Game, written: dict[str, tuple[int, int]]) -> None:
    """The log verifies, and its commits are those that somebody was told of, version by version."""
    loaded, news = log.load(game.id), log.news(game.id, 0, "")
    assert loaded is not None
    assert news is not None
    assert () == verify(game.id, loaded.seed, loaded.records, news.version, news.head)
    stored: dict[str, list[int]] = {}
    for record in map(read, loaded.records):
        stored.setdefault(record.command_id, []).append(record.v)
    assert {each: list(range(first, last + 1)) for each, (first, last) in written.items()} == stored
