"""What only a log on servers has to stand: restarts, lost answers, cut files, other histories, no answer at all."""

import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from redis import Redis
from redis import exceptions as redis_errors
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.errors import Unavailable
from events.log import (
    Appended,
    Commit,
    Conflict,
    Diverged,
    Due,
    Log,
    News,
    Replayed,
    Work,
    keys,
)
from events.log.redis import RedisLog
from service.embedded import EmbeddedRedis, embedded_redis
from tests.contracts.connections import Watched, watched
from tests.contracts.homes import JOB, START, a_story, after, assert_holds, commit, emptied, log_of
from tests.waiting import wait_until

# --- restarts and lost answers ---------------------------------------------------------------------------------------


def test_scripts_are_loaded_again_only_where_they_are_missing(server: EmbeddedRedis) -> None:
    """After SCRIPT FLUSH every script is loaded once more, and receipts count as before."""
    client = watched(server.url)
    log = emptied(server)
    story = a_story(log)
    log = RedisLog(client)
    assert Replayed(story[3].receipt) == log.append(story[3])
    client.script_flush()
    for sent in (2, 1):
        Watched.sent = 0
        assert Replayed(story[3].receipt) == log.append(story[3])
        assert sent == Watched.sent
    assert_holds(log, story)
    story.append(
        commit(after(story[-1]), "more", command="more", done=[Work("bots", "game", "5")], work=story[-1].work)
    )
    assert Appended() == log.append(story[-1])


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


def test_a_newer_server_reads_what_an_older_one_wrote(
    system_redis: EmbeddedRedis, redis_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """An upgrade is a new start on the same folder: records, receipts and work are there, and it goes on."""
    older, newer = sorted((system_redis.server, redis_server.server), key=lambda server: server.version)
    with embedded_redis(tmp_path, server=older) as server:
        story = a_story(log_of(server))
    with embedded_redis(tmp_path, server=newer) as server:
        assert_holds(log_of(server), story)
        assert Appended() == log_of(server).append(commit(after(story[-1]), "more", command="more"))


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

WORK = Work("bots", "game", "1")
WRITES: dict[str, Callable[[Log], Any]] = {
    "append": lambda log: log.append(commit(START, "opened", command="open")),
    "delete": lambda log: log.delete("game"),
    "ask": lambda log: log.ask(JOB, 5, "ask", "print"),
    "update_job": lambda log: log.update_job(JOB),
    "postpone": lambda log: log.postpone(Due(WORK, 5, 0), 5),
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
