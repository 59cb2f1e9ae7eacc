"""R-31 to R-36 and R-38 to R-40: two seats, who share rooms, rests, rations, and the end."""

import pytest

from events.games.ohio_bob import RULES
from events.games.ohio_bob.geometry import Place, Space
from events.games.ohio_bob.messages import (
    CardDiscarded,
    CardKept,
    ChestOpened,
    Climb,
    DeckShuffled,
    Discard,
    EffectsLapsed,
    EnergyGiven,
    Enter,
    Keep,
    LevelBegan,
    LevelEscaped,
    PawnPlaced,
    PawnTeleported,
    PitEntered,
    PlaceRoom,
    Play,
    RationTaken,
    Rest,
    RestAnnounced,
    Rested,
    RoomLaid,
    Teleport,
    TeleporterEntered,
    TrapSprung,
)
from tests.games.ohio_bob.tables import DOWN, LEFT, RIGHT, UP, duo, lay, moved, played, waits
from tests.scenario import Table

# Seat 0's first room covers rows 3 to 5, the connecting room rows 0 to 2, seat 1's first room rows -3 to -1.
MINE = lay("yellow_3", 1, 0)
YOURS = lay("yellow_3", -1, 0, turned=True, seat=1)
EXIT = lay("green_2", 1, 1, turned=True)
"""Seat 0's last room; its staircase is at (3, 4)."""
YOUR_EXIT = lay("green_2", -1, 1, seat=1)
"""Seat 1's last room, the way its staircase is above for seat 1; on the table at (-1, 7)."""


def pair(at=((5, 3), (-3, 0)), **more):
    """Both pawns in their first rooms, on the staircases unless said otherwise."""
    return duo(MINE, YOURS, at=at, **more)


def ends(table) -> tuple[str, str] | None:
    """Reason and rule of the end."""
    return None if table.outcome is None else (table.outcome.reason, table.outcome.rule)


# --- facing each other ------------------------------------------------------------------------------------------------


def test_both_choose_their_first_rooms_before_anybody_plays():
    """R-31. Until then only keep is legal; a first room lies open at once."""
    table = Table(rules=RULES, seats=2).set_up()
    assert (0, 1) == table.to_move
    mine, yours = table.position.players[0].deck, table.position.players[1].deck
    kept = table.when(1, Keep(yours[0]))
    assert [CardKept, RoomLaid, PawnPlaced] == [type(event) for event in kept.events]
    assert RoomLaid(1, yours[1], Place(-1, 0), True, yours[2]) == kept.events[1]
    waiting = kept.table
    assert ((0,), ()) == (waiting.to_move, waiting.legal(1))
    waiting.when(1, Play("super_gear:1", "A")).refused("not_your_turn")
    waiting.when(0, Play("super_gear:0", "A")).refused("illegal_command", "R-3")
    both = waiting.when(0, Keep(mine[1])).table
    assert (0, 1) == both.to_move


def test_the_connecting_room_lies_between_and_counts_for_nobody():
    """R-31. It is on the table from the beginning of each level, and in nobody's number of rooms."""
    for face in ("easy", "hard"):
        position = Table(rules=RULES, seats=2, options={"connecting": face}).set_up().position
        assert [f"connecting_{face}"] == [laid.card for laid in position.rooms]
        assert [None] == [laid.seat for laid in position.rooms]
    rooms = [lay("red_1", 2, 0), lay("red_2", 2, 1), lay("red_3", 2, 2), MINE, YOURS]
    table = duo(*rooms, at=((3, 1), (-3, 0))).given(played("move right"), moved(3, 2), played("map"))
    fifth = table.when(0, PlaceRoom("right"))
    assert RoomLaid(0, "green:red_4", Place(1, 1), True, "green:blue_4") == fifth.events[0]


def test_commands_name_directions_as_the_acting_seat_sees_them():
    """R-31. What is up for seat 1 is down on the table, and left is right; events tell the table's spaces."""
    table = pair(at=((4, 1), (-2, 2))).given(played("move up", "move right", seat=1))
    after = table.when(1, UP).then(moved(-1, 2, seat=1))
    after.when(1, RIGHT).then(moved(-1, 1, seat=1))


def test_a_seat_explores_the_way_it_faces():
    """R-31. Seat 1's new rooms lie turned, its last one does not; the deck is its own."""
    table = pair(at=((4, 1), (-2, 0))).given(played("move right", seat=1))
    table.when(1, RIGHT).then(RoomLaid(1, "blue:red_4", Place(-1, -1), True, "blue:blue_4"))
    rooms = [lay(f"red_{number}", -2, number, turned=True, seat=1) for number in (1, 2, 3)]
    last = duo(*rooms, MINE, YOURS, at=((4, 1), (-2, 0))).given(played("move right", seat=1))
    last.when(1, RIGHT).then(RoomLaid(1, "blue:red_4", Place(-1, -1), False, "blue:blue_4"))


def test_both_can_act_at_any_time():
    """R-32. There is no turn order, also while the other has a card in progress."""
    table = pair(at=((3, 1), (-1, 2))).given(played("move right"), played("move up", seat=1))
    assert (0, 1) == table.to_move
    table.when(0, RIGHT).table.when(1, UP).table.when(0, Play("super_gear:0", "A")).refused("illegal_command", "R-4")
    first = table.when(1, UP).then(moved(0, 2, seat=1))
    first.when(0, RIGHT).then(moved(3, 2))


# --- resting together -------------------------------------------------------------------------------------------------


def test_a_rest_waits_for_the_partner():
    """R-33. The first only announces it; both rest when the second does."""
    waiting = pair().when(0, Rest()).then(RestAnnounced(0))
    assert 6 == waiting.position.players[0].energy
    both = waiting.when(1, Rest()).then(RestAnnounced(1), Rested(0, 5), Rested(1, 5))
    assert [None, None] == [player.waiting for player in both.position.players]


def test_a_pit_announces_a_rest():
    """R-22, R-33. The card is lost at once; the seat waits, and may play nothing until both rest."""
    table = pair(at=((4, 1), (-3, 0)), hands=(("red_1",), ())).given(played("move right", "torch"))
    fallen = table.when(0, RIGHT).then(moved(4, 2), PitEntered(0, Space(4, 2)))
    assert ((1,), ()) == (fallen.to_move, fallen.legal(0))
    fallen.when(0, Play("green:red_1", "A")).refused("not_your_turn")
    fallen.when(1, Rest()).then(RestAnnounced(1), Rested(0, 5), Rested(1, 5))


def test_a_pit_ends_the_waiting_of_a_partner():
    """R-33. Whoever waits already rests together with the one who falls."""
    table = pair(at=((4, 1), (-3, 0))).given(played("move right"), waits(1))
    table.when(0, RIGHT).then(moved(4, 2), PitEntered(0, Space(4, 2)), Rested(0, 5), Rested(1, 5))


def test_a_rest_is_taken_back_by_playing_a_card():
    """D-13. Unless a pit caused it."""
    waiting = pair(hands=(("red_1",), ())).given(waits(0))
    after = waiting.when(0, Play("green:red_1", "A")).table
    assert None is after.position.players[0].waiting
    after.when(1, Rest()).then(RestAnnounced(1))


def test_a_rest_is_not_announced_twice():
    """D-13. The seat waits already; with an empty hand it has nothing to do."""
    waiting = pair(hands=(("red_1",), ())).given(waits(0))
    waiting.when(0, Rest()).refused("illegal_command", "D-13")
    empty = pair().given(played(), waits(0))
    assert ((1,), ()) == (empty.to_move, empty.legal(0))


def test_a_pit_forbids_cards_also_where_something_else_is_possible():
    """R-22, D-13. On neighbouring spaces a seat in a pit may exchange, but plays nothing."""
    table = duo(MINE, YOURS, at=((4, 1), (4, 2)), hands=(("red_1",), ("red_1",)))
    fallen = table.given(played("move up", seat=1), PitEntered(1, Space(4, 2)))
    assert 1 in fallen.to_move
    fallen.when(1, Play("blue:red_1", "A")).refused("illegal_command", "R-22")
    fallen.when(1, Rest()).refused("illegal_command", "D-13")


def test_a_waiting_seat_may_climb():
    """D-13. If it stands on its exit; the waiting is over then."""
    table = duo(MINE, EXIT, YOURS, at=((3, 4), (-3, 0))).given(waits(0))
    assert Climb() in table.legal(0)
    after = table.when(0, Climb()).then(LevelEscaped(0, 6, 0))
    assert None is after.position.players[0].waiting


def test_an_escape_ends_the_partners_waiting():
    """R-33. Whoever waits when the partner climbs rests alone, at once."""
    table = duo(MINE, EXIT, YOURS, at=((3, 4), (-3, 0))).given(waits(1))
    table.when(0, Climb()).then(LevelEscaped(0, 6, 0), Rested(1, 5))


def test_after_the_partners_escape_a_seat_rests_alone():
    """R-33. Nobody is there to wait for, neither at a rest nor in a pit."""
    alone = duo(MINE, EXIT, YOURS, at=(None, (-2, 2)))
    alone.when(1, Rest()).then(RestAnnounced(1), Rested(1, 5))
    falling = alone.given(played("move right", seat=1))
    falling.when(1, RIGHT).then(moved(-2, 1, seat=1), PitEntered(1, Space(-2, 1)), Rested(1, 5))


# --- rations and gifts ------------------------------------------------------------------------------------------------

PANTRY = lay("yellow_2", 1, 0)
"""Seat 0's first room; its ration is at (4, 1)."""


def test_a_ration_feeds_the_partner():
    """R-34. The own Energy stays as it is."""
    table = duo(PANTRY, YOURS, at=((3, 1), (-3, 0)), energy=(3, 3)).given(played("move down"))
    after = table.when(0, DOWN).then(moved(4, 1), RationTaken(0, Space(4, 1), 1, 4))
    assert [3, 4] == [player.energy for player in after.position.players]


def test_a_ration_is_lost_on_a_partner_at_the_maximum():
    """R-34. Nobody gets anything, and it is used up."""
    table = duo(PANTRY, YOURS, at=((3, 1), (-3, 0)), energy=(3, None)).given(played("move down"))
    after = table.when(0, DOWN).then(moved(4, 1), RationTaken(0, Space(4, 1), 1, 6))
    assert [(3, (Space(4, 1),)), (6, ())] == [(player.energy, player.used) for player in after.position.players]


def test_after_the_partners_escape_a_ration_feeds_its_finder():
    """R-34. Whose rooms they are makes no difference."""
    table = duo(PANTRY, YOURS, at=((3, 1), None), energy=(3, None)).given(played("move down"))
    table.when(0, DOWN).then(moved(4, 1), RationTaken(0, Space(4, 1), 0, 4))


def leaving(mine: int | None, theirs: int | None, **more):
    """Seat 0 on its exit, both with so much Energy."""
    return duo(MINE, EXIT, YOURS, at=((3, 4), (-3, 0)), energy=(mine, theirs), **more)


def test_whoever_climbs_may_give_one_energy():
    """R-35, D-14. Before the own Energy is reset; with false nothing is given."""
    table = leaving(2, 3)
    assert [Climb(), Climb(give=True)] == [command for command in table.legal(0) if isinstance(command, Climb)]
    table.when(0, Climb(give=True)).then(EnergyGiven(0, 1, 4), LevelEscaped(0, 6, 0))
    table.when(0, Climb(give=False)).then(LevelEscaped(0, 6, 0))


@pytest.mark.parametrize(("mine", "theirs"), [(1, 3), (3, None)])
def test_energy_is_given_only_from_two_and_below_the_maximum(mine, theirs):
    """D-14. The last Energy stays, and nothing is given to a partner who is full."""
    table = leaving(mine, theirs)
    assert Climb(give=True) not in table.legal(0)
    table.when(0, Climb(give=True)).refused("illegal_command", "D-14")


def test_nothing_is_given_to_a_partner_who_has_escaped():
    """D-14. It has left the level."""
    table = duo(MINE, EXIT, YOURS, at=((3, 4), None), energy=(3, 3))
    table.when(0, Climb(give=True)).refused("illegal_command", "D-14")


def test_the_order_of_a_climb():
    """D-14, R-35. Energy is given, the own is reset, the waiting partner rests, then cards are discarded."""
    hand = ("red_1", "red_2", "red_3", "blue_1", "blue_2")
    table = leaving(3, 3, hands=(hand, ())).given(waits(1))
    after = table.when(0, Climb(give=True))
    after.then(EnergyGiven(0, 2, 4), LevelEscaped(0, 6, 1), Rested(1, 3))
    assert (0, 1) == after.table.to_move
    after.table.when(0, Discard("green:red_1")).then(CardDiscarded(0, "green:red_1"))


def test_given_energy_may_save_a_waiting_partner():
    """R-33, D-14. It arrives before the rest has to be paid."""
    saved = leaving(3, 1).given(waits(1)).when(0, Climb(give=True)).table
    lost = leaving(3, 1).given(waits(1)).when(0, Climb()).table
    assert (None, ("energy", "R-30")) == (ends(saved), ends(lost))


# --- one table --------------------------------------------------------------------------------------------------------


def test_two_pawns_never_share_a_space():
    """R-36. Neither on foot nor by rope, hammer or Super Gear."""
    for effect in ("move down right", "rope", "super_gear"):
        table = duo(MINE, YOURS, at=((3, 1), (4, 1))).given(played(effect))
        table.when(0, DOWN).refused("illegal_command", "R-36")
    walled = duo(MINE, YOURS, at=((4, 1), (4, 0))).given(played("sledgehammer"))
    walled.when(0, LEFT).refused("illegal_command", "R-36")


def test_an_effect_lapses_when_the_partner_takes_its_last_chance():
    """R-5, R-36. Seat 1 steps onto the only space that seat 0's move leads to."""
    table = duo(MINE, YOURS, at=((4, 1), (2, 1))).given(played("move up"), played("move up", seat=1))
    table.when(1, UP).then(moved(3, 1, seat=1), EffectsLapsed(0, ("move up",)))


def test_each_may_enter_the_others_rooms_and_take_bonuses_there():
    """R-36, R-21. Each space counts for each seat separately."""
    table = duo(PANTRY, YOURS, at=((3, 0), (3, 1)), energy=(3, 3))
    taken = table.given(moved(4, 1), RationTaken(0, Space(4, 1), 1, 4), moved(5, 1), played("move up", seat=1))
    taken.when(1, UP).then(moved(4, 1, seat=1), RationTaken(1, Space(4, 1), 0, 4))


def test_everything_drawn_comes_from_the_own_deck():
    """D-11. Chests, exploration, maps and torches in the partner's rooms too; rooms count for who laid them."""
    guest = duo(PANTRY, YOURS, at=((5, 3), (3, 2)))
    chest = guest.given(played("move up", seat=1)).when(1, UP)
    chest.then(moved(4, 2, seat=1), ChestOpened(1, Space(4, 2), "blue:red_4", "blue:blue_4"))
    table = guest.given(moved(3, 0, seat=1), played("move right", seat=1))
    table.when(1, RIGHT).then(RoomLaid(1, "blue:red_4", Place(1, -1), True, "blue:blue_4"))
    mapped = guest.given(moved(5, 2, seat=1), played("map", seat=1)).when(1, PlaceRoom("left"))
    assert RoomLaid(1, "blue:red_4", Place(1, 1), True, "blue:blue_4") == mapped.events[0]


def test_teleporters_lead_to_every_room_but_not_onto_the_partner():
    """R-24, R-36. The connecting room and the partner's rooms qualify; a space that is held does not."""
    rooms = (lay("blue_4", 1, 0), lay("red_2", 1, 1), YOURS)
    free = duo(*rooms, at=((4, 1), (-3, 0))).given(played("move up")).when(0, UP)
    table = free.then(moved(3, 1), TeleporterEntered(0, ()))
    assert [Teleport("up"), Teleport("right")] == list(table.legal(0))
    held = duo(*rooms, at=((4, 1), (0, 1))).given(played("move up"))
    held.when(0, UP).then(moved(3, 1), PawnTeleported(0, Space(3, 5)))


def test_a_teleport_happens_by_itself_when_the_partner_leaves_one_target():
    """D-3. In the partner's commit, with the effect of the space."""
    rooms = (lay("blue_4", 1, 0), lay("red_1", 1, 1), YOURS)
    due = duo(*rooms, at=((4, 1), (0, 0))).given(played("move up"), played("move left", seat=1))
    table = due.when(0, UP).then(moved(3, 1), TeleporterEntered(0, ()))
    table.when(1, LEFT).then(moved(0, 1, seat=1), PawnTeleported(0, Space(3, 5)), TrapSprung(0, Space(3, 5), 5))


# --- leaving a level --------------------------------------------------------------------------------------------------


def test_a_level_is_left_by_the_own_last_room_only():
    """R-38, D-7. The partner's exit is no exit, however many rooms were explored."""
    guest = duo(MINE, EXIT, YOURS, YOUR_EXIT, at=((-1, 7), (3, 4)))
    guest.when(0, Climb()).refused("illegal_command", "D-7")
    guest.when(1, Climb()).refused("illegal_command", "D-7")
    home = duo(MINE, EXIT, YOURS, YOUR_EXIT, at=((3, 4), (-1, 7)))
    assert [LevelEscaped(0, 6, 0)] == list(home.when(0, Climb()).events)
    assert [LevelEscaped(1, 6, 0)] == list(home.when(1, Climb()).events)


def test_an_escaped_pawn_is_off_the_table_and_its_rooms_stay():
    """D-12. The partner goes on, in these rooms too."""
    table = duo(MINE, EXIT, YOURS, at=((3, 4), (4, 4))).when(0, Climb()).table
    assert ((1,), None) == (table.to_move, table.position.players[0].pawn)
    assert 4 == len(table.position.rooms)
    table.given(played("move down", seat=1)).when(1, DOWN).then(moved(3, 4, seat=1))


def test_the_next_level_begins_when_both_have_escaped():
    """R-39, D-12. Each seat's rooms and discards go under its own deck, in the commit of the last climb."""
    stray = lay("blue:blue_1", 2, 0)
    table = duo(MINE, EXIT, stray, YOURS, YOUR_EXIT, at=(None, (-1, 7)))
    escaped, mine, yours, began = table.when(1, Climb()).events
    assert (LevelEscaped(1, 6, 0), LevelBegan(2)) == (escaped, began)
    assert isinstance(mine, DeckShuffled)
    assert isinstance(yours, DeckShuffled)
    assert (0, ["blue:blue_1", "green:green_2", "green:yellow_3"]) == (mine.seat, sorted(mine.cards))
    assert (1, ["blue:green_2", "blue:yellow_3"]) == (yours.seat, sorted(yours.cards))
    after = table.when(1, Climb()).table
    assert ["connecting_easy"] == [laid.card for laid in after.position.rooms]
    assert (0, 1) == after.to_move
    after.when(0, Enter("green:red_4")).table.when(1, Enter("blue:blue_4")).table.when(0, Rest()).then(RestAnnounced(0))


def test_discards_hold_the_next_level_up():
    """R-39, D-12. The decks are shuffled when the last discard is made, also when that is the first climber's."""
    hand = ("red_1", "red_2", "red_3", "blue_1", "blue_2")
    table = duo(MINE, EXIT, YOURS, YOUR_EXIT, at=((3, 4), (-1, 7)), hands=(hand, ()))
    both = table.when(0, Climb()).table.when(1, Climb()).then(LevelEscaped(1, 6, 0))
    assert (0,) == both.to_move
    last = both.when(0, Discard("green:red_1"))
    assert [CardDiscarded, DeckShuffled, DeckShuffled, LevelBegan] == [type(event) for event in last.events]
    assert "green:red_1" in last.table.position.players[0].deck


# --- the end ----------------------------------------------------------------------------------------------------------

GEMS = ("yellow_1", "yellow_2", "yellow_4", "blue:red_1", "blue:red_2", "blue:red_3")
THEIR_GEMS = ("green_1", "green:green_3", "green:green_4", "green:blue_1", "blue_1", "blue_2")


def final(mine=GEMS, theirs=THEIR_GEMS):
    """Both on their exits of level 3."""
    return duo(MINE, EXIT, YOURS, YOUR_EXIT, at=((3, 4), (-1, 7)), hands=(mine, theirs), level=3)


def test_both_have_won_when_both_have_left():
    """R-40. With their gems and three cards of the partner's set each."""
    one = final().when(0, Climb()).table
    assert (None, (1,)) == (ends(one), one.to_move)
    won = one.when(1, Climb()).table.outcome
    assert won is not None
    assert ((0, 1), "amulet", "R-40") == (won.winners, won.reason, won.rule)


def test_nothing_is_shuffled_after_level_3():
    """D-12. The climbs are the last events."""
    assert [LevelEscaped(1, 6, 0)] == list(final().when(0, Climb()).table.when(1, Climb()).events)


def test_missing_gems_lose_the_game_for_both():
    """R-40. As soon as one seat has left level 3 without them."""
    poor = final(mine=("yellow_1", "yellow_2", "blue:red_1", "blue:red_2", "blue:red_3"))
    lost = poor.when(0, Climb()).table
    assert ("challenge", "R-40") == ends(lost)
    assert () == lost.outcome.winners


def test_missing_cards_of_the_partner_lose_the_game_for_both():
    """R-40. Two of its cards are not enough, even with all gems."""
    strangers = final(mine=("yellow_1", "yellow_2", "yellow_4", "red_4", "blue:red_2", "blue:red_3"))
    assert ("partner_cards", "R-40") == ends(strangers.when(0, Climb()).table)


def test_each_seat_loses_by_its_own_deck_and_energy():
    """R-40, R-30. An empty deck, or Energy 0, of either seat ends the game for both."""
    empty = pair(at=((4, 1), (-2, 0)), decks=(("red_1",), ("red_1",))).given(played("move right", seat=1))
    assert ("deck", "R-30") == ends(empty.when(1, RIGHT).table)
    tired = pair(energy=(None, 1)).given(waits(0))
    assert ("energy", "R-30") == ends(tired.when(1, Rest()).then(RestAnnounced(1), Rested(0, 5), Rested(1, 0)))


def test_the_first_loss_in_the_order_of_the_rules_gives_the_reason():
    """R-40, R-30. Seat 0 leaves without its gems while its waiting partner has no Energy left for the rest."""
    table = duo(
        MINE, EXIT, YOURS, YOUR_EXIT, at=((3, 4), (-1, 7)), hands=(("yellow_1",), THEIR_GEMS), level=3, energy=(6, 2)
    ).given(waits(1))
    assert ("energy", "R-30") == ends(table.when(0, Climb()).table)
