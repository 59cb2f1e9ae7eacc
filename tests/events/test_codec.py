"""Stored names and shapes: what was stored once is read for ever, and nothing else is."""

from typing import Any, ClassVar

import pytest

from events.codec import Codec, codec, encode
from events.errors import BrokenRecord
from events.games import RULES
from events.rules import Command, Event, Resign
from events.table.messages import SeatLeft, TakeSeat


class Walked(Event, frozen=True):
    """An event in its third shape: once it held `steps`, then `steps` and `way`."""

    stored: ClassVar[str] = "toy.walked/3"
    path: tuple[str, ...]


class Walk(Command, frozen=True, tag="walk"):
    """A command."""

    path: tuple[str, ...]


def with_way(data: Any) -> tuple[str, Any]:
    """From the first shape to the second."""
    return "toy.walked/2", {**data, "way": "north"}


def with_path(data: Any) -> tuple[str, Any]:
    """From the second shape to the third."""
    return "toy.walked/3", {"path": data["steps"] * [data["way"]]}


READER = Codec((Walked,), (Walk,), {"toy.walked/1": with_way, "toy.walked/2": with_path})


def test_an_event_comes_back_as_it_was_stored():
    """Today's shape is read as it was written."""
    event = Walked(path=("north", "west"))
    assert event == READER.event("toy.walked/3", encode(event))


@pytest.mark.parametrize(
    ("name", "data"),
    [("toy.walked/1", b'{"steps":2}'), ("toy.walked/2", b'{"steps":2,"way":"north"}')],
)
def test_old_shapes_are_lifted_to_todays(name: str, data: bytes):
    """Upcasters lift an event from shape to shape until it has today's."""
    assert Walked(path=("north", "north")) == READER.event(name, data)


@pytest.mark.parametrize("name", ["toy.walked/4", "toy.swum/1", "walked", ""])
def test_a_name_that_was_never_promised_cannot_be_read(name: str):
    """Unknown names and shapes of the future are broken records, not events."""
    with pytest.raises(BrokenRecord, match="unknown event"):
        READER.event(name, b"{}")


@pytest.mark.parametrize("data", [b"{}", b'{"path":"north"}', b"[]", b"{", b""])
def test_a_shape_that_was_never_promised_cannot_be_read(data: bytes):
    """Data that does not fit the name is a broken record."""
    with pytest.raises(BrokenRecord):
        READER.event("toy.walked/3", data)


@pytest.mark.parametrize("data", [b'{"type":"walk"}', b'{"type":"swim","path":[]}', b'{"type":"walk","path":[],"x":1}'])
def test_only_known_commands_are_read(data: bytes):
    """Unknown commands, missing fields and unknown fields are refused."""
    with pytest.raises(BrokenRecord):
        READER.command(data)


@pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
def test_the_tables_messages_are_read_in_every_game(rules: Any):
    """The codec of any rules reads what is true at every table, and resigning."""
    reader = codec(rules)
    assert SeatLeft(seat=1) == reader.event("table.seat_left/1", b'{"seat":1}')
    command = TakeSeat(seat=0, name="Ada", token="hash")
    assert command == reader.command(encode(command))
    assert Resign() == reader.command(b'{"type":"resign"}')
