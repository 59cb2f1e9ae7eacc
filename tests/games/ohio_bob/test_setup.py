"""R-1 to R-3: the starting cards, the deck, and the first room."""

import pytest

from events.errors import Refusal
from events.games.ohio_bob import RULES
from events.games.ohio_bob.components import CardSet, cards_of
from events.games.ohio_bob.geometry import Place, Space
from events.games.ohio_bob.messages import CardKept, DeckShuffled, Keep, LevelBegan, PawnPlaced, Play, RoomLaid
from events.games.ohio_bob.view import view
from events.rules import SPECTATOR, Resign, Viewer
from tests.games.ohio_bob.tables import UP, table_laid
from tests.scenario import Table

FIRST_TWO = ("green:red_1", "green:yellow_1")
NEW = Table(rules=RULES, seats=1).given(
    table_laid(1),
    DeckShuffled(
        0, ("green:red_1", "green:yellow_1", "green:blue_3", "green:blue_4"), ("green:red_1", "green:yellow_1")
    ),
    LevelBegan(1),
)


def test_the_options_choose_the_faces_of_the_starting_cards():
    """R-1. Energy, level and amulet are easy or hard each; the challenge is 0 or 1; Super Gear is in hand."""
    options = {"energy": "hard", "level": "hard", "amulet": "hard", "challenge": 1}
    seen = view(Table(rules=RULES, seats=1, options=options).set_up().position, SPECTATOR)
    seat = seen.seats[0]
    assert (5, 4) == (seen.level.rooms, seen.level.maximum)
    assert ({"yellow": 2, "red": 2, "blue": 2, "green": 2}, ("super_gear:0",)) == (seat.challenge, seat.hand)
    assert seen.maximum_energy == seat.energy < 6


@pytest.mark.parametrize(("first", "second"), [("green", "blue"), ("blue", "green")])
def test_the_seats_play_with_different_sets(first: CardSet, second: CardSet):
    """R-1, R-31. Seat 0 has the set of the option, seat 1 the other, and each has a Super Gear card of its own."""
    players = Table(rules=RULES, seats=2, options={"set": first}).set_up().position.players
    assert (first, second) == (players[0].cards, players[1].cards)
    assert [sorted(cards_of(first)), sorted(cards_of(second))] == [sorted(player.deck) for player in players]
    assert [("super_gear:0",), ("super_gear:1",)] == [player.hand for player in players]


@pytest.mark.parametrize(("given", "by_seat"), [(0, (0, 0)), (1, (1, 1)), ([0, 1], (0, 1)), ([1, 0], (1, 0))])
def test_two_seats_choose_a_pair_of_challenges(given, by_seat):
    """R-1. Together the challenges are a pair by seat; one number counts for both."""
    players = Table(rules=RULES, seats=2, options={"challenge": given}).set_up().position.players
    assert by_seat == (players[0].challenge, players[1].challenge)


def test_alone_there_is_one_challenge():
    """R-1. A pair of challenges does not fit one seat."""
    with pytest.raises(Refusal, match="one number"):
        Table(rules=RULES, seats=1, options={"challenge": [0, 1]}).set_up()


def test_the_top_of_the_deck_is_visible_and_no_more():
    """R-2. After the first room is laid the top card lies open; the order below is hidden."""
    position = NEW.when(0, Keep("green:red_1")).table.position
    seat = view(position, Viewer(seat=0)).seats[0]
    assert (("green:blue_3",), None, 2) == (seat.top, seat.deck, seat.deck_size)


def test_the_shuffle_is_hidden_but_the_first_two_cards_are_shown():
    """R-2, R-3. The cards to choose from lie open from the first moment."""
    shuffle = NEW.events[1]
    assert {"seat": 0, "cards": None, "first_two": ("green:red_1", "green:yellow_1")} == RULES.shown(shuffle, SPECTATOR)
    assert ("green:red_1", "green:yellow_1") == view(NEW.position, SPECTATOR).seats[0].top
    assert [Keep("green:red_1"), Keep("green:yellow_1")] == list(NEW.legal(0))


def test_one_card_is_kept_and_the_other_is_the_first_room():
    """R-3. The kept card is in hand, the other one is laid, and the pawn stands on its staircase."""
    NEW.when(0, Keep("green:red_1")).then(
        CardKept(0, "green:red_1"),
        RoomLaid(0, "green:yellow_1", Place(0, 0), False, "green:blue_3"),
        PawnPlaced(0, Space(2, 1)),
    )
    NEW.when(0, Keep("green:yellow_1")).then(
        CardKept(0, "green:yellow_1"),
        RoomLaid(0, "green:red_1", Place(0, 0), False, "green:blue_3"),
        PawnPlaced(0, Space(2, 3)),
    )


def test_only_the_first_two_cards_can_be_kept():
    """R-3. Neither a card further down, nor a card twice."""
    NEW.when(0, Keep("green:blue_3")).refused("illegal_command", "R-3")
    NEW.when(0, Keep("green:red_1")).table.when(0, Keep("green:yellow_1")).refused("illegal_command", "R-3")


def test_nothing_else_happens_before_the_first_room_lies():
    """R-3. Cards are played only when the pawn stands on the table."""
    NEW.when(0, Play("super_gear:0", "A")).refused("illegal_command", "R-3")
    NEW.when(0, UP).refused("illegal_command", "R-3")


def test_resigning_loses_the_game():
    """C-8. Whoever gives up has lost, and together so has the partner."""
    lost = NEW.when(0, Resign()).table.outcome
    assert lost is not None
    assert ((), "resigned", "C-8") == (lost.winners, lost.reason, lost.rule)
    both = Table(rules=RULES, seats=2).set_up().when(1, Resign()).table.outcome
    assert both is not None
    assert ((), "resigned") == (both.winners, both.reason)
