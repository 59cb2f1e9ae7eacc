"""What each viewer is shown of the table and of events, what a seat may remember, and what it may imagine."""

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.chance import Luck, shuffled
from events.games.bobbidi_boom.components import KINDS, all_cards
from events.games.bobbidi_boom.messages import GameLaidOut, Memory, RoundBegan, TopGlimpsed
from events.games.bobbidi_boom.position import (
    Position,
    Witch,
    counts,
    has_acted,
    outcome,
    phase,
    to_move,
)
from events.rules import Event, Viewer

Stage = Literal["reveal", "stir", "take", "over"]
Side = Literal["witch", "boom"]
Names = tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer is shown it."""

    deck_size: Annotated[int, Meta(description="How many cards are left in the seat's deck.")]
    deck: Annotated[
        Names | None,
        Meta(description="The cards in the deck by name, not in their order; after the end in their order, top first."),
    ]
    glimpsed: Annotated[bool, Meta(description="Whether the seat knows the top card of its deck.")]
    top: Annotated[str | None, Meta(description="The top card of the deck, if the viewer has seen it.")]
    display: Annotated[Names, Meta(description="The cards that the seat turned over this round, in their order.")]
    marker: Annotated[str | None, Meta(description="The marker it took this round; null while it is still in.")]
    side: Annotated[Side | None, Meta(description="The side of its marker that is up.")]
    armed: Annotated[bool, Meta(description="Whether a delayed reaction waits for the seat.")]
    taken: Annotated[str | None, Meta(description="The card that it took from the shelf after this round.")]
    points: Annotated[int, Meta(description="Its victory-point markers.")]
    resigned: Annotated[bool, Meta(description="Whether it has given up.")]


class View(msgspec.Struct, frozen=True):
    """The table as a viewer is shown it. What is hidden is null."""

    memory: Annotated[Memory, Meta(description="What a seat is shown of its own deck: the option `memory`.")]
    round: Annotated[int, Meta(description="The round, from 1.")]
    rounds: Annotated[int, Meta(description="How many rounds are played.")]
    starter: Annotated[int, Meta(description="The seat that began the round.")]
    stage: Annotated[Stage, Meta(description="What the seat to move is asked for.")]
    turn: Annotated[int | None, Meta(description="The seat to move.")]
    stirring: Annotated[str | None, Meta(description="The card that may be swapped now.")]
    fire: Annotated[int | None, Meta(description="The seat whose fire burns: the next other one must reveal two.")]
    silenced: Annotated[Names, Meta(description="The cards in displays that lost their effect in a fire.")]
    markers: Annotated[Names, Meta(description="The stack of markers, top first; the top one is the limit.")]
    cauldron: Annotated[dict[str, int], Meta(description="How often each ingredient lies in all displays.")]
    shelf: Annotated[Names, Meta(description="The cards on the shelf.")]
    supply_size: Annotated[int, Meta(description="How many cards are left in the supply.")]
    supply: Annotated[Names | None, Meta(description="The supply, top first.")]
    unused: Annotated[Names | None, Meta(description="The double cards that were not dealt.")]
    seats: Annotated[tuple[SeatView, ...], Meta(description="The seats, by number.")]


class SeatRecall(msgspec.Struct, frozen=True):
    """What everybody with a perfect memory knows of a seat.

    `known` are cards that must be in its deck; of the others `hides_double` tells whether its double is among them.
    """

    deck_size: int
    known: Names
    hides_double: bool
    glimpsed: bool
    display: Names
    marker: str | None
    boom: bool
    armed: bool
    taken: str | None
    points: int
    resigned: bool


class Recall(msgspec.Struct, frozen=True):
    """All that a seat with a perfect memory knows: the table, its own deck (by name), and the top card it glimpsed."""

    seat: int
    deck: Names
    top: str | None
    seats: tuple[SeatRecall, ...]
    memory: Memory
    rounds: int
    starter: int
    shelf: Names
    markers: Names
    round: int
    turn: int
    finished: bool
    stirring: str | None
    fire: int | None
    silenced: Names


# --- the table as it is shown -----------------------------------------------------------------------------------------


def view(position: Position, viewer: Viewer) -> View:
    """The table through these eyes; displays, shelf, markers and sizes are everybody's."""
    turn = to_move(position)
    return View(
        memory=position.memory,
        round=position.round,
        rounds=position.rounds,
        starter=position.starter,
        stage=_stage(position),
        turn=turn[0] if turn else None,
        stirring=position.stirring,
        fire=position.fire,
        silenced=position.silenced,
        markers=position.markers,
        cauldron=counts(witch.display for witch in position.seats),
        shelf=position.shelf,
        supply_size=len(position.supply),
        supply=position.supply if viewer.over else None,
        unused=position.unused if viewer.over else None,
        seats=tuple(_seat(position, seat, viewer) for seat in range(len(position.seats))),
    )


def _stage(position: Position) -> Stage:
    if outcome(position) is not None:
        return "over"
    match phase(position):
        case "stir":
            return "stir"
        case "take" | "gather":
            return "take"
        case "turn" | "between":
            return "reveal"


def _seat(position: Position, seat: int, viewer: Viewer) -> SeatView:
    witch = position.seats[seat]
    return SeatView(
        deck_size=len(witch.deck),
        deck=_deck(position, seat, viewer),
        glimpsed=witch.glimpsed,
        top=witch.deck[0] if witch.glimpsed and _is_own_and_recent(seat, viewer) else None,
        display=witch.display,
        marker=witch.marker,
        side=None if witch.marker is None else "boom" if witch.boom else "witch",
        armed=witch.armed,
        taken=witch.taken,
        points=witch.points,
        resigned=witch.resigned,
    )


def _deck(position: Position, seat: int, viewer: Viewer) -> Names | None:
    """R-6, D-7. The seat's own deck, unordered: with open memory always, else until its first command."""
    deck = position.seats[seat].deck
    if viewer.over:
        return deck
    fresh = not viewer.acted and not has_acted(position, seat)
    told = viewer.recent and (position.memory == "open" or fresh)
    return _unordered(deck) if seat == viewer.seat and told else None


def _is_own_and_recent(seat: int, viewer: Viewer) -> bool:
    return viewer.over or (seat == viewer.seat and viewer.recent)


def _unordered(cards: Names) -> Names:
    return tuple(sorted(cards))


def shown(event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event's data as this viewer may see it: no order of a deck, dealt and glimpsed cards only to their seat."""
    data = msgspec.structs.asdict(event)
    if viewer.over:
        return data
    match event:
        case GameLaidOut(dealt=dealt):
            own = tuple(cards if _is_own_and_recent(seat, viewer) else None for seat, cards in enumerate(dealt))
            return data | {"dealt": own, "unused": None, "supply": None}
        case RoundBegan():
            return data | {"decks": None}
        case TopGlimpsed(seat=seat) if not _is_own_and_recent(seat, viewer):
            return data | {"card": None}
    return data


# --- what a seat remembers, and what it imagines ----------------------------------------------------------------------


def recall(position: Position, seat: int) -> Recall:
    """All that this seat may know: what lay open, its own cards from the deal on, and what it glimpsed."""
    witch = position.seats[seat]
    return Recall(
        seat=seat,
        deck=_unordered(witch.deck),
        top=witch.deck[0] if witch.glimpsed else None,
        seats=tuple(map(_remembered, position.seats)),
        memory=position.memory,
        rounds=position.rounds,
        starter=position.starter,
        shelf=position.shelf,
        markers=position.markers,
        round=position.round,
        turn=position.turn,
        finished=position.finished,
        stirring=position.stirring,
        fire=position.fire,
        silenced=position.silenced,
    )


def _remembered(witch: Witch) -> SeatRecall:
    return SeatRecall(
        deck_size=len(witch.deck),
        known=witch.known,
        hides_double=any(_is_double(card) and card not in witch.known for card in witch.deck),
        glimpsed=witch.glimpsed,
        display=witch.display,
        marker=witch.marker,
        boom=witch.boom,
        armed=witch.armed,
        taken=witch.taken,
        points=witch.points,
        resigned=witch.resigned,
    )


def imagine(recall: Recall, luck: Luck) -> Position:
    """A full position that fits: cards nobody has shown are dealt anew, and all unknown orders are shuffled."""
    doubles, simple, supply = _unseen(recall, luck)
    decks = []
    for seat, each in enumerate(recall.seats):
        if seat == recall.seat:
            decks.append(_own_deck(recall, luck))
            continue
        hidden = [doubles.pop()] if each.hides_double else []
        hidden += [simple.pop() for _ in range(each.deck_size - len(each.known) - len(hidden))]
        decks.append(shuffled(luck, (*each.known, *hidden)))
    return Position(
        memory=recall.memory,
        rounds=recall.rounds,
        starter=recall.starter,
        seats=tuple(map(_imagined, recall.seats, decks)),
        unused=tuple(doubles),
        supply=tuple(supply),
        shelf=recall.shelf,
        markers=recall.markers,
        round=recall.round,
        turn=recall.turn,
        finished=recall.finished,
        stirring=recall.stirring,
        fire=recall.fire,
        silenced=recall.silenced,
    )


def _unseen(recall: Recall, luck: Luck) -> tuple[list[str], list[str], list[str]]:
    """The cards that this seat has not located, shuffled: doubles, simple cards, and those of the supply."""
    located = Counter((*recall.shelf, *recall.deck))
    for seat, each in enumerate(recall.seats):
        located.update(each.display)
        located.update(() if each.taken is None else (each.taken,))
        located.update(() if seat == recall.seat else each.known)
    unseen = shuffled(luck, tuple((all_cards(len(recall.seats)) - located).elements()))
    doubles = [card for card in unseen if _is_double(card)]
    simple = [card for card in unseen if _is_simple(card)]
    return doubles, simple, [card for card in unseen if not _is_double(card) and not _is_simple(card)]


def _own_deck(recall: Recall, luck: Luck) -> Names:
    if recall.top is None:
        return shuffled(luck, recall.deck)
    rest = list(recall.deck)
    rest.remove(recall.top)
    return (recall.top, *shuffled(luck, rest))


def _imagined(each: SeatRecall, deck: Names) -> Witch:
    return Witch(
        deck=deck,
        known=each.known,
        glimpsed=each.glimpsed,
        display=each.display,
        marker=each.marker,
        boom=each.boom,
        armed=each.armed,
        taken=each.taken,
        points=each.points,
        resigned=each.resigned,
    )


def _is_double(card: str) -> bool:
    return KINDS[card].count == 2


def _is_simple(card: str) -> bool:
    kind = KINDS[card]
    return kind.count == 1 and kind.effect is None
