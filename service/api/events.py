"""What happened, as the caller may see it: /v1/games/{id}/events."""

from flask import Response

from events.errors import Refusal
from service.api import desk
from service.api.blueprint import ETAG, Blueprint
from service.api.schemas import EventsQuery
from service.api.wire import JSON
from service.documents import EventsPage
from service.live import wait_for_news
from service.parts import parts
from service.queries import events_new, events_shown

blueprint = Blueprint("events", __name__, url_prefix="/v1/games/<game_id>/events", description="History.")


@blueprint.route("")
@blueprint.query(EventsQuery)
@blueprint.sends(200, "EventsPage", headers=ETAG)
@blueprint.errors("unauthorized", "not_found", "not_acceptable", "invalid", "unavailable")
def history(game_id: str, after: int, limit: int, wait: int) -> Response:
    """A part of the history; with `wait`, as soon as there is something after version `after`.

    Event types, and how many events there are, never depend on hidden facts.
    """
    desk.accepts(JSON)
    seen, news = desk.follow(game_id, after)
    if after > seen.game.version:
        raise Refusal("not_found", f"The game has not reached version {after}.")
    if wait and after == seen.game.version and seen.game.table.status != "over":
        serving = parts()
        game, news = wait_for_news(serving.handler, serving.waiting, seen.game, wait)
        seen = desk.look_again(seen, game)
    if after == seen.game.version:
        return desk.answer(EventsPage(events=(), next=after), game=seen.game)
    if news is None:
        news = parts().handler.recent(seen.game, after)
    page = events_new(seen.eyes, news or (), after, limit)
    if page is None:
        seen, whole = desk.with_history(seen)
        page = events_shown(seen.eyes, whole, after, limit)
    return desk.answer(page, game=seen.game)
