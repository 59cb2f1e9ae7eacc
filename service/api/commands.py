"""Commands: what a seat may do now, and doing it: /v1/games/{id}/commands."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from events.handle import Request
from events.history import Game
from events.rules import Command
from service.api import desk
from service.api.blueprint import ETAG, Blueprint
from service.api.schemas import CommandQuery
from service.api.shapes import command_body
from service.api.wire import read_command
from service.documents import Answered, Legal
from service.parts import parts
from service.problems import Problem
from service.queries import game_shown, legal_commands

blueprint = Blueprint("commands", __name__, url_prefix="/v1/games/<game_id>/commands", description="Play.")


@blueprint.route("")
@blueprint.sends(200, "LegalCommands", headers=ETAG)
@blueprint.errors("unauthorized", "not_found", "invalid")
def legal(game_id: str) -> Response:
    """The commands that the caller's seat may give now, complete and ready to post."""
    seen = desk.look(game_id)
    return desk.answer(legal_commands(seen.eyes), game=seen.game)


@blueprint.route("", methods=["POST"])
@blueprint.doc(requestBody={"required": True, "content": {"application/json": {"schema": command_body()}}})
@blueprint.reads("Idempotency-Key", "If-Match")
@blueprint.query(CommandQuery)
@blueprint.sends(201, "Answered", headers=ETAG)
@blueprint.alt_response(200, schema={"$ref": "#/components/schemas/Legal"}, description="dry_run: it is legal.")
@blueprint.errors(
    "malformed", "unauthorized", "forbidden", "not_found", "not_your_turn", "stale_version", "too_large",
    "unsupported_media_type", "illegal_command", "invalid")  # fmt: skip
def give_command(game_id: str, dry_run: bool) -> Response:
    """Give a command of the caller's seat; `dry_run=true` only tells whether it is legal, never what it would bring."""
    seen = desk.recognise(game_id, "play")
    body, command = _command(seen.game)
    this = desk.once(seen.caller, body)
    seat = seen.who.seat
    if dry_run:
        return _tried(seen, command)
    done = desk.act(seen, command, this, "play", seat=seat, by_seat=seat, status=201)
    eyes = desk.eyes_of(seen.caller, done.game)
    answered = Answered(version=done.receipt.last, events=desk.events_of(done, eyes), game=game_shown(eyes))
    return desk.answer(answered, done.receipt.status, game=done.game, replayed=done.replayed)


def _command(game: Game) -> tuple[Mapping[str, Any], Command]:
    """The body and the command in it; before anything is refused, the log has said that there is such a game."""
    try:
        return read_command(request, game.rules)
    except Problem:
        parts().handler.game(game.id)
        raise


def _tried(seen: desk.Seen, command: Command) -> Response:
    insists = desk.expected()
    asked = Request(
        command=command,
        command_id="",
        fingerprint="",
        seat=seen.who.seat,
        expected=insists.version,
        head=insists.head,
        authorize=lambda game: desk.check(seen.caller, game, "play", seen.who.seat),
    )
    return desk.answer(Legal(), game=parts().handler.dry_run(seen.game.id, asked))
