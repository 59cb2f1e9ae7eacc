"""The stored record and the hash chain over the exact stored bytes."""

import hashlib
from typing import NamedTuple

import msgspec

from events.errors import BrokenRecord


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as stored.

    `v` counts from 1 without gaps; `type` is the promised name with shape version; `seat` acted (None: nobody's
    seat); `by` is "person", "bot:<spec>" or "service"; `first` is the first version of the commit; `at` is in
    milliseconds since the epoch. The first record of a commit also holds the `command` and, for bots, a `note`.
    """

    v: int
    type: str
    by: str
    command_id: str
    first: int
    at: int
    salt: str
    data: msgspec.Raw
    seat: int | None = None
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    note: str | None = None


class Stored(NamedTuple):
    """The exact bytes of a record, and the chain hash up to and including it (64 hex digits)."""

    data: bytes
    hash: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Record).decode


def write(record: Record, previous: str) -> Stored:
    """The record as stored after a record with chain hash `previous` ("" for the first)."""
    data = _encode(record)
    return Stored(data, link(previous, data))


def read(stored: Stored) -> Record:
    """The record in these bytes; raises BrokenRecord."""
    try:
        return _decode(stored.data)
    except msgspec.MsgspecError as error:
        raise BrokenRecord(str(error)) from error


def link(previous: str, data: bytes) -> str:
    """The chain hash: SHA-256(previous hash + newline + stored bytes), in hex."""
    return hashlib.sha256(previous.encode() + b"\n" + data).hexdigest()
