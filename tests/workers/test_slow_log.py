"""Bots play on when the log is slow."""

from threading import Event

import pytest
from redis import Redis

from events.games import RULES
from events.handle import Handler
from events.log import Loaded
from events.log.memory import MemoryLog
from service.enqueue import Queues
from tests.bench.workload import open_game
from workers import jobs
from workers.bots import BOTS
from workers.main import clock


class SlowLog(MemoryLog):
    """A log that takes longer to read a game than a job may hold its worker."""

    def load(self, game: str) -> Loaded | None:
        """The whole game, in its own time."""
        Event().wait(1.5 * jobs.SLICE_SECONDS)
        return super().load(game)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_a_turn_is_played_even_if_the_game_took_long_to_read(redis_client: Redis, rules):
    """Otherwise the job would call for the very work it was called for, under the same name, and be told it exists."""
    log = SlowLog()
    game = open_game(log, rules, ("bot",) * rules.players[0]).game
    jobs.equip(jobs.Tools(Handler(log, clock), Queues(redis_client), BOTS))
    jobs.play_bots(game.id, str(game.version), 0)
    after = log.news(game.id, game.version, game.head)
    assert after is not None
    assert game.version < after.version
