"""How far it is on the table: rough walking distances for hints, remembered while the rooms stay the same."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from events.games.ohio_bob.geometry import Rooms, Space, edge, is_exit, kind_at, laid_under, staircase, step
from events.games.ohio_bob.rooms import COLUMNS, DIRECTIONS, ROWS, Edge, Kind

Distances = Mapping[Space, float]
"""By space, the steps to the nearest goal, detours for doors, walls, traps and pits included."""

FAR = 24.0
"""What a goal counts for that cannot be reached at all."""
AROUND = 3.0
"""Steps out of a room and in again."""
PASSAGE: Mapping[Edge, float] = {"open": 1.0, "door": 3.0, "wall": 4.5}
ENTERED: Mapping[Kind, float] = {"trap": 1.5, "pit": 4.0}

Open = frozenset[Space]


def spaces_of(rooms: Rooms) -> Iterable[Space]:
    """Every space of these rooms."""
    for laid in rooms:
        for row in range(ROWS):
            for column in range(COLUMNS):
                yield Space(laid.place.row * ROWS + row, laid.place.column * COLUMNS + column)


@lru_cache(maxsize=500)
def to_frontier(rooms: Rooms) -> Distances:
    """Steps until a new room is laid: to a border behind which none lies, and the step that explores."""
    goals: dict[Space, float] = {}
    for space in spaces_of(rooms):
        for way in DIRECTIONS:
            if laid_under(rooms, step(space, way)) is None:
                cost = PASSAGE[edge(rooms, space, way)]
                goals[space] = min(cost, goals.get(space, cost))
    return _spread(rooms, goals)


@lru_cache(maxsize=500)
def to_exit(rooms: Rooms, seat: int) -> Distances:
    """Steps to the staircase of this seat's last room."""
    return _spread(rooms, {staircase(laid): 0.0 for laid in rooms if laid.seat == seat and is_exit(laid)})


@lru_cache(maxsize=500)
def to_chests(rooms: Rooms, used: tuple[Space, ...]) -> Distances:
    """Steps to the nearest chest; one that is used up works again once the room was left."""
    chests = [space for space in spaces_of(rooms) if kind_at(rooms, space).endswith("chest")]
    return _spread(rooms, {space: AROUND if space in used else 0.0 for space in chests})


@lru_cache(maxsize=500)
def to_space(rooms: Rooms, goal: Space) -> Distances:
    """Steps to one space."""
    return _spread(rooms, {goal: 0.0})


def _spread(rooms: Rooms, goals: Mapping[Space, float]) -> Distances:
    """Dijkstra backwards from the goals."""
    found: dict[Space, float] = {}
    ahead = [(cost, space) for space, cost in sorted(goals.items())]
    ahead.sort()
    ways = _ways(rooms)
    while ahead:
        cost, space = heappop(ahead)
        if space in found:
            continue
        found[space] = cost
        for neighbour, passage in ways[space]:
            if neighbour not in found:
                heappush(ahead, (cost + passage, neighbour))
    return found


@lru_cache(maxsize=500)
def _ways(rooms: Rooms) -> Mapping[Space, tuple[tuple[Space, float], ...]]:
    """By space, from where it is entered and at what cost."""
    ways = {}
    for space in spaces_of(rooms):
        entering = ENTERED.get(kind_at(rooms, space), 0.0)
        neighbours = [(step(space, way), PASSAGE[edge(rooms, space, way)] + entering) for way in DIRECTIONS]
        ways[space] = tuple([each for each in neighbours if laid_under(rooms, each[0]) is not None])
    return ways
