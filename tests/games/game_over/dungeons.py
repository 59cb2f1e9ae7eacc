"""Dungeons drawn as they lie, and the facts that tests begin from."""

from typing import Any

from events.games.game_over import RULES
from events.games.game_over.components import MONSTERS, PACK, PLACES, Card, Weapon, place, row_and_col
from events.games.game_over.messages import Banish, CardTurned, DungeonLaid, Memory, Search, TurnEnded
from tests.scenario import Table

SHORT: dict[str, Card] = {
    **{card.removeprefix("monster_"): card for card in MONSTERS},
    **{card.removeprefix("princess_"): card for card in PACK if card.startswith("princess_")},
    "key": "key",
    "door": "door",
    "invincible": "invincible",
}

DUNGEON = """
    club    key     laser   red     arrows
    door    poison  poison  laser   club
    poison  arrows  green   invincible  poison
    club    yellow  arrows  laser   key
    laser   invincible  club  blue  arrows
"""
"""Where most tests play. A monster is called by the weapon that beats it, a princess by her colour."""


def exchanged(drawing: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The same dungeon with the cards at two places exchanged."""
    words = drawing.split()
    here, there = place(*one), place(*other)
    words[here], words[there] = words[there], words[here]
    return " ".join(words)


def cards(drawing: str) -> tuple[Card, ...]:
    """The cards of a drawn dungeon, row by row; each of the 25 must be there."""
    drawn = tuple(SHORT[word] for word in drawing.split())
    assert sorted(PACK) == sorted(drawn)
    return drawn


def laid(drawing: str = DUNGEON, *, seats: int = 2, first: int = 0, memory: Memory = "strict") -> DungeonLaid:
    """The set-up of a game in this dungeon."""
    return DungeonLaid(seats=seats, memory=memory, first=first, cards=cards(drawing))


def turned(seat: int, row: int, col: int, card: str, weapon: Weapon | None = None) -> CardTurned:
    """A card turned over; without a weapon given, with one that goes on if there is such a weapon."""
    face = SHORT[card]
    return CardTurned(seat=seat, weapon=weapon or MONSTERS.get(face, "club"), row=row, col=col, card=face)


def walk(seat: int, *places: tuple[int, int], drawing: str = DUNGEON) -> tuple[CardTurned, ...]:
    """The cards at these places turned over one after the other, each monster beaten that can be."""
    faces = dict(zip(map(row_and_col, PLACES), drawing.split(), strict=True))
    return tuple(turned(seat, row, col, faces[row, col]) for row, col in places)


def beaten(seat: int, following: int) -> TurnEnded:
    """The turn of a seat that met a monster it could not beat."""
    return TurnEnded(seat=seat, reason="unbeaten", next=following)


def game(drawing: str = DUNGEON, **how: Any) -> Table:
    """A table at which the play has just begun in this dungeon."""
    deal = laid(drawing, **how)
    return Table(rules=RULES, seats=deal.seats).given(deal)


def targets(table: Table, seat: int) -> set[tuple[int, int]]:
    """The places, by row and column, that this seat may name in a command now."""
    return {(each.row, each.col) for each in table.legal(seat) if isinstance(each, Search | Banish)}
