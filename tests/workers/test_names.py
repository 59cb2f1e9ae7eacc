"""What the service names by string is there, and each worker has exactly one queue."""

import inspect

import pytest

from service.cli import BY_STRING, QUEUES, resolve
from service.enqueue import BOTS, CALLS, HISTORY
from tests.workers.workshop import Workshop
from workers.main import make_worker
from workers.sweeper import ATTEMPTS, PATIENCE_MS


@pytest.mark.parametrize("kind", CALLS)
def test_every_kind_of_work_has_its_function(kind: str) -> None:
    """It takes the game, the key of the work and the attempt; the sweeper knows how long and how often."""
    module, _, function = CALLS[kind].function.rpartition(".")
    assert 3 == len(inspect.signature(resolve(f"{module}:{function}")).parameters)
    assert {kind} <= (ATTEMPTS.keys() | {"bots"}) & PATIENCE_MS.keys()


def test_the_command_line_finds_the_workers() -> None:
    """The service never imports them; it names them, and their queues, which it does not need RQ for."""
    assert all(callable(resolve(name)) for name in BY_STRING)
    assert (BOTS, HISTORY) == QUEUES


@pytest.mark.parametrize("queue", [BOTS, HISTORY])
def test_a_worker_listens_to_one_queue(workshop: Workshop, queue: str) -> None:
    """With two, RQ takes a job in one step and says so in another, and a kill between them loses it for ever."""
    assert [queue] == make_worker(workshop.settings, queue).queue_names()
