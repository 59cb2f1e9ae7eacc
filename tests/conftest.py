"""What every test may ask for: a real Redis of its own, settings that name it; and the suite's budget."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.embedded import EmbeddedRedis, embedded_redis
from service.settings import Settings
from tests.budget import pytest_runtest_logreport, pytest_sessionfinish, pytest_terminal_summary
from tests.options import pytest_addoption

__all__ = ["pytest_addoption", "pytest_runtest_logreport", "pytest_sessionfinish", "pytest_terminal_summary"]


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """The redis-server of this test process, on a socket of its own. Tests that kill one start their own."""
    with embedded_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_client(redis_server: EmbeddedRedis) -> Iterator[Redis]:
    """A client of this process's Redis, which is empty when the test begins. It answers in bytes."""
    with redis_server.client() as client:
        client.flushall()
        yield client


@pytest.fixture
def settings(redis_server: EmbeddedRedis, redis_client: Redis, tmp_path: Path) -> Settings:
    """Settings that name this process's Redis, empty, and a fresh data folder."""
    return Settings(redis_url=redis_server.url, data=tmp_path, secret="a secret that only the tests know", port=0)
