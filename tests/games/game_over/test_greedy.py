"""What the bot `greedy` does: the route with the best odds, computed from what its seat has seen and nothing else."""

import random
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from events.chance import Chance
from events.games.game_over import RULES
from events.games.game_over.components import (
    MONSTERS,
    NEIGHBOURS,
    PACK,
    PLACES,
    PRINCESSES,
    WEAPONS,
    Card,
    place,
    row_and_col,
)
from events.games.game_over.decide import SEARCHES
from events.games.game_over.hints import chances, greedy
from events.games.game_over.messages import Banish, Search
from events.games.game_over.position import Position
from events.games.game_over.routes import MOST_UNSEEN, news, odds, routes, unseen
from events.games.game_over.view import recall
from events.rules import Command, carry_out
from tests.games.game_over.dungeons import DUNGEON, SHORT, exchanged, game, walk
from workers.simulate import line_up_of, play

NOTHING: tuple[Card | None, ...] = (None,) * len(PLACES)


def known(drawing: str) -> tuple[Card | None, ...]:
    """What is known of a drawn dungeon; a dot is a card that nobody has seen."""
    return tuple(SHORT.get(word) for word in drawing.split())


def seeing(position: Position, *places: tuple[int, int]) -> Position:
    """The same position, in which the cards at these places were seen at some time; without any given, all cards."""
    return replace(position, seen=tuple(not places or row_and_col(each) in places for each in PLACES))


def choice(position: Position, number: int = 0) -> Command:
    """What the bot does whose turn it is."""
    seat = position.turn
    return greedy(recall(position, seat), RULES.legal(position, seat), Chance(b"luck", "bot", number))


def turn(position: Position) -> Iterator[tuple[Command, Position]]:
    """The bot plays on to the end of its turn, or of the game."""
    seat = position.turn
    while position.turn == seat and RULES.outcome(position) is None:
        command = choice(position)
        _, position = carry_out(RULES, position, seat, command, Chance(b"", "", 0))
        yield command, position


# --- routes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_sure_win_is_found(seat):
    """R-7, R-13. Who knows a way to a key and its princess walks it to the end, the right weapon at every monster."""
    *_, (_, end) = turn(seeing(game(first=seat).position))
    outcome = RULES.outcome(end)
    assert outcome is not None
    assert ((seat,), "rescued") == (outcome.winners, outcome.reason)


def test_it_keeps_to_the_safe_route():
    """R-7, R-9. The long way by cards that were seen is taken, although the short one has a single unseen card."""
    drawing = """
        club    poison      red         laser   club
        poison  invincible  laser       door    key
        key     arrows      club        yellow  green
        blue    club        invincible  poison  poison
        arrows  arrows      arrows      laser   laser
    """
    detour = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]
    steps = list(turn(seeing(game(drawing).position, *detour)))
    assert detour == [(step.row, step.col) for step, _ in steps if isinstance(step, Search)]
    assert RULES.outcome(steps[-1][1]) is not None


def test_a_known_door_is_a_leap():
    """R-6. Behind the door every card is within reach: a key and the princess in far corners are as good as won."""
    cards = known(
        """
        door    invincible  .       .       key
        .       .           .       .       invincible
        .       .           .       .       .
        .       .           .       .       .
        .       .           .       key     red
        """
    )
    assert 1.0 == chances(cards, 2, 0)
    assert 1.0 > chances((None, *cards[1:]), 2, 0)


def test_no_route_leads_to_an_invincible_monster_that_was_seen():
    """R-9. Nor twice to one card, and none is longer than it may be."""
    cards = list(NOTHING)
    cards[place(0, 1)] = cards[place(2, 2)] = "invincible"
    found = list(routes(cards, 0, 0))
    assert found
    assert all(not route.turned >> there & 1 for route in found for there in (place(0, 1), place(2, 2)))
    assert all(route.turned.bit_count() == len(route.sketch) <= MOST_UNSEEN for route in found)


def test_it_would_rather_not_meet_an_invincible_monster():
    """R-9, D-4. It steps around it; where nothing else is left it does what it must."""
    around = seeing(game().given(walk(0, (0, 0), (1, 0), (1, 3))).position)
    assert Search("club", 2, 3) in RULES.legal(around, 0)
    assert all(step not in SEARCHES[place(2, 3)] for step, _ in turn(around))
    shut = exchanged(exchanged(DUNGEON, (0, 1), (2, 3)), (1, 0), (4, 1))
    position = seeing(game(shut).given(walk(0, (0, 0), drawing=shut)).position)
    assert choice(position) in RULES.legal(position, 0)


# --- odds -------------------------------------------------------------------------------------------------------------

FEW: tuple[tuple[Card, ...], ...] = (
    ("key", "princess_red", "monster_club", "monster_club", "monster_laser"),
    ("key", "key", "princess_red", "invincible", "monster_arrows", "monster_laser"),
    ("princess_red", "door", "princess_blue", "invincible", "monster_club", "monster_club", "monster_poison"),
    ("monster_club", "monster_club", "monster_poison", "monster_poison", "monster_arrows", "key", "key"),
)


@pytest.mark.parametrize("hidden", FEW)
@pytest.mark.parametrize(
    "sketch", ["?", "??", "k?", "?k", "p?", "?p", "k??", "?p?", "p??", "???", "k???", "?k?p", "??kp"]
)
def test_odds_are_those_of_every_order_the_cards_may_lie_in(hidden, sketch):
    """R-8, R-13. The odds of a route are those of trying every unseen card at every step, with every weapon."""
    cards = _knowing(hidden)
    assert odds(sketch, unseen(cards, 0)) == pytest.approx(_tried(sketch, hidden, ""))


def _knowing(hidden: Sequence[Card]) -> list[Card | None]:
    """All cards seen but these."""
    seen: list[Card | None] = list(PACK)
    for card in hidden:
        seen[seen.index(card)] = None
    return seen


def _tried(sketch: str, hidden: Sequence[Card], found: str) -> float:
    """The odds with the best weapon at each step, by trying all of them."""
    if {"k", "p"} <= set(found):
        return 1.0
    if not sketch:
        return 0.0
    if sketch[0] != "?":
        return _tried(sketch[1:], hidden, found + sketch[0])
    return max(
        sum(
            _tried(sketch[1:], [*hidden[:each], *hidden[each + 1 :]], found + _find(card))
            for each, card in enumerate(hidden)
            if card != "invincible" and MONSTERS.get(card, weapon) == weapon
        )
        for weapon in WEAPONS
    ) / len(hidden)


def _find(card: Card) -> str:
    return {"key": "k", PRINCESSES[0]: "p"}.get(card, "")


@pytest.mark.parametrize("number", range(8))
def test_no_better_route_was_left_out(number):
    """R-5. The best odds are those of the best of all routes there are, each card of which is tried one by one."""
    dice = random.Random(number)
    cards: list[Card | None] = dice.sample(PACK, len(PACK))
    hidden = {cards.index("door"), *dice.sample(PLACES, 3)}
    cards = [None if each in hidden else card for each, card in enumerate(cards)]
    left = unseen(cards, 0)
    best = max((odds(route.sketch, left) for route in routes(cards, 0, 0)), default=0.0)
    assert best == max((odds(sketch, left) for sketch in _all_sketches(cards, 0, 0, "")), default=0.0)


def _all_sketches(cards: Sequence[Card | None], here: int, turned: int, sketch: str) -> set[str]:
    """The sketches of every route that turns over this card next."""
    card = cards[here]
    if card == "invincible":
        return set()
    longer = sketch + ("?" if card is None else _find(card).strip(sketch))
    found = {longer}
    if "k" not in longer or "p" not in longer:
        for there in NEIGHBOURS[here]:
            if not turned >> there & 1:
                found |= _all_sketches(cards, there, turned | 1 << here, longer)
    return found


def test_the_news_of_a_route():
    """R-8. A further card is seen only after good ones; the one that ends the turn is seen too."""
    left = unseen(_knowing(("key", "invincible", "monster_club", "monster_laser")), 0)
    assert [0.0, 1.0, 1.5] == [news(sketch, left) for sketch in ("k", "?", "?p?")]


def test_at_an_unseen_card_it_wields_what_beats_most():
    """R-9. All monsters that fear poison, arrows and the laser were seen, but only one that fears the club."""
    position = game().position
    seen = [
        row_and_col(each) for each, card in enumerate(position.cards) if card in MONSTERS and card != "monster_club"
    ]
    assert Search("club", 0, 0) == choice(seeing(position, *seen, (3, 0)))


# --- exchanges --------------------------------------------------------------------------------------------------------


def test_an_invincible_monster_is_sent_where_it_hurts_others_most():
    """R-12. Seat 1 could win for sure; with the monster on the only card it can go to, it cannot win at all."""
    drawing = exchanged(DUNGEON, (3, 4), (4, 1))
    table = game(drawing).given(walk(0, (0, 0), (1, 0), (2, 3), drawing=drawing))
    before = seeing(table.position)
    assert (1.0, 1.0) == (chances(before.cards, 2, 0), chances(before.cards, 2, 1))
    assert Banish(4, 3) == choice(before)
    after = table.when(0, Banish(4, 3)).table.position
    assert (1.0, 0.0) == (chances(after.cards, 2, 0), chances(after.cards, 2, 1))


def test_resigned_seats_are_not_hurt():
    """C-8. Of three seats one has resigned: only the other one counts."""
    drawing = exchanged(DUNGEON, (3, 4), (4, 1))
    position = seeing(game(drawing, seats=3).given(walk(0, (0, 0), (1, 0), (2, 3), drawing=drawing)).position)
    assert choice(replace(position, resigned=(1,))) in RULES.legal(position, 0)


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_between_greedy_bots_end(seats):
    """R-13. Every command is accepted, and somebody wins."""
    line_up = line_up_of(RULES.name, ",".join(["greedy"] * seats), 1, ())
    assert ["rescued"] * 3 == [play(line_up, number).outcome.reason for number in range(3)]


def test_greedy_beats_random():
    """Forty games on changing seats; RULES.md has the figures of the long form."""
    line_ups = [line_up_of(RULES.name, seats, 1, ()) for seats in ("greedy,random", "random,greedy")]
    wins = [seat in play(line_ups[seat], number).outcome.winners for number in range(20) for seat in range(2)]
    assert wins.count(True) >= 30
