"""Tables to begin a rule test from: rooms where the test wants them, pawns on any space, cards in any hand.

Cards of seat 0 are of the green set, those of seat 1 of the blue one; tests name them without their set where the
seat says which. Spaces are (row, column) of the table; the first room of a seat alone covers rows 0 to 2, columns 0
to 3, in the order of its drawing in rooms.txt.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from events.games.ohio_bob import RULES
from events.games.ohio_bob.components import EDITION, CardSet, super_gear
from events.games.ohio_bob.geometry import Laid, Place, Space
from events.games.ohio_bob.messages import (
    CardKept,
    CardPlayed,
    DeckShuffled,
    LevelBegan,
    LevelEscaped,
    Move,
    PawnMoved,
    PawnPlaced,
    RestAnnounced,
    RoomLaid,
    TableLaid,
    TrapSprung,
)
from events.rules import Event
from tests.scenario import Table

SETS: tuple[CardSet, CardSet] = ("green", "blue")
DECK = ("red_4", "blue_4", "green_4")
GEAR = (super_gear(0), super_gear(1))

UP, DOWN, LEFT, RIGHT = (Move(direction=way) for way in ("up", "down", "left", "right"))


def named(name: str, seat: int = 0) -> str:
    """The card of this seat's set, unless the name tells its set already."""
    return name if ":" in name else f"{SETS[seat]}:{name}"


def lay(name: str, row: int = 0, column: int = 0, *, turned: bool = False, seat: int = 0) -> Laid:
    """A room at a place."""
    return Laid(named(name, seat), Place(row, column), turned, seat)


def solo(
    *rooms: Laid | str,
    at: tuple[int, int],
    hand: Sequence[str] = (),
    deck: Sequence[str] = DECK,
    level: int = 1,
    energy: int | None = None,
    **faces: Any,
) -> Table:
    """Seat 0 alone in the last of these rooms that it can be in, with these cards; everything else on its easy face."""
    laid = [lay(room) if isinstance(room, str) else room for room in rooms]
    facts = table_facts(laid, [at], [hand], [deck], level, **faces)
    return Table(rules=RULES, seats=1).given(facts, energies(at, energy))


def duo(
    *rooms: Laid,
    at: tuple[tuple[int, int] | None, tuple[int, int] | None],
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    decks: tuple[Sequence[str], Sequence[str]] = (DECK, DECK),
    level: int = 1,
    energy: tuple[int | None, int | None] = (None, None),
    **faces: Any,
) -> Table:
    """Two seats; the connecting room lies at place (0, 0). A seat that is nowhere has escaped."""
    facts = table_facts(list(rooms), at, hands, decks, level, **faces)
    lost = [energies(space or (0, 0), left, seat) for seat, (space, left) in enumerate(zip(at, energy, strict=True))]
    return Table(rules=RULES, seats=2).given(facts, lost)


def table_facts(
    rooms: Sequence[Laid],
    at: Sequence[tuple[int, int] | None],
    hands: Sequence[Sequence[str]],
    decks: Sequence[Sequence[str]],
    level: int,
    **faces: Any,
) -> Iterator[Event]:
    """What has happened: every card came from a deck, so that each lies in one place only."""
    seats = len(at)
    yield table_laid(seats, **faces)
    for seat in range(seats):
        own = [laid.card for laid in rooms if laid.seat == seat]
        held = [named(card, seat) for card in hands[seat]]
        cards = (*own, *held, *[named(card, seat) for card in decks[seat]])
        yield DeckShuffled(seat, cards, cards[:2])
    yield LevelBegan(level)
    for laid in rooms:
        assert laid.seat is not None
        yield RoomLaid(laid.seat, laid.card, laid.place, laid.turned, None)
    for seat in range(seats):
        for card in hands[seat]:
            yield CardKept(seat, named(card, seat))
    for seat, space in enumerate(at):
        yield LevelEscaped(seat, 6, 0) if space is None else PawnPlaced(seat, Space(*space))


def table_laid(
    seats: int,
    *,
    energy_face: Any = "easy",
    face: Any = "easy",
    amulet: Any = "easy",
    challenges: tuple[int, ...] = (0, 0),
    connecting: Any = "easy",
) -> TableLaid:
    """The first event, everything on its easy face."""
    return TableLaid(
        seats=seats,
        energy=energy_face,
        level=face,
        amulet=amulet,
        challenges=challenges[:seats],
        sets=SETS[:seats],
        connecting=connecting if seats > 1 else None,
        start_energy=EDITION.energy[energy_face],
    )


def energies(at: tuple[int, int], energy: int | None, seat: int = 0) -> list[Event]:
    """So much Energy is left, traps took the rest."""
    return [] if energy is None else [TrapSprung(seat, Space(*at), energy)]


def played(*effects: str, card: str | None = None, seat: int = 0) -> CardPlayed:
    """A card that lies on the pile, by default Super Gear, with these effects still to be resolved."""
    return CardPlayed(seat, GEAR[seat] if card is None else named(card, seat), "A", effects)


def moved(row: int, column: int, seat: int = 0) -> PawnMoved:
    """The pawn stands here now."""
    return PawnMoved(seat, Space(row, column))


def waits(seat: int) -> RestAnnounced:
    """The seat has announced its rest."""
    return RestAnnounced(seat)
