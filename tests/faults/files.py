"""The append-only file: copied while it is written to, and cut off at any byte."""

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from redis import Redis

from events.decide import calls_for
from events.history import History
from events.log import Log
from events.log.redis import RedisLog, connect
from events.verify import verify
from service.embedded import embedded_redis
from tests.waiting import wait_until

FOLDER = "appendonlydir"


def copy(client: Redis, folder: Path, to: Path) -> None:
    """Copy the file in this folder, of a server that goes on meanwhile, as the page on deployment says."""
    client.config_set("auto-aof-rewrite-percentage", 0)
    wait_until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the file to be rewritten")
    shutil.copytree(folder / FOLDER, to / FOLDER)
    client.config_set("auto-aof-rewrite-percentage", 100)


def cut_anywhere(folder: Path, copies: Path, games: Sequence[str], cuts: int) -> Iterator[str]:
    """Cut copies of the file in this folder at so many random bytes; whatever is wrong with the games in them then.

    The server may be running: then its file is copied as a crash would leave it.
    """
    dice = random.Random(cuts)
    whole = copies / "whole"
    shutil.copytree(folder / FOLDER, whole / FOLDER)
    (last,) = whole.glob(f"{FOLDER}/*.incr.aof")
    for number in range(cuts):
        at = dice.randrange(last.stat().st_size)
        cut = copies / f"cut {number}"
        shutil.copytree(whole, cut)
        with (cut / FOLDER / last.name).open("r+b") as file:
            file.truncate(at)
        with embedded_redis(cut) as server:
            log = RedisLog(connect(server.url))
            yield from (f"cut at {at}: {fault}" for game in games for fault in torn(log, game))
        shutil.rmtree(cut)


def torn(log: Log, game_id: str) -> Iterator[str]:
    """What is wrong with a game that may be there up to any command: each must be there wholly or not at all."""
    loaded, news = log.load(game_id), log.news(game_id, 0, "")
    if loaded is None or news is None:
        if loaded is not None or news is not None:
            yield f"{game_id}: half of it is there"
        return
    faults = verify(game_id, loaded.seed, loaded.records, news.version, news.head)
    yield from (f"{game_id}: record {fault.version}: {fault.what}" for fault in faults)
    work = calls_for(History(game_id, loaded.seed, loaded.records).game())
    due = [each.work for each in log.due(2**53, 10_000) if each.work.game == game_id and each.work.kind == "bots"]
    if due != ([] if work is None else [work]):
        yield f"{game_id}: calls for {work}, but {due} is in the outbox"
