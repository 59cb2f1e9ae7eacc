"""What a space does to whoever ends a move or a teleport there."""

from typing import assert_never

from events.errors import illegal
from events.games.ohio_bob.components import MULTICOLOURED, gem
from events.games.ohio_bob.decide.common import playing
from events.games.ohio_bob.decide.rest import rest_if_all_wait
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.geometry import Space, as_seen_by, place_of, room_at, same_place_beside
from events.games.ohio_bob.messages import (
    ChestOpened,
    Hazard,
    PawnTeleported,
    PitEntered,
    RationTaken,
    Teleport,
    TeleporterEntered,
    TrapSprung,
)
from events.games.ohio_bob.position import Position, is_held, kind_of, on_level, partner_of
from events.games.ohio_bob.rooms import DIRECTIONS, Direction
from events.rules import Event


def arrive(position: Position, seat: int, ignores: tuple[Hazard, ...], teleported: bool = False) -> tuple[Event, ...]:
    """R-17 to R-24. What the space under the pawn does; `ignores` says what does nothing this time."""
    space = position.players[seat].pawn
    assert space is not None
    match kind_of(position, space):
        case "empty" | "staircase":
            return ()
        case "ration":
            return ration(position, seat, space)
        case "chest":
            return chest(position, seat, space, None)
        case "yellow_chest" | "red_chest" | "blue_chest" | "green_chest" as kind:
            return chest(position, seat, space, kind.removesuffix("_chest"))
        case "pit":
            return () if "pit" in ignores else pit(position, seat, space)
        case "trap":
            return () if "trap" in ignores else trap(position, seat, space)
        case "teleporter":
            return () if teleported else teleporter(position, seat, ignores)
        case never:
            assert_never(never)


def ration(position: Position, seat: int, space: Space) -> tuple[Event, ...]:
    """R-17, R-21, R-34. One Energy up to the maximum, for the partner while it is on the level."""
    if space in position.players[seat].used:
        return ()
    partner = partner_of(position, seat)
    fed = partner if partner is not None and on_level(position, partner) else seat
    energy = min(position.players[fed].energy + 1, position.start_energy)
    return (RationTaken(seat, space, fed, energy),)


def chest(position: Position, seat: int, space: Space, colour: str | None) -> tuple[Event, ...]:
    """R-19, R-20, R-21, D-11. A card of the own deck: the top one, or the first of the chest's colour."""
    player = position.players[seat]
    if space in player.used or not player.deck:
        return ()
    fitting = [card for card in player.deck if colour is None or gem(card) in (colour, MULTICOLOURED)]
    card = fitting[0] if fitting else player.deck[0]
    left = [each for each in player.deck[:2] if each != card]
    return (ChestOpened(seat, space, card, left[0] if left else None),)


def pit(position: Position, seat: int, space: Space) -> tuple[Event, ...]:
    """R-22, R-33. The card is lost, and the seat must rest; it rests at once unless its partner does not wait."""
    entered = PitEntered(seat, space)
    return (entered, *rest_if_all_wait(evolve(position, entered)))


def trap(position: Position, seat: int, space: Space) -> tuple[Event, ...]:
    """R-23. One Energy is lost."""
    return (TrapSprung(seat, space, position.players[seat].energy - 1),)


# --- teleporters -----------------------------------------------------------------------------------------------------


def teleporter(position: Position, seat: int, ignores: tuple[Hazard, ...]) -> tuple[Event, ...]:
    """R-24, D-3. To the only room there is; where there are several, the player is asked."""
    ways = targets(position, seat)
    if len(ways) > 1:
        return (TeleporterEntered(seat, ignores),)
    return _teleported(position, seat, ways[0], ignores) if ways else ()


def targets(position: Position, seat: int) -> tuple[Direction, ...]:
    """R-24, R-36. Where a teleporter could lead now, as the seat sees it."""
    pawn = position.players[seat].pawn
    assert pawn is not None
    return tuple([way for way in DIRECTIONS if _is_target(position, same_place_beside(pawn, as_seen_by(seat, way)))])


def _is_target(position: Position, space: Space) -> bool:
    return room_at(position.rooms, place_of(space)) is not None and not is_held(position, space)


def teleport(position: Position, seat: int, command: Teleport) -> tuple[Event, ...]:
    """R-24. The player chooses among several rooms."""
    player = playing(position, seat)
    if player.teleport is None:
        raise illegal("R-24", "No teleporter was entered.")
    if command.direction not in targets(position, seat):
        raise illegal("R-24", "The teleporter does not lead there.")
    return _teleported(position, seat, command.direction, player.teleport)


def teleport_by_itself(position: Position, seat: int) -> tuple[Event, ...]:
    """D-3. A teleport that is due happens when the partner's pawn has left one room to choose from.

    None is never left: of the several there were, the pawn holds a space of one.
    """
    ignores = position.players[seat].teleport
    ways = () if ignores is None else targets(position, seat)
    return _teleported(position, seat, ways[0], ignores) if ignores is not None and len(ways) == 1 else ()


def _teleported(position: Position, seat: int, way: Direction, ignores: tuple[Hazard, ...]) -> tuple[Event, ...]:
    """R-24, D-16. The pawn stands in the other room, whose space takes effect unless it is a teleporter too."""
    pawn = position.players[seat].pawn
    assert pawn is not None
    there = PawnTeleported(seat, same_place_beside(pawn, as_seen_by(seat, way)))
    return (there, *arrive(evolve(position, there), seat, ignores, teleported=True))
