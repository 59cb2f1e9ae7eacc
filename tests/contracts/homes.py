"""The homes of a log, and the commits that its contract is tested with."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from events.log import Appended, Commit, Conflict, Due, Job, Loaded, Log, News, Receipt, Work, job_id
from events.log.redis import RedisLog, connect
from events.record import Stored, link
from service.embedded import EmbeddedRedis, Server, identify

START = (0, "")
"""What a writer has seen of a game that is not there yet."""
SEED = bytes(range(32))
FAR_APART = ("a", "b", "c", "game_over-1", "Ä".encode().hex())
"""Games that fall into different partitions."""
JOB = Job(id=job_id("undo", "game", "x"), kind="undo", game="game", owner="Ada", request={})
"""A job that was asked for in it."""
APT = "apt-get install --yes --no-install-recommends redis-server"


def system_server(lock: Path) -> Server | str:
    """The distribution's redis-server, installed where root can; otherwise why there is none.

    `lock` is a file that all test processes share, so that one of them installs.
    """
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        path = _on_path() or _install()
    if path is None:
        return f"no redis-server on PATH, and `{APT}` brought none"
    return identify(path) or f"{path} is no server that runs here"


def _on_path() -> str | None:
    return shutil.which("redis-server", path=f"{os.environ.get('PATH', '')}:/usr/bin")


def _install() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    try:
        for command in ("apt-get update", APT):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(command.split(), env=environment, capture_output=True, check=True, timeout=50)
    except (OSError, subprocess.SubprocessError):
        return None
    return _on_path()


def emptied(server: EmbeddedRedis) -> RedisLog:
    """The log of this server, with nothing in it."""
    client = connect(server.url)
    client.flushall()
    return RedisLog(client)


def records(head: str, texts: Sequence[bytes | str]) -> tuple[Stored, ...]:
    """Records of these bytes, chained onto this head."""
    stored: list[Stored] = []
    for text in texts:
        data = text if isinstance(text, bytes) else text.encode()
        head = link(head, data)
        stored.append(Stored(data, head))
    return tuple(stored)


def commit(expected: tuple[int, str], *texts: bytes | str, game: str = "game", command: str, **more: Any) -> Commit:
    """A commit of records with these bytes; the first one of a game opens it. `more` replaces what is usual."""
    version, head = expected
    usual: dict[str, Any] = {
        "fingerprint": f"fingerprint of {command}",
        "receipt": Receipt(version + 1, version + len(texts), 201),
        "status": "running",
        "rules": "chess",
        "seed": SEED if expected == START else None,
    }
    return Commit(game=game, expected=expected, records=records(head, texts), command_id=command, **(usual | more))


def after(written: Commit) -> tuple[int, str]:
    """What its writer has seen after a commit."""
    version, head = written.expected
    stored = written.records
    return version + len(stored), stored[-1].hash if stored else head


def written(log: Log, *commits: Commit) -> Commit:
    """The last of these commits; all are in the log now."""
    for each in commits:
        assert Appended() == log.append(each)
    return commits[-1]


def opened(log: Log, game: str = "game", **more: Any) -> Commit:
    """The first commit of a game."""
    return written(log, commit(START, "opened", game=game, command=f"open {game}", **more))


def listed(answer: Any) -> Any:
    """The same answer with its records in a list."""
    match answer:
        case Loaded(seed, records):
            return Loaded(seed, list(records))
        case News(version, head, missing, receipt, fingerprint) if missing is not None:
            return News(version, head, list(missing), receipt, fingerprint)
        case Conflict(version, missing) if missing is not None:
            return Conflict(version, list(missing))
    return answer


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
