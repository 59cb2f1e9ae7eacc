"""All that is true of a game, and the questions that one may ask about it in the rulebook's words."""

from collections import Counter
from typing import Literal

import msgspec

from events.games.ohio_bob.components import (
    COLOURS,
    EDITION,
    MULTICOLOURED,
    SUPER_GEAR,
    CardSet,
    Difficulty,
    Level,
    challenge,
    gem,
    set_of,
)
from events.games.ohio_bob.geometry import Rooms, Space, is_exit, kind_at, laid_under, touching
from events.games.ohio_bob.messages import Hazard
from events.games.ohio_bob.rooms import Kind
from events.rules import Outcome

PARTNER_CARDS = 3
"""R-40. How many cards of the partner's set each seat must bring out."""


class Player(msgspec.Struct, frozen=True):
    """A seat's cards, pawn and Energy.

    `deck` lies from top to bottom, the first `open` of its cards visible; `layers` says how many of its cards came
    there with which shuffle, from top to bottom. `pawn` is None before the first room of a level is chosen and after
    the level is escaped. `effects` are those of the card in progress that are left; `teleport` is None, or says what
    does nothing where a teleport ends that the player is to choose. `used` are the bonuses taken since the pawn came
    into the room. `waiting` tells why the seat has announced a rest, `rests` how many it has had on this level.
    `discards` are those of this level and a Super Gear card that has left the game, `surplus` tells how many cards
    are still to be discarded.
    """

    cards: CardSet
    challenge: int
    energy: int
    hand: tuple[str, ...]
    pile: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    layers: tuple[int, ...] = ()
    open: int = 0
    pawn: Space | None = None
    effects: tuple[str, ...] = ()
    teleport: tuple[Hazard, ...] | None = None
    used: tuple[Space, ...] = ()
    waiting: Literal["rest", "pit"] | None = None
    rests: int = 0
    escaped: bool = False
    discards: tuple[str, ...] = ()
    surplus: int = 0


class Offer(msgspec.Struct, frozen=True):
    """R-37. An offer that stands: the seat gives a card for one of its partner's."""

    seat: int
    give: str
    take: str


class Position(msgspec.Struct, frozen=True):
    """The table. `level` is 0 before the first level begins; `connecting` is None alone; `withdrew` has resigned.

    `rooms` are those of the level, in the order in which they were laid; `exchanged` tells whether this level's
    exchange is used up.
    """

    energy: Difficulty
    level_face: Difficulty
    amulet: Difficulty
    connecting: Difficulty | None
    start_energy: int
    players: tuple[Player, ...]
    level: int = 0
    rooms: Rooms = ()
    offer: Offer | None = None
    exchanged: bool = False
    withdrew: int | None = None


# --- the level -------------------------------------------------------------------------------------------------------


def level_card(position: Position) -> Level:
    """E-7. The face of the Level card that is played with."""
    return EDITION.level[position.level_face]


def rooms_wanted(position: Position) -> int:
    """R-7. How many rooms each seat is to explore on this level, the first one included."""
    return level_card(position).rooms[position.level - 1]


def rooms_laid(position: Position, seat: int) -> int:
    """R-7, D-11. How many rooms of this level the seat has laid."""
    return sum([laid.seat == seat for laid in position.rooms])


def rest_cost(position: Position) -> int:
    """R-26. What a rest costs on this level."""
    return level_card(position).rest[position.level - 1]


def maximum(position: Position) -> int:
    """R-27, D-4. How many cards may be carried up the staircase of this level."""
    return level_card(position).maximum[position.level - 1]


def kind_of(position: Position, space: Space) -> Kind:
    """R-18, D-17. What a space is; a ration on level 1 of a hard Level card is an empty space."""
    kind = kind_at(position.rooms, space)
    if kind == "ration" and position.level == 1 and position.level_face == "hard":
        return "empty"
    return kind


# --- the seats -------------------------------------------------------------------------------------------------------


def partner_of(position: Position, seat: int) -> int | None:
    """The other seat, if two play."""
    return 1 - seat if len(position.players) > 1 else None


def on_level(position: Position, seat: int | None) -> bool:
    """Whether this seat's pawn is on the table."""
    return seat is not None and position.players[seat].pawn is not None


def is_held(position: Position, space: Space) -> bool:
    """R-36. Whether a pawn stands on this space."""
    return any(player.pawn == space for player in position.players)


def cards_in_hand_and_pile(player: Player) -> tuple[str, ...]:
    """R-27, R-37. All cards that a seat carries."""
    return player.hand + player.pile


def in_progress(player: Player) -> bool:
    """R-5. Whether effects of a card are left, or a teleport is due."""
    return bool(player.effects) or player.teleport is not None


def choosing(position: Position) -> tuple[int, ...]:
    """R-3, R-28, R-31. The seats that have not chosen their first room; until then nobody plays."""
    return tuple([seat for seat, player in enumerate(position.players) if player.pawn is None and not player.escaped])


def first_two(player: Player) -> tuple[str, ...]:
    """R-3, R-28. The cards to choose the first room from."""
    return player.deck[:2]


def on_exit(position: Position, seat: int) -> bool:
    """R-25, R-38, D-7. Whether the pawn stands on the staircase of its own last room."""
    pawn = position.players[seat].pawn
    return pawn is not None and exit_of(position, pawn) == seat


def exit_of(position: Position, space: Space) -> int | None:
    """R-25. Whose way out the staircase on this space is; None if it is nobody's."""
    laid = laid_under(position.rooms, space)
    if laid is None or not is_exit(laid) or kind_at(position.rooms, space) != "staircase":
        return None
    return laid.seat


def may_exchange(position: Position) -> bool:
    """R-37, D-15. Whether both pawns touch, no card is in progress, and this level's exchange is not used up."""
    if position.exchanged or len(position.players) == 1 or any(map(in_progress, position.players)):
        return False
    one, other = position.players[0].pawn, position.players[1].pawn
    return one is not None and other is not None and touching(position.rooms, one, other)


def exchangeable(player: Player) -> tuple[str, ...]:
    """R-37, D-6. What a seat can give away: cards of hand and pile, Super Gear apart."""
    return tuple([card for card in cards_in_hand_and_pile(player) if set_of(card) != SUPER_GEAR])


def may_offer_or_answer(position: Position, seat: int) -> bool:
    """R-37, D-15. Whether this seat can make an offer now, or answer its partner's."""
    if not may_exchange(position):
        return False
    if position.offer is not None:
        return position.offer.seat != seat
    return all(map(exchangeable, position.players))


def to_move(position: Position) -> tuple[int, ...]:
    """R-32. The seats that have something to decide; all of them where only a compulsory step is left to happen."""
    if outcome(position) is not None:
        return ()
    seats = choosing(position) or tuple([s for s in range(len(position.players)) if _has_a_choice(position, s)])
    return seats or tuple(range(len(position.players)))


def awaited(position: Position) -> tuple[int, ...]:
    """D-13, D-15. The seats to move, but for who waits for the partner's rest or for its answer to an offer."""
    seats = to_move(position)
    return tuple([seat for seat in seats if not _waits(position, seat)]) or seats


def _waits(position: Position, seat: int) -> bool:
    if position.offer is not None:
        return position.offer.seat == seat
    return position.players[seat].waiting is not None


def _has_a_choice(position: Position, seat: int) -> bool:
    player = position.players[seat]
    if player.escaped:
        return player.surplus > 0
    if in_progress(player) or player.waiting is None or (player.waiting == "rest" and bool(player.hand)):
        return True
    return on_exit(position, seat) or may_offer_or_answer(position, seat)


# --- the end ---------------------------------------------------------------------------------------------------------


def outcome(position: Position) -> Outcome | None:
    """R-29, R-30, R-40, C-8. How the game ended, as soon as it has; the first loss in the order of the rules."""
    if position.withdrew is not None:
        return Outcome(winners=(), reason="resigned", rule="C-8")
    for player in position.players:
        if player.energy == 0:
            return Outcome(winners=(), reason="energy", rule="R-30")
    for seat, player in enumerate(position.players):
        if not player.deck and _needs_its_deck(position, seat):
            return Outcome(winners=(), reason="deck", rule="R-30")
    return _amulet_phase(position) if position.level == 3 else None


def _needs_its_deck(position: Position, seat: int) -> bool:
    """R-30. Whether the seat's last room of level 3 does not lie on the table yet, since play began."""
    return position.level > 0 and (position.level < 3 or rooms_laid(position, seat) < rooms_wanted(position))


def _amulet_phase(position: Position) -> Outcome | None:
    """R-29, R-40. Who has left level 3 must have the gems, and together the partner's cards."""
    left = [seat for seat, player in enumerate(position.players) if player.escaped and not player.surplus]
    if not left:
        return None
    if not all(meets_challenge(position, seat) for seat in left):
        return Outcome(winners=(), reason="challenge", rule="R-29" if len(position.players) == 1 else "R-40")
    if not all(partner_cards(position, seat) >= PARTNER_CARDS for seat in left if len(position.players) > 1):
        return Outcome(winners=(), reason="partner_cards", rule="R-40")
    if len(left) < len(position.players):
        return None
    return Outcome(winners=tuple(left), reason="amulet", rule="R-29" if len(left) == 1 else "R-40")


def partner_cards(position: Position, seat: int) -> int:
    """R-40. How many cards of the partner's set this seat carries."""
    partner = position.players[1 - seat]
    return sum([set_of(card) == partner.cards for card in cards_in_hand_and_pile(position.players[seat])])


def meets_challenge(position: Position, seat: int) -> bool:
    """R-29. Whether this seat carries the gems of its challenge."""
    return missing_gems(position, seat) == 0


def missing_gems(position: Position, seat: int) -> int:
    """R-29. How many gems this seat still lacks, with the best use of "any" and of multicoloured gems."""
    player = position.players[seat]
    return gems_short(cards_in_hand_and_pile(player), dict(challenge(seat, position.amulet, player.challenge)))


def gems_short(cards: tuple[str, ...], wanted: dict[str, int]) -> int:
    """How many more gems it takes: "any" is one colour, which may be a named one too; each card counts once."""
    gems = Counter(map(gem, cards))
    free = wanted.pop("any", 0)
    short = min(
        sum(max(0, wanted.get(each, 0) + (free if each == chosen else 0) - gems[each]) for each in COLOURS)
        for chosen in COLOURS
    )
    return max(0, short - gems[MULTICOLOURED])
