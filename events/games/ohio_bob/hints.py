"""How well a seat stands, and what a thoughtful player does next: an estimate for search, and the greedy choice.

The estimate asks three questions: how likely is it to come through this level, through the ones after it, and to have
the gems in the end? Steps to spare count as cards that may still be found, only less than cards in hand.
"""

import math
from collections.abc import Mapping
from functools import lru_cache

from events.games.ohio_bob.components import OPTIONS, Difficulty, challenge, effect, equipment
from events.games.ohio_bob.position import (
    Player,
    Position,
    gems_short,
    maximum,
    outcome,
    rest_cost,
    rooms_laid,
    rooms_wanted,
)
from events.games.ohio_bob.ways import FAR, to_chests, to_exit, to_frontier

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
MOST_FOUND = 3.0
FOUND = 0.75
"""What a card to be found counts against a card in hand."""
FITTING = 0.6
"""How many of the cards to be found bring a gem that is missing."""
LATER = (0.0, 3.0, 1.5, 0.0)
"""By level, how many cards the later levels bring."""
GEM_DOUBT = 1.2
THROUGH = (0.0, 0.95, 0.85, 0.7)
"""By level, the chance to come through it from its beginning with all the cards that may be brought."""
CARD_MISSING = (0.0, 0.0, 0.13, 0.11)
"""By level, how much each card less costs of that chance."""
BROUGHT = (0.0, 2.0, 5.0, 7.0)
"""By level, how many cards may usually be brought into it."""


def score(position: Position, seat: int) -> float:
    """The chance of winning, by estimate: through this level and the next ones, and with the gems in the end."""
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    player = position.players[seat]
    cards = player.hand + player.pile
    near = _near_chest(position, player)
    spare, through = _this_level(position, seat, player, near)
    to_find = FOUND * min(MOST_FOUND, max(0.0, spare) / CHEST_STEPS) + near
    short = gems_to_find(seat, position.amulet, player.challenge, cards, maximum(position))
    gems = _sigmoid((FITTING * (to_find + LATER[position.level]) + 0.9 - short) / GEM_DOUBT)
    brought = min(float(maximum(position)), sum(map(reach, cards)) / USUAL_REACH + to_find)
    later = math.prod(_through(level, brought) for level in range(position.level + 1, 4))
    return 0.01 + 0.98 * through * gems * later


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def _through(level: int, cards: float) -> float:
    """The chance to come through a level from its beginning."""
    return max(0.05, THROUGH[level] - CARD_MISSING[level] * max(0.0, BROUGHT[level] - cards))


def _this_level(position: Position, seat: int, player: Player, near: float) -> tuple[float, float]:
    """Steps to spare on this level, and the chance to come through it.

    Hand, pile and Energy are good for so many steps, and so many are to go.
    """
    if player.pawn is None:
        return 0.0, _through(position.level, len(player.hand))
    hand = sum(map(reach, player.hand))
    pile = sum(map(reach, player.pile))
    rests = (player.energy - 1) / rest_cost(position)
    again = hand + pile + USUAL_REACH * near
    steps = EFFICIENCY * (hand + sum(map(effect_reach, player.effects)) + again * rests)
    to_go = _steps_to_go(position, seat, player)
    spare = steps - to_go
    return spare, _sigmoid(spare / (1 + 0.2 * to_go) + 1.0) if to_go else 1.0


def _steps_to_go(position: Position, seat: int, player: Player) -> float:
    assert player.pawn is not None
    left = rooms_wanted(position) - rooms_laid(position, seat)
    if left == 0:
        return to_exit(position.rooms, seat).get(player.pawn, FAR)
    return to_frontier(position.rooms).get(player.pawn, FAR) + ROOM * (left - 1) + TO_EXIT


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


@lru_cache(maxsize=None)
def reach(card: str) -> float:
    """How many steps a card is good for, by its better choice."""
    return max(sum(map(effect_reach, equipment(card).effects(option))) for option in OPTIONS)


@lru_cache(maxsize=None)
def effect_reach(text: str) -> float:
    """How many steps an effect is good for."""
    current = effect(text)
    more = FURTHER_DIRECTION * (len(current.directions) - 1) if current.kind == "move" else 0.0
    return REACH[current.kind] + more
