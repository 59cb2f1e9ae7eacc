"""Setting up, and how levels begin: shuffles, first rooms, and the connecting room between two seats."""

from events.chance import Chance, shuffled
from events.errors import Refusal, illegal
from events.games.ohio_bob.components import EDITION, SUPER_GEAR, CardSet, cards_of, set_of
from events.games.ohio_bob.geometry import Laid, first_place, lies_turned, staircase
from events.games.ohio_bob.messages import (
    CardKept,
    DeckShuffled,
    Enter,
    Keep,
    LevelBegan,
    Options,
    PawnPlaced,
    RoomLaid,
    TableLaid,
)
from events.games.ohio_bob.position import Position, choosing, first_two
from events.rules import Event


def setup(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """R-1, R-2, R-31. The starting cards are chosen, and each seat's deck is shuffled."""
    sets: tuple[CardSet, ...] = ("green", "blue") if options.set == "green" else ("blue", "green")
    laid = TableLaid(
        seats=seats,
        energy=options.energy,
        level=options.level,
        amulet=options.amulet,
        challenges=_challenges(seats, options),
        sets=sets[:seats],
        connecting=options.connecting if seats > 1 else None,
        start_energy=EDITION.energy[options.energy],
    )
    decks = [shuffled(chance, cards_of(name)) for name in sets[:seats]]
    return (laid, *[DeckShuffled(seat, deck, deck[:2]) for seat, deck in enumerate(decks)], LevelBegan(1))


def _challenges(seats: int, options: Options) -> tuple[int, ...]:
    if isinstance(options.challenge, int):
        return (options.challenge,) * seats
    if seats == 1:
        raise Refusal("invalid", "Alone the option challenge is one number.")
    return options.challenge


def keep(position: Position, seat: int, command: Keep) -> tuple[Event, ...]:
    """R-3. One of the first two cards goes into hand, the other becomes the first room."""
    if position.level != 1 or seat not in choosing(position):
        raise illegal("R-3", "A card is kept only when the game begins.")
    offered = first_two(position.players[seat])
    if command.card not in offered:
        raise illegal("R-3", "Only one of the first two cards can be kept.")
    other = offered[1] if command.card == offered[0] else offered[0]
    deck = position.players[seat].deck
    return (CardKept(seat, command.card), *_first_room(position, seat, other, deck[2:]))


def enter(position: Position, seat: int, command: Enter) -> tuple[Event, ...]:
    """R-28, D-8. One of the first two cards becomes the first room, the other stays on top."""
    if position.level == 1 or seat not in choosing(position):
        raise illegal("R-28", "A first room is chosen only when level 2 or 3 begins.")
    offered = first_two(position.players[seat])
    if command.card not in offered:
        raise illegal("R-28", "Only one of the first two cards can be entered.")
    deck = position.players[seat].deck
    return _first_room(position, seat, command.card, tuple([card for card in deck if card != command.card]))


def _first_room(position: Position, seat: int, card: str, deck: tuple[str, ...]) -> tuple[Event, ...]:
    place = first_place(seat, len(position.players))
    turned = lies_turned(seat, is_last=False)
    room = RoomLaid(seat, card, place, turned, deck[0] if deck else None)
    return (room, PawnPlaced(seat, staircase(Laid(card, place, turned, seat))))


def next_level(position: Position, chance: Chance) -> tuple[Event, ...]:
    """R-27, R-39. When all have escaped and discarded, rooms and discards go under the decks, and a level begins."""
    if position.level == 3 or not all(player.escaped and not player.surplus for player in position.players):
        return ()
    shuffles = [_under_the_deck(position, seat, chance) for seat in range(len(position.players))]
    return (*shuffles, LevelBegan(position.level + 1))


def _under_the_deck(position: Position, seat: int, chance: Chance) -> DeckShuffled:
    """D-5, R-39. The seat's own rooms and discards, whatever their set; a discarded Super Gear leaves the game."""
    player = position.players[seat]
    rooms = [laid.card for laid in position.rooms if laid.seat == seat]
    discards = [card for card in player.discards if set_of(card) != SUPER_GEAR]
    cards = shuffled(chance, [*rooms, *discards])
    return DeckShuffled(seat, cards, (player.deck + cards)[:2])
