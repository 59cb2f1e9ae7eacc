"""`playledger verify`: a stored game, checked from outside."""

from events.errors import Unavailable
from events.log.redis import RedisLog, connect
from events.verify import Fault, verify
from service.serve import games_address
from service.settings import CannotStart, Settings


def verify_game(settings: Settings, game: str) -> tuple[Fault, ...]:
    """All that is wrong with the game, () for nothing. Raises `CannotStart` when there is no such game, or no Redis."""
    with games_address(settings) as address:
        log = RedisLog(connect(address))
        try:
            loaded, news = log.load(game), log.news(game, 0, "")
        except Unavailable as error:
            raise CannotStart(f"The games cannot be read: {error}.") from error
    if loaded is None or news is None:
        raise CannotStart(f"There is no game {game}.")
    return verify(game, loaded.seed, loaded.records, news.version, news.head)
