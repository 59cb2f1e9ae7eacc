"""The desk that every request passes: who calls, about which game, whether they may, whether it came before."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from flask import Response, after_this_request, request

from events.decide import calls_for
from events.errors import GameNotFound, KeyReused, Refusal
from events.handle import Done, Request
from events.history import Game, History
from events.log import Work
from events.record import Stored
from events.rules import Command
from service.api.wire import JSON, invalid
from service.auth import ANONYMOUS, Action, Caller, Principal, authorize, caller_of
from service.documents import EventShown
from service.parts import Parts, parts
from service.problems import Fault, Problem
from service.queries import Eyes, encode, etag, event_shown

T = TypeVar("T")
COMMAND_ID_BYTES = 24
SECRET_KEY_LETTERS = 22
"""Without a token, whoever knows the key is given the first answer: so it must be as long as a random UUID."""
IDEMPOTENCY_KEY = re.compile(r"[\x20-\x7e]{1,200}")
IF_MATCH = re.compile(r'"(0|[1-9][0-9]{0,8})(?:-([0-9a-f]{1,64}))?"')


def _caller(serving: Parts) -> Caller:
    """Who sent the current request."""
    return caller_of(request.headers.get("Authorization"), serving.tokens, serving.settings.operator_token)


def admitted(action: Action) -> Caller:
    """The caller, who may do this where no game is concerned."""
    who = _caller(parts())
    authorize(who.at(None), None, action)
    return who


class Seen(NamedTuple):
    """A game at its newest version, and what the caller is in it."""

    game: Game
    who: Principal
    caller: Caller

    @property
    def eyes(self) -> Eyes:
        """The game through the caller's eyes."""
        return Eyes(self.game, self.who.seat)


def look(game_id: str, action: Action = "look", *, seat: int | None = None) -> Seen:
    """The newest state of the game, on which the caller may do this; one round trip if it is as it was known."""
    serving = parts()
    who = _caller(serving)
    return _seen(_found(serving.handler.game, game_id, who), who, action, seat)


def follow(game_id: str, after: int) -> tuple[Seen, Sequence[Stored] | None]:
    """As `look`, and the records after this version if they came with it (None: they did not)."""
    serving = parts()
    who = _caller(serving)
    game, news = _found(lambda game: serving.handler.following(game, after), game_id, who)
    return _seen(game, who, "look", None), news


def recognise(game_id: str, action: Action, *, seat: int | None = None) -> Seen:
    """The game as this process last saw it, on which the caller may do this; no round trip when it is known.

    Nobody is turned away before the newest state has said so too.
    """
    serving = parts()
    handler, who = serving.handler, _caller(serving)
    try:
        return _seen(_found(handler.known, game_id, who), who, action, seat)
    except Refusal:
        return _seen(_found(handler.game, game_id, who), who, action, seat)


def look_again(seen: Seen, game: Game) -> Seen:
    """A newer state of a game that was just looked at."""
    return _seen(game, seen.caller, "look", None)


def _found(read: Callable[[str], T], game_id: str, who: Caller) -> T:
    """What is read of a game; where there is none, an unknown token is told first, as it is where there is one."""
    try:
        return read(game_id)
    except GameNotFound:
        who.at(None)
        raise


def _seen(game: Game, who: Caller, action: Action, seat: int | None) -> Seen:
    principal = who.at(game.table)
    authorize(principal, game, action, seat=principal.seat if seat is None else seat)
    return Seen(game, principal, who)


class Once(NamedTuple):
    """How a request is recognised when it comes again."""

    command_id: str
    fingerprint: str


def once(who: Caller, body: Mapping[str, Any]) -> Once:
    """The command id and fingerprint of the current request; raises Problem `invalid` for a key that is none.

    With an Idempotency-Key the id follows from caller, method, path and key; without one it is drawn.
    """
    key = request.headers.get("Idempotency-Key")
    fingerprint = _digest(msgspec.json.encode(body, order="sorted"), request.headers.get("If-Match", "").encode())
    if key is None:
        return Once(secrets.token_urlsafe(COMMAND_ID_BYTES), fingerprint)
    if not IDEMPOTENCY_KEY.fullmatch(key):
        raise invalid([Fault("Idempotency-Key", "Must be 1 to 200 printable ASCII characters.")])
    if who.id == ANONYMOUS and len(key) < SECRET_KEY_LETTERS:
        raise invalid([Fault("Idempotency-Key", "Without a token it must have 22 characters or more, as a UUID has.")])
    return Once(_digest(*(each.encode() for each in (who.id, request.method, request.path, key))), fingerprint)


def _digest(*parts: bytes) -> str:
    digest = hashlib.sha256(b"\n".join(parts)).digest()[:COMMAND_ID_BYTES]
    return urlsafe_b64encode(digest).decode()


class Expected(NamedTuple):
    """What the caller insists on: a version (None: any) and the beginning of its chain hash."""

    version: int | None = None
    head: str = ""


def expected() -> Expected:
    """What If-Match says; raises Problem `invalid` when it is no version or entity tag of ours."""
    given = request.headers.get("If-Match", "*").strip()
    if given == "*":
        return Expected()
    found = IF_MATCH.fullmatch(given)
    if found is None:
        raise invalid([Fault("If-Match", 'Must be a version or an ETag of this game in quotes, like "42", or *.')])
    return Expected(int(found[1]), found[2] or "")


def act(
    seen: Seen,
    command: Command,
    this: Once,
    action: Action,
    *,
    seat: int | None = None,
    by_seat: int | None = None,
    status: int = 200,
    silent: Callable[[Game], bool] = lambda _: False,
) -> Done:
    """Carry out a command of the caller, who must be allowed to on every state that it is decided on.

    `seat` is what the action is about, `by_seat` the seat that acts. Wakes the workers for what the command calls for.
    """
    insists = expected()
    asked = Request(
        command=command,
        command_id=this.command_id,
        fingerprint=this.fingerprint,
        seat=by_seat,
        expected=insists.version,
        head=insists.head,
        status=status,
        authorize=lambda game: check(seen.caller, game, action, seat, silent(game)),
    )
    done = parts().handler.handle(seen.game.id, asked)
    wake(calls_for(done.game))
    return done


def check(who: Caller, game: Game, action: Action, seat: int | None, silent: bool = False) -> None:
    """Refuse the action unless the caller may do it in this state of the game."""
    authorize(who.at(game.table), game, action, seat=seat, silent=silent)
    if action == "play" and seat is not None and game.table.seats[seat].kind == "bot":
        raise Refusal("forbidden", "A bot plays this seat; take it back first.")


def eyes_of(who: Caller, game: Game) -> Eyes:
    """This state of the game through the caller's eyes: with those of a seat only while the seat is the caller's."""
    return Eyes(game, who.seat_at(game.table))


def wake(work: Work | None) -> None:
    """Call the workers for this work, if there is any and anybody to call, once the answer is sent."""
    queues = parts().queues
    if work is None or queues is None:
        return

    def call(response: Response) -> Response:
        response.call_on_close(lambda: queues.wake(work))
        return response

    after_this_request(call)


def with_history(seen: Seen, action: Action = "look") -> tuple[Seen, History]:
    """The newest state of a game that was just looked at, on which the caller may do this, and all that led to it."""
    history = parts().handler.history(seen.game.id)
    if history.version != seen.game.version:
        seen = _seen(history.game(), seen.caller, action, seen.who.seat)
    return seen, history


def events_of(done: Done, eyes: Eyes) -> tuple[EventShown, ...]:
    """The events that a command wrote, as they are seen now."""
    if done.happened:
        return tuple(event_shown(eyes, each) for each in done.happened)
    if done.receipt.last < done.receipt.first:
        return ()
    history = parts().handler.history(done.game.id)
    undone = history.undone()
    written = history.happened[done.receipt.first - 1 : done.receipt.last]
    return tuple(event_shown(eyes, each, undone=each.record.v in undone) for each in written)


def receipt_of(game: Game, this: Once) -> str | None:
    """The job that this request asked for when it came before; None: it did not."""
    serving = parts()
    news = serving.handler.log.news(game.id, game.version, game.head, this.command_id)
    if news is None or news.receipt is None or news.receipt.job is None:
        return None
    if news.fingerprint != this.fingerprint:
        raise KeyReused
    return news.receipt.job


def answer(
    document: Any, status: int = 200, *, game: Game | None = None, replayed: bool = False, location: str | None = None
) -> Response:
    """A document, or JSON that is made already; with the game's ETag where it tells of one."""
    headers = [("Content-Type", JSON)]
    if game is not None:
        headers.append(("ETag", etag(game)))
    if replayed:
        headers.append(("Idempotency-Replayed", "true"))
    if location is not None:
        headers.append(("Location", location))
    return Response(document if isinstance(document, bytes) else encode(document), status, headers)


def accepts(*types: str) -> None:
    """Raise Problem `not_acceptable` unless the caller accepts one of these content types."""
    wanted = request.headers.get("Accept")
    if wanted not in (None, *types) and not request.accept_mimetypes.best_match(types):
        raise Problem("not_acceptable", f"This comes as {' or '.join(types)}.")
