"""Cards and their effects: playing, moving, exploring, copying, placing, and doing without."""

from collections.abc import Mapping

from events.errors import illegal
from events.games.ohio_bob.components import Effect, Option, effect, equipment
from events.games.ohio_bob.decide.arrive import arrive
from events.games.ohio_bob.decide.common import Why, between_cards, during_card, offer_lapses, refuse
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.geometry import (
    Bar,
    Place,
    Space,
    as_seen_by,
    barred,
    beside,
    edge,
    laid_under,
    lies_turned,
    place_of,
    room_at,
    step,
)
from events.games.ohio_bob.messages import (
    CardPlayed,
    Copy,
    EffectsGivenUp,
    EffectsLapsed,
    Hazard,
    Move,
    OptionCopied,
    PawnMoved,
    PlaceRoom,
    Play,
    RoomLaid,
)
from events.games.ohio_bob.position import Position, is_held, kind_of, rooms_laid, rooms_wanted
from events.games.ohio_bob.rooms import DIRECTIONS, Direction, Edge
from events.rules import Event

ROPES = ("rope", "rope goes on")
NO_MOVES = ("torch", "map")
NO_VIEW: Mapping[Bar, Why] = {
    "inside": ("R-15", "A wall or a door bars the view to the edge of the room."),
    "border": ("D-18", "A wall or a door on the room's own border bars the view."),
}


def play(position: Position, seat: int, command: Play) -> tuple[Event, ...]:
    """R-4, R-16, R-22. A card from hand goes onto the resolution pile; its effects are to be resolved."""
    player = between_cards(position, seat)
    if player.waiting == "pit":
        raise illegal("R-22", "After a pit no card can be played until the rest.")
    if command.card not in player.hand:
        raise illegal("R-4", "Only a card in hand can be played.")
    effects = equipment(command.card).effects(command.option)
    if not effects:
        raise illegal("R-16", "A Super Gear card has only choice A.")
    return (*offer_lapses(position), CardPlayed(seat, command.card, command.option, effects))


# --- moves -----------------------------------------------------------------------------------------------------------


def move(position: Position, seat: int, command: Move) -> tuple[Event, ...]:
    """R-6, R-7, R-12, R-13, R-16. One step, or a new room where none lies yet."""
    player = during_card(position, seat)
    current = effect(player.effects[0])
    refuse(obstacle(position, seat, current, command.direction))
    assert player.pawn is not None
    beyond = step(player.pawn, as_seen_by(seat, command.direction))
    if laid_under(position.rooms, beyond) is None:
        return (lay_room(position, seat, place_of(beyond)),)
    moved = PawnMoved(seat, beyond)
    return (moved, *arrive(evolve(position, moved), seat, ignored_by(current)))


def obstacle(position: Position, seat: int, current: Effect, direction: Direction) -> Why | None:
    """Why the effect does not lead in this direction (as the seat sees it); None if it does."""
    if current.kind in NO_MOVES:
        return ("R-5", "The next effect of the card is no move.")
    if direction not in current.directions:
        return ("R-6", "The card does not point in this direction.")
    pawn = position.players[seat].pawn
    assert pawn is not None
    way = as_seen_by(seat, direction)
    why = _no_passage(current, edge(position.rooms, pawn, way))
    if why is not None:
        return why
    beyond = step(pawn, way)
    if laid_under(position.rooms, beyond) is None:
        return _no_exploration(position, seat, current)
    return _no_footing(position, current, beyond)


def _no_passage(current: Effect, lies: Edge) -> Why | None:
    """R-6, R-11, R-12, R-16, D-1. Walls stop everything but the hammer, doors everything without a key."""
    if current.kind == "sledgehammer":
        return ("R-12", "The sledgehammer needs a wall or a locked door there.") if lies == "open" else None
    if lies == "wall":
        return ("R-6", "A wall is in the way.")
    if lies == "door" and not (current.key or current.kind == "super_gear"):
        return ("R-11", "A locked door is in the way.")
    return None


def _no_exploration(position: Position, seat: int, current: Effect) -> Why | None:
    """R-7, R-13. New rooms are laid only until the level has all of them, and never by rope."""
    if current.kind in ROPES:
        return ("R-13", "The rope never explores.")
    if rooms_laid(position, seat) >= rooms_wanted(position):
        return ("R-7", "All rooms of this level are explored.")
    return None


def _no_footing(position: Position, current: Effect, beyond: Space) -> Why | None:
    """R-13, R-36. Nobody enters a held space; the rope reaches only empty spaces, staircases and pits."""
    if is_held(position, beyond):
        return ("R-36", "The partner's pawn stands there.")
    if current.kind in ROPES and kind_of(position, beyond) not in ("empty", "staircase", "pit"):
        return ("R-13", "The rope reaches only empty spaces and pits.")
    return None


def ignored_by(current: Effect) -> tuple[Hazard, ...]:
    """R-10, R-13, R-16. What does nothing when it is entered by this move."""
    if current.kind == "super_gear":
        return ("trap", "pit")
    if current.kind in ROPES:
        return ("pit",)
    return ("trap",) if current.rock else ()


def lay_room(position: Position, seat: int, place: Place) -> RoomLaid:
    """R-7, R-8, R-15. The top card of the own deck as a room; the level's last one lies turned."""
    deck = position.players[seat].deck
    is_last = rooms_laid(position, seat) + 1 == rooms_wanted(position)
    top = deck[1] if len(deck) > 1 else None
    return RoomLaid(seat, deck[0], place, lies_turned(seat, is_last), top)


# --- torch and map ---------------------------------------------------------------------------------------------------


def copy(position: Position, seat: int, command: Copy) -> tuple[Event, ...]:
    """R-14, D-2, D-11. The effects of the own deck's top card take the torch's place; a copied torch does nothing."""
    player = during_card(position, seat)
    if player.effects[0] != "torch":
        raise illegal("R-14", "The next effect of the card is no torch.")
    if not player.deck:
        raise illegal("R-14", "The deck is empty.")
    top = player.deck[0]
    return (OptionCopied(seat, top, command.option, copied(top, command.option)),)


def copied(card: str, option: Option) -> tuple[str, ...]:
    """D-2. What a torch makes of a choice: its effects, torches apart."""
    return tuple([text for text in equipment(card).effects(option) if text != "torch"])


def place(position: Position, seat: int, command: PlaceRoom) -> tuple[Event, ...]:
    """R-15. The own deck's top card is laid beside the room in which the pawn stands."""
    player = during_card(position, seat)
    if player.effects[0] != "map":
        raise illegal("R-15", "The next effect of the card is no map.")
    refuse(no_place(position, seat, command.direction))
    assert player.pawn is not None
    return (lay_room(position, seat, beside(place_of(player.pawn), as_seen_by(seat, command.direction))),)


def no_place(position: Position, seat: int, direction: Direction) -> Why | None:
    """R-15, D-18. Why no room can be placed in this direction (as the seat sees it); None if one can."""
    pawn = position.players[seat].pawn
    assert pawn is not None
    way = as_seen_by(seat, direction)
    if rooms_laid(position, seat) >= rooms_wanted(position):
        return ("R-7", "All rooms of this level are explored.")
    if room_at(position.rooms, beside(place_of(pawn), way)) is not None:
        return ("R-15", "A room lies there already.")
    bar = barred(position.rooms, pawn, way)
    return None if bar is None else NO_VIEW[bar]


# --- doing without ---------------------------------------------------------------------------------------------------


def skip(position: Position, seat: int) -> tuple[Event, ...]:
    """R-5. Do without the next effect; of a rope in use that is its second step."""
    return (EffectsGivenUp(seat, during_card(position, seat).effects[:1]),)


def finish(position: Position, seat: int) -> tuple[Event, ...]:
    """R-5. Do without all effects that are left."""
    return (EffectsGivenUp(seat, during_card(position, seat).effects),)


def lapse(position: Position, seat: int) -> tuple[Event, ...]:
    """R-5. The next effects that cannot be carried out now."""
    player = position.players[seat]
    if player.teleport is not None:
        return ()
    for count, text in enumerate(player.effects):
        if can_carry_out(position, seat, text):
            return (EffectsLapsed(seat, player.effects[:count]),) if count else ()
    return (EffectsLapsed(seat, player.effects),) if player.effects else ()


def can_carry_out(position: Position, seat: int, text: str) -> bool:
    """R-5. Whether there is any way to carry this effect out now."""
    if text == "torch":
        return bool(position.players[seat].deck)
    if text == "map":
        return any(no_place(position, seat, way) is None for way in DIRECTIONS)
    current = effect(text)
    return any(obstacle(position, seat, current, way) is None for way in current.directions)
