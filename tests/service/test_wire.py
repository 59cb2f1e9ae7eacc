"""Schemas from message classes: exactly what the class holds gets through."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from marshmallow import ValidationError
from msgspec import Meta

from events.games import RULES
from service.api.wire import faults, schema_of


class Inner(msgspec.Struct, frozen=True):
    """A part of a message."""

    name: Annotated[str, Meta(min_length=1, max_length=3, pattern="^[a-z]+$")]


class Message(msgspec.Struct, frozen=True):
    """A message with a field of every type that messages use."""

    number: Annotated[int, Meta(ge=0, lt=5)] = 0
    above: Annotated[int, Meta(gt=0)] = 1
    text: str = ""
    flag: bool = False
    word: Literal["a", "b"] = "a"
    either: Literal["random"] | Annotated[int, Meta(ge=0, le=3)] = "random"
    nothing: int | None = None
    many: tuple[int, ...] = ()
    pair: tuple[int, str] = (0, "")
    listed: Annotated[list[Literal[1, 2]], Meta(max_length=2)] = []
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    anything: Any = None
    table: dict[str, Any] = {}


@pytest.mark.parametrize(
    "given",
    [
        {"number": 4},
        {"above": 1},
        {"text": "x"},
        {"flag": True},
        {"word": "b"},
        {"either": "random"},
        {"either": 3},
        {"nothing": None},
        {"nothing": -7},
        {"many": []},
        {"many": [1, 2]},
        {"pair": [1, "x"]},
        {"listed": [1, 2]},
        {"inner": None},
        {"inner": {"name": "abc"}},
        {"inners": [{"name": "a"}, {"name": "b"}]},
        {"anything": {"a": [None]}},
        {"table": {"a": 1}},
    ],
    ids=str,
)
def test_what_a_message_holds_gets_through(given: dict[str, Any]):
    """And is the same message as if msgspec had read it."""
    assert msgspec.convert(given, Message) == msgspec.convert(schema_of(Message).load(given), Message)


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"number": -1}, "/number"),
        ({"number": 5}, "/number"),
        ({"number": "1"}, "/number"),
        ({"number": 1.0}, "/number"),
        ({"number": True}, "/number"),
        ({"number": None}, "/number"),
        ({"above": 0}, "/above"),
        ({"text": 1}, "/text"),
        ({"text": None}, "/text"),
        ({"flag": 1}, "/flag"),
        ({"flag": "true"}, "/flag"),
        ({"word": "c"}, "/word"),
        ({"word": 1}, "/word"),
        ({"either": "never"}, "/either"),
        ({"either": 4}, "/either"),
        ({"either": True}, "/either"),
        ({"nothing": "x"}, "/nothing"),
        ({"many": [1, "x"]}, "/many/1"),
        ({"many": "12"}, "/many"),
        ({"pair": [1]}, "/pair"),
        ({"pair": ["x", 1]}, "/pair/0"),
        ({"listed": [1, 2, 1]}, "/listed"),
        ({"listed": [3]}, "/listed/0"),
        ({"listed": [True]}, "/listed/0"),
        ({"inner": {"name": "abcd"}}, "/inner/name"),
        ({"inner": {"name": "A"}}, "/inner/name"),
        ({"inner": {}}, "/inner/name"),
        ({"inner": {"name": "a", "x": 1}}, "/inner/x"),
        ({"inners": [{"name": "a"}, {"name": 1}]}, "/inners/1/name"),
        ({"table": []}, "/table"),
        ({"unknown": 1}, "/unknown"),
    ],
    ids=str,
)
def test_what_it_does_not_hold_is_told(given: dict[str, Any], pointer: str):
    """With a pointer to each fault; msgspec would refuse it, too, apart from unknown members."""
    with pytest.raises(ValidationError) as caught:
        schema_of(Message).load(given)
    assert pointer in [fault.pointer for fault in faults(caught.value.messages)]
    if not pointer.endswith(("/unknown", "/x")):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, Message)


def test_schemas_are_made_once():
    """The same schema for the same class."""
    assert schema_of(Message) is schema_of(Message)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_message_of_a_request_has_a_schema(rules):
    """Commands and options of every kind of game."""
    for message in (*rules.commands, rules.options):
        assert set(message.__struct_fields__) == set(schema_of(message).fields)
