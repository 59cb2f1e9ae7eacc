"""Taking back: what can be taken back, and asking for it: /v1/games/{id}/undo."""

from typing import Any

from flask import Response, request

from events.errors import Refusal, StaleVersion
from events.handle import check_expected
from events.history import Game, History
from events.table.decide import rewind
from events.table.messages import Rewind
from service.api import desk
from service.api.blueprint import ETAG, LOCATION, Blueprint
from service.api.jobs import ask, asked
from service.api.schemas import UndoAsked
from service.api.wire import read_body
from service.queries import undo_options

blueprint = Blueprint("undo", __name__, url_prefix="/v1/games/<game_id>/undo", description="Taking back.")


@blueprint.route("")
@blueprint.sends(200, "UndoOptions", headers=ETAG)
@blueprint.errors("unauthorized", "not_found", "invalid")
def options(game_id: str) -> Response:
    """What the caller's seat can take back now, the newest first, and if not, why."""
    seen, whole = desk.with_history(desk.look(game_id))
    return desk.answer(undo_options(seen.eyes, whole), game=seen.game)


@blueprint.route("", methods=["POST"])
@blueprint.reads("Idempotency-Key", "If-Match")
@blueprint.arguments(UndoAsked, required=False)
@blueprint.sends(202, "JobAsked", headers=LOCATION)
@blueprint.errors(
    "malformed", "unauthorized", "forbidden", "not_found", "undo_not_allowed", "stale_version", "too_large",
    "unsupported_media_type", "invalid", "idempotency_key_reused",
)  # fmt: skip
def take_back(wanted: dict[str, Any], game_id: str) -> Response:
    """Go back to version `to`; without it, to before the last decision of the caller's seat. A worker does it."""
    seen, whole = desk.with_history(desk.look(game_id, "undo"), "undo")
    this = desk.once(seen.caller, read_body(request, optional=True))
    seat, insists = seen.who.seat, desk.expected()
    assert seat is not None
    try:
        check_expected(seen.game, *insists)
        to = _target(seen.game, whole, Rewind(seat=seat, to=wanted.get("to")))
    except (Refusal, StaleVersion):
        if (before := desk.receipt_of(seen.game, this)) is None:
            raise
        return asked(before, replayed=True)
    return ask(seen, "undo", {"seat": seat, "to": to, **insists._asdict()}, this)


def _target(game: Game, whole: History, command: Rewind) -> int:
    """The version that the command goes back to; refuses what the table does not allow."""
    (rewound,) = rewind(game.table, command, whole.decisions(command.seat))
    assert hasattr(rewound, "to")
    return int(rewound.to)
