"""Waiting for games to move: one subscription for all waiting threads of a process.

Version notices carry numbers only and may get lost with a connection; so after every (new) subscription the
waiting threads look at the game themselves.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Condition, Event, Lock, Thread
from typing import Literal, NamedTuple, Protocol

from events.errors import Unavailable
from events.log import keys

GONE = 2**63
"""The version of a game that is not there: beyond every other, so that nobody waits for it."""
LINGER_SECONDS = 10.0
"""How long a game without waiting threads stays subscribed: who waits again soon costs nothing."""
HEARTBEAT_SECONDS = 5.0
"""A line on which nothing was heard for this long is pinged; for twice as long, it is given up."""
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds between attempts to get a new line."""


class Heard(NamedTuple):
    """What came over the line: a channel is subscribed from now on, a version number, or just a sign of life."""

    kind: Literal["subscribed", "number", "alive"]
    channel: str = ""
    number: int = 0


class Line(Protocol):
    """A subscriber's connection, used by one thread. Every method may raise Unavailable; then the line is dead."""

    def subscribe(self, *channels: str) -> None:
        """Ask for these channels; `subscribed` is heard for each."""

    def unsubscribe(self, *channels: str) -> None:
        """Ask for these channels no longer."""

    def ping(self) -> None:
        """Ask for a sign of life."""

    def hear(self, seconds: float) -> Heard | None:
        """What came next, or None after so many seconds."""

    def close(self) -> None:
        """Never raises."""


class _Channel:
    """What is known of a game. Guarded by the hub's lock, which `changed` shares."""

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.waiting = 0
        self.left_at = 0.0
        self.newest = 0  # the newest version heard or looked up since the last subscription
        self.subscribed = 0  # how often
        self.looked = 0  # the subscription after which the game was last looked at

    def knows_more_than(self, version: int) -> bool:
        """Whether the game has moved on, or has to be looked at to tell."""
        return self.newest > version or self.looked < self.subscribed


class Notices:
    """The hub. `connect` opens a line, `look` tells a game's version (None: no game), `nudge` publishes to a channel.

    Its thread begins with the first wait; so it is made, and not used, before a process forks.
    """

    def __init__(
        self,
        connect: Callable[[], Line],
        look: Callable[[str], int | None],
        nudge: Callable[[str], None],
        *,
        linger: float = LINGER_SECONDS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._linger, self._heartbeat = linger, heartbeat
        self._connect, self._look, self._nudge = connect, look, nudge
        self._own_channel = keys.own_notices(token_hex(8))  # wakes the thread up when it has something to do
        self._lock = Lock()
        self._channels: dict[str, _Channel] = {}
        self._unasked: list[str] = []  # channels that the line was not yet asked for
        self._tidied_at = 0.0
        self._closed = Event()
        self._thread: Thread | None = None

    def wait(self, game: str, version: int, seconds: float) -> bool:
        """Wait until the game may have moved beyond `version` (or is gone); False when the time is up."""
        end = time.monotonic() + seconds
        with self._waiting(keys.notices(game)) as known:
            while True:
                with self._lock:
                    more = known.changed.wait_for(lambda: known.knows_more_than(version), end - time.monotonic())
                    subscription = known.subscribed
                    if not more or known.looked == subscription:
                        return more
                self._look_after(subscription, known, game, end)

    def _look_after(self, subscription: int, known: _Channel, game: str, end: float) -> None:
        """Look at the game itself, once it is subscribed; a log that is away meanwhile is asked again later."""
        try:
            newest = self._look(game)
        except Unavailable:
            if time.monotonic() > end:
                raise
            self._closed.wait(PAUSES[0])
            return
        with self._lock:
            if known.subscribed == subscription:
                known.looked = subscription
                known.newest = max(known.newest, GONE if newest is None else newest)

    def close(self) -> None:
        """End the subscription; nobody may be waiting."""
        self._closed.set()
        if self._thread is not None:
            with suppress(Unavailable):
                self._nudge(self._own_channel)
            self._thread.join()

    @contextmanager
    def _waiting(self, channel: str) -> Iterator[_Channel]:
        with self._lock:
            known = self._channels.get(channel)
            is_new = known is None
            if known is None:
                known = self._channels[channel] = _Channel(self._lock)
                self._unasked.append(channel)
            known.waiting += 1
            self._start()
        try:
            if is_new:
                self._ask_for(known)
            yield known
        finally:
            with self._lock:
                known.waiting -= 1
                known.left_at = time.monotonic()

    def _ask_for(self, known: _Channel) -> None:
        try:
            self._nudge(self._own_channel)
        except Unavailable:
            if not known.subscribed:  # else the line was faster, and will ask for it again
                raise

    def _start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._listen, name="version notices", daemon=True)
            self._thread.start()

    def _listen(self) -> None:
        """The one thread that uses the line: keeps one open, and tells the waiting threads what is heard."""
        failures = 0
        while not self._closed.is_set():
            line = None
            try:
                line = self._connect()
                with self._lock:
                    self._unasked = list(self._channels)
                line.subscribe(self._own_channel)
                for heard in self._heard(line):
                    failures = 0
                    self._tell(heard)
                    self._ask(line)
            except Unavailable:
                self._closed.wait(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
            finally:
                if line is not None:
                    line.close()

    def _heard(self, line: Line) -> Iterator[Heard]:
        """All that comes over the line until the hub is closed; raises Unavailable when it falls silent."""
        pinged = False
        while not self._closed.is_set():
            heard = line.hear(self._heartbeat)
            if heard is not None:
                pinged = False
                yield heard
            elif pinged:
                raise Unavailable("the line fell silent")
            else:
                line.ping()
                pinged = True

    def _tell(self, heard: Heard) -> None:
        with self._lock:
            known = self._channels.get(heard.channel)
            if known is None:
                return
            if heard.kind == "subscribed":
                known.subscribed += 1
                known.newest = 0
            else:
                known.newest = heard.number
            known.changed.notify_all()

    def _ask(self, line: Line) -> None:
        """Subscribe what is new, and end the subscriptions that nobody has waited for lately."""
        with self._lock:
            new, self._unasked = self._unasked, []
            idle = self._idle()
            for name in idle:
                del self._channels[name]
        if new:
            line.subscribe(*new)
        if idle:
            line.unsubscribe(*idle)

    def _idle(self) -> list[str]:
        """The channels to give up; looks for them now and then only."""
        now = time.monotonic()
        if now < self._tidied_at + self._linger / 2:
            return []
        self._tidied_at = now
        return [name for name, each in self._channels.items() if not each.waiting and each.left_at + self._linger < now]
