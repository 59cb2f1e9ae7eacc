"""Which HTTP server: `python -m tests.bench.servers` compares those that are installed (`pip install gunicorn gevent`).

Each serves the service and the bare app with as many processes, on the same Redis and under the same load; and each is
given 500 long polls to hold while somebody else reads a game.
"""

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from statistics import median

import click
from flask import Flask

from service.app import create_app
from service.server import run_server
from service.settings import child_environment, load_settings
from tests.bench.bare import create_bare_app
from tests.bench.figures import Spread, spread
from tests.bench.load import Address, Connection, Load, closed_loop, open_loop
from tests.bench.over_http import CONNECTIONS, FASTEST, STEADY_RATE, expect
from tests.bench.stack import ROOT, Stack, stack
from tests.bench.workload import command_scripts, open_game
from tests.kinds import FOR_TWO
from tests.waiting import wait_until

POLLS = 500
GUNICORN = "gunicorn --no-control-socket --keep-alive 30 -w {processes} -b 127.0.0.1:{port} tests.bench.servers:{app}()"
SERVERS = {
    "gunicorn gthread": GUNICORN + " -k gthread --threads {threads}",
    "gunicorn gevent": GUNICORN + " -k gevent",
    "granian": "tests.bench.servers --serve {app}",
}
APPS = {"service": create_app, "bare": create_bare_app}


def service() -> Flask:
    """The service, with the settings of the environment."""
    return create_app(load_settings())


def bare() -> Flask:
    """The bare app."""
    return create_bare_app(load_settings())


@contextmanager
def serving(parts: Stack, server: str, app: str, threads: int) -> Iterator[tuple[Address, int]]:
    """The address of the app on this server, and the id of its process."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        address: Address = free.getsockname()
    processes = parts.settings.api_processes
    command = SERVERS[server].format(port=address[1], app=app, threads=threads, processes=processes).split()
    environ = child_environment(replace(parts.settings, port=address[1], api_threads=threads))
    environ["PYTHONPATH"] = str(ROOT)
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=environ, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _answers(address), f"{server} to answer", 30)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait()


def _answers(address: Address) -> bool:
    try:
        socket.create_connection(address, timeout=1).close()
    except OSError:
        return False
    return True


def load(parts: Stack, address: Address, seconds: float) -> Iterator[tuple[str, Load]]:
    """Commands as fast as possible, 500 a second, and reads."""
    requests = int(FASTEST * seconds / CONNECTIONS)
    scripts = command_scripts(parts.log, FOR_TWO, CONNECTIONS, requests)
    yield "commands", expect(201, closed_loop(address, scripts, seconds))
    scripts = command_scripts(parts.log, FOR_TWO, CONNECTIONS, int(STEADY_RATE * seconds))
    yield "steady", expect(201, open_loop(address, scripts, STEADY_RATE, seconds))
    read = open_game(parts.log, FOR_TWO).request("GET", "", 0)
    yield "reads", expect(200, closed_loop(address, [repeat(read)] * CONNECTIONS, seconds))


def hold(parts: Stack, address: Address, process: int) -> str:
    """What 500 waiting requests cost, and what somebody else notices of them."""
    opened = open_game(parts.log, FOR_TWO)
    poll = opened.request("GET", f"/events?after={opened.game.version}&wait=30", 0)
    before = _memory(process)
    waiting = [Connection(address, [poll]) for _ in range(POLLS)]
    for connection in waiting:
        connection.send(0.0)
    try:
        read = closed_loop(address, [repeat(opened.request("GET", "", 0))], 3.0)
        noticed = f"{1_000 * median(read.latencies):.1f} ms"
    except (ConnectionError, TimeoutError):
        noticed = "fails"
    kilobytes = (_memory(process) - before) // POLLS
    held = 0
    for connection in waiting:
        connection.socket.setblocking(False)
        try:
            connection.socket.recv(1)
        except BlockingIOError:
            held += 1
    for connection in waiting:
        connection.socket.close()
    return f"{held} held, {kilobytes} kB each; a read meanwhile {noticed}"


def _memory(process: int) -> int:
    """Kilobytes that the process and its children use, on Linux."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in (str(process), *children)]
    return sum(int(status.partition("VmRSS:")[2].split()[0]) for status in statuses)


@click.command()
@click.option("--runs", default=5, show_default=True)
@click.option("--seconds", default=2.0, show_default=True)
@click.option("--serve", type=click.Choice(list(APPS)), help="Serve this app as the service is served, instead.")
def main(runs: int, seconds: float, serve: str | None) -> None:
    """Compare the servers; medians of runs in turns, with least and most."""
    if serve:
        run_server(load_settings(), APPS[serve])
        return
    names = [name for name in SERVERS if all(importlib.util.find_spec(part) for part in _needs(name))]
    rates: dict[tuple[str, str, str], list[float]] = {}
    with stack() as parts:
        for _ in range(runs):
            for name in names:
                for app in APPS:
                    with serving(parts, name, app, 32) as (address, _):
                        for what, found in load(parts, address, seconds):
                            value = 1_000 * found.quantile(0.99) if what == "steady" else found.rate
                            rates.setdefault((name, app, what), []).append(value)
        click.echo(
            "| server | app | commands/s | p99 at 500 commands/s, ms | reads/s | 500 long polls |\n" + "|---" * 6 + "|"
        )
        for name in names:
            with serving(parts, name, "service", 2 * POLLS) as (address, process):
                held = hold(parts, address, process)
            for app in APPS:
                cells = [_text(spread(rates[name, app, what])) for what in ("commands", "steady", "reads")]
                click.echo(f"| {name} | {app} | {' | '.join(cells)} | {held if app == 'service' else ''} |")
    click.echo(f"\n{os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}")


def _needs(name: str) -> list[str]:
    return name.replace("gthread", "").split()


def _text(values: Spread) -> str:
    return f"{values.median:,.0f} ({values.least:,.0f}–{values.most:,.0f})"


if __name__ == "__main__":
    main()
