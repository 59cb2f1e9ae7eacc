"""What every request is served with; put together once, at the edge."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app

from events.handle import Handler
from service.auth import Tokens
from service.enqueue import Queues
from service.live import Reading, Waiting
from service.rendered import Rendered
from service.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The service of one process.

    `clock` gives milliseconds since the epoch, `draw` the random bytes that games get their luck from; without
    `queues` no job is woken.
    """

    settings: Settings
    handler: Handler
    tokens: Tokens
    queues: Queues | None
    waiting: Waiting
    reading: Reading
    rendered: Rendered
    clock: Callable[[], int]
    draw: Callable[[int], bytes]


KEY = "playledger"


def parts() -> Parts:
    """What the current request is served with."""
    found: Parts = current_app.extensions[KEY]
    return found
