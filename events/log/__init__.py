"""What a log promises. Two homes keep the promise: `memory` for tests and playouts, `redis` for the service.

* The records of a game have versions 1 to n without gaps; of two writers who saw the same version one wins.
* A commit (records, receipt, work called for, lobby entry) is there wholly or not at all.
* The same command id with the same fingerprint has its effect once and gets the first answer for 24 hours.
* What was answered is kept; bytes come back exactly as they were written.
Every method may raise `Unavailable`: then it happened wholly or not at all, and asking again is safe.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from events.record import Stored

MAX_RECORDS = 5_000
"""A game whose commit reaches this many records ends with reason "length" (C-9)."""
HARD_LIMIT = MAX_RECORDS + 500
"""No commit may grow a game beyond this; only a commit that began below MAX_RECORDS can come near."""
RECEIPT_SECONDS = 24 * 3600
JOB_SECONDS = 24 * 3600
REPLAY_SECONDS = 3600
RUNNING_SECONDS = 7 * 24 * 3600
"""How long it is remembered, after the last one was noted, which games an owner has running."""
MISSING_RECORDS = 100
"""Answers carry at most this many missing records; beyond that the game is loaded."""


class Work(msgspec.Struct, frozen=True, order=True):
    """Work that a commit calls for, kept in the outbox until its effect is in the log.

    `key` makes it unique within its kind and game: the version for bot turns, the job id for asked jobs.
    """

    kind: Literal["bots", "undo", "replay"]
    game: str
    key: str


class Due(NamedTuple):
    """A piece of work with the time (ms) at which it is next to be looked at, and how often it was tried."""

    work: Work
    at: int
    attempts: int


class Receipt(msgspec.Struct, frozen=True, array_like=True):
    """What a command did: it wrote records `first` to `last` (`last < first`: none), answered with `status`.

    `job` is the id of the job that was asked for, if that is what the command did.
    """

    first: int
    last: int
    status: int
    job: str | None = None


class Commit(msgspec.Struct, frozen=True):
    """All that one command changes. `expected` is the version and head hash it was decided on: (0, "") for none.

    `command_id` belongs to no other command of whichever game; it and `fingerprint` take least room as SHA-256 in hex.
    `seed` is given with the first commit only. `lobby` is the creation time (ms) of a public game, given when it is
    opened. `work` is called for from now on, `done` no longer; both are this game's.
    """

    game: str
    expected: tuple[int, str]
    records: Sequence[Stored]
    command_id: str
    fingerprint: str
    receipt: Receipt
    status: str
    rules: str
    rules_version: int = 1
    seed: bytes | None = None
    lobby: int | None = None
    work: Sequence[tuple[Work, int]] = ()
    done: Sequence[Work] = ()


class Appended(msgspec.Struct, frozen=True):
    """The commit is in the log."""


class Replayed(msgspec.Struct, frozen=True):
    """This command id had its effect before; here is its receipt."""

    receipt: Receipt


class Conflict(msgspec.Struct, frozen=True):
    """Others wrote first: the records after the expected version (all, or None when there are too many)."""

    version: int
    missing: Sequence[Stored] | None


class Diverged(msgspec.Struct, frozen=True):
    """The log is shorter than, or another history than, the one this was decided on."""


class TooLong(msgspec.Struct, frozen=True):
    """The game would grow beyond HARD_LIMIT records."""


class Reused(msgspec.Struct, frozen=True):
    """This command id came before with another fingerprint."""


class Gone(msgspec.Struct, frozen=True):
    """There is no such game (any more)."""


Answer = Appended | Replayed | Conflict | Diverged | TooLong | Reused | Gone


class Loaded(NamedTuple):
    """A whole game as stored."""

    seed: bytes
    records: Sequence[Stored]


class News(NamedTuple):
    """The state of a log as one read found it.

    `missing` are the records after the version asked about, or None when there are too many of them, or when the
    log is not a continuation of the version and head asked about. `receipt` belongs to the command id asked about;
    `fingerprint` is the one it was given with.
    """

    version: int
    head: str
    missing: Sequence[Stored] | None
    receipt: Receipt | None = None
    fingerprint: str | None = None


JobStatus = Literal["queued", "running", "done", "failed", "refused"]
FINAL: frozenset[JobStatus] = frozenset({"done", "failed", "refused"})


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a caller asked for and a worker does. `owner` is the hash of the asking principal.

    `id` is made by `job_id`. `request` says what was asked; `result` and `problem` are for the caller. Kept for
    24 hours after the last change.
    """

    id: str
    kind: Literal["undo", "replay"]
    game: str
    owner: str
    request: dict[str, Any]
    status: JobStatus = "queued"
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None
    problem: dict[str, Any] | None = None


def job_id(kind: str, game: str, command_id: str) -> str:
    """The id of the job that this command asks for: always the same, and it tells the game."""
    return f"{kind}_{game}_{sha256(command_id.encode()).hexdigest()[:24]}"


def game_of(job_id: str) -> str:
    """The game that a job id tells; "" where it is no job id."""
    return job_id.partition("_")[2].rpartition("_")[0]


def work_of(job: Job) -> Work:
    """The work that this job calls for."""
    return Work(kind=job.kind, game=job.game, key=job.id)


class LobbyEntry(NamedTuple):
    """A public game in the lobby, as its meta fields tell: no secrets."""

    game: str
    created_at: int
    status: str
    rules: str


class Log(Protocol):
    """Where games are kept."""

    def append(self, commit: Commit) -> Answer:
        """Write a commit, all or nothing, in one round trip."""

    def load(self, game: str) -> Loaded | None:
        """The whole game, or None where there is none."""

    def head(self, game: str) -> tuple[int, str] | None:
        """The newest version and its chain hash; None: no game."""

    def records(self, game: str, after: int, until: int) -> Sequence[Stored]:
        """The records of versions `after` + 1 to `until`, as many of them as there are."""

    def news(self, game: str, version: int, head: str, command_id: str | None = None) -> News | None:
        """What is new since (version, head), and the receipt of a command, in one round trip; None: no game."""

    def wait(self, game: str, version: int, seconds: float) -> bool:
        """Wait until the game may have moved beyond `version` (also: is gone); False when the time is up."""

    def delete(self, game: str) -> bool:
        """Remove the game and all that is derived from it; False where there was none."""

    def lobby(self, before: int, limit: int) -> list[LobbyEntry]:
        """Public games created before this time (ms), the newest first; about `limit` (1 or more) of them.

        Those of one millisecond stay together, so the last one's time is where the next page begins.
        """

    def ask(self, job: Job, due: int, command_id: str, fingerprint: str) -> Appended | Replayed | Reused | Gone:
        """Keep a job and call for its work, once per command id; `Replayed.receipt.job` is the first one's id."""

    def job(self, job_id: str) -> Job | None:
        """The job with this id."""

    def update_job(self, job: Job) -> None:
        """Keep the job's new status, unless the job is gone or has ended: then nothing happens.

        When it is done or refused its work ends; when it failed its work moves to the dead, where it may still end.
        """

    def due(self, now: int, limit: int) -> list[Due]:
        """Work whose time has come, the longest waiting first."""

    def postpone(self, due: Due, until: int) -> bool:
        """Look at this work again at `until` (ms), and count an attempt; False: it is done, or others did so first."""

    def bury(self, work: Work) -> None:
        """Give the work up: it moves to the dead, for the operator, until a commit says it is done."""

    def dead(self) -> list[Work]:
        """The work that was given up."""

    def keep_replay(self, game: str, replay: str, data: bytes) -> None:
        """Keep a built replay for an hour; nothing happens when its game is gone."""

    def replay(self, game: str, replay: str) -> bytes | None:
        """A built replay."""

    def drop_replay(self, game: str, replay: str) -> None:
        """Forget a built replay."""

    def count(self, bucket: str, seconds: int) -> int:
        """Count one more in this bucket: how many since the first, which is forgotten after `seconds`."""

    def running(self, owner: str, add: str | None = None) -> int:
        """How many of the games noted for this owner exist and are not over; `add` notes a game (that exists) first.

        Kept apart from the games, so a ceiling on it holds but for the requests that are under way at once.
        """

    def unfinished(self, owner: str, add: str | None = None) -> int:
        """How many of the jobs noted for this owner are kept and not finished; `add` notes a job (that is kept) first.

        Kept apart from the jobs, like `running`.
        """
