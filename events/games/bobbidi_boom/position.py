"""Everything that is true in the witches' kitchen, secrets included, and the questions the rules ask about it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.games.bobbidi_boom.components import (
    BOX,
    COUNTS,
    EFFECT,
    INGREDIENT,
    LIMITS,
    POTION,
    UNNUMBERED,
    VALUE,
    all_cards,
)
from events.games.bobbidi_boom.messages import Memory
from events.rules import Outcome

REASONS = ("score", "resigned", "length")
"""How a game can end (C-10)."""

FIRST_POTION, FURTHER_POTION = 5, 3
"""R-19. The points for the first potion in a deck, and for each one more."""

Phase = Literal["turn", "stir", "between", "take", "gather"]


class Witch(msgspec.Struct, frozen=True):
    """A seat and its cards.

    `deck` lies top first; `known` are the cards in it that everybody has seen before; `glimpsed` is True while the
    seat knows the top card. `marker` is the one it took this round (None: it is still in), `boom` the side that is up;
    `armed`: a delayed reaction waits for it; `taken` is its card from the shelf, until the round is over.
    """

    deck: tuple[str, ...]
    known: tuple[str, ...] = ()
    glimpsed: bool = False
    display: tuple[str, ...] = ()
    marker: str | None = None
    boom: bool = False
    armed: bool = False
    taken: str | None = None
    points: int = 0
    resigned: bool = False


class Position(msgspec.Struct, frozen=True):
    """The table.

    `markers` is the stack, top first: empty from the end of the brewing on. `turn` is the seat whose turn it is or
    was last, `finished` whether that turn is over; `stirring` the card that may be swapped now; `fire` the seat
    whose fire burns; `silenced` the cards that lost their effect this round. The order of `supply` is top first.
    """

    memory: Memory
    rounds: int
    starter: int
    seats: tuple[Witch, ...]
    unused: tuple[str, ...]
    supply: tuple[str, ...]
    shelf: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    round: int = 0
    turn: int = 0
    finished: bool = False
    stirring: str | None = None
    fire: int | None = None
    silenced: tuple[str, ...] = ()


def changed(position: Position, number: int, witch: Witch, **changes: Any) -> Position:
    """The position with another state of this seat, and further changes."""
    seats = position.seats
    return replace(position, seats=(*seats[:number], witch, *seats[number + 1 :]), **changes)


# --- whose turn, and what for -----------------------------------------------------------------------------------------


def phase(position: Position) -> Phase:
    """What is asked now: reveal or pass, stir, the next turn, take a card, or gather the cards for the next round."""
    if not position.markers:
        return "gather" if all(witch.taken is not None for witch in position.seats) else "take"
    if position.stirring is not None:
        return "stir"
    return "between" if position.finished else "turn"


def still_in(position: Position) -> list[int]:
    """The seats that have not dropped out of this round."""
    return [seat for seat, witch in enumerate(position.seats) if witch.marker is None]


def clockwise(position: Position, start: int) -> list[int]:
    """All seats in the order of play, from `start` on."""
    seats = len(position.seats)
    return [(start + step) % seats for step in range(seats)]


def next_still_in(position: Position) -> int:
    """The next seat clockwise, after the one whose turn it was, that has not dropped out."""
    return next(seat for seat in clockwise(position, position.turn + 1) if position.seats[seat].marker is None)


def taker(position: Position) -> int:
    """R-15. Who takes a card now: the largest marker first."""
    order = BOX.layouts[len(position.seats)].markers
    waiting = (seat for seat, witch in enumerate(position.seats) if witch.taken is None)
    return max(waiting, key=lambda seat: order.index(position.seats[seat].marker or order[0]))


def round_winner(position: Position) -> int:
    """The seat that took the last marker."""
    return next(seat for seat, witch in enumerate(position.seats) if witch.marker == UNNUMBERED)


def to_move(position: Position) -> tuple[int, ...]:
    """The seat that may decide now; nobody when the game is over."""
    if outcome(position) is not None:
        return ()
    return (taker(position),) if phase(position) == "take" else (position.turn,)


def has_acted(position: Position, seat: int) -> bool:
    """D-7. Whether this seat has given a command; as far as the position can tell."""
    witch = position.seats[seat]
    return position.round > 1 or bool(witch.display) or witch.marker is not None or witch.resigned


# --- the cauldron -----------------------------------------------------------------------------------------------------


def counts(displays: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """R-8. How often each ingredient lies in these displays: a double counts twice, a potion for nothing."""
    found: dict[str, int] = {}
    for display in displays:
        for card in display:
            if card in COUNTS:
                ingredient, count = COUNTS[card]
                found[ingredient] = found.get(ingredient, 0) + count
    return found


def exploding(position: Position) -> tuple[str, ...]:
    """D-1. Every ingredient that has reached the number on the top marker, whichever card did it."""
    limit = LIMITS[position.markers[0]]
    found = counts(witch.display for witch in position.seats)
    return tuple(ingredient for ingredient, count in found.items() if count >= limit)


def effects(position: Position, seat: int, effect: str) -> list[str]:
    """The cards with this effect in the seat's display that are not silenced (D-10)."""
    display = position.seats[seat].display
    return [card for card in display if EFFECT[card] == effect and card not in position.silenced]


def is_saved(position: Position, seat: int, ingredients: tuple[str, ...]) -> bool:
    """Whether the seat's antidotes take care of all these ingredients."""
    antidotes = {INGREDIENT[card] for card in effects(position, seat, "antidote")}
    return antidotes.issuperset(ingredients)


def has_spoon(position: Position, seat: int) -> bool:
    """Whether a spoon works in the seat's display."""
    return bool(effects(position, seat, "spoon"))


def is_bound_by_fire(position: Position) -> bool:
    """Whether the seat whose turn it is must pass or reveal two cards."""
    return position.fire is not None and position.fire != position.turn


def swappable(position: Position, seat: int) -> dict[tuple[int, str], None]:
    """What this seat may stir for: (seat, card) in every other display, alike cards once, in the order they lie."""
    others = ((other, card) for other, witch in enumerate(position.seats) if other != seat for card in witch.display)
    return dict.fromkeys(others)


def allowed(position: Position, seat: int) -> dict[str, None]:
    """R-15, R-16. What this seat may take: any card with the Witch side up, else one of the lowest value."""
    if not position.seats[seat].boom:
        return dict.fromkeys(position.shelf)
    lowest = min(VALUE[card] for card in position.shelf)
    return dict.fromkeys(card for card in position.shelf if VALUE[card] == lowest)


# --- the end ----------------------------------------------------------------------------------------------------------


def in_the_open(witch: Witch) -> tuple[str, ...]:
    """The cards of a seat that everybody sees: its display and what it took."""
    return witch.display if witch.taken is None else (*witch.display, witch.taken)


def owned(witch: Witch) -> tuple[str, ...]:
    """All cards of a seat."""
    return (*witch.deck, *in_the_open(witch))


def points(witch: Witch) -> int:
    """R-19. Special cards score their value, potions 5 and then 3 each, victory points 1."""
    cards = owned(witch)
    potions = cards.count(POTION)
    brewed = FIRST_POTION + FURTHER_POTION * (potions - 1) if potions else 0
    return sum(VALUE[card] for card in cards if card != POTION) + brewed + witch.points


def outcome(position: Position) -> Outcome | None:
    """R-19. The end: the last ingredient phase is over, or one seat alone has not resigned (C-8)."""
    playing = [seat for seat, witch in enumerate(position.seats) if not witch.resigned]
    if len(playing) == 1:
        return _won(position, playing, "resigned", "C-8")
    if position.round < position.rounds or phase(position) != "gather":
        return None
    return _highest(position, playing)


def _highest(position: Position, playing: list[int]) -> Outcome:
    """R-19, R-20. Most points win; of those with as many, the most victory points; then it is shared (C-7)."""
    totals = {seat: points(position.seats[seat]) for seat in playing}
    best = [seat for seat in playing if totals[seat] == max(totals.values())]
    most = max(position.seats[seat].points for seat in best)
    winners = [seat for seat in best if position.seats[seat].points == most]
    return _won(position, winners, "score", "R-19" if len(best) == 1 else "R-20")


def _won(position: Position, winners: list[int], reason: str, rule: str) -> Outcome:
    scores = tuple(points(witch) for witch in position.seats)
    return Outcome(winners=tuple(winners), reason=reason, rule=rule, scores=scores)


def invariant(position: Position) -> None:
    """No card and no marker is lost or doubled, and what is known of a deck is in it."""
    seats = position.seats
    cards = Counter((*position.unused, *position.supply, *position.shelf))
    for witch in seats:
        cards.update(owned(witch))
        assert not Counter(witch.known) - Counter(witch.deck), "a known card is missing"
    assert all_cards(len(seats)) == cards, "cards are lost or doubled"
    if position.round:
        held = [witch.marker for witch in seats if witch.marker is not None]
        assert sorted(BOX.layouts[len(seats)].markers) == sorted((*position.markers, *held)), "a marker is lost"
        assert position.round - (1 if position.markers else 0) == sum(witch.points for witch in seats), "points"
