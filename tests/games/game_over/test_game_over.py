"""Game over: how a turn ends."""

import pytest

from events.games.game_over.components import WEAPONS, Weapon
from events.games.game_over.messages import Banish, Search, TurnEnded
from tests.games.game_over.dungeons import DUNGEON, beaten, cards, exchanged, game, targets, turned, walk
from tests.scenario import Table

TABLE = game()


@pytest.mark.parametrize("weapon", ["poison", "arrows", "laser"])
def test_an_unbeaten_monster_ends_the_turn(weapon: Weapon):
    """R-9. A monster met with any weapon but its own is game over."""
    TABLE.when(0, Search(weapon=weapon, row=0, col=0)).then(turned(0, 0, 0, "club", weapon), beaten(0, 1))


@pytest.mark.parametrize("weapon", WEAPONS)
def test_no_weapon_beats_an_invincible_monster(weapon: Weapon):
    """R-9, R-12. An invincible monster ends the turn whatever is wielded, once it has been exchanged."""
    inside = TABLE.given(walk(0, (0, 0), (1, 0), (3, 3)))
    met = inside.when(0, Search(weapon=weapon, row=2, col=3)).then(turned(0, 2, 3, "invincible", weapon))
    assert {Banish} == {type(command) for command in met.legal(0)}


CORNER = """
    club    laser   laser   red     arrows
    club    poison  poison  laser   club
    poison  arrows  green   invincible  poison
    club    yellow  arrows  door    key
    laser   invincible  key  blue   arrows
"""
AROUND_THE_CORNER = ((0, 0), (1, 0), (1, 1), (1, 2), (0, 2))
"""From here the card at 0, 1 is a dead end: all its neighbours lie face up."""


def around(drawing: str) -> Table:
    """Seat 0 has come round to the dead end."""
    return game(drawing).given(walk(0, *AROUND_THE_CORNER, drawing=drawing))


def test_the_turn_ends_where_no_card_may_be_turned_over_next():
    """R-10. A seat that has walled itself in with face-up cards is game over, though its monster is beaten."""
    around(CORNER).when(0, Search(weapon="laser", row=0, col=1)).then(
        turned(0, 0, 1, "laser"), TurnEnded(seat=0, reason="no_way_on", next=1)
    )


@pytest.mark.parametrize(("where", "card"), [((4, 3), "blue"), ((3, 4), "key")])
def test_neither_a_key_nor_a_princess_leads_out_of_a_dead_end(where: tuple[int, int], card: str):
    """R-10. It does not matter which card lies at the dead end."""
    around(exchanged(CORNER, (0, 1), where)).when(0, Search(weapon="laser", row=0, col=1)).then(
        turned(0, 0, 1, card, "laser"), TurnEnded(seat=0, reason="no_way_on", next=1)
    )


def test_the_door_leads_out_of_a_dead_end():
    """R-6, R-10. Where the last card is the door, any face-down card may be next, so the turn goes on."""
    out = around(exchanged(CORNER, (0, 1), (3, 3))).when(0, Search(weapon="club", row=0, col=1))
    assert (4, 4) in targets(out.then(turned(0, 0, 1, "door")), 0)


def test_an_invincible_monster_in_a_dead_end_is_exchanged():
    """R-10, R-12. A dead end does not spare an invincible monster its exchange."""
    met = around(exchanged(CORNER, (0, 1), (2, 3))).when(0, Search(weapon="club", row=0, col=1))
    assert (4, 0) in targets(met.then(turned(0, 0, 1, "invincible")), 0)


def test_an_unbeaten_monster_in_a_dead_end_is_an_unbeaten_monster():
    """R-9, R-10. Where both would end the turn, the monster is what is told."""
    around(CORNER).when(0, Search(weapon="club", row=0, col=1)).then(turned(0, 0, 1, "laser", "club"), beaten(0, 1))


def test_after_game_over_all_cards_lie_face_down_where_they_lay():
    """R-11. Face-up cards are turned face down again, none changes its place, and the weapon goes back."""
    over = TABLE.given(walk(0, (0, 0), (0, 1))).when(0, Search(weapon="club", row=0, col=2))
    position = over.then(turned(0, 0, 2, "laser", "club"), beaten(0, 1)).position
    assert ((), None) == (position.path, position.weapon)
    assert cards(DUNGEON) == position.cards


@pytest.mark.parametrize(("seats", "seat", "following"), [(2, 1, 0), (3, 0, 1), (3, 2, 0), (4, 2, 3), (4, 3, 0)])
def test_the_next_seat_clockwise_follows(seats: int, seat: int, following: int):
    """R-11. After game over the next seat clockwise is to move, at its own entrance."""
    table = game(seats=seats, first=seat)
    ((row, col),) = targets(table, seat)
    after = table.when(seat, Search(weapon="poison", row=row, col=col)).table
    assert beaten(seat, following) == after.events[-1]
    assert (following,) == after.to_move
