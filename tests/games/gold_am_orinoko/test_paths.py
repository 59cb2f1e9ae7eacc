"""Where an adventurer can walk, in drawings: an x is where its walk may end."""

import pytest

from tests.games.gold_am_orinoko.drawing import same, walk, walks

# --- single steps -----------------------------------------------------------------------------------------------------


def test_a_step_goes_up_down_left_or_right():
    """R-9. One step leads to the four squares around, never to a diagonal one."""
    before = """
        .......
        ~=====~
        ~==A==~
        ~=====~
        """
    after = """
        .......
        ~==x==~
        ~=xAx=~
        ~==x==~
        """
    assert same(after) == walks(before, 1)


def test_a_step_stays_on_the_trunks():
    """R-9. There is no stepping into the water, nor out of the river."""
    before = """
        .....
        ~~===
        A==~~
        ~===~
        """
    after = """
        .....
        ~~===
        Ax=~~
        ~===~
        """
    assert same(after) == walks(before, 1)


def test_the_end_of_a_lane_is_not_next_to_the_beginning_of_another():
    """R-9. A step beyond column 0 or beyond the last column leads nowhere."""
    assert "....\nAx==\nx===" == walks("....\nA===\n====", 1)
    assert "....\n===x\n==xA" == walks("....\n====\n===A", 1)


# --- exact numbers of steps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        (1, "==xAx=="),
        (2, "=x=x=x="),
        (3, "x=xAx=x"),
        (4, "=x=x=x="),
    ],
)
def test_a_walk_has_exactly_the_required_steps(steps, after):
    """R-7, D-4. On a single trunk nobody can wait; a walk may turn around, and end where it began with a 2 or a 4."""
    before = """
        .......
        ===A===
        """
    expected = f".......\n{after}"
    assert expected == walks(before, steps)


def test_two_steps_in_the_open():
    """R-7, D-4. Two steps: two away, around a corner, or back to where it began."""
    before = """
        .......
        =======
        =======
        ===A===
        =======
        =======
        """
    after = """
        .......
        ===x===
        ==x=x==
        =x=x=x=
        ==x=x==
        ===x===
        """
    assert same(after) == walks(before, 2)


def test_ending_where_it_began_takes_an_even_number():
    """D-4. With 1 or 3 no walk ends where it began, whoever stands around; with 2 or 4 it does."""
    before = """
        ......
        =B==c=
        =AaC==
        ==b===
        """
    possible = [steps for steps in (1, 2, 3, 4) if walk(before, steps, (1, 1)) is not None]
    assert [2, 4] == possible


def test_a_walk_may_cross_itself_and_come_back_to_its_first_square():
    """D-4. The square that was left counts as free, also for landing and walking on in the middle of a walk."""
    assert "....\nAx=~" == walks("....\nA==~", 3)
    assert ((0, 1), (0, 0), (0, 1)) == walk("....\nA==~", 3, (0, 1))


def test_an_adventurer_with_no_way_at_all_cannot_walk():
    """R-7. On a trunk of one square, with nothing beside it, no walk exists."""
    before = """
        ..3
        ~==
        A~~
        """
    assert same(before) == walks(before, 1)
    assert walk(before, 2, (0, 0)) is None


# --- jumps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A======", "Ax====="),
        ("AB=====", "ABx===="),
        ("ABb====", "ABbx==="),
        ("ABbC===", "ABbCx=="),
        ("ABbCcDd", "ABbCcDd"),
    ],
)
def test_a_row_of_figures_is_jumped_in_one_step(before, after):
    """R-12. One, two, three figures in a straight line are jumped and not counted."""
    assert f".......\n{after}" == walks(f".......\n{before}", 1)


def test_figures_are_jumped_in_every_direction():
    """R-12. Left, right, up and down alike; never around a corner."""
    before = """
        .......
        =======
        ===b===
        ===D===
        =cCABd=
        ===a===
        =======
        """
    after = """
        .......
        ===x===
        ===b===
        ===D===
        xcCABdx
        ===a===
        ===x===
        """
    assert same(after) == walks(before, 1)


def test_the_own_second_adventurer_is_jumped_like_any_other():
    """R-12. It does not matter whose figures stand in the way."""
    assert "....\nAax=" == walks("....\nAa==", 1)


def test_a_jump_needs_a_trunk_to_land_on():
    """R-12. Where the first free square beyond is water, or out of the river, the step is impossible."""
    into_water = """
        ....
        ~===
        ~AB~
        ~~b=
        """
    after = """
        ....
        ~x==
        ~AB~
        ~~b=
        """
    assert same(after) == walks(into_water, 1)
    assert "...\nxBA" == walks("...\n=BA", 1)
    assert "...\n~BA" == walks("...\n~BA", 1)


def test_a_jump_does_not_cross_water_between_figures():
    """R-12. Only occupied squares are jumped; a gap in the line of trunks ends it."""
    before = """
        ...
        ==~
        ~==
        B==
        A==
        """
    after = """
        ...
        ==~
        ~==
        B==
        Ax=
        """
    assert same(after) == walks(before, 1)


def test_jumps_and_steps_follow_each_other():
    """R-7, R-12. A jump is one step of the walk: after it there are as many left as after any other step."""
    before = """
        ......
        =AB===
        """
    assert "......\n=xB=x=" == walks(before, 2)
    assert ((0, 3), (0, 4)) == walk(before, 2, (0, 4))


def test_a_walk_may_jump_there_and_back():
    """D-4, R-12. With a 2 over a figure and back again."""
    assert ((0, 2), (0, 0)) == walk("...\nAB=", 2, (0, 0))


# --- from the shore ---------------------------------------------------------------------------------------------------


def test_the_first_step_from_the_shore_enters_lane_0_anywhere():
    """R-10. Any column that the trunk in lane 0 covers."""
    before = """
        .....
        =====
        ~===~
        """
    after = """
        .....
        =====
        ~xxx~
        """
    assert same(after) == walks(before, 1)


def test_an_occupied_entry_is_jumped_straight_into_the_lanes_beyond():
    """R-10, R-12. From the shore over one, two and three figures."""
    before = """
        ......
        ~=====
        ~==B==
        ~=bC==
        ~DcdA=
        """
    after = """
        ......
        ~==x==
        ~=xB==
        ~xbCx=
        ~DcdAx
        """
    assert same(after) == walks(before, 1, "a")


def test_an_entry_over_a_figure_needs_a_trunk_beyond():
    """R-10, R-12. Where lane 1 has only water behind the figure, there is no entry."""
    before = """
        ....
        ~~==
        =B==
        """
    after = """
        ....
        ~~==
        xBxx
        """
    assert same(after) == walks(before, 1)


def test_from_the_shore_straight_onto_the_wall():
    """R-10, R-12, R-13. Where every lane of a column is occupied, one step leads from the shore to the coin."""
    before = """
        .3.
        =B=
        =b=
        =C=
        """
    after = """
        .x.
        =B=
        =b=
        xCx
        """
    assert same(after) == walks(before, 1)
    assert ((3, 1),) == walk(before, 4, (3, 1))


def test_further_steps_from_the_shore_walk_on():
    """R-10, R-7. The entry is the first step of the walk."""
    before = """
        ....
        ====
        ~=~~
        """
    after = """
        ....
        =x==
        ~=~~
        """
    assert same(after) == walks(before, 2)


def test_nobody_steps_back_to_the_shore():
    """D-6. A walk that would have to turn on the shore does not exist."""
    before = """
        ....
        ~=~~
        ~A~~
        """
    after = """
        ....
        ~=~~
        ~x~~
        """
    assert same(after) == walks(before, 2)
    assert ((1, 1), (0, 1)) == walk(before, 2, (0, 1))
    assert walk("...\n~A~", 2, (0, 1)) is None


# --- the wall ---------------------------------------------------------------------------------------------------------


def test_the_wall_is_entered_straight_from_the_last_lane():
    """R-13. Only where a coin lies in the very column."""
    before = """
        3.⁴.
        =A==
        """
    assert "3.⁴.\nxAx=" == walks(before, 1)
    assert "x.x.\n=x=x" == walks(before, 2)


def test_fewer_steps_are_enough_to_take_a_coin():
    """R-8. With a 4 all coins that 1 to 4 steps lead to, but on the trunks only what exactly 4 lead to."""
    before = """
        3333333
        A======
        """
    after = """
        xxxx333
        x=x=x==
        """
    assert same(after) == walks(before, 4)


def test_a_coin_is_reached_by_a_shortest_walk():
    """D-4, R-8. What is recorded has as few steps as possible."""
    assert ((0, 1), (1, 1)) == walk(".3.\nA==", 4, (1, 1))


def test_the_wall_is_reached_by_a_jump_over_the_last_lane():
    """R-13, R-12. Over one, two, three figures up to the wall, as one step."""
    before = """
        .3.
        =b=
        =B=
        =A=
        """
    after = """
        .x.
        =b=
        =B=
        xAx
        """
    assert same(after) == walks(before, 1)
    assert ((3, 1),) == walk(before, 1, (3, 1))


def test_a_jump_to_the_wall_needs_a_coin():
    """R-13, R-12. Over the last lane's figure, but in a column without a coin, there is no landing."""
    before = """
        3..
        =B=
        =A=
        """
    after = """
        3..
        =B=
        xAx
        """
    assert same(after) == walks(before, 1)


def test_nobody_walks_along_the_wall_or_over_a_coin():
    """R-13. Coins side by side do not make a path: each is reached from its own column alone."""
    before = """
        3333
        =A~~
        """
    after = """
        xx33
        xA~~
        """
    assert same(after) == walks(before, 3)
    assert walk(before, 4, (1, 2)) is None


def test_the_wall_is_not_entered_slantwise_from_another_lane():
    """R-13. Lane 3 leads to the wall only through lane 4, or over those who stand there."""
    before = """
        .3.
        ~==
        A==
        """
    assert walk(before, 1, (2, 1)) is None
    assert ((0, 1), (1, 1), (2, 1)) == walk(before, 3, (2, 1))


# --- the walk that is recorded ----------------------------------------------------------------------------------------


def test_of_several_walks_always_the_same_one_is_recorded():
    """D-4. Found from the end: the square before is the lowest in lane, then in column."""
    before = """
        ....
        ====
        A===
        """
    assert ((0, 1), (1, 1)) == walk(before, 2, (1, 1))
    assert ((0, 1), (0, 2), (1, 2)) == walk(before, 3, (1, 2))
    assert ((0, 1), (0, 0), (0, 1), (0, 2)) == walk(before, 4, (0, 2))


def test_a_recorded_walk_from_the_shore_begins_with_the_entry():
    """D-4, R-10. The shore, where it started, is not part of it."""
    before = """
        ....
        ====
        ====
        """
    assert ((0, 2),) == walk(before, 1, (0, 2))
    assert ((0, 1), (0, 2)) == walk(before, 2, (0, 2))
