"""Every kind of game over HTTP: whatever is sent along a game is what the contract and the catalogue promise."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from events.games import RULES
from tests.service.client import Api, Json

MOVES = 30
TAGS = ("const", "enum")

every_rules = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)


@every_rules
def test_a_game_is_told_as_promised(api: Api, rules):
    """For a spectator and for every seat, hidden parts too: the catalogue's schemas stand alone and describe it all."""
    shown = api.get(f"/v1/rules/{rules.name}").json
    command, event, view = (Draft202012Validator(shown[name]) for name in ("commands", "events", "view"))
    persons: list[Json] = [{"name": f"Person {number}"} for number in range(rules.players[0])]
    opened = api.open(*persons, rules=rules.name)
    luck = random.Random(1)
    for _ in range(MOVES):
        if moving := opened.game()["to_move"]:
            legal = opened.legal(moving[0])
            assert [] == [each for each in legal if not command.is_valid(each)]
            opened.play(moving[0], luck.choice(legal))
    for token in (None, *map(opened.token, range(len(persons)))):
        assert view.is_valid(opened.game(token)["view"])
        assert [] == [each for each in opened.events(token) if not event.is_valid(each)]


@every_rules
def test_the_catalogue_tells_what_is_printed(api: Api, rules):
    """Cards, boards and other printed things are data of this version, as their schema explains them."""
    shown = api.get(f"/v1/rules/{rules.name}").json
    assert rules.version == shown["version"]
    assert shown["components"]
    assert set(shown["components"]) == set(shown["components_schema"]["properties"])
    Draft202012Validator(shown["components_schema"]).validate(shown["components"])


@every_rules
@pytest.mark.parametrize("name", ["options", "commands", "events", "view", "components_schema"])
def test_the_catalogue_has_a_sentence_for_every_field(api: Api, rules, name: str):
    """Whatever may be sent, happen, be seen or be printed: every field's meaning is told, at every depth."""
    described = dict(_fields(api.get(f"/v1/rules/{rules.name}").json[name], name))
    assert described
    assert [] == [path for path, sentence in described.items() if not sentence.endswith(".")]


def _fields(schema: Any, path: str) -> Iterator[tuple[str, str]]:
    """The path and the description of every field in a schema, the name of a message and the envelope apart."""
    if isinstance(schema, list):
        for number, each in enumerate(schema):
            yield from _fields(each, f"{path}/{number}")
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            if isinstance(field, dict) and (name, *field) not in [("type", tag) for tag in TAGS]:
                yield f"{path}/{name}", field.get("description", "")
        for name, each in schema.items():
            yield from _fields(each, f"{path}/{name}")
