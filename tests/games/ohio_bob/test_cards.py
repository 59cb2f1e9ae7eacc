"""R-4, R-5: playing cards, and doing without their effects."""

from events.games.ohio_bob.components import equipment
from events.games.ohio_bob.messages import (
    CardPlayed,
    EffectsGivenUp,
    EffectsLapsed,
    Finish,
    PlaceRoom,
    Play,
    Rest,
    Skip,
    TeleporterEntered,
)
from tests.games.ohio_bob.tables import DOWN, LEFT, RIGHT, UP, lay, moved, played, solo

TABLE = solo("yellow_3", at=(0, 1), hand=("yellow_2",))


def test_a_card_is_played_from_hand_onto_the_pile():
    """R-4. Its effects are carried out from left to right, by the choice that was taken."""
    for option in ("A", "B"):
        effects = equipment("green:yellow_2").effects(option)
        after = TABLE.when(0, Play("green:yellow_2", option)).then(CardPlayed(0, "green:yellow_2", option, effects))
        player = after.position.players[0]
        assert (("super_gear:0",), ("green:yellow_2",), effects) == (player.hand, player.pile, player.effects)


def test_only_cards_in_hand_are_played():
    """R-4. Not from the pile, not from the deck."""
    TABLE.when(0, Play("green:red_4", "A")).refused("illegal_command", "R-4")
    rested = TABLE.given(played(card="yellow_2"))
    rested.when(0, Play("green:yellow_2", "A")).refused("illegal_command", "R-4")


def test_one_card_is_in_progress_at_a_time():
    """R-4, R-5. The next card comes when the effects of the last are done, given up or lapsed."""
    busy = TABLE.given(played("move left right", card="yellow_2"))
    busy.when(0, Play("super_gear:0", "A")).refused("illegal_command", "R-5")
    busy.when(0, Rest()).refused("illegal_command", "R-5")
    busy.when(0, Finish()).table.when(0, Play("super_gear:0", "A")).then(
        CardPlayed(0, "super_gear:0", "A", ("super_gear",))
    )


def test_effects_go_from_left_to_right():
    """R-4. The second effect is not there before the first is done."""
    busy = TABLE.given(played("move right", "move left"))
    busy.when(0, LEFT).refused("illegal_command", "R-6")
    busy.when(0, RIGHT).then(moved(0, 2)).when(0, LEFT).then(moved(0, 1))


def test_super_gear_has_one_choice():
    """R-16, E-2. There is no choice B."""
    TABLE.when(0, Play("super_gear:0", "B")).refused("illegal_command", "R-16")


def test_skip_does_without_the_next_effect():
    """R-5. The others are still to come."""
    busy = TABLE.given(played("move right", "move left", "move down"))
    after = busy.when(0, Skip()).then(EffectsGivenUp(0, ("move right",)))
    assert ("move left", "move down") == after.position.players[0].effects


def test_finish_does_without_all_that_is_left():
    """R-5. No effect is compulsory."""
    busy = TABLE.given(played("move right", "move down"))
    after = busy.when(0, Finish()).then(EffectsGivenUp(0, ("move right", "move down")))
    assert () == after.position.players[0].effects


def test_there_must_be_something_to_do_without():
    """R-4. Without a card in progress nothing is moved, skipped or finished."""
    for command in (Skip(), Finish(), UP, PlaceRoom("up")):
        TABLE.when(0, command).refused("illegal_command", "R-4")


def test_an_effect_that_cannot_be_carried_out_lapses_by_itself():
    """R-5. Between wall above and wall beside, up and left are impossible."""
    corner = solo("yellow_3", at=(0, 0))
    after = corner.given(played("move down", "move up left", "move right")).when(0, Skip())
    left = after.then(EffectsGivenUp(0, ("move down",)), EffectsLapsed(0, ("move up left",)))
    assert ("move right",) == left.position.players[0].effects


def test_a_choice_with_nothing_to_do_may_be_played():
    """R-5. Between two walls a move to the left or right lapses; the card lies on the pile all the same."""
    dead_end = solo("yellow_3", at=(1, 0), hand=("multicoloured_1",))
    after = dead_end.when(0, Play("green:multicoloured_1", "B")).then(
        CardPlayed(0, "green:multicoloured_1", "B", ("move left right",)), EffectsLapsed(0, ("move left right",))
    )
    player = after.position.players[0]
    assert (("green:multicoloured_1",), ()) == (player.pile, player.effects)


def test_a_lost_chance_lapses_later_effects_too():
    """R-5. What is next after a step is judged where the pawn stands then."""
    table = solo("yellow_3", at=(0, 1)).given(played("move right", "sledgehammer", "rope"))
    table.when(0, RIGHT).then(moved(0, 2), EffectsLapsed(0, ("sledgehammer",)))


def test_space_effects_are_compulsory():
    """R-5, R-24. While a teleport is due neither skip nor finish is possible, nor any move."""
    rooms = (lay("yellow_4"), lay("red_1", -1, 0), lay("red_3", 1, 0))
    due = solo(*rooms, at=(1, 0)).given(played("move up", "move up"), moved(1, 0), TeleporterEntered(0, ()))
    for command in (Skip(), Finish(), UP, DOWN):
        due.when(0, command).refused("illegal_command", "R-24")
    assert {"Teleport"} == {type(command).__name__ for command in due.legal(0)}
