"""What the catalogue tells of the edition is enough to plan with: a program that has nothing else finds every move."""

from typing import Any

import msgspec
import pytest

from events.codec import encode
from events.games.ohio_bob import RULES
from events.games.ohio_bob.messages import Move, PlaceRoom
from events.rules import Viewer
from service.api.shapes import catalogued
from tests.contracts.playing import Case, play

Json = dict[str, Any]
Space = tuple[int, int]

SHOWN: Json = msgspec.json.decode(encode(catalogued(RULES)))["components"]
STEP = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


class Outsider:
    """A program at a seat. It knows the rules' page, the catalogue's components and the view, all as JSON."""

    def __init__(self, view: Json, seat: int) -> None:
        self.view, self.seat, self.own = view, seat, view["seats"][seat]
        self.rooms = {tuple(room["place"]): room for room in view["rooms"]}
        cards = [SHOWN["super_gear"], *SHOWN["cards"].values()]
        self.effects = {each["text"]: each for card in cards for choice in "AB" for each in card[choice]}
        self.effects["rope goes on"] = self.effects["rope"]

    def moves(self) -> set[str]:
        """The directions in which the next effect of its card leads, as the seat sees them."""
        effect = self.effects[self.own["effects"][0]]
        ways = effect["directions"] if effect["kind"] not in ("torch", "map") else ()
        return {way for way in ways if self._leads(effect, self._on_the_table(way))}

    def places(self) -> set[str]:
        """The directions in which a map lays a room, as the seat sees them."""
        return {way for way in STEP if self.own["effects"][:1] == ["map"] and self._has_place(self._on_the_table(way))}

    def _on_the_table(self, way: str) -> str:
        """R-31. Views name directions as seat 0 sees them, commands as their seat does."""
        return OPPOSITE[way] if self.seat else way

    def _leads(self, effect: Json, way: str) -> bool:
        pawn, beyond = tuple(self.own["pawn"]), self._next(self.own["pawn"], way)
        edge = self._edge(pawn, way)
        if effect["kind"] == "sledgehammer":
            if edge == "open":
                return False
        elif edge == "wall" or (edge == "door" and not effect["key"] and effect["kind"] != "super_gear"):
            return False
        if self._room_of(beyond) is None:
            return effect["kind"] != "rope" and self._may_explore()
        if beyond in [tuple(seat["pawn"] or ()) for seat in self.view["seats"]]:
            return False
        return effect["kind"] != "rope" or self._printed(beyond)[0] in ("empty", "staircase", "pit")

    def _has_place(self, way: str) -> bool:
        space: Space = tuple(self.own["pawn"])
        here = self._place(space)
        while self._place(space) == here:
            if self._printed(space)[1][way] != "open":
                return False
            space = self._next(space, way)
        return self._room_of(space) is None and self._may_explore()

    def _may_explore(self) -> bool:
        laid = [room for room in self.view["rooms"] if room["seat"] == self.seat]
        return len(laid) < self.view["level"]["rooms"]

    def _edge(self, space: Space, way: str) -> str:
        """R-9. What lies between two spaces, of one room or of two."""
        beyond = self._next(space, way)
        own = self._printed(space)[1][way]
        if self._place(beyond) == self._place(space) or self._room_of(beyond) is None:
            return own
        both = {own, self._printed(beyond)[1][OPPOSITE[way]]}
        return "door" if "door" in both else "wall" if "wall" in both else "open"

    def _printed(self, space: Space) -> tuple[str, Json]:
        """What is printed on a space, and its edges, as the room lies on the table."""
        laid = self._room_of(space)
        assert laid is not None
        room = SHOWN["rooms"][laid["card"].split(":")[-1]]
        cell = space[0] % SHOWN["rows"] * SHOWN["columns"] + space[1] % SHOWN["columns"]
        if not laid["turned"]:
            return room["spaces"][cell], room["edges"][cell]
        edges = room["edges"][-1 - cell]
        return room["spaces"][-1 - cell], {way: edges[OPPOSITE[way]] for way in STEP}

    def _room_of(self, space: Space) -> Json | None:
        return self.rooms.get(self._place(space))

    def _place(self, space: Space) -> Space:
        return space[0] // SHOWN["rows"], space[1] // SHOWN["columns"]

    def _next(self, space: Space, way: str) -> Space:
        return space[0] + STEP[way][0], space[1] + STEP[way][1]


@pytest.mark.parametrize("seats", [1, 2])
def test_a_program_finds_every_move_with_the_catalogue_alone(seats: int):
    """R-6 to R-16. Borders, doors, turned rooms, rooms still to come: worked out from JSON, moves are those listed."""
    compared, turned = set[str](), 0
    for number in range(40):
        for step in play(Case(RULES, seats, ()), number).steps:
            for seat, player in enumerate(step.before.players):
                if not player.effects or player.teleport is not None:
                    continue
                view = msgspec.json.decode(encode(RULES.view(step.before, Viewer(seat=seat))))
                program, legal = Outsider(view, seat), RULES.legal(step.before, seat)
                assert program.moves() == {each.direction for each in legal if isinstance(each, Move)}
                assert program.places() == {each.direction for each in legal if isinstance(each, PlaceRoom)}
                compared.add(player.effects[0])
                turned += any(room.turned for room in step.before.rooms)
    assert {"map", "rope", "rope goes on", "sledgehammer", "super_gear", "torch"} <= compared
    assert turned or seats == 1


def test_every_card_and_room_is_told():
    """E-1, E-2, E-9. 17 cards, one Super Gear card, 17 rooms and two connecting ones, each with a drawing."""
    assert 17 == len(SHOWN["cards"])
    assert {*SHOWN["cards"], *SHOWN["connecting"].values()} == set(SHOWN["rooms"])
    assert ["super_gear"] == [each["kind"] for each in SHOWN["super_gear"]["A"]]
    for room in SHOWN["rooms"].values():
        assert (12, 12, 7) == (len(room["spaces"]), len(room["edges"]), len(room["drawing"]))


def test_the_starting_cards_are_told_by_level_and_by_seat():
    """E-6 to E-8. Energy, and by level rooms, rest and MAX; the second seat's challenges have the other colours."""
    assert {"easy", "hard"} == set(SHOWN["energy"]) == set(SHOWN["level"]) == set(SHOWN["amulet"])
    assert [1, 2, 3] == [level["rest"] for level in SHOWN["level"]["easy"]]
    first, second = SHOWN["amulet"]["easy"]
    assert ({"yellow": 3, "any": 3}, {"green": 3, "any": 3}) == (first[0], second[0])
