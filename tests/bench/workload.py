"""Games played beforehand: every request that the load generator will send, ready as bytes.

The games are real and lie in the service's own Redis. How they go on is found out in memory: the luck of a game follows
from its seed, so the same commands bring about the same records there. Each request names, in a header that the
service does not know, the version it will be decided on and the sizes of the records it will write; from this the
bare view knows what to append.
"""

import random
import secrets
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec.json import encode

from events.handle import Handler, Request
from events.history import Game
from events.log import Commit, Log, Receipt
from events.log.memory import MemoryLog
from events.record import Stored
from events.rules import Rules
from events.table.messages import OpenGame, SeatKind, SeatSetup
from service.app import milliseconds
from service.auth import hashed

APPENDS = "Bench-Appends"
BARE_HEAD = "00" * 32
"""The head hash of every game of the bare view."""


class Opened(NamedTuple):
    """A running game, and the tokens of its seats."""

    game: Game
    tokens: Sequence[str]

    def request(self, method: str, path: str, seat: int, body: bytes = b"", **headers: str) -> bytes:
        """A request about this game by one of its seats, as it goes over the wire."""
        head = f"{method} /v1/games/{self.game.id}{path} HTTP/1.1\r\nHost: localhost\r\n"
        fields = {"Authorization": f"Bearer {self.tokens[seat]}", "Accept": "application/json"} | headers
        if body:
            fields |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        return (head + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode() + body


def open_game(log: Log, rules: Rules[Any], kinds: Sequence[SeatKind] = ()) -> Opened:
    """A new game, of as few persons as can play it unless `kinds` says otherwise; bots play `random`."""
    kinds = kinds or ["person"] * rules.players[0]
    game_id = "bench" + secrets.token_hex(8)
    tokens = [f"seat_{secrets.token_hex(20)}" for _ in kinds]
    seats = tuple(
        SeatSetup(kind="person", name="Ada", token=hashed(token)) if kind == "person" else SeatSetup(kind, bot="random")
        for kind, token in zip(kinds, tokens, strict=True)
    )
    command = OpenGame(
        rules=rules.name, seats=seats, options={}, undo="off", visibility="unlisted", host=hashed(secrets.token_hex())
    )
    request = Request(command=command, command_id=secrets.token_hex(24), fingerprint=secrets.token_hex(24))
    return Opened(Handler(log, milliseconds).open(game_id, secrets.token_bytes(32), request).game, tokens)


def copied(log: Log, game_id: str) -> Handler:
    """A handler whose log in memory holds a copy of this game."""
    loaded = log.load(game_id)
    assert loaded is not None
    memory = MemoryLog()
    memory.append(whole(game_id, loaded.records, loaded.seed))
    return Handler(memory, milliseconds)


def whole(game_id: str, records: Sequence[Stored], seed: bytes) -> Commit:
    """One commit that makes a game of all these records."""
    return Commit(
        game=game_id,
        expected=(0, ""),
        records=records,
        command_id=secrets.token_hex(24),
        fingerprint="",
        receipt=Receipt(1, len(records), 201),
        status="running",
        rules="",
        seed=seed,
    )


def moves(handler: Handler, game: Game, dice: random.Random) -> Iterator[tuple[int, Any, Sequence[int]]]:
    """Random commands until the game ends: (seat, command, sizes of the records that it wrote)."""
    while game.to_move():
        seat = dice.choice(game.to_move())
        command = dice.choice(game.rules.legal(game.position, seat))
        request = Request(command=command, command_id=secrets.token_hex(24), fingerprint="", seat=seat)
        done = handler.handle(game.id, request)
        game = done.game
        yield seat, command, [len(encode(each.record)) for each in done.happened]


class Post(NamedTuple):
    """A request that gives a command of this seat, on the game at this version."""

    seat: int
    version: int
    request: bytes


def posts(log: Log, opened: Opened, dice: random.Random) -> Iterator[Post]:
    """The requests of all seats from here to the end of the game."""
    version = opened.game.version
    for seat, command, sizes in moves(copied(log, opened.game.id), opened.game, dice):
        appends = f"{version} {','.join(map(str, sizes))}"
        yield Post(seat, version, opened.request("POST", "/commands", seat, encode(command), **{APPENDS: appends}))
        version += len(sizes)


def command_scripts(log: Log, rules: Rules[Any], connections: int, requests: int) -> list[list[bytes]]:
    """For each connection that many commands, of as many games as it takes; the same games for the bare view."""
    dice = random.Random(connections)
    scripts: list[list[bytes]] = []
    for _ in range(connections):
        script: list[bytes] = []
        while len(script) < requests:
            opened = open_game(log, rules)
            filler = [Stored(b"x", BARE_HEAD)] * opened.game.version
            log.append(whole(bare_game(opened.game.id), filler, b"x"))
            script.extend(post.request for post in islice(posts(log, opened, dice), requests - len(script)))
        scripts.append(script)
    return scripts


def bare_game(game_id: str) -> str:
    """The game to which the bare view appends what the service appends to this one."""
    return f"bare{game_id}"
