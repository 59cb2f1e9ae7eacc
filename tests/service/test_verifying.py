"""`playledger verify`: a game in a real Redis, sound and tampered with, and what it says without one."""

import random

import pytest

from events.log import keys
from events.log.redis import RedisLog
from service.embedded import embedded_redis
from service.settings import CannotStart, Settings
from service.verifying import verify_game
from tests.events.tables import ANY, GAME, opened


@pytest.fixture
def played(redis_client):
    """A game of some moves in this process's Redis."""
    return opened(ANY, log=RedisLog(redis_client)).play(6, random.Random(1))


def test_a_sound_game_has_no_faults(played, settings):
    """What the service wrote is found to be as it was played."""
    assert () == verify_game(settings, GAME)


def test_a_dropped_record_is_named(played, settings, redis_client):
    """A record that was removed from the stream behind the service's back is named."""
    redis_client.xdel(keys.events(GAME), "3-0")
    assert 3 == verify_game(settings, GAME)[0].version


def test_a_cut_end_is_named(played, settings, redis_client):
    """Records that are missing at the end are noticed, since the game's head is kept beside them."""
    last = played.game.version
    redis_client.xdel(keys.events(GAME), f"{last}-0")
    assert last - 1 == verify_game(settings, GAME)[0].version


def test_a_game_that_is_not_there_is_told(settings):
    """One sentence for an operator who mistyped the id."""
    with pytest.raises(CannotStart, match="no game nothing"):
        verify_game(settings, "nothing")


def test_the_data_folder_of_a_service_that_does_not_run_is_enough(tmp_path):
    """Without an address, the games of the data folder are looked at with a server of the command's own."""
    with embedded_redis(tmp_path / "redis") as server, server.client() as client:
        opened(ANY, log=RedisLog(client)).play(3)
    assert () == verify_game(Settings(data=tmp_path), GAME)
