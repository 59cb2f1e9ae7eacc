"""A job that waits to be told before it does what it should: for kills at a known moment."""

import os

from redis import Redis

from service.settings import load_settings
from tests.workers.odd_bots import GO, THINKING
from workers.jobs import undo


def held_undo(game: str, job: str, attempt: int) -> None:
    """Like `workers.jobs.undo`, once it is told to go."""
    with Redis.from_url(load_settings().redis_url) as client:
        client.rpush(THINKING, os.getpid())
        client.blpop([GO], timeout=30)
    undo(game, job, attempt)
