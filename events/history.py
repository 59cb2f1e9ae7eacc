"""What counts: the game as it stands at its newest version, and every earlier version of every branch.

Only play events are rewound; table events always count. The position at version v is the fold of the effective
history of 1..v: the play events up to v, less those that a rewind took back.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.codec import TABLE, codec
from events.errors import BrokenRecord
from events.games import rules_named
from events.record import Record, Stored, read
from events.rules import Event, Rules, Viewer
from events.table.messages import EVENTS as TABLE_EVENTS
from events.table.messages import GameOpened, GameRewound, SeatResigned
from events.table.table import Table
from events.table.table import evolve as evolve_table


class Happened(NamedTuple):
    """A record, the event in it, and whether that is an event of the play (and not of the table)."""

    record: Record
    event: Event
    is_play: bool


class Game(msgspec.Struct, frozen=True):
    """A game at its newest version, as a process may keep it. Everything in it came from confirmed records.

    `head` is the chain hash at `version`; `position` is None before the start; `moment` counts the effective play
    events; `acted` holds, by seat, the first version of the last commit in which the seat acted (0: not yet).
    Times are in milliseconds since the epoch.
    """

    id: str
    seed: bytes
    rules: Rules[Any]
    table: Table
    position: Any
    version: int
    head: str
    moment: int
    acted: tuple[int, ...]
    created_at: int
    updated_at: int

    def to_move(self) -> tuple[int, ...]:
        """The seats that may decide now."""
        if self.table.status != "running":
            return ()
        seats: tuple[int, ...] = self.rules.to_move(self.position)
        return seats

    def awaited(self) -> tuple[int, ...]:
        """Those of them that the game waits for."""
        return self.rules.awaited(self.position) if self.table.status == "running" else ()

    def viewer(self, seat: int | None, version: int) -> Viewer:
        """Through which eyes this seat (None: a spectator) looks at version `version` today.

        With the option `memory` "strict" a seat's memory reaches back to the first record of its own last
        command, a spectator's as far as the longest among the seats that have not resigned (who resigned acts no
        more, and would keep everything open); it depends on the log alone.
        """
        recent = version >= self.memory(seat)
        return Viewer(seat=seat, recent=recent, acted=self._since(seat) > 0, over=self.table.status == "over")

    def memory(self, seat: int | None) -> int:
        """The version from which on this seat (None: a spectator) is told today what it saw; 0: all of it."""
        strict = self.table.options.get("memory") == "strict" and self.table.status != "over"
        return self._since(seat) if strict else 0

    def _since(self, seat: int | None) -> int:
        if seat is not None:
            return self.acted[seat]
        pairs = zip(self.acted, self.table.seats, strict=True)
        return min((since for since, seat in pairs if not seat.resigned), default=0)


class History:
    """All that happened in a game, in order; answers for every version of every branch."""

    def __init__(self, game_id: str, seed: bytes, stored: Sequence[Stored]) -> None:
        """Reads the records of a game from its first on; raises BrokenRecord."""
        first = read(stored[0])
        opened = TABLE.event(first.type, first.data)
        if not isinstance(opened, GameOpened):
            raise BrokenRecord(f"a game begins with {first.type}")
        self.rules = rules_named(opened.rules)
        self.happened = happened(self.rules, stored)
        self._id, self._seed, self._head = game_id, seed, stored[-1].hash
        self._tips = [0]  # by version: the last play record that counts then (0: none)
        self._before: dict[int, int] = {}  # by play record: the play record before it in its branch
        self._positions: dict[int, Any] = {0: None}
        for record, event, is_play in self.happened:
            self._link(record.v, event, is_play)

    @property
    def version(self) -> int:
        """The newest version."""
        return len(self.happened)

    def game(self) -> Game:
        """The game at its newest version."""
        tables = [event for _, event, is_play in self.happened if not is_play]
        table = _fold_table(None, tables)
        return Game(
            id=self._id,
            seed=self._seed,
            rules=self.rules,
            table=table,
            position=self.position(self.version),
            version=self.version,
            head=self._head,
            moment=len(self._effective(self.version)),
            acted=_acted((0,) * len(table.seats), self.happened),
            created_at=self.happened[0].record.at,
            updated_at=self.happened[-1].record.at,
        )

    def table(self, version: int) -> Table:
        """The table as it stood at `version` (1 to the newest)."""
        return _fold_table(None, [event for _, event, is_play in self.happened[:version] if not is_play])

    def position(self, version: int) -> Any:
        """The position as it stood at `version`; None before the start."""
        tip = self._tips[version]
        path = []
        while tip not in self._positions:
            path.append(tip)
            tip = self._before[tip]
        position = self.rules.fold((self.happened[v - 1].event for v in reversed(path)), self._positions[tip])
        self._positions[self._tips[version]] = position
        return position

    def undone(self) -> frozenset[int]:
        """The versions of the play records that a rewind took back."""
        effective = set(self._effective(self.version))
        return frozenset(each.record.v for each in self.happened if each.is_play and each.record.v not in effective)

    def decisions(self, seat: int) -> tuple[int, ...]:
        """The versions, ascending, at which this seat took a decision that still counts and can be taken back.

        A decision before the last resignation cannot (a resignation is final).
        """
        barrier = max((each.record.v for each in self.happened if isinstance(each.event, SeatResigned)), default=0)
        commits = (self.happened[v - 1].record for v in self._effective(self.version))
        return tuple(r.v - 1 for r in reversed(list(commits)) if r.v == r.first > barrier and r.seat == seat)

    def revealing(self) -> tuple[int, ...]:
        """The versions, ascending, of the effective events that brought something hidden or random to light."""
        versions = reversed(self._effective(self.version))
        return tuple(v for v in versions if self.happened[v - 1].event.reveals)

    def _link(self, version: int, event: Event, is_play: bool) -> None:
        tip = self._tips[-1]
        if is_play:
            self._before[version] = tip
            tip = version
        elif isinstance(event, GameRewound):
            tip = self._tips[event.to]
        self._tips.append(tip)

    def _effective(self, version: int) -> list[int]:
        """The play records that count at `version`, the newest first."""
        versions = []
        tip = self._tips[version]
        while tip:
            versions.append(tip)
            tip = self._before[tip]
        return versions


def grow(game: Game, stored: Sequence[Stored]) -> Game | None:
    """The game after further records; None when one of them rewinds it, which takes the whole history."""
    return advance(game, happened(game.rules, stored), stored[-1].hash)


def advance(game: Game, news: Sequence[Happened], head: str) -> Game | None:
    """As `grow`, after what further records say, the last of which has this chain hash."""
    if any(isinstance(each.event, GameRewound) for each in news):
        return None
    plays = [event for _, event, is_play in news if is_play]
    tables = [event for _, event, is_play in news if not is_play]
    return replace(
        game,
        table=_fold_table(game.table, tables),
        position=game.rules.fold(plays, game.position),
        version=game.version + len(news),
        head=head,
        moment=game.moment + len(plays),
        acted=_acted(game.acted, news),
        updated_at=news[-1].record.at,
    )


def happened(rules: Rules[Any], stored: Iterable[Stored]) -> list[Happened]:
    """What these records of a game say; raises BrokenRecord."""
    decode = codec(rules).event
    return [said(record, decode(record.type, record.data)) for record in map(read, stored)]


def said(record: Record, event: Event) -> Happened:
    """A record and the event in it."""
    return Happened(record, event, not isinstance(event, TABLE_EVENTS))


def _fold_table(table: Table | None, events: Iterable[Event]) -> Table:
    for event in events:
        table = evolve_table(table, event)
    assert table is not None
    return table


def _acted(acted: tuple[int, ...], news: Iterable[Happened]) -> tuple[int, ...]:
    """By seat, the first version of its last commit: one that begins with a play event, or its resignation."""
    latest = list(acted)
    for record, event, is_play in news:
        if record.seat is not None and record.v == record.first and (is_play or isinstance(event, SeatResigned)):
            latest[record.seat] = record.v
    return tuple(latest)
