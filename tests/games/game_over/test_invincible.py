"""The invincible monster: where it may go, and what comes back."""

import pytest

from events.games.game_over.components import place
from events.games.game_over.messages import Banish, CardsExchanged, Search, TurnEnded
from events.rules import Resign
from tests.games.game_over.dungeons import DUNGEON, beaten, cards, exchanged, game, targets, turned, walk

TABLE = game()
TO_THE_INVINCIBLE = walk(0, (0, 0), (1, 0), (2, 3))
"""Seat 0 goes through the door to the invincible monster in row 2."""
MET = TABLE.given(TO_THE_INVINCIBLE)


def test_the_invincible_monster_is_exchanged_with_a_face_down_card():
    """R-12, R-11. The two cards change places, and the turn is over."""
    after = MET.when(0, Banish(row=3, col=4)).then(
        CardsExchanged(seat=0, row=2, col=3, to_row=3, to_col=4), TurnEnded(seat=0, reason="invincible", next=1)
    )
    moved = after.position.cards
    assert ("key", "invincible") == (moved[place(2, 3)], moved[place(3, 4)])
    assert [here for here in range(25) if moved[here] != cards(DUNGEON)[here]] == [place(2, 3), place(3, 4)]


def test_after_an_invincible_monster_the_search_does_not_go_on():
    """R-12. No card may be turned over before the monster is exchanged."""
    MET.when(0, Search(weapon="club", row=2, col=2)).refused("illegal_command", "R-12")


@pytest.mark.parametrize("facts", [(), walk(0, (0, 0)), (*TO_THE_INVINCIBLE, CardsExchanged(0, 2, 3, 3, 4))])
def test_only_an_invincible_monster_just_met_is_exchanged(facts: tuple):
    """R-12. Without such a monster there is nothing to exchange, and none is exchanged twice."""
    TABLE.given(facts).when(0, Banish(row=3, col=3)).refused("illegal_command", "R-12")


@pytest.mark.parametrize(("row", "col"), [(0, 0), (1, 0), (2, 3)])
def test_the_monster_does_not_go_to_a_face_up_card(row: int, col: int):
    """R-12, D-6. Only cards that lie face down now are targets, so the own entrance never is one."""
    upon = MET.when(0, Banish(row=row, col=col))
    upon.refused("illegal_command", "R-12")
    assert "The monster is exchanged with a card that is still face down." == str(upon.refusal)


def test_the_monster_does_not_go_to_another_seats_entrance():
    """R-12. The entrance of another seat is no target, also when its card was seen before."""
    MET.when(0, Banish(row=4, col=4)).refused("illegal_command", "R-12")
    second = TABLE.given(walk(0, (0, 0)), beaten(0, 1), walk(1, (4, 4)), beaten(1, 0), TO_THE_INVINCIBLE)
    second.when(0, Banish(row=4, col=4)).refused("illegal_command", "R-12")


@pytest.mark.parametrize(("seats", "barred"), [(2, {(4, 4)}), (3, {(0, 4), (4, 4)}), (4, {(0, 4), (4, 4), (4, 0)})])
def test_only_corners_of_seats_in_this_game_are_entrances(seats: int, barred: set):
    """D-2. A corner by which nobody enters in this game is a target like any other place."""
    met = game(seats=seats).given(TO_THE_INVINCIBLE)
    face_down = {(row, col) for row in range(5) for col in range(5)} - {(0, 0), (1, 0), (2, 3)}
    assert face_down - barred == targets(met, 0)


def test_the_entrance_of_a_resigned_seat_stays_barred():
    """D-2, C-8. The corner of a seat that has resigned is no target either."""
    met = game(seats=3).when(1, Resign()).table.given(TO_THE_INVINCIBLE)
    met.when(0, Banish(row=0, col=4)).refused("illegal_command", "R-12")


def test_the_card_that_comes_back_may_come_to_lie_anywhere():
    """D-6. Only the monster's new place is restricted: at the own entrance any card may come to lie."""
    met = game(exchanged(DUNGEON, (0, 0), (2, 3))).given(turned(0, 0, 0, "invincible"))
    after = met.when(0, Banish(row=0, col=1)).then(
        CardsExchanged(seat=0, row=0, col=0, to_row=0, to_col=1), TurnEnded(seat=0, reason="invincible", next=1)
    )
    assert "key" == after.position.cards[place(0, 0)]


def test_a_card_seen_before_may_be_exchanged():
    """D-6. Whether a card was seen in an earlier turn does not matter, only whether it lies face down now."""
    seen = TABLE.given(walk(0, (0, 0), (0, 1)), beaten(0, 1), walk(1, (4, 4)), beaten(1, 0), TO_THE_INVINCIBLE)
    seen.when(0, Banish(row=0, col=1)).then(
        CardsExchanged(seat=0, row=2, col=3, to_row=0, to_col=1), TurnEnded(seat=0, reason="invincible", next=1)
    )


def test_a_monster_met_again_is_exchanged_again():
    """R-12. An invincible monster is exchanged every time that somebody meets it."""
    again = TABLE.given(
        TO_THE_INVINCIBLE,
        CardsExchanged(seat=0, row=2, col=3, to_row=3, to_col=3),
        TurnEnded(seat=0, reason="invincible", next=1),
        walk(1, (4, 4), (4, 3)),
    )
    met = again.when(1, Search(weapon="club", row=3, col=3)).then(turned(1, 3, 3, "invincible"))
    assert Banish(row=2, col=3) in met.legal(1)


BARRED = """
    club    club    club    club    invincible
    poison  poison  poison  poison  door
    laser   laser   laser   laser   key
    arrows  arrows  arrows  arrows  key
    blue    green   yellow  invincible  red
"""
ALL_BUT_THE_CORNERS = (
    *((0, col) for col in (0, 1, 2, 3)),
    *((1, col) for col in (3, 2, 1, 0)),
    *((2, col) for col in (0, 1, 2, 3, 4)),
    (1, 4),  # the door, which leads on to the next row
    *((3, col) for col in (4, 3, 2, 1, 0)),
    *((4, col) for col in (0, 1, 2)),
)


def test_where_no_target_is_left_there_is_no_exchange():
    """D-2. With no face-down card but those at other seats' entrances the turn ends without an exchange."""
    inside = game(BARRED, seats=3).given(walk(0, *ALL_BUT_THE_CORNERS, drawing=BARRED))
    after = inside.when(0, Search(weapon="club", row=4, col=3)).then(
        turned(0, 4, 3, "invincible"), TurnEnded(seat=0, reason="invincible", next=1)
    )
    assert cards(BARRED) == after.position.cards


def test_the_last_target_is_still_asked_for():
    """D-2, C-6. Where a single card is left that the monster may go to, the seat still names it."""
    inside = game(BARRED, seats=2).given(walk(0, *ALL_BUT_THE_CORNERS, drawing=BARRED))
    met = inside.when(0, Search(weapon="club", row=4, col=3)).then(turned(0, 4, 3, "invincible"))
    assert {(0, 4)} == targets(met, 0)
