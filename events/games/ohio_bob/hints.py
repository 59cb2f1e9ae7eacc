"""How well a seat stands, and what a thoughtful player does next: an estimate for search, and the greedy choice.

The estimate asks three questions: how likely is it to come through this level, through the ones after it, and to have
the gems in the end? Steps to spare count as cards that may still be found, only less than cards in hand.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, reduce

from events.chance import SEED_BYTES, Chance, Luck
from events.games.ohio_bob.components import OPTIONS, Difficulty, challenge, effect, equipment
from events.games.ohio_bob.decide import decide, follow, legal
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.messages import CardsExchanged, Finish, Skip
from events.games.ohio_bob.position import (
    PARTNER_CARDS,
    Player,
    Position,
    gems_short,
    in_progress,
    level_card,
    maximum,
    outcome,
    partner_cards,
    rest_cost,
    rooms_laid,
    rooms_wanted,
)
from events.games.ohio_bob.view import Recall, imagine
from events.games.ohio_bob.ways import FAR, to_chests, to_exit, to_frontier, to_space
from events.rules import Command

REACH: Mapping[str, float] = {
    "move": 1.0,
    "sledgehammer": 1.0,
    "rope": 1.3,
    "rope goes on": 0.6,
    "torch": 0.9,
    "map": 1.5,
    "super_gear": 1.4,
}
"""How many steps an effect is good for."""
FURTHER_DIRECTION = 0.15
USUAL_REACH = 2.0
"""How many steps a usual card is good for."""
EFFICIENCY = 0.55
"""Which share of the steps in hand leads where one wants to go."""
ROOM = 5.0
"""Steps that every further room costs beyond the next one."""
TO_EXIT = 4.0
"""Steps from laying the last room to its staircase."""
CHEST_STEPS = 8.0
"""Steps to spare that are as good as a card to be found."""
NEAR = 0.5
MOST_FOUND = 2.0
FOUND = 0.35
"""What a card to be found counts against a card in hand."""
FITTING = 0.6
"""How many of the cards to be found bring a gem that is missing."""
HOPELESS = 0.0001
"""A game that is not over, but cannot be won any more."""
OFFERED = 0.97
"""What an offer is worth against the exchange itself."""
GEM_DOUBT = 1.2
LINGERING = 0.93
"""What a level still to be left costs, so that nobody stays for ever where rations make good for rests."""
TO_FRONTIER = 4.0
"""Steps from a level's first staircase to its first new room."""


def score(position: Position, seat: int) -> float:
    """The chance of winning, by estimate; two seats win and lose together, so it is the same for both."""
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if position.offer is not None:
        offered = CardsExchanged(position.offer.seat, position.offer.give, position.offer.take)
        return OFFERED * score(evolve(position, offered), seat)
    if not all(_may_still_meet(position, each) for each in range(len(position.players) - 1)):
        return HOPELESS
    seats = len(position.players)
    return 2 * HOPELESS + 0.99 * math.prod(_prospects(position, each) for each in range(seats)) ** (1 / seats)


def _may_still_meet(position: Position, seat: int) -> bool:
    """R-40. Whether there are exchanges enough to come for the partner's cards; each exchange serves both seats."""
    escaped = any(player.escaped for player in position.players)
    to_come = 3 - position.level + (not position.exchanged and not escaped)
    return all(partner_cards(position, each) + to_come >= PARTNER_CARDS for each in (seat, 1 - seat))


def _prospects(position: Position, seat: int) -> float:
    """This seat's chance to come through this level and the next ones, and to have the gems in the end."""
    player = position.players[seat]
    cards = player.hand + player.pile
    near = _near_chest(position, player)
    to_find, through = _this_level(position, seat, player, near)
    to_find += near
    short = gems_to_find(seat, position.amulet, player.challenge, cards, maximum(position))
    steps = sum(map(reach, cards)) + USUAL_REACH * to_find
    for level in range(position.level + 1, 4):
        steps = min(steps, USUAL_REACH * level_card(position).maximum[level - 2])
        found, comes_through = _level_to_come(position, level, steps)
        steps, to_find, through = steps + USUAL_REACH * found, to_find + found, through * comes_through
    through *= LINGERING ** (3 - position.level)
    return through * _sigmoid((FITTING * to_find + 1.5 - short) / GEM_DOUBT)


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def _this_level(position: Position, seat: int, player: Player, near: float) -> tuple[float, float]:
    """Cards that may still be found on this level, and the chance to come through it."""
    hand = sum(map(reach, player.hand))
    if player.pawn is None:
        return (0.0, 1.0) if player.escaped else _level_to_come(position, position.level, hand)
    again = hand + sum(map(reach, player.pile)) + USUAL_REACH * near
    rests = (player.energy - 1) / rest_cost(position)
    steps = hand + sum(map(effect_reach, player.effects)) + again * rests
    return _outlook(steps, _steps_to_go(position, seat, player))


def _level_to_come(position: Position, level: int, hand: float) -> tuple[float, float]:
    """The same for a level that has not begun, with cards for so many steps."""
    rests = (position.start_energy - 1) / level_card(position).rest[level - 1]
    to_go = TO_FRONTIER + ROOM * (level_card(position).rooms[level - 1] - 2) + TO_EXIT
    return _outlook(hand * (1 + rests), to_go)


def _outlook(steps: float, to_go: float) -> tuple[float, float]:
    """Steps to spare are cards that may be found; how many they are against those to go decides about the level."""
    spare = EFFICIENCY * steps - to_go
    found = FOUND * min(MOST_FOUND, max(0.0, spare) / CHEST_STEPS)
    return found, _sigmoid(spare / (1 + 0.2 * to_go) + 1.0) if to_go else 1.0


def _steps_to_go(position: Position, seat: int, player: Player) -> float:
    assert player.pawn is not None
    away = _away_from_partner(position, seat) / 2
    left = rooms_wanted(position) - rooms_laid(position, seat)
    if left == 0:
        return away + to_exit(position.rooms, seat).get(player.pawn, FAR)
    return away + to_frontier(position.rooms).get(player.pawn, FAR) + ROOM * (left - 1) + TO_EXIT


def _away_from_partner(position: Position, seat: int) -> float:
    """R-37. How far the seats still have to come together for this level's exchange."""
    if position.exchanged or len(position.players) == 1:
        return 0.0
    own, other = position.players[seat].pawn, position.players[1 - seat].pawn
    return 0.0 if own is None or other is None else to_space(position.rooms, other).get(own, FAR)


def _near_chest(position: Position, player: Player) -> float:
    """What part of a card the nearest chest is."""
    if player.pawn is None:
        return 0.0
    return NEAR / (1 + to_chests(position.rooms, player.used).get(player.pawn, FAR) / 3)


@lru_cache(maxsize=50_000)
def gems_to_find(seat: int, amulet: Difficulty, number: int, cards: tuple[str, ...], most: int) -> int:
    """How many gems are missing, when no more than so many cards are carried on."""
    wanted = challenge(seat, amulet, number)
    return max(gems_short(cards, dict(wanted)), sum(wanted.values()) - most)


@cache
def reach(card: str) -> float:
    """How many steps a card is good for, by its better choice."""
    return max(sum(map(effect_reach, equipment(card).effects(option))) for option in OPTIONS)


@cache
def effect_reach(text: str) -> float:
    """How many steps an effect is good for."""
    current = effect(text)
    more = FURTHER_DIRECTION * (len(current.directions) - 1) if current.kind == "move" else 0.0
    return REACH[current.kind] + more


# --- greedy ----------------------------------------------------------------------------------------------------------

THEN = 0.999
"""What an estimate is worth one command later, so that of two ways to the same end the shorter one is taken."""


def greedy(recall: Recall, commands: Sequence[Command], luck: Luck) -> Command:
    """The command that begins the most promising use of one card, of all cards and choices there are.

    It plays each of them out in one position that fits what it knows; a rest, a climb or a choice stands for itself.
    """
    position = imagine(recall, luck)
    chance = Chance(bytes(luck.below(256) for _ in range(SEED_BYTES)), "imagined", 0)
    promises = {command: _promise(position, recall.seat, command, chance) for command in commands}
    return max(commands, key=promises.__getitem__)


def _promise(position: Position, seat: int, command: Command, chance: Chance) -> float:
    """The best estimate that is reached with this command and what is left of the card then."""
    events = decide(position, seat, command, chance)
    while events:
        position = reduce(evolve, events, position)
        events = follow(position, chance)
    best = score(position, seat)
    if not in_progress(position.players[seat]) or outcome(position) is not None:
        return best
    uses = [command for command in legal(position, seat) if not isinstance(command, Skip | Finish)]
    return max([best, *(THEN * _promise(position, seat, use, chance) for use in uses)])
