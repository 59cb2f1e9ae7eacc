"""R-6 to R-13 and R-16: moves on foot, with rock, key, hammer, rope and Super Gear, and exploration."""

import pytest

from events.games.ohio_bob.geometry import Laid, Place, Space
from events.games.ohio_bob.messages import (
    EffectsGivenUp,
    EffectsLapsed,
    PitEntered,
    RestAnnounced,
    Rested,
    RoomLaid,
    Skip,
    TrapSprung,
)
from tests.games.ohio_bob.tables import DOWN, LEFT, RIGHT, UP, lay, moved, played, solo

# Rooms in the order of their drawings: yellow_3 has a pit at (1, 2) and a door between it and (1, 3).
HALL = "yellow_3"
NEXT = "green:red_4"
"""The top card of the deck."""


def at(row: int, column: int, *effects: str, room: Laid | str = HALL, **more):
    """A pawn in a room, with these effects to be resolved."""
    return solo(room, at=(row, column), **more).given(played(*effects))


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_move_goes_to_the_next_space_in_a_direction_of_the_effect():
    """R-6. Of the directions on the card the player chooses one; the others are not open."""
    table = at(0, 1, "move left right", "move up")
    table.when(0, LEFT).then(moved(0, 0), EffectsLapsed(0, ("move up",)))
    table.when(0, DOWN).refused("illegal_command", "R-6")


def test_no_move_goes_through_a_wall():
    """R-6. Not even with a key."""
    at(1, 1, "move left down right").when(0, LEFT).refused("illegal_command", "R-6")
    at(1, 1, "move left right +key").when(0, LEFT).refused("illegal_command", "R-6")


def test_a_move_needs_an_effect_that_moves():
    """R-5. Torch and map do not move the pawn."""
    at(0, 1, "torch").when(0, DOWN).refused("illegal_command", "R-5")
    at(0, 1, "map").when(0, DOWN).refused("illegal_command", "R-5")


def test_a_locked_door_needs_a_key():
    """R-6, R-11. Without one the door is as good as a wall."""
    at(1, 3, "move left up").when(0, LEFT).refused("illegal_command", "R-11")


def test_a_key_opens_a_door_for_one_move():
    """R-11. It closes behind the pawn: the way back takes a key again."""
    table = at(1, 3, "move left +key", "rope", "move right")
    inside = table.when(0, LEFT).then(moved(1, 2), PitEntered(0, Space(1, 2)), Rested(0, 5))
    inside.given(played("move right up")).when(0, RIGHT).refused("illegal_command", "R-11")


# --- exploration ------------------------------------------------------------------------------------------------------


def test_a_move_into_the_unknown_explores():
    """R-7. The deck's top card is laid there, staircase at the bottom, and the pawn stays where it is."""
    after = at(0, 1, "move up", "move up").when(0, UP).then(RoomLaid(0, NEXT, Place(-1, 0), False, "green:blue_4"))
    player = after.position.players[0]
    assert (Space(0, 1), ("move up",), ("green:blue_4", "green:green_4")) == (player.pawn, player.effects, player.deck)


def test_the_new_room_may_then_be_entered():
    """R-7, R-9. Entering it is another move, past both rooms' sides of the border."""
    table = at(0, 2, "move up", "move up").when(0, UP).table
    table.when(0, UP).then(moved(-1, 2))


def test_only_the_border_that_is_left_must_let_the_move_through():
    """R-7. A wall on the near side stops exploration, one on the far side does not."""
    at(0, 0, "move up right").when(0, UP).refused("illegal_command", "R-6")
    explored = at(2, 0, "move left", "move left", deck=("red_1", "blue_4")).when(0, LEFT).table
    assert Place(0, -1) == explored.position.rooms[-1].place
    assert () == explored.position.players[0].effects, "the wall on the far side makes the second move impossible"


def test_exploration_passes_a_door_only_with_a_key():
    """R-7, R-11. The door in the border counts like any other."""
    hall = lay("green_1")
    at(0, 1, "move up left", room=hall).when(0, UP).refused("illegal_command", "R-11")
    at(0, 1, "move up +key", room=hall).when(0, UP).then(RoomLaid(0, NEXT, Place(-1, 0), False, "green:blue_4"))


def test_exploration_goes_on_until_the_level_has_its_rooms():
    """R-7. The first room counts: on level 2 of the easy card four rooms are enough."""
    rooms = [lay("green_2"), lay("red_1", -1, 0), lay("red_2", -1, 1), lay("red_3", -1, 2, turned=True)]
    full = solo(*rooms, at=(0, 0), level=2).given(played("move left down"))
    full.when(0, LEFT).refused("illegal_command", "R-7")


def test_the_last_room_lies_turned():
    """R-8. Its staircase is on the top row."""
    rooms = [lay("green_2"), lay("red_1", -1, 0), lay("red_2", -1, 1)]
    table = solo(*rooms, at=(0, 0), level=2).given(played("move left"))
    table.when(0, LEFT).then(RoomLaid(0, NEXT, Place(0, -1), True, "green:blue_4"))


def test_where_a_room_lies_a_move_enters_it():
    """R-7. Nothing is explored beside a room that lies there already; the deck stays as it is."""
    table = solo(HALL, lay("red_2", 0, 1), at=(1, 3)).given(played("move right"))
    after = table.when(0, RIGHT).then(moved(1, 4))
    assert 3 == len(after.position.players[0].deck)


@pytest.mark.parametrize("effect", ["move down +key", "sledgehammer"])
def test_a_wall_with_a_door_behind_it_is_a_door(effect: str):
    """R-9. Below is the wall of one room, beneath it the door of the other: key and hammer pass."""
    table = solo("green_1", lay("yellow_1", -1, 0), at=(-1, 1)).given(played(effect))
    table.when(0, DOWN).then(moved(0, 1))


def test_nobody_walks_through_a_wall_with_a_door_behind_it():
    """R-9, R-11. Without a key it stays shut."""
    table = solo("green_1", lay("yellow_1", -1, 0), at=(-1, 1)).given(played("move down up"))
    table.when(0, DOWN).refused("illegal_command", "R-11")


# --- rock, hammer, rope, Super Gear -----------------------------------------------------------------------------------


def test_a_rock_stops_a_trap():
    """R-10. The trap entered by this move does nothing; without the rock it costs Energy."""
    at(2, 0, "move right", room="yellow_2").when(0, RIGHT).then(moved(2, 1), TrapSprung(0, Space(2, 1), 5))
    at(2, 0, "move right +rock", room="yellow_2").when(0, RIGHT).then(moved(2, 1))


def test_a_rock_does_not_stop_a_pit():
    """R-10, R-22. It is no rope."""
    at(1, 1, "move right +rock").when(0, RIGHT).then(moved(1, 2), PitEntered(0, Space(1, 2)), Rested(0, 5))


def test_the_hammer_goes_through_walls_and_doors():
    """R-12. In any direction, one move."""
    at(1, 1, "sledgehammer").when(0, LEFT).then(moved(1, 0))
    at(1, 2, "sledgehammer").when(0, RIGHT).then(moved(1, 3))


def test_the_hammer_needs_something_to_break():
    """R-12. An open edge is no way for it; with no wall around it lapses."""
    at(1, 1, "sledgehammer").when(0, UP).refused("illegal_command", "R-12")
    at(0, 1, "move right", "sledgehammer").when(0, RIGHT).then(moved(0, 2), EffectsLapsed(0, ("sledgehammer",)))


def test_the_hammer_explores():
    """R-7, R-12. Through the wall in the border, and only there."""
    at(0, 0, "sledgehammer").when(0, UP).then(RoomLaid(0, NEXT, Place(-1, 0), False, "green:blue_4"))
    at(0, 3, "sledgehammer").when(0, RIGHT).refused("illegal_command", "R-12")


def test_a_broken_wall_stands_again():
    """R-12. The way back takes another hammer."""
    back = at(1, 1, "sledgehammer", "move right").when(0, LEFT)
    back.then(moved(1, 0), EffectsLapsed(0, ("move right",)))


def test_the_rope_is_two_steps_over_empty_spaces_and_pits():
    """R-13. The pit does nothing, neither on the way nor at its end."""
    table = at(0, 2, "rope", "move left")
    over = table.when(0, DOWN).then(moved(1, 2))
    assert ("rope goes on", "move left") == over.position.players[0].effects
    over.when(0, LEFT).then(moved(1, 1), EffectsLapsed(0, ("move left",)))
    onto = at(1, 1, "rope").when(0, UP).table.when(0, RIGHT).table
    onto.given(played("rope")).when(0, DOWN).then(moved(1, 2))


def test_the_rope_reaches_nothing_else():
    """R-13. No trap, no bonus, also a used one, no teleporter."""
    at(2, 0, "rope", room="yellow_2").when(0, RIGHT).refused("illegal_command", "R-13")
    at(1, 1, "rope", room="yellow_2").when(0, RIGHT).refused("illegal_command", "R-13")
    at(2, 0, "rope", room="yellow_4").when(0, UP).refused("illegal_command", "R-13")


def test_skipping_after_the_first_step_gives_up_the_second_only():
    """R-13. Skipped before the first step, the rope is gone; the next effect is there in both cases."""
    table = at(0, 1, "rope", "move left")
    half = table.when(0, RIGHT).then(moved(0, 2))
    assert ("move left",) == half.when(0, Skip()).then(EffectsGivenUp(0, ("rope goes on",))).position.players[0].effects
    assert ("move left",) == table.when(0, Skip()).then(EffectsGivenUp(0, ("rope",))).position.players[0].effects


def test_the_rope_never_explores_but_enters_rooms():
    """R-13. Beyond an open border a room must lie already."""
    at(0, 1, "rope").when(0, UP).refused("illegal_command", "R-13")
    solo(HALL, lay("red_2", 0, 1), at=(1, 3)).given(played("rope")).when(0, RIGHT).then(moved(1, 4))


def test_for_the_rope_a_staircase_is_empty():
    """D-1. So is a ration on level 1 of a hard Level card; on level 2 it is none any more."""
    after = at(1, 3, "rope").when(0, DOWN).table
    assert Space(2, 3) == after.position.players[0].pawn
    hungry = at(0, 1, "rope", room="yellow_2", face="hard")
    assert Space(1, 1) == hungry.when(0, DOWN).table.position.players[0].pawn
    at(0, 1, "rope", room="yellow_2", face="hard", level=2).when(0, DOWN).refused("illegal_command", "R-13")


def test_a_used_bonus_is_not_empty_for_the_rope():
    """D-1. The ration was taken, and yet the rope does not reach its space."""
    fed = at(0, 1, "move down", "move left up", room="yellow_2").when(0, DOWN).table.when(0, UP).table
    fed.given(played("rope")).when(0, DOWN).refused("illegal_command", "R-13")


def test_walls_and_doors_stop_the_rope():
    """D-1. It goes over pits, not over walls."""
    at(1, 1, "rope").when(0, LEFT).refused("illegal_command", "R-6")
    at(1, 2, "rope").when(0, RIGHT).refused("illegal_command", "R-11")


def test_super_gear_ignores_traps_and_pits():
    """R-16. One move in any direction."""
    at(2, 0, "super_gear", room="yellow_2").when(0, RIGHT).then(moved(2, 1))
    at(1, 1, "super_gear").when(0, RIGHT).then(moved(1, 2))


def test_super_gear_explores_and_passes_doors_but_no_walls():
    """R-16. A locked door opens, a wall does not."""
    at(0, 1, "super_gear").when(0, UP).then(RoomLaid(0, NEXT, Place(-1, 0), False, "green:blue_4"))
    at(1, 3, "super_gear").when(0, LEFT).then(moved(1, 2))
    at(1, 1, "super_gear").when(0, LEFT).refused("illegal_command", "R-6")


def test_the_last_card_of_a_deck_leaves_no_top():
    """R-7. When the level's last room takes the last card, the event says that nothing lies open."""
    rooms = [lay("green_2"), lay("red_1", -1, 0), lay("red_2", -1, 1)]
    table = solo(*rooms, at=(0, 0), level=3, deck=("blue_1",)).given(played("move left"))
    table.when(0, LEFT).then(RoomLaid(0, "green:blue_1", Place(0, -1), True, None))


def test_a_pit_ends_a_card_in_its_middle():
    """R-22. What was left of the card is lost with the rest."""
    after = at(1, 1, "move right", "move up", "torch").when(0, RIGHT)
    rested = after.then(moved(1, 2), PitEntered(0, Space(1, 2)), Rested(0, 5))
    assert ((), (), None) == (
        rested.position.players[0].effects,
        rested.position.players[0].pile,
        rested.position.players[0].waiting,
    )
    assert RestAnnounced(0) not in after.events
