"""What each event changes. Nothing is judged or drawn here, and nothing is looked up in the edition."""

from typing import Any, assert_never

from msgspec.structs import replace

from events.games.ohio_bob.components import ROPE_GOES_ON, SUPER_GEAR, set_of, super_gear
from events.games.ohio_bob.geometry import Laid, Space, connecting_room, place_of
from events.games.ohio_bob.messages import (
    AnyEvent,
    CardDiscarded,
    CardKept,
    CardPlayed,
    CardsExchanged,
    ChestOpened,
    DeckShuffled,
    EffectsGivenUp,
    EffectsLapsed,
    EnergyGiven,
    ExchangeDeclined,
    ExchangeOffered,
    LevelBegan,
    LevelEscaped,
    OfferLapsed,
    OptionCopied,
    PawnMoved,
    PawnPlaced,
    PawnTeleported,
    PitEntered,
    RationTaken,
    RestAnnounced,
    Rested,
    RoomLaid,
    SeatWithdrew,
    TableLaid,
    TeleporterEntered,
    TrapSprung,
)
from events.games.ohio_bob.position import Offer, Player, Position
from events.rules import Event


def evolve(position: Position | None, event: Event) -> Position:  # a table of contents
    """The position after an event; None only before `TableLaid`."""
    assert isinstance(event, AnyEvent)
    if isinstance(event, TableLaid):
        return _table_laid(event)
    assert position is not None
    match event:
        case PawnMoved():
            return _pawn_moved(position, event)
        case CardPlayed():
            return _card_played(position, event)
        case EffectsLapsed() | EffectsGivenUp():
            return _effects_dropped(position, event.seat, len(event.effects))
        case RoomLaid():
            return _room_laid(position, event)
        case Rested():
            return _rested(position, event)
        case OptionCopied():
            return _option_copied(position, event)
        case TrapSprung():
            return _change(position, event.seat, energy=event.energy)
        case ChestOpened():
            return _chest_opened(position, event)
        case RationTaken():
            return _ration_taken(position, event)
        case PitEntered():
            return _change(position, event.seat, effects=(), waiting="pit")
        case TeleporterEntered():
            return _change(position, event.seat, teleport=event.ignores)
        case PawnTeleported():
            return _change(position, event.seat, pawn=event.space, teleport=None, used=())
        case RestAnnounced():
            return _change(position, event.seat, waiting="rest")
        case CardKept():
            return _card_kept(position, event)
        case PawnPlaced():
            return _change(position, event.seat, pawn=event.space)
        case LevelEscaped():
            return _level_escaped(position, event)
        case EnergyGiven():
            return _energy_given(position, event)
        case CardDiscarded():
            return _card_discarded(position, event)
        case DeckShuffled():
            return _deck_shuffled(position, event)
        case LevelBegan():
            return _level_began(position, event)
        case ExchangeOffered():
            return replace(position, offer=Offer(event.seat, event.give, event.take))
        case ExchangeDeclined() | OfferLapsed():
            return replace(position, offer=None)
        case CardsExchanged():
            return _cards_exchanged(position, event)
        case SeatWithdrew():
            return replace(position, withdrew=event.seat)
    assert_never(event)


def _change(position: Position, seat: int, **changes: Any) -> Position:
    """The position with this seat's part changed."""
    players = position.players
    player = replace(players[seat], **changes)
    if len(players) == 1:
        return replace(position, players=(player,))
    return replace(position, players=(player, players[1]) if seat == 0 else (players[0], player))


# --- set-up and levels -----------------------------------------------------------------------------------------------


def _table_laid(event: TableLaid) -> Position:
    """R-1. The starting cards; Super Gear is in hand."""
    players = tuple(
        Player(cards=cards, challenge=challenge, energy=event.start_energy, hand=(super_gear(seat),))
        for seat, (cards, challenge) in enumerate(zip(event.sets, event.challenges, strict=True))
    )
    return Position(
        energy=event.energy,
        level_face=event.level,
        amulet=event.amulet,
        connecting=event.connecting,
        start_energy=event.start_energy,
        players=players,
    )


def _deck_shuffled(position: Position, event: DeckShuffled) -> Position:
    """R-2, R-27, D-12. The cards go under the deck; they lie nowhere else any more."""
    player = position.players[event.seat]
    rooms = tuple([laid for laid in position.rooms if laid.seat != event.seat])
    deck, layers = player.deck + event.cards, player.layers + ((len(event.cards),) if event.cards else ())
    left = tuple([card for card in player.discards if set_of(card) == SUPER_GEAR])
    position = _change(position, event.seat, deck=deck, layers=layers, open=2, discards=left)
    return replace(position, rooms=rooms)


def _level_began(position: Position, event: LevelBegan) -> Position:
    """R-28, R-31, R-39. Nobody has escaped this level yet; together the connecting room lies in the middle."""
    rooms = (connecting_room(position.connecting),) if position.connecting else ()
    players = tuple([replace(player, escaped=False) for player in position.players])
    return replace(position, level=event.level, players=players, rooms=rooms, exchanged=False)


def _card_kept(position: Position, event: CardKept) -> Position:
    """R-3. The card is in hand."""
    player = position.players[event.seat]
    return _change(position, event.seat, hand=(*player.hand, event.card), **_drawn(player, event.card))


def _room_laid(position: Position, event: RoomLaid) -> Position:
    """R-7, R-15. The card lies on the table; the effect that laid it is used up."""
    player = position.players[event.seat]
    laid = Laid(event.card, event.place, event.turned, event.seat)
    position = _change(position, event.seat, effects=player.effects[1:], **_drawn(player, event.card))
    return replace(position, rooms=(*position.rooms, laid))


def _drawn(player: Player, card: str) -> dict[str, Any]:
    """R-2, D-10. The deck without this card, its layers, and its top card open."""
    at = player.deck.index(card)
    layers, depth = list(player.layers), at
    for number, size in enumerate(layers):
        if depth < size:
            layers[number] -= 1
            break
        depth -= size
    return {
        "deck": player.deck[:at] + player.deck[at + 1 :],
        "layers": tuple([size for size in layers if size]),
        "open": 1,
    }


# --- cards and effects -----------------------------------------------------------------------------------------------


def _card_played(position: Position, event: CardPlayed) -> Position:
    """R-4, D-13. The card lies on the pile; a rest that was announced is taken back."""
    player = position.players[event.seat]
    hand = tuple([card for card in player.hand if card != event.card])
    pile = (*player.pile, event.card)
    return _change(position, event.seat, hand=hand, pile=pile, effects=event.effects, waiting=None)


def _option_copied(position: Position, event: OptionCopied) -> Position:
    """R-14. The copied effects stand in the torch's place."""
    player = position.players[event.seat]
    return _change(position, event.seat, effects=event.effects + player.effects[1:])


def _effects_dropped(position: Position, seat: int, count: int) -> Position:
    """R-5. The first effects are gone."""
    return _change(position, seat, effects=position.players[seat].effects[count:])


def _pawn_moved(position: Position, event: PawnMoved) -> Position:
    """R-13, R-21. The effect is used up, of a rope its first step; leaving a room recharges the bonuses."""
    player = position.players[event.seat]
    effects = player.effects[1:]
    if player.effects[:1] == ("rope",):
        effects = (ROPE_GOES_ON, *effects)
    stays = player.pawn is not None and place_of(player.pawn) == place_of(event.space)
    return _change(position, event.seat, pawn=event.space, effects=effects, used=player.used if stays else ())


# --- spaces ----------------------------------------------------------------------------------------------------------


def _ration_taken(position: Position, event: RationTaken) -> Position:
    """R-17, R-21, R-34. Somebody is fed, and the space is used up for this seat."""
    position = _change(position, event.seat, used=_used(position.players[event.seat], event.space))
    return _change(position, event.fed, energy=event.energy)


def _chest_opened(position: Position, event: ChestOpened) -> Position:
    """R-19, R-20, R-21. The card is in hand, and the space is used up for this seat."""
    player = position.players[event.seat]
    hand = (*player.hand, event.card)
    return _change(position, event.seat, hand=hand, used=_used(player, event.space), **_drawn(player, event.card))


def _used(player: Player, space: Space) -> tuple[Space, ...]:
    return (*player.used, space)


def _rested(position: Position, event: Rested) -> Position:
    """R-26. The pile is back in hand, for Energy."""
    player = position.players[event.seat]
    hand = player.hand + player.pile
    rests = player.rests + 1
    return _change(position, event.seat, hand=hand, pile=(), energy=event.energy, waiting=None, rests=rests)


# --- leaving a level -------------------------------------------------------------------------------------------------


def _energy_given(position: Position, event: EnergyGiven) -> Position:
    """R-35. One Energy changed hands."""
    position = _change(position, event.seat, energy=event.energy)
    return _change(position, 1 - event.seat, energy=event.partner)


def _level_escaped(position: Position, event: LevelEscaped) -> Position:
    """R-25, R-27, D-12. The pawn is off the table, the pile in hand, and what was left of the card given up."""
    player = position.players[event.seat]
    return _change(
        position,
        event.seat,
        hand=player.hand + player.pile,
        pile=(),
        energy=event.energy,
        pawn=None,
        effects=(),
        used=(),
        waiting=None,
        rests=0,
        escaped=True,
        surplus=event.surplus,
    )


def _card_discarded(position: Position, event: CardDiscarded) -> Position:
    """R-27. The card is out of the hand."""
    player = position.players[event.seat]
    hand = tuple([card for card in player.hand if card != event.card])
    discards = (*player.discards, event.card)
    return _change(position, event.seat, hand=hand, discards=discards, surplus=player.surplus - 1)


# --- exchange --------------------------------------------------------------------------------------------------------


def _cards_exchanged(position: Position, event: CardsExchanged) -> Position:
    """R-37. Each has the other's card in hand, wherever it lay."""
    position = _swapped(position, event.seat, event.give, event.take)
    position = _swapped(position, 1 - event.seat, event.take, event.give)
    return replace(position, offer=None, exchanged=True)


def _swapped(position: Position, seat: int, out: str, received: str) -> Position:
    player = position.players[seat]
    hand = tuple([card for card in player.hand if card != out])
    pile = tuple([card for card in player.pile if card != out])
    return _change(position, seat, hand=(*hand, received), pile=pile)
