"""What each viewer is shown. Everybody sees the same table; the memories differ."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.chance import Luck, shuffled
from events.games.game_over.components import COLOURS, ENTRANCES, PACK, PLACES, SIDE, Card, Colour, Weapon, row_and_col
from events.games.game_over.messages import Col, DungeonLaid, Memory, Row
from events.games.game_over.position import Position, game_over, met_invincible, outcome
from events.rules import Event, Viewer

Grid = tuple[tuple[Card | None, ...], ...]
"""The dungeon as five rows of five cards; None where the card is not known."""


class Place(msgspec.Struct, frozen=True):
    """A place in the dungeon."""

    row: Row
    col: Col


class Barbarian(msgspec.Struct, frozen=True):
    """The small barbarian of a seat."""

    colour: Annotated[Colour, Meta(description="Its colour; it looks for the princess of this colour.")]
    entrance: Annotated[Place, Meta(description="Where it enters the dungeon in each of its turns.")]
    resigned: Annotated[bool, Meta(description="Whether its seat gave up; its entrance stays one.")]


class FaceUp(msgspec.Struct, frozen=True):
    """A card that lies face up."""

    row: Row
    col: Col
    card: Annotated[Card, Meta(description="Its face.")]


class View(msgspec.Struct, frozen=True):
    """What lies on the table."""

    turn: Annotated[int, Meta(ge=0, le=3, description="The seat whose turn it is.")]
    barbarians: Annotated[tuple[Barbarian, ...], Meta(description="The barbarians, by seat.")]
    step: Annotated[
        Literal["search", "banish"] | None,
        Meta(
            description="What the seat whose turn it is has to do: turn over a card, or exchange an invincible "
            "monster. Null when it has nothing to do any more, and beyond this viewer's memory."
        ),
    ]
    weapon: Annotated[Weapon | None, Meta(description="The weapon wielded at the last card turned over, if any.")]
    face_up: Annotated[
        tuple[FaceUp, ...] | None,
        Meta(
            description="The cards turned over in this turn, in order; all others lie face down. Null beyond this "
            "viewer's memory."
        ),
    ]
    seen: Annotated[
        Grid | None,
        Meta(
            description="With the option memory open: by row and column, the card that is known to lie there, since it "
            "was turned over and was followed when it was exchanged; null for a card never seen. When the game is "
            "over, every card. Otherwise null."
        ),
    ]


class Recall(msgspec.Struct, frozen=True):
    """What a seat may know with a perfect memory: all of the position but the cards never seen (None)."""

    seat: int
    seats: int
    memory: Memory
    cards: tuple[Card | None, ...]
    turn: int
    path: tuple[int, ...]
    weapon: Weapon | None
    exchanged: bool
    resigned: tuple[int, ...]


def view(position: Position, viewer: Viewer) -> View:
    """The table as this viewer sees it; of what lies further back than its memory only whose turn it was."""
    told = viewer.recent or viewer.over
    return View(
        turn=position.turn,
        barbarians=_barbarians(position),
        step=_step(position) if told else None,
        weapon=position.weapon if told else None,
        face_up=_face_up(position) if told else None,
        seen=_seen(position, viewer),
    )


def shown(event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event as this viewer may see it: beyond its memory only seats are told, and nobody sees the deal."""
    data = msgspec.structs.asdict(event)
    if viewer.over:
        return data
    if isinstance(event, DungeonLaid):
        return {**data, "cards": None}
    if viewer.recent:
        return data
    return {field: value if field in ("seat", "next") else None for field, value in data.items()}


def recall(position: Position, seat: int) -> Recall:
    """What this seat may know; everybody saw the same, so only the seat differs."""
    return Recall(
        seat=seat,
        seats=position.seats,
        memory=position.memory,
        cards=_known(position),
        turn=position.turn,
        path=position.path,
        weapon=position.weapon,
        exchanged=position.exchanged,
        resigned=position.resigned,
    )


def imagine(recall: Recall, luck: Luck) -> Position:
    """A position that fits the recall: the cards never seen are dealt anew over their places."""
    unseen = list(PACK)
    for card in recall.cards:
        if card is not None:
            unseen.remove(card)
    dealt = iter(shuffled(luck, unseen))
    return Position(
        seats=recall.seats,
        memory=recall.memory,
        cards=tuple(next(dealt) if card is None else card for card in recall.cards),
        seen=tuple(card is not None for card in recall.cards),
        turn=recall.turn,
        path=recall.path,
        weapon=recall.weapon,
        exchanged=recall.exchanged,
        resigned=recall.resigned,
    )


def _step(position: Position) -> Literal["search", "banish"] | None:
    if outcome(position) is not None or game_over(position) is not None:
        return None
    return "banish" if met_invincible(position) else "search"


def _barbarians(position: Position) -> tuple[Barbarian, ...]:
    return tuple(
        Barbarian(colour=COLOURS[seat], entrance=Place(*row_and_col(place)), resigned=seat in position.resigned)
        for seat, place in enumerate(ENTRANCES[position.seats])
    )


def _face_up(position: Position) -> tuple[FaceUp, ...]:
    return tuple(FaceUp(*row_and_col(place), position.cards[place]) for place in position.path)


def _known(position: Position) -> tuple[Card | None, ...]:
    return tuple([card if seen else None for card, seen in zip(position.cards, position.seen, strict=True)])


def _seen(position: Position, viewer: Viewer) -> Grid | None:
    """D-3, C-4. What the option `memory` lets the view tell of cards that lie face down."""
    if viewer.over:
        return _grid(position.cards)
    return _grid(_known(position)) if viewer.recent and position.memory == "open" else None


def _grid(cards: Sequence[Card | None]) -> Grid:
    return tuple(tuple(cards[start : start + SIDE]) for start in range(0, len(PLACES), SIDE))
