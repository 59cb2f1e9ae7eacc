"""What a caller may see, as documents ready to be sent: positions into views, records into events.

Everything that could tell a hidden fact goes through `rules.view` and `rules.shown` with a Viewer.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from events.history import Game, Happened, History, happened
from events.record import Stored
from events.rules import Command, Viewer, wire_name
from events.table.decide import undo_refused
from events.table.messages import GameOpened, GameRewound, SeatTaken
from events.table.table import Seat, Table, laid_out
from service.documents import (
    EventShown,
    EventsPage,
    Frame,
    GameListed,
    GameShown,
    LegalCommands,
    Links,
    OpenedShown,
    SeatShown,
    TakenShown,
    Target,
    UndoOptions,
    You,
)

TARGETS = 100
"""How many points to go back to are told; older ones can be asked for all the same."""
ETAG_HASH_LETTERS = 12

encode = msgspec.json.Encoder().encode


class Eyes(NamedTuple):
    """A game, and the seat (None: a spectator) through whose eyes it is shown."""

    game: Game
    seat: int | None

    def at(self, version: int) -> Viewer:
        """How these eyes see what is told at `version`."""
        return self.game.viewer(self.seat, version)


def etag(game: Game) -> str:
    """The entity tag of everything that is told of a game at its newest version, with its quotes."""
    return f'"{game.version}-{game.head[:ETAG_HASH_LETTERS]}"'


def game_shown(eyes: Eyes, *, legal: bool = True) -> GameShown:
    """The game at its newest version."""
    game, seat = eyes
    view = None if game.position is None else game.rules.view(game.position, eyes.at(game.version))
    prompt = game.rules.prompt(game.position, seat) if seat is not None and _decides(game, seat) else None
    return _shown(
        eyes,
        game.table,
        version=game.version,
        updated_at=game.updated_at,
        to_move=game.to_move(),
        prompt=prompt or None,
        view=view,
        legal=legal_commands(eyes).commands if legal else UNSET,
    )


def game_shown_at(eyes: Eyes, history: History, version: int, *, legal: bool = True) -> GameShown:
    """The game as it stood at an earlier version, seen with today's eyes; nothing can be done there any more."""
    game = eyes.game
    table, position = history.table(version), history.position(version)
    return _shown(
        eyes,
        table,
        version=version,
        updated_at=history.happened[version - 1].record.at,
        to_move=() if position is None or table.status != "running" else game.rules.to_move(position),
        prompt=None,
        view=None if position is None else game.rules.view(position, eyes.at(version)),
        legal=() if legal else UNSET,
    )


def _shown(
    eyes: Eyes,
    table: Table,
    *,
    version: int,
    updated_at: int,
    to_move: tuple[int, ...],
    prompt: str | None,
    view: Any,
    legal: tuple[Any, ...] | UnsetType,
) -> GameShown:
    game = eyes.game
    return GameShown(
        id=game.id,
        rules=table.rules,
        rules_version=table.rules_version,
        name=table.name,
        status=table.status,
        version=version,
        created_at=game.created_at,
        updated_at=updated_at,
        visibility=table.visibility,
        options=table.options,
        undo=table.undo,
        seats=seats_shown(table.seats),
        you=You(eyes.seat),
        to_move=to_move,
        prompt=prompt,
        view=view,
        legal=legal,
        outcome=table.outcome,
        links=links(game),
    )


def seats_shown(seats: Iterable[Seat]) -> tuple[SeatShown, ...]:
    """The seats of a table, without their tokens."""
    return tuple(
        SeatShown(
            seat=number,
            kind=seat.kind,
            status="open" if seat.kind == "open" else "resigned" if seat.resigned else "playing",
            name=seat.name,
            bot=seat.bot,
        )
        for number, seat in enumerate(seats)
    )


def links(game: Game) -> Links:
    """Where to go on from a game."""
    itself = f"/v1/games/{game.id}"
    return Links(
        self=itself,
        commands=f"{itself}/commands",
        events=f"{itself}/events",
        undo=f"{itself}/undo",
        replays=f"{itself}/replays",
        rules=f"/v1/rules/{game.rules.name}",
    )


def game_listed(game: Game) -> GameListed:
    """The game as the lobby tells of it."""
    table = game.table
    return GameListed(
        id=game.id,
        rules=table.rules,
        name=table.name,
        status=table.status,
        version=game.version,
        created_at=game.created_at,
        updated_at=game.updated_at,
        options=table.options,
        undo=table.undo,
        seats=seats_shown(table.seats),
        links=links(game),
    )


def legal_commands(eyes: Eyes) -> LegalCommands:
    """What the seat may do now; nothing for a spectator, nor while a bot plays the seat."""
    game, seat = eyes
    commands: tuple[Command, ...] = ()
    if seat is not None and _decides(game, seat):
        commands = game.rules.legal(game.position, seat)
    return LegalCommands(version=game.version, commands=commands)


def _decides(game: Game, seat: int) -> bool:
    """Whether it is for this seat's person to act now; while a bot plays the seat it is not."""
    return seat in game.to_move() and game.table.seats[seat].kind == "person"


def event_shown(eyes: Eyes, happened: Happened, *, undone: bool = False) -> EventShown:
    """One record of the game; the only way in which events leave the service."""
    record, event, is_play = happened
    viewer = eyes.at(record.v)
    return EventShown(
        version=record.v,
        type=wire_name(type(event)),
        seat=record.seat,
        by=record.by,
        first=record.first,
        at=record.at,
        undone=undone,
        data=eyes.game.rules.shown(event, viewer) if is_play else _table_event(event),
        note=record.note if viewer.over and record.note is not None else UNSET,
    )


def events_shown(eyes: Eyes, history: History, after: int, limit: int) -> EventsPage:
    """The events after version `after`, `limit` at most."""
    undone = history.undone()
    page = history.happened[after : after + limit]
    events = tuple(event_shown(eyes, each, undone=each.record.v in undone) for each in page)
    return EventsPage(events=events, next=after + len(events))


def events_new(eyes: Eyes, news: Sequence[Stored], after: int, limit: int) -> EventsPage | None:
    """`limit` at most of the events after version `after`, which are `news`; None: only the history tells them."""
    new = happened(eyes.game.rules, news)
    if not new or any(isinstance(each.event, GameRewound) for each in new):
        return None
    events = tuple(event_shown(eyes, each) for each in new[:limit])
    return EventsPage(events=events, next=after + len(events))


def _table_event(event: Any) -> dict[str, Any]:
    """What everybody may know of an event of the table; never a token's hash."""
    match event:
        case GameOpened():
            seats = seats_shown(map(laid_out, event.seats))
            event = OpenedShown(
                rules=event.rules,
                rules_version=event.rules_version,
                seats=seats,
                options=event.options,
                undo=event.undo,
                visibility=event.visibility,
                commitment=event.commitment,
                name=event.name,
            )
        case SeatTaken():
            event = TakenShown(seat=event.seat, name=event.name)
    data: dict[str, Any] = msgspec.structs.asdict(event)
    return data


def undo_options(eyes: Eyes, history: History, most: int = TARGETS) -> UndoOptions:
    """What the seat could take back, the newest first and so many at `most`, each with what stands in its way."""
    game, seat = eyes
    why = undo_refused(game.table)
    decisions = () if seat is None else history.decisions(seat)[: -most - 1 : -1]
    revealing = history.revealing()
    targets = (
        Target(
            to=to,
            description=_described(eyes, history, to + 1),
            allowed=why is None,
            needs=(),
            reveals=revealing[bisect(revealing, to) :][::-1],
            why=why,
        )
        for to in decisions
    )
    return UndoOptions(policy=game.table.undo, targets=tuple(targets))


def _described(eyes: Eyes, history: History, version: int) -> str:
    """The event at this version as a sentence, hidden facts left out."""
    shown = event_shown(eyes, history.happened[version - 1])
    return eyes.game.rules.describe(shown.type, shown.data)


def frame(eyes: Eyes, history: History, version: int, *, undone: bool) -> Frame:
    """The picture of a replay at this version."""
    position = history.position(version)
    return Frame(
        version=version,
        event=event_shown(eyes, history.happened[version - 1], undone=undone),
        view=None if position is None else eyes.game.rules.view(position, eyes.at(version)),
    )
