"""Waiting in tests: for a condition, with a deadline, and saying for what."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(condition: Callable[[], T | None], what: str, deadline: float = 10.0, pause: float = 0.01) -> T:
    """Asks `condition` until it answers something true, and returns that; `pause` seconds lie in between.

    Fails the test with "waited 10.0 s for <what>" when it stays false for `deadline` seconds.
    """
    end = time.monotonic() + deadline
    while not (answer := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {deadline} s for {what}")
        time.sleep(pause)
    return answer


def let_pass(seconds: float) -> None:
    """For tests in which something lasts for a while: nothing else is waited for."""
    time.sleep(seconds)
