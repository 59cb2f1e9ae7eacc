"""What a process remembers of games: only what the store confirmed, the least recently used forgotten first."""

from collections import OrderedDict
from threading import Lock

from events.history import Game


class Cache:
    """The newest confirmed state of up to `size` games; safe between threads."""

    def __init__(self, size: int = 2_000) -> None:
        self._size = size
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> Game | None:
        """The game as last confirmed, or None."""
        with self._lock:
            game = self._games.get(game_id)
            if game is not None:
                self._games.move_to_end(game_id)
            return game

    def put(self, game: Game) -> None:
        """Remember a confirmed state, unless a newer one is known."""
        with self._lock:
            known = self._games.get(game.id)
            if known is None or known.version <= game.version:
                self._games[game.id] = game
                self._games.move_to_end(game.id)
            if len(self._games) > self._size:
                self._games.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Forget the game."""
        with self._lock:
            self._games.pop(game_id, None)
