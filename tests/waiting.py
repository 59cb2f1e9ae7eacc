"""Waiting in tests: for a condition, with a deadline, and saying for what."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(condition: Callable[[], T | None], what: str, deadline: float = 10.0) -> T:
    """Asks `condition` until it answers something true, and returns that.

    Fails the test with "waited 10.0 s for <what>" when it stays false for `deadline` seconds.
    """
    end = time.monotonic() + deadline
    while not (answer := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {deadline} s for {what}")
        time.sleep(0.01)
    return answer
