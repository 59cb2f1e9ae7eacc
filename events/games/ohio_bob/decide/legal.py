"""Every command that a seat may give now, from the same questions that the decisions ask."""

from events.games.ohio_bob.components import OPTIONS, effect, equipment
from events.games.ohio_bob.decide.arrive import targets
from events.games.ohio_bob.decide.climb import may_give
from events.games.ohio_bob.decide.effects import no_place, obstacle
from events.games.ohio_bob.decide.exchange import offers
from events.games.ohio_bob.messages import (
    Accept,
    Climb,
    Copy,
    Decline,
    Discard,
    Enter,
    Finish,
    Keep,
    Move,
    PlaceRoom,
    Play,
    Rest,
    Skip,
    Teleport,
)
from events.games.ohio_bob.position import (
    Player,
    Position,
    choosing,
    first_two,
    may_exchange,
    on_exit,
    to_move,
)
from events.games.ohio_bob.rooms import DIRECTIONS
from events.rules import Command

MOVES = {way: Move(direction=way) for way in DIRECTIONS}
PLACES = {way: PlaceRoom(direction=way) for way in DIRECTIONS}
COPIES = tuple(Copy(option=option) for option in OPTIONS)
DO_WITHOUT = (Skip(), Finish())


def legal(position: Position, seat: int) -> tuple[Command, ...]:
    """Every command that `decide` accepts from this seat now; () for a seat that is not to move."""
    if seat not in to_move(position):
        return ()
    player = position.players[seat]
    if choosing(position):
        kind = Keep if position.level == 1 else Enter
        return tuple([kind(card=card) for card in first_two(player)])
    if player.surplus:
        return tuple([Discard(card=card) for card in player.hand])
    if player.teleport is not None:
        return tuple([Teleport(direction=way) for way in targets(position, seat)])
    if player.effects:
        return (*_for_effect(position, seat, player.effects[0]), *DO_WITHOUT, *_climbs(position, seat))
    return (*_plays(player), *_climbs(position, seat), *_exchanges(position, seat))


def _for_effect(position: Position, seat: int, text: str) -> list[Command]:
    if text == "torch":
        return list(COPIES) if position.players[seat].deck else []
    if text == "map":
        return [PLACES[way] for way in DIRECTIONS if no_place(position, seat, way) is None]
    current = effect(text)
    return [MOVES[way] for way in current.directions if obstacle(position, seat, current, way) is None]


def _plays(player: Player) -> list[Command]:
    """R-4, R-22, R-26, D-13. Cards may be played unless a pit has ended that; a rest is announced once."""
    if player.waiting == "pit":
        return []
    plays: list[Command] = [
        Play(card=card, option=option) for card in player.hand for option in OPTIONS if equipment(card).effects(option)
    ]
    return plays if player.waiting else [*plays, Rest()]


def _climbs(position: Position, seat: int) -> list[Command]:
    if not on_exit(position, seat):
        return []
    return [Climb(), Climb(give=True)] if may_give(position, seat) else [Climb()]


def _exchanges(position: Position, seat: int) -> list[Command]:
    if not may_exchange(position):
        return []
    if position.offer is None:
        return list(offers(position, seat))
    return [] if position.offer.seat == seat else [Accept(), Decline()]
