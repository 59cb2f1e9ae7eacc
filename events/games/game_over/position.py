"""All that is true of a game, and the questions that one may ask about it in the rulebook's words."""

import msgspec

from events.games.game_over.components import ENTRANCES, MONSTERS, NEIGHBOURS, PACK, PLACES, PRINCESSES, Card, Weapon
from events.games.game_over.messages import Memory, Reason
from events.rules import Outcome


class Position(msgspec.Struct, frozen=True, gc=False):
    """The dungeon and whose turn it is.

    `cards` and `seen` go by place: the card that lies there, and whether everybody has seen it (they saw it turned
    over, and followed it when it was exchanged). `path` holds the places turned face up in this turn, in order;
    `weapon` was wielded at the last of them. `exchanged` is True between the exchange of an invincible monster
    and the end of the turn. `resigned` holds seats in the order in which they resigned.
    """

    seats: int
    memory: Memory
    cards: tuple[Card, ...]
    turn: int
    seen: tuple[bool, ...] = (False,) * len(PLACES)
    path: tuple[int, ...] = ()
    weapon: Weapon | None = None
    exchanged: bool = False
    resigned: tuple[int, ...] = ()


def entrance(position: Position, seat: int) -> int:
    """R-2. The corner by which this seat enters the dungeon."""
    return ENTRANCES[position.seats][seat]


def is_face_down(position: Position, place: int) -> bool:
    """Whether the card at this place has not been turned over in this turn."""
    return place not in position.path


def face_down(position: Position) -> tuple[int, ...]:
    """Every place whose card is face down."""
    path = position.path
    return tuple([place for place in PLACES if place not in path])


def last_card(position: Position) -> Card | None:
    """The card turned over last in this turn; None at its beginning."""
    return position.cards[position.path[-1]] if position.path else None


def next_places(position: Position) -> tuple[int, ...]:
    """R-4, R-5, R-6. The places of the cards that may be turned over next, if the search goes on."""
    path = position.path
    if not path:
        return (entrance(position, position.turn),)
    if position.cards[path[-1]] == "door":
        return face_down(position)
    return tuple([place for place in NEIGHBOURS[path[-1]] if place not in path])


def met_invincible(position: Position) -> bool:
    """R-12. Whether the seat whose turn it is has met an invincible monster and not exchanged it yet."""
    return not position.exchanged and last_card(position) == "invincible"


def banish_targets(position: Position) -> tuple[int, ...]:
    """R-12, D-2, D-6. Where the invincible monster just met may go: face down, and nobody else's entrance."""
    others = [place for seat, place in enumerate(ENTRANCES[position.seats]) if seat != position.turn]
    return tuple([place for place in face_down(position) if place not in others])


def game_over(position: Position) -> Reason | None:
    """C-8, R-9, R-10. Why the turn is over now, with nothing left to decide in it; None while it goes on."""
    if position.turn in position.resigned:
        return "resigned"
    card = last_card(position)
    if position.exchanged or (card == "invincible" and not banish_targets(position)):
        return "invincible"
    if card in MONSTERS and MONSTERS[card] != position.weapon:
        return "unbeaten"
    if card != "invincible" and not next_places(position):
        return "no_way_on"
    return None


def next_seat(position: Position) -> int:
    """R-11, C-8. The next seat clockwise that has not resigned."""
    seat = (position.turn + 1) % position.seats
    while seat in position.resigned:
        seat = (seat + 1) % position.seats
    return seat


def has_rescued(position: Position) -> bool:
    """R-13. Whether a key and the own princess lie face up in this turn."""
    faces = [position.cards[place] for place in position.path]
    return "key" in faces and PRINCESSES[position.turn] in faces


def outcome(position: Position) -> Outcome | None:
    """R-13, C-8. The winner, as soon as there is one."""
    if len(position.resigned) == position.seats - 1:
        (last,) = set(range(position.seats)).difference(position.resigned)
        return Outcome(winners=(last,), reason="resigned", rule="C-8")
    if len(position.path) > 1 and has_rescued(position):
        return Outcome(winners=(position.turn,), reason="rescued", rule="R-13")
    return None


def to_move(position: Position) -> tuple[int, ...]:
    """The seat whose turn it is, until the game has ended."""
    return () if outcome(position) else (position.turn,)


def invariant(position: Position) -> None:
    """E-1. The 25 cards lie in the dungeon, each place of the path is in it once, and has been seen."""
    assert sorted(PACK) == sorted(position.cards)
    assert len(position.seen) == len(PLACES)
    assert len(position.path) == len(set(position.path))
    assert all(position.seen[place] for place in position.path)
    assert len(position.resigned) == len(set(position.resigned)) < position.seats
    assert (position.weapon is None) == (not position.path and not position.exchanged)
