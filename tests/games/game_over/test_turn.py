"""A turn: which card may be turned over next, and when the turn goes on."""

import pytest

from events.games.game_over.components import WEAPONS, Weapon
from events.games.game_over.messages import Search
from tests.games.game_over.dungeons import beaten, game, targets, turned, walk

TABLE = game()


@pytest.mark.parametrize(("seat", "row", "col"), [(0, 0, 0), (1, 4, 4)])
def test_a_turn_begins_at_the_own_entrance(seat: int, row: int, col: int):
    """R-4. The first card turned over is the one at the seat's own entrance, with any weapon."""
    expected = {Search(weapon=weapon, row=row, col=col) for weapon in WEAPONS}
    assert expected == set(game(first=seat).legal(seat))


@pytest.mark.parametrize(("row", "col"), [(0, 1), (1, 1), (2, 2), (4, 4)])
def test_a_turn_does_not_begin_elsewhere(row: int, col: int):
    """R-4. Any other first card is refused, also the other seat's entrance."""
    TABLE.when(0, Search(weapon="club", row=row, col=col)).refused("illegal_command", "R-4")


def test_the_first_card_is_turned_over():
    """R-4. The card at the entrance is shown, and the seat searches on."""
    after = TABLE.when(0, Search(weapon="club", row=0, col=0)).then(turned(0, 0, 0, "club"))
    assert (0,) == after.to_move


def test_every_turn_begins_at_the_entrance_anew():
    """R-4, R-11. After game over the next turn of the same seat begins at its entrance again."""
    back = TABLE.given(turned(0, 0, 0, "club", "laser"), beaten(0, 1), turned(1, 4, 4, "arrows", "club"), beaten(1, 0))
    back.when(0, Search(weapon="club", row=0, col=1)).refused("illegal_command", "R-4")
    back.when(0, Search(weapon="club", row=0, col=0)).then(turned(0, 0, 0, "club"))


def test_the_next_card_touches_the_last_one():
    """R-5. The cards north, west, east and south of the last one may be turned over, and no others."""
    inside = TABLE.given(walk(0, (0, 0), (1, 0), (1, 1)))
    assert {(0, 1), (1, 2), (2, 1)} == targets(inside, 0)


@pytest.mark.parametrize(("row", "col"), [(1, 1), (2, 0), (0, 2), (4, 4)])
def test_a_card_must_touch_the_last_one(row: int, col: int):
    """R-5. A card that lies diagonally or further away from the last one is refused."""
    after_one = TABLE.given(walk(0, (0, 0)))
    after_one.when(0, Search(weapon="club", row=row, col=col)).refused("illegal_command", "R-5")


def test_a_card_must_touch_the_very_last_one():
    """R-5. It is not enough to touch a card that was turned over earlier."""
    inside = TABLE.given(walk(0, (0, 0), (0, 1), (0, 2)))
    inside.when(0, Search(weapon="club", row=1, col=0)).refused("illegal_command", "R-5")


def test_rows_do_not_run_into_each_other():
    """R-5. The last card of a row does not touch the first one of the next row."""
    edge = game(first=1, seats=4).given(walk(1, (0, 4)))
    assert {(0, 3), (1, 4)} == targets(edge, 1)
    edge.when(1, Search(weapon="club", row=1, col=0)).refused("illegal_command", "R-5")


def test_a_face_up_card_cannot_be_turned_over():
    """R-5. Going back over a card that lies face up already is refused."""
    inside = TABLE.given(walk(0, (0, 0), (0, 1)))
    back = inside.when(0, Search(weapon="club", row=0, col=0))
    back.refused("illegal_command", "R-5")
    assert "This card lies face up already." == str(back.refusal)


def test_after_the_door_any_face_down_card_may_be_next():
    """R-6. After the door all cards that still lie face down are listed, and no others."""
    at_the_door = TABLE.given(walk(0, (0, 0), (1, 0)))
    assert {(row, col) for row in range(5) for col in range(5)} - {(0, 0), (1, 0)} == targets(at_the_door, 0)
    at_the_door.when(0, Search(weapon="club", row=4, col=4)).then(turned(0, 4, 4, "arrows", "club"), beaten(0, 1))


def test_even_the_door_does_not_lead_to_a_face_up_card():
    """R-6. After the door, too, the next card must be face down."""
    at_the_door = TABLE.given(walk(0, (0, 0), (1, 0)))
    at_the_door.when(0, Search(weapon="club", row=0, col=0)).refused("illegal_command", "R-5")


def test_the_door_leads_on_only_once():
    """R-6. The card after the one behind the door must touch its predecessor again."""
    beyond = TABLE.given(walk(0, (0, 0), (1, 0), (4, 2)))
    beyond.when(0, Search(weapon="club", row=0, col=4)).refused("illegal_command", "R-5")
    beyond.when(0, Search(weapon="arrows", row=3, col=2)).then(turned(0, 3, 2, "arrows"))


def test_the_weapon_may_change_at_every_card():
    """R-7. Each card is met with exactly the weapon that is named with it."""
    first = TABLE.when(0, Search(weapon="club", row=0, col=0)).then(turned(0, 0, 0, "club", "club"))
    second = first.when(0, Search(weapon="poison", row=0, col=1)).then(turned(0, 0, 1, "key", "poison"))
    third = second.when(0, Search(weapon="laser", row=0, col=2)).then(turned(0, 0, 2, "laser", "laser"))
    assert "laser" == third.position.weapon


def test_every_weapon_may_be_wielded_at_every_card():
    """R-7. All four weapons are listed for every card that may be turned over."""
    inside = TABLE.given(walk(0, (0, 0)))
    places = ((0, 1), (1, 0))
    assert {Search(weapon=weapon, row=row, col=col) for weapon in WEAPONS for row, col in places} == set(
        inside.legal(0)
    )


@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize(
    ("path", "row", "col", "card"),
    [
        (((0, 0), (0, 1), (0, 2), (1, 2)), 2, 2, "green"),
        (((0, 0), (1, 0), (3, 0)), 3, 1, "yellow"),
        (((0, 0),), 0, 1, "key"),
        (((0, 0),), 1, 0, "door"),
    ],
)
def test_the_turn_goes_on_after_princesses_keys_and_the_door(
    path: tuple, row: int, col: int, card: str, weapon: Weapon
):
    """R-8. A princess of any colour, a key and the door let the turn go on, whatever weapon is wielded."""
    after = TABLE.given(walk(0, *path)).when(0, Search(weapon=weapon, row=row, col=col))
    assert (0,) == after.then(turned(0, row, col, card, weapon)).to_move


@pytest.mark.parametrize(
    ("row", "col", "weapon"), [(0, 0, "club"), (2, 0, "poison"), (2, 1, "arrows"), (0, 2, "laser")]
)
def test_the_turn_goes_on_after_a_beaten_monster(row: int, col: int, weapon: Weapon):
    """R-8. A monster met with the weapon it is named after lets the turn go on."""
    path = () if (row, col) == (0, 0) else walk(0, (0, 0), (1, 0))
    after = TABLE.given(path).when(0, Search(weapon=weapon, row=row, col=col)).then(turned(0, row, col, weapon))
    assert (0,) == after.to_move


def test_nobody_may_stop():
    """D-4. As long as a card may be turned over, turning one over is all that a seat can do (or resign)."""
    inside = TABLE.given(walk(0, (0, 0), (0, 1), (0, 2)))
    assert {Search} == {type(command) for command in inside.legal(0)}
