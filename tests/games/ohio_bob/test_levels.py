"""R-25 to R-30: the exit, resting, climbing from level to level, and both ends of the amulet phase."""

import pytest

from events.games.ohio_bob.geometry import Place, Space
from events.games.ohio_bob.messages import (
    CardDiscarded,
    Climb,
    DeckShuffled,
    Discard,
    Enter,
    LevelBegan,
    LevelEscaped,
    PawnPlaced,
    Play,
    Rest,
    RestAnnounced,
    Rested,
    RoomLaid,
)
from events.games.ohio_bob.position import gems_short
from tests.games.ohio_bob.tables import LEFT, RIGHT, lay, played, solo

YELLOWS = ("yellow_1", "yellow_2", "yellow_3")
REDS = ("red_1", "red_2", "red_3")
EXIT = lay("green_2", 0, 1, turned=True)
"""The last room; its staircase, turned, is at (0, 4)."""
STAIRCASE = (0, 4)


def on_exit(*hand: str, level: int = 1, deck=("blue_1", "blue_2", "blue_4"), **more):
    """The pawn stands on the last room's staircase; three other rooms of the level lie on the table."""
    return solo(lay("green_4"), lay("blue_3", 1, 0), EXIT, at=STAIRCASE, hand=hand, level=level, deck=deck, **more)


def ends(table) -> tuple[str, str] | None:
    """Reason and rule of the end."""
    return None if table.outcome is None else (table.outcome.reason, table.outcome.rule)


# --- the exit ---------------------------------------------------------------------------------------------------------


def test_the_level_is_left_by_the_last_rooms_staircase():
    """R-25, R-27. Energy is reset, and the cards of the pile are in hand again."""
    table = on_exit("yellow_1", energy=2).given(played(card="yellow_1"))
    after = table.when(0, Climb())
    assert LevelEscaped(0, 6, 0) == after.events[0]
    assert {"super_gear:0", "green:yellow_1"} == set(after.table.position.players[0].hand)


def test_other_staircases_lead_nowhere():
    """R-25, D-7. Not the first room's, also when the last room lies."""
    first = solo(lay("green_4"), EXIT, at=(2, 0))
    first.when(0, Climb()).refused("illegal_command", "R-25")
    elsewhere = solo(lay("green_4"), EXIT, at=(0, 5))
    elsewhere.when(0, Climb()).refused("illegal_command", "R-25")


def test_climbing_in_the_middle_of_a_card_gives_up_what_is_left():
    """R-25. It is possible as long as the pawn stands there."""
    table = on_exit().given(played("move right", "torch"))
    assert Climb() in table.legal(0)
    after = table.when(0, Climb())
    assert LevelEscaped(0, 6, 0) == after.events[0]
    assert () == after.table.position.players[0].effects


def test_nobody_has_to_climb():
    """R-25. The pawn may move on, or rest, on the exit."""
    table = on_exit()
    assert {Climb(), Rest(), Play("super_gear:0", "A")} == set(table.legal(0))
    table.given(played("move right")).when(0, RIGHT)


def test_level_3_too_is_left_only_by_its_last_room():
    """D-9. The first room's staircase is as good as any other."""
    solo(lay("green_4"), EXIT, at=(2, 0), level=3).when(0, Climb()).refused("illegal_command", "R-25")


def test_alone_there_is_nobody_to_give_energy_to():
    """R-25, R-35. The argument is for two."""
    on_exit().when(0, Climb(give=True)).refused("illegal_command", "R-25")


# --- rest -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "left"), [(1, 5), (2, 4), (3, 3)])
def test_a_rest_brings_the_pile_back_for_energy(level: int, left: int):
    """R-26. The cost is the level's."""
    table = solo("yellow_3", at=(0, 1), hand=YELLOWS, level=level).given(played(card="yellow_2"), played())
    after = table.when(0, Rest()).then(RestAnnounced(0), Rested(0, left))
    player = after.position.players[0]
    assert ((), 4) == (player.pile, len(player.hand))


def test_one_may_rest_with_cards_in_hand_and_an_empty_pile():
    """R-26. Whenever no card is in progress."""
    solo("yellow_3", at=(0, 1)).when(0, Rest()).then(RestAnnounced(0), Rested(0, 5))


def test_with_an_empty_hand_there_is_only_resting():
    """R-26. Besides climbing, where that is possible."""
    assert (Rest(),) == solo("yellow_3", at=(0, 1)).given(played()).legal(0)
    assert {Rest(), Climb()} == set(on_exit().given(played()).legal(0))


def test_a_rest_that_costs_all_energy_loses_the_game():
    """R-26, R-30. Energy does not fall below 0."""
    table = solo("yellow_3", at=(0, 1), level=3, energy=2)
    assert ("energy", "R-30") == ends(table.when(0, Rest()).then(RestAnnounced(0), Rested(0, 0)))


# --- from level to level ----------------------------------------------------------------------------------------------


def test_cards_above_max_are_discarded_one_by_one():
    """R-27, D-4. MAX of the level just left: 5 on level 1 of the easy card, exactly the surplus goes."""
    table = on_exit(*YELLOWS, *REDS).when(0, Climb()).then(LevelEscaped(0, 6, 2))
    assert {"Discard"} == {type(command).__name__ for command in table.legal(0)}
    one = table.when(0, Discard("green:red_1")).then(CardDiscarded(0, "green:red_1"))
    last = one.when(0, Discard("green:red_2"))
    assert [CardDiscarded, DeckShuffled, LevelBegan] == [type(event) for event in last.events]
    assert 5 == len(last.table.position.players[0].hand)


def test_only_cards_in_hand_are_discarded_and_only_the_surplus():
    """R-27. Nothing is discarded before a climb, nor what is not in hand, nor anything else done meanwhile."""
    on_exit(*YELLOWS).when(0, Discard("green:yellow_1")).refused("illegal_command", "R-27")
    table = on_exit(*YELLOWS, *REDS).when(0, Climb()).table
    table.when(0, Discard("green:blue_1")).refused("illegal_command", "R-27")
    table.when(0, Rest()).refused("illegal_command", "R-27")


def test_super_gear_counts_and_leaves_the_game_when_discarded():
    """D-5. It is not shuffled into any deck, and lies among the discards from now on, for all to see."""
    table = on_exit(*YELLOWS, "red_1", "red_2").when(0, Climb()).then(LevelEscaped(0, 6, 1))
    after = table.when(0, Discard("super_gear:0")).table
    player = after.position.players[0]
    assert "super_gear:0" not in (*player.hand, *player.pile, *player.deck)
    assert ("super_gear:0",) == player.discards


def test_rooms_and_discards_go_under_the_deck():
    """R-27. In one shuffle; the cards of the deck stay above them in their order."""
    table = on_exit(*YELLOWS, "red_1", "red_2").when(0, Climb()).table
    shuffled, began = table.when(0, Discard("green:red_2")).events[1:]
    assert isinstance(shuffled, DeckShuffled)
    assert sorted(["green:green_4", "green:blue_3", "green:green_2", "green:red_2"]) == sorted(shuffled.cards)
    assert (("green:blue_1", "green:blue_2"), LevelBegan(2)) == (shuffled.first_two, began)
    position = table.when(0, Discard("green:red_2")).table.position
    assert ("green:blue_1", "green:blue_2", "green:blue_4", *shuffled.cards) == position.players[0].deck
    assert ((3, 4), ()) == (position.players[0].layers, position.rooms)


def test_the_next_level_begins_in_one_of_two_rooms():
    """R-28, D-8. The other card stays on top of the deck."""
    table = on_exit().when(0, Climb()).table
    assert [Enter("green:blue_1"), Enter("green:blue_2")] == list(table.legal(0))
    second = table.when(0, Enter("green:blue_2"))
    second.then(RoomLaid(0, "green:blue_2", Place(0, 0), False, "green:blue_1"), PawnPlaced(0, Space(2, 3)))
    first = table.when(0, Enter("green:blue_1"))
    first.then(RoomLaid(0, "green:blue_1", Place(0, 0), False, "green:blue_2"), PawnPlaced(0, Space(2, 1)))
    assert "green:blue_1" == second.table.position.players[0].deck[0]


def test_only_the_first_two_cards_can_be_entered():
    """R-28. And nothing else is done before."""
    table = on_exit().when(0, Climb()).table
    table.when(0, Enter("green:blue_4")).refused("illegal_command", "R-28")
    table.when(0, Play("super_gear:0", "A")).refused("illegal_command", "R-28")
    on_exit().when(0, Enter("green:blue_1")).refused("illegal_command", "R-28")


def test_the_amulet_phase_comes_after_the_discards_of_level_3():
    """R-29, D-4. With nine cards one has to go first, and nothing is shuffled any more."""
    hand = (*YELLOWS, *REDS, "yellow_4", "red_4")
    table = on_exit(*hand, level=3).when(0, Climb()).then(LevelEscaped(0, 6, 1))
    assert ends(table) is None
    assert ("amulet", "R-29") == ends(table.when(0, Discard("super_gear:0")).then(CardDiscarded(0, "super_gear:0")))


def test_with_the_gems_the_game_is_won():
    """R-29. Three yellow and three of any other colour, the multicoloured gem as the best one."""
    won = on_exit(*YELLOWS, "red_1", "red_2", "multicoloured_1", level=3).when(0, Climb()).table.outcome
    assert won is not None
    assert ((0,), "amulet", "R-29") == (won.winners, won.reason, won.rule)


def test_without_the_gems_it_is_lost():
    """R-29. Three colours do not make up for three of one."""
    table = on_exit(*YELLOWS, "red_1", "red_2", "blue_1", level=3, deck=("blue_2", "blue_4")).when(0, Climb()).table
    assert ("challenge", "R-29") == ends(table)
    assert () == table.outcome.winners


@pytest.mark.parametrize(
    ("cards", "wanted", "short"),
    [
        ("yyyrrr", {"yellow": 3, "any": 3}, 0),
        ("yyyyym", {"yellow": 3, "any": 3}, 0),
        ("yyrrrm", {"yellow": 3, "any": 3}, 0),
        ("yyrrm", {"yellow": 3, "any": 3}, 1),
        ("mmyyrr", {"yellow": 3, "any": 3}, 0),
        ("rrbbyy", {"red": 2, "blue": 2, "any": 2}, 0),
        ("rrrrbb", {"red": 2, "blue": 2, "any": 2}, 0),
        ("rrrbby", {"red": 2, "blue": 2, "any": 2}, 1),
        ("yyrrbbg", {"yellow": 2, "red": 2, "blue": 2, "green": 2}, 1),
        ("yyrrbbgm", {"yellow": 2, "red": 2, "blue": 2, "green": 2}, 0),
        ("", {"green": 4, "any": 3}, 7),
    ],
)
def test_the_best_use_of_gems_is_found_by_itself(cards: str, wanted: dict[str, int], short: int):
    """R-29. "Any" may be a named colour too, each card counts once, a multicoloured gem is any one colour."""
    names = {"y": "yellow", "r": "red", "b": "blue", "g": "green", "m": "multicoloured"}
    assert short == gems_short(tuple(f"green:{names[gem]}_1" for gem in cards), dict(wanted))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_empty_deck_loses_the_game(level: int):
    """R-30. At once, on every level, while the last room of level 3 does not lie yet."""
    table = solo("green_2", at=(0, 0), level=level, deck=("red_4",)).given(played("move left"))
    after = table.when(0, LEFT).table
    assert ("deck", "R-30") == ends(after)


def test_the_decks_last_card_may_be_the_last_room():
    """R-30. Then level 3 is fully explored, and play goes on."""
    rooms = [lay("red_1", -1, 0), lay("red_2", -1, 1), lay("green_2")]
    table = solo(*rooms, at=(0, 0), level=3, deck=("red_4",)).given(played("move left"))
    after = table.when(0, LEFT).table
    assert (None, (0,)) == (ends(after), after.to_move)
