"""The log in memory, for tests and playouts: same promises as the one in Redis, for as long as the process lives."""

import time
from collections.abc import Callable, Sequence
from threading import Condition
from typing import Any, NamedTuple

from events.log import (
    FINAL,
    HARD_LIMIT,
    JOB_SECONDS,
    MISSING_RECORDS,
    RECEIPT_SECONDS,
    REPLAY_SECONDS,
    RUNNING_SECONDS,
    Answer,
    Appended,
    Commit,
    Conflict,
    Diverged,
    Due,
    Gone,
    Job,
    Loaded,
    LobbyEntry,
    News,
    Receipt,
    Replayed,
    Reused,
    TooLong,
    Work,
    work_of,
)
from events.record import Stored


class _Game(NamedTuple):
    seed: bytes
    records: list[Stored]
    status: str
    rules: str
    created_at: int | None

    def head(self, version: int) -> str:
        return self.records[version - 1].hash if version else ""

    def follows(self, version: int, head: str) -> bool:
        """Whether the log at `version` has this head."""
        return version <= len(self.records) and self.head(version) == head

    def after(self, version: int) -> Sequence[Stored] | None:
        missing = self.records[version:]
        return missing if len(missing) <= MISSING_RECORDS else None


class _Passing:
    """Values by key that are forgotten some seconds after they were last set."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: dict[Any, tuple[Any, float]] = {}

    def set(self, key: Any, value: Any, seconds: float) -> None:
        self._kept[key] = (value, self._clock() + seconds)

    def get(self, key: Any) -> Any:
        value, until = self._kept.get(key, (None, 0))
        return value if until > self._clock() else None

    def drop(self, unwanted: Callable[[Any, Any], bool]) -> None:
        self._kept = {key: kept for key, kept in self._kept.items() if not unwanted(key, kept[0])}


class MemoryLog:
    """A `Log` in this process. `clock` gives seconds, for what is kept for a time only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._games: dict[str, _Game] = {}
        self._due: dict[Work, Due] = {}
        self._dead: dict[Work, int] = {}
        self._clock = clock
        self._receipts = _Passing(clock)
        self._jobs = _Passing(clock)
        self._replays = _Passing(clock)
        self._counts: dict[str, tuple[int, float]] = {}
        self._running = _Passing(clock)
        self._unfinished = _Passing(clock)
        self._changed = Condition()

    def append(self, commit: Commit) -> Answer:
        """Write a commit, all or nothing."""
        with self._changed:
            answer = self._refused(commit)
            if answer is not None:
                return answer
            if commit.records:
                self._write(commit)
            self._receipts.set(commit.command_id, (commit.fingerprint, commit.receipt), RECEIPT_SECONDS)
            for work in commit.done:
                self._end(work)
            for work, at in commit.work:
                self._call_for(work, at)
            self._changed.notify_all()
            return Appended()

    def _refused(self, commit: Commit) -> Answer | None:
        """Why the commit is not to be written; the same questions in the same order as the script's."""
        if (before := self._before(commit.command_id, commit.fingerprint)) is not None:
            return before
        version, head = commit.expected
        game = self._games.get(commit.game)
        if game is None:
            opens = commit.seed is not None and version == 0
            return None if opens else Gone()
        if not game.follows(version, head):
            return Diverged()
        if version < len(game.records):
            return Conflict(len(game.records), game.after(version))
        return TooLong() if version + len(commit.records) > HARD_LIMIT else None

    def _before(self, command_id: str, fingerprint: str) -> Replayed | Reused | None:
        first = self._receipts.get(command_id)
        if first is None:
            return None
        return Replayed(first[1]) if first[0] == fingerprint else Reused()

    def _write(self, commit: Commit) -> None:
        game = self._games.get(commit.game)
        if game is None:
            assert commit.seed is not None
            game = _Game(commit.seed, [], commit.status, commit.rules, commit.lobby)
        game.records.extend(commit.records)
        self._games[commit.game] = game._replace(status=commit.status)

    def _call_for(self, work: Work, at: int) -> None:
        attempts = self._due[work].attempts if work in self._due else 0
        self._due[work] = Due(work, at, attempts)

    def _end(self, work: Work) -> None:
        self._due.pop(work, None)
        self._dead.pop(work, None)

    def _bury(self, work: Work) -> None:
        if work in self._due:
            self._dead[work] = self._due.pop(work).attempts

    def load(self, game: str) -> Loaded | None:
        """The whole game, or None where there is none."""
        with self._changed:
            found = self._games.get(game)
            return None if found is None else Loaded(found.seed, tuple(found.records))

    def head(self, game: str) -> tuple[int, str] | None:
        """The newest version and its chain hash; None: no game."""
        with self._changed:
            found = self._games.get(game)
            return None if found is None else (len(found.records), found.records[-1].hash)

    def records(self, game: str, after: int, until: int) -> Sequence[Stored]:
        """The records of versions `after` + 1 to `until`, as many of them as there are."""
        with self._changed:
            found = self._games.get(game)
            return () if found is None else tuple(found.records[after:until])

    def news(self, game: str, version: int, head: str, command_id: str | None = None) -> News | None:
        """What is new since (version, head), and the receipt of a command; None: no game."""
        with self._changed:
            found = self._games.get(game)
            if found is None:
                return None
            newest = len(found.records)
            missing = found.after(version) if found.follows(version, head) else None
            fingerprint, receipt = self._receipts.get(command_id) or (None, None)
            return News(newest, found.head(newest), missing, receipt, fingerprint)

    def wait(self, game: str, version: int, seconds: float) -> bool:
        """Wait until the game may have moved beyond `version`; False when the time is up."""
        with self._changed:
            return self._changed.wait_for(lambda: self._moved(game, version), seconds)

    def _moved(self, game: str, version: int) -> bool:
        found = self._games.get(game)
        return found is None or len(found.records) > version

    def delete(self, game: str) -> bool:
        """Remove the game and all that is derived from it; False where there was none."""
        with self._changed:
            self._due = {work: due for work, due in self._due.items() if work.game != game}
            self._dead = {work: attempts for work, attempts in self._dead.items() if work.game != game}
            self._jobs.drop(lambda _, job: bool(job.game == game))
            self._replays.drop(lambda key, _: bool(key[0] == game))
            found = self._games.pop(game, None)
            self._changed.notify_all()
            return found is not None

    def lobby(self, before: int, limit: int) -> list[LobbyEntry]:
        """Public games created before this time (ms), the newest first; those of one millisecond stay together."""
        with self._changed:
            entries = [
                LobbyEntry(game, found.created_at, found.status, found.rules)
                for game, found in self._games.items()
                if found.created_at is not None and found.created_at < before
            ]
        entries.sort(key=lambda entry: (entry.created_at, entry.game), reverse=True)
        last = entries[limit - 1].created_at if len(entries) > limit else 0
        return [entry for entry in entries if entry.created_at >= last]

    def ask(self, job: Job, due: int, command_id: str, fingerprint: str) -> Appended | Replayed | Reused | Gone:
        """Keep a job and call for its work, once per command id."""
        with self._changed:
            if (before := self._before(command_id, fingerprint)) is not None:
                return before
            if job.game not in self._games:
                return Gone()
            self._jobs.set(job.id, job, JOB_SECONDS)
            self._receipts.set(command_id, (fingerprint, Receipt(1, 0, 202, job.id)), RECEIPT_SECONDS)
            self._call_for(work_of(job), due)
            return Appended()

    def job(self, job_id: str) -> Job | None:
        """The job with this id."""
        with self._changed:
            job: Job | None = self._jobs.get(job_id)
            return job

    def update_job(self, job: Job) -> None:
        """Keep the job's new status, unless the job is gone or has ended."""
        with self._changed:
            work = work_of(job)
            if work not in self._due and not (work in self._dead and job.status in FINAL):
                return
            if self._jobs.get(job.id) is not None:
                self._jobs.set(job.id, job, JOB_SECONDS)
            if job.status == "failed":
                self._bury(work)
            elif job.status in FINAL:
                self._end(work)

    def due(self, now: int, limit: int) -> list[Due]:
        """Work whose time has come, the longest waiting first."""
        with self._changed:
            waiting = (due for due in self._due.values() if due.at <= now)
            return sorted(waiting, key=lambda due: (due.at, due.work))[:limit]

    def postpone(self, due: Due, until: int) -> bool:
        """Look at this work again at `until` (ms), and count an attempt; False: it is done, or others did so first."""
        with self._changed:
            found = self._due.get(due.work)
            if found is None or found.attempts != due.attempts:
                return False
            self._due[due.work] = Due(due.work, until, due.attempts + 1)
            return True

    def bury(self, work: Work) -> None:
        """Give the work up: it moves to the dead, for the operator."""
        with self._changed:
            self._bury(work)

    def dead(self) -> list[Work]:
        """The work that was given up."""
        with self._changed:
            return sorted(self._dead)

    def keep_replay(self, game: str, replay: str, data: bytes) -> None:
        """Keep a built replay for an hour."""
        with self._changed:
            if game in self._games:
                self._replays.set((game, replay), data, REPLAY_SECONDS)

    def replay(self, game: str, replay: str) -> bytes | None:
        """A built replay."""
        with self._changed:
            data: bytes | None = self._replays.get((game, replay))
            return data

    def drop_replay(self, game: str, replay: str) -> None:
        """Forget a built replay."""
        with self._changed:
            self._replays.drop(lambda key, _: bool(key == (game, replay)))

    def count(self, bucket: str, seconds: int) -> int:
        """Count one more in this bucket; the count since the first, at most `seconds` ago."""
        with self._changed:
            count, until = self._counts.get(bucket, (0, 0.0))
            if until <= self._clock():
                count, until = 0, self._clock() + seconds
            self._counts[bucket] = (count + 1, until)
            return count + 1

    def running(self, owner: str, add: str | None = None) -> int:
        """How many of the games noted for this owner are there and not over; `add` notes one first."""
        with self._changed:
            noted = {*(self._running.get(owner) or ()), *(() if add is None else (add,))}
            running = {game for game in noted if game in self._games and self._games[game].status != "over"}
            self._running.set(owner, running, RUNNING_SECONDS)
            return len(running)

    def unfinished(self, owner: str, add: str | None = None) -> int:
        """How many of the jobs noted for this owner are kept and not finished; `add` notes one first."""
        with self._changed:
            noted = {*(self._unfinished.get(owner) or ()), *(() if add is None else (add,))}
            jobs = {job_id: self._jobs.get(job_id) for job_id in noted}
            unfinished = {job_id for job_id, job in jobs.items() if job is not None and job.status not in FINAL}
            self._unfinished.set(owner, unfinished, JOB_SECONDS)
            return len(unfinished)
