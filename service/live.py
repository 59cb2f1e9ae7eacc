"""Waiting for news: bounded, so that requests that wait never keep commands from being served."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from events.handle import Handler
from events.history import Game
from events.record import Stored
from service.problems import Problem

LONGEST_WAIT = 30
"""Seconds that one request may wait."""
RETRY_SECONDS = 2


PATIENCE = 0.5
"""Seconds until a body has a place to be read in; whole bodies give theirs back at once."""


class Reading:
    """The places for bodies that are read, of one process: who sends one slowly, or never its end, keeps one only."""

    def __init__(self, places: int) -> None:
        self._places = BoundedSemaphore(places)

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place to read in; raises Problem `unavailable` when none becomes free."""
        if not self._places.acquire(timeout=PATIENCE):
            detail = "Too many requests are still being sent; send this one again."
            raise Problem("unavailable", detail, retry_after=RETRY_SECONDS)
        try:
            yield
        finally:
            self._places.release()


class Waiting:
    """The places for requests that wait, of one process; `taken` of them are taken now."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._lock = Lock()
        self.taken = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place to wait in; raises Problem `unavailable` when all are taken."""
        with self._lock:
            if self.taken >= self._places:
                detail = "Too many requests wait already; ask again."
                raise Problem("unavailable", detail, retry_after=RETRY_SECONDS)
            self.taken += 1
        try:
            yield
        finally:
            with self._lock:
                self.taken -= 1


def wait_for_news(
    handler: Handler, waiting: Waiting, game: Game, seconds: float
) -> tuple[Game, Sequence[Stored] | None]:
    """The game as soon as it has moved on, or as it is when the time is up, and the records that are new.

    The records are None when only the whole history tells. Raises GameNotFound when the game is deleted meanwhile,
    and Problem `unavailable` when too many wait.
    """
    deadline = time.monotonic() + seconds
    newest, records = game, None
    with waiting.place():
        while newest.version <= game.version and (left := deadline - time.monotonic()) > 0:
            handler.log.wait(game.id, game.version, left)
            newest, records = handler.since(game)
    return newest, records
