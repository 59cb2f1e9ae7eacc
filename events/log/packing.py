"""What the scripts are given and what they answer, as bytes. Digests are 32 bytes in Redis and hex digits here."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from events.log import (
    HARD_LIMIT,
    JOB_SECONDS,
    MISSING_RECORDS,
    RECEIPT_SECONDS,
    Answer,
    Appended,
    Commit,
    Conflict,
    Diverged,
    Gone,
    Job,
    News,
    Receipt,
    Replayed,
    Reused,
    TooLong,
    Work,
    keys,
    work_of,
)
from events.record import Stored

Entry = tuple[bytes, Sequence[bytes]]
"""A stream entry as a script answers it: id, and (name, value, name, value)."""

_DIGEST = re.compile("[0-9a-f]{64}")
_encode = msgspec.msgpack.encode
_decode = msgspec.msgpack.decode


def commit_arguments(commit: Commit) -> Iterator[bytes | str | int]:
    """The arguments of append.lua."""
    version, head = commit.expected
    yield from (commit.game, keys.notices(commit.game), version, bytes.fromhex(head))
    yield from receipt_arguments(commit.fingerprint, commit.receipt)
    yield from (MISSING_RECORDS, HARD_LIMIT, commit.status, commit.rules, commit.rules_version)
    yield from (commit.seed or b"", "" if commit.lobby is None else commit.lobby)
    yield len(commit.records)
    for record in commit.records:
        yield from (record.data, bytes.fromhex(record.hash))
    yield len(commit.done)
    yield from map(member, commit.done)
    yield len(commit.work)
    for work, at in commit.work:
        yield from (at, member(work))


def receipt_arguments(fingerprint: str, receipt: Receipt) -> tuple[bytes, bytes, int]:
    """How every receipt with this fingerprint begins, the receipt, and how long it is kept."""
    beginning = bytes.fromhex(fingerprint) if _DIGEST.fullmatch(fingerprint) else fingerprint
    packed = _encode((beginning, *msgspec.structs.astuple(receipt)))
    return packed[: 1 + len(_encode(beginning))], packed, RECEIPT_SECONDS


def unpack_receipt(packed: bytes) -> tuple[str, Receipt]:
    """A kept receipt, and the fingerprint it was given with."""
    beginning, *fields = _decode(packed)
    return beginning.hex() if isinstance(beginning, bytes) else beginning, Receipt(*fields)


def answer(said: Sequence[Any]) -> Answer:
    """What append.lua and ask.lua said."""
    match said:
        case [b"OK"]:
            return Appended()
        case [b"REPLAY", packed]:
            return Replayed(unpack_receipt(packed)[1])
        case [b"KEY_REUSED"]:
            return Reused()
        case [b"GONE"]:
            return Gone()
        case [b"DIVERGED"]:
            return Diverged()
        case [b"TOO_LONG"]:
            return TooLong()
        case [b"CONFLICT", version, missing]:
            return Conflict(version, records(missing))
    raise ValueError(f"unexpected answer {said!r}")


def news(found: Sequence[Any]) -> News:
    """What news.lua found."""
    version, head, missing, packed = found
    fingerprint, receipt = (None, None) if packed is None else unpack_receipt(packed)
    return News(version, head.hex(), records(missing), receipt, fingerprint)


def records(entries: Sequence[Entry] | None) -> list[Stored] | None:
    """The records in these stream entries."""
    if entries is None:
        return None
    return [Stored(data, head.hex()) for _, (_, data, _, head) in entries]


def member(work: Work) -> str:
    """A piece of work as the outbox holds it; kinds, games and keys hold no colon."""
    return f"{work.kind}:{work.game}:{work.key}"


def work(member: bytes) -> Work:
    """The piece of work that the outbox holds so."""
    return msgspec.convert(dict(zip(("kind", "game", "key"), member.decode().split(":"), strict=True)), Work)


def job_arguments(job: Job) -> tuple[str, str, bytes, int]:
    """What the scripts are told about a job: its work, its id, the job, and how long it is kept."""
    return member(work_of(job)), job.id, msgspec.json.encode(job), JOB_SECONDS


def job(kept: bytes) -> Job:
    """A kept job."""
    return msgspec.json.decode(kept, type=Job)
