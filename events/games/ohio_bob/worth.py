"""What cards are worth to a seat: how many steps they are good for, and how many gems they bring."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from events.games.ohio_bob.components import (
    COLOURS,
    EDITION,
    MULTICOLOURED,
    OPTIONS,
    Difficulty,
    challenge,
    effect,
    equipment,
    gem,
)
from events.games.ohio_bob.view import Cards

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


class Quest(NamedTuple):
    """What a seat plays for, and with which starting cards."""

    seat: int
    amulet: Difficulty
    challenge: int
    level_face: Difficulty
    energy: int

    @property
    def gems(self) -> int:
        """How many gems the challenge asks for."""
        return sum(challenge(self.seat, self.amulet, self.challenge).values())

    def rooms(self, level: int) -> int:
        """E-7. How many rooms the level has."""
        return EDITION.level[self.level_face].rooms[level - 1]

    def rest(self, level: int) -> int:
        """E-7. What a rest costs on the level."""
        return EDITION.level[self.level_face].rest[level - 1]

    def most(self, level: int) -> int:
        """E-7. How many cards may be carried on from the level."""
        return EDITION.level[self.level_face].maximum[level - 1]


@lru_cache(maxsize=20_000)
def gems_ahead(quest: Quest, cards: Cards, deck: Cards, most: int) -> tuple[float, float]:
    """How much the deck's open top card helps with the missing gems, and how much its other cards do on average."""
    if not deck:
        return 0.0, 0.0
    short, _ = carried_on(quest, cards, most)
    helps = [short - carried_on(quest, (*cards, card), most)[0] for card in deck]
    return helps[0], sum(helps[1:]) / max(1, len(deck) - 1)


@lru_cache(maxsize=20_000)
def hand_reach(cards: Cards, exploring: bool = True) -> float:
    """How many steps these cards are good for, while there are rooms to be explored or not."""
    return sum([reach(card, exploring) for card in cards])


@lru_cache(maxsize=50_000)
def carried_on(quest: Quest, cards: Cards, most: int) -> tuple[int, float]:
    """Of the cards that are best carried on: how many gems are missing then, and how many steps they are good for."""
    wanted = dict(challenge(quest.seat, quest.amulet, quest.challenge))
    free = wanted.pop("any", 0)
    best_first = sorted(cards, key=lambda card: -reach(card, True))
    hands = [
        _kept({**wanted, chosen: wanted.get(chosen, 0) + free}, best_first, most)
        for chosen in (COLOURS if free else COLOURS[:1])
    ]
    short, steps = min(hands)
    return short, -steps


def _kept(wanted: dict[str, int], cards: list[str], most: int) -> tuple[int, float]:
    """The gems that are missing and (negative) the steps of the cards kept: those with wanted gems, then the best."""
    kept, others = [], []
    for card in cards:
        colour = gem(card) or ""
        if wanted.get(colour, 0):
            wanted[colour] -= 1
            kept.append(card)
        else:
            others.append(card)
    short = sum(wanted.values())
    jokers = [card for card in others if gem(card) == MULTICOLOURED][:short]
    kept += jokers
    short += max(0, len(kept) - most) - len(jokers)
    kept = kept[:most] + [card for card in others if card not in jokers][: max(0, most - len(kept))]
    return short, -sum([reach(card, True) for card in kept])


@cache
def reach(card: str, exploring: bool) -> float:
    """How many steps a card is good for, by its better choice."""
    return max(sum([effect_reach(text, exploring) for text in equipment(card).effects(option)]) for option in OPTIONS)


@cache
def effect_reach(text: str, exploring: bool) -> float:
    """How many steps an effect is good for; a map is good for nothing when all rooms are explored."""
    current = effect(text)
    if current.kind == "map" and not exploring:
        return 0.0
    more = FURTHER_DIRECTION * (len(current.directions) - 1) if current.kind == "move" else 0.0
    return REACH[current.kind] + more
