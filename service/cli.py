"""The command `playledger`. What lives in `workers` is named by string: the service never imports it."""

import importlib
import logging
import sys
from pathlib import Path
from typing import Any

import click

from service.settings import CannotStart, Settings, load_settings, require_redis

RUN_WORKER = "workers.main:run_worker"
SWEEP = "workers.sweeper:main"
SIMULATE = "workers.simulate:simulate"
BY_STRING = (RUN_WORKER, SWEEP, SIMULATE)
QUEUES = ("bots", "history")
REDIS_TRIES = 20

child_of = click.option("--child-of", type=int, hidden=True, help="End when this process ends.")


def resolve(name: str) -> Any:
    """The function that `module:function` names."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


@click.group()
def playledger() -> None:
    """People, programs and bots play board games over HTTP."""


@playledger.command()
@click.option("--host", help="The address to listen on (default 127.0.0.1).")
@click.option("--port", help="The port to listen on (default 8080).")
@click.option("--data", help="The folder for everything that must survive (default ./var).")
def serve(host: str | None, port: str | None, data: str | None) -> None:
    """Run the whole service: Redis, the API, the workers and the sweeper."""
    from service.serve import serve

    sys.exit(serve(load_settings(host=host, port=port, data=data)))


@playledger.command()
@click.option("--fd", type=int, hidden=True, help="Accept on this open socket instead of the host and port.")
@child_of
def api(fd: int | None, child_of: int | None) -> None:
    """Run the HTTP API alone; the settings must name a Redis."""
    settings = _settings_of_a_part(child_of)
    from service.server import run_api

    run_api(settings, fd)


@playledger.command()
@click.option("--queue", type=click.Choice(QUEUES), required=True, help="The one queue to work on.")
@child_of
def worker(queue: str, child_of: int | None) -> None:
    """Run one worker: for bots' moves, or for undo and replay."""
    settings = _settings_of_a_part(child_of)
    resolve(RUN_WORKER)(settings, queue)


@playledger.command()
@child_of
def sweeper(child_of: int | None) -> None:
    """Run the sweeper, which revives lost work and is the only clock."""
    settings = _settings_of_a_part(child_of)
    resolve(SWEEP)(settings)


@playledger.command()
@click.argument("game")
@click.option("--data", help="The data folder of the service (default ./var), running or not.")
def verify(game: str, data: str | None) -> None:
    """Check a stored game: its hash chain, its seed, and every decision made again. Exit code 1 names what is wrong."""
    from service.verifying import verify_game

    faults = verify_game(load_settings(data=data), game)
    for fault in faults:
        click.echo(f"record {fault.version}: {fault.what}")
    if faults:
        sys.exit(1)
    click.echo(f"{game} is as it was played.")


@playledger.command()
@click.argument("rules")
@click.option(
    "--seats", multiple=True, required=True, help='A number of seats, or the bots by seat: "random,random". Repeatable.'
)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games of each line-up.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--option", "options", multiple=True, help='An option of the game: "name=value". Repeatable.')
@click.option("--thinking", type=click.FloatRange(0, min_open=True), help="Milliseconds (CPU time) for each command.")
@click.option("--results", type=click.Path(dir_okay=False, path_type=Path), help="A file for a line about each game.")
def simulate(
    rules: str,
    seats: tuple[str, ...],
    games: int,
    seed: int,
    options: tuple[str, ...],
    thinking: float | None,
    results: Path | None,
) -> None:
    """Let bots play games of RULES against each other, on all cores, and tell what came of it."""
    resolve(SIMULATE)(rules, seats, games, seed, options, thinking, results)


@playledger.command()
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 when the file is stale.")
@click.argument("path", type=click.Path(path_type=Path), default="openapi.yaml")
def openapi(check: bool, path: Path) -> None:
    """Write the contract of the API to PATH (default openapi.yaml)."""
    text = resolve("service.openapi:spec_text")()
    if not check:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        click.echo(f"{path} is stale; write it anew with `make openapi`.", err=True)
        sys.exit(1)


def _settings_of_a_part(parent: int | None) -> Settings:
    """The settings of a process that needs a Redis; it ends with `parent`, and its log goes to stderr.

    A parent has looked at the Redis. Without one that is done here, and a Redis that is just starting is waited for.
    """
    settings = load_settings()
    require_redis(settings)
    if parent is not None:
        from service.lifeline import die_with_parent

        die_with_parent(parent)
    else:
        from service.serve import check_redis

        check_redis(settings, REDIS_TRIES)
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    return settings


def main() -> None:
    """Runs the command line: exit code 2, and one sentence, for what the operator has to change first."""
    try:
        playledger(prog_name="playledger")
    except CannotStart as error:
        click.echo(f"playledger: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
