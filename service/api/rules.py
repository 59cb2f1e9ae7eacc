"""The catalogue of the kinds of game: /v1/rules."""

from functools import cache

from flask import Response

from events.errors import Refusal
from events.games import RULES
from service.api import desk
from service.api.blueprint import Blueprint
from service.api.shapes import catalogued
from service.documents import RulesList, RulesListed

blueprint = Blueprint("rules", __name__, url_prefix="/v1/rules", description="The kinds of game.")


@blueprint.route("")
@blueprint.sends(200, "RulesList")
@blueprint.errors("unauthorized", "invalid")
def all_rules() -> Response:
    """All kinds of game."""
    desk.admitted("browse")
    return desk.answer(_list())


@blueprint.route("/<rules>")
@blueprint.sends(200, "Rules")
@blueprint.errors("unauthorized", "not_found", "invalid")
def one_rules(rules: str) -> Response:
    """One kind of game: its rules, and what is sent to and fro as JSON Schema."""
    desk.admitted("browse")
    for each in RULES:
        if each.name == rules:
            return desk.answer(catalogued(each))
    raise Refusal("not_found", "There are no rules of this name.")


@cache
def _list() -> RulesList:
    short = RulesListed.__struct_fields__
    return RulesList(
        tuple(RulesListed(**{name: getattr(catalogued(rules), name) for name in short}) for rules in RULES)
    )
