"""The log in Redis 7.0 or newer. What changes more than one key is a script; `keys` says what the keys hold."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import BlockingConnectionPool, Redis
from redis import exceptions as redis_errors
from redis.backoff import ExponentialWithJitterBackoff
from redis.client import Pipeline
from redis.retry import Retry

from events.errors import Unavailable
from events.log import (
    FINAL,
    JOB_SECONDS,
    MISSING_RECORDS,
    REPLAY_SECONDS,
    RUNNING_SECONDS,
    Answer,
    Appended,
    Commit,
    Due,
    Gone,
    Job,
    Loaded,
    LobbyEntry,
    News,
    Receipt,
    Replayed,
    Reused,
    Work,
    game_of,
    keys,
    packing,
)
from events.log.lines import Lines
from events.log.notices import Heard, Notices
from events.record import Stored

SCRIPTS = ("append", "ask", "bury", "delete", "keep_replay", "news", "postpone", "update_job")
"""Each is a file beside this one, which says what it expects and answers."""
SECONDS = 2.0
"""How long a connection, an answer or a place in the pool is waited for."""
TRIES_AGAIN = 2
CONNECTIONS = 64
AWAY = (
    redis_errors.ConnectionError,
    redis_errors.TimeoutError,
    redis_errors.ReadOnlyError,
    redis_errors.OutOfMemoryError,
    redis_errors.ClusterDownError,
    redis_errors.TryAgainError,
)
REFUSING = re.compile(r"(^|: )(BUSY|MISCONF|NOREPLICAS) ")
"""Errors that redis-py has no class for, and that pass; in a pipeline, it says first which command met them."""


def connect(url: str) -> Redis:
    """A client that answers in bytes, for many threads, with time-outs and few repetitions.

    A command whose answer was lost is sent again, so everything it is used for may happen twice without harm.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=SECONDS,
        socket_timeout=SECONDS,
        socket_connect_timeout=SECONDS,
        retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), TRIES_AGAIN),
        protocol=2,
    )
    return Redis(connection_pool=pool)


@contextmanager
def answering() -> Iterator[None]:
    """Turns every error that says "not now" into Unavailable; all others are faults of ours and stay."""
    try:
        yield
    except AWAY as error:
        raise Unavailable(str(error)) from error
    except redis_errors.ResponseError as error:
        if REFUSING.search(str(error)):
            raise Unavailable(str(error)) from error
        raise


class RedisLog:
    """A `Log` in the Redis behind this client, which answers in bytes (see `connect`). Safe between threads."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        texts = {name: Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8") for name in SCRIPTS}
        self._lines = Lines(client, texts)
        self._notices = Notices(lambda: _Line(client), self._version, self._nudge)

    def close(self) -> None:
        """End the thread that listens to version notices; nobody may be waiting."""
        self._notices.close()

    def append(self, commit: Commit) -> Answer:
        """Write a commit, all or nothing, in one round trip."""
        game, lobby = commit.game, keys.lobby(keys.partition(commit.game))
        receipt = keys.receipt(game, commit.command_id)
        names = (keys.events(game), keys.meta(game), receipt, lobby, *keys.work(game))
        return packing.answer(self._run("append", names, packing.commit_arguments(commit)))

    def load(self, game: str) -> Loaded | None:
        """The whole game, or None where there is none."""
        pipe = self._client.pipeline(transaction=False)
        pipe.hget(keys.meta(game), "seed")
        pipe.xrange(keys.events(game))
        seed, entries = _answers(pipe)
        if seed is None or not entries:
            return None
        return Loaded(seed, [Stored(fields[b"d"], fields[b"h"].hex()) for _, fields in entries])

    def head(self, game: str) -> tuple[int, str] | None:
        """The newest version and its chain hash; None: no game."""
        version, head = self._ask("HMGET", keys.meta(game), "v", "h")
        return None if version is None else (int(version), head.hex())

    def records(self, game: str, after: int, until: int) -> Sequence[Stored]:
        """The records of versions `after` + 1 to `until`, as many of them as there are."""
        return packing.records(self._ask("XRANGE", keys.events(game), f"({after}-0", f"{until}-0")) or ()

    def news(self, game: str, version: int, head: str, command_id: str | None = None) -> News | None:
        """What is new since (version, head), and the receipt of a command, in one round trip; None: no game."""
        names = [keys.events(game), keys.meta(game)]
        if command_id is not None:
            names.append(keys.receipt(game, command_id))
        found = self._run("news", names, (version, bytes.fromhex(head), MISSING_RECORDS))
        return None if found is None else packing.news(found)

    def wait(self, game: str, version: int, seconds: float) -> bool:
        """Wait until the game may have moved beyond `version` (also: is gone); False when the time is up."""
        return self._notices.wait(game, version, seconds)

    def delete(self, game: str) -> bool:
        """Remove the game and all that is derived from it; False where there was none."""
        lobby = keys.lobby(keys.partition(game))
        own = (keys.events(game), keys.meta(game), lobby, *keys.work(game), keys.jobs(game), keys.replays(game))
        removed = -1
        while removed < 0:  # another replay was kept since they were listed
            replays = self._ask("SMEMBERS", keys.replays(game))
            names = (*own, *(keys.replay(game, replay.decode()) for replay in replays))
            removed = self._run("delete", names, (game, keys.notices(game)))
        return bool(removed)

    def lobby(self, before: int, limit: int) -> list[LobbyEntry]:
        """Public games created before this time (ms), the newest first; those of one millisecond stay together."""
        newest = self._created(before, 0, limit)
        if len(newest) > limit:
            newest = self._created(before, newest[limit - 1][0], None)
        pipe = self._client.pipeline(transaction=False)
        for _, game in newest:
            pipe.hmget(keys.meta(game), "s", "r")
        return [
            LobbyEntry(game, created_at, status.decode(), rules.decode())
            for (created_at, game), (status, rules) in zip(newest, _answers(pipe), strict=True)
            if status is not None
        ]

    def _created(self, before: int, since: int, limit: int | None) -> list[tuple[int, str]]:
        """When public games were created, and their ids, the newest first; at most `limit` of each partition."""
        start = None if limit is None else 0
        pipe = self._client.pipeline(transaction=False)
        for partition in keys.PARTITIONS:
            lobby = keys.lobby(partition)
            pipe.zrevrangebyscore(lobby, f"({before}", since, start=start, num=limit, withscores=True)
        return sorted(((int(at), game.decode()) for found in _answers(pipe) for game, at in found), reverse=True)

    def ask(self, job: Job, due: int, command_id: str, fingerprint: str) -> Appended | Replayed | Reused | Gone:
        """Keep a job and call for its work, once per command id; `Replayed.receipt.job` is the first one's id."""
        receipt = Receipt(1, 0, 202, job.id)
        arguments = (*packing.receipt_arguments(fingerprint, receipt), *packing.job_arguments(job), due)
        game = job.game
        names = (keys.meta(game), keys.receipt(game, command_id), keys.jobs(game), *keys.work(game))
        answer = packing.answer(self._run("ask", names, arguments))
        assert isinstance(answer, Appended | Replayed | Reused | Gone)
        return answer

    def job(self, job_id: str) -> Job | None:
        """The job with this id."""
        kept = self._ask("HGET", keys.jobs(game_of(job_id)), job_id)
        return None if kept is None else packing.job(kept)

    def update_job(self, job: Job) -> None:
        """Keep the job's new status, unless the job is gone or has ended."""
        fate = "" if job.status not in FINAL else "dies" if job.status == "failed" else "ends"
        arguments = (*packing.job_arguments(job), fate)
        self._run("update_job", (keys.jobs(job.game), *keys.work(job.game)), arguments)

    def due(self, now: int, limit: int) -> list[Due]:
        """Work whose time has come, the longest waiting first."""
        pipe = self._client.pipeline(transaction=False)
        for partition in keys.PARTITIONS:
            pipe.zrangebyscore(keys.outbox(partition), "-inf", now, start=0, num=limit, withscores=True)
        found = [(int(at), packing.work(member)) for members in _answers(pipe) for member, at in members]
        waiting = sorted(found)[:limit]
        pipe = self._client.pipeline(transaction=False)
        for _, work in waiting:
            _, attempts, _ = keys.work(work.game)
            pipe.hget(attempts, packing.member(work))
        tried = _answers(pipe)
        return [Due(work, at, int(attempts or 0)) for (at, work), attempts in zip(waiting, tried, strict=True)]

    def postpone(self, due: Due, until: int) -> bool:
        """Look at this work again at `until` (ms), and count an attempt; False: it is done, or others did so first."""
        arguments = (packing.member(due.work), until, due.attempts)
        return bool(self._run("postpone", keys.work(due.work.game), arguments))

    def bury(self, work: Work) -> None:
        """Give the work up: it moves to the dead, for the operator, until a commit says it is done."""
        self._run("bury", keys.work(work.game), (packing.member(work),))

    def dead(self) -> list[Work]:
        """The work that was given up."""
        pipe = self._client.pipeline(transaction=False)
        for partition in keys.PARTITIONS:
            pipe.hkeys(keys.dead(partition))
        return sorted(packing.work(member) for members in _answers(pipe) for member in members)

    def keep_replay(self, game: str, replay: str, data: bytes) -> None:
        """Keep a built replay for an hour; nothing happens when its game is gone."""
        names = (keys.meta(game), keys.replay(game, replay), keys.replays(game))
        self._run("keep_replay", names, (replay, data, REPLAY_SECONDS))

    def replay(self, game: str, replay: str) -> bytes | None:
        """A built replay."""
        data: bytes | None = self._ask("GET", keys.replay(game, replay))
        return data

    def drop_replay(self, game: str, replay: str) -> None:
        """Forget a built replay."""
        pipe = self._client.pipeline()
        pipe.unlink(keys.replay(game, replay))
        pipe.srem(keys.replays(game), replay)
        _answers(pipe)

    def count(self, bucket: str, seconds: int) -> int:
        """Count one more in this bucket: how many since the first, which is forgotten after `seconds`."""
        pipe = self._client.pipeline()
        pipe.incr(keys.bucket(bucket))
        pipe.expire(keys.bucket(bucket), seconds, nx=True)
        return int(_answers(pipe)[0])

    def running(self, owner: str, add: str | None = None) -> int:
        """How many of the games noted for this owner exist and are not over; `add` notes a game (that exists) first."""
        key = keys.running(owner)
        games = self._noted(key, add, RUNNING_SECONDS)
        pipe = self._client.pipeline(transaction=False)
        for game in games:
            pipe.hget(keys.meta(game), "s")
        over = [game for game, status in zip(games, _answers(pipe), strict=True) if status in (None, b"over")]
        return self._without(key, games, over)

    def unfinished(self, owner: str, add: str | None = None) -> int:
        """How many of the jobs noted for this owner are kept and not finished; `add` notes a kept one first."""
        key = keys.unfinished(owner)
        jobs = self._noted(key, add, JOB_SECONDS)
        pipe = self._client.pipeline(transaction=False)
        for job_id in jobs:
            pipe.hget(keys.jobs(game_of(job_id)), job_id)
        kept = zip(jobs, _answers(pipe), strict=True)
        finished = [job_id for job_id, job in kept if job is None or packing.job(job).status in FINAL]
        return self._without(key, jobs, finished)

    def _noted(self, key: str, add: str | None, seconds: int) -> list[str]:
        pipe = self._client.pipeline()
        if add is not None:
            pipe.sadd(key, add)
            pipe.expire(key, seconds)
        pipe.smembers(key)
        return [name.decode() for name in _answers(pipe)[-1]]

    def _without(self, key: str, noted: list[str], ended: list[str]) -> int:
        if ended:
            self._ask("SREM", key, *ended)
        return len(noted) - len(ended)

    def _run(self, script: str, names: Sequence[str], arguments: Iterable[Any]) -> Any:
        with answering():
            return self._lines.run(script, len(names), *names, *arguments)

    def _ask(self, *command: Any) -> Any:
        with answering():
            return self._lines.ask(*command)

    def _version(self, game: str) -> int | None:
        version = self._ask("HGET", keys.meta(game), "v")
        return None if version is None else int(version)

    def _nudge(self, channel: str) -> None:
        self._ask("PUBLISH", channel, 0)


def _answers(pipe: Pipeline) -> list[Any]:
    with answering():
        answers: list[Any] = pipe.execute()
    return answers


class _Line:
    """A subscriber's connection, as `Notices` needs it."""

    def __init__(self, client: Redis) -> None:
        self._pubsub: Any = client.pubsub()  # type: ignore[no-untyped-call]  # redis-py leaves it untyped

    def subscribe(self, *channels: str) -> None:
        with answering():
            self._pubsub.subscribe(*channels)

    def unsubscribe(self, *channels: str) -> None:
        with answering():
            self._pubsub.unsubscribe(*channels)

    def ping(self) -> None:
        with answering():
            self._pubsub.ping()

    def hear(self, seconds: float) -> Heard | None:
        with answering():
            message = self._pubsub.get_message(timeout=seconds)
        match message:
            case None:
                return None
            case {"type": "subscribe", "channel": channel}:
                return Heard("subscribed", channel.decode())
            case {"type": "message", "channel": channel, "data": number}:
                return Heard("number", channel.decode(), int(number))
        return Heard("alive")

    def close(self) -> None:
        self._pubsub.close()
