"""The clients' journal: what the service has acknowledged. The log must hold exactly that, no less and no more."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from events.decide import calls_for
from events.history import Game, History
from events.log import Log
from events.log.redis import RedisLog
from events.record import Record, read
from events.table.messages import GameRewound
from events.verify import verify


class Acknowledged(NamedTuple):
    """An acknowledged command: who gave it, and the versions of the first and last record it wrote."""

    seat: int
    first: int
    last: int


class Journal:
    """What clients were told, by game. May be written from many threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.commands: defaultdict[str, list[Acknowledged]] = defaultdict(list)
        self.undone: Counter[str] = Counter()
        self.total = 0

    def opened(self, game: str) -> None:
        """A game was opened."""
        with self._lock:
            self.commands[game] = []

    def acknowledged(self, game: str, command: Acknowledged) -> None:
        """A command was answered."""
        with self._lock:
            self.commands[game].append(command)
            self.total += 1

    def took_back(self, game: str) -> None:
        """An undo was reported as done."""
        with self._lock:
            self.undone[game] += 1

    def forget(self, games: Sequence[str]) -> None:
        """These games were compared, and nobody plays them any more."""
        with self._lock:
            for game in games:
                del self.commands[game]
                del self.undone[game]


class Compared(NamedTuple):
    """What a comparison found: acknowledged commands that are not in the log, commands in the log that nobody was
    told of, everything else that is wrong, and the games that are over."""

    lost: list[str]
    doubled: list[str]
    wrong: list[str]
    over: list[str]

    def faults(self) -> list[str]:
        """All of it; [] is what it should be."""
        return [*self.lost, *self.doubled, *self.wrong]


def compare(journal: Journal, log: Log) -> Compared:
    """Compare the journal with the log, while no client waits for an answer and no bot is to move."""
    found = Compared([], [], [], [])
    for game_id, told in list(journal.commands.items()):
        loaded, news = log.load(game_id), log.news(game_id, 0, "")
        if loaded is None or news is None:
            found.lost.append(f"{game_id}: the game itself, with {len(told)} commands")
            continue
        faults = verify(game_id, loaded.seed, loaded.records, news.version, news.head)
        found.wrong.extend(f"{game_id}: record {fault.version}: {fault.what}" for fault in faults)
        records = [read(stored) for stored in loaded.records]
        expected, kept = Counter(told), Counter(_given(records))
        found.lost.extend(f"{game_id}: {each}" for each in (expected - kept).elements())
        found.doubled.extend(f"{game_id}: {each}" for each in (kept - expected).elements())
        rewound = sum(record.type == GameRewound.stored for record in records)
        if rewound != journal.undone[game_id]:
            found.wrong.append(f"{game_id}: {journal.undone[game_id]} undos were told of, {rewound} are in the log")
        game = History(game_id, loaded.seed, loaded.records).game()
        found.wrong.extend(_waits(game))
        if game.table.status == "over":
            found.over.append(game_id)
    found.wrong.extend(f"given up: {work}" for work in log.dead())
    return found


def _given(records: Sequence[Record]) -> Iterator[Acknowledged]:
    """The commands of persons in these records, apart from the opening and from undos."""
    ends = {record.first: record.v for record in records}
    for record in records:
        if record.v == record.first > 1 and record.by == "person" and record.type != GameRewound.stored:
            assert record.seat is not None
            yield Acknowledged(record.seat, record.first, ends[record.first])


def _waits(game: Game) -> Iterator[str]:
    if work := calls_for(game):
        yield f"{game.id}: still waits for {work}"


def called_for(log: RedisLog) -> int:
    """How much work stands in the outbox, whenever it is due."""
    return len(log.due(2**53, 1_000))
