"""Ceilings: nobody exhausts the service; beyond them 503 with Retry-After, and nothing is lost."""

from typing import Any

from service.auth import Tokens
from service.settings import Settings
from tests.service.client import PERSONS, RULES_NAME, SECRET, Api

NEW_GAME = {"rules": RULES_NAME, "seats": PERSONS}


def limited(**limits: Any) -> Api:
    """The API with lower ceilings."""
    return Api(settings=Settings(secret=SECRET, **limits))


def refused(answer: Any) -> bool:
    """Whether the answer is the one of a ceiling."""
    if answer.status_code != 503:
        return False
    assert ("unavailable", True) == (answer.json["code"], answer.json["retryable"])
    assert int(answer.headers["Retry-After"]) > 0
    return True


def test_games_of_an_address_that_run():
    """So many at once; when one is over or removed, another can be opened."""
    api = limited(running_games_per_address=2)
    first, second = api.open(*PERSONS), api.open(*PERSONS)
    assert refused(api.post("/v1/games", NEW_GAME))
    first.finish()
    assert 201 == api.post("/v1/games", NEW_GAME).status_code
    assert refused(api.post("/v1/games", NEW_GAME))
    api.ask("DELETE", second.path, second.host)
    assert 201 == api.post("/v1/games", NEW_GAME).status_code


def test_games_of_an_address_in_an_hour():
    """So many in an hour, whatever became of them."""
    api = limited(created_per_hour=2)
    for _ in range(2):
        api.open(*PERSONS).finish()
    assert refused(api.post("/v1/games", NEW_GAME))


def test_a_repeated_request_passes_the_ceiling():
    """Who asks again for what was done gets the first answer."""
    api = limited(running_games_per_address=1)
    first = api.post("/v1/games", NEW_GAME, Idempotency_Key="x" * 22)
    again = api.post("/v1/games", NEW_GAME, Idempotency_Key="x" * 22)
    assert (201, first.json) == (again.status_code, again.json)
    assert refused(api.post("/v1/games", NEW_GAME, Idempotency_Key="y" * 22))


def from_address(api: Api, address: str) -> Any:
    """The answer to a request to open a game that comes through proxies, or says so."""
    return api.post("/v1/games", NEW_GAME, X_Forwarded_For=address)


def test_addresses_behind_trusted_proxies_count_apart():
    """With a trusted proxy the address is the one that it names; what a caller adds before it is not believed."""
    api = limited(running_games_per_address=1, trusted_proxies=1)
    assert [False, False] == [refused(from_address(api, address)) for address in ("192.0.2.1", "192.0.2.2")]
    assert refused(from_address(api, "198.51.100.7, 192.0.2.1"))


def test_what_is_counted_tells_nobodys_address():
    """What an address is called follows from the server's secret, so that trying all addresses does not find it."""
    names = {Tokens(secret).pseudonym("192.0.2.1") for secret in (b"one", b"one", b"another")}
    assert 2 == len(names)


def test_nobody_names_an_address_without_a_trusted_proxy():
    """The header is ignored."""
    api = limited(running_games_per_address=1)
    assert [False, True] == [refused(from_address(api, address)) for address in ("192.0.2.1", "192.0.2.2")]


def test_a_network_of_ipv6_counts_as_one_address():
    """One customer usually has a whole /64."""
    api = limited(running_games_per_address=1, trusted_proxies=1)
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    assert [False, True, False] == [refused(from_address(api, address)) for address in addresses]
    addresses = ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "::ffff:192.0.2.1")
    assert [False, False, True] == [refused(from_address(api, address)) for address in addresses]


def test_unfinished_replays_of_a_caller():
    """So many at once for each caller; a repetition passes, and a finished or dropped one makes room."""
    api = limited(replays_per_caller=2)
    opened = api.open(*PERSONS)
    path = f"{opened.path}/replays"
    jobs = [api.post(path, {}, opened.token(0), Idempotency_Key=str(number)) for number in range(2)]
    assert refused(api.post(path, {}, opened.token(0)))
    assert jobs[0].json == api.post(path, {}, opened.token(0), Idempotency_Key="0").json
    assert [202, 202] == [api.post(path, {}, token).status_code for token in (opened.token(1), None)]
    api.ask("DELETE", f"/v1/replays/{jobs[0].json['job']['id']}", opened.token(0))
    assert 202 == api.post(path, {}, opened.token(0)).status_code
