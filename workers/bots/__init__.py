"""The bots, by the spec that a seat names. A bot is given what its seat may know, never a position."""

from collections.abc import Mapping

from workers.bots import random
from workers.thinking import Choose

BOTS: Mapping[str, Choose] = {"random": random.choose}
