"""Golden playthroughs: whole games in readable text, played again and compared letter for letter.

A file `tests/games/<rules>/playthroughs/*.txt` begins with a title and four lines that say what is played. To record
a new game, write these and the commands, and run `pytest tests/contracts/test_playthroughs.py --rewrite-playthroughs`:

    Seat 0 resigns at once.

    rules    <rules>
    seats    2
    options  {"first_seat":0}
    seed     0000000000000000000000000000000000000000000000000000000000000000

    > seat 0 {"type":"resign"}

A recorded file may be changed only on purpose, by running that command again and reading what has changed.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.chance import Chance
from events.codec import codec, encode
from events.games import RULES, rules_named
from events.rules import EVERYTHING, SPECTATOR, Command, Event, Rules, Viewer, carry_out, set_up, wire_name
from events.table.decide import options_of

GAMES = Path(__file__).parent.parent / "games"
FILES = sorted(GAMES.glob("*/playthroughs/*.txt"))
COMMAND = re.compile(r"^> seat (\d+) (\{.*\})$", re.MULTILINE)
ENDED = re.compile(r"^The game is over: .* \((\w+), [RDC]-\d+\)\.$", re.MULTILINE)

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.parent.name}-{path.stem}" for path in FILES])
def test_a_recorded_game_is_played_again_as_it_was(path: Path, request: pytest.FixtureRequest):
    """The same commands give the same events, boards and views, letter for letter."""
    recorded = path.read_text(encoding="utf-8")
    played = played_again(recorded)
    if request.config.getoption("--rewrite-playthroughs"):
        path.write_text(played, encoding="utf-8")
    else:
        assert recorded == played


@every_rules
def test_every_end_has_a_playthrough(rules: Rules[Any]):
    """For every way in which the rules can end a game, somebody can read how it came to that."""
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.parent.parent.name == rules.name]
    ends = [ENDED.search(text) for text in texts]
    assert all(ends), "every playthrough goes on to the end of its game"
    assert set(rules.reasons) - {"length"} == {end[1] for end in ends if end}


def played_again(recorded: str) -> str:
    """The whole text of the playthrough whose title, facts and commands stand in this text."""
    title, facts, *_ = recorded.split("\n\n")
    fact = dict(line.split(maxsplit=1) for line in facts.splitlines())
    rules = rules_named(fact["rules"])
    parts = _parts(rules, int(fact["seats"]), json.loads(fact["options"]), fact["seed"], COMMAND.findall(recorded))
    return "\n\n".join([title, facts, *parts]) + "\n"


def _parts(
    rules: Rules[Any], seats: int, given: dict[str, Any], seed: str, commands: list[tuple[str, str]]
) -> Iterator[str]:
    """The parts of the text: what happened at each command, and how the table looks then."""

    def chance(moment: int) -> Chance:
        return Chance(bytes.fromhex(seed), "playthrough", moment)

    events, position = set_up(rules, seats, options_of(rules, given), chance(0))
    moment = len(events)
    yield from _told(rules, seats, events)
    yield from _seen(rules, seats, position)
    for number, text in commands:
        command: Command = codec(rules).command(text.encode())
        yield f"> seat {number} {encode(command).decode()}"
        events, position = carry_out(rules, position, int(number), command, chance(moment))
        moment += len(events)
        yield from _told(rules, seats, events)
        yield from _seen(rules, seats, position)


def _told(rules: Rules[Any], seats: int, events: tuple[Event, ...]) -> Iterator[str]:
    """The events as stored, and what everybody is told of them."""
    lines = []
    for event in events:
        lines.append(f"{event.stored} {encode(event).decode()}")
        lines += [
            f"    {line}" for line in _to_each(seats, lambda viewer, event=event: _sentence(rules, event, viewer))
        ]
    yield "\n".join(lines)


def _sentence(rules: Rules[Any], event: Event, viewer: Viewer) -> str:
    return rules.describe(wire_name(type(event)), rules.shown(event, viewer))


def _seen(rules: Rules[Any], seats: int, position: Any) -> Iterator[str]:
    """The table as everybody sees it, and who is asked for what; at the end, all that was hidden and the outcome."""
    outcome = rules.outcome(position)
    if outcome is not None:
        yield rules.render(rules.view(position, EVERYTHING)).rstrip("\n")
        won = ", ".join(map(str, outcome.winners)) or "nobody"
        scores = "" if outcome.scores is None else f", scores {list(outcome.scores)}"
        yield f"The game is over: {won} won{scores} ({outcome.reason}, {outcome.rule})."
        return
    yield from _to_each(seats, lambda viewer: rules.render(rules.view(position, viewer)).rstrip("\n"))
    asked = [
        f"Seat {seat} ({len(rules.legal(position, seat))} commands): {rules.prompt(position, seat)}"
        for seat in rules.to_move(position)
    ]
    yield "\n".join(asked)


def _to_each(seats: int, text_for: Any) -> Iterator[str]:
    """What a spectator is told, and each seat that is told something else."""
    public = text_for(SPECTATOR)
    yield public
    for seat in range(seats):
        own = text_for(Viewer(seat=seat))
        if own != public:
            yield f"[seat {seat}] {own}" if "\n" not in own else f"[seat {seat}]\n{own}"
