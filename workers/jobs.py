"""What RQ runs: play for the bots of a game, take a move back, build a replay.

Each job is called with (game id, key of the work, attempt). It reads the log, and every effect is a command whose
id follows from the work alone. So a job may come late, twice, or after its worker was thought dead: it does no harm.
"""

import hashlib
import time
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from events.decide import calls_for
from events.errors import GameNotFound, Refusal, StaleVersion
from events.handle import Handler, Request
from events.history import Game
from events.log import FINAL, Job, Log
from events.table.messages import Rewind
from service.documents import Frame
from service.enqueue import Queues
from workers import replays
from workers.thinking import Choose, Thought, fall_back, think

LAST_ATTEMPT = 2
"""The third attempt at a bot's turn does not ask the bot any more."""
TELL_SECONDS = 0.5
"""How often the progress of a replay is told."""


class Tools(NamedTuple):
    """What jobs work with: the bots by spec, and how long a game among bots keeps others from its worker."""

    handler: Handler
    queues: Queues
    bots: Mapping[str, Choose]
    slice_seconds: float = 0.1


_tools: Tools | None = None


def equip(tools: Tools) -> None:
    """Give the jobs of this process, and of those forked from it, their tools."""
    global _tools
    _tools = tools


def _equipped() -> Tools:
    assert _tools is not None, "equip() comes before the first job"
    return _tools


def play_bots(game_id: str, version: str, attempt: int) -> None:
    """Play for the bots of a game from this version on: a turn, and more as long as the slice lasts.

    At any other version nothing happens: whoever wrote it has called for what follows from it. However long the
    game took to read, one turn is played: what would be called for again is what this job was called for.
    """
    tools = _equipped()
    ends = time.monotonic() + tools.slice_seconds
    try:
        game = tools.handler.game(game_id)
    except GameNotFound:
        return
    while calls_for(game) and str(game.version) == version:
        after = _play_turn(tools, game, attempt)
        if after is None:
            return
        game, version, attempt = after, str(after.version), 0
        if time.monotonic() >= ends and (work := calls_for(game)):
            tools.queues.wake(work)
            return


def _play_turn(tools: Tools, game: Game, attempt: int) -> Game | None:
    """One command of a bot, and the game as it stands then; None when others were faster: they call for the rest.

    A turn that is in the log already may be ours, its answer lost on the way; so whoever finds it there plays on.
    """
    seat = min(set(game.table.bots()) & set(game.awaited()))
    spec = game.table.seats[seat].bot or ""
    thought = _thought(tools, game, seat, attempt)
    turn = _command_id("bots", game.id, str(game.version), str(seat))
    request = Request(
        command=thought.command,
        command_id=turn,
        fingerprint=turn,
        by=f"bot:{spec}",
        seat=seat,
        expected=game.version,
        head=game.head,
        note=thought.note,
    )
    try:
        return tools.handler.handle(game.id, request).game
    except (StaleVersion, GameNotFound):
        return None


def _thought(tools: Tools, game: Game, seat: int, attempt: int) -> Thought:
    if attempt >= LAST_ATTEMPT:
        return fall_back(game, seat, f"{attempt} attempts at this turn were lost.")
    return think(game, seat, tools.bots.get(game.table.seats[seat].bot or ""))


def undo(game_id: str, job_id: str, _attempt: int) -> None:
    """Take the play back as the job asks, and say what came of it."""
    tools = _equipped()
    log = tools.handler.log
    job = log.job(job_id)
    if job is None or job.status in FINAL:
        return
    job = replace(job, status="running", total=1)
    log.update_job(job)
    try:
        done = tools.handler.handle(game_id, _rewind(job))
    except GameNotFound:
        return
    except (Refusal, StaleVersion) as refused:
        log.update_job(replace(job, status="refused", problem=_problem(refused)))
        return
    result = {"version": done.receipt.last, "to": job.request["to"]}
    log.update_job(replace(job, status="done", done=1, result=result))
    if work := calls_for(done.game):
        tools.queues.wake(work)


def _rewind(job: Job) -> Request:
    """The command of an undo, which counts only at the version that its asker insisted on, if on any."""
    command = Rewind(seat=job.request["seat"], to=job.request["to"])
    name = _command_id("undo", job.id)
    return Request(
        command=command,
        command_id=name,
        fingerprint=name,
        seat=command.seat,
        expected=job.request["version"],
        head=job.request["head"],
    )


def replay(game_id: str, job_id: str, _attempt: int) -> None:
    """Build the replay that the job asks for, and keep it for an hour; stops when the job is cancelled."""
    handler = _equipped().handler
    job = handler.log.job(job_id)
    if job is None or job.status in FINAL:
        return
    try:
        history = handler.history(game_id)
    except GameNotFound:
        return
    job = replace(job, status="running", total=replays.length(job))
    game, told, pictures = history.game(), 0.0, list[Frame]()
    for picture in replays.frames(job, history, game):
        if time.monotonic() - told > TELL_SECONDS:
            if not _tell(handler.log, replace(job, done=len(pictures))):
                return
            told = time.monotonic()
        pictures.append(picture)
    handler.log.keep_replay(game_id, job_id, replays.packed(job, game, pictures))
    result = {"replay": job_id, "memory": game.memory(job.request["seat"])}
    handler.log.update_job(replace(job, status="done", done=job.total, result=result))


def _tell(log: Log, job: Job) -> bool:
    """Tell how far a job is; False when nobody waits for it any more."""
    log.update_job(job)
    found = log.job(job.id)
    return found is not None and found.status not in FINAL


def _problem(refused: Refusal | StaleVersion) -> dict[str, str | int | None]:
    if isinstance(refused, StaleVersion):
        return {"code": "stale_version", "detail": str(refused), "version": refused.version}
    return {"code": refused.code, "detail": refused.detail, "rule": refused.rule}


def _command_id(*parts: str) -> str:
    """The id of a command that follows from this work; no request has it, since theirs tell a principal and a path."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
