"""Commands and reads over HTTP: the whole service beside the bare view on the same server."""

import itertools

from tests.bench.figures import Figure, at_least, at_most, figure, in_turns
from tests.bench.load import Address, Load, closed_loop, open_loop
from tests.bench.plan import Plan
from tests.bench.stack import Stack
from tests.bench.workload import command_scripts, open_game

CONNECTIONS = 16
FASTEST = 5_000
"""More commands a second than any server here takes: so many are made ready."""
STEADY_RATE = 500
BARE_APPEND = "bare view that only appends"
BARE_READ = "bare view that answers 3 kB of ready JSON"


def commands(stack: Stack, plan: Plan) -> Figure:
    """Commands a second through the whole stack, every one on the disk; games of two persons, 16 connections."""
    requests = int(FASTEST * plan.seconds / CONNECTIONS)

    def rate(address: Address) -> float:
        scripts = command_scripts(stack.log, plan.rules, CONNECTIONS, requests)
        return expect(201, closed_loop(address, scripts, plan.seconds)).rate

    ours, bare = in_turns(plan.runs, lambda: rate(stack.service), lambda: rate(stack.bare))
    name = "commands over HTTP, 16 connections"
    return figure(name, "1/s", ours, beside=BARE_APPEND, ceiling=bare, promise=at_least(0.5))


def steady(stack: Stack, plan: Plan) -> Figure:
    """The slowest hundredth of 500 commands a second that come whether the last ones were answered or not."""
    requests = int(STEADY_RATE * plan.seconds)

    def p99(address: Address) -> float:
        scripts = command_scripts(stack.log, plan.rules, CONNECTIONS, requests)
        return 1_000 * expect(201, open_loop(address, scripts, STEADY_RATE, plan.seconds)).quantile(0.99)

    ours, bare = in_turns(plan.runs, lambda: p99(stack.service), lambda: p99(stack.bare))
    name = "p99 of 500 commands/s, open loop"
    return figure(name, "ms", ours, beside=BARE_APPEND, ceiling=bare, promise=at_most(2, "ratio"))


def reads(stack: Stack, plan: Plan) -> Figure:
    """GET of running games by the seat to move, 16 connections."""
    scripts = [itertools.repeat(_read(stack, plan)) for _ in range(CONNECTIONS)]

    def rate(address: Address) -> float:
        return expect(200, closed_loop(address, scripts, plan.seconds)).rate

    ours, bare = in_turns(plan.runs, lambda: rate(stack.service), lambda: rate(stack.bare))
    return figure("GET of a running game", "1/s", ours, beside=BARE_READ, ceiling=bare, promise=at_least(0.5))


def _read(stack: Stack, plan: Plan) -> bytes:
    opened = open_game(stack.log, plan.rules)
    return opened.request("GET", "", opened.game.to_move()[0])


def expect(status: int, load: Load) -> Load:
    """The load, all of whose answers must have this status."""
    if set(load.statuses) != {status}:
        raise AssertionError(f"answers other than {status}: {dict(load.statuses)}")
    return load
