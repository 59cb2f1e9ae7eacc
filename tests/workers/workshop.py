"""A workshop: a log and queues in a real Redis, tables to play at, and worker processes that can be killed."""

import dataclasses
import secrets
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from redis import Redis
from rq import Queue, Worker
from rq.worker import WorkerStatus

from events.chance import SEED_BYTES
from events.decide import calls_for
from events.handle import Handler, Request
from events.history import Game
from events.log import Job, Log, job_id
from events.log.redis import connect
from events.rules import Command, Rules
from events.table.messages import OpenGame, SeatSetup
from service.enqueue import Queues
from service.lifeline import spawn
from service.settings import Settings, child_environment
from tests.kinds import FOR_TWO
from tests.waiting import wait_until
from tests.workers.odd_bots import ALL_BOTS, GO, THINKING
from workers.jobs import Tools, equip
from workers.main import clock
from workers.sweeper import Sweeper

PERSON = SeatSetup(kind="person", name="Ada", token="0" * 64)


def bot(spec: str) -> SeatSetup:
    """A seat that this bot plays."""
    return SeatSetup(kind="bot", bot=spec)


@dataclass
class Workshop:
    """Everything that jobs touch. Jobs called in this process use the same log and queues."""

    settings: Settings
    client: Redis
    queue_client: Redis
    handler: Handler
    queues: Queues
    children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    opened: int = 0

    def move_queues(self, url: str) -> None:
        """From now on the queues are in another Redis."""
        self.settings = dataclasses.replace(self.settings, queue_url=url)
        self.queue_client = connect(url)
        self.queues = Queues(self.queue_client)

    def equip(self, log: Log, slice_seconds: float = 60) -> None:
        """What the jobs that are called in this process work with."""
        equip(Tools(Handler(log, clock), self.queues, ALL_BOTS, slice_seconds))

    def open(self, *seats: SeatSetup, rules: Rules[Any] = FOR_TWO) -> Game:
        """A table that has begun, with seat 0 to move, or all where they play together. Nothing is enqueued yet.

        Its luck is the same in every run.
        """
        command = OpenGame(
            rules=rules.name,
            seats=seats,
            options={} if rules.cooperative else {"first_seat": 0},
            undo="free",
            visibility="unlisted",
            host="0" * 64,
        )
        self.opened += 1
        name = f"game{self.opened}"
        request = Request(command=command, command_id=name, fingerprint=name)
        return self.handler.open(name, bytes(SEED_BYTES), request).game

    def give(self, game: Game, seat: int | None, command: Command) -> Game:
        """A person's command, and the game after it. Nothing is enqueued yet."""
        name = secrets.token_hex(12)
        request = Request(command=command, command_id=name, fingerprint=name, seat=seat)
        return self.handler.handle(game.id, request).game

    def give_any(self, game: Game, seat: int) -> Game:
        """The first legal command of a person's seat."""
        return self.give(game, seat, game.rules.legal(game.position, seat)[0])

    def wake(self, game: Game) -> None:
        """Enqueue what the game calls for, as the API does."""
        work = calls_for(game)
        assert work
        assert self.queues.wake(work)

    def ask(self, game: Game, kind: Literal["undo", "replay"], **request: Any) -> Job:
        """Ask for an undo or a replay, as the API does. Nothing is enqueued yet."""
        asked = secrets.token_hex(12)
        if kind == "undo":
            request = {"version": None, "head": "", **request}
        job = Job(id=job_id(kind, game.id, asked), kind=kind, game=game.id, owner="Ada", request=request)
        self.handler.log.ask(job, clock(), asked, asked)
        return job

    def job(self, job: Job) -> Job:
        """The job as it stands."""
        found = self.handler.log.job(job.id)
        assert found
        return found

    def now(self, game: Game) -> Game:
        """The game as it stands."""
        return self.handler.game(game.id)

    def start_worker(self, queue: str = "bots") -> subprocess.Popen[bytes]:
        """A worker process, which has begun to listen."""
        before = self._idle(queue)
        argv = [sys.executable, "-m", "tests.workers.worker", queue]
        self.children.append(spawn(argv, child_environment(self.settings)))
        wait_until(lambda: self._idle(queue) > before, "a worker that listens")
        return self.children[-1]

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A part of the service, as `playledger` starts it."""
        argv = [sys.executable, "-m", "service.cli", *command]
        self.children.append(spawn(argv, child_environment(self.settings)))
        return self.children[-1]

    def _idle(self, queue: str) -> int:
        workers = Worker.all(self.queue_client, queue=Queue(queue, self.queue_client))
        return [worker.get_state() for worker in workers].count(WorkerStatus.IDLE)

    def sweeper(self, ahead: int = 0) -> Sweeper:
        """A sweeper in this process, whose clock is ahead by so many milliseconds."""
        return Sweeper(self.handler.log, self.queues, lambda: clock() + ahead)

    def swept_until(self, done: Callable[[], object], what: str) -> None:
        """Sweep again and again until `done`."""
        sweeper = self.sweeper()

        def swept() -> object:
            sweeper.sweep()
            return done()

        wait_until(swept, what)

    def thinking(self) -> int:
        """The process in which a `gate` thinks, as soon as one does."""
        found: Any = wait_until(lambda: self.client.lpop(THINKING), "a bot that thinks")
        return int(found)

    def go(self, times: int = 1) -> None:
        """Let so many `gate`s choose."""
        self.client.rpush(GO, *["go"] * times)
