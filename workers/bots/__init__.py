"""The bots, by the spec that a seat names. A bot is given what its seat may know, never a position."""

from collections.abc import Mapping

from workers.bots import greedy, random, search
from workers.thinking import Choose

BOTS: Mapping[str, Choose] = {"greedy": greedy.choose, "random": random.choose, "search": search.choose}
