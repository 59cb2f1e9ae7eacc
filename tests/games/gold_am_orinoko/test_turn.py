"""A turn: the roll, both actions in either order, what lapses by itself, and who is next."""

from events.games.gold_am_orinoko.messages import (
    ActionsLapsed,
    AdventurerMoved,
    DiceRolled,
    Move,
    Push,
    SeatWithdrew,
    Square,
    TrunkPushed,
)
from events.rules import Resign
from tests.games.gold_am_orinoko.drawing import table

OPEN = """
    .....3
    ====~~
    ====~~
    """
STUCK = """
    ....3
    ~~===
    ~~===
    """
HEMMED_IN = """
    ..3..
    ~aC~~
    AbB~~
    """


def test_a_turn_is_a_push_and_a_move():
    """R-3, R-4. After the roll both actions are due, and the options of both are listed."""
    river = table(OPEN, white=1, brown=2)
    assert {Push(0), Push(1), *(Move(a, 0, column) for a in (0, 1) for column in range(4))} == set(river.legal(0))


def test_the_push_may_come_first():
    """R-4. Push, then move; after both the next seat rolls."""
    pushed = table(OPEN, brown=2).when(0, Push(0)).then(TrunkPushed(seat=0, trunk=0, squares=2))
    assert (0,) == pushed.to_move
    moved = pushed.when(0, Move(0, 0, 3))
    assert AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 3),)) == moved.events[0]
    assert (1,) == moved.table.to_move


def test_the_move_may_come_first():
    """R-4. Move, then push; the adventurer rides along."""
    moved = (
        table(OPEN, brown=2).when(0, Move(0, 0, 3)).then(AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 3),)))
    )
    assert (0,) == moved.to_move
    assert (1,) == moved.when(0, Push(0)).table.to_move


def test_each_action_is_carried_out_once():
    """R-4. No second push and no second move in a turn."""
    river = table(OPEN, brown=1)
    river.given(TrunkPushed(seat=0, trunk=0, squares=1)).when(0, Push(1)).refused("illegal_command", "R-4")
    moved = river.given(AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 1),)))
    moved.when(0, Move(1, 0, 2)).refused("illegal_command", "R-4")


def test_what_is_carried_out_is_no_longer_listed():
    """R-4. After the push only moves are listed, after the move only pushes."""
    river = table(OPEN)
    pushed = river.given(TrunkPushed(seat=0, trunk=0, squares=1))
    assert {Move} == set(map(type, pushed.legal(0)))
    moved = river.given(AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 1),)))
    assert {Push} == set(map(type, moved.legal(0)))


def test_the_next_roll_happens_by_itself():
    """D-1, R-15. The commit that ends a turn holds the roll of the next seat clockwise, with faces of the dice."""
    river = table(OPEN).given(TrunkPushed(seat=0, trunk=0, squares=1))
    _, rolled = river.when(0, Move(0, 0, 1)).events
    assert isinstance(rolled, DiceRolled)
    assert (1, True, True) == (rolled.seat, rolled.white in range(1, 5), rolled.brown in range(1, 4))


def test_after_the_last_seat_the_first_one_plays():
    """R-15. Clockwise around the table."""
    river = table(OPEN, seats=3, turn=2).given(TrunkPushed(seat=2, trunk=0, squares=1))
    assert (0,) == river.when(2, Move(0, 0, 1)).table.to_move


def test_an_action_that_is_possible_may_not_be_left_out():
    """D-2. While an action is possible the turn does not end, and nobody else can act."""
    river = table(OPEN).given(TrunkPushed(seat=0, trunk=0, squares=1))
    assert (0,) == river.to_move
    river.when(1, Push(0)).refused("not_your_turn")


def test_a_push_that_is_impossible_lapses():
    """D-2. With every trunk at the end of the river the turn ends after the move."""
    moved, lapsed, rolled = table(STUCK).when(0, Move(0, 0, 2)).events
    assert isinstance(moved, AdventurerMoved)
    assert ActionsLapsed(seat=0, actions=("push",)) == lapsed
    assert isinstance(rolled, DiceRolled)


def test_an_impossible_push_waits_for_the_move():
    """D-2. While both are due, the push does not lapse before the move is done; it is refused meanwhile."""
    river = table(STUCK)
    assert {Move} == set(map(type, river.legal(0)))
    river.when(0, Push(0)).refused("illegal_command", "R-5")


def test_an_impossible_move_waits_and_is_judged_again():
    """D-2. Hemmed in, seat 0 can only push; the right push carries its adventurer to a coin, and now it must walk."""
    river = table(HEMMED_IN, seats=4)
    assert {Push} == set(map(type, river.legal(0)))
    pushed = river.when(0, Push(1)).then(TrunkPushed(seat=0, trunk=1, squares=1))
    assert (Move(1, 2, 2),) == pushed.legal(0)


def test_a_move_that_stays_impossible_lapses():
    """D-2. After another push there is still no way: the move lapses, and the next seat rolls."""
    pushed, lapsed, rolled = table(HEMMED_IN, seats=4).when(0, Push(0)).events
    assert isinstance(pushed, TrunkPushed)
    assert ActionsLapsed(seat=0, actions=("move",)) == lapsed
    assert isinstance(rolled, DiceRolled)


def test_a_seat_may_choose_the_order_that_makes_the_other_action_lapse():
    """D-2. Its only walk leads to a coin; carried away from it by the push, the adventurer cannot walk any more."""
    river = table(HEMMED_IN.replace("..3..", ".3.3."), seats=4)
    moved = river.when(0, Move(1, 2, 1)).table.when(0, Push(1))
    pushed = river.when(0, Push(1))
    lapse = ActionsLapsed(seat=0, actions=("move",))
    assert (False, True) == (lapse in moved.events, lapse in pushed.events)


def test_a_turn_without_any_possible_action_lapses_whole():
    """D-1, D-2. Seat 1 can do nothing: its turn passes, and seat 2 has rolled, all in one commit."""
    river = table("...3\n~~bc\n~~BC", seats=3)
    resigned, passed, lapsed, rolled = river.when(0, Resign()).events
    assert (SeatWithdrew(seat=0), ActionsLapsed(seat=1, actions=("push", "move"))) == (resigned, lapsed)
    assert isinstance(passed, DiceRolled)
    assert isinstance(rolled, DiceRolled)
    assert (1, 2) == (passed.seat, rolled.seat)


def test_only_the_seat_to_play_has_options_and_a_prompt():
    """R-15. The others wait."""
    river = table(OPEN, white=3, brown=2)
    assert "Push a trunk by 2 and move an adventurer by 3, in either order" == river.rules.prompt(river.position, 0)
    assert ("", ()) == (river.rules.prompt(river.position, 1), river.legal(1))
    pushed = river.given(TrunkPushed(seat=0, trunk=0, squares=2))
    assert "Move an adventurer by 3" == river.rules.prompt(pushed.position, 0)
    moved = river.given(AdventurerMoved(seat=0, adventurer=0, path=(Square(0, 2),)))
    assert "Push a trunk by 2" == river.rules.prompt(moved.position, 0)


def test_the_prompt_leaves_out_what_is_impossible_for_the_moment():
    """D-2. It asks only for what can be done now."""
    stuck = table(STUCK, white=3)
    assert "Move an adventurer by 3" == stuck.rules.prompt(stuck.position, 0)
    hemmed_in = table(HEMMED_IN, seats=4)
    assert "Push a trunk by 1" == hemmed_in.rules.prompt(hemmed_in.position, 0)
