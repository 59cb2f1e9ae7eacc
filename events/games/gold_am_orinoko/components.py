"""What lies in the box: the river, its trunks, the coins and the two dice, read from the drawing in river.txt."""

from itertools import pairwise
from pathlib import Path

import msgspec

ADVENTURERS = 2
"""How many adventurers every seat sends across the river (R-2)."""


class Mark(msgspec.Struct, frozen=True):
    """A place for a coin on the temple wall: its column, and whether the coin there lies face up."""

    column: int
    face_up: bool


class River(msgspec.Struct, frozen=True):
    """A board with its pieces. The standard one is `RIVER`; the rules hold for every other.

    `trunks` are lengths in squares, one trunk for every lane; `coins` are values, one coin for every mark; `white`
    and `brown` are the faces of the adventurers' die and of the tree trunk die.
    """

    columns: int
    trunks: tuple[int, ...]
    marks: tuple[Mark, ...]
    coins: tuple[int, ...]
    white: tuple[int, ...]
    brown: tuple[int, ...]


def read_river(drawing: str) -> River:
    """The river in this drawing (`river.txt` shows how one looks); raises ValueError for one that cannot be played."""
    lines = [line.split(maxsplit=1) for line in drawing.partition("\n\n")[2].splitlines() if line]
    parts: dict[str, list[str]] = {"wall": [], "lane": [], "shore": [], "trunk": []}
    parts |= {"coins": [], "white": [], "brown": []}
    for name, drawn in lines:
        _require(name in parts, f"{name!r} is no part of a river")
        parts[name].append(drawn)
    for name in ("wall", "shore", "coins", "white", "brown"):
        _require(len(parts[name]) == 1, f"a river has one line {name!r}")
    _check_drawn(parts)
    wall = parts["wall"][0]
    river = River(
        columns=len(wall),
        trunks=tuple(map(len, parts["trunk"])),
        marks=tuple(Mark(column, sign == "u") for column, sign in enumerate(wall) if sign != "."),
        coins=_numbers(parts["coins"][0]),
        white=_numbers(parts["white"][0]),
        brown=_numbers(parts["brown"][0]),
    )
    _check_pieces(river, len(parts["lane"]))
    return river


def _check_drawn(parts: dict[str, list[str]]) -> None:
    """Every line is as long as the wall and drawn with its own signs."""
    signs = {"wall": set(".ud"), "lane": set("~"), "shore": set("^"), "trunk": set("=")}
    width = len(parts["wall"][0])
    for name, allowed in signs.items():
        for drawn in parts[name]:
            _require(set(drawn) <= allowed, f"{name}: {drawn!r} has a strange sign in it")
            _require(name == "trunk" or len(drawn) == width, f"{name}: {drawn!r} is not as long as the wall")


def _check_pieces(river: River, lanes: int) -> None:
    """The pieces fit the board, and no trunk can be stuck for ever short of the end of the river."""
    faces = [mark.face_up for mark in river.marks]
    _require(lanes > 0, "a river has a lane")
    _require(len(river.trunks) == lanes, "there is one trunk for every lane")
    _require(max(river.trunks) <= river.columns, "a trunk is longer than the river")
    _require(river.trunks.count(1) < 2, "two trunks of one square would block each other for ever")
    _require(len(river.coins) == len(river.marks) > 0, "there is one coin for every mark")
    _require(all(a != b for a, b in pairwise(faces)), "face-up and face-down marks alternate")
    _require(min((*river.coins, *river.white, *river.brown)) > 0, "coins and dice count from 1")
    _require(1 in river.brown, "without a 1 on the tree trunk die a coin may lie for ever in front of a stuck trunk")


def _numbers(drawn: str) -> tuple[int, ...]:
    return tuple(int(digit) for digit in drawn.replace(" ", ""))


def _require(holds: bool, complaint: str) -> None:
    if not holds:
        raise ValueError(complaint)


RIVER = read_river(Path(__file__).with_name("river.txt").read_text(encoding="utf-8"))
