"""The rooms as printed (E-3, E-4, E-9): drawn in rooms.txt, read once, and checked loudly.

A room has three rows of four spaces. In its drawing every space is one sign, and what lies between two spaces, or on
the border, stands where one would pass: nothing (open), a line (wall) or equals signs (a locked door).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Direction = Literal["up", "down", "left", "right"]
Edge = Literal["open", "wall", "door"]
Kind = Literal[
    "empty",
    "ration",
    "chest",
    "yellow_chest",
    "red_chest",
    "blue_chest",
    "green_chest",
    "pit",
    "trap",
    "teleporter",
    "staircase",
]

ROWS = 3
COLUMNS = 4
DIRECTIONS: tuple[Direction, ...] = ("up", "down", "left", "right")
STEP: Mapping[Direction, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE: Mapping[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}

SIGNS: Mapping[str, Kind] = {
    ".": "empty",
    "R": "ration",
    "C": "chest",
    "y": "yellow_chest",
    "r": "red_chest",
    "b": "blue_chest",
    "g": "green_chest",
    "O": "pit",
    "^": "trap",
    "T": "teleporter",
    "S": "staircase",
}
ACROSS: Mapping[str, Edge] = {"   ": "open", "---": "wall", "===": "door"}
BESIDE: Mapping[str, Edge] = {" ": "open", "|": "wall", "=": "door"}
CONNECTING = {"easy": "connecting_easy", "hard": "connecting_hard"}

LINES = 2 * ROWS + 1
WIDTH = 4 * COLUMNS + 1


class Room(msgspec.Struct, frozen=True):
    """A room as it lies on the table: its spaces row by row, and by space what lies in each direction."""

    name: str
    spaces: tuple[Kind, ...]
    edges: tuple[Mapping[Direction, Edge], ...]


def read_room(name: str, lines: list[str]) -> Room:
    """The room in a drawing of seven lines; raises ValueError for a sign that means nothing."""
    rows = [line.ljust(WIDTH) for line in lines]
    if len(rows) != LINES or any(len(row) != WIDTH for row in rows):
        raise ValueError(f"{name} is not drawn in {LINES} lines of at most {WIDTH} signs")
    places = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    try:
        spaces = tuple(SIGNS[rows[2 * row + 1][4 * column + 2]] for row, column in places)
        edges = tuple(_edges(rows, row, column) for row, column in places)
    except KeyError as error:
        raise ValueError(f"{name} is drawn with {error}, which means nothing") from None
    return Room(name, spaces, edges)


def _edges(rows: list[str], row: int, column: int) -> dict[Direction, Edge]:
    line, sign = 2 * row + 1, 4 * column
    return {
        "up": ACROSS[rows[line - 1][sign + 1 : sign + 4]],
        "down": ACROSS[rows[line + 1][sign + 1 : sign + 4]],
        "left": BESIDE[rows[line][sign]],
        "right": BESIDE[rows[line][sign + 4]],
    }


def turned(room: Room) -> Room:
    """The room turned by 180 degrees.

    >>> turned(ROOMS["yellow_1"]).spaces == ROOMS["yellow_1"].spaces[::-1]
    True
    """
    edges = tuple({way: edges[OPPOSITE[way]] for way in DIRECTIONS} for edges in reversed(room.edges))
    return Room(room.name, room.spaces[::-1], edges)


def draw(room: Room) -> list[str]:
    """The drawing of a room, as `read_room` reads it."""
    sign = {kind: sign for sign, kind in SIGNS.items()}
    across = {edge: signs for signs, edge in ACROSS.items()}
    beside = {edge: signs for signs, edge in BESIDE.items()}
    lines = []
    for row in range(ROWS):
        cells = range(COLUMNS * row, COLUMNS * (row + 1))
        lines.append("+" + "+".join(across[room.edges[cell]["up"]] for cell in cells) + "+")
        inside = "".join(f"{beside[room.edges[cell]['left']]} {sign[room.spaces[cell]]} " for cell in cells)
        lines.append(inside + beside[room.edges[cells[-1]]["right"]])
    below = range(COLUMNS * (ROWS - 1), COLUMNS * ROWS)
    lines.append("+" + "+".join(across[room.edges[cell]["down"]] for cell in below) + "+")
    return lines


def _read_all(text: str) -> dict[str, Room]:
    """Every room of the file: a line with its name, its drawing, an empty line; lines with # are remarks."""
    rooms: dict[str, Room] = {}
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith("#")]
    names = [number for number, line in enumerate(lines) if line[:1].isalpha()]
    for start in names:
        name = lines[start]
        if name in rooms:
            raise ValueError(f"{name} is drawn twice")
        rooms[name] = read_room(name, lines[start + 1 : start + 1 + LINES])
    return rooms


def check_room(room: Room) -> None:
    """E-3, E-4. What holds for every room: one staircase, in the bottom row, and ways that lead somewhere."""
    if room.spaces.count("staircase") != 1 or "staircase" not in room.spaces[-COLUMNS:]:
        raise ValueError(f"{room.name} needs exactly one staircase, in its bottom row")
    near = walkable(room, room.spaces.index("staircase"))
    for way in DIRECTIONS:
        if near.isdisjoint(side(way)):
            raise ValueError(f"{room.name}: nobody walks from the staircase to its {way} side")
    exits = {way for way in DIRECTIONS if any(room.edges[cell][way] == "open" for cell in near & side(way))}
    if len(exits) < 2 or "up" not in exits:
        raise ValueError(f"{room.name} needs open borders within reach on two sides, one of them above")


def side(way: Direction) -> frozenset[int]:
    """The spaces along one side of a room."""
    return frozenset(cell for cell in range(ROWS * COLUMNS) if cell_beside(cell, way) is None)


def cell_beside(cell: int, way: Direction) -> int | None:
    """The next space of the room in this direction, or None beyond the border."""
    row, column = cell // COLUMNS + STEP[way][0], cell % COLUMNS + STEP[way][1]
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def walkable(room: Room, start: int) -> frozenset[int]:
    """The spaces that can be reached on foot, past nothing but open edges."""
    found, ahead = {start}, [start]
    while ahead:
        cell = ahead.pop()
        for way in DIRECTIONS:
            beside = cell_beside(cell, way)
            if beside is not None and beside not in found and room.edges[cell][way] == "open":
                found.add(beside)
                ahead.append(beside)
    return frozenset(found)


def inner_edges(room: Room) -> Iterator[Edge]:
    """What lies between the room's spaces: 17 edges."""
    for cell, edges in enumerate(room.edges):
        for way in ("down", "right"):
            if cell_beside(cell, way) is not None:
                yield edges[way]


def border_edges(room: Room) -> Iterator[Edge]:
    """What lies on the room's border: 14 edges."""
    for cell, edges in enumerate(room.edges):
        for way in DIRECTIONS:
            if cell_beside(cell, way) is None:
                yield edges[way]


WANTED: Mapping[str, tuple[int, int]] = {
    "ration": (5, 7),
    "chest": (9, 11),
    "yellow_chest": (1, 1),
    "red_chest": (1, 1),
    "blue_chest": (1, 1),
    "green_chest": (1, 1),
    "pit": (8, 10),
    "trap": (9, 11),
    "teleporter": (5, 7),
    "staircase": (17, 17),
    "door": (7, 9),
}
"""E-4. The fewest and the most of each in all 17 rooms; a door counts once per printed edge."""


def check_set(rooms: list[Room]) -> None:
    """E-4. What holds for the 17 rooms together: how many of everything, how many walls, and no two alike."""
    for room in rooms:
        check_room(room)
    inner = Counter(edge for room in rooms for edge in inner_edges(room))
    border = Counter(edge for room in rooms for edge in border_edges(room))
    counts = Counter[str](kind for room in rooms for kind in room.spaces)
    counts["door"] = inner["door"] + border["door"]
    for kind, (fewest, most) in WANTED.items():
        if not fewest <= counts[kind] <= most:
            raise ValueError(f"{counts[kind]} of {kind}; {fewest} to {most} are wanted")
    if not 0.18 <= inner["wall"] / inner.total() <= 0.22 or not 0.36 <= border["wall"] / border.total() <= 0.42:
        raise ValueError("walls stand on 18 to 22 % of the inner edges and 36 to 42 % of the border")
    if len({tuple(draw(room)) for room in rooms}) != len(rooms):
        raise ValueError("two rooms are alike")


def check_connecting(room: Room) -> None:
    """E-9. The connecting room is empty, its borders are open, and it looks the same from both seats."""
    if set(room.spaces) != {"empty"} or set(border_edges(room)) != {"open"} or draw(room) != draw(turned(room)):
        raise ValueError(f"{room.name} is no connecting room")


@cache
def lying(name: str, is_turned: bool) -> Room:
    """The room with this name (without its set) as it lies on the table, turned by 180 degrees or not."""
    return turned(ROOMS[name]) if is_turned else ROOMS[name]


ROOMS = _read_all(files("events.games.ohio_bob").joinpath("rooms.txt").read_text("utf-8"))
check_set([room for name, room in ROOMS.items() if name not in CONNECTING.values()])
for each in CONNECTING.values():
    check_connecting(ROOMS[each])
