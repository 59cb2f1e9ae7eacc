"""Non-interference: games that differ only in what a caller may not know give the same answers to that caller."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace as changed
from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.chance import Chance
from events.handle import Handler
from events.history import History
from events.log.cache import Cache
from service.parts import KEY
from service.queries import Eyes, frame
from tests.kinds import FOR_TWO
from tests.service.client import FEWEST, PERSONS, Api, Json, Opened

SEEDS = 24
needs_secrets = pytest.mark.skipif(not FOR_TWO.hidden_information, reason="these rules hide nothing")


def answers(opened: Opened, token: str | None, commands: list[Json]) -> Iterator[tuple[str, int, Any]]:
    """Everything in reach of a caller: (what was asked, status, answer without what differs by design)."""
    version = opened.game()["version"]
    paths = ["", "?as=spectator", "/commands", "/events?limit=500", "/undo"]
    for path in [*paths, *(f"?at={at}" for at in range(1, version + 1))]:
        answer = opened.api.get(opened.path + path, token)
        yield path, answer.status_code, _masked(answer.json)
    for command in commands:
        answer = opened.api.post(f"{opened.path}/commands?dry_run=true", command, token)
        yield str(command), answer.status_code, _masked(answer.json)


def _masked(answer: Any) -> Any:
    """The answer without the commitment to the seed, which differs and tells nothing."""
    if isinstance(answer, dict):
        return {name: _masked(each) for name, each in answer.items() if name != "commitment"}
    return [_masked(each) for each in answer] if isinstance(answer, list) else answer


def frames(opened: Opened, seat: int | None) -> Any:
    """The pictures of a replay for these eyes."""
    loaded = opened.api.log.load(opened.id)
    assert loaded is not None
    history = History(opened.id, loaded.seed, loaded.records)
    eyes = Eyes(history.game(), seat)
    built = [frame(eyes, history, version, undone=False) for version in range(1, history.version + 1)]
    return _masked(msgspec.to_builtins(built))


def tried(opened: Opened) -> list[Json]:
    """Commands that are legal for somebody, and near misses of them."""
    legal = [command for seat in range(FEWEST) for command in opened.legal(seat)]
    moved = [{name: given + 1 if isinstance(given, int) else given for name, given in each.items()} for each in legal]
    return [*legal[::2], *moved[::3]]


@needs_secrets
@pytest.mark.parametrize("played", [0, 2])
def test_games_that_look_the_same_are_the_same_in_every_answer(played: int):
    """Games with other seeds in which the same has come to light: views, events, refusals, undo and replays agree."""
    games = [Api(seed=bytes([seed + 1])).open(*PERSONS, undo="free") for seed in range(SEEDS)]
    for opened in games:
        for _ in range(played):
            opened.play(opened.to_move())
    for eyes in (0, 1, None):
        one, other = next(alike(games, eyes))
        token = None if eyes is None else one.token(eyes)
        commands = tried(one)
        assert list(answers(one, token, commands)) == list(answers(other, token, commands))
        assert frames(one, eyes) == frames(other, eyes)


def alike(games: list[Opened], eyes: int | None) -> Iterator[tuple[Opened, Opened]]:
    """Two games each with other secrets, of which these eyes have seen and been told the same."""
    known: defaultdict[str, list[Opened]] = defaultdict(list)
    for opened in games:
        game = opened.api.app.extensions[KEY].handler.game(opened.id)
        seats = range(FEWEST) if eyes is None else (eyes,)
        recalled = [game.rules.recall(game.position, seat) for seat in seats]
        told = opened.events(None if eyes is None else opened.token(eyes))
        known[f"{recalled}{_masked(told)}"].append(opened)
    for group in known.values():
        yield from combinations(group, 2)
    raise AssertionError("no two of the games look the same")


@needs_secrets
@pytest.mark.parametrize("seat", range(FEWEST))
def test_what_a_seat_cannot_know_changes_no_answer(api: Api, seat: int):
    """The game is dealt anew behind the seat's back, as it may imagine it, and every answer stays as it is."""
    opened = api.open(*PERSONS)
    for _ in range(3):
        opened.play(opened.to_move())
    parts = api.app.extensions[KEY]
    game = parts.handler.game(opened.id)
    commands = tried(opened)
    before = list(_now(opened, seat, commands))
    imagined = game.rules.imagine(game.rules.recall(game.position, seat), Chance(b"another deal", "", 0))
    assert imagined != game.position
    cache = Cache()
    cache.put(replace(game, position=imagined))
    api.app.extensions[KEY] = changed(parts, handler=Handler(api.log, api.clock, cache))
    assert before == list(_now(opened, seat, commands))


def _now(opened: Opened, seat: int, commands: list[Json]) -> Iterator[Any]:
    for path in ("", "?as=spectator", "/commands"):
        answer = opened.api.get(opened.path + path, opened.token(seat))
        yield answer.status_code, answer.headers["ETag"], answer.json
    for command in commands:
        answer = opened.api.post(f"{opened.path}/commands?dry_run=true", command, opened.token(seat))
        yield answer.status_code, answer.json
