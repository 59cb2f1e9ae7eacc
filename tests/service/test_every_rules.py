"""Every kind of game over HTTP: whatever is sent along a game is what the contract and the catalogue promise."""

import random

import pytest
from jsonschema import Draft202012Validator

from events.games import RULES
from tests.service.client import Api, Json

MOVES = 30


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
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
