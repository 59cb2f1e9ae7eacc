"""Answers that were made already: a game is read more often than it changes."""

from collections import OrderedDict
from threading import Lock

from service.queries import Eyes, encode, game_shown


class Rendered:
    """The last `size` games shown, as JSON; safe between threads.

    What is shown of a game at its newest version follows from its log, whose chain hash names it, and the eyes.
    """

    def __init__(self, size: int = 2_000) -> None:
        self._size = size
        self._documents: OrderedDict[tuple[str, int | None, bool], bytes] = OrderedDict()
        self._lock = Lock()

    def game(self, eyes: Eyes, *, legal: bool) -> bytes:
        """The game at its newest version, as `queries.game_shown` has it."""
        asked = (eyes.game.head, eyes.seat, legal)
        with self._lock:
            document = self._documents.get(asked)
            if document is not None:
                self._documents.move_to_end(asked)
                return document
        document = encode(game_shown(eyes, legal=legal))
        with self._lock:
            self._documents[asked] = document
            if len(self._documents) > self._size:
                self._documents.popitem(last=False)
        return document
