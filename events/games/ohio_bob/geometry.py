"""Where things lie on the table: rooms side by side, borders, ways, and how each seat looks at them.

The table is one grid of spaces, seen as seat 0 sees it: rows count downwards, columns to the right. The room at place
(row, column) covers three rows and four columns of it, so neighbouring spaces of two rooms are neighbours on the grid.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from events.games.ohio_bob.components import room
from events.games.ohio_bob.rooms import COLUMNS, CONNECTING, OPPOSITE, ROWS, STEP, Direction, Edge, Kind


class Space(NamedTuple):
    """A space of the table's grid."""

    row: int
    column: int


class Place(NamedTuple):
    """Where a room lies, counted in rooms."""

    row: int
    column: int


class Laid(msgspec.Struct, frozen=True):
    """A room on the table. `seat` laid it (None: the connecting room); `turned`: by 180 degrees, as seat 0 sees it."""

    card: str
    place: Place
    turned: bool = False
    seat: int | None = None


Bar = Literal["inside", "border"]
"""Where the view out of a room is barred: by something in the room, or by its own border."""

Rooms = tuple[Laid, ...]
"""The rooms of the level in the order in which they were laid."""

MIDDLE = Place(0, 0)
REMEMBERED = 5_000
"""How many answers of each question about the rooms are remembered: they lie still, and search asks again and again."""


# --- as a seat sees it -----------------------------------------------------------------------------------------------


def as_seen_by(seat: int, direction: Direction) -> Direction:
    """R-31. A direction of the table as this seat sees it, and the other way round: seat 1 sits opposite seat 0."""
    return direction if seat == 0 else OPPOSITE[direction]


def lies_turned(seat: int, is_last: bool) -> bool:
    """R-8, R-31. Whether a seat's room lies turned: the last room of a level does, and so do all of seat 1's."""
    return is_last != (seat == 1)


def is_exit(laid: Laid) -> bool:
    """R-8. Whether this is a last room, with its staircase on its top row as its seat sees it."""
    return laid.seat is not None and laid.turned != (laid.seat == 1)


def first_place(seat: int, seats: int) -> Place:
    """R-31. Where a seat's first room lies: alone in the middle, together on its side of the connecting room."""
    if seats == 1:
        return MIDDLE
    return Place(1, 0) if seat == 0 else Place(-1, 0)


def connecting_room(difficulty: str) -> Laid:
    """E-9. The connecting room between the first rooms of two seats."""
    return Laid(CONNECTING[difficulty], MIDDLE)


# --- spaces and rooms ------------------------------------------------------------------------------------------------


def place_of(space: Space) -> Place:
    """The place of the room that covers this space."""
    return Place(space.row // ROWS, space.column // COLUMNS)


def step(space: Space, direction: Direction) -> Space:
    """The next space of the grid."""
    rows, columns = STEP[direction]
    return Space(space.row + rows, space.column + columns)


def beside(place: Place, direction: Direction) -> Place:
    """The next place for a room."""
    rows, columns = STEP[direction]
    return Place(place.row + rows, place.column + columns)


def room_at(rooms: Rooms, place: tuple[int, int]) -> Laid | None:
    """The room that lies at this place, or None."""
    for laid in rooms:
        if laid.place == place:
            return laid
    return None


def laid_under(rooms: Rooms, space: Space) -> Laid | None:
    """The room that covers this space, or None."""
    place = (space.row // ROWS, space.column // COLUMNS)
    for laid in rooms:
        if laid.place == place:
            return laid
    return None


@lru_cache(maxsize=REMEMBERED)
def kind_at(rooms: Rooms, space: Space) -> Kind:
    """What is printed on a space; there must be a room."""
    laid = laid_under(rooms, space)
    assert laid is not None, f"no room lies at {space}"
    return room(laid.card, laid.turned).spaces[space.row % ROWS * COLUMNS + space.column % COLUMNS]


def staircase(laid: Laid) -> Space:
    """The space with the room's staircase."""
    cell = room(laid.card, laid.turned).spaces.index("staircase")
    return Space(laid.place.row * ROWS + cell // COLUMNS, laid.place.column * COLUMNS + cell % COLUMNS)


# --- edges -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def edge(rooms: Rooms, space: Space, direction: Direction) -> Edge:
    """What lies between a space and the next one.

    R-7. Where no room lies beyond the border, only the border of the room that is left counts.
    """
    here = laid_under(rooms, space)
    assert here is not None, f"no room lies at {space}"
    own = _printed(here, space, direction)
    beyond = step(space, direction)
    if place_of(beyond) == here.place:
        return own
    there = laid_under(rooms, beyond)
    return own if there is None else border(own, _printed(there, beyond, OPPOSITE[direction]))


def border(one: Edge, other: Edge) -> Edge:
    """R-9. A border between two rooms: a wall on either side is a wall, except that a door makes it a door.

    >>> border("wall", "open"), border("door", "wall"), border("open", "open")
    ('wall', 'door', 'open')
    """
    if "door" in (one, other):
        return "door"
    return "wall" if "wall" in (one, other) else "open"


@lru_cache(maxsize=REMEMBERED)
def barred(rooms: Rooms, space: Space, direction: Direction) -> Bar | None:
    """R-15, D-18. Where a wall or door bars the view from a space out of its room; None where nothing does."""
    here = laid_under(rooms, space)
    assert here is not None, f"no room lies at {space}"
    while place_of(space) == here.place:
        beyond = step(space, direction)
        if _printed(here, space, direction) != "open":
            return "inside" if place_of(beyond) == here.place else "border"
        space = beyond
    return None


def touching(rooms: Rooms, one: Space, other: Space) -> bool:
    """R-37. Whether two spaces are orthogonal neighbours with neither wall nor door between them."""
    for direction in STEP:
        if step(one, direction) == other:
            return edge(rooms, one, direction) == "open"
    return False


def same_place_beside(space: Space, direction: Direction) -> Space:
    """R-24. The same place on the table in the next room: also when a room is turned."""
    rows, columns = STEP[direction]
    return Space(space.row + rows * ROWS, space.column + columns * COLUMNS)


def _printed(laid: Laid, space: Space, direction: Direction) -> Edge:
    cell = space.row % ROWS * COLUMNS + space.column % COLUMNS
    return room(laid.card, laid.turned).edges[cell][direction]
