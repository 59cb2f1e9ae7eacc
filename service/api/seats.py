"""Seats: take one, let a bot play it, take it back, leave it: /v1/games/{id}/seats/{seat}."""

from typing import Any

from flask import Response, request

from events.bots import bot_for
from events.errors import Refusal
from events.history import Game
from events.rules import Command, Resign
from events.table.messages import HandOver, LeaveSeat, TakeSeat
from service.api import desk
from service.api.blueprint import ETAG, LOCATION, Blueprint
from service.api.schemas import SeatChange, SeatTaking
from service.api.wire import invalid, read_body
from service.auth import Caller, hashed
from service.documents import Seated
from service.parts import parts
from service.problems import Fault
from service.queries import game_shown

MINUTE = 60_000

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games/<game_id>/seats", description="Seats at a table.")


@blueprint.route("/<int:seat>", methods=["POST"])
@blueprint.reads("Idempotency-Key", "If-Match")
@blueprint.arguments(SeatTaking)
@blueprint.sends(201, "Seated", headers=ETAG | LOCATION)
@blueprint.errors(
    "malformed", "unauthorized", "not_found", "seat_taken", "game_too_long", "stale_version", "too_large",
    "unsupported_media_type", "invalid", "idempotency_key_reused",
)  # fmt: skip
def take_seat(wanted: dict[str, Any], game_id: str, seat: int) -> Response:
    """Take an open seat; of a private game with its join token. The last one to sit down starts the game."""
    seen = desk.look(game_id, "take_seat")
    _check_seat(seen.game, seat)
    this = desk.once(seen.caller, read_body(request))
    token = parts().tokens.token("seat", game_id, seat, this.command_id)
    command = TakeSeat(seat=seat, name=wanted["name"], token=hashed(token))
    done = desk.act(seen, command, this, "take_seat", by_seat=seat, status=201)
    seated = Seated(token=token, game=game_shown(desk.eyes_of(Caller(hashed(token)), done.game)))
    location = f"/v1/games/{game_id}"
    return desk.answer(seated, done.receipt.status, game=done.game, replayed=done.replayed, location=location)


@blueprint.route("/<int:seat>", methods=["PATCH"])
@blueprint.reads("If-Match")
@blueprint.arguments(SeatChange)
@blueprint.sends(200, "Game", headers=ETAG)
@blueprint.errors(
    "malformed", "unauthorized", "forbidden", "not_found", "game_ended", "game_too_long", "stale_version",
    "too_large", "unsupported_media_type", "invalid", "illegal_command",
)  # fmt: skip
def hand_over(wanted: dict[str, Any], game_id: str, seat: int) -> Response:
    """Let a bot play the seat, or with null take it back.

    The seat itself may do this at any time; the host before the start, and for a seat that keeps the others waiting.
    """
    seen = desk.look(game_id)
    _check_seat(seen.game, seat)
    bot = wanted["bot"]
    if bot is not None and bot_for(bot, seen.game.rules.name) is None:
        raise invalid([Fault("/bot", "No bot of this name plays these rules.")])
    itself = seen.who.seat == seat
    done = desk.act(
        seen,
        HandOver(seat=seat, bot=bot),
        desk.once(seen.caller, wanted),
        "hand_over",
        seat=seat,
        by_seat=seat if itself else None,
        silent=lambda game: bot is not None and _silent(game, seat),
    )
    return desk.answer(game_shown(desk.eyes_of(seen.caller, done.game)), game=done.game, replayed=done.replayed)


@blueprint.route("/<int:seat>", methods=["DELETE"])
@blueprint.reads("If-Match")
@blueprint.sends(200, "Game", headers=ETAG)
@blueprint.errors(
    "unauthorized", "forbidden", "not_found", "game_ended", "game_too_long", "stale_version", "invalid",
    "illegal_command",
)  # fmt: skip
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave the table: before the start the seat is open again, afterwards it resigns (C-8)."""
    seen = desk.look(game_id, "leave_seat", seat=seat)
    command: Command = LeaveSeat(seat=seat) if seen.game.table.status == "open" else Resign()
    done = desk.act(seen, command, desk.once(seen.caller, {}), "leave_seat", seat=seat, by_seat=seat)
    return desk.answer(game_shown(desk.eyes_of(seen.caller, done.game)), game=done.game, replayed=done.replayed)


def _check_seat(game: Game, seat: int) -> None:
    if seat >= len(game.table.seats):
        raise Refusal("not_found", f"There is no seat {seat} in this game.")


def _silent(game: Game, seat: int) -> bool:
    """Whether the game has waited for this seat for as long as the settings allow."""
    waited = parts().clock() - game.updated_at
    return seat in game.to_move() and waited >= parts().settings.silent_seat_minutes * MINUTE
