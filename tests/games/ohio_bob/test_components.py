"""The edition (E-1 to E-9) is what it promises, and a fault in it is found while it is read."""

import msgspec
import pytest

from events.games.ohio_bob.components import (
    COLOURS,
    EDITION,
    cards_of,
    challenge,
    check_effects,
    check_names,
    check_numbers,
    effect,
    equipment,
    gem,
    super_gear,
)
from events.games.ohio_bob.rooms import (
    CONNECTING,
    ROOMS,
    WANTED,
    border_edges,
    check_connecting,
    check_room,
    check_set,
    draw,
    inner_edges,
    read_room,
    turned,
)

TEMPLE = [room for name, room in ROOMS.items() if name not in CONNECTING.values()]
DRAWING = """\
+   +   +   +   +
  .   .   .   .
+   +   +===+   +
  R   ^ | O   T
+   +   +   +   +
  .   S   . = C
+   +   +   +   +""".splitlines()


def test_each_set_has_the_same_seventeen_cards():
    """E-1. Four cards per colour and a multicoloured one; a card's name carries its set."""
    green, blue = cards_of("green"), cards_of("blue")
    assert 17 == len(set(green)) == len(set(blue))
    assert [card.replace("green:", "blue:") for card in green] == list(blue)
    gems = [gem(card) for card in green]
    assert [4, 4, 4, 4, 1] == [gems.count(colour) for colour in (*COLOURS, "multicoloured")]


def test_super_gear_is_no_card_of_a_set():
    """E-2. A Super Gear card has no gem and one choice, and is named after its seat."""
    assert "super_gear:1" == super_gear(1)
    assert gem("super_gear:1") is None
    assert (("super_gear",), ()) == (equipment("super_gear:0").effects("A"), equipment("super_gear:0").effects("B"))


def test_a_room_is_read_as_it_is_drawn():
    """E-3. Every sign of a drawing is a kind of space, and what stands between two is their edge."""
    room = read_room("drawn", DRAWING)
    assert ("ration", "trap", "pit", "teleporter") == room.spaces[4:8]
    assert {"up": "open", "down": "open", "left": "open", "right": "wall"} == room.edges[5]
    assert {"up": "door", "down": "open", "left": "wall", "right": "open"} == room.edges[6]
    assert DRAWING == [line.rstrip() for line in draw(room)]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([*DRAWING[:1], "  .   ?   .   .", *DRAWING[2:]], "which means nothing"),
        ([*DRAWING[:2], "+   +   +-=-+   +", *DRAWING[3:]], "which means nothing"),
        (DRAWING[:6], "is not drawn in 7 lines"),
    ],
)
def test_a_drawing_that_means_nothing_is_refused(lines: list[str], fault: str):
    """E-3. An unknown sign, an edge drawn by halves, or a missing line does not pass for a room."""
    with pytest.raises(ValueError, match=fault):
        read_room("drawn", lines)


@pytest.mark.parametrize(
    ("line", "text", "fault"),
    [
        (5, "  .   .   . = C", "exactly one staircase"),
        (1, "  S   .   .   .", "exactly one staircase"),
        (4, "+---+---+---+---+", "nobody walks from the staircase to its up side"),
        (0, "+---+===+---+---+", "one of them above"),
    ],
)
def test_a_room_that_leads_nowhere_is_refused(line: int, text: str, fault: str):
    """E-3, E-4. One staircase in the bottom row; ways to every side, and out of the room on two, one of them above."""
    check_room(read_room("drawn", DRAWING))
    with pytest.raises(ValueError, match=fault):
        check_room(read_room("drawn", [*DRAWING[:line], text, *DRAWING[line + 1 :]]))


def test_the_rooms_hold_what_they_should():
    """E-4. 17 rooms, no two alike, with the wanted numbers of everything."""
    assert 17 == len(TEMPLE)
    check_set(TEMPLE)
    for kind, (fewest, most) in WANTED.items():
        if kind != "door":
            assert fewest <= sum(room.spaces.count(kind) for room in TEMPLE) <= most
    walls = [list(inner_edges(room)).count("wall") for room in TEMPLE]
    assert 0.18 <= sum(walls) / (17 * 17) <= 0.22
    walls = [list(border_edges(room)).count("wall") for room in TEMPLE]
    assert 0.36 <= sum(walls) / (17 * 14) <= 0.42


def test_two_rooms_alike_are_refused():
    """E-4. No two rooms are alike."""
    others = [room for room in TEMPLE if room.name != "red_4"]
    with pytest.raises(ValueError, match="alike"):
        check_set([*others, msgspec.structs.replace(ROOMS["green_3"], name="twin")])


def test_too_much_of_something_is_refused():
    """E-4. Each coloured chest lies in one room, and the other numbers keep within one of what is wanted."""
    others = [room for room in TEMPLE if room.name != "red_1"]
    with pytest.raises(ValueError, match="2 of yellow_chest; 1 to 1 are wanted"):
        check_set([*others, ROOMS["yellow_1"]])


@pytest.mark.parametrize(
    "text",
    ["jump", "move", "move north", "move up +rope", "move up up", "sledgehammer +key", ""],
)
def test_an_effect_without_a_rule_is_refused(text: str):
    """E-5. A card promises only what some rule does."""
    with pytest.raises(ValueError, match=r"no rule knows|not enough values"):
        effect(text)


def test_a_move_names_directions_and_gear():
    """E-5. A move has a set of directions, and rock, key or neither."""
    move = effect("move left up +key")
    assert ("move", ("up", "left"), False, True) == (move.kind, move.directions, move.rock, move.key)


def changed(**cards: tuple[str, ...]):
    """The edition with choice A of some cards changed."""
    some = {name: msgspec.structs.replace(EDITION.equipment[name], a=effects) for name, effects in cards.items()}
    return msgspec.structs.replace(EDITION, equipment={**EDITION.equipment, **some})


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ({"yellow_1": ()}, "one to three effects"),
        ({"yellow_1": ("move up",) * 4}, "one to three effects"),
        ({"yellow_1": ("rope", "rope")}, "three to five"),
        ({"yellow_1": ("move up +rock", "move up +rock")}, "four to six rocks"),
        ({"blue_4": ("map",)}, "four to six rocks|three to five|choice with a move"),
        ({"multicoloured_1": ("move left",)}, "left or right, and nothing else"),
    ],
)
def test_equipment_that_breaks_the_edition_is_refused(cards: dict[str, tuple[str, ...]], fault: str):
    """E-5. How many effects a choice has, how many there are of each, and what the multicoloured card does."""
    check_effects(EDITION)
    with pytest.raises(ValueError, match=fault):
        check_effects(changed(**cards))


def test_missing_and_unknown_cards_are_refused():
    """E-1. Every card needs its room, and there is no other card."""
    some = {name: each for name, each in EDITION.equipment.items() if name != "red_1"}
    with pytest.raises(ValueError, match="the equipment must be"):
        check_names(msgspec.structs.replace(EDITION, equipment=some))


def test_the_starting_cards_have_their_numbers():
    """E-6, E-7, E-8. What the rulebook shows of the starting cards is what the edition has."""
    assert 6 == EDITION.energy["easy"]
    assert 5 == EDITION.level["easy"].rooms[0]
    assert 2 == EDITION.level["easy"].rest[1]
    assert {"yellow": 3, "any": 3} == EDITION.amulet["easy"][0]


def test_numbers_that_nobody_can_reach_are_refused():
    """E-8. No challenge asks for more gems than may be carried out."""
    greedy = {**EDITION.amulet, "easy": ({"yellow": 5, "any": 4}, {"red": 1})}
    with pytest.raises(ValueError, match="no hand can meet"):
        check_numbers(msgspec.structs.replace(EDITION, amulet=greedy))


def test_the_second_amulet_card_swaps_colours():
    """E-8. Yellow and green, red and blue change places on the second player's card."""
    assert {"yellow": 3, "any": 3} == challenge(0, "easy", 0)
    assert {"green": 3, "any": 3} == challenge(1, "easy", 0)
    assert {"blue": 2, "red": 2, "any": 2} == challenge(1, "easy", 1)


@pytest.mark.parametrize(("face", "middle"), [("easy", "open"), ("hard", "door")])
def test_the_connecting_room_looks_the_same_from_both_sides(face: str, middle: str):
    """E-9. All spaces empty, borders open, two walls, and in the exact middle a gap or a locked door."""
    room = ROOMS[CONNECTING[face]]
    check_connecting(room)
    assert draw(room) == draw(turned(room))
    assert middle == room.edges[5]["right"]
    assert ["wall", "wall"] == [room.edges[cell]["down"] for cell in (2, 3)]
    assert ["wall", "wall"] == [room.edges[cell]["down"] for cell in (4, 5)]
    assert 4 == list(inner_edges(room)).count("wall")


def test_a_room_with_something_in_it_connects_nothing():
    """E-9. Any other room is refused as a connecting room."""
    with pytest.raises(ValueError, match="no connecting room"):
        check_connecting(TEMPLE[0])
