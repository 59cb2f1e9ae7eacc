"""Records a game of every event shape, once: `python -m tests.contracts.frozen <rules>`.

Streams go through the real handler, with a fixed seed and clock, into `tests/games/<rules>/streams/`. They are never
rewritten: what was stored once must be readable for ever. When a new event (or a new shape of one) comes, run this
again; it adds streams until every shape occurs.
"""

import hashlib
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from events.codec import encode
from events.games import RULES, rules_named
from events.handle import Handler, Request
from events.history import Game
from events.log import MAX_RECORDS
from events.log.memory import MemoryLog
from events.record import Stored, link, read
from events.rules import Command, Outcome, Resign, Rules
from events.table.messages import EVENTS as TABLE_EVENTS
from events.table.messages import HandOver, LeaveSeat, OpenGame, Rewind, SeatSetup, TakeSeat
from tests.contracts.playing import Case, cases
from tests.contracts.playthroughs import GAMES, files
from tests.contracts.playthroughs import read as read_playthrough

BEGAN = 1_790_000_000_000
TRIED = 300
"""How many random games are looked at for the shortest ones that hold every shape."""
LONG = 400
"""Games with more records are left out."""


class Ending(msgspec.Struct, frozen=True):
    """The last line of a stream: which game it is, and what its records must fold to for ever."""

    game: str
    seed: str
    head: str
    position: Any
    outcome: Outcome


class Stream(NamedTuple):
    """A recorded game: the exact bytes of its records, with the chain over them, and what they lead to."""

    records: list[Stored]
    ending: Ending

    @property
    def shapes(self) -> set[str]:
        """The stored names that occur in it."""
        return {read(stored).type for stored in self.records}


def streams(rules: Rules[Any]) -> dict[str, Stream]:
    """The recorded streams of these rules, by name."""
    return {path.stem: _load(path) for path in sorted((GAMES / rules.name / "streams").glob("*.jsonl"))}


def shapes(rules: Rules[Any]) -> set[str]:
    """Every stored name that the rules ever promised: today's, and the old ones that are lifted on reading."""
    return {event.stored for event in rules.events} | set(rules.upcasters)


def table_shapes() -> set[str]:
    """Every stored name that the table promised."""
    return {event.stored for event in TABLE_EVENTS}


def recorded_shapes(*kinds: Rules[Any]) -> set[str]:
    """Every stored name that occurs in the recorded streams of these rules."""
    return set[str]().union(*(stream.shapes for rules in kinds for stream in streams(rules).values()))


def _load(path: Path) -> Stream:
    *lines, last = path.read_bytes().splitlines()
    heads = itertools.accumulate(lines, link, initial="")
    next(heads)
    records = [Stored(line, head) for line, head in zip(lines, heads, strict=True)]
    return Stream(records, msgspec.json.decode(last, type=Ending))


# --- recording --------------------------------------------------------------------------------------------------------


class _Recorder:
    """Plays one random game through the handler: seats change hands, moves are taken back, somebody may resign.

    Half of the games are played out of habit, mostly by the first command listed: some events come late otherwise.
    """

    longest = LONG

    def __init__(self, rules: Rules[Any], number: int) -> None:
        self.id = f"frozen-{rules.name}-{number}"
        self.seed = hashlib.sha256(self.id.encode()).digest()
        self.dice = random.Random(self.id)
        self.case = self.dice.choice([case for case in cases() if case.rules is rules])
        self.patience = self.dice.choice((1.0, 0.97))
        self.habit = self.dice.choice((0.0, 0.9))
        self.ticks = itertools.count(BEGAN, 1_000)
        self.asked = itertools.count(1)
        self.handler = Handler(MemoryLog(), lambda: next(self.ticks))

    def stream(self) -> Stream | None:
        """The game from its opening to its end; None when it grows long."""
        game = self._open()
        while game.table.status == "running":
            if game.version > self.longest:
                return None
            game = self._one_step(game)
        loaded = self.handler.log.load(self.id)
        assert loaded is not None
        assert game.table.outcome is not None
        position = msgspec.json.decode(encode(game.position))
        return Stream(list(loaded.records), Ending(self.id, self.seed.hex(), game.head, position, game.table.outcome))

    def _open(self) -> Game:
        """Everybody takes a seat; where there are several, somebody stands up and sits down again."""
        opening = OpenGame(
            rules=self.case.rules.name,
            seats=self.case.seats * (SeatSetup(kind="open"),),
            options=dict(self.case.options),
            undo="free",
            visibility="public",
            host=_hash("host"),
        )
        game = self.handler.open(self.id, self.seed, self._request(opening, None)).game
        for seat in range(self.case.seats):
            game = self._do(TakeSeat(seat=seat, name=f"Player {seat}", token=_hash(f"token {seat}")), None)
            if game.table.status == "open" and self.dice.random() < 0.3:
                self._do(LeaveSeat(seat=seat), None)
                game = self._do(HandOver(seat=seat, bot="random"), None)
        return game

    def _one_step(self, game: Game) -> Game:
        playing = [seat for seat in range(self.case.seats) if not game.table.seats[seat].resigned]
        if self.dice.random() > self.patience:
            return self._do(Resign(), self.dice.choice(playing))
        if self.dice.random() < 0.04:
            return self._taken_back(game, self.dice.choice(playing))
        if self.dice.random() < 0.04:
            seat = self.dice.choice([seat for seat in playing if game.table.seats[seat].token] or [None])
            if seat is not None:
                bot = "random" if game.table.seats[seat].kind == "person" else None
                return self._do(HandOver(seat=seat, bot=bot), None)
        seat = self.dice.choice(game.to_move())
        legal = game.rules.legal(game.position, seat)
        return self._do(legal[0] if self.dice.random() < self.habit else self.dice.choice(legal), seat)

    def _taken_back(self, game: Game, seat: int) -> Game:
        """One of the last decisions of this seat is taken back, if there is one."""
        targets = self.handler.history(self.id).decisions(seat)[-3:]
        return self._do(Rewind(seat=seat, to=self.dice.choice(targets)), seat) if targets else game

    def _do(self, command: Command, seat: int | None) -> Game:
        return self.handler.handle(self.id, self._request(command, seat)).game

    def _request(self, command: Command, seat: int | None) -> Request:
        number = next(self.asked)
        return Request(command=command, command_id=_hash(f"{self.id} {number}"), fingerprint=str(number), seat=seat)


class _Retold(_Recorder):
    """Plays the commands of a golden playthrough, with its seed and options, through the handler."""

    longest = MAX_RECORDS

    def __init__(self, rules: Rules[Any], path: Path) -> None:
        retold = read_playthrough(path.read_text(encoding="utf-8"))
        self.id, self.seed = "playthrough", bytes.fromhex(retold.seed)
        self.case = Case(rules, retold.seats, tuple(retold.options.items()))
        self.commands = iter(retold.commands)
        self.dice = random.Random(self.id)
        self.ticks = itertools.count(BEGAN, 1_000)
        self.asked = itertools.count(1)
        self.handler = Handler(MemoryLog(), lambda: next(self.ticks))

    def _open(self) -> Game:
        opening = OpenGame(
            rules=self.case.rules.name,
            seats=self.case.seats * (SeatSetup(kind="person", name="Player", token=_hash("token")),),
            options=dict(self.case.options),
            undo="off",
            visibility="unlisted",
            host=_hash("host"),
        )
        return self.handler.open(self.id, self.seed, self._request(opening, None)).game

    def _one_step(self, game: Game) -> Game:
        seat, command = next(self.commands)
        return self._do(command, seat)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def record(rules: Rules[Any]) -> Iterator[str]:
    """Adds the streams that hold most of the shapes not yet recorded, short ones first; says what it did."""
    missing = shapes(rules) - recorded_shapes(rules) | table_shapes() - recorded_shapes(*RULES)
    for name, stream in itertools.chain(_played(rules, missing), _retold(rules, missing)):
        if found := missing & stream.shapes:
            path = GAMES / rules.name / "streams" / f"{name}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = [stored.data for stored in stream.records]
            with path.open("xb") as file:
                file.write(b"\n".join([*lines, encode(stream.ending), b""]))
            missing -= found
            yield f"{path.name}: {len(lines)} records, {', '.join(sorted(found))}"
    yield f"missing: {', '.join(sorted(missing)) or 'nothing'}"


def _played(rules: Rules[Any], missing: set[str]) -> Iterator[tuple[str, Stream]]:
    """Random games with their numbers, as long as something is missing; first those that hold most of it."""
    numbered = ((str(number), _Recorder(rules, number).stream()) for number in range(TRIED if missing else 0))
    played = {number: stream for number, stream in numbered if stream is not None}
    while played and missing:
        number = min(played, key=lambda number: (-len(missing & played[number].shapes), len(played[number].records)))
        yield number, played.pop(number)


def _retold(rules: Rules[Any], missing: set[str]) -> Iterator[tuple[str, Stream]]:
    """The golden playthroughs as streams, for what random games do not come to; the shortest first."""
    for path in sorted(files(rules), key=lambda path: (path.stat().st_size, path.name)):
        stream = _Retold(rules, path).stream() if missing else None
        if stream is not None:
            yield path.stem, stream


if __name__ == "__main__":
    for line in record(rules_named(sys.argv[1])):
        print(line)  # noqa: T201 - a command line tool speaks to its user
