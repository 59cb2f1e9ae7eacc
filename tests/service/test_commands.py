"""Commands: giving them, trying them, and what may be wrong with them."""

import pytest

from tests.service.client import OPEN_SEATS, PERSONS, Api, Json, Opened


def commands(opened: Opened) -> str:
    """Where the game's commands are."""
    return f"{opened.path}/commands"


def test_a_command_answers_with_what_it_did(api: Api):
    """201 with the version, the events it wrote, and the game as the seat sees it now."""
    opened = api.open()
    before = opened.game()["version"]
    answer = opened.play()
    assert answer["version"] == answer["game"]["version"] == before + len(answer["events"])
    assert answer["events"] == opened.events(opened.token())[before:]
    assert answer["game"] == opened.game(opened.token())


def test_legal_commands_are_ready_to_post(api: Api):
    """Each of them would be carried out; a spectator, and a seat not to move, have none."""
    opened = api.open(*PERSONS)
    for command in opened.legal(0):
        tried = api.post(f"{commands(opened)}?dry_run=true", command, opened.token(0))
        assert (200, {"legal": True}) == (tried.status_code, tried.json)
    assert [] == opened.legal(1)
    assert [] == api.get(commands(opened)).json["commands"]


def test_trying_changes_nothing(api: Api):
    """dry_run tells no more than whether the command is legal: no event, no receipt, no chance outcome."""
    opened = api.open()
    before = api.log.load(opened.id)
    for command in opened.legal(0):
        tried = api.post(f"{commands(opened)}?dry_run=true", command, opened.token(), Idempotency_Key="one")
        assert "Idempotency-Replayed" not in tried.headers
    assert before == api.log.load(opened.id)
    assert 201 == api.post(commands(opened), command, opened.token(), Idempotency_Key="one").status_code


def test_trying_refuses_as_giving_does(api: Api):
    """Out of turn, against the rules, stale, or without the seat: the same answer, with and without dry_run."""
    opened = api.open(*PERSONS)
    legal = opened.legal(0)[0]
    opened.play(0, legal)
    for token, headers in (
        (opened.token(0), {}),
        (opened.token(1), {}),
        (opened.token(0), {"If_Match": '"1"'}),
        (None, {}),
    ):
        given = api.post(commands(opened), legal, token, **headers)
        tried = api.post(f"{commands(opened)}?dry_run=true", legal, token, **headers)
        assert given.status_code >= 400
        assert given.json == tried.json


def test_a_command_against_the_rules_names_the_rule(api: Api):
    """422 `illegal_command` with the number of the rule, and nothing has changed."""
    opened, given = api.open_and_play()
    version = opened.game()["version"]
    refused = api.post(commands(opened), given, opened.token())
    assert (422, "illegal_command") == (refused.status_code, refused.json["code"])
    assert refused.json["rule"]
    assert version == opened.game()["version"]


def test_a_command_out_of_turn_is_refused(api: Api):
    """409 `not_your_turn`."""
    opened = api.open(*PERSONS)
    refused = api.post(commands(opened), opened.legal(0)[0], opened.token(1))
    assert (409, "not_your_turn") == (refused.status_code, refused.json["code"])


def test_a_command_before_the_start_is_refused(api: Api):
    """409 `game_not_started`."""
    legal = api.open().legal(0)[0]
    waiting = api.open(*OPEN_SEATS)
    assert "game_not_started" == api.post(commands(waiting), legal, waiting.token()).json["code"]


def test_a_command_after_the_end_is_refused(api: Api):
    """409 `game_ended`."""
    opened = api.open(*PERSONS)
    legal = opened.legal(0)[0]
    opened.finish()
    assert "game_ended" == api.post(commands(opened), legal, opened.token()).json["code"]


@pytest.mark.parametrize("form", ['"{version}"', "{etag}", "*"])
def test_a_command_may_insist_on_a_version(api: Api, form: str):
    """If-Match with the version, the whole ETag or * lets the command through while the game is still there."""
    opened = api.open()
    given = form.format(version=opened.game()["version"], etag=api.get(opened.path).headers["ETag"])
    assert opened.play(If_Match=given)


@pytest.mark.parametrize("form", ['"{old}"', "{old_etag}", '"{version}-0123456789ab"', '"{future}"'])
def test_a_command_for_another_version_is_stale(api: Api, form: str):
    """412 `stale_version` with the newest version: the game moved on, or it is another history."""
    opened, _ = api.open_and_play()
    old, old_etag = opened.game()["version"], api.get(opened.path).headers["ETag"]
    opened.play()
    version = opened.game()["version"]
    given = form.format(old=old, old_etag=old_etag, version=version, future=version + 1)
    refused = api.post(commands(opened), api.open().legal(0)[0], opened.token(), If_Match=given)
    assert (412, "stale_version", version) == (refused.status_code, refused.json["code"], refused.json["version"])


@pytest.mark.parametrize("given", ["42", 'W/"42"', '"42', '"-1"', '"1", "2"', '"42-XYZ"', "", '"01"', '"9999999999"'])
def test_a_garbled_version_is_told_apart_from_a_stale_one(api: Api, given: str):
    """422 with a fault at If-Match; nothing is carried out on a guess."""
    opened = api.open()
    refused = api.post(commands(opened), opened.legal(0)[0], opened.token(), If_Match=given)
    assert (422, "If-Match") == (refused.status_code, refused.json["errors"][0]["pointer"])


def test_without_a_version_the_newest_state_decides(api: Api):
    """Another process has written meanwhile: the command is decided on what is there now."""
    opened, _ = api.open_and_play()
    other = Api(log=api.log, clock=api.clock)
    following = opened.legal(0)[0]
    assert 201 == other.post(commands(opened), following, opened.token()).status_code
    version = opened.game()["version"]
    refused = api.post(commands(opened), following, opened.token())
    assert refused.json["code"] in ("illegal_command", "not_your_turn")
    assert version == opened.game()["version"]


def _without(command: Json, name: str) -> Json:
    return {key: value for key, value in command.items() if key != name}


def test_every_fault_of_a_command_is_told_at_once(api: Api):
    """Missing, unknown and wrong members, each with a pointer."""
    opened = api.open()
    command = opened.legal(0)[0]
    first = next(name for name in command if name != "type")
    refused = api.post(commands(opened), _without(command, first) | {"a/b~c": 1, "zzz": None}, opened.token())
    assert 422 == refused.status_code
    assert sorted([f"/{first}", "/a~1b~0c", "/zzz"]) == [fault["pointer"] for fault in refused.json["errors"]]


@pytest.mark.parametrize("kind", [None, 7, "nonsense", "table.rewind", "table.take_seat", "resign", ["search"]])
def test_only_commands_of_the_rules_can_be_given(api: Api, kind: object):
    """Commands of the table have requests of their own; here they are as unknown as nonsense is."""
    opened = api.open()
    refused = api.post(commands(opened), {"type": kind, "seat": 0}, opened.token())
    assert (422, "/type") == (refused.status_code, refused.json["errors"][0]["pointer"])


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1], {"a": 1}, 10**30, -(10**30)])
def test_numbers_are_numbers(api: Api, value: object):
    """Whole numbers are taken as they are: no text, no fraction, no truth becomes one."""
    opened = api.open()
    command = opened.legal(0)[0]
    numbers = [name for name, given in command.items() if isinstance(given, int)]
    for name in numbers:
        refused = api.post(commands(opened), command | {name: value}, opened.token())
        assert (422, f"/{name}") == (refused.status_code, refused.json["errors"][0]["pointer"])
