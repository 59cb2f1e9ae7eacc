"""History: pages, waiting for news, and what each caller is told."""

import threading

import pytest

from events.handle import Request
from events.log import Loaded
from events.log.memory import MemoryLog
from events.rules import wire_name
from events.table.messages import EVENTS as TABLE_EVENTS
from events.table.messages import Rewind
from service.settings import Settings
from tests.service.client import OPEN_SEATS, PERSONS, SECRET, Api, Json, Opened
from tests.waiting import wait_until


class Unread(MemoryLog):
    """A log that counts how often a whole game was read."""

    loads = 0

    def load(self, game: str) -> Loaded | None:
        """As the class above."""
        self.loads += 1
        return super().load(game)


def page(opened: Opened, query: str, token: str | None = None) -> Json:
    """A page of events."""
    return dict(opened.api.get(f"{opened.path}/events{query}", token).json)


def test_history_comes_in_pages(api: Api):
    """`next` is the `after` of the next page; the pages together are the whole history, without gaps."""
    opened = api.open()
    opened.play()
    seen: list[Json] = []
    while more := page(opened, f"?limit=2&after={len(seen)}")["events"]:
        seen += more
    assert list(range(1, opened.game()["version"] + 1)) == [event["version"] for event in seen]
    assert seen == opened.events()
    assert {"events": [], "next": len(seen)} == page(opened, f"?after={len(seen)}")


def test_the_first_event_tells_how_the_game_was_opened(api: Api):
    """Everybody is told of seats, options and the commitment to the seed; nobody of tokens."""
    opened = api.open(*OPEN_SEATS, name="Friday", visibility="private")
    first = opened.events(opened.host)[0]
    assert ("game_opened", None, "person", 1) == (first["type"], first["seat"], first["by"], first["version"])
    assert ("Friday", "private", 64) == (
        first["data"]["name"],
        first["data"]["visibility"],
        len(first["data"]["commitment"]),
    )
    assert {"rules", "rules_version", "seats", "options", "undo", "visibility", "commitment", "name"} == set(
        first["data"]
    )
    assert {"seat": 0, "kind": "person", "status": "playing", "name": "Ada"} == first["data"]["seats"][0]


def test_no_answer_holds_a_secret(api: Api):
    """Neither a token's hash, nor the seed before the end, nor a salt is in anything that is sent."""
    opened = api.open(*OPEN_SEATS, visibility="private")
    taken = api.post(f"{opened.path}/seats/1", {"name": "Bo"}, opened.answer["join_token"])
    loaded = api.log.load(opened.id)
    assert loaded is not None
    secrets = [loaded.seed.hex(), *(str(stored.data).partition('"salt":"')[2][:32] for stored in loaded.records)]
    table = api.app.extensions["playledger"].handler.known(opened.id).table
    secrets += [table.host, table.join, *(seat.token for seat in table.seats if seat.token)]
    for path in ("", "/events", "/commands", "/undo", "?at=1"):
        for token in (opened.token(), taken.json["token"], opened.host, opened.answer["join_token"]):
            text = api.get(opened.path + path, token).text
            assert not [secret for secret in secrets if secret in text]


def test_the_seed_is_told_at_the_end(api: Api):
    """The last event reveals it, and fits the commitment of the first."""
    opened = api.open(*PERSONS)
    opened.finish()
    last = opened.events()[-1]
    loaded = api.log.load(opened.id)
    assert loaded is not None
    assert ("game_ended", loaded.seed.hex()) == (last["type"], last["data"]["seed"])


def test_after_the_end_everything_is_told(api: Api):
    """C-4. A spectator then reads what no seat could know before, in the same events."""
    opened = api.open(*PERSONS)
    before = opened.events()
    hidden = [event["version"] for event in before if None in event["data"].values() and event["type"] != "game_opened"]
    assert hidden
    opened.finish()
    after = opened.events()
    assert not [event for event in after if event["version"] in hidden and None in event["data"].values()]


def test_every_event_of_the_table_is_told(api: Api):
    """Each kind of table event occurs, and is told in a shape that the contract names."""
    opened = api.open(*OPEN_SEATS, undo="free")
    token = api.post(f"{opened.path}/seats/1", {"name": "Bo"}).json["token"]
    left = api.open(*OPEN_SEATS)
    api.ask("DELETE", f"{left.path}/seats/0", left.token())
    opened.play()
    api.ask("PATCH", f"{opened.path}/seats/1", token, {"bot": "random"})
    rewind(api, opened)
    opened.finish()
    told = {event["type"] for event in (*opened.events(), *left.events())}
    assert {wire_name(event) for event in TABLE_EVENTS} <= told


def rewind(api: Api, opened: Opened) -> None:
    """Take back the last decision of seat 0, as a worker does."""
    asked = Request(command=Rewind(seat=0), command_id="rewind", fingerprint="", seat=0)
    api.app.extensions["playledger"].handler.handle(opened.id, asked)


def test_what_was_taken_back_stays_readable(api: Api):
    """Its events are marked as undone; the rewind is an event itself."""
    opened = api.open()
    before = opened.game()["version"]
    opened.play()
    rewind(api, opened)
    kept, (*undone, rewound) = opened.events()[:before], opened.events()[before:]
    assert ({False}, {True}) == ({event["undone"] for event in kept}, {event["undone"] for event in undone})
    assert ("game_rewound", {"seat": 0, "to": before}) == (rewound["type"], rewound["data"])


def test_notes_of_bots_are_told_after_the_end(api: Api):
    """What a bot noted on its command is nobody's business while the game runs."""
    opened = api.open(*PERSONS)
    handler = api.app.extensions["playledger"].handler
    game = handler.game(opened.id)
    command = game.rules.legal(game.position, 0)[0]
    asked = Request(command=command, command_id="1", fingerprint="", by="bot:random", seat=0, note="I guessed.")
    handler.handle(opened.id, asked)
    assert not [event for event in opened.events(opened.token()) if "note" in event]
    opened.finish()
    assert ["I guessed."] == [event["note"] for event in opened.events() if "note" in event]


# --- waiting ---------------------------------------------------------------------------------------------------------


def test_a_long_poll_answers_when_something_happens(api: Api):
    """It waits while there is nothing new, and tells the news at once."""
    opened = api.open()
    version = opened.game()["version"]
    answers: list[Json] = []
    polling = threading.Thread(target=lambda: answers.append(page(opened, f"?after={version}&wait=20")))
    polling.start()
    wait_until(lambda: api.app.extensions["playledger"].waiting.taken, "the poll to wait")
    assert [] == answers
    played = opened.play()
    polling.join(10)
    assert [event["version"] for event in played["events"]] == [event["version"] for event in answers[0]["events"]]


def test_a_long_poll_tells_what_the_history_tells(api: Api):
    """Whether an event is the news or old, every caller sees it the same; and a limit cuts the news, too."""
    opened = api.open()
    version = opened.game()["version"]
    answers: list[Json] = []

    def ask(query: str) -> None:
        answers.append(page(opened, f"?after={version}&wait=20{query}"))

    polling = [threading.Thread(target=ask, args=(query,)) for query in ("", "&limit=1")]
    for each in polling:
        each.start()
    wait_until(lambda: api.app.extensions["playledger"].waiting.taken == 2, "the polls to wait")
    opened.play()
    for each in polling:
        each.join(10)
    whole = page(opened, f"?after={version}")
    assert whole in answers
    assert {"events": whole["events"][:1], "next": version + 1} in answers


def test_a_long_poll_ends_with_an_empty_page(api: Api):
    """When the time is up, 200 with no events, and `next` as it was."""
    opened = api.open()
    version = opened.game()["version"]
    assert {"events": [], "next": version} == page(opened, f"?after={version}&wait=1")


def test_a_long_poll_does_not_wait_for_what_is_there(api: Api):
    """History that is there already is told at once, even when no place to wait is left."""
    crowded = Api(settings=Settings(secret=SECRET, api_threads=2))
    opened = crowded.open()
    with crowded.app.extensions["playledger"].waiting.place():
        assert page(opened, "?after=0&wait=30")["events"]


def test_what_came_lately_is_told_without_the_whole_history():
    """Who follows a game is sent the newest events, also after a rewind, exactly as the history tells them."""
    log = Unread()
    opened = Api(log=log).open()
    before = opened.game()["version"]
    opened.play()
    log.loads = 0
    told = page(opened, f"?after={before}")["events"]
    assert 0 == log.loads
    assert opened.events()[before:] == told
    rewind(opened.api, opened)
    told = page(opened, f"?after={before}")["events"]
    assert ([*[True] * (len(told) - 1), False], True) == ([event["undone"] for event in told], log.loads > 0)


def test_a_long_poll_does_not_wait_for_what_cannot_come(api: Api):
    """Nothing happens in a game that is over."""
    crowded = Api(settings=Settings(secret=SECRET, api_threads=2))
    opened = crowded.open(*PERSONS)
    opened.finish()
    with crowded.app.extensions["playledger"].waiting.place():
        assert [] == page(opened, f"?after={opened.game()['version']}&wait=30")["events"]


def test_a_version_beyond_the_log_is_not_found(api: Api):
    """A reader that is ahead of the log has seen another history, and should know it."""
    opened = api.open()
    version = opened.game()["version"]
    assert 404 == api.get(f"{opened.path}/events?after={version + 1}&wait=1").status_code


def test_too_many_may_not_wait(api: Api):
    """At most half of the threads wait; beyond that 503 with Retry-After, while commands are served."""
    crowded = Api(settings=Settings(secret=SECRET, api_threads=2))
    opened = crowded.open()
    version = opened.game()["version"]
    with crowded.app.extensions["playledger"].waiting.place():
        refused = crowded.get(f"{opened.path}/events?after={version}&wait=1")
        assert opened.play()
    assert (503, "unavailable") == (refused.status_code, refused.json["code"])
    assert refused.headers["Retry-After"].isdigit()
    assert 200 == crowded.get(f"{opened.path}/events?after={version}&wait=1").status_code


def test_who_waits_for_a_game_that_is_removed_is_told(api: Api):
    """404 as soon as it is gone."""
    opened = api.open()
    version = opened.game()["version"]
    answers: list[int] = []
    path = f"{opened.path}/events?after={version}&wait=20"
    polling = threading.Thread(target=lambda: answers.append(api.get(path).status_code))
    polling.start()
    wait_until(lambda: api.app.extensions["playledger"].waiting.taken, "the poll to wait")
    api.ask("DELETE", opened.path, opened.host)
    polling.join(10)
    assert [404] == answers


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson", "text/html", "application/json;q=0"])
def test_only_what_is_offered_can_be_had(api: Api, accept: str):
    """406 `not_acceptable` for forms that history is not offered in."""
    opened = api.open()
    refused = api.get(f"{opened.path}/events", Accept=accept)
    assert (406, "not_acceptable") == (refused.status_code, refused.json["code"])
    assert 200 == api.get(f"{opened.path}/events", Accept="application/*;q=0.5, text/html").status_code
