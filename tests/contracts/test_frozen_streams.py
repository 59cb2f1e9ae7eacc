"""What was stored once is readable for ever: recorded games still fold to the end they were recorded with."""

from typing import Any

import msgspec
import pytest

from events.codec import encode
from events.games import RULES
from events.history import History
from events.rules import Rules
from events.verify import verify
from tests.contracts.frozen import Stream, recorded_shapes, shapes, streams, table_shapes

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
every_stream = pytest.mark.parametrize(
    ("rules", "stream"),
    [
        pytest.param(rules, stream, id=f"{rules.name}-{name}")
        for rules in RULES
        for name, stream in streams(rules).items()
    ],
)


@every_rules
def test_every_shape_was_recorded(rules: Rules[Any]):
    """Every event that the rules can store, old shapes included, occurs in one of their recorded streams."""
    assert set() == shapes(rules) - recorded_shapes(rules)


def test_every_shape_of_the_table_was_recorded():
    """Every event that the table can store occurs in some recorded stream."""
    assert set() == table_shapes() - recorded_shapes(*RULES)


@every_stream
def test_a_recorded_game_still_ends_as_it_ended(rules: Rules[Any], stream: Stream):
    """The records fold to the recorded position and outcome, and the chain over their bytes to the recorded head."""
    ending = stream.ending
    game = History(ending.game, bytes.fromhex(ending.seed), stream.records).game()
    assert ending.head == game.head
    assert ending.outcome == game.table.outcome
    assert msgspec.json.decode(encode(ending.position), type=rules.position) == game.position


@every_stream
def test_a_recorded_game_is_still_decided_as_it_was(rules: Rules[Any], stream: Stream):
    """Every stored command, given again with the luck of the stored seed, brings about what is stored."""
    ending = stream.ending
    faults = verify(ending.game, bytes.fromhex(ending.seed), stream.records, len(stream.records), ending.head)
    assert () == faults
