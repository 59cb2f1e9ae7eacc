"""The river once more, written as plainly as possible: what the fast rules are compared with.

Nothing here looks at the code under test. Squares are (lane, column) pairs; "ashore" stands for the jungle shore.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

ASHORE = (-1, 0)
Place = tuple[int, int]


class Waters(NamedTuple):
    """A river of any size, with the columns of its coins and the faces of its dice."""

    columns: int
    lengths: tuple[int, ...]
    coins: frozenset[int]
    white: tuple[int, ...]
    brown: tuple[int, ...]

    def on_trunk(self, starts: tuple[int, ...], place: Place) -> bool:
        """Whether there is a trunk at this place."""
        lane, column = place
        return 0 <= lane < len(starts) and starts[lane] <= column < starts[lane] + self.lengths[lane]

    def on_wall(self, place: Place) -> bool:
        """Whether there is a coin at this place."""
        return place[0] == len(self.lengths) and place[1] in self.coins

    def pushes(self, starts: tuple[int, ...], squares: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every trunk that can be pushed so far: its lane, and how the trunks lie then."""
        for lane in range(len(starts)):
            lies = tuple(start + squares * (lane == other) for other, start in enumerate(starts))
            covered = [set(range(start, start + length)) for start, length in zip(lies, self.lengths, strict=True)]
            touching = all(covered[i] & covered[i + 1] for i in range(len(lies) - 1))
            if touching and max(covered[lane]) < self.columns:
                yield lane, lies

    def steps(self, starts: tuple[int, ...], others: frozenset[Place], place: Place) -> Iterator[Place]:
        """Every place that one step from this one lands on."""
        for ahead in self._ahead(place):
            across, along = (1, 0) if place == ASHORE else (ahead[0] - place[0], ahead[1] - place[1])
            landing = ahead
            while landing in others:
                landing = landing[0] + across, landing[1] + along
            if self.on_trunk(starts, landing) or self.on_wall(landing):
                yield landing

    def ends(self, starts: tuple[int, ...], others: frozenset[Place], place: Place, steps: int) -> set[Place]:
        """Every place where a walk of exactly so many steps may end, or of fewer to a coin."""
        front, coins = {place}, set[Place]()
        for _ in range(steps):
            reached = {end for each in front for end in self.steps(starts, others, each)}
            coins |= set(filter(self.on_wall, reached))
            front = reached - coins
        return front | coins

    def _ahead(self, place: Place) -> Iterable[Place]:
        lane, column = place
        if place == ASHORE:
            return [(0, each) for each in range(self.columns)]
        return [(lane + 1, column), (lane - 1, column), (lane, column + 1), (lane, column - 1)]
