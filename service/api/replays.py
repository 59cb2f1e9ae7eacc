"""Replays: ask for one, read it, drop it: /v1/games/{id}/replays and /v1/replays/{id}."""

from typing import Any

from flask import Response, request
from msgspec.structs import replace

from events.errors import Refusal
from events.log import FINAL, job_id
from service import ceilings
from service.api import desk
from service.api.blueprint import LOCATION, Blueprint
from service.api.jobs import ask, asked, own_job
from service.api.schemas import ReplayAsked
from service.api.wire import JSON, invalid, read_body
from service.auth import NOT_FOUND
from service.parts import parts
from service.problems import Fault

blueprint = Blueprint("replays", __name__, url_prefix="/v1", description="Replays.")


@blueprint.route("/games/<game_id>/replays", methods=["POST"])
@blueprint.reads("Idempotency-Key")
@blueprint.arguments(ReplayAsked, required=False)
@blueprint.sends(202, "JobAsked", headers=LOCATION)
@blueprint.errors(
    "malformed", "unauthorized", "not_found", "too_large", "unsupported_media_type", "invalid",
    "idempotency_key_reused", "unavailable",
)  # fmt: skip
def ask_for_replay(wanted: dict[str, Any], game_id: str) -> Response:
    """Have a replay built for the caller's eyes: versions `from` to `to`; without them, all so far."""
    seen = desk.look(game_id, "replay")
    this = desk.once(seen.caller, read_body(request, optional=True))
    since, to = wanted.get("since", 1), wanted.get("to", seen.game.version)
    if before := desk.receipt_of(seen.game, this):
        return asked(before, replayed=True)
    if to > seen.game.version:
        raise Refusal("not_found", f"The game has not reached version {to}.")
    if since > to:
        raise invalid([Fault("/from", "Must not lie after the end.")])
    ceilings.admit_replay(seen.caller)
    response = ask(seen, "replay", {"seat": seen.who.seat, "from": since, "to": to}, this)
    ceilings.note_replay(seen.caller, job_id("replay", seen.game.id, this.command_id))
    return response


@blueprint.route("/replays/<replay_id>")
@blueprint.sends(200, "Replay")
@blueprint.errors("unauthorized", "not_found", "not_acceptable", "invalid")
def one_replay(replay_id: str) -> Response:
    """The finished replay; only for the caller who asked for it, for an hour."""
    desk.accepts(JSON)
    job = own_job(replay_id)
    data = parts().handler.log.replay(job.game, job.id) if job.status == "done" else None
    if data is None or job.result is None:
        raise Refusal("not_found", "This replay is not finished, or no longer kept; ask its job.")
    if parts().handler.game(job.game).memory(job.request["seat"]) > job.result["memory"]:
        raise Refusal("not_found", "This replay tells more than your seat remembers by now; ask for a new one.")
    return Response(data, content_type=JSON)


@blueprint.route("/replays/<replay_id>", methods=["DELETE"])
@blueprint.sends(204)
@blueprint.errors("unauthorized", "not_found", "invalid")
def drop_replay(replay_id: str) -> Response:
    """Cancel the replay, or drop it when it is finished."""
    job = own_job(replay_id)
    if job.kind != "replay":
        raise Refusal("not_found", NOT_FOUND)
    log = parts().handler.log
    if job.status not in FINAL:
        log.update_job(replace(job, status="refused", problem={"code": "cancelled", "detail": "You cancelled it."}))
    log.drop_replay(job.game, job.id)
    return Response(status=204)
