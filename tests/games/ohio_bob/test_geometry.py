"""Rooms on the table, in drawings: what a test says is what one would see."""

import itertools
import textwrap

import pytest

from events.games.ohio_bob.components import room
from events.games.ohio_bob.geometry import (
    Place,
    Space,
    as_seen_by,
    barred,
    beside,
    border,
    connecting_room,
    edge,
    first_place,
    is_exit,
    kind_at,
    lies_turned,
    same_place_beside,
    staircase,
    step,
    touching,
)
from events.games.ohio_bob.rooms import DIRECTIONS, draw
from events.games.ohio_bob.telling import render
from events.games.ohio_bob.view import view
from events.rules import SPECTATOR
from tests.games.ohio_bob.tables import duo, lay, solo


def drawn(table) -> str:
    """The map as everybody sees it."""
    text = render(view(table.position, SPECTATOR))
    return textwrap.dedent("\n".join(text.split("\n\n")[1].splitlines()))


def picture(text: str) -> str:
    """A drawing in a test, without its margin."""
    return textwrap.dedent(text).strip("\n")


def test_a_room_and_the_same_room_turned():
    """R-8. Turned by 180 degrees, the top row is the bottom row from right to left, walls and doors included."""
    upright, turned = draw(room("green:yellow_3", turned=False)), draw(room("green:yellow_3", turned=True))
    assert picture(
        """
        +---+   +   +---+
        | .   .   .   .
        +   +   +   +   +
        | . | .   O = .
        +   +---+   +   +
          .   .   C | S
        +   +---+   +   +
        """
    ) == "\n".join(line.rstrip() for line in upright)
    assert picture(
        """
        +   +   +---+   +
          S | C   .   .
        +   +   +---+   +
          . = O   . | . |
        +   +   +   +   +
          .   .   .   . |
        +---+   +   +---+
        """
    ) == "\n".join(line.rstrip() for line in turned)


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("open", "open", "open"),
        ("open", "wall", "wall"),
        ("open", "door", "door"),
        ("wall", "open", "wall"),
        ("wall", "wall", "wall"),
        ("wall", "door", "door"),
        ("door", "open", "door"),
        ("door", "wall", "door"),
        ("door", "door", "door"),
    ],
)
def test_two_rooms_share_one_border(one, other, result):
    """R-9. A wall on either side is a wall, except that a door on either side makes it a door."""
    assert result == border(one, other)


def test_the_border_between_two_rooms_is_drawn_as_it_counts():
    """R-9. The left room is open below right and walled above; the right room has walls of its own."""
    table = solo("yellow_3", lay("red_2", 0, 1), at=(0, 1))
    assert picture(
        """
        +---+   +   +---+   +   +---+---+
        | .  0.   .   . | .   .   O   ^ |
        +   +   +   +   +   +---+---+---+
        | . | .   O = .   .   .   ^   C
        +   +---+   +   +   +   +===+   +
          .   .   C | S | S | .   .   .
        +   +---+   +   +   +   +   +---+
        """
    ) == drawn(table)
    rooms = table.position.rooms
    assert ["wall", "open", "wall"] == [edge(rooms, Space(row, 3), "right") for row in range(3)]
    assert ["wall", "open", "wall"] == [edge(rooms, Space(row, 4), "left") for row in range(3)]


def test_a_door_above_a_wall_is_a_door():
    """R-9. The hall with a door in its top border lies under a room with a wall at its bottom."""
    rooms = (lay("green_1"), lay("yellow_1", -1, 0))
    assert "door" == edge(rooms, Space(0, 1), "up") == edge(rooms, Space(-1, 1), "down")
    assert "open" == edge(rooms, Space(0, 2), "up")


def test_only_the_own_border_counts_towards_the_unknown():
    """R-7. Where no room lies beyond, the border that is left decides alone."""
    rooms = (lay("yellow_3"),)
    assert ["wall", "open", "open", "wall"] == [edge(rooms, Space(0, column), "up") for column in range(4)]


@pytest.mark.parametrize("seat", [0, 1])
def test_each_seat_sees_its_own_directions(seat: int):
    """R-31. Seat 1 sits opposite: its up is down on the table, its left is right; seen twice, all is as before."""
    expected = DIRECTIONS if seat == 0 else ("down", "up", "right", "left")
    assert expected == tuple(as_seen_by(seat, way) for way in DIRECTIONS)
    assert DIRECTIONS == tuple(as_seen_by(seat, as_seen_by(seat, way)) for way in DIRECTIONS)


@pytest.mark.parametrize(
    ("seat", "is_last", "turned"), [(0, False, False), (0, True, True), (1, False, True), (1, True, False)]
)
def test_rooms_lie_the_way_their_seat_faces(seat: int, is_last: bool, turned: bool):
    """R-8, R-31. The last room is turned, and everything of seat 1 is turned once more."""
    assert turned == lies_turned(seat, is_last)
    assert is_last == is_exit(lay("yellow_1", turned=turned, seat=seat))


def test_the_connecting_room_is_nobodys_exit():
    """R-31, E-9. It lies in the middle, between the first rooms, and counts for nobody."""
    middle = connecting_room("easy")
    assert (Place(0, 0), None, False) == (middle.place, middle.seat, is_exit(middle))
    assert [Place(0, 0), Place(1, 0), Place(-1, 0)] == [first_place(0, 1), first_place(0, 2), first_place(1, 2)]
    assert Place(0, 0) == beside(first_place(0, 2), as_seen_by(0, "up"))
    assert Place(0, 0) == beside(first_place(1, 2), as_seen_by(1, "up"))


def test_two_seats_face_each_other_across_the_connecting_room():
    """R-31. Both first rooms have their far side to the middle; seat 1's is drawn turned."""
    table = duo(
        lay("yellow_3", 1, 0), lay("yellow_3", -1, 0, turned=True, seat=1), at=((5, 3), (-3, 0)), connecting="hard"
    )
    assert picture(
        """
        +   +   +---+   +
         1S | C   .   .
        +   +   +---+   +
          . = O   . | . |
        +   +   +   +   +
          .   .   .   . |
        +---+   +   +---+
          .   .   .   .
        +   +   +---+---+
          .   . = .   .
        +---+---+   +   +
          .   .   .   .
        +---+   +   +---+
        | .   .   .   .
        +   +   +   +   +
        | . | .   O = .
        +   +---+   +   +
          .   .   C |0S
        +   +---+   +   +
        """
    ) == drawn(table)


def test_a_staircase_is_found_where_it_lies():
    """R-3, R-8. On the bottom row of a room as laid, on the top row of a turned one."""
    assert Space(2, 1) == staircase(lay("yellow_1"))
    assert Space(-3, 6) == staircase(lay("yellow_1", -1, 1, turned=True))


def test_the_view_to_an_edge_ends_at_walls_and_doors():
    """R-15, D-18. The room's own border counts as well, the next room's does not."""
    rooms = (lay("yellow_3"), lay("red_2", 0, 1))
    view = {way: barred(rooms, Space(1, 1), way) for way in DIRECTIONS}
    assert {"up": None, "down": "inside", "left": "inside", "right": "inside"} == view
    assert barred(rooms, Space(0, 1), "right") is None
    assert "inside" == barred(rooms, Space(1, 2), "right"), "a door bars the view"
    assert "border" == barred(rooms, Space(0, 1), "left"), "the wall on the border does"


def test_a_teleporter_leads_to_the_same_place_on_the_table():
    """R-24. Three rows or four columns on, however the other room lies."""
    assert [(-2, 2), (4, 2), (1, -2), (1, 6)] == [same_place_beside(Space(1, 2), way) for way in DIRECTIONS]
    rooms = (lay("yellow_3"), lay("yellow_3", 0, 1, turned=True))
    assert ("pit", "pit") == (kind_at(rooms, Space(1, 2)), kind_at(rooms, Space(1, 5)))


def test_pawns_touch_on_open_neighbouring_spaces():
    """R-37. Not diagonally, not through a wall, not through a door, but across a border."""
    rooms = (lay("yellow_3"), lay("red_2", 0, 1))
    assert touching(rooms, Space(0, 1), Space(0, 2))
    assert touching(rooms, Space(1, 3), Space(1, 4))
    assert not touching(rooms, Space(0, 0), Space(1, 1))
    assert not touching(rooms, Space(1, 0), Space(1, 1))
    assert not touching(rooms, Space(1, 2), Space(1, 3))
    assert not touching(rooms, Space(0, 0), Space(0, 2))


@pytest.mark.parametrize("way", DIRECTIONS)
def test_a_step_and_its_opposite_lead_back(way):
    """Every edge is the same from both of its sides, in every pair of rooms and however they lie."""
    names = ("yellow_3", "green_1", "red_2", "yellow_4")
    for one, other in itertools.product(names, names):
        for turned in (False, True):
            place = beside(Place(0, 0), way)
            rooms = (lay(one), lay(other, *place, turned=turned))
            for row, column in itertools.product(range(3), range(4)):
                space = Space(row, column)
                beyond = step(space, way)
                back = edge(rooms, beyond, as_seen_by(1, way))
                assert back == edge(rooms, space, way)
