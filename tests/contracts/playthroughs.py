"""Golden playthroughs as text: whole games that a person reads, with every command, event, board and view.

A file `tests/games/<rules>/playthroughs/*.txt` begins with a title and four lines that say what is played. To record
a new game, write these and the commands, and run `pytest tests/contracts/test_playthroughs.py --rewrite-playthroughs`:

    Seat 0 resigns at once.

    rules    <rules>
    seats    2
    options  {"first_seat":0}
    seed     0000000000000000000000000000000000000000000000000000000000000000

    > seat 0 {"type":"resign"}

A recorded file may be changed only on purpose, by running that command again and reading what has changed.
If the rules or the edition changed so much that the recorded game is not possible any more, let
`python -m tests.contracts.recording` look for another one.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from events.chance import Chance
from events.codec import codec, encode
from events.games import rules_named
from events.rules import EVERYTHING, SPECTATOR, Command, Event, Rules, Viewer, carry_out, set_up, wire_name
from events.table.decide import options_of

GAMES = Path(__file__).parent.parent / "games"
COMMAND = re.compile(r"^> seat (\d+) (\{.*\})$", re.MULTILINE)
ENDED = re.compile(r"^The game is over: .*\((\w+), ([RDC]-\d+)\)\.$", re.MULTILINE)
SEED = "00" * 32


class Playthrough(NamedTuple):
    """What a file says: its title, what is played with which secret seed (hex), and the commands with their seats."""

    title: str
    rules: Rules[Any]
    seats: int
    options: Mapping[str, Any]
    seed: str
    commands: tuple[tuple[int, Command], ...]

    def chance(self, moment: int) -> Chance:
        """The luck of the decision at this moment."""
        return Chance(bytes.fromhex(self.seed), "playthrough", moment)


def files(rules: Rules[Any]) -> list[Path]:
    """The playthroughs of these rules."""
    return sorted((GAMES / rules.name / "playthroughs").glob("*.txt"))


def read(text: str) -> Playthrough:
    """The playthrough in this text; without commands, and without a seed, it is one still to be recorded."""
    title, facts, *_ = text.split("\n\n")
    fact = dict(line.split(maxsplit=1) for line in facts.splitlines())
    rules = rules_named(fact["rules"])
    commands = tuple((int(seat), codec(rules).command(told.encode())) for seat, told in COMMAND.findall(text))
    return Playthrough(title, rules, int(fact["seats"]), json.loads(fact["options"]), fact.get("seed", SEED), commands)


def told(playthrough: Playthrough) -> str:
    """The whole text of this playthrough; raises Refusal when its commands are not those of a game."""
    facts = [
        f"rules    {playthrough.rules.name}",
        f"seats    {playthrough.seats}",
        f"options  {encode(playthrough.options).decode()}",
        f"seed     {playthrough.seed}",
    ]
    return "\n\n".join([playthrough.title, "\n".join(facts), *_parts(playthrough)]) + "\n"


def _parts(playthrough: Playthrough) -> Iterator[str]:
    """The parts of the text: what happened at each command, and how the table looks then."""

    rules, seats, chance = playthrough.rules, playthrough.seats, playthrough.chance
    events, position = set_up(rules, seats, options_of(rules, dict(playthrough.options)), chance(0))
    moment = len(events)
    yield from _told(rules, seats, events)
    yield from _seen(rules, seats, position)
    for seat, command in playthrough.commands:
        yield f"> seat {seat} {encode(command).decode()}"
        events, position = carry_out(rules, position, seat, command, chance(moment))
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
