"""The load generator: ready-made requests over keep-alive connections, in one process, as little work as possible.

It takes part of the machine that it measures. So whatever is compared is driven by this generator, with requests of
the same size over the same number of connections, and every `Load` says how busy the generator itself was.
"""

import gc
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

PATIENCE_SECONDS = 10.0
"""How long an answer may take before the run is given up."""
WARM_UP = 0.1
"""The share of a closed loop's time before it counts."""


class Load(NamedTuple):
    """What came of a run: answers, in how many seconds, and each one's latency (seconds, ascending).

    `statuses` counts the answers by status; `busy` is the generator's own processor time by second.
    """

    answers: int
    seconds: float
    latencies: Sequence[float]
    statuses: Counter[int]
    busy: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds

    def quantile(self, share: float) -> float:
        """The latency (seconds) that this share of the answers did not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]


class Connection:
    """One keep-alive connection that sends its requests one after the other."""

    def __init__(self, address: tuple[str, int], requests: Iterable[bytes]) -> None:
        self.socket = socket.create_connection(address, timeout=PATIENCE_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = iter(requests)
        self.began = 0.0
        self._received = b""

    def send(self, began: float) -> bool:
        """Send the next request, whose latency counts from `began`; False when there is none left."""
        request = next(self.requests, None)
        if request is None:
            return False
        self.began = began
        self.socket.sendall(request)
        return True

    def receive(self) -> int | None:
        """Read what has come; the answer's status once it is complete. Raises ConnectionError."""
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("the server closed the connection")
        if self._received:
            received = self._received + received
        end = received.find(b"\r\n\r\n")
        if end < 0 or len(received) < end + 4 + _content_length(received[:end]):
            self._received = received
            return None
        self._received = b""
        return int(received[9:12])


def _content_length(head: bytes) -> int:
    _, found, rest = head.lower().partition(b"\r\ncontent-length:")
    if not found:
        raise ConnectionError(f"an answer without Content-Length: {head!r}")
    return int(rest.partition(b"\r\n")[0])


def closed_loop(address: tuple[str, int], scripts: Sequence[Iterable[bytes]], seconds: float) -> Load:
    """Every connection sends the next request of its script as soon as the last is answered.

    The run ends after `seconds`, or when a script ends; what its first tenth brings is not counted.
    """
    with _connected(address, scripts) as (connections, selector):
        meter = _Meter()
        counts_from = meter.began + WARM_UP * seconds
        ends = meter.began + seconds
        for connection in connections:
            connection.send(time.perf_counter())
        while (now := time.perf_counter()) < ends:
            if meter.began < counts_from <= now:
                meter = _Meter()
            for connection, status in _answers(selector):
                now = time.perf_counter()
                meter.note(status, now - connection.began)
                if not connection.send(now):
                    return meter.load()
        return meter.load()


def open_loop(address: tuple[str, int], scripts: Sequence[Iterable[bytes]], rate: float, seconds: float) -> Load:
    """`rate` requests a second on a fixed timetable, whether answers come or not.

    A request goes over whichever connection is idle; its latency counts from the time it was due, so a server
    that falls behind cannot hide it.
    """
    with _connected(address, scripts) as (connections, selector):
        meter = _Meter()
        idle = deque(connections)
        sent, total = 0, int(rate * seconds)
        while meter.answers < total:
            while sent < total and idle and (due := meter.began + sent / rate) <= time.perf_counter():
                if not idle.popleft().send(due):
                    return meter.load()
                sent += 1
            wait = meter.began + sent / rate - time.perf_counter() if idle and sent < total else PATIENCE_SECONDS
            for connection, status in _answers(selector, wait):
                meter.note(status, time.perf_counter() - connection.began)
                idle.append(connection)
        return meter.load()


class _Meter:
    """Counts answers from now on."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self._processor = time.process_time()
        self._latencies: list[float] = []
        self._statuses: Counter[int] = Counter()

    @property
    def answers(self) -> int:
        return len(self._latencies)

    def note(self, status: int, latency: float) -> None:
        self._statuses[status] += 1
        self._latencies.append(latency)

    def load(self) -> Load:
        seconds = time.perf_counter() - self.began
        busy = (time.process_time() - self._processor) / seconds
        return Load(self.answers, seconds, sorted(self._latencies), self._statuses, busy)


@contextmanager
def _connected(
    address: tuple[str, int], scripts: Sequence[Iterable[bytes]]
) -> Iterator[tuple[list[Connection], selectors.BaseSelector]]:
    """A connection for each script, with garbage collection put off."""
    connections: list[Connection] = []
    gc.disable()
    try:
        with selectors.DefaultSelector() as selector:
            for script in scripts:
                connections.append(Connection(address, script))
                selector.register(connections[-1].socket, selectors.EVENT_READ, connections[-1])
            yield connections, selector
    finally:
        gc.enable()
        for connection in connections:
            connection.socket.close()


def _answers(selector: selectors.BaseSelector, wait: float = PATIENCE_SECONDS) -> Iterator[tuple[Connection, int]]:
    """The answers that are complete, after waiting for something to come."""
    ready = selector.select(max(0.0, wait))
    if not ready and wait >= PATIENCE_SECONDS:
        raise TimeoutError(f"no answer within {PATIENCE_SECONDS:.0f} s")
    for key, _ in ready:
        connection: Connection = key.data
        status = connection.receive()
        if status is not None:
            yield connection, status
