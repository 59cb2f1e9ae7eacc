"""Taking back: what can be taken back, and the job that does it."""

import pytest

from events.log import Work
from service.parts import KEY
from service.queries import Eyes, undo_options
from tests.service.client import OPEN_SEATS, PERSONS, Api, Json, Opened


def undo(opened: Opened, token: str | None = None) -> Json:
    """What the bearer of this token can take back."""
    return dict(opened.api.get(f"{opened.path}/undo", token).json)


def test_nothing_to_take_back_at_the_start(api: Api):
    """No decision yet, no target; the agreement is told."""
    opened = api.open()
    assert {"policy": "free", "targets": []} == undo(opened, opened.token())


def test_decisions_can_be_taken_back_newest_first(api: Api):
    """Each target says what would be taken back, and what has come to light since."""
    opened, _ = api.open_and_play()
    start = opened.game(None, "?legal=false")["version"] - 1
    opened.play()
    newest, oldest = undo(opened, opened.token())["targets"]
    assert (start + 1, start) == (newest["to"], oldest["to"])
    assert {(True, ())} == {(target["allowed"], tuple(target["needs"])) for target in (newest, oldest)}
    assert oldest["description"]
    assert set(newest["reveals"]) <= set(oldest["reveals"])
    assert sorted(oldest["reveals"], reverse=True) == oldest["reveals"]
    assert [version for version in oldest["reveals"] if version > newest["to"]] == newest["reveals"]
    assert min(oldest["reveals"]) > oldest["to"]


def test_of_a_long_game_the_newest_targets_are_told(api: Api):
    """A hundred, so that the answer stays small; with a lower ceiling, the first of the same list."""
    opened, _ = api.open_and_play()
    opened.play()
    handler = api.app.extensions[KEY].handler
    eyes, history = Eyes(handler.game(opened.id), 0), handler.history(opened.id)
    newest, oldest = undo_options(eyes, history).targets
    assert [(), (newest,), (newest, oldest)] == [undo_options(eyes, history, most).targets for most in (0, 1, 100)]


def test_a_spectator_takes_nothing_back(api: Api):
    """There are targets only for the seat that decided."""
    opened, _ = api.open_and_play()
    assert [] == undo(opened)["targets"] == undo(opened, opened.host)["targets"]


def test_asking_gives_a_job(api: Api):
    """202 with the job; the outbox holds its work, for the version before the last decision."""
    opened, _ = api.open_and_play()
    (target,) = undo(opened, opened.token())["targets"]
    asked = api.post(f"{opened.path}/undo", {}, opened.token())
    job = asked.json["job"]
    assert (202, "undo", "queued", {"done": 0, "total": 0}) == (
        asked.status_code, job["kind"], job["status"], job["progress"]
    )  # fmt: skip
    assert job == api.get(asked.headers["Location"], opened.token()).json
    assert Work("undo", opened.id, job["id"]) in [due.work for due in api.log.due(api.clock.now, 9)]
    kept = api.log.job(job["id"])
    assert kept is not None
    assert {"seat": 0, "to": target["to"], "version": None, "head": ""} == kept.request


def test_any_of_the_targets_can_be_asked_for(api: Api):
    """`to` chooses; a version at which the seat did not decide is 409."""
    opened, _ = api.open_and_play()
    opened.play()
    oldest = undo(opened, opened.token())["targets"][-1]["to"]
    assert 202 == api.post(f"{opened.path}/undo", {"to": oldest}, opened.token()).status_code
    refused = api.post(f"{opened.path}/undo", {"to": 1}, opened.token())
    assert (409, "undo_not_allowed") == (refused.status_code, refused.json["code"])


def test_a_body_is_not_needed(api: Api):
    """Without a body the last decision is taken back."""
    opened, _ = api.open_and_play()
    assert 202 == api.post(f"{opened.path}/undo", None, opened.token()).status_code


@pytest.mark.parametrize("how", ["off", "open", "over", "nothing"])
def test_what_cannot_be_taken_back_says_why(api: Api, how: str):
    """409 `undo_not_allowed`; the targets, where there are any, tell the same reason."""
    opened = api.open(*{"open": OPEN_SEATS, "over": PERSONS}.get(how, []), undo="off" if how == "off" else "free")
    if how in ("off", "over"):
        opened.play()
    if how == "over":
        opened.finish()
    refused = api.post(f"{opened.path}/undo", {}, opened.token())
    assert (409, "undo_not_allowed") == (refused.status_code, refused.json["code"])
    for target in undo(opened, opened.token())["targets"]:
        assert (False, refused.json["detail"]) == (target["allowed"], target["why"])


def test_taking_back_may_insist_on_a_version(api: Api):
    """If-Match with an old version is 412."""
    opened, _ = api.open_and_play()
    version = opened.game()["version"]
    refused = api.post(f"{opened.path}/undo", {}, opened.token(), If_Match=f'"{version - 1}"')
    assert (412, version) == (refused.status_code, refused.json["version"])
    asked = api.post(f"{opened.path}/undo", {}, opened.token(), If_Match=f'"{version}"')
    kept = api.log.job(asked.json["job"]["id"])
    assert kept is not None
    assert (202, version) == (asked.status_code, kept.request["version"])


def test_asking_again_gives_the_same_job(api: Api):
    """Also when the decision is taken back already; the same key with another body is refused."""
    opened, _ = api.open_and_play()
    first = api.post(f"{opened.path}/undo", {}, opened.token(), Idempotency_Key="1")
    opened.finish()
    again = api.post(f"{opened.path}/undo", {}, opened.token(), Idempotency_Key="1")
    assert (202, first.json, "true") == (again.status_code, again.json, again.headers["Idempotency-Replayed"])
    refused = api.post(f"{opened.path}/undo", {"to": 1}, opened.token(), Idempotency_Key="1")
    assert "idempotency_key_reused" == refused.json["code"]


@pytest.mark.parametrize("policy", ["consent", "strict", "sometimes", None, 1])
def test_other_agreements_are_not_offered(api: Api, policy: object):
    """Asking for them is 422 at /undo."""
    refused = api.post("/v1/games", {"rules": api.open().answer["game"]["rules"], "seats": PERSONS, "undo": policy})
    assert (422, "/undo") == (refused.status_code, refused.json["errors"][0]["pointer"])
