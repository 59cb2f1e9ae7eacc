"""What each viewer is shown. Everything lies open but the order of the decks, which nobody knows (C-4)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from events.chance import Luck, shuffled
from events.games.ohio_bob.components import SUPER_GEAR, Difficulty, cards_of, challenge, set_of, super_gear
from events.games.ohio_bob.geometry import Place, Space
from events.games.ohio_bob.messages import DeckShuffled
from events.games.ohio_bob.position import Player, Position, maximum, rest_cost, rooms_wanted
from events.rules import Event, Viewer

Cards = tuple[str, ...]


class LevelView(msgspec.Struct, frozen=True):
    """The level that is played, and what the Level card says about it."""

    number: Annotated[int, Meta(description="The level: 1, 2 or 3; 0 before the first.")]
    face: Annotated[Difficulty, Meta(description="The card's face; on level 1 of the hard one rations are empty.")]
    rooms: Annotated[int, Meta(description="How many rooms each seat explores.")]
    rest: Annotated[int, Meta(description="What a rest costs.")]
    maximum: Annotated[int, Meta(description="How many cards may be carried up the last staircase.")]


class RoomView(msgspec.Struct, frozen=True):
    """A room on the table; the catalogue tells what is printed on it."""

    card: Annotated[str, Meta(description="The card whose temple side it is, or the connecting room.")]
    place: Annotated[Place, Meta(description="Where it lies, counted in rooms: row, column.")]
    turned: Annotated[bool, Meta(description="Whether it lies turned by 180 degrees, as seat 0 sees it.")]
    seat: Annotated[int | None, Meta(description="The seat that laid it; null: the connecting room.")]


class OfferView(msgspec.Struct, frozen=True):
    """An exchange that is offered."""

    seat: Annotated[int, Meta(description="The seat that offers.")]
    give: Annotated[str, Meta(description="The card that it offers.")]
    take: Annotated[str, Meta(description="The partner's card that it asks for.")]


class SeatView(msgspec.Struct, frozen=True):
    """A seat's cards, pawn and Energy."""

    cards: Annotated[str, Meta(description="The set that it plays with: green or blue.")]
    challenge: Annotated[dict[str, int], Meta(description="The gems that it must bring out, by colour.")]
    energy: Annotated[int, Meta(description="Its Energy.")]
    hand: Annotated[Cards, Meta(description="The cards in its hand.")]
    pile: Annotated[Cards, Meta(description="The cards on its resolution pile, the last one played last.")]
    deck_size: Annotated[int, Meta(description="How many cards its deck holds.")]
    top: Annotated[Cards, Meta(description="The cards of the deck that lie open: the top one, or two to choose from.")]
    deck: Annotated[Cards | None, Meta(description="The deck from top to bottom; null until the game is over.")]
    pawn: Annotated[Space | None, Meta(description="Where its pawn stands: row, column; null: off the table.")]
    effects: Annotated[Cards, Meta(description="The effects that are left of the card in progress.")]
    teleporting: Annotated[bool, Meta(description="Whether it is to choose where a teleporter leads.")]
    used: Annotated[tuple[Space, ...], Meta(description="The bonuses it has taken since it came into the room.")]
    waiting: Annotated[
        Literal["rest", "pit"] | None, Meta(description="Why it has announced a rest; null: it has not.")
    ]
    escaped: Annotated[bool, Meta(description="Whether it has escaped this level.")]
    surplus: Annotated[int, Meta(description="How many cards it has still to discard.")]
    discards: Annotated[
        Cards, Meta(description="What it has discarded on this level, and a Super Gear that is out of the game.")
    ]


class View(msgspec.Struct, frozen=True):
    """The table, as everybody sees it."""

    level: Annotated[LevelView, Meta(description="The level that is played.")]
    maximum_energy: Annotated[int, Meta(description="The most Energy there can be.")]
    rooms: Annotated[tuple[RoomView, ...], Meta(description="The rooms of the level in the order they were laid.")]
    seats: Annotated[tuple[SeatView, ...], Meta(description="The seats.")]
    offer: Annotated[OfferView | None, Meta(description="The exchange that is offered; null: none.")]
    exchanged: Annotated[bool, Meta(description="Whether this level's exchange is used up.")]


class Recall(msgspec.Struct, frozen=True):
    """What a seat may know with a perfect memory.

    `table` is the position, its decks cut down to the cards that lie open. `unseen` holds, by seat and from top to
    bottom, the other cards of its deck as sets in the order of their names: which shuffle brought a card into the
    deck is known to all, its place among those is not.
    """

    seat: int
    table: Position
    unseen: tuple[tuple[Cards, ...], ...]


def view(position: Position, viewer: Viewer) -> View:
    """The table as this viewer sees it; who looks makes no difference until the game is over."""
    offer = position.offer
    return View(
        level=_level(position),
        maximum_energy=position.start_energy,
        rooms=tuple([RoomView(laid.card, laid.place, laid.turned, laid.seat) for laid in position.rooms]),
        seats=tuple([_seat(position, seat, viewer) for seat in range(len(position.players))]),
        offer=None if offer is None else OfferView(offer.seat, offer.give, offer.take),
        exchanged=position.exchanged,
    )


def shown(event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event as this viewer may see it: of a shuffle only what lies open, until the game is over."""
    data = msgspec.structs.asdict(event)
    if isinstance(event, DeckShuffled) and not viewer.over:
        return {**data, "cards": None}
    return data


def recall(position: Position, seat: int) -> Recall:
    """What this seat may know; everybody sees the same, so only the seat differs."""
    players = tuple([replace(player, deck=player.deck[: player.open]) for player in position.players])
    unseen = tuple([_unseen(player) for player in position.players])
    return Recall(seat=seat, table=replace(position, players=players), unseen=unseen)


def imagine(recall: Recall, luck: Luck) -> Position:
    """A position that fits the recall: what came into a deck with one shuffle is shuffled anew."""
    players = []
    for player, layers in zip(recall.table.players, recall.unseen, strict=True):
        hidden = [card for layer in layers for card in shuffled(luck, layer)]
        players.append(replace(player, deck=(*player.deck, *hidden)))
    return replace(recall.table, players=tuple(players))


def invariant(position: Position) -> None:
    """E-1, E-2. Every card of the sets in play lies somewhere, once; a Super Gear card may have left the game."""
    held = [laid.card for laid in position.rooms if laid.seat is not None]
    for player in position.players:
        held += [*player.hand, *player.pile, *player.deck, *player.discards]
        assert sum(player.layers) == len(player.deck)
        assert all(player.layers)
        assert 0 <= player.energy <= position.start_energy
        assert player.surplus >= 0
        assert player.pawn is None or not player.escaped
    cards = [card for card in held if set_of(card) != SUPER_GEAR]
    gears = [card for card in held if set_of(card) == SUPER_GEAR]
    assert len(gears) == len(set(gears))
    assert set(gears) <= {super_gear(seat) for seat in range(len(position.players))}
    dealt = position.level > 0 or all(player.deck for player in position.players)
    wanted = [card for player in position.players if dealt or player.deck for card in cards_of(player.cards)]
    assert sorted(wanted) == sorted(cards)
    pawns = [player.pawn for player in position.players if player.pawn is not None]
    assert len(pawns) == len(set(pawns))


def _level(position: Position) -> LevelView:
    face = position.level_face
    if position.level == 0:
        return LevelView(0, face, 0, 0, 0)
    return LevelView(position.level, face, rooms_wanted(position), rest_cost(position), maximum(position))


def _seat(position: Position, seat: int, viewer: Viewer) -> SeatView:
    player = position.players[seat]
    return SeatView(
        cards=player.cards,
        challenge=dict(challenge(seat, position.amulet, player.challenge)),
        energy=player.energy,
        hand=player.hand,
        pile=player.pile,
        deck_size=len(player.deck),
        top=player.deck[: player.open],
        deck=player.deck if viewer.over else None,
        pawn=player.pawn,
        effects=player.effects,
        teleporting=player.teleport is not None,
        used=player.used,
        waiting=player.waiting,
        escaped=player.escaped,
        surplus=player.surplus,
        discards=player.discards,
    )


def _unseen(player: Player) -> tuple[Cards, ...]:
    """The cards below the open ones, sorted within what came into the deck with one shuffle."""
    layers, start = [], 0
    for size in player.layers:
        layer = player.deck[max(start, player.open) : start + size]
        start += size
        if layer:
            layers.append(tuple(sorted(layer)))
    return tuple(layers)
