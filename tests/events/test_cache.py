"""What a process remembers of games."""

from msgspec.structs import replace

from events.log.cache import Cache
from tests.events.tables import ANY, opened

GAME = opened(ANY).game


def test_an_older_state_does_not_replace_a_newer_one():
    """Of two threads that read the same game the one that comes later may know less."""
    cache = Cache()
    newer = replace(GAME, version=GAME.version + 1)
    cache.put(newer)
    cache.put(GAME)
    assert newer is cache.get(GAME.id)


def test_the_least_recently_used_game_is_forgotten():
    """A full cache drops the game that nobody asked for the longest."""
    cache = Cache(size=2)
    one, two, three = (replace(GAME, id=name) for name in ("one", "two", "three"))
    cache.put(one)
    cache.put(two)
    cache.get("one")
    cache.put(three)
    assert [one, None, three] == [cache.get(name) for name in ("one", "two", "three")]


def test_a_dropped_game_is_not_known():
    """What was dropped is read from the log again; dropping what is not known is no fault."""
    cache = Cache()
    cache.put(GAME)
    cache.drop(GAME.id)
    cache.drop(GAME.id)
    assert cache.get(GAME.id) is None
