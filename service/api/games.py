"""Games: open one, find one, look at one, remove one: /v1/games."""

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Response, request

from events.chance import SEED_BYTES
from events.decide import calls_for
from events.errors import GameNotFound, Refusal
from events.handle import Request
from events.history import Game
from events.log import LobbyEntry
from events.table.messages import OpenGame, SeatSetup
from service import ceilings
from service.api import desk
from service.api.blueprint import ETAG, LOCATION, Blueprint
from service.api.schemas import GameQuery, LobbyQuery, NewGame
from service.api.wire import read_body
from service.auth import hashed
from service.documents import GameListed, Lobby, Opened
from service.parts import parts
from service.queries import Eyes, etag, game_listed, game_shown, game_shown_at

LOBBY_BATCH = 100
LOBBY_BATCHES = 10
"""How many batches of the lobby one request looks through for games that match."""

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Games.")


@blueprint.route("", methods=["POST"])
@blueprint.reads("Idempotency-Key")
@blueprint.arguments(NewGame)
@blueprint.sends(201, "Opened", headers=ETAG | LOCATION)
@blueprint.errors("malformed", "unauthorized", "too_large", "unsupported_media_type", "invalid", "unavailable")
def open_game(wanted: dict[str, Any]) -> Response:
    """Open a game.

    Seats are taken by the creator (`name`), played by a bot (`bot`) or left `open`. The game starts by itself when
    every seat is taken. Tokens are told once, here; a repeated request with the same Idempotency-Key gets them again.
    """
    this = desk.once(desk.admitted("open_game"), read_body(request))
    game_id = parts().tokens.name("game", this.command_id)
    given = _tokens(game_id, this.command_id, wanted)
    ceilings.admit_game(game_id, this.command_id)
    asked = Request(command=_opening(wanted, given), command_id=this.command_id, fingerprint=this.fingerprint)
    done = parts().handler.open(game_id, parts().draw(SEED_BYTES), asked)
    ceilings.note_game(game_id)
    desk.wake(calls_for(done.game))
    opened = Opened(
        game=game_shown(_creators_eyes(done.game, given)),
        tokens={str(seat): token for seat, token in given.seats.items()},
        host_token=given.host,
        join_token=given.join,
    )
    location = f"/v1/games/{game_id}"
    return desk.answer(opened, done.receipt.status, game=done.game, replayed=done.replayed, location=location)


class Given(NamedTuple):
    """The tokens of a new game: of the seats that its creator takes, of its host, and to join it if it is private."""

    seats: dict[int, str]
    host: str
    join: str | None


def _tokens(game_id: str, command_id: str, wanted: dict[str, Any]) -> Given:
    token = parts().tokens.token
    taken = [number for number, seat in enumerate(wanted["seats"]) if "name" in seat]
    private = wanted["visibility"] == "private"
    return Given(
        seats={number: token("seat", game_id, number, command_id) for number in taken},
        host=token("host", game_id, None, command_id),
        join=token("join", game_id, None, command_id) if private else None,
    )


def _creators_eyes(game: Game, given: Given) -> Eyes:
    """Those of the first seat that the creator took, if it is still the creator's."""
    still = (seat for seat, token in given.seats.items() if game.table.seats[seat].token == hashed(token))
    return Eyes(game, next(still, None))


def _opening(wanted: dict[str, Any], given: Given) -> OpenGame:
    laid_out = tuple(_seat(seat, given.seats.get(number)) for number, seat in enumerate(wanted["seats"]))
    may_be_persons = sum(seat.kind != "bot" for seat in laid_out)
    return OpenGame(
        rules=wanted["rules"],
        seats=laid_out,
        options=wanted.get("options", {}),
        undo=wanted.get("undo") or ("free" if may_be_persons <= 1 else "off"),
        visibility=wanted["visibility"],
        host=hashed(given.host),
        join=None if given.join is None else hashed(given.join),
        name=wanted["name"],
    )


def _seat(seat: dict[str, Any], token: str | None) -> SeatSetup:
    if token is not None:
        return SeatSetup("person", name=seat["name"], token=hashed(token))
    return SeatSetup("bot", bot=seat["bot"]) if "bot" in seat else SeatSetup("open")


@blueprint.route("")
@blueprint.query(LobbyQuery)
@blueprint.sends(200, "Lobby")
@blueprint.errors("unauthorized", "invalid")
def lobby(
    limit: int, status: frozenset[str] | None = None, rules: str | None = None, cursor: int | None = None
) -> Response:
    """The lobby: public games, the newest first."""
    desk.admitted("browse")
    before = parts().clock() + 1 if cursor is None else cursor
    games, following = _page(before, limit, _wanted(status, rules))
    return desk.answer(Lobby(tuple(games), next=None if following is None else str(following)))


def _wanted(status: frozenset[str] | None, rules: str | None) -> Callable[[LobbyEntry], bool]:
    return lambda entry: (status is None or entry.status in status) and rules in (None, entry.rules)


def _page(before: int, limit: int, wanted: Callable[[LobbyEntry], bool]) -> tuple[list[GameListed], int | None]:
    """(the newest wanted games created before this time, the time from which to go on, None: there are no more).

    Games of the same millisecond stay together, so a page may hold a few more than `limit`.
    """
    found: list[GameListed] = []
    for _ in range(LOBBY_BATCHES):
        entries = parts().handler.log.lobby(before, LOBBY_BATCH)
        for entry in entries:
            if len(found) >= limit and entry.created_at < before:
                return found, before
            before = entry.created_at
            if wanted(entry) and (game := _listed(entry.game)):
                found.append(game)
        if len(entries) < LOBBY_BATCH:
            return found, None
    return found, before


def _listed(game_id: str) -> GameListed | None:
    try:
        return game_listed(parts().handler.game(game_id))
    except GameNotFound:
        return None


@blueprint.route("/<game_id>")
@blueprint.reads("If-None-Match")
@blueprint.query(GameQuery)
@blueprint.sends(200, "Game", headers=ETAG)
@blueprint.alt_response(304, description="The game is still as the ETag in If-None-Match says.")
@blueprint.errors("unauthorized", "not_found", "invalid")
def one_game(game_id: str, legal: bool, at: int | None = None, seen_as: str | None = None) -> Response:
    """The game as the caller may see it, now or at an earlier version.

    Earlier versions are seen with today's eyes, and nothing can be done there: `legal` is empty, `prompt` null.
    """
    seen = desk.look(game_id)
    eyes = Eyes(seen.game, None) if seen_as == "spectator" else seen.eyes
    if "If-None-Match" in request.headers and _is_at_hand(seen.game) and (at is None or at <= seen.game.version):
        return _unchanged(seen.game)
    if at is None or at == seen.game.version:
        return desk.answer(parts().rendered.game(eyes, legal=legal), game=seen.game)
    if at > seen.game.version:
        raise Refusal("not_found", f"The game has not reached version {at}.")
    history = parts().handler.history(game_id)
    return desk.answer(game_shown_at(eyes, history, at, legal=legal), game=seen.game)


def _is_at_hand(game: Game) -> bool:
    """Whether the caller has the game as it stands."""
    return request.if_none_match.contains_weak(etag(game)[1:-1])


def _unchanged(game: Game) -> Response:
    response = Response(status=304)
    response.headers["ETag"] = etag(game)
    return response


@blueprint.route("/<game_id>", methods=["DELETE"])
@blueprint.sends(204)
@blueprint.errors("unauthorized", "forbidden", "not_found", "invalid")
def delete_game(game_id: str) -> Response:
    """Remove the game, its log and all that is derived from it; for its host."""
    desk.look(game_id, "delete")
    parts().handler.delete(game_id)
    return Response(status=204)
