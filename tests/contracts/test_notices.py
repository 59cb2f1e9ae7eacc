"""Waiting for version notices over one subscription, whatever happens to its connection."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Queue
from threading import Thread

import pytest

from events.errors import Unavailable
from events.log import Appended, Log, keys
from events.log.notices import Heard, Notices
from events.log.redis import RedisLog
from service.embedded import EmbeddedRedis
from tests.contracts.connections import Watched, watched
from tests.contracts.homes import after, commit, emptied, opened
from tests.waiting import wait_until


@pytest.fixture
def log(server: EmbeddedRedis) -> Iterator[RedisLog]:
    """An empty log in each Redis."""
    log = emptied(server)
    yield log
    log.close()


def subscribers(server: EmbeddedRedis) -> int:
    """How many connections are subscribed to anything."""
    with server.client() as client:
        return len(client.client_list(_type="pubsub"))


class Waiter(Thread):
    """Waits, and keeps what it was told and how long that took."""

    def __init__(self, log: Log, game: str, version: int, seconds: float = 30) -> None:
        super().__init__(daemon=True)
        self.ask = lambda: log.wait(game, version, seconds)
        self.told: bool | None = None
        self.start()

    def run(self) -> None:
        """As said above."""
        self.told = self.ask()

    def result(self) -> bool | None:
        """What it was told, None when it is still waiting after ten seconds."""
        self.join(10)
        return self.told


# --- with a Redis ----------------------------------------------------------------------------------------------------


def test_one_connection_serves_all_who_wait(log: RedisLog, server: EmbeddedRedis) -> None:
    """Forty threads wait for twenty games over one connection, and each is woken by its own game only."""
    before = subscribers(server)
    firsts = [opened(log, f"game{number}") for number in range(20)]
    waiters = {first.game: [Waiter(log, first.game, 1) for _ in range(2)] for first in firsts}
    wait_until(lambda: subscribers(server) == before + 1, "the subscription")
    for first in firsts[:10]:
        log.append(commit(after(first), "more", game=first.game, command=f"more {first.game}"))
        assert [True, True] == [waiter.result() for waiter in waiters[first.game]]
    assert {None} == {waiter.told for first in firsts[10:] for waiter in waiters[first.game]}
    assert before + 1 == subscribers(server)
    for first in firsts[10:]:
        log.delete(first.game)
        assert [True, True] == [waiter.result() for waiter in waiters[first.game]]


def test_waiting_again_costs_nothing(log: RedisLog, server: EmbeddedRedis) -> None:
    """Who waits for a game again soon asks Redis nothing, and still misses nothing."""
    last = opened(log)
    reader = RedisLog(watched(server.url))
    assert not reader.wait("game", 1, 0.2)
    Watched.sent = 0
    for number in range(3):
        next_one = commit(after(last), "more", command=f"more {number}")
        assert not reader.wait("game", after(last)[0], 0.05)
        waiter = Waiter(reader, "game", after(last)[0])
        log.append(next_one)
        assert waiter.result()
        assert reader.wait("game", after(last)[0], 0)
        last = next_one
    assert 0 == Watched.sent
    reader.close()


@pytest.mark.parametrize("times", [1, 3])
def test_waiting_survives_restarts_of_redis(own: EmbeddedRedis, times: int) -> None:
    """Who waits goes on waiting while Redis is away, and is told what was written as soon as it is back."""
    log, writer = emptied(own), emptied(own)
    first = opened(writer)
    waiter = Waiter(log, "game", 1)
    wait_until(lambda: subscribers(own) == 1, "the subscription")
    for _ in range(times):
        own.kill()
        own.start()
    assert waiter.told is None
    assert Appended() == writer.append(commit(after(first), "more", command="more"))
    assert waiter.result()
    assert not log.wait("game", 2, 0.05)
    log.close()


def test_a_notice_that_was_lost_is_made_up_for(log: RedisLog, server: EmbeddedRedis) -> None:
    """When the connection breaks, whoever waits looks at the game after the next subscription."""
    last = opened(log)
    with server.client() as client:
        for number in range(5):
            waiter = Waiter(log, "game", after(last)[0])
            client.client_kill_filter(_type="pubsub")
            last = commit(after(last), "more", command=f"more {number}")
            assert Appended() == log.append(last)
            assert waiter.result()


def test_nobody_listens_before_somebody_waits(server: EmbeddedRedis) -> None:
    """A log that nobody waits with has no thread and no subscription; closing ends both."""
    before = subscribers(server)
    log = emptied(server)
    opened(log)
    assert before == subscribers(server)
    log.wait("game", 1, 0.05)
    assert before + 1 == subscribers(server)
    log.close()
    wait_until(lambda: before == subscribers(server), "the end of the subscription")


# --- with a line that does what the test says ------------------------------------------------------------------------


class ScriptedLine:
    """A line that notes what it is asked, confirms subscriptions unless it is mute, and says what the test puts in."""

    def __init__(self, asked: Queue[str], mute: bool = False) -> None:
        self.asked, self.mute = asked, mute
        self.says: Queue[Heard] = Queue()
        self.broken = False

    def subscribe(self, *channels: str) -> None:
        """Confirmed at once."""
        for channel in channels:
            self.asked.put(f"subscribe {channel}")
            if not self.mute:
                self.says.put(Heard("subscribed", channel))

    def unsubscribe(self, *channels: str) -> None:
        """Noted."""
        for channel in channels:
            self.asked.put(f"unsubscribe {channel}")

    def ping(self) -> None:
        """Answered at once."""
        self.asked.put("ping")
        if not self.mute:
            self.says.put(Heard("alive"))

    def hear(self, seconds: float) -> Heard | None:
        """What the test, or a confirmation, has put in."""
        try:
            return self.says.get(timeout=seconds)
        except Empty:
            if self.broken:
                raise Unavailable("the line is broken") from None
            return None

    def close(self) -> None:
        """Noted."""
        self.asked.put("close")


@contextmanager
def hub(*lines: ScriptedLine, look: Callable[[str], int] = lambda game: 1, **times: float) -> Iterator[Notices]:
    """A hub that gets these lines one after the other; the game in it stands at version 1."""
    unused = list(lines)

    def connect() -> ScriptedLine:
        if not unused:
            raise Unavailable("there are no more lines")
        return unused.pop(0)

    notices = Notices(connect, look, lambda channel: lines[-1].says.put(Heard("number", channel)), **times)
    yield notices
    notices.close()


def until(asked: Queue[str], what: str) -> None:
    """Returns when a line is asked this; fails when that takes more than ten seconds."""
    while not asked.get(timeout=10).startswith(what):
        pass


def test_a_game_that_nobody_waits_for_is_unsubscribed() -> None:
    """Some time after the last one has left, and subscribed again for the next one."""
    asked: Queue[str] = Queue()
    with hub(ScriptedLine(asked), linger=0.05, heartbeat=0.02) as notices:
        for _ in range(2):
            assert not notices.wait("game", 1, 0.01)
            assert notices.wait("game", 0, 10)
            until(asked, "subscribe {")
            until(asked, "unsubscribe {")


def test_a_silent_line_is_given_up() -> None:
    """A line on which not even a sign of life is heard is replaced by a new one, which is asked for everything."""
    asked: Queue[str] = Queue()
    with hub(ScriptedLine(Queue(), mute=True), ScriptedLine(asked), heartbeat=0.02) as notices:
        begin = time.monotonic()
        assert notices.wait("game", 0, 10)
        assert time.monotonic() - begin < 5
        until(asked, "subscribe {")


def test_a_broken_line_is_replaced() -> None:
    """The new line is asked for everything that the old one was asked for."""
    first, asked = ScriptedLine(Queue()), Queue[str]()
    with hub(first, ScriptedLine(asked), heartbeat=0.02) as notices:
        assert notices.wait("game", 0, 10)
        first.broken = True
        until(asked, "subscribe {")


def test_a_log_that_became_shorter_wakes_nobody_for_ever() -> None:
    """After a new subscription only what the game itself says counts, however high the numbers were before."""
    line = ScriptedLine(Queue())
    with hub(line) as notices:
        line.says.put(Heard("number", keys.notices("game"), 9))
        assert notices.wait("game", 0, 10)
        line.says.put(Heard("number", keys.notices("game"), 9))
        assert notices.wait("game", 8, 10)
        line.says.put(Heard("subscribed", keys.notices("game")))
        wait_until(lambda: not notices.wait("game", 1, 0.01), "the number from before to be forgotten")


def test_a_line_with_signs_of_life_is_kept() -> None:
    """However long nothing happens, a line that answers pings is not replaced."""
    asked: Queue[str] = Queue()
    with hub(ScriptedLine(asked), heartbeat=0.01) as notices:
        assert not notices.wait("game", 1, 0.2)
        assert "close" not in list(asked.queue)
        assert list(asked.queue).count("ping") > 3


def test_an_older_number_wakes_nobody() -> None:
    """Notices that arrive late are no news."""
    line = ScriptedLine(Queue())
    with hub(line) as notices:
        assert notices.wait("game", 0, 10)
        line.says.put(Heard("number", keys.notices("game"), 1))
        assert not notices.wait("game", 1, 0.1)
        line.says.put(Heard("number", keys.notices("game"), 2))
        assert notices.wait("game", 1, 10)


def test_a_log_that_is_away_for_a_moment_ends_no_waiting() -> None:
    """Who cannot look at the game after a subscription looks again, as long as there is time."""
    looks: Queue[str] = Queue()

    def look(game: str) -> int:
        looks.put(game)
        if looks.qsize() < 3:
            raise Unavailable
        return 1

    with hub(ScriptedLine(Queue()), look=look) as notices:
        assert notices.wait("game", 0, 10)
        assert 3 == looks.qsize()


def test_a_log_that_stays_away_is_unavailable() -> None:
    """When the time is up and nothing could be learned, the caller is told why."""

    def look(game: str) -> int:
        raise Unavailable

    with hub(ScriptedLine(Queue()), look=look) as notices, pytest.raises(Unavailable):
        notices.wait("game", 0, 0.1)
