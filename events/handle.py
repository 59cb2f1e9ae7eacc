"""One command from start to finish: read, fold, decide, append; a refusal only after the log confirmed its ground."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from events.chance import Chance, salt
from events.codec import encode
from events.decide import calls_for, decide
from events.errors import GameNotFound, KeyReused, Refusal, StaleVersion, Unavailable
from events.games import rules_named
from events.history import Game, Happened, History, advance, grow, said
from events.log import (
    MISSING_RECORDS,
    Answer,
    Appended,
    Commit,
    Conflict,
    Diverged,
    Gone,
    Log,
    News,
    Receipt,
    Replayed,
    Reused,
    TooLong,
    Work,
)
from events.log.cache import Cache
from events.record import Record, Stored, write
from events.rules import Command, Event
from events.table import decide as table
from events.table.messages import OpenGame

TRIES = 8
"""How often a command is decided anew when others write first, before the caller is asked to come back."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks for what, and how to recognise the question when it comes again.

    `seat` acts (None: nobody's seat); `by` is "person", "bot:<spec>" or "service". `expected` is the version the
    caller insists on, `head` the beginning of its chain hash if the caller gave one. `authorize` is asked about
    every state that the command is decided on, and raises Refusal. `note` is shown after the end of the game.
    """

    command: Command
    command_id: str
    fingerprint: str
    by: str = "person"
    seat: int | None = None
    expected: int | None = None
    head: str = ""
    status: int = 201
    note: str | None = None
    authorize: Callable[[Game], None] | None = None


class Done(NamedTuple):
    """The command's effect: the newest game, and the receipt; `replayed` when it had its effect before.

    `happened` is what the command wrote now (nothing when replayed).
    """

    game: Game
    receipt: Receipt
    replayed: bool
    happened: Sequence[Happened] = ()


class _Written(NamedTuple):
    """The records of a commit, and what they say."""

    stored: tuple[Stored, ...]
    happened: tuple[Happened, ...]


class Handler:
    """Takes commands, and reads games, for one process. `clock` gives milliseconds since the epoch."""

    def __init__(self, log: Log, clock: Callable[[], int], cache: Cache | None = None) -> None:
        self.log = log
        self._clock = clock
        self._cache = cache or Cache()

    def open(self, game_id: str, seed: bytes, request: Request) -> Done:
        """Open a game under this id; `request.command` is an OpenGame. Raises Refusal, KeyReused, Unavailable."""
        command = request.command
        assert isinstance(command, OpenGame)
        rules = rules_named(command.rules)
        now = self._clock()
        events = table.open_game(rules, command, Chance(seed, game_id, 0), seed)
        written = _write(events, None, seed, request, now)
        records = written.stored
        game = History(game_id, seed, records).game()
        commit = Commit(
            game=game_id,
            expected=(0, ""),
            records=records,
            command_id=request.command_id,
            fingerprint=request.fingerprint,
            receipt=Receipt(first=1, last=len(records), status=request.status),
            status=game.table.status,
            rules=rules.name,
            rules_version=rules.version,
            seed=seed,
            lobby=now if command.visibility == "public" else None,
            work=_calls_for(game, now),
        )
        match self.log.append(commit):
            case Appended():
                self._cache.put(game)
                return Done(game, commit.receipt, False, written.happened)
            case Replayed(receipt):
                return Done(self.game(game_id), receipt, replayed=True)
            case Reused() | Conflict() | Diverged():  # the id follows from a key whose receipt may have expired
                raise KeyReused
            case answer:
                raise Unavailable(f"the game could not be opened: {answer}")

    def handle(self, game_id: str, request: Request) -> Done:
        """Carry out a command. Raises Refusal, StaleVersion, KeyReused, GameNotFound, Unavailable."""
        game = self._cache.get(game_id)
        for _ in range(TRIES):
            if game is None:
                game = self._load(game_id)
            try:
                events = self._decide(game, request)
            except (Refusal, StaleVersion):
                newer = self._confirm(game, request)
                if isinstance(newer, Done):
                    return newer
                if newer is game:
                    raise
                game = newer
                continue
            grown, commit, happened = self._commit(game, events, request)
            answer = self.log.append(commit)
            if isinstance(answer, Appended):
                self._cache.put(grown)
                return Done(grown, commit.receipt, False, happened)
            if isinstance(answer, Replayed):
                return Done(self.game(game_id), answer.receipt, replayed=True)
            game = self._after(game, answer)
        raise Unavailable("others were faster every time")

    def dry_run(self, game_id: str, request: Request) -> Game:
        """Decide a command without effect; raises what `handle` would. Returns the game it was decided on."""
        game = self.game(game_id)
        self._decide(game, request)
        return game

    def known(self, game_id: str) -> Game:
        """The game as this process last saw it, which may not be the newest. Raises GameNotFound, Unavailable."""
        return self._cache.get(game_id) or self._load(game_id)

    def game(self, game_id: str) -> Game:
        """The game at its newest version. Raises GameNotFound, Unavailable.

        When this process knows it, that takes one round trip, and another one if it has moved on: the first asks for
        little, because most readers find the game as it was.
        """
        known = self._cache.get(game_id)
        if known is None:
            return self._load(game_id)
        if self.log.head(game_id) == (known.version, known.head):
            return known
        return self._newest(known, self.log.news(game_id, known.version, known.head))

    def since(self, known: Game) -> tuple[Game, Sequence[Stored] | None]:
        """The newest game, and the records after `known` (None: that takes the history), in one round trip.

        Raises GameNotFound, Unavailable.
        """
        news = self.log.news(known.id, known.version, known.head)
        return self._newest(known, news), None if news is None else news.missing

    def following(self, game_id: str, after: int) -> tuple[Game, Sequence[Stored] | None]:
        """The newest game and, in the same round trip, the records after this version if it was last seen there.

        None in their place: that takes another look (see `recent`). Raises GameNotFound, Unavailable.
        """
        known = self._cache.get(game_id)
        if known is not None and known.version == after:
            return self.since(known)
        return self.game(game_id), None

    def recent(self, game: Game, after: int) -> Sequence[Stored] | None:
        """The records from version `after` to where this game stands (None: that takes the history), in one round trip.

        Raises Unavailable.
        """
        if game.version - after > MISSING_RECORDS:
            return None
        records = self.log.records(game.id, after, game.version)
        return records if records and records[-1].hash == game.head else None

    def history(self, game_id: str) -> History:
        """All that happened in the game. Raises GameNotFound, Unavailable."""
        loaded = self.log.load(game_id)
        if loaded is None:
            self._cache.drop(game_id)
            raise GameNotFound
        return History(game_id, loaded.seed, loaded.records)

    def delete(self, game_id: str) -> None:
        """Remove the game and all that is derived from it; nothing happens where there is none."""
        self._cache.drop(game_id)
        self.log.delete(game_id)

    def _load(self, game_id: str) -> Game:
        game = self.history(game_id).game()
        self._cache.put(game)
        return game

    def _newest(self, known: Game, news: News | None) -> Game:
        """The newest game, given what one read said since `known`."""
        if news is None:
            self._cache.drop(known.id)
            raise GameNotFound
        if (news.version, news.head) == (known.version, known.head):
            return known
        game = grow(known, news.missing) if news.missing else None
        if game is None:
            self._cache.drop(known.id)
            return self._load(known.id)
        self._cache.put(game)
        return game

    def _confirm(self, game: Game, request: Request) -> Game | Done:
        """One read before a refusal: what the command did before, or the newest game (`game` itself: it stands)."""
        news = self.log.news(game.id, game.version, game.head, request.command_id)
        newest = self._newest(game, news)
        if news is None or news.receipt is None:
            return newest
        if news.fingerprint != request.fingerprint:
            raise KeyReused
        return Done(newest, news.receipt, replayed=True)

    def _after(self, game: Game, answer: Answer) -> Game | None:
        """The game to decide on next, None to load it, after an append that others were faster than."""
        match answer:
            case Conflict(_, missing):
                return grow(game, missing) if missing else None
            case Diverged():
                self._cache.drop(game.id)
                return None
            case TooLong():
                raise Refusal("game_too_long", "This game has reached its length limit.", rule="C-9")
            case Reused():
                raise KeyReused
            case Gone():
                self._cache.drop(game.id)
                raise GameNotFound
        raise TypeError(f"unexpected answer {answer}")

    def _decide(self, game: Game, request: Request) -> tuple[Event, ...]:
        if request.authorize is not None:
            request.authorize(game)
        check_expected(game, request.expected, request.head)
        chance = Chance(game.seed, game.id, game.moment)
        return decide(game, request.seat, request.command, chance, lambda: self.history(game.id))

    def _commit(
        self, game: Game, events: tuple[Event, ...], request: Request
    ) -> tuple[Game, Commit, Sequence[Happened]]:
        """The game as it will be with these events, the commit for them, and what it says."""
        now = max(self._clock(), game.updated_at)
        written = _write(events, game, game.seed, request, now)
        records = written.stored
        grown = self._grown(game, written) if records else game
        commit = Commit(
            game=game.id,
            expected=(game.version, game.head),
            records=records,
            command_id=request.command_id,
            fingerprint=request.fingerprint,
            receipt=Receipt(first=game.version + 1, last=grown.version, status=request.status),
            status=grown.table.status,
            rules=game.rules.name,
            rules_version=game.rules.version,
            work=_calls_for(grown, now) if records else (),
            done=tuple(work for work, _ in _calls_for(game, now)) if records else (),
        )
        return grown, commit, written.happened

    def _grown(self, game: Game, written: _Written) -> Game:
        grown = advance(game, written.happened, written.stored[-1].hash)
        if grown is not None:
            return grown
        loaded = self.log.load(game.id)
        if loaded is None:
            raise GameNotFound
        return History(game.id, game.seed, [*loaded.records[: game.version], *written.stored]).game()


def check_expected(game: Game, version: int | None, head: str) -> None:
    """Raise StaleVersion unless the game stands at this version (None: any), and its chain hash begins so."""
    if version is not None and (version != game.version or not game.head.startswith(head)):
        raise StaleVersion(game.version)


def _calls_for(game: Game, now: int) -> tuple[tuple[Work, int], ...]:
    work = calls_for(game)
    return () if work is None else ((work, now),)


def _write(events: Sequence[Event], game: Game | None, seed: bytes, request: Request, now: int) -> _Written:
    """The records of one commit, chained onto the game's head."""
    first, head = (1, "") if game is None else (game.version + 1, game.head)
    stored: list[Stored] = []
    happened: list[Happened] = []
    for version, event in enumerate(events, first):
        lead = version == first
        record = Record(
            v=version,
            type=event.stored,
            seat=request.seat,
            by=request.by,
            command_id=request.command_id,
            first=first,
            at=now,
            salt=salt(seed, version),
            data=msgspec.Raw(encode(event)),
            command=msgspec.Raw(encode(request.command)) if lead else msgspec.UNSET,
            note=request.note if lead else None,
        )
        stored.append(write(record, stored[-1].hash if stored else head))
        happened.append(said(record, event))
    return _Written(tuple(stored), tuple(happened))
