"""What lies in the box: 25 dungeon cards, 4 weapons, 4 small barbarians, and the corners they enter by."""

from typing import Literal, get_args

Weapon = Literal["club", "poison", "arrows", "laser"]
Colour = Literal["red", "blue", "green", "yellow"]
Card = Literal[
    "princess_red",
    "princess_blue",
    "princess_green",
    "princess_yellow",
    "key",
    "door",
    "invincible",
    "monster_club",
    "monster_poison",
    "monster_arrows",
    "monster_laser",
]

WEAPONS: tuple[Weapon, ...] = get_args(Weapon)
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""E-3. The colours of the seats, clockwise from seat 0."""

PRINCESSES: tuple[Card, ...] = ("princess_red", "princess_blue", "princess_green", "princess_yellow")
"""By seat, the princess of its colour."""
MONSTERS: dict[Card, Weapon] = {
    "monster_club": "club",
    "monster_poison": "poison",
    "monster_arrows": "arrows",
    "monster_laser": "laser",
}
"""E-2. The monsters that can be beaten, each with the only weapon that does it."""
PACK: tuple[Card, ...] = (
    *PRINCESSES,
    *2 * ("key",),
    "door",
    *2 * ("invincible",),
    *4 * ("monster_club",),
    *4 * ("monster_poison",),
    *4 * ("monster_arrows",),
    *4 * ("monster_laser",),
)
"""E-1. All dungeon cards, sorted."""

SIDE = 5
PLACES = range(SIDE * SIDE)
"""R-1. The places of the dungeon, row by row: place 0 is the north-west corner, row 0 and column 0."""


def place(row: int, col: int) -> int:
    """The place in this row and column."""
    return row * SIDE + col


def row_and_col(place: int) -> tuple[int, int]:
    """The row and the column of a place."""
    return divmod(place, SIDE)


def _neighbours(here: int) -> tuple[int, ...]:
    row, col = row_and_col(here)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(place(r, c) for r, c in around if r in range(SIDE) and c in range(SIDE))


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(map(_neighbours, PLACES))
"""By place, the places orthogonally next to it."""

ENTRANCES: dict[int, tuple[int, ...]] = {
    2: (place(0, 0), place(4, 4)),
    3: (place(0, 0), place(0, 4), place(4, 4)),
    4: (place(0, 0), place(0, 4), place(4, 4), place(4, 0)),
}
"""R-2, R-3, D-1, D-5. By number of seats, the entrance of each seat."""
