"""Moves through the network, beside boardgame.io's own server and client in the same run."""

import json
import random
import selectors
import shutil
import socket
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.figures import Figure, at_least, figure
from tests.bench.load import WARM_UP, Connection, answers
from tests.bench.plan import Plan
from tests.bench.stack import Stack
from tests.bench.workload import Opened, Post, open_game, posts

FOLDER = Path(__file__).parent / "boardgame_io"
MATCHES = 16
WAIT = 10
FASTEST = 3_000
"""More moves a second than the service makes here: so many are made ready."""


def moves(stack: Stack, plan: Plan) -> Iterator[Figure]:
    """A move counts when the opponent's client has it: ours, on the disk, and theirs in files and in memory."""
    if why_not := _missing(plan):
        yield Figure(name="moves/s beside boardgame.io", note=f"skipped: {why_not}")
        return
    ours: list[float] = []
    files: list[float] = []
    memory: list[float] = []
    for _ in range(plan.runs):
        ours.append(_our_moves(stack, plan))
        with tempfile.TemporaryDirectory() as folder:
            files.append(_their_moves(plan, folder))
        memory.append(_their_moves(plan))
    name = "moves/s that the opponent has, 16 matches"
    yield figure(name, "1/s", ours, beside="boardgame.io, FlatFile", ceiling=files, promise=at_least(2))
    yield figure(name, "1/s", ours, beside="boardgame.io, in memory", ceiling=memory)


def _missing(plan: Plan) -> str:
    """Why boardgame.io cannot run here; empty when it can."""
    if not (shutil.which("npm") and shutil.which("node")):
        return "there is no npm"
    if (FOLDER / "node_modules").is_dir():
        return ""
    if not plan.install:
        return f"`npm ci` was not run in {FOLDER.name}"
    installed = subprocess.run(["npm", "ci", "--silent"], cwd=FOLDER, capture_output=True, text=True, check=False)
    return "" if installed.returncode == 0 else f"npm ci: {installed.stderr.strip()[-200:]}"


def _their_moves(plan: Plan, *folder: str) -> float:
    """Moves a second through boardgame.io's server, with its FlatFile storage in a folder or in memory."""
    with _node("server.js", str(port := _free_port()), *folder) as server:
        assert server.stdout is not None
        server.stdout.readline()  # "ready"
        with _node("client.js", str(port), str(MATCHES), str(plan.seconds)) as client:
            assert client.stdout is not None
            return float(json.loads(client.stdout.readline())["moves_per_second"])


@contextmanager
def _node(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    environ = {"NODE_ENV": "production", "PATH": str(Path(shutil.which("node") or "").parent)}
    with subprocess.Popen(["node", *arguments], cwd=FOLDER, env=environ, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return int(server.getsockname()[1])


class _Match:
    """A client for each seat: who is to move gives a command, the next one waits for news of it.

    All that will be sent is made ready beforehand: enough games for so many moves.
    """

    def __init__(self, stack: Stack, plan: Plan, number: int, moves: int) -> None:
        dice = random.Random(number)
        self.clients = [Connection(stack.service) for _ in range(plan.rules.players[0])]
        self.unanswered: set[Connection] = set()
        self._moves: deque[_Move] = deque()
        while len(self._moves) < moves:
            opened = open_game(stack.log, plan.rules)
            self._moves.extend(self._prepared(opened, post) for post in posts(stack.log, opened, dice))

    def _prepared(self, opened: Opened, post: Post) -> "_Move":
        opponent = (post.seat + 1) % len(self.clients)
        news = opened.request("GET", f"/events?after={post.version}&wait={WAIT}", opponent)
        return _Move(self.clients[post.seat], post.request, self.clients[opponent], news)

    def move(self) -> None:
        """The next command, and the opponent's question for what it brings."""
        move = self._moves.popleft()
        move.opponent.put(move.news, 0.0)
        move.mover.put(move.command, 0.0)
        self.unanswered = {move.opponent, move.mover}


class _Move(NamedTuple):
    """A command of the one client, and the other's question for what it brings."""

    mover: Connection
    command: bytes
    opponent: Connection
    news: bytes


def _our_moves(stack: Stack, plan: Plan) -> float:
    moves = int(FASTEST * (1 + WARM_UP) * plan.seconds / MATCHES)
    matches = [_Match(stack, plan, number, moves) for number in range(MATCHES)]
    of = {client: match for match in matches for client in match.clients}
    done, warm = 0, WARM_UP * plan.seconds
    with selectors.DefaultSelector() as selector:
        for client in of:
            selector.register(client.socket, selectors.EVENT_READ, client)
        for match in matches:
            match.move()
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < warm + plan.seconds:
            for client, status in answers(selector):
                _check(status)
                match = of[client]
                match.unanswered.discard(client)
                if not match.unanswered:
                    done += spent > warm
                    match.move()
    for client in of:
        client.socket.close()
    return done / (spent - warm)


def _check(status: int) -> None:
    if status not in (200, 201):
        raise AssertionError(f"an answer with status {status}")
