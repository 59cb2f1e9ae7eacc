"""The rules against a plain second writing of them, on small rivers of random size, and against exhaustive search."""

import random
from collections.abc import Iterator

import pytest

from events.games.gold_am_orinoko import paths
from events.games.gold_am_orinoko.decide import legal
from events.games.gold_am_orinoko.messages import Move, Push, Square
from events.games.gold_am_orinoko.position import Coin, Position, outcome
from events.rules import Command
from tests.games.gold_am_orinoko.naive import ASHORE, Place, Waters

Stand = tuple[tuple[int, ...], tuple[Place, ...]]
"""Where the trunks begin, and where the two adventurers of the only seat stand."""


def random_waters(rng: random.Random, size: tuple[int, int], brown: tuple[int, ...]) -> Waters:
    """A small river with random trunks, coins and white die; like every river it has at most one trunk of length 1."""
    lanes, columns = size
    lengths = [rng.randint(2, columns) for _ in range(lanes)]
    lengths[rng.randrange(lanes)] = rng.randint(1, columns)
    return Waters(
        columns=columns,
        lengths=tuple(lengths),
        coins=frozenset(rng.sample(range(columns), rng.randint(1, columns))),
        white=tuple(rng.sample((1, 2, 3, 4), rng.randint(1, 3))),
        brown=brown,
    )


def position(waters: Waters, starts: tuple[int, ...], stand: tuple[Place, ...], white: int = 1, brown: int = 1):
    """The same river for the rules, with two adventurers for each seat."""
    squares = tuple(None if place == ASHORE else Square(*place) for place in stand)
    seats = len(stand) // 2
    return Position(
        columns=waters.columns,
        lengths=waters.lengths,
        starts=starts,
        coins=tuple(Coin(column, True, 1) for column in sorted(waters.coins)),
        adventurers=tuple(squares[2 * seat : 2 * seat + 2] for seat in range(seats)),
        resigned=(False,) * seats,
        turn=0,
        white=white,
        brown=brown,
        due=("push", "move"),
    )


def random_starts(rng: random.Random, waters: Waters) -> tuple[int, ...]:
    """A lie of the trunks in which neighbours touch."""
    while True:
        starts = tuple(rng.randint(0, waters.columns - length) for length in waters.lengths)
        ends = [start + length for start, length in zip(starts, waters.lengths, strict=True)]
        if all(starts[i] < ends[i + 1] and starts[i + 1] < ends[i] for i in range(len(starts) - 1)):
            return starts


@pytest.mark.parametrize("number", range(300))
def test_the_options_are_those_of_the_plain_rules(number):
    """R-5 to R-13, D-4, D-6. Pushes and walks on a random crowded river, and a recorded walk to every end."""
    rng = random.Random(number)
    waters = random_waters(rng, (rng.randint(1, 5), rng.randint(2, 8)), (1, 2, 3))
    starts = random_starts(rng, waters)
    trunks = [(lane, c) for lane, start in enumerate(starts) for c in range(start, start + waters.lengths[lane])]
    crowd = rng.sample(trunks, rng.randint(0, min(7, len(trunks))))
    stand = tuple(rng.sample(crowd + [ASHORE] * (8 - len(crowd)), 8))
    white, brown = rng.randint(1, 4), rng.randint(1, 3)
    river = position(waters, starts, stand, white, brown)
    if outcome(river) is not None:
        return
    walks = [waters.ends(starts, frozenset(stand) - {stand[own], ASHORE}, stand[own], white) for own in (0, 1)]
    expected: set[Command] = {Push(lane) for lane, _ in waters.pushes(starts, brown)}
    expected |= {Move(own, *end) for own in (0, 1) for end in walks[own]}
    assert expected == set(legal(river, 0))
    for own in (0, 1):
        for end in walks[own]:
            check_walk(waters, river, stand, own, end)


def check_walk(waters: Waters, river: Position, stand: tuple[Place, ...], own: int, end: Place) -> None:
    """The recorded walk to this end: each square is one plain step from the one before, and their number is right."""
    board, start = paths.board_for(river, 0, own)
    path = paths.path(board, start, river.white, Square(*end))
    assert path is not None
    others = frozenset(stand) - {stand[own], ASHORE}
    here = stand[own]
    for square in path:
        assert (square.lane, square.column) in set(waters.steps(river.starts, others, here))
        here = (square.lane, square.column)
    assert end == here
    shortest = next(n for n in range(1, 5) if end in waters.ends(river.starts, others, stand[own], n))
    assert (shortest if waters.on_wall(end) else river.white) == len(path)


# --- the end of the game against exhaustive search --------------------------------------------------------------------


class Search:
    """All that one seat's two adventurers can ever do on a small river, whatever the dice show, until a first coin.

    `after` holds every position between turns that can come up, with those that the next turn can lead to; `taking`
    those in whose next turn a coin can be taken. Where a push is not `compulsory`, players have all the time they want.
    """

    def __init__(self, waters: Waters, start: Stand, *, compulsory: bool) -> None:
        self.waters = waters
        self._compulsory = compulsory
        self.after: dict[Stand, set[Stand]] = {}
        self.taking: set[Stand] = set()
        waiting = [start]
        while waiting:
            stand = waiting.pop()
            if stand not in self.after:
                self.after[stand] = set(self._turns(stand))
                waiting.extend(self.after[stand])

    def leading_to(self, goals: set[Stand]) -> set[Stand]:
        """Every position from which one of the goals can be reached."""
        before: dict[Stand, set[Stand]] = {}
        for stand, nexts in self.after.items():
            for each in nexts:
                before.setdefault(each, set()).add(stand)
        found, waiting = set(goals), list(goals)
        while waiting:
            for stand in before.get(waiting.pop(), set()) - found:
                found.add(stand)
                waiting.append(stand)
        return found

    def _turns(self, stand: Stand) -> Iterator[Stand]:
        """Every way that a turn of any roll can end; notes the positions in which a coin may be taken."""
        for white in set(self.waters.white):
            for brown in set(self.waters.brown):
                for pushed in self._pushes(stand, brown):
                    yield from self._moves(pushed, white, stand)
                for moved in list(self._moves(stand, white, stand)):
                    yield from self._pushes(moved, brown)

    def _pushes(self, stand: Stand, brown: int) -> Iterator[Stand]:
        starts, places = stand
        possible = False
        for lane, lies in self.waters.pushes(starts, brown):
            possible = True
            carried = ((at, column + brown * (at == lane)) for at, column in places)
            yield lies, tuple(sorted(ASHORE if place[0] < 0 else place for place in carried))
        if not possible or not self._compulsory:
            yield stand

    def _moves(self, stand: Stand, white: int, before: Stand) -> Iterator[Stand]:
        starts, places = stand
        possible = False
        for own in (0, 1):
            other = places[1 - own]
            for end in self.waters.ends(starts, frozenset({other}) - {ASHORE}, places[own], white):
                possible = True
                if self.waters.on_wall(end):
                    self.taking.add(before)
                else:
                    yield starts, tuple(sorted((other, end)))
        if not possible:
            yield stand


def goes_on(waters: Waters, stand: Stand) -> bool:
    """What the rule says: whether the game goes on."""
    return outcome(position(waters, stand[0], (*stand[1], ASHORE, ASHORE))) is None


SMALL = [(1, 4), (1, 6), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3)]
"""Numbers of lanes and columns that can be searched in full."""


@pytest.mark.parametrize("brown", [(1,), (1, 2), (1, 3), (1, 2, 3)], ids=str)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_the_game_goes_on_exactly_while_a_coin_can_be_reached(size, brown):
    """R-16, D-5. With all the time in the world (nobody has to push) the rule says what an exhaustive search says."""
    rng = random.Random(repr((size, brown)))
    for _ in range(3):
        waters = random_waters(rng, size, brown)
        start = (random_starts(rng, waters), (ASHORE, ASHORE))
        search = Search(waters, start, compulsory=False)
        takes = search.leading_to(search.taking)
        for stand in search.after:
            assert goes_on(waters, stand) == (stand in takes), (waters, stand)


@pytest.mark.parametrize("brown", [(1,), (1, 2), (2,), (2, 3), (1, 2, 3)], ids=str)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_the_game_never_ends_while_a_coin_can_still_be_taken(size, brown):
    """R-16, D-5. With compulsory pushes, and with any brown die: where the rule says it is over, it is over."""
    rng = random.Random(repr((size, brown)))
    for _ in range(3):
        waters = random_waters(rng, size, brown)
        start = (random_starts(rng, waters), (ASHORE, ASHORE))
        search = Search(waters, start, compulsory=True)
        takes = search.leading_to(search.taking)
        assert all(goes_on(waters, stand) for stand in takes)


@pytest.mark.parametrize("brown", [(1,), (1, 2), (1, 3), (1, 2, 3)], ids=str)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_no_game_goes_on_for_ever(size, brown):
    """D-5. With a 1 on the brown die an end, or a coin, is always ahead: what the rule lets go on comes to an end."""
    rng = random.Random(repr((size, brown)))
    for _ in range(3):
        waters = random_waters(rng, size, brown)
        start = (random_starts(rng, waters), (ASHORE, ASHORE))
        search = Search(waters, start, compulsory=True)
        over = {stand for stand in search.after if not goes_on(waters, stand)}
        assert set(search.after) == search.leading_to(search.taking | over)
