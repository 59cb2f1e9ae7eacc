"""The game in words and drawings."""

from typing import Any

import pytest

from events.games.game_over import RULES
from events.games.game_over.components import PACK, WEAPONS
from events.games.game_over.messages import CardsExchanged, SeatWithdrew, TurnEnded
from events.games.game_over.telling import CARDS, describe
from events.games.game_over.telling import WEAPONS as SAID
from events.rules import EVERYTHING, SPECTATOR, Event, Viewer, wire_name
from tests.games.game_over.dungeons import beaten, game, laid, turned, walk

TOLD: list[tuple[Event, str, str]] = [
    (laid(first=1), "The dungeon is laid out; seat 1 begins.", "The dungeon is laid out; seat 1 begins."),
    (
        turned(0, 0, 3, "red"),
        "Seat 0, wielding the club, turned over the red princess at 0, 3.",
        "Seat 0 turned over a card.",
    ),
    (
        CardsExchanged(seat=1, row=2, col=3, to_row=3, to_col=4),
        "Seat 1 exchanged the invincible monster at 2, 3 with the card at 3, 4.",
        "Seat 1 exchanged an invincible monster.",
    ),
    (
        beaten(0, 1),
        "Game over for seat 0: the monster was not beaten. Seat 1 enters the dungeon.",
        "Game over for seat 0. Seat 1 enters the dungeon.",
    ),
    (
        TurnEnded(seat=2, reason="no_way_on", next=0),
        "Game over for seat 2: there is no card to turn next. Seat 0 enters the dungeon.",
        "Game over for seat 2. Seat 0 enters the dungeon.",
    ),
    (SeatWithdrew(seat=1), "Seat 1 has resigned.", "Seat 1 has resigned."),
]


@pytest.mark.parametrize(("event", "told", "dimly"), TOLD)
def test_events_are_told_in_a_sentence(event: Event, told: str, dimly: str):
    """Every event is told in full to whoever saw it, and beyond a strict memory (D-3) without what is hidden."""
    name = wire_name(type(event))
    assert told == describe(name, RULES.shown(event, SPECTATOR))
    assert dimly == describe(name, RULES.shown(event, Viewer(recent=False)))


def test_every_card_and_weapon_has_words():
    """E-1. No card and no weapon is without a name in sentences."""
    assert set(PACK) == set(CARDS)
    assert set(WEAPONS) == set(SAID)


def drawn(facts: Any, viewer: Viewer, **how: Any) -> str:
    """The table as this viewer would draw it."""
    return "\n" + RULES.render(RULES.view(game(**how).given(facts).position, viewer))


FACTS = (walk(0, (0, 0), (0, 1)), turned(0, 0, 2, "laser", "club"), beaten(0, 1), walk(1, (4, 4), (4, 3)))


def test_the_table_is_drawn_as_it_lies():
    """Who knows what. Cards face up stand in the drawing, in the order in which they were turned over."""
    expected = """
            0                   1                   2                   3                   4
  +-------------------+-------------------+-------------------+-------------------+-------------------+
0 |         ?         |         ?         |         ?         |         ?         |         ?         |
1 |         ?         |         ?         |         ?         |         ?         |         ?         |
2 |         ?         |         ?         |         ?         |         ?         |         ?         |
3 |         ?         |         ?         |         ?         |         ?         |         ?         |
4 |         ?         |         ?         |         ?         |  2 princess_blue  | 1 monster_arrows  |
  +-------------------+-------------------+-------------------+-------------------+-------------------+
Entrances: seat 0 (red) at 0, 0; seat 1 (blue) at 4, 4
Turn of seat 1, wielding the club: search.
"""
    assert expected == drawn(FACTS, SPECTATOR)


def test_an_open_memory_is_drawn_in_brackets():
    """D-3. With open memory the cards seen before stand in brackets."""
    first_row = drawn(FACTS, Viewer(seat=1), memory="open").splitlines()[3]
    expected = "0 |  (monster_club)   |       (key)       |  (monster_laser)  |         ?         |         ?         |"
    assert expected == first_row


def test_after_the_end_all_cards_are_drawn():
    """C-4. When the game is over the drawing shows every card."""
    assert "?" not in drawn(FACTS, EVERYTHING)


def test_what_is_forgotten_is_not_drawn():
    """D-3. Of a position beyond a strict memory only entrances and the turn are drawn, and who has resigned."""
    forgotten = drawn((SeatWithdrew(seat=1), FACTS), Viewer(recent=False), seats=3)
    assert forgotten == drawn((SeatWithdrew(seat=1), beaten(0, 1)), Viewer(recent=False), seats=3)
    expected = [
        "Entrances: seat 0 (red) at 0, 0; seat 1 (blue) at 0, 4; seat 2 (green) at 4, 4",
        "Resigned: seat 1.",
        "Turn of seat 1; how the cards lay is forgotten.",
    ]
    assert expected == forgotten.splitlines()[-3:]


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ((), "Choose a weapon and turn over your entrance"),
        (walk(0, (0, 0)), "Choose a weapon and turn over a card next to the last one"),
        (walk(0, (0, 0), (1, 0)), "Choose a weapon and turn over any face-down card"),
        (walk(0, (0, 0), (1, 0), (2, 3)), "Exchange the invincible monster with a face-down card"),
    ],
)
def test_the_seat_is_told_what_to_do(facts: tuple, asked: str):
    """R-4, R-5, R-6, R-12. The prompt says what kind of step comes next; other seats have none."""
    position = game().given(facts).position
    assert (asked, "") == (RULES.prompt(position, 0), RULES.prompt(position, 1))
