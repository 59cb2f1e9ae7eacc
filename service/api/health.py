"""Whether the service lives, and whether all its parts are there: /healthz, /readyz."""

from flask import Response
from redis.exceptions import RedisError

from events.errors import Unavailable
from service.api import desk
from service.api.blueprint import Blueprint
from service.documents import Alive, Part, Ready
from service.enqueue import Queues
from service.parts import Parts, parts
from service.problems import RETRY_SECONDS, Problem

WAITING_MS = 10_000
"""Work that waits for longer says that the workers do not keep up."""

blueprint = Blueprint("health", __name__, description="The service itself.")


@blueprint.route("/healthz")
@blueprint.sends(200, "Alive")
def alive() -> Response:
    """The service answers; nothing else is asked."""
    return desk.answer(Alive())


@blueprint.route("/readyz")
@blueprint.sends(200, "Ready")
@blueprint.errors("unavailable")
def ready() -> Response:
    """Whether Redis, the workers and the age of the queue are fine, part by part."""
    serving = parts()
    found = _log(serving)
    if serving.queues is not None:
        found["workers"] = _workers(serving.queues)
    if not all(part.ok for part in found.values()):
        raise Problem("unavailable", "A part of the service is not ready.", retry_after=RETRY_SECONDS, parts=found)
    return desk.answer(Ready("ready", found))


def _log(serving: Parts) -> dict[str, Part]:
    """Redis, and how long the longest waiting work has waited."""
    now = serving.clock()
    try:
        due = serving.handler.log.due(now, 1)
    except Unavailable:
        return {"redis": Part(False, "It does not answer.")}
    waited = max(0, now - due[0].at) if due else 0
    queue = Part(waited < WAITING_MS, f"The oldest work has waited for {waited} ms.")
    return {"redis": Part(True, "It answers."), "queue": queue}


def _workers(queues: Queues) -> Part:
    try:
        counts = queues.workers()
    except RedisError:
        return Part(False, "Their Redis does not answer.")
    return Part(all(counts.values()), ", ".join(f"{count} for {name}" for name, count in counts.items()))
