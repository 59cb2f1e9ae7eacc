"""R-17 to R-24: rations, chests, pits, traps and teleporters."""

import pytest

from events.games.ohio_bob.geometry import Space
from events.games.ohio_bob.messages import (
    ChestOpened,
    Hazard,
    PawnTeleported,
    PitEntered,
    RationTaken,
    Rested,
    Teleport,
    TeleporterEntered,
    TrapSprung,
)
from events.games.ohio_bob.view import recall, view
from events.rules import SPECTATOR
from tests.games.ohio_bob.tables import DOWN, LEFT, RIGHT, UP, lay, moved, played, solo

# yellow_2 has a ration at (1, 1), a chest at (1, 2) and a trap at (2, 1); yellow_3 a pit at (1, 2), a chest at (2, 2);
# yellow_4 a teleporter at (1, 0); green_1 a green chest at (1, 1).
RATION, CHEST = Space(1, 1), Space(1, 2)


def pantry(row: int, column: int, *effects: str, **more):
    """A pawn in the room with ration, chest and trap."""
    return solo("yellow_2", at=(row, column), **more).given(played(*effects))


# --- rations ----------------------------------------------------------------------------------------------------------


def test_a_ration_gives_one_energy():
    """R-17. It is used up until the room is left."""
    after = pantry(0, 1, "move down", energy=3).when(0, DOWN).then(moved(1, 1), RationTaken(0, RATION, 0, 4))
    assert (RATION,) == after.position.players[0].used


def test_a_ration_at_full_energy_is_used_up():
    """R-17, R-21. It gives nothing, and coming back after a loss of Energy gives nothing either."""
    table = (
        pantry(0, 1, "move down", "move up", "move down").when(0, DOWN).then(moved(1, 1), RationTaken(0, RATION, 0, 6))
    )
    table.given(TrapSprung(0, RATION, 4)).when(0, UP).table.when(0, DOWN).then(moved(1, 1))


@pytest.mark.parametrize(("face", "level", "eaten"), [("hard", 1, False), ("hard", 2, True), ("easy", 1, True)])
def test_rations_of_level_1_are_empty_on_the_hard_card(face: str, level: int, eaten: bool):
    """R-18. On a hard Level card the ration spaces of level 1 do nothing."""
    events = pantry(0, 1, "move down", energy=3, face=face, level=level).when(0, DOWN).events
    assert eaten == (RationTaken(0, RATION, 0, 4) in events)


def test_the_faces_of_the_other_cards_do_not_matter_for_rations():
    """D-17. Hard Energy and amulet cards leave the rations of level 1 as they are."""
    table = pantry(0, 1, "move down", energy=3, energy_face="hard", amulet="hard")
    assert RationTaken(0, RATION, 0, 4) in table.when(0, DOWN).events


# --- chests -----------------------------------------------------------------------------------------------------------


def test_a_chest_gives_the_top_card():
    """R-19. It goes into hand and can be used at once; the next card lies open."""
    after = pantry(0, 2, "move down").when(0, DOWN)
    table = after.then(moved(1, 2), ChestOpened(0, CHEST, "green:red_4", "green:blue_4"))
    assert ("green:red_4",) == table.position.players[0].hand


def coloured(*deck: str, **more):
    """A move onto the green chest."""
    return solo("green_1", at=(2, 1), deck=deck, **more).given(played("move up")).when(0, UP)


def test_a_coloured_chest_gives_the_first_card_of_its_colour():
    """R-20. From the top down; the order of the others stays."""
    after = coloured("red_1", "blue_1", "green_2", "green_3", "red_2")
    table = after.then(moved(1, 1), ChestOpened(0, Space(1, 1), "green:green_2", "green:red_1"))
    left = ("green:red_1", "green:blue_1", "green:green_3", "green:red_2")
    assert left == table.position.players[0].deck


def test_the_multicoloured_card_is_of_every_colour():
    """R-20. If it comes first, it is given."""
    after = coloured("red_1", "multicoloured_1", "green_3")
    assert ChestOpened(0, Space(1, 1), "green:multicoloured_1", "green:red_1") == after.events[-1]


def test_a_coloured_chest_without_its_colour_gives_the_top_card():
    """R-20. There is no card of the colour in the deck."""
    after = coloured("red_1", "blue_1")
    assert ChestOpened(0, Space(1, 1), "green:red_1", "green:blue_1") == after.events[-1]


def test_a_coloured_chest_may_empty_the_deck():
    """R-20, R-30. On level 1 that loses the game at once."""
    after = coloured("red_1")
    assert ChestOpened(0, Space(1, 1), "green:red_1", None) == after.events[-1]
    outcome = after.table.outcome
    assert outcome is not None
    assert ((), "deck", "R-30") == (outcome.winners, outcome.reason, outcome.rule)


def test_a_coloured_chest_shows_only_the_card_it_gives():
    """D-10. Nobody is told which cards were passed over; those on top look as before."""
    after = coloured("red_1", "blue_1", "green_2", "green_3", "red_2")
    one, other = after.table.position, coloured("red_1", "red_2", "green_2", "blue_1", "green_3").table.position
    assert view(one, SPECTATOR) == view(other, SPECTATOR)
    assert recall(one, 0) == recall(other, 0)


def test_an_empty_deck_fills_no_chest():
    """R-20. On level 3, when all rooms lie, chests give nothing."""
    rooms = [lay("green_1"), lay("red_1", 0, -1), lay("red_2", 0, -2), lay("red_3", 0, -3, turned=True)]
    table = solo(*rooms, at=(2, 1), deck=(), level=3).given(played("move up"))
    table.when(0, UP).then(moved(1, 1))


# --- bonuses recharge -------------------------------------------------------------------------------------------------


def test_a_bonus_works_once_per_stay():
    """R-21. Stepping off it and back again within the room gives nothing."""
    table = pantry(0, 2, "move down", "move up", "move down", "move left").when(0, DOWN).table.when(0, UP).table
    back = table.when(0, DOWN).then(moved(1, 2))
    assert RationTaken(0, RATION, 0, 6) in back.when(0, LEFT).events, "each space counts for itself"


def test_leaving_the_room_recharges_its_bonuses():
    """R-21. Out over the border and in again: the chest gives another card."""
    rooms = [lay("red_1", 0, 1), lay("yellow_2")]
    table = solo(*rooms, at=(1, 2)).given(played(*["move left right up down"] * 5))
    inside = table.given(ChestOpened(0, CHEST, "green:red_4", "green:blue_4"))
    assert (CHEST,) == inside.position.players[0].used
    out = inside.given(moved(1, 3), moved(0, 3), moved(1, 4))
    assert () == out.position.players[0].used
    back = out.given(moved(1, 3)).when(0, LEFT)
    back.then(moved(1, 2), ChestOpened(0, CHEST, "green:blue_4", "green:green_4"))


def test_a_teleport_recharges_too():
    """R-21. Leaving the room by teleport is leaving it."""
    rooms = [lay("red_1", -1, 0), lay("yellow_4")]
    table = solo(*rooms, at=(2, 0)).given(ChestOpened(0, Space(2, 3), "green:red_4", "green:blue_4"), played("move up"))
    after = table.when(0, UP).then(moved(1, 0), PawnTeleported(0, Space(-2, 0)))
    assert () == after.position.players[0].used


# --- pits and traps ---------------------------------------------------------------------------------------------------


def test_a_pit_makes_the_seat_rest_at_once():
    """R-22. What is left of the card is lost; the cards still in hand stay there."""
    table = solo("yellow_3", at=(1, 1), hand=("red_1", "red_2")).given(played("move right", "torch", card="red_1"))
    after = table.when(0, RIGHT).then(moved(1, 2), PitEntered(0, CHEST), Rested(0, 5))
    player = after.position.players[0]
    assert {"super_gear:0", "green:red_1", "green:red_2"} == set(player.hand)
    assert ((), ()) == (player.pile, player.effects)


def test_a_pit_costs_what_a_rest_costs():
    """R-22, R-26. On level 3 of the easy card that is three Energy."""
    table = solo("yellow_3", at=(1, 1), level=3).given(played("move right"))
    assert Rested(0, 3) == table.when(0, RIGHT).events[-1]


def test_a_trap_costs_one_energy():
    """R-23. The card goes on."""
    after = pantry(2, 0, "move right", "move up").when(0, RIGHT).then(moved(2, 1), TrapSprung(0, Space(2, 1), 5))
    assert ("move up",) == after.position.players[0].effects


def test_traps_and_pits_work_every_time():
    """R-23, R-22. Coming back does not make them harmless."""
    table = pantry(2, 0, *["move left right"] * 3).when(0, RIGHT).table.when(0, LEFT).table
    table.when(0, RIGHT).then(moved(2, 1), TrapSprung(0, Space(2, 1), 4))
    fallen = solo("yellow_3", at=(1, 1)).given(played("move right")).when(0, RIGHT).table
    again = fallen.given(played("move left", "move right"), moved(1, 1))
    again.when(0, RIGHT).then(moved(1, 2), PitEntered(0, CHEST), Rested(0, 4))


def test_the_last_energy_in_a_trap_loses_the_game():
    """R-23, R-30. Energy 0 is the end, at once."""
    outcome = pantry(2, 0, "move right", "move up", energy=1).when(0, RIGHT).table.outcome
    assert outcome is not None
    assert ((), "energy", "R-30") == (outcome.winners, outcome.reason, outcome.rule)


# --- teleporters ------------------------------------------------------------------------------------------------------


def teleporter(*rooms, effect: str = "move up", **more):
    """A step onto the teleporter of yellow_4, with these rooms around it."""
    return solo(*rooms, lay("yellow_4"), at=(2, 0), **more).given(played(effect, "move up down")).when(0, UP)


def test_a_teleporter_leads_to_the_same_place_of_the_next_room():
    """R-24, D-3. With one room to go to it works by itself, and the space there takes effect."""
    teleporter(lay("red_2", -1, 0)).then(moved(1, 0), PawnTeleported(0, Space(-2, 0)))
    below = teleporter(lay("green_2", 1, 0), deck=("red_1", "red_3"))
    below.then(moved(1, 0), PawnTeleported(0, Space(4, 0)), ChestOpened(0, Space(4, 0), "green:red_1", "green:red_3"))


def test_without_another_room_a_teleporter_does_nothing():
    """R-24, D-3. Rooms further off or diagonally do not count."""
    teleporter(lay("red_2", 1, 1), lay("red_1", -2, 0)).then(moved(1, 0))


def test_among_several_rooms_the_player_chooses():
    """R-24. All orthogonal neighbours qualify, and nothing else can be done before."""
    due = teleporter(lay("red_2", -1, 0), lay("green_2", 1, 0), lay("red_1", 0, 1))
    table = due.then(moved(1, 0), TeleporterEntered(0, ()))
    assert [Teleport(way) for way in ("up", "down", "right")] == list(table.legal(0))
    table.when(0, Teleport("left")).refused("illegal_command", "R-24")
    table.when(0, Teleport("right")).then(PawnTeleported(0, Space(1, 4)))


def test_only_who_stands_in_a_teleporter_chooses():
    """R-24. Otherwise there is nothing to choose."""
    solo("yellow_4", lay("red_2", -1, 0), at=(2, 0)).when(0, Teleport("up")).refused("illegal_command", "R-24")


def test_the_same_place_is_meant_on_the_table():
    """R-24. In a turned room it is another printed space: here the trap of yellow_2."""
    turned = solo(lay("yellow_2", 0, 1, turned=True), lay("green_3"), at=(0, 1)).given(played("move right"))
    turned.when(0, RIGHT).then(moved(0, 2), PawnTeleported(0, Space(0, 6)), TrapSprung(0, Space(0, 6), 5))


def test_a_teleporter_behind_a_teleporter_does_nothing():
    """R-24. Nobody is sent on, though there is a further room."""
    rooms = (lay("red_1", -2, 0), lay("blue:yellow_4", -1, 0), lay("yellow_4"))
    table = solo(*rooms, at=(2, 0)).given(played("move up"))
    table.when(0, UP).then(moved(1, 0), PawnTeleported(0, Space(-2, 0)))


def test_a_teleport_is_no_effect_of_the_card():
    """R-24. The card goes on afterwards, from where the pawn stands then."""
    after = teleporter(lay("red_2", -1, 0)).table
    assert ("move up down",) == after.position.players[0].effects


@pytest.mark.parametrize(("effect", "safe"), [("move up", False), ("move up +rock", True), ("super_gear", True)])
def test_protection_from_traps_covers_the_teleport(effect: str, safe: bool):
    """D-16, R-10, R-16. A trap where the teleport ends does nothing after a move with rock or Super Gear."""
    table = solo(lay("red_1", 0, 1), lay("blue_4"), at=(1, 1)).given(played(effect))
    sprung = () if safe else (TrapSprung(0, Space(0, 5), 5),)
    table.when(0, UP).then(moved(0, 1), PawnTeleported(0, Space(0, 5)), *sprung)


@pytest.mark.parametrize(("effect", "safe"), [("move right", False), ("move right +rock", False), ("super_gear", True)])
def test_protection_from_pits_covers_the_teleport(effect: str, safe: bool):
    """D-16, R-16. A pit where the teleport ends does nothing after a move by Super Gear, but a rock is no help."""
    table = solo(lay("yellow_1", 0, 1), lay("green_3"), at=(0, 1)).given(played(effect))
    fallen = () if safe else (PitEntered(0, Space(0, 6)), Rested(0, 5))
    table.when(0, RIGHT).then(moved(0, 2), PawnTeleported(0, Space(0, 6)), *fallen)


def test_protection_is_remembered_while_the_player_chooses():
    """D-16. Rock and Super Gear count also when the target is chosen later."""
    rooms = (lay("red_1", 0, 1), lay("red_2", 1, 0), lay("blue_4"))
    protections: dict[str, tuple[Hazard, ...]] = {"super_gear": ("trap", "pit"), "move up +rock": ("trap",)}
    for effect, ignores in protections.items():
        due = solo(*rooms, at=(1, 1)).given(played(effect)).when(0, UP)
        table = due.then(moved(0, 1), TeleporterEntered(0, ignores))
        table.when(0, Teleport("right")).then(PawnTeleported(0, Space(0, 5)))
    unprotected = solo(*rooms, at=(1, 1)).given(played("move up")).when(0, UP).table
    assert TrapSprung(0, Space(0, 5), 5) in unprotected.when(0, Teleport("right")).events
