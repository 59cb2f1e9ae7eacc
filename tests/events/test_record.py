"""Records and the chain over them: no byte of a game can be changed unseen."""

import hashlib

import msgspec
import pytest

from events.errors import BrokenRecord
from events.log.memory import MemoryLog
from events.record import Record, Stored, link, read, write
from events.rules import Resign
from events.verify import verify
from tests.events.tables import ANY, GAME, LiveTable, opened

RECORD = Record(
    v=1,
    type="toy.walked/1",
    by="person",
    command_id="id",
    first=1,
    at=1_790_000_000_000,
    salt="5a17",
    data=msgspec.Raw(b'{"steps":2}'),
    seat=0,
    command=msgspec.Raw(b'{"type":"walk"}'),
)


def played() -> LiveTable:
    """A game with some decisions in it, and its end."""
    table = opened(ANY).play(6)
    while table.game.to_move():
        table.do(Resign(), seat=table.game.to_move()[0])
    return table


def records(table: LiveTable) -> list[Stored]:
    """All records of a game."""
    loaded = table.log.load(GAME)
    assert loaded is not None
    return list(loaded.records)


def faults(table: LiveTable, stored: list[Stored]) -> list[int]:
    """The versions at which these records are not the game that was played."""
    game = table.game
    return [fault.version for fault in verify(GAME, table.seed, stored, game.version, game.head)]


def test_a_record_comes_back_as_it_was_written():
    """Reading gives what was written, event and command byte by byte."""
    record = read(write(RECORD, ""))
    assert (b'{"steps":2}', b'{"type":"walk"}') == (bytes(record.data), bytes(record.command or b""))
    assert msgspec.json.encode(RECORD) == msgspec.json.encode(record)


def test_what_a_record_does_not_have_is_not_stored():
    """Seat, command and note take no room where there are none, and are read as absent."""
    plain = msgspec.structs.replace(RECORD, seat=None, command=msgspec.UNSET)
    stored = write(plain, "")
    assert {"v", "type", "by", "command_id", "first", "at", "salt", "data"} == set(msgspec.json.decode(stored.data))
    assert (None, msgspec.UNSET, None) == (read(stored).seat, read(stored).command, read(stored).note)


def test_the_chain_is_sha_256_over_the_stored_bytes():
    """A link is SHA-256(previous link, newline, bytes), so that anybody can compute it with ordinary tools."""
    stored = write(RECORD, "ab")
    assert hashlib.sha256(b"ab\n" + stored.data).hexdigest() == stored.hash == link("ab", stored.data)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"v":1}', b'{"v":"one"}', b"\xff"])
def test_bytes_that_are_no_record_are_told(data: bytes):
    """Whatever cannot be read is a broken record."""
    with pytest.raises(BrokenRecord):
        read(Stored(data, ""))


def test_a_game_as_it_was_written_has_no_faults():
    """Chain, commitment, salts and every decision stand."""
    table = played()
    assert [] == faults(table, records(table))


def test_every_flipped_byte_is_found():
    """A changed byte in any record breaks the chain there."""
    table = played()
    stored = records(table)
    for place, each in enumerate(stored):
        for at in range(0, len(each.data), 7):
            flipped = bytearray(each.data)
            flipped[at] ^= 1
            changed = [*stored[:place], Stored(bytes(flipped), each.hash), *stored[place + 1 :]]
            assert faults(table, changed)[0] == place + 1


@pytest.mark.parametrize("cut", [1, 2])
def test_a_cut_end_is_found(cut: int):
    """A log that lacks its last records does not lead to the head that it names."""
    table = played()
    assert faults(table, records(table)[:-cut])


def test_missing_and_exchanged_records_are_found():
    """Records that are left out, doubled or in another order are found where it begins."""
    table = played()
    stored = records(table)
    assert 3 == faults(table, [*stored[:2], *stored[3:]])[0]
    assert 3 == faults(table, [*stored[:2], stored[1], *stored[2:]])[0]
    assert 2 == faults(table, [stored[0], stored[2], stored[1], *stored[3:]])[0]


def test_a_forged_event_with_a_mended_chain_is_found():
    """Who rewrites an event and the whole chain after it is betrayed by the decision, made again."""
    table = played()
    stored = records(table)
    place = next(number for number, each in enumerate(stored) if read(each).seat is not None)
    other = next(read(each).data for each in stored[place + 1 :] if read(each).type == read(stored[place]).type)
    forged = list(stored)
    forged[place] = write(msgspec.structs.replace(read(stored[place]), data=other), stored[place - 1].hash)
    for number in range(place + 1, len(stored)):
        forged[number] = Stored(stored[number].data, link(forged[number - 1].hash, stored[number].data))
    found = verify(GAME, table.seed, forged, len(forged), forged[-1].hash)
    assert place + 1 in [fault.version for fault in found]


def test_another_seed_is_found():
    """The seed must be the one that was committed to, and give the salts and draws that are stored."""
    table = played()
    found = verify(GAME, bytes([1]) * 32, records(table), table.game.version, table.game.head)
    assert 1 in [fault.version for fault in found]


def test_two_homes_of_the_same_game_have_the_same_bytes():
    """The same commands at the same times with the same seed give the same bytes and the same head."""
    one, other = played(), played()
    assert isinstance(one.log, MemoryLog)
    assert records(one) == records(other)
