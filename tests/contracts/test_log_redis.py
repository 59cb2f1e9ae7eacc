"""What only a log on servers has to stand: restarts, lost answers, cut files, other histories, full memory."""

import hashlib
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from redis import Redis
from redis import exceptions as redis_errors
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.retry import Retry

from events.errors import Unavailable
from events.log import (
    RECEIPT_SECONDS,
    Appended,
    Commit,
    Conflict,
    Diverged,
    Due,
    Job,
    Log,
    News,
    Receipt,
    Replayed,
    Work,
    job_id,
    keys,
)
from events.log.memory import MemoryLog
from events.log.redis import RedisLog, connect
from service.embedded import EmbeddedRedis, embedded_redis
from tests.contracts.connections import Watched, watched
from tests.contracts.homes import SEED, START, after, commit, emptied
from tests.waiting import wait_until


@pytest.fixture
def own(server: EmbeddedRedis, tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A server that the test may do anything to."""
    with embedded_redis(tmp_path / "own", server=server.server) as running:
        yield running


def log_of(server: EmbeddedRedis) -> RedisLog:
    """The log as it is."""
    return RedisLog(connect(server.url))


def a_story(log: Log, length: int = 6) -> list[Commit]:
    """Commits of one to three records, each of which calls for work and ends the work of the one before."""
    story: list[Commit] = []
    for number in range(length):
        expected = after(story[-1]) if story else START
        work = [(Work("bots", "game", str(number)), number)]
        done = [Work("bots", "game", str(number - 1))] if number else []
        texts = [f"{number} {part}" for part in range(number % 3 + 1)]
        story.append(commit(expected, *texts, command=str(number), work=work, done=done, lobby=1))
        assert Appended() == log.append(story[-1])
    return story


def assert_holds(log: Log, story: list[Commit]) -> None:
    """The log holds this story, all of it and nothing else."""
    records = [record for each in story for record in each.records]
    loaded = log.load("game")
    assert (SEED, records) == (loaded and loaded.seed, list(loaded.records) if loaded else None)
    assert [Due(work, at, 0) for work, at in story[-1].work] == log.due(10**15, 99)
    assert ["game"] == [entry.game for entry in log.lobby(10**15, 9)]
    for each in story:
        news = log.news("game", *after(story[-1]), each.command_id)
        assert News(len(records), records[-1].hash, [], each.receipt, each.fingerprint) == news


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
    log.news("game", *START)  # so that all scripts are there
    Watched.sent = 0
    asked(log, story)
    assert trips == Watched.sent


def test_scripts_are_loaded_again_only_where_they_are_missing(server: EmbeddedRedis) -> None:
    """After SCRIPT FLUSH every script is loaded once more, and receipts count as before."""
    client = watched(server.url)
    log = emptied(server)
    story = a_story(log)
    client.script_flush()
    Watched.sent = 0
    log = RedisLog(client)
    assert Replayed(story[3].receipt) == log.append(story[3])
    assert 3 == Watched.sent
    assert_holds(log, story)
    story.append(
        commit(after(story[-1]), "more", command="more", done=[Work("bots", "game", "5")], work=story[-1].work)
    )
    assert Appended() == log.append(story[-1])


# --- restarts and lost answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [EmbeddedRedis.stop, EmbeddedRedis.kill])
def test_what_was_answered_is_kept_over_a_restart(own: EmbeddedRedis, end: Callable[[EmbeddedRedis], None]) -> None:
    """Ended politely or killed: records, receipts and work are there again, and the same client goes on."""
    log = log_of(own)
    story = a_story(log)
    end(own)
    own.start()
    assert_holds(log, story)
    assert Replayed(story[0].receipt) == log.append(story[0])
    assert Appended() == log.append(commit(after(story[-1]), "more", command="more"))


def test_a_lost_answer(server: EmbeddedRedis) -> None:
    """When the answer to a commit is lost, the client asks again, and the commit has its effect once."""
    emptied(server)
    log = RedisLog(watched(server.url))
    story = a_story(log)
    Watched.loses = 1
    lost = commit(after(story[-1]), "more", command="lost", done=[Work("bots", "game", "5")], work=story[-1].work)
    assert Replayed(lost.receipt) == log.append(lost)
    assert_holds(log, [*story, lost])
    Watched.loses = 2
    last = commit(after(lost), "last", command="last", done=[Work("bots", "game", "5")], work=story[-1].work)
    assert Replayed(last.receipt) == log.append(last)
    assert_holds(log, [*story, lost, last])


def test_a_cut_file_never_holds_half_a_command(own: EmbeddedRedis, tmp_path: Path) -> None:
    """Cut at any byte, the append-only file holds the first commands, each wholly, and no part of a later one."""
    story = a_story(log_of(own), 40)
    own.stop()
    (file,) = own.folder.glob("appendonlydir/*.incr.aof")
    size, rng = file.stat().st_size, random.Random(40)
    for number in range(6):
        folder = tmp_path / f"cut{number}"
        shutil.copytree(own.folder, folder)
        with (folder / file.relative_to(own.folder)).open("r+b") as copy:
            copy.truncate(rng.randrange(size // 10, size))
        with embedded_redis(folder, server=own.server) as server:
            log = log_of(server)
            loaded = log.load("game")
            kept = story[: _commits_of(story, len(loaded.records) if loaded else 0)]
            assert_holds(log, kept)
            news = log.news("game", *START, story[len(kept)].command_id)
            assert news is not None
            assert news.receipt is None
            assert Appended() == log.append(story[len(kept)])


def _commits_of(story: list[Commit], records: int) -> int:
    """How many commits that many records are."""
    ends = [after(each)[0] for each in story]
    assert records in ends, f"{records} records are not a number of whole commits"
    return ends.index(records) + 1


def test_a_failover_that_lost_commits_is_noticed(own: EmbeddedRedis) -> None:
    """Who knows records that the log has lost is told, also when others have filled their places meanwhile."""
    story = a_story(log_of(own))
    (file,) = own.folder.glob("appendonlydir/*.incr.aof")
    kept = file.stat().st_size
    lost = commit(after(story[-1]), "acknowledged", "and lost", command="lost")
    assert Appended() == log_of(own).append(lost)
    own.kill()
    with file.open("r+b") as rolled_back:
        rolled_back.truncate(kept)
    own.start()
    log = log_of(own)
    late = commit(after(lost), "late", command="late")
    assert Diverged() == log.append(late)
    assert News(after(story[-1])[0], after(story[-1])[1], None) == log.news("game", *after(lost))
    others = commit(after(story[-1]), "others", "write", "these", command="others")
    assert Appended() == log.append(others)
    assert Diverged() == log.append(late)
    assert News(*after(others), None) == log.news("game", *after(lost))
    assert Conflict(after(others)[0], list(others.records)) == log.append(lost)


# --- a Redis that cannot answer now ----------------------------------------------------------------------------------

JOB = Job(id=job_id("undo", "game", "x"), kind="undo", game="game", owner="Ada", request={})
WORK = Work("bots", "game", "1")
WRITES: dict[str, Callable[[Log], Any]] = {
    "append": lambda log: log.append(commit(START, "opened", command="open")),
    "delete": lambda log: log.delete("game"),
    "ask": lambda log: log.ask(JOB, 5, "ask", "print"),
    "update_job": lambda log: log.update_job(JOB),
    "postpone": lambda log: log.postpone(WORK, 5),
    "bury": lambda log: log.bury(WORK),
    "keep_replay": lambda log: log.keep_replay("game", "one", b""),
    "drop_replay": lambda log: log.drop_replay("game", "one"),
    "count": lambda log: log.count("bucket", 5),
    "running": lambda log: log.running("Ada", add="game"),
}
READS: dict[str, Callable[[Log], Any]] = {
    "load": lambda log: log.load("game"),
    "news": lambda log: log.news("game", *START, "open"),
    "lobby": lambda log: log.lobby(9, 9),
    "job": lambda log: log.job(JOB.id),
    "due": lambda log: log.due(9, 9),
    "dead": lambda log: log.dead(),
    "replay": lambda log: log.replay("game", "one"),
}


def test_a_redis_that_is_away(own: EmbeddedRedis) -> None:
    """Every method says that the log is unavailable, and works again afterwards."""
    log = log_of(own)
    own.kill()
    for ask in [*WRITES.values(), *READS.values(), lambda log: log.wait("game", 1, 60)]:
        with pytest.raises(Unavailable):
            ask(log)
    own.start()
    for ask in [*WRITES.values(), *READS.values()]:
        ask(log)
    log.close()


def test_a_redis_that_takes_no_writes(own: EmbeddedRedis) -> None:
    """While a server follows another one it is read as ever; what would be written is unavailable."""
    log, client = log_of(own), own.client()
    client.replicaof("127.0.0.1", "1")
    for name in ("append", "ask", "update_job", "postpone", "bury", "keep_replay", "drop_replay", "count", "running"):
        with pytest.raises(Unavailable):
            WRITES[name](log)
    assert [None, None, []] == [READS[name](log) for name in ("load", "news", "lobby")]
    client.replicaof("NO", "ONE")
    assert Appended() == WRITES["append"](log)


def test_a_full_redis(own: EmbeddedRedis) -> None:
    """Without memory nothing is written at all; games can still be read and deleted, which makes room."""
    log, client = log_of(own), own.client()
    story = a_story(log)
    client.config_set("maxmemory", 1)
    with pytest.raises(Unavailable):
        log.append(commit(after(story[-1]), "more", command="more"))
    assert_holds(log, story)
    assert log.delete("game")
    client.config_set("maxmemory", 0)
    assert log.load("game") is None


def test_a_busy_redis(own: EmbeddedRedis) -> None:
    """While a script runs wild, the log is unavailable."""
    log, client = log_of(own), own.client()
    client.config_set("busy-reply-threshold", 10)
    wild = Thread(target=_run_wild, args=(own.client(),))
    wild.start()

    def is_busy() -> bool:
        try:
            return not client.ping()
        except redis_errors.ResponseError:
            return True

    wait_until(is_busy, "the script to be too long")
    with pytest.raises(Unavailable):
        log.load("game")
    client.script_kill()
    wild.join()
    assert log.load("game") is None


def _run_wild(client: Redis) -> None:
    with suppress(redis_errors.ResponseError):
        client.eval("while true do end", 0)


def test_a_redis_that_hangs(own: EmbeddedRedis) -> None:
    """A command without an answer has its effect wholly or not at all, and asking again says which."""
    log = RedisLog(Redis.from_url(own.url, socket_timeout=0.1, retry=Retry(NoBackoff(), 0)))
    story = a_story(log)
    assert own.process is not None
    own.process.send_signal(19)
    unanswered = commit(after(story[-1]), "more", command="x", done=[Work("bots", "game", "5")], work=story[-1].work)
    with pytest.raises(Unavailable):
        log.append(unanswered)
    own.process.send_signal(18)
    answer = wait_until(lambda: _asked_again(log, unanswered), "an answer")
    assert answer in (Appended(), Replayed(unanswered.receipt))
    assert_holds(log, [*story, unanswered])


def _asked_again(log: Log, wanted: Commit) -> Any:
    try:
        return log.append(wanted)
    except Unavailable:
        return None


def test_our_own_faults_are_not_called_unavailable(server: EmbeddedRedis) -> None:
    """An error that asking again will not mend stays an error."""
    log = emptied(server)
    server.client().set(keys.meta("game"), "not a hash")
    with pytest.raises(redis_errors.ResponseError):
        log.news("game", *START)
    server.client().flushall()


# --- keys ------------------------------------------------------------------------------------------------------------


def test_all_keys_of_a_game_share_a_slot(server: EmbeddedRedis) -> None:
    """Whatever one script touches lies in one hash slot, and the 64 partitions are used alike."""
    log, client = emptied(server), server.client()
    a_story(log)
    log.postpone(Work("bots", "game", "5"), 5)
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
    log.postpone(Work("bots", "game", "5"), 5)
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
