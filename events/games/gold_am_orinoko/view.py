"""What each seat is shown of the river, and what it may know; only here hidden coins are told or kept back."""

from itertools import pairwise
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

from events.chance import Luck, shuffled
from events.games.gold_am_orinoko.components import ADVENTURERS, RIVER, Mark
from events.games.gold_am_orinoko.messages import Action, FaceDownCoinTaken, RiverLaid, Square
from events.games.gold_am_orinoko.position import Coin, Position, gold, outcome
from events.rules import Event, Viewer


class Trunk(Struct, frozen=True):
    """A tree trunk in its lane."""

    length: Annotated[int, Meta(ge=1, le=29, description="How many squares long it is.")]
    start: Annotated[int, Meta(ge=0, le=28, description="The column of its upstream end.")]


class SeenCoin(Struct, frozen=True):
    """A coin, on the wall or taken."""

    column: Annotated[int, Meta(ge=0, le=28, description="The column of its mark on the temple wall.")]
    face_up: Annotated[bool, Meta(description="Whether it lay face up, so that everybody knows its value.")]
    value: Annotated[int | None, Meta(description="What it is worth; null where the viewer cannot know.")]
    owner: Annotated[int | None, Meta(description="The seat that took it; null while it lies on the wall.")]


class SeatView(Struct, frozen=True):
    """A seat with its adventurers and its gold."""

    adventurers: Annotated[tuple[Square | None, ...], Meta(description="Where they stand; null for one ashore.")]
    coins: Annotated[int, Meta(ge=0, le=18, description="How many coins it has taken.")]
    gold: Annotated[int | None, Meta(description="The sum of its coins; null where the viewer cannot know.")]
    resigned: Annotated[bool, Meta(description="Whether it has resigned.")]


class View(Struct, frozen=True):
    """The river as one viewer sees it."""

    columns: Annotated[int, Meta(ge=1, le=29, description="How many squares long the river is.")]
    trunks: Annotated[tuple[Trunk, ...], Meta(description="The trunks by lane, jungle shore first.")]
    coins: Annotated[tuple[SeenCoin, ...], Meta(description="All coins of the game, upstream first.")]
    seats: Annotated[tuple[SeatView, ...], Meta(description="The seats, from seat 0 on.")]
    turn: Annotated[int, Meta(ge=0, le=3, description="The seat whose turn it is.")]
    white: Annotated[int, Meta(ge=0, le=4, description="The adventurers' die of this turn.")]
    brown: Annotated[int, Meta(ge=0, le=3, description="The tree trunk die of this turn.")]
    due: Annotated[tuple[Action, ...], Meta(description="The actions still due in this turn; none after the end.")]


class Recall(Struct, frozen=True):
    """All that a seat may know: what it is shown, and the values, ascending, of the coins it has not seen."""

    seat: Annotated[int, Meta(ge=0, le=3, description="The seat that knows this.")]
    view: Annotated[View, Meta(description="What the seat is shown.")]
    unseen: Annotated[tuple[int, ...], Meta(description="The values of the coins it cannot know, in ascending order.")]


def view(position: Position, viewer: Viewer) -> View:
    """What this viewer is shown."""
    coins = tuple(
        SeenCoin(coin.column, coin.face_up, coin.value if knows(viewer, coin) else None, coin.owner)
        for coin in position.coins
    )
    return View(
        columns=position.columns,
        trunks=tuple(map(Trunk, position.lengths, position.starts)),
        coins=coins,
        seats=tuple(_seat(position, viewer, seat) for seat in range(len(position.adventurers))),
        turn=position.turn,
        white=position.white,
        brown=position.brown,
        due=() if outcome(position) else position.due,
    )


def knows(viewer: Viewer, coin: Coin) -> bool:
    """Face-up coins are known to everybody, face-down ones to their taker alone; after the end all are open (C-4)."""
    return coin.face_up or viewer.over or (viewer.seat is not None and coin.owner == viewer.seat)


def shown(event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event's data as this viewer may see it: the values of hidden coins are None."""
    data: dict[str, Any] = to_builtins(event)
    if viewer.over:
        return data
    match event:
        case RiverLaid():
            coins = [coin if coin["face_up"] else {**coin, "value": None} for coin in data["coins"]]
            return {**data, "coins": coins}
        case FaceDownCoinTaken() if viewer.seat != event.seat:
            return {**data, "value": None}
    return data


def recall(position: Position, seat: int) -> Recall:
    """All that this seat may know with a perfect memory."""
    viewer = Viewer(seat=seat)
    unseen = sorted(coin.value for coin in position.coins if not knows(viewer, coin))
    return Recall(seat=seat, view=view(position, viewer), unseen=tuple(unseen))


def imagine(recall: Recall, luck: Luck) -> Position:
    """A position that fits the recall: the unseen values are dealt anew over the unseen coins."""
    seen = recall.view
    values = iter(shuffled(luck, recall.unseen))
    return Position(
        columns=seen.columns,
        lengths=tuple(trunk.length for trunk in seen.trunks),
        starts=tuple(trunk.start for trunk in seen.trunks),
        coins=tuple(
            Coin(coin.column, coin.face_up, next(values) if coin.value is None else coin.value, coin.owner)
            for coin in seen.coins
        ),
        adventurers=tuple(seat.adventurers for seat in seen.seats),
        resigned=tuple(seat.resigned for seat in seen.seats),
        turn=seen.turn,
        white=seen.white,
        brown=seen.brown,
        due=seen.due,
    )


def invariant(position: Position) -> None:
    """E-2 to E-4, R-2, R-6, R-11. No piece of the standard river is lost, doubled, or where it cannot be."""
    assert sorted(RIVER.coins) == sorted(coin.value for coin in position.coins), "a coin is lost or doubled"
    assert RIVER.marks == tuple(Mark(coin.column, coin.face_up) for coin in position.coins), "a coin has moved"
    assert sorted(RIVER.trunks) == sorted(position.lengths), "a trunk is lost"
    spans = [range(start, start + length) for start, length in zip(position.starts, position.lengths, strict=True)]
    assert all(span.stop <= position.columns for span in spans), "a trunk has left the river"
    assert all(set(a) & set(b) for a, b in pairwise(spans)), "two trunks have lost touch"
    squares = [square for seat in position.adventurers for square in seat if square is not None]
    assert len(squares) == len(set(squares)), "two adventurers stand on one square"
    wall = (range(coin.column, coin.column + 1) for coin in position.coins if coin.owner is None)
    stands = [*((lane, span) for lane, span in enumerate(spans)), *((len(spans), coin) for coin in wall)]
    assert all(any(square.lane == lane and square.column in span for lane, span in stands) for square in squares)
    assert all(len(seat) == ADVENTURERS for seat in position.adventurers), "an adventurer is lost"


def _seat(position: Position, viewer: Viewer, seat: int) -> SeatView:
    coins = [coin for coin in position.coins if coin.owner == seat]
    return SeatView(
        adventurers=position.adventurers[seat],
        coins=len(coins),
        gold=gold(position, seat) if all(knows(viewer, coin) for coin in coins) else None,
        resigned=position.resigned[seat],
    )
