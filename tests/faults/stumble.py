"""The service with traps at named points, into which one of its processes falls.

    python -m tests.faults.stumble TRAPS serve --port PORT --data FOLDER

is `playledger serve`, except that the first process that comes to the point named by a file in the folder TRAPS takes
the file away and dies as by kill -9, or stops where the file says "stop".
"""

import dataclasses
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from flask import Flask
from redis import Redis

from events.handle import Handler
from events.log import Answer, Commit
from events.log.redis import RedisLog, connect
from service.app import create_app
from service.cli import child_of
from service.enqueue import BOTS, HISTORY, Queues
from service.lifeline import die_with_parent
from service.serve import serve, service_children
from service.server import run_server
from service.settings import Settings, load_settings
from service.supervisor import Child
from workers.jobs import equip
from workers.main import clock, compose, make_worker

MODULE = "tests.faults.stumble"
DEQUEUED, BEFORE, AFTER = "after dequeue", "before append", "after append"
POINTS = (
    *(f"api {point}" for point in (BEFORE, AFTER)),
    *(f"{queue} worker {point}" for queue in (BOTS, HISTORY) for point in (DEQUEUED, BEFORE, AFTER)),
)


class Traps:
    """The traps in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def set(self, point: str, number: signal.Signals = signal.SIGKILL) -> None:
        """The next process that comes to this point gets the signal."""
        draft = self.folder / "draft"
        draft.write_text(str(number.value))
        draft.rename(self.folder / point)

    def is_set(self, point: str) -> bool:
        """Whether nobody has come to the point yet."""
        return (self.folder / point).exists()

    def pass_by(self, point: str) -> None:
        """Fall into the trap at this point, if there is one; each is for one process only."""
        taken = self.folder / f"taken by {os.getpid()}"
        try:
            (self.folder / point).rename(taken)
        except FileNotFoundError:
            return
        os.kill(os.getpid(), int(taken.read_text()))

    def taken_by(self) -> list[int]:
        """The processes that fell into traps."""
        return [int(path.name.removeprefix("taken by ")) for path in self.folder.glob("taken by *")]


class StumblingLog(RedisLog):
    """The log, with traps before and after the appends of this process."""

    def __init__(self, client: Redis, traps: Traps, name: str) -> None:
        super().__init__(client)
        self._traps, self._name = traps, name

    def append(self, commit: Commit) -> Answer:
        """As the class above."""
        self._traps.pass_by(f"{self._name} {BEFORE}")
        answer = super().append(commit)
        self._traps.pass_by(f"{self._name} {AFTER}")
        return answer


@click.group()
@click.argument("folder", type=click.Path(path_type=Path))
@click.pass_context
def main(context: click.Context, folder: Path) -> None:
    """The commands of `playledger` that the service consists of."""
    context.obj = Traps(folder)


@main.command("serve")
@click.option("--port")
@click.option("--data")
@click.pass_obj
def serve_stumbling(traps: Traps, port: str, data: str) -> None:
    """Everything."""
    sys.exit(serve(load_settings(port=port, data=data), partial(children, traps)))


def children(traps: Traps, settings: Settings, listener: int) -> Sequence[Child]:
    """The service's processes; the API and the workers are those of this module."""
    return [_stumbling(traps, child) for child in service_children(settings, listener)]


def _stumbling(traps: Traps, child: Child) -> Child:
    if child.name == "sweeper":
        return child
    arguments = child.argv[child.argv.index("service.cli") + 1 :]
    return dataclasses.replace(child, argv=[sys.executable, "-m", MODULE, str(traps.folder), *arguments])


@main.command()
@click.option("--fd", type=int)
@child_of
@click.pass_obj
def api(traps: Traps, fd: int, child_of: int) -> None:
    """The API."""
    die_with_parent(child_of)
    run_server(load_settings(), partial(stumbling_app, traps), fd)


def stumbling_app(traps: Traps, settings: Settings) -> Flask:
    """The app, on a log with traps."""
    log = StumblingLog(connect(settings.redis_url), traps, "api")
    return create_app(settings, log, Queues(connect(settings.queue_address)))


@main.command()
@click.option("--queue")
@child_of
@click.pass_obj
def worker(traps: Traps, queue: str, child_of: int) -> None:
    """A worker."""
    die_with_parent(child_of)
    settings = load_settings()
    log = StumblingLog(connect(settings.redis_url), traps, f"{queue} worker")
    equip(compose(settings)._replace(handler=Handler(log, clock)))
    working = make_worker(settings, queue)
    execute = working.execute_job

    def stumble(*job: Any) -> None:
        traps.pass_by(f"{queue} worker {DEQUEUED}")
        execute(*job)

    working.execute_job = stumble  # type: ignore[method-assign, assignment]  # the one place between taking and starting a job
    working.work(logging_level="WARNING")


if __name__ == "__main__":
    main()
