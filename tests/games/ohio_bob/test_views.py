"""C-4: everything lies open but the order of the decks; and what is shown is drawn and told."""

import msgspec
import pytest

from events.chance import Chance
from events.games.ohio_bob import RULES
from events.games.ohio_bob.components import cards_of
from events.games.ohio_bob.geometry import Place
from events.games.ohio_bob.messages import Climb, Enter, Rest
from events.games.ohio_bob.view import imagine, recall, view
from events.rules import EVERYTHING, SPECTATOR, Viewer
from tests.games.ohio_bob.tables import duo, lay, played, solo, waits
from tests.scenario import Table

EXIT = lay("green_2", 0, 1, turned=True)


def second_level():
    """A deck of two layers: what was left of the first one, and the shuffled rooms of level 1 below it."""
    table = solo(lay("green_4"), lay("blue_3", 1, 0), EXIT, at=(0, 4), deck=("blue_1", "blue_2", "blue_4"))
    return table.when(0, Climb()).table.when(0, Enter("green:blue_2")).table


@pytest.mark.parametrize("seats", [1, 2])
def test_everybody_sees_the_same(seats: int):
    """C-4. Seats and spectators are shown the same while the game runs."""
    position = Table(rules=RULES, seats=seats).set_up().position
    views = [view(position, Viewer(seat=seat)) for seat in (None, *range(seats))]
    assert all(each == views[0] for each in views)


def test_the_deck_is_opened_when_the_game_is_over():
    """C-4. Its order is in the view then, and not before."""
    position = second_level().position
    assert view(position, SPECTATOR).seats[0].deck is None
    assert position.players[0].deck == view(position, EVERYTHING).seats[0].deck


def test_a_perfect_memory_knows_which_shuffle_a_card_came_with():
    """C-4. The layers of a deck are known as sets, from top to bottom; the open card is known itself."""
    known = recall(second_level().position, 0)
    assert ("green:blue_1",) == known.table.players[0].deck
    assert ((("green:blue_4",), ("green:blue_3", "green:green_2", "green:green_4")),) == known.unseen


def test_imagination_keeps_to_the_layers():
    """C-4. An imagined deck begins with the open card, and shuffles only within each layer."""
    truth = second_level().position
    decks = set()
    for number in range(30):
        imagined = imagine(recall(truth, 0), Chance(b"", "imagined", number))
        deck = imagined.players[0].deck
        assert ("green:blue_1", "green:blue_4") == deck[:2]
        assert sorted(truth.players[0].deck) == sorted(deck)
        decks.add(deck)
    assert 6 == len(decks)


def test_a_recall_tells_nothing_of_the_order():
    """C-4. Whatever the order below the top, the recall is the same text."""
    truth = Table(rules=RULES, seats=1).set_up().position
    player = truth.players[0]
    other = (*player.deck[:2], *reversed(player.deck[2:]))
    turned = msgspec.structs.replace(truth, players=(msgspec.structs.replace(player, deck=other),))
    assert msgspec.json.encode(recall(truth, 0)) == msgspec.json.encode(recall(turned, 0))


def test_the_catalogue_tells_what_lies_on_the_table():
    """Rooms are shown by card, place and turn; all else a program takes from the catalogue."""
    seen = view(second_level().position, SPECTATOR)
    assert ("green:blue_2", Place(0, 0), False, 0) == msgspec.structs.astuple(seen.rooms[0])
    assert seen.rooms[0].card in cards_of("green")


def test_a_wide_map_is_drawn_in_bands():
    """Every line fits into 120 columns, however far the rooms spread."""
    rooms = [lay("red_1", 1, column) for column in range(5)]
    rooms += [lay("red_2", -1, -column, turned=True, seat=1) for column in range(5)]
    text = RULES.render(view(duo(*rooms, at=((5, 3), (-3, 0))).position, SPECTATOR))
    lines = text.split("\nSeat 0")[0].splitlines()
    assert all(len(line) <= 120 for line in lines)
    assert 10 == sum(line.count("S") for line in lines), "every room's staircase is drawn once"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (solo("yellow_3", at=(0, 1)), "between cards"),
        (solo("yellow_3", at=(0, 1)).given(played("torch", "rope")), "resolves torch; rope"),
        (duo(lay("red_1", 1, 0), lay("red_1", -1, 0, seat=1), at=((3, 0), (-1, 0))).given(waits(0)), "waits (rest)"),
        (duo(lay("red_1", 1, 0), lay("red_1", -1, 0, seat=1), at=((3, 0), None)), "has escaped"),
    ],
)
def test_what_a_seat_is_doing_is_written_beside_its_cards(table: Table, words: str):
    """The drawing says what each seat is about, its Energy, its challenge and its cards with their effects."""
    text = RULES.render(view(table.position, SPECTATOR))
    assert words in text
    assert "needs 3 yellow, 3 any" in text


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Table(rules=RULES, seats=1).set_up(), "Choose the card to keep"),
        (solo("yellow_3", at=(0, 1)), "Play a card or rest"),
        (solo("yellow_3", at=(0, 1)).given(played("torch")), "Copy a choice of the deck's top card, or skip"),
        (solo("yellow_3", at=(0, 1)).given(played("map")), "Place the deck's top card beside your room, or skip"),
        (solo("yellow_3", at=(0, 1)).given(played("move up")), "Use move up, or skip"),
    ],
)
def test_a_seat_is_told_what_to_do(table: Table, words: str):
    """The prompt names the choice that is due."""
    assert words == RULES.prompt(table.position, 0)


def test_resting_is_told_with_what_is_left():
    """An event is a sentence that a player understands."""
    event = solo("yellow_3", at=(0, 1)).when(0, Rest()).events[1]
    assert "Seat 0 rested and has Energy 5." == RULES.describe("rested", RULES.shown(event, SPECTATOR))
