"""Who knows what: views, events, the option `memory`, and what a program may remember."""

from typing import Any

import pytest

from events.chance import Chance
from events.games.game_over import RULES
from events.games.game_over.components import Card, place, row_and_col
from events.games.game_over.messages import CardsExchanged, SeatWithdrew
from events.games.game_over.view import FaceUp, View, imagine, recall
from events.rules import EVERYTHING, SPECTATOR, Event, Viewer
from tests.games.game_over.dungeons import beaten, game, laid, turned, walk

SEEN = walk(0, (0, 0), (0, 1))
EXCHANGED = CardsExchanged(seat=0, row=2, col=3, to_row=3, to_col=4)
MET = walk(0, (0, 0), (1, 0), (2, 3))
FORGOTTEN = Viewer(seat=1, recent=False)


def view(facts: Any, viewer: Viewer = SPECTATOR, **how: Any) -> View:
    """What this viewer is shown after these facts."""
    shown = RULES.view(game(**how).given(facts).position, viewer)
    assert isinstance(shown, View)
    return shown


def known(grid: Any) -> dict[tuple[int, int], Card]:
    """The cards that a grid tells, by row and column."""
    return {(row, col): grid[row][col] for row in range(5) for col in range(5) if grid[row][col] is not None}


# --- what lies on the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1)])
def test_everybody_sees_the_cards_that_lie_face_up(viewer: Viewer):
    """Who knows what. A card turned over is seen by all, in the order of the turn, with the weapon wielded last."""
    shown = view(SEEN, viewer)
    assert (FaceUp(0, 0, "monster_club"), FaceUp(0, 1, "key")) == shown.face_up
    assert (0, "search", "club") == (shown.turn, shown.step, shown.weapon)


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1)])
def test_nobody_sees_a_face_down_card(viewer: Viewer):
    """Who knows what. After the turn nothing of the cards is in anybody's view."""
    shown = view((*SEEN, turned(0, 0, 2, "laser", "club"), beaten(0, 1)), viewer)
    assert ((), None, None) == (shown.face_up, shown.weapon, shown.seen)


def test_the_view_says_what_is_to_be_done():
    """R-11, R-12. Search, banish in front of an invincible monster, nothing where the turn ends by itself."""
    assert "search" == view(()).step
    assert "banish" == view(MET).step
    assert view((MET, EXCHANGED)).step is None
    assert view(turned(0, 0, 0, "club", "laser")).step is None


def test_the_view_tells_each_barbarians_colour_and_entrance():
    """R-2, E-3. Colours and entrances stand in the view, and who has resigned (C-8)."""
    barbarians = view(SeatWithdrew(seat=2), seats=3).barbarians
    assert ["red", "blue", "green"] == [each.colour for each in barbarians]
    assert [(0, 0), (0, 4), (4, 4)] == [(each.entrance.row, each.entrance.col) for each in barbarians]
    assert [False, False, True] == [each.resigned for each in barbarians]


def test_nobody_sees_the_card_that_comes_back():
    """D-2. Between the exchange and the end of the turn the card that came back is in no view."""
    shown = view((MET, EXCHANGED), memory="open")
    assert [(0, 0), (1, 0)] == [(each.row, each.col) for each in shown.face_up or ()]
    assert (2, 3) not in known(shown.seen)


def test_when_the_game_is_over_everything_is_open():
    """C-4. After the end every card is shown, with either memory, and in views of earlier versions too."""
    for facts in ((), SEEN):
        shown = view(facts, Viewer(seat=1, recent=False, over=True))
        assert 25 == len(known(shown.seen))
        assert shown.face_up is not None
    assert laid().cards == RULES.shown(laid(), EVERYTHING)["cards"]


# --- events -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), FORGOTTEN])
def test_the_deal_is_hidden_from_everybody(viewer: Viewer):
    """R-1. The event of the set-up tells who begins, but no card."""
    assert {"seats": 2, "memory": "strict", "first": 0, "cards": None} == RULES.shown(laid(), viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1)])
@pytest.mark.parametrize("event", [SEEN[0], EXCHANGED, beaten(0, 1), SeatWithdrew(seat=1)])
def test_everybody_is_told_what_happens_on_the_table(event: Event, viewer: Viewer):
    """Who knows what. Cards turned over, exchanges and ends of turns are told in full to all who look on."""
    assert None not in RULES.shown(event, viewer).values()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (SEEN[0], {"seat": 0, "weapon": None, "row": None, "col": None, "card": None}),
        (EXCHANGED, {"seat": 0, "row": None, "col": None, "to_row": None, "to_col": None}),
        (beaten(0, 1), {"seat": 0, "reason": None, "next": 1}),
        (SeatWithdrew(seat=1), {"seat": 1}),
    ],
)
def test_of_older_events_only_the_seats_are_told(event: Event, told: dict):
    """D-3. Beyond a strict memory neither places, weapons, faces, reasons nor exchanges are told."""
    assert told == RULES.shown(event, FORGOTTEN)
    assert told == RULES.shown(event, Viewer(recent=False))


# --- the option memory ------------------------------------------------------------------------------------------------


def test_of_older_positions_only_the_seats_are_told():
    """D-3. Beyond a strict memory a view tells whose turn it was, and nothing of how the cards lay."""
    assert view((), FORGOTTEN).barbarians == view(MET, FORGOTTEN).barbarians
    for facts in ((), SEEN, MET, (MET, EXCHANGED)):
        assert view((), FORGOTTEN) == view(facts, FORGOTTEN)
        told = view(facts, FORGOTTEN)
        assert (None, None, None, None) == (told.step, told.weapon, told.face_up, told.seen)


def test_a_strict_view_does_not_remember():
    """D-3. With strict memory the view holds nothing of what was seen before."""
    assert view((*SEEN, turned(0, 0, 2, "laser", "club"), beaten(0, 1))).seen is None


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1)])
def test_an_open_view_remembers_what_was_seen(viewer: Viewer):
    """D-3. With open memory every view tells all that has been seen, in whoever's turn."""
    facts = (SEEN, turned(0, 0, 2, "laser", "club"), beaten(0, 1), turned(1, 4, 4, "arrows", "club"), beaten(1, 0))
    expected = {(0, 0): "monster_club", (0, 1): "key", (0, 2): "monster_laser", (4, 4): "monster_arrows"}
    assert expected == known(view(facts, viewer, memory="open").seen)


def test_an_open_view_follows_an_exchange():
    """D-3, D-2. The monster is known where it went; what came back from there is known only if it was before."""
    unseen = view((MET, EXCHANGED), memory="open")
    assert {(0, 0): "monster_club", (1, 0): "door", (3, 4): "invincible"} == known(unseen.seen)
    before = (
        walk(0, (0, 0), (1, 0), (3, 4)),
        turned(0, 3, 3, "laser", "club"),
        beaten(0, 1),
        walk(1, (4, 4)),
        beaten(1, 0),
    )
    seen = known(view((before, MET, EXCHANGED), memory="open").seen)
    assert ("key", "invincible") == (seen[2, 3], seen[3, 4])


# --- what a program may remember --------------------------------------------------------------------------------------


@pytest.mark.parametrize("memory", ["strict", "open"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_recall_holds_what_everybody_has_seen(seat: int, memory: Any):
    """Who knows what. With a perfect memory all seats know the same cards, whatever the option says."""
    recalled = recall(game(memory=memory).given(MET, EXCHANGED).position, seat)
    remembered = {row_and_col(here): card for here, card in enumerate(recalled.cards) if card is not None}
    assert {(0, 0): "monster_club", (1, 0): "door", (3, 4): "invincible"} == remembered


def test_the_unseen_is_imagined_in_every_possible_way():
    """Who knows what. Each card never seen may be imagined at each place never seen, and seen cards stay."""
    truth = game().given(MET, EXCHANGED).position
    remembered = recall(truth, 1)
    imagined = [imagine(remembered, Chance(b"luck", "test", number)).cards for number in range(400)]
    assert all((deal[0], deal[5], deal[place(3, 4)]) == ("monster_club", "door", "invincible") for deal in imagined)
    unseen = set(truth.cards) - {"door"}
    for here in set(range(25)) - {0, 5, place(3, 4)}:
        assert unseen == {deal[here] for deal in imagined}
