"""Who knows what: views, events, the option `memory`, glimpses, undone branches, and what a program may remember."""

import random
from typing import Any

import pytest

from events.chance import Chance
from events.games.bobbidi_boom import RULES
from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardSilenced,
    CardsSwapped,
    CardTaken,
    CauldronExploded,
    DroppedOut,
    Passed,
    Reveal,
    RoundBegan,
    RoundWon,
    ShelfFilled,
    Stir,
    TopGlimpsed,
    TurnBegan,
)
from events.games.bobbidi_boom.view import Recall, View
from events.handle import Handler, Request
from events.log.memory import MemoryLog
from events.rules import EVERYTHING, SPECTATOR, Command, Event, Resign, Viewer
from events.table.messages import OpenGame, Rewind, SeatSetup
from tests.games.bobbidi_boom.kitchen import CLAIRVOYANCE, PASS, REVEAL, STIR, brewed, kitchen, takes
from tests.scenario import Table

FRESH = kitchen("| bone eye", "| feather", "| mandrake")
OPEN = kitchen("| bone eye", "| feather", "| mandrake", memory="open")
FORGOTTEN = Viewer(seat=0, recent=False)
GLIMPSED = kitchen(f"| {CLAIRVOYANCE} bone eye", "| feather", "| mandrake").when(0, REVEAL).table


def view(table: Table, viewer: Viewer = SPECTATOR) -> View:
    """What this viewer is shown of the table."""
    shown = RULES.view(table.position, viewer)
    assert isinstance(shown, View)
    return shown


def recall(table: Table, seat: int) -> Recall:
    """What this seat may know."""
    known = RULES.recall(table.position, seat)
    assert isinstance(known, Recall)
    return known


# --- what lies on the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1), FORGOTTEN])
def test_everybody_sees_what_lies_open(viewer: Viewer):
    """Who knows what. Displays, shelf, markers, taken cards and deck sizes are everybody's, and what they add up to."""
    table = kitchen("bone | eye", "double_bone | eye feather", "| mandrake").given(Passed(2, "3"), TurnBegan(0))
    shown = view(table, viewer)
    assert [("bone",), ("double_bone",)] == [seat.display for seat in shown.seats[:2]]
    assert [1, 2, 1] == [seat.deck_size for seat in shown.seats]
    assert (("4", "unnumbered"), {"bone": 3}, 3, 0) == (shown.markers, shown.cauldron, shown.supply_size, shown.turn)
    assert [None, None, "witch"] == [seat.side for seat in shown.seats]
    assert ("potion",) * 4 == shown.shelf


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=1), Viewer(seat=2)])
@pytest.mark.parametrize("table", [FRESH, OPEN])
def test_nobody_sees_an_order(table: Table, viewer: Viewer):
    """Who knows what. The order of decks and supply and the doubles that were not dealt are in nobody's view."""
    shown = view(table, viewer)
    assert (None, None) == (shown.supply, shown.unused)
    assert all(seat.deck is None or seat.deck == tuple(sorted(seat.deck)) for seat in shown.seats)


def test_when_the_game_is_over_everything_is_open():
    """C-4. After the end decks, supply and unused doubles are shown in their order, at every version."""
    shown = view(FRESH, EVERYTHING)
    assert (("bone", "eye"), ("potion",) * 3, ()) == (shown.seats[0].deck, shown.supply, shown.unused)
    assert "bone" == view(GLIMPSED, EVERYTHING).seats[0].top


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [FRESH, OPEN])
def test_a_seat_sees_its_dealt_cards_before_it_acts(table: Table):
    """R-6. Each seat its own, nobody those of others, a spectator none."""
    for seat in range(3):
        decks = [each.deck is not None for each in view(table, Viewer(seat=seat)).seats]
        assert [number == seat for number in range(3)] == decks
    assert [None] * 3 == [each.deck for each in view(table).seats]


@pytest.mark.parametrize("command", [REVEAL, PASS, Resign()])
def test_with_strict_memory_a_seat_sees_its_deck_until_its_first_command(command: Command):
    """D-7. From its first command on, never again; the others still see theirs."""
    after = FRESH.when(0, command).table
    assert view(after, Viewer(seat=0)).seats[0].deck is None
    assert ("feather",) == view(after, Viewer(seat=1)).seats[1].deck


def test_with_strict_memory_winning_a_round_is_no_command():
    """D-7. Who wins because all others passed has not acted yet: it sees its deck until it takes a card."""
    won = FRESH.given(brewed(0, 1, 2))
    assert ("bone", "eye") == view(won, Viewer(seat=0)).seats[0].deck
    assert view(won.when(0, won.legal(0)[0]).table, Viewer(seat=0)).seats[0].deck is None


def test_with_strict_memory_the_deck_stays_hidden_in_later_rounds():
    """D-7. Also when the display is empty again."""
    table = FRESH.given(brewed(0, 1, 2), takes((0, 2), "potion potion"))
    after = table.when(1, table.legal(1)[0]).table
    assert 2 == after.position.round
    assert [None] * 3 == [view(after, Viewer(seat=seat)).seats[seat].deck for seat in range(3)]


def test_with_open_memory_a_seat_always_sees_its_deck():
    """D-7. Which cards, by name, and not their order; only its own."""
    after = OPEN.when(0, REVEAL).table
    assert ("eye",) == view(after, Viewer(seat=0)).seats[0].deck
    assert view(after, Viewer(seat=1)).seats[0].deck is None
    later = after.given(brewed(0, 1, 2), takes((0, 2), "potion potion"))
    later = later.when(1, later.legal(1)[0]).table
    assert ("bone", "eye", "potion") == view(later, Viewer(seat=0)).seats[0].deck


def test_the_deals_event_shows_a_seat_its_own_cards_only():
    """R-6. Neither those of others, nor the supply, nor the doubles that were not dealt."""
    shown = RULES.shown(FRESH.events[0], Viewer(seat=0))
    assert (("bone", "eye"), None, None) == shown["dealt"]
    assert (None, None) == (shown["supply"], shown["unused"])
    assert (None, None, None) == RULES.shown(FRESH.events[0], SPECTATOR)["dealt"]


def test_the_deals_event_is_forgotten():
    """D-7. When it lies further back than the seat's own last command it hides the cards from this seat too."""
    assert (None, None, None) == RULES.shown(FRESH.events[0], FORGOTTEN)["dealt"]


def test_earlier_versions_are_forgotten():
    """D-7. So do views of versions before the seat's own last command."""
    assert view(FRESH, FORGOTTEN).seats[0].deck is None


def test_the_order_of_new_decks_is_shown_to_nobody():
    """Who knows what. The event of a round's beginning tells who begins, and no deck."""
    for viewer in (SPECTATOR, *map(Viewer, range(3)), FORGOTTEN):
        shown = RULES.shown(RoundBegan(round=1, starter=0, decks=(("bone",), ("eye",), ("eye",))), viewer)
        assert {"round": 1, "starter": 0, "decks": None} == shown


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), FORGOTTEN, Viewer(recent=False)])
@pytest.mark.parametrize(
    "event",
    [
        CardRevealed(1, "bone"),
        CardTaken(1, "potion"),
        CardsSwapped(1, STIR, 2, "eye"),
        CauldronExploded(1, "3", ("bone",)),
        DroppedOut(1, "3", "boiling_over"),
        CardSilenced(STIR),
        RoundWon(1, "unnumbered"),
        ShelfFilled(("potion",)),
    ],
)
def test_reveals_and_takes_stay_in_the_history(event: Event, viewer: Viewer):
    """D-7. What happened on the table is told in full for ever."""
    assert None not in RULES.shown(event, viewer).values()


# --- clairvoyance -----------------------------------------------------------------------------------------------------


def test_a_glimpse_is_its_seats_alone():
    """R-14. All see that the seat looked; the card is in its own view only, and in no one else's event."""
    assert "bone" == view(GLIMPSED, Viewer(seat=0)).seats[0].top
    for viewer in (SPECTATOR, Viewer(seat=1), FORGOTTEN):
        assert (True, None) == (view(GLIMPSED, viewer).seats[0].glimpsed, view(GLIMPSED, viewer).seats[0].top)
        assert {"seat": 0, "card": None} == RULES.shown(TopGlimpsed(0, "bone"), viewer)
    assert {"seat": 0, "card": "bone"} == RULES.shown(TopGlimpsed(0, "bone"), Viewer(seat=0))


def test_a_glimpse_stays_until_the_card_is_revealed():
    """D-7. Through the turns of others, until the seat turns the card over."""
    table = GLIMPSED.when(1, REVEAL).table
    table = table.when(2, PASS).table
    assert "bone" == view(table, Viewer(seat=0)).seats[0].top
    after = table.when(0, REVEAL).table
    assert (False, None) == (view(after).seats[0].glimpsed, view(after, Viewer(seat=0)).seats[0].top)


def test_a_glimpse_stays_until_the_deck_is_shuffled():
    """D-7. A pass does not end it; the next round does."""
    table = GLIMPSED.given(TurnBegan(0)).when(0, PASS).table
    table = table.when(1, PASS).table
    assert "bone" == view(table, Viewer(seat=0)).seats[0].top
    table = table.given(takes((2, 1), "potion potion")).when(0, table.legal(2)[0]).table
    assert 2 == table.position.round
    assert view(table, Viewer(seat=0)).seats[0].top is None


# --- versions and branches --------------------------------------------------------------------------------------------


class Evening:
    """A strict game of three, with free undo, in a log of its own. Seat 0 begins."""

    def __init__(self, memory: str = "strict", seed: bytes = bytes(32)) -> None:
        self.handler = Handler(MemoryLog(), lambda: 0)
        self.asked = 0
        seats = tuple(SeatSetup(kind="person", name=name, token=name) for name in ("Ada", "Bo", "Cy"))
        options = {"memory": memory, "first_seat": 0}
        opening = OpenGame("bobbidi_boom", seats, options, undo="free", visibility="public", host="host")
        self.handler.open("evening", seed, self._request(opening, None))

    def act(self, seat: int, command: Command) -> int:
        """This seat gives the command; returns the newest version."""
        return self.handler.handle("evening", self._request(command, seat)).game.version

    def any_command(self, luck: random.Random) -> tuple[int, Command]:
        """A seat to move, and one of its commands."""
        game = self.handler.game("evening")
        (seat,) = game.to_move()
        return seat, luck.choice(RULES.legal(game.position, seat))

    def view(self, seat: int | None, at: int | None = None) -> Any:
        """What the seat is shown today of version `at` (None: the newest)."""
        game, history = self.handler.game("evening"), self.handler.history("evening")
        version = game.version if at is None else at
        return RULES.view(history.position(version), game.viewer(seat, version))

    def shown(self, seat: int | None, kind: type[Event]) -> list[dict[str, Any]]:
        """The events of this kind as the seat may see them today, those of branches left behind included."""
        game, history = self.handler.game("evening"), self.handler.history("evening")
        happened = [each for each in history.happened if isinstance(each.event, kind)]
        return [RULES.shown(each.event, game.viewer(seat, each.record.v)) for each in happened]

    def _request(self, command: Command, seat: int | None) -> Request:
        self.asked += 1
        return Request(command=command, command_id=str(self.asked), fingerprint="", seat=seat)


def test_at_shows_the_deal_only_to_who_has_not_acted():
    """D-7. The version of the deal hides a seat's cards from it as soon as it has acted."""
    evening = Evening()
    start = evening.handler.game("evening").version
    assert evening.view(0, start).seats[0].deck is not None
    evening.act(0, Reveal())
    assert evening.view(0, start).seats[0].deck is None
    assert evening.view(1, start).seats[1].deck is not None
    assert evening.view(1).seats[1].deck is not None


def test_after_an_undo_the_dealt_cards_stay_hidden():
    """D-7. Taking the first command back does not bring the cards back: neither view, version nor event shows them."""
    evening = Evening()
    start = evening.handler.game("evening").version
    evening.act(0, Reveal())
    evening.act(0, Rewind(seat=0))
    for at in (None, start):
        assert evening.view(0, at).seats[0].deck is None
    (deal,) = evening.shown(0, type(RULES.setup(3, RULES.options(), Chance(b"", "", 0))[0]))
    assert (None, None, None) == deal["dealt"]


def test_with_open_memory_an_undo_hides_nothing():
    """D-7. The deck of the own seat is in its view before and after."""
    evening = Evening("open")
    before = evening.view(0).seats[0].deck
    evening.act(0, Reveal())
    evening.act(0, Rewind(seat=0))
    assert before == evening.view(0).seats[0].deck is not None


def test_an_undone_glimpse_stays_with_its_seat():
    """R-14, D-7. In the branch left behind it is told to who glimpsed, until it acts again, and never to others."""
    evening, luck = Evening(), random.Random(1)
    while not evening.shown(None, TopGlimpsed):
        seat, command = evening.any_command(luck)
        at = evening.act(seat, command)
    evening.act(seat, Rewind(seat=seat))
    (seen,) = evening.shown(seat, TopGlimpsed)
    assert seen["card"] is not None
    assert (seen["card"], None) == (evening.view(seat, at).seats[seat].top, evening.view(seat).seats[seat].top)
    for other in {None, 0, 1, 2} - {seat}:
        assert [{"seat": seat, "card": None}] == evening.shown(other, TopGlimpsed)
        assert evening.view(other, at).seats[seat].top is None
    evening.act(seat, PASS)
    assert [{"seat": seat, "card": None}] == evening.shown(seat, TopGlimpsed)
    assert evening.view(seat, at).seats[seat].top is None


def test_an_undone_reveal_meets_the_same_card_again():
    """C-3. The deck's order is fixed when it is shuffled: taking a reveal back and giving it again changes nothing."""
    evening = Evening()
    evening.act(0, Reveal())
    evening.act(0, Rewind(seat=0))
    evening.act(0, Reveal())
    first, second, *_ = [each["card"] for each in evening.shown(None, CardRevealed)]
    assert first == second


def test_an_undone_reveal_meets_the_same_card_in_another_order_of_turns():
    """C-3. Also when another seat does something else in between: nothing is drawn at a reveal."""
    evening = Evening()
    evening.act(0, Reveal())
    evening.act(1, Reveal())
    evening.act(2, Reveal())
    evening.act(1, Rewind(seat=1))
    evening.act(1, PASS)
    evening.act(2, Reveal())
    cards = [each["card"] for each in evening.shown(None, CardRevealed) if each["seat"] == 2]
    assert cards[0] == cards[-1]


# --- what a program may remember --------------------------------------------------------------------------------------


def test_a_recall_holds_the_own_deck_from_the_deal_on():
    """D-7, R-6. A perfect memory knows which cards are left, with either option, but not their order."""
    for table in (FRESH, OPEN):
        assert ("bone", "eye") == recall(table, 0).deck
        assert ("eye",) == recall(table.when(0, REVEAL).table, 0).deck


def test_a_recall_holds_what_others_have_shown():
    """D-7. Cards that were revealed or taken are known to go home, and by name to be in the deck."""
    table = kitchen("bone | eye", "| feather", "| mandrake").given(brewed(0, 1, 2), takes((0, 2), "potion potion"))
    table = table.when(1, table.legal(1)[0]).table
    assert [("bone", "potion"), ("potion",), ("potion",)] == [seat.known for seat in recall(table, 1).seats]
    assert [3, 2, 2] == [seat.deck_size for seat in recall(table, 1).seats]


def test_a_known_card_that_is_revealed_is_known_to_lie_there_no_longer():
    """D-7. Of two alike cards the one that was shown before counts as the one revealed."""
    began = RoundBegan(round=2, starter=0, decks=(("bone", "bone", "eye"), ("feather",), ("mandrake",)))
    table = kitchen("bone | bone eye", "| feather", "| mandrake").given(brewed(0, 1, 2), began)
    assert ("bone",) == recall(table, 1).seats[0].known
    after = table.when(0, REVEAL).table
    assert () == recall(after, 1).seats[0].known


def test_a_recall_follows_a_swap():
    """D-5, D-7. A swapped card is known to go home with its new seat."""
    table = kitchen(f"| {STIR} eye", "feather | bone", "| mandrake").when(0, REVEAL).table
    table = table.when(0, Stir(1, "feather")).table.given(brewed(0, 1, 2), takes((0, 2), "potion potion"))
    table = table.when(1, table.legal(1)[0]).table
    assert [("feather", "potion"), (STIR, "potion")] == [seat.known for seat in recall(table, 2).seats[:2]]


def test_a_recall_holds_the_own_glimpse_only():
    """R-14. The seat knows its top card; the others know that it was looked at."""
    assert "bone" == recall(GLIMPSED, 0).top
    assert (None, True) == (recall(GLIMPSED, 1).top, recall(GLIMPSED, 1).seats[0].glimpsed)


def test_the_unseen_is_imagined_in_every_possible_way():
    """Who knows what. Hidden simple cards and doubles are dealt anew, and every order is possible."""
    table = Table(rules=RULES, seats=3, options={"first_seat": 0}).set_up()
    known = recall(table, 0)
    imagined = [RULES.imagine(known, Chance(b"luck", "test", number)) for number in range(300)]
    doubles = {card for each in imagined for card in each.seats[1].deck if card.startswith("double")}
    own = next(card for card in known.deck if card.startswith("double"))
    assert 4 == len(doubles)
    assert own not in doubles
    assert set(known.deck) == {each.seats[0].deck[0] for each in imagined}
    assert 20 < len({each.supply[0] for each in imagined})


def test_a_glimpsed_card_is_imagined_on_top():
    """R-14. What the seat has seen stays where it is."""
    table = Table(rules=RULES, seats=3, options={"first_seat": 0}).set_up()
    top = table.position.seats[0].deck[0]
    known = recall(table.given(TopGlimpsed(0, top)), 0)
    imagined = [RULES.imagine(known, Chance(b"luck", "test", number)) for number in range(50)]
    assert {top} == {each.seats[0].deck[0] for each in imagined}
    assert 1 < len({each.seats[0].deck for each in imagined})


def test_a_double_that_was_shown_is_not_imagined_elsewhere():
    """Who knows what. A seat whose double lay open hides none, and nobody else is given that one."""
    table = Table(rules=RULES, seats=3, options={"first_seat": 1}).set_up()
    double = next(card for card in table.position.seats[1].deck if card.startswith("double"))
    decks = list(table.position.seats[1].deck)
    decks.remove(double)
    began = RoundBegan(1, 1, (table.position.seats[0].deck, (double, *decks), table.position.seats[2].deck))
    known = recall(table.given(began).when(1, REVEAL).table, 0)
    assert [True, False, True] == [seat.hides_double for seat in known.seats]
    for number in range(30):
        imagined = RULES.imagine(known, Chance(b"luck", "test", number))
        assert [1, 0, 1] == [sum(card.startswith("double") for card in witch.deck) for witch in imagined.seats]
        RULES.invariant(imagined)
