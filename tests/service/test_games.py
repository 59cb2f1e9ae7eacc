"""Games: opening, looking, finding, removing."""

import pytest

from tests.service.client import FEWEST, OPEN_SEATS, PERSONS, RULES_NAME, Api


def test_a_game_with_bots_starts_at_once(api: Api):
    """Every seat is taken: the game is running, its creator's seat has a token, its host another."""
    opened = api.open()
    assert "running" == opened.answer["game"]["status"]
    assert ["0"] == list(opened.answer["tokens"])
    assert opened.token().startswith("seat_")
    assert opened.host.startswith("host_")
    assert "join_token" not in opened.answer


def test_the_answer_says_where_the_game_is(api: Api):
    """Location and the link `self` lead to the game; the ETag is that of the game."""
    response = api.post("/v1/games", {"rules": RULES_NAME, "seats": PERSONS})
    assert response.json["game"]["links"]["self"] == response.headers["Location"]
    assert response.headers["ETag"] == api.get(response.headers["Location"]).headers["ETag"]


def test_a_game_with_an_open_seat_waits(api: Api):
    """There is no view, nobody is to move, and nothing is legal until the last seat is taken."""
    game = api.open(*OPEN_SEATS).answer["game"]
    assert ("open", None, [], []) == (game["status"], game["view"], game["to_move"], game["legal"])
    assert ["playing", *["open"] * (FEWEST - 1)] == [seat["status"] for seat in game["seats"]]


def test_a_game_as_its_seat_sees_it(api: Api):
    """The seat to move is told so, what is asked of it, and what it may do."""
    opened = api.open(name="Friday")
    game = opened.game(opened.token())
    assert (opened.id, RULES_NAME, "Friday", {"seat": 0}) == (game["id"], game["rules"], game["name"], game["you"])
    assert ([0], None) == (game["to_move"], game["outcome"])
    assert game["prompt"]
    assert game["legal"] == opened.legal(0)


@pytest.mark.parametrize("whose", ["nobody", "host"])
def test_a_game_as_a_spectator_sees_it(api: Api, whose: str):
    """Without a token, and with the host's, one sees as a spectator: nothing to do, and no prompt."""
    opened = api.open()
    game = opened.game(opened.host if whose == "host" else None)
    assert ({"seat": None}, None, []) == (game["you"], game["prompt"], game["legal"])
    assert game["view"]


def test_a_seat_may_look_as_a_spectator(api: Api):
    """`as=spectator` shows what a spectator sees, whatever the token."""
    opened = api.open()
    assert opened.game() == opened.game(opened.token(), "?as=spectator")


def test_legal_commands_can_be_left_out(api: Api):
    """`legal=false` leaves the member out, now and at an earlier version."""
    opened = api.open()
    assert "legal" not in opened.game(opened.token(), "?legal=false")
    assert "legal" not in opened.game(opened.token(), "?legal=false&at=1")


def test_every_earlier_version_can_be_seen(api: Api):
    """`at` shows the version asked for, the newest included; at earlier ones there is nothing to do."""
    opened = api.open(options={"first_seat": 0, "memory": "open"})
    before = opened.game(opened.token())
    opened.play()
    now = opened.game(opened.token())
    then = opened.game(opened.token(), f"?at={before['version']}")
    assert then == before | {"legal": [], "prompt": None}
    assert now == opened.game(opened.token(), f"?at={now['version']}")
    assert "open" == opened.game(None, "?at=1")["status"]


def test_a_future_version_is_not_found(api: Api):
    """A version beyond the log is 404, also for a caller who knows the newest."""
    opened = api.open()
    path = f"{opened.path}?at={opened.game()['version'] + 1}"
    assert "not_found" == api.get(path).json["code"]
    assert 404 == api.get(path, If_None_Match=api.get(opened.path).headers["ETag"]).status_code


def test_an_unchanged_game_is_not_sent_again(api: Api):
    """If-None-Match with the ETag gives 304 and no body, until the game moves on."""
    opened = api.open()
    tag = api.get(opened.path).headers["ETag"]
    same = api.get(opened.path, If_None_Match=f'"1-x", {tag}')
    assert (304, tag) == (same.status_code, same.headers["ETag"])
    opened.play()
    assert 200 == api.get(opened.path, If_None_Match=tag).status_code
    assert 304 == api.get(opened.path, If_None_Match="*").status_code


def test_answers_depend_on_the_caller_and_say_so(api: Api):
    """Caches are told that answers depend on the token, and that those with tokens in them are never kept."""
    opened = api.open()
    looked = api.get(opened.path)
    assert ("Authorization", "private, no-cache") == (looked.headers["Vary"], looked.headers["Cache-Control"])
    asked_for_headers = api.app.test_client().head(opened.path)
    assert looked.headers == asked_for_headers.headers
    posted = api.post("/v1/games", {"rules": RULES_NAME, "seats": PERSONS})
    assert "no-store" == posted.headers["Cache-Control"]


def test_browsers_of_other_pages_may_call(api: Api):
    """CORS: any origin without credentials; our request headers are allowed and our answer's headers shown."""
    answer = api.app.test_client().open("/v1/games", method="OPTIONS")
    assert 204 == answer.status_code
    for name in ("Authorization", "Idempotency-Key", "If-Match", "If-None-Match", "Content-Type", "Last-Event-ID"):
        assert name in answer.headers["Access-Control-Allow-Headers"]
    assert "*" == answer.headers["Access-Control-Allow-Origin"]
    looked = api.get("/v1/games/unknown")
    assert "*" == looked.headers["Access-Control-Allow-Origin"]
    for name in ("ETag", "Location", "Retry-After", "Idempotency-Replayed", "RateLimit-Limit"):
        assert name in looked.headers["Access-Control-Expose-Headers"]


def test_answers_are_never_taken_for_something_else(api: Api):
    """Every answer, errors included, forbids browsers to guess its type or to run anything in it."""
    for path in ("/v1/games", "/nowhere", "/healthz"):
        headers = api.get(path).headers
        assert "nosniff" == headers["X-Content-Type-Options"]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("seats", "policy"), [([], "free"), (OPEN_SEATS, "off"), (PERSONS, "off"), ([{"bot": "random"}] * FEWEST, "free")]
)
def test_undo_is_free_where_at_most_one_person_can_play(api: Api, seats: list[dict[str, object]], policy: str):
    """The default policy; an open seat may become a person's."""
    assert policy == api.open(*seats).answer["game"]["undo"]


def test_the_policy_of_undo_can_be_chosen(api: Api):
    """Persons may agree on free undo, and one person may play without."""
    assert "free" == api.open(*PERSONS, undo="free").answer["game"]["undo"]
    assert "off" == api.open(undo="off").answer["game"]["undo"]


# --- private and unlisted games --------------------------------------------------------------------------------------


def test_a_private_game_is_not_there_for_strangers(api: Api):
    """Without a token of the game, 404 is all one learns, as for a game that does not exist."""
    opened = api.open(*OPEN_SEATS, visibility="private")
    assert opened.answer["join_token"].startswith("join_")
    unknown, private = api.get("/v1/games/unknown"), api.get(opened.path)
    assert (
        (404, "not_found") == (private.status_code, private.json["code"]) == (unknown.status_code, unknown.json["code"])
    )
    for token in (opened.token(), opened.host, opened.answer["join_token"]):
        assert 200 == api.get(opened.path, token).status_code


def test_a_join_token_lets_its_bearer_look_and_sit_down(api: Api):
    """It sees as a spectator; without it no seat can be taken."""
    opened = api.open(*OPEN_SEATS, visibility="private")
    join = opened.answer["join_token"]
    assert {"seat": None} == opened.game(join)["you"]
    assert 404 == api.post(f"{opened.path}/seats/1", {"name": "Bo"}).status_code
    assert 201 == api.post(f"{opened.path}/seats/1", {"name": "Bo"}, join).status_code


def test_only_public_games_are_in_the_lobby(api: Api):
    """An unlisted game can be seen by who knows its address; the lobby tells of neither it nor private ones."""
    public = api.open()
    unlisted = api.open(visibility="unlisted")
    api.open(visibility="private")
    assert [public.id] == [game["id"] for game in api.get("/v1/games").json["games"]]
    assert 200 == api.get(unlisted.path).status_code


# --- the lobby -------------------------------------------------------------------------------------------------------


def test_the_lobby_tells_the_newest_first(api: Api):
    """Page by page, without loss or repetition, also when several games are from the same millisecond."""
    games = []
    for number in range(7):
        api.clock.now += number % 2
        games.append(api.open().id)
    seen: list[str] = []
    page = api.get("/v1/games?limit=2").json
    while page["next"]:
        seen += [game["id"] for game in page["games"]]
        page = api.get(f"/v1/games?limit=2&cursor={page['next']}").json
    seen += [game["id"] for game in page["games"]]
    assert sorted(games) == sorted(seen)
    times = [api.get(f"/v1/games/{game}").json["created_at"] for game in seen]
    assert times == sorted(times, reverse=True)


def test_the_lobby_can_be_asked_for_some_games(api: Api):
    """By status, several of them at once, and by rules."""
    running, waiting = api.open(), api.open(*OPEN_SEATS)
    over = api.open(*PERSONS)
    over.finish()
    for status, games in {
        "open": [waiting],
        "running": [running],
        "over": [over],
        "open,over": [waiting, over],
        "open,running,over": [running, waiting, over],
    }.items():
        found = api.get(f"/v1/games?status={status}&rules={RULES_NAME}").json["games"]
        assert sorted(game.id for game in games) == sorted(game["id"] for game in found)


def test_the_lobby_shows_who_sits_where(api: Api):
    """Enough to choose a game by: its seats, options and agreement; never a token's hash."""
    api.open(*OPEN_SEATS, name="Friday")
    (game,) = api.get("/v1/games").json["games"]
    assert ("Friday", "open", "Ada") == (game["name"], game["status"], game["seats"][0]["name"])


# --- removing --------------------------------------------------------------------------------------------------------


def test_a_removed_game_is_gone(api: Api):
    """Later calls of anybody get 404, and the lobby forgets it."""
    opened = api.open()
    assert 204 == api.ask("DELETE", opened.path, opened.host).status_code
    for path in ("", "/events", "/commands", "/undo"):
        assert 404 == api.get(opened.path + path, opened.token()).status_code
    assert 404 == api.ask("DELETE", opened.path, opened.host).status_code
    assert [] == api.get("/v1/games").json["games"]


@pytest.mark.parametrize("body", [{"type": "nonsense"}, {"type": 7}, b"no json"])
def test_a_game_removed_elsewhere_is_gone_before_its_commands_are_read(api: Api, body: object):
    """Another process removed the game: whatever is posted is answered with 404, not with what is wrong with it."""
    opened = api.open()
    api.log.delete(opened.id)
    headers = {"Content_Type": "application/json"} if isinstance(body, bytes) else {}
    assert 404 == api.post(f"{opened.path}/commands", body, opened.token(), **headers).status_code


def test_an_operator_may_remove_any_game(api: Api):
    """The operator's token stands in the settings."""
    operated = Api(settings=type(api.settings)(secret="x" * 32, operator_token="the operator's own token"))
    opened = operated.open(visibility="private")
    assert 204 == operated.ask("DELETE", opened.path, "the operator's own token").status_code
