"""What the tests of the workers may ask for."""

import dataclasses
from collections.abc import Iterator

import pytest
from redis import Redis

from events.handle import Handler
from events.log.redis import RedisLog, connect
from service.enqueue import Queues
from service.settings import Settings
from tests.workers.workshop import Workshop
from workers.main import clock


@pytest.fixture
def workshop(settings: Settings, redis_client: Redis) -> Iterator[Workshop]:
    """An empty workshop, whose queues are in a database of their own."""
    settings = dataclasses.replace(settings, queue_url=f"{settings.redis_url}?db=1")
    log = RedisLog(connect(settings.redis_url))
    queue_client = connect(settings.queue_address)
    workshop = Workshop(settings, redis_client, queue_client, Handler(log, clock), Queues(queue_client))
    workshop.equip(log)
    yield workshop
    for child in workshop.children:
        child.kill()
        child.wait()
    log.close()
