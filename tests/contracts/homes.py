"""The homes of a log, and the commits that its contract is tested with."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from events.log import Commit, Receipt
from events.log.redis import RedisLog, connect
from events.record import Stored, link
from service.embedded import EmbeddedRedis, Server, identify

START = (0, "")
"""What a writer has seen of a game that is not there yet."""
SEED = bytes(range(32))
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
