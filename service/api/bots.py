"""The bots that can sit at a table: /v1/bots."""

from functools import cache

from flask import Response

from events.bots import BOTS
from events.games import RULES
from service.api import desk
from service.api.blueprint import Blueprint
from service.documents import BotShown, BotsList

blueprint = Blueprint("bots", __name__, url_prefix="/v1/bots", description="The bots.")


@blueprint.route("")
@blueprint.sends(200, "BotsList")
@blueprint.errors("unauthorized", "invalid")
def all_bots() -> Response:
    """All bots: how a seat names them, for which rules, and their typical thinking time."""
    desk.admitted("browse")
    return desk.answer(_list())


@cache
def _list() -> BotsList:
    everything = tuple(rules.name for rules in RULES)
    return BotsList(
        tuple(
            BotShown(
                spec=bot.spec,
                title=bot.title,
                level=bot.level,
                rules=everything if bot.rules is None else bot.rules,
                thinking_ms=bot.thinking_ms,
            )
            for bot in BOTS
        )
    )
