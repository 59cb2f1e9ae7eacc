"""Hints: an estimate that knows what is good, and a greedy choice that keeps to what its seat may know."""

from msgspec.structs import replace

from events.games.ohio_bob import RULES
from events.games.ohio_bob.hints import WEARY, greedy, score
from events.games.ohio_bob.messages import Climb, Offer, Rested
from events.games.ohio_bob.view import recall
from tests.games.ohio_bob.tables import RIGHT, duo, lay, moved, played, solo
from tests.scenario import Table
from workers.simulate import line_up_of, play
from workers.thinking import Rng

EXIT = lay("green_2", 0, 1, turned=True)
GEMS = ("yellow_1", "yellow_2", "yellow_3", "red_1", "red_2", "red_3")


def choice(table: Table, seat: int = 0, luck: int = 1):
    """What a greedy player does now."""
    return greedy(recall(table.position, seat), table.legal(seat), Rng(luck))


def test_more_energy_more_cards_and_less_way_are_better():
    """The estimate rises with Energy, with cards and with rooms explored."""
    poor, rich = (solo("yellow_3", at=(0, 1), energy=energy).position for energy in (2, 5))
    assert score(poor, 0) < score(rich, 0)
    few, many = (solo("yellow_3", at=(0, 1), hand=hand).position for hand in ((), ("yellow_1", "yellow_2")))
    assert score(few, 0) < score(many, 0)
    one, two = (solo(*rooms, at=(0, 1)).position for rooms in (["yellow_3"], ["yellow_3", lay("red_2", 0, 1)]))
    assert score(one, 0) < score(two, 0)


def test_together_a_missed_exchange_is_as_good_as_lost():
    """R-40. With two levels to come three cards of the partner can still be got, with none to come they cannot."""
    rooms = (lay("yellow_3", 1, 0), lay("yellow_3", -1, 0, turned=True, seat=1))
    hopeful, hopeless = (duo(*rooms, at=((5, 3), (-3, 0)), level=level).position for level in (1, 3))
    assert score(hopeless, 0) < score(hopeful, 0)


def test_who_can_win_wins():
    """On the last staircase with all gems in hand there is nothing to wait for."""
    table = solo(lay("green_4"), lay("blue_3", 1, 0), lay("red_4", 2, 0), EXIT, at=(0, 4), hand=GEMS, level=3)
    assert Climb() == choice(table)


def test_who_cannot_win_yet_does_not_climb():
    """Without the gems the last staircase would be the end."""
    table = solo(lay("green_4"), lay("blue_3", 1, 0), lay("red_4", 2, 0), EXIT, at=(0, 4), hand=GEMS[:4], level=3)
    assert not isinstance(choice(table), Climb)


def test_a_chest_on_the_way_is_taken():
    """A card more is worth a step to the side."""
    table = solo("yellow_2", at=(1, 1), hand=("yellow_1",)).given(played("move left right up down"))
    assert RIGHT == choice(table)


def test_the_same_knowledge_and_luck_give_the_same_choice():
    """What a greedy player does depends on nothing else: the order of the deck makes no difference."""
    one = solo("yellow_3", at=(0, 1), deck=("red_4", "blue_4", "green_4", "red_1")).given(played("move right"))
    other = solo("yellow_3", at=(0, 1), deck=("red_4", "red_1", "green_4", "blue_4")).given(played("move right"))
    assert choice(one) == choice(other)


def neighbours(hands=(("red_1",), ("blue_1",))):
    """Side by side, with cards to exchange."""
    rooms = (lay("yellow_3", 1, 0), lay("yellow_3", -1, 0, turned=True, seat=1))
    deck = ("green_1", "green_2", "green_4", "yellow_1", "yellow_2", "yellow_4")
    return duo(*rooms, at=((3, 1), (3, 2)), hands=hands, decks=(deck, deck))


def test_neighbours_think_of_the_exchange():
    """R-37. An offer raises the estimate over letting the chance go by."""
    table = neighbours()
    offered = table.when(0, Offer("green:red_1", "blue:blue_1")).table
    apart = table.given(moved(3, 3, seat=1))
    assert score(apart.position, 0) < score(offered.position, 0)


MIXED = (("yellow_1", "red_1", "blue:blue_2"), ("green_1", "blue_1", "green:red_2"))


def test_an_exchange_to_come_is_no_exchange_yet():
    """R-40. Of two positions that differ in nothing else, the one with the exchange behind it is the better one."""
    before = neighbours(MIXED).position
    assert score(before, 0) < score(replace(before, exchanged=True), 0)


def test_what_helps_nobody_is_not_worth_offering():
    """R-37. Who hands the partner's cards back loses the game for both; as an offer it only puts the next step off."""
    fair = neighbours(MIXED).when(0, Offer("green:red_1", "blue:blue_1")).table
    foul = neighbours(MIXED).when(0, Offer("blue:blue_2", "green:red_2")).table
    assert score(foul.position, 0) == 0.0 < score(fair.position, 0)


def test_whoever_lives_on_rations_alone_loses_patience():
    """C-9. After very many rests on a level a game is worth nothing any more, and whatever may end it is as good."""
    table = solo("yellow_3", at=(0, 1), hand=("yellow_1", "yellow_2"))
    tired = table.given(*[Rested(0, 6)] * (WEARY + 1))
    assert score(tired.position, 0) == 0.0 < score(table.position, 0)
    assert len({choice(tired, luck=luck) for luck in range(9)}) > 1


# --- whole games ------------------------------------------------------------------------------------------------------


def test_greedy_wins_three_times_as_often_as_random():
    """Twenty-four games alone, all on easy; RULES.md has the figures of the long form."""
    line_ups = [line_up_of(RULES.name, bot, 1, ()) for bot in ("greedy", "random")]
    wins = [sum(bool(play(line_up, number).outcome.winners) for number in range(24)) for line_up in line_ups]
    assert 3 * max(1, wins[1]) <= wins[0], wins


def test_greedy_games_end():
    """C-9. These games went on to the length limit when a seat that only waited was asked before its partner."""
    line_up = line_up_of(RULES.name, "greedy,greedy", 1, ())
    assert {"length"}.isdisjoint(play(line_up, number).outcome.reason for number in (11, 14, 25, 31))
