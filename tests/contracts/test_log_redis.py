"""What a log in Redis costs, and which keys it leaves there."""

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis
from redis.crc import key_slot

from events.log import (
    RECEIPT_SECONDS,
    Appended,
    Commit,
    Conflict,
    Due,
    Log,
    Receipt,
    Work,
    keys,
    work_of,
)
from events.log.memory import MemoryLog
from events.log.redis import RedisLog
from service.embedded import EmbeddedRedis
from tests.contracts.connections import Watched, watched
from tests.contracts.homes import JOB, START, a_story, after, assert_holds, commit, emptied

# --- one round trip --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "trips"),
    [
        (lambda log, story: log.append(commit(after(story[-1]), "a", "b", command="new")), 1),
        (lambda log, story: log.append(commit(after(story[0]), "a", command="late")), 1),
        (lambda log, story: log.append(story[1]), 1),
        (lambda log, story: log.news("game", *after(story[0]), "1"), 1),
        (lambda log, story: log.load("game"), 1),
        (lambda log, story: log.due(-1, 9), 1),
        (lambda log, story: log.due(99, 9), 2),
        (lambda log, story: log.lobby(99, 9), 2),
    ],
    ids=["append", "conflict", "replay", "news", "load", "nothing due", "due", "lobby"],
)
def test_round_trips(server: EmbeddedRedis, asked: Callable[[Log, list[Commit]], Any], trips: int) -> None:
    """A command costs one round trip to Redis, whatever it writes and whatever is answered; so does reading a game."""
    emptied(server)
    log = RedisLog(watched(server.url))
    story = a_story(log)
    log.news("game", *START)  # so that all scripts are there,
    log.load("game")  # and connections for both kinds of commands
    Watched.sent = 0
    asked(log, story)
    assert trips == Watched.sent


# --- keys ------------------------------------------------------------------------------------------------------------


def test_all_keys_of_a_game_share_a_slot(server: EmbeddedRedis) -> None:
    """Whatever one script touches lies in one hash slot, and the 64 partitions are used alike."""
    log, client = emptied(server), server.client()
    a_story(log)
    log.postpone(Due(Work("bots", "game", "5"), 5, 0), 5)
    log.ask(JOB, 5, "ask", "print")
    log.keep_replay("game", "one", b"")
    log.bury(Work("bots", "game", "5"))
    found = names(client)
    assert {key_slot(keys.partition("game").encode())} == {key_slot(key.encode()) for key in found}
    assert all(key.startswith("{p") for key in found)
    assert keys.PARTITIONS[key_slot(b"game") % 64] == keys.partition("game")
    assert set(keys.PARTITIONS) == {keys.partition(f"game {number}") for number in range(1_000)}


def test_a_deleted_game_leaves_only_receipts(server: EmbeddedRedis) -> None:
    """No other key is left, and no other speaks of the game; receipts end by themselves."""
    log, client = emptied(server), server.client()
    a_story(log)
    log.ask(JOB, 5, "ask", "print")
    log.keep_replay("game", "one", b"")
    for work in (work_of(JOB), Work("bots", "game", "5")):
        assert log.postpone(Due(work, 5, 0), 5)
    log.bury(Work("bots", "game", "5"))
    log.delete("game")
    assert {keys.receipt("game", command) for command in (*"012345", "ask")} == names(client)


def names(client: Redis) -> set[str]:
    """The names of all keys."""
    return {name.decode() for name in client.scan_iter() if isinstance(name, bytes)}


def test_what_is_kept_for_a_time(server: EmbeddedRedis) -> None:
    """Receipts and jobs are kept for 24 hours, replays for one; counts as long as their first one said."""
    log, client = emptied(server), server.client()
    a_story(log, 1)
    log.ask(JOB, 5, "ask", "print")
    log.keep_replay("game", "one", b"")
    log.count("bucket", 100)
    log.count("bucket", 5)
    log.running("Ada", add="game")
    lasts = {
        keys.receipt("game", "0"): RECEIPT_SECONDS,
        keys.receipt("game", "ask"): RECEIPT_SECONDS,
        keys.jobs("game"): 24 * 3600,
        keys.replay("game", "one"): 3600,
        keys.replays("game"): 3600,
        keys.bucket("bucket"): 100,
        keys.running("Ada"): 7 * 24 * 3600,
        keys.events("game"): -1,
        keys.meta("game"): -1,
    }
    for key, seconds in lasts.items():
        assert seconds == pytest.approx(client.ttl(key), abs=5), key


def test_what_is_kept_for_a_time_in_memory() -> None:
    """The log in memory forgets after the same times."""
    now = [0.0]
    log = MemoryLog(clock=lambda: now[0])
    (first,) = a_story(log, 1)
    log.ask(JOB, 5, "ask", "print")
    log.keep_replay("game", "one", b"")
    assert [1, 2] == [log.count("bucket", 100) for _ in range(2)]
    now[0] = 3601
    assert (None, JOB, 1) == (log.replay("game", "one"), log.job(JOB.id), log.count("bucket", 100))
    now[0] = 24 * 3600 + 1
    assert (None, Conflict(1, list(first.records))) == (log.job(JOB.id), log.append(first))


@pytest.mark.parametrize("protocol", [2, 3])
def test_any_client_that_answers_in_bytes_will_do(server: EmbeddedRedis, protocol: int) -> None:
    """Both of redis-py's protocols give the same answers."""
    emptied(server)
    log = RedisLog(Redis.from_url(server.url, protocol=protocol))
    story = a_story(log)
    assert_holds(log, story)
    assert Conflict(after(story[-1])[0], [r for each in story[1:] for r in each.records]) == log.append(
        commit(after(story[0]), "late", command="late")
    )
    assert (1, 1, True) == (log.count("bucket", 5), log.running("Ada", add="game"), log.wait("game", 1, 60))
    assert (False, True) == (log.wait("game", after(story[-1])[0], 0.05), log.delete("game"))
    log.close()


# --- figures ---------------------------------------------------------------------------------------------------------


def test_memory_per_command(server: EmbeddedRedis) -> None:
    """A command of one or two records of 330 bytes takes at most 1,200 bytes of Redis's memory, with its receipt."""
    log, client = emptied(server), server.client()
    _realistic(log, "game to have scripts and connections", 1)
    before = client.info("memory")["used_memory"]
    commands = sum(len(_realistic(log, f"game{number:020d}", 40)) for number in range(15))
    used = client.info("memory")["used_memory"] - before
    assert used / commands <= 1_200


def _realistic(log: Log, game: str, length: int) -> list[Commit]:
    """A game like Game Over's: of every command the first record also holds the command."""
    story: list[Commit] = []
    for number in range(length):
        expected = after(story[-1]) if story else START
        command = hashlib.sha256(f"{game} {number}".encode()).hexdigest()
        texts = [_record(expected[0] + 1, command), _record(expected[0] + 2, command)][: 1 + number % 2]
        receipt = Receipt(expected[0] + 1, expected[0] + len(texts), 201)
        work = [(Work("bots", game, str(number)), time.time_ns() // 10**6)]
        done = [Work("bots", game, str(number - 1))]
        more: dict[str, Any] = {"fingerprint": command, "receipt": receipt, "work": work, "done": done, "lobby": number}
        story.append(commit(expected, *texts, game=game, command=command, **more))
        assert Appended() == log.append(story[-1])
    return story


def _record(version: int, command: str) -> str:
    record = {
        "v": version,
        "type": "chess.piece_moved/1",
        "by": "person",
        "command_id": command,
        "first": version,
        "at": 1_790_000_000_000 + version,
        "salt": hashlib.sha256(command.encode()).hexdigest(),
        "data": {"from": "e2", "to": "e4"},
        "seat": 0,
        "command": {"type": "move", "from": "e2", "to": "e4", "x": ""},
    }
    return json.dumps(record, separators=(",", ":"))
