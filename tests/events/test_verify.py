"""A stored game checked from outside: what was tampered with is named."""

import itertools
import json
import random

import pytest

from events.record import Stored, link, read
from events.table.messages import Rewind
from events.verify import Fault, verify
from tests.events.tables import ANY, LiveTable, opened


@pytest.fixture(scope="module")
def table() -> LiveTable:
    """A game of two persons, played for a while, with a move taken back in the middle."""
    live = opened(ANY).play(6, random.Random(3))
    seat = next(seat for seat in (0, 1) if live.history.decisions(seat))
    live.do(Rewind(seat=seat), seat)
    return live.play(6, random.Random(4))


def verified(table: LiveTable, stored: list[Stored], seed: bytes | None = None) -> list[Fault]:
    """What is wrong with these records, which the log says end where the table's do."""
    game = table.game
    return list(verify(game.id, seed or game.seed, stored, game.version, game.head))


def records(table: LiveTable) -> list[Stored]:
    """The records of the table's game."""
    loaded = table.log.load(table.game.id)
    assert loaded is not None
    return list(loaded.records)


def rechained(stored: list[Stored]) -> list[Stored]:
    """The same records with a chain that fits them: the work of a forger who can compute hashes."""
    previous, chained = "", []
    for each in stored:
        previous = link(previous, each.data)
        chained.append(Stored(each.data, previous))
    return chained


def forged(table: LiveTable, stored: list[Stored]) -> list[Fault]:
    """What is wrong with forged records whose chain and head fit."""
    chained = rechained(stored)
    return list(verify(table.game.id, table.game.seed, chained, len(chained), chained[-1].hash))


def changed(stored: Stored, **fields: object) -> Stored:
    """The record with other fields."""
    return Stored(json.dumps(json.loads(stored.data) | fields, separators=(",", ":")).encode(), stored.hash)


def test_a_game_as_it_was_played_is_sound(table):
    """Nothing is wrong with what the service wrote, a rewind included."""
    assert [] == verified(table, records(table))


def test_a_game_that_has_ended_is_sound():
    """The end, with the seed that it reveals, is verified too."""
    live = opened(ANY).play(10_000, random.Random(5))
    assert "over" == live.game.table.status
    assert [] == verified(live, records(live))


def test_every_flipped_byte_is_named(table):
    """Whichever byte is flipped, the record that holds it is named."""
    stored, dice = records(table), random.Random(6)
    for place in range(len(stored)):
        data = bytearray(stored[place].data)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        tampered = [*stored[:place], Stored(bytes(data), stored[place].hash), *stored[place + 1 :]]
        assert place + 1 == verified(table, tampered)[0].version


def test_a_dropped_record_is_named(table):
    """Where a record is missing, the next one stands in its place."""
    stored = records(table)
    assert Fault(4, "record 5 stands in its place") == verified(table, stored[:3] + stored[4:])[0]


def test_swapped_records_are_named(table):
    """Two records in the wrong order are both named."""
    stored = records(table)
    stored[3], stored[4] = stored[4], stored[3]
    assert [4, 5] == [fault.version for fault in verified(table, stored)][:2]


def test_a_cut_end_is_named(table):
    """The log knows its own head, so records missing at the end do not go unnoticed."""
    stored = records(table)[:-1]
    (fault,) = verified(table, stored)
    assert (len(stored), True) == (fault.version, "its head is at version" in fault.what)


def test_another_seed_is_noticed(table):
    """The seed must be the one that the first record committed to, and every salt must come from it."""
    faults = verified(table, records(table), seed=b"x" * 32)
    assert Fault(1, "the seed is not the one that was committed to") in faults
    assert len(records(table)) == sum("salt" in fault.what for fault in faults)


def test_a_forged_fact_is_noticed_though_the_chain_fits(table):
    """A fact that could have been, but was not, is named, whoever computed the hashes anew."""
    stored = records(table)
    facts = [json.loads(each.data) for each in stored]
    one, other = next(
        (one, other)
        for one, other in itertools.combinations(facts, 2)
        if one["type"] == other["type"] and one["data"] != other["data"]
    )
    stored[other["v"] - 1] = changed(stored[other["v"] - 1], data=one["data"])
    assert other["v"] in [fault.version for fault in forged(table, stored)]


def test_a_forged_shuffle_is_noticed_though_the_chain_fits(table):
    """The draws are made again from the seed: another order than the drawn one is noticed."""
    stored = records(table)
    version, name, drawn = next(
        (each["v"], name, value)
        for each in (json.loads(each.data) for each in stored[1:])
        for name, value in each["data"].items()
        if isinstance(value, list) and value != value[::-1]
    )
    data = json.loads(stored[version - 1].data)["data"]
    stored[version - 1] = changed(stored[version - 1], data=data | {name: drawn[::-1]})
    assert version in [fault.version for fault in forged(table, stored)]


def test_a_record_too_many_is_noticed_though_the_chain_fits(table):
    """A commit has the records that its command brings about, and no more."""
    stored = records(table)
    last = read(stored[-1])
    more = changed(stored[-1], v=last.v + 1, command=None)
    assert [] != forged(table, [*stored, more])


def test_bytes_that_are_no_record_are_named(table):
    """What cannot be read is named, and nothing is raised."""
    stored = records(table)
    stored[2] = Stored(b"{}", stored[2].hash)
    assert Fault(3, "its bytes are no record") == verified(table, stored)[0]


def test_an_unknown_event_is_named(table):
    """An event that was never promised ends the check with a fault, not with an exception."""
    stored = records(table)
    stored[4] = changed(stored[4], type="unknown.thing_done/1")
    assert [] != forged(table, stored)
