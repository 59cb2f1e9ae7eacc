"""Resigning, and games that grow too long."""

import pytest

from events.games.game_over import RULES
from events.games.game_over.components import MONSTERS, row_and_col
from events.games.game_over.messages import Search, SeatWithdrew, TurnEnded
from events.log import MAX_RECORDS
from events.rules import Outcome, Resign
from tests.events.tables import opened
from tests.games.game_over.dungeons import beaten, game, turned, walk

THREE = game(seats=3)


@pytest.mark.parametrize("facts", [(), walk(0, (0, 0), (0, 1))])
def test_resigning_in_turn_ends_the_turn(facts: tuple):
    """C-8, R-11. The turn of the seat ends, before its first card as well as after some."""
    after = THREE.given(facts).when(0, Resign())
    after.then(SeatWithdrew(seat=0), TurnEnded(seat=0, reason="resigned", next=1))
    assert () == after.table.position.path


def test_a_pending_exchange_is_skipped():
    """C-8, R-12. A seat that resigns in front of an invincible monster leaves it where it lies."""
    met = THREE.given(walk(0, (0, 0), (1, 0), (2, 3)))
    after = met.when(0, Resign()).then(SeatWithdrew(seat=0), TurnEnded(seat=0, reason="resigned", next=1))
    assert met.position.cards == after.position.cards


def test_resigning_out_of_turn_does_not_disturb_the_turn():
    """C-8. The seat whose turn it is goes on where it stood."""
    inside = THREE.given(walk(0, (0, 0)))
    after = inside.when(2, Resign()).then(SeatWithdrew(seat=2))
    assert inside.legal(0) == after.legal(0)


def test_later_turns_of_a_resigned_seat_are_skipped():
    """C-8. The turn passes on to the next seat that is still there."""
    without_1 = THREE.when(1, Resign()).table
    after = without_1.when(0, Search(weapon="laser", row=0, col=0)).then(turned(0, 0, 0, "club", "laser"), beaten(0, 2))
    assert (2,) == after.to_move
    assert () == after.legal(1)


def test_several_resigned_seats_are_skipped():
    """C-8. Also two resigned seats in a row are passed over."""
    two_left = game(seats=4).when(1, Resign()).table.when(2, Resign()).table
    two_left.when(0, Search(weapon="laser", row=0, col=0)).then(turned(0, 0, 0, "club", "laser"), beaten(0, 3))


def test_the_last_seat_left_wins():
    """C-8. When all others have resigned, the game is over at once and no turn ends any more."""
    after = THREE.when(2, Resign()).table.when(0, Resign()).then(SeatWithdrew(seat=0))
    assert Outcome(winners=(1,), reason="resigned", rule="C-8") == after.outcome
    assert () == after.to_move


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_other_one_wins(seat: int):
    """C-8. With two players resigning gives the game to the other one, in turn and out of turn."""
    assert Outcome(winners=(1 - seat,), reason="resigned", rule="C-8") == game().when(seat, Resign()).table.outcome


def test_a_princess_is_nobodys_once_her_seat_has_resigned():
    """C-8. A resigned seat cannot win, also when others turn over its princess with a key."""
    other = game(seats=3, first=1).when(0, Resign()).table
    assert other.given(turned(1, 0, 4, "door"), turned(1, 0, 3, "red"), turned(1, 0, 1, "key")).outcome is None


def test_nobody_resigns_twice():
    """C-8. A second resignation of the same seat is refused."""
    table = opened(RULES, seats=3)
    table.do(Resign(), seat=1)
    table.refused(Resign(), "illegal_command", "C-8", seat=1)


def test_a_game_that_grows_too_long_ends_without_a_winner():
    """C-9. Two players who always lose to the monster at their entrance end the game by its length."""
    table = opened(RULES, seats=2, seed=bytes(32))
    corners = (0, 24)
    assert {table.game.position.cards[here] for here in corners} < MONSTERS.keys() - {"monster_club"}
    while table.game.to_move():
        (seat,) = table.game.to_move()
        row, col = row_and_col(corners[seat])
        table.do(Search(weapon="club", row=row, col=col), seat=seat)
    assert Outcome(winners=(), reason="length", rule="C-9") == table.game.table.outcome
    assert MAX_RECORDS <= table.game.version <= MAX_RECORDS + 2
