"""The homes that every promise of the log is tested in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.log import Log
from events.log.memory import MemoryLog
from service.embedded import OLDEST, EmbeddedRedis, embedded_redis
from tests.contracts.homes import emptied, system_server


@pytest.fixture(scope="session")
def system_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """The distribution's own Redis (Debian: 7.0), on a socket of its own."""
    server = system_server(tmp_path_factory.getbasetemp().parent / "system-redis.lock")
    if isinstance(server, str):
        pytest.skip(server)
    if server.version < OLDEST:
        pytest.skip(f"{server} is too old")
    with embedded_redis(tmp_path_factory.mktemp("system-redis"), server=server) as running:
        yield running


@pytest.fixture(params=["redis_server", "system_redis"], ids=["embedded", "system"])
def server(request: pytest.FixtureRequest) -> EmbeddedRedis:
    """Each Redis in turn."""
    running: EmbeddedRedis = request.getfixturevalue(request.param)
    return running


@pytest.fixture
def own(server: EmbeddedRedis, tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A server that the test may do anything to."""
    with embedded_redis(tmp_path / "own", server=server.server) as running:
        yield running


@pytest.fixture(params=["memory", "redis_server", "system_redis"], ids=["memory", "embedded", "system"])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    """An empty log in each of its homes in turn."""
    if request.param == "memory":
        yield MemoryLog()
        return
    in_redis = emptied(request.getfixturevalue(request.param))
    yield in_redis
    in_redis.close()
