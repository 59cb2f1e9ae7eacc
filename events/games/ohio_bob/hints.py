"""How well a seat stands, and what a thoughtful player does next: an estimate for search, and the greedy choice.

The estimate asks three questions: how likely is it to come through this level, through the ones after it, and to have
the gems in the end? Steps to spare count as cards that may still be found, only less than cards in hand.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, reduce

from events.chance import SEED_BYTES, Chance, Luck
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
from events.games.ohio_bob.decide import decide, follow, legal
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.messages import CardsExchanged, Finish, Skip
from events.games.ohio_bob.position import (
    PARTNER_CARDS,
    Player,
    Position,
    in_progress,
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
EFFICIENCY = 0.85
HANDFUL = 1.5
"""Which share of the steps in hand leads where one wants to go, at best, and how many cards it takes for half of that."""
ROOM = 4.5
"""Steps that every further room costs beyond the next one."""
TO_FRONTIER = 4.0
"""Steps from a level's first staircase to its first new room."""
TO_EXIT = 4.0
"""Steps from laying the last room to its staircase."""
CHEST = 5.0
"""Steps that every further card costs, unless a chest is near."""
GEM = 8.0
"""Steps that a missing gem costs on the last level."""
FITTING = 0.6
"""How many of the cards to be found bring a gem that is missing."""
MOST_FOUND = 4
"""How many more cards anybody hopes for on a level."""
AGAIN = 0.5
"""Which share of the rests that are left is still to come when a card is found."""
PART_OF_A_REST = 0.2
"""What the Energy counts that does not suffice for another rest."""
CONFIDENCE = 1.0
SPREAD = 1.0
SPREAD_PER_STEP = 0.15
HOPELESS = 0.0001
"""A game that is not over, but cannot be won any more."""
OFFERED = 0.97
"""What an offer is worth against the exchange itself."""
MOST_RESTS = 12
"""After so many rests on a level nobody counts on more: rations make good for them, but a game must end."""
PACE = 0.9995
"""What every step still to go costs, so that nobody lingers where there is Energy enough."""


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
    cards, most = player.hand + player.pile, maximum(position)
    short, carried = carried_on(seat, position.amulet, player.challenge, cards, most)
    if player.pawn is None and player.escaped:
        return after_level(position.level_face, position.start_energy, position.level, carried, short)
    spare = len(player.deck) - (rooms_wanted(position) - rooms_laid(position, seat)) - (position.level < 3)
    if spare < 0:
        return HOPELESS
    least = min_short(seat, position.amulet, player.challenge, most)
    exploring = rooms_laid(position, seat) < rooms_wanted(position)
    first, later = gems_ahead(seat, position.amulet, player.challenge, cards, player.deck, most) if short else (0, 0)
    return _best(
        position.level_face,
        position.start_energy,
        position.level,
        hand_reach(player.hand, exploring) + sum([effect_reach(text, exploring) for text in player.effects]),
        hand_reach(cards, exploring),
        carried,
        len(cards),
        max(0.0, min(_rests(player.energy, rest_cost(position)), MOST_RESTS - player.rests)),
        _steps_to_go(position, seat, player),
        _to_chest(position, player, exploring),
        short,
        first,
        later,
        least,
        spare,
    )


def _rests(energy: int, cost: int) -> float:
    whole, part = divmod(energy - 1, cost)
    return whole + PART_OF_A_REST * part / cost


@lru_cache(maxsize=20_000)
def gems_ahead(
    seat: int, amulet: Difficulty, number: int, cards: tuple[str, ...], deck: tuple[str, ...], most: int
) -> tuple[float, float]:
    """How much the deck's open top card helps with the missing gems, and how much its other cards do on average."""
    short, _ = carried_on(seat, amulet, number, cards, most)
    if not deck:
        return 0.0, 0.0
    helps = [short - carried_on(seat, amulet, number, (*cards, card), most)[0] for card in deck]
    return helps[0], sum(helps[1:]) / max(1, len(deck) - 1)


def _best(
    face: Difficulty,
    energy: int,
    level: int,
    hand: float,
    again: float,
    carried: float,
    cards: int,
    rests: float,
    to_go: float,
    chest: float,
    short: float,
    first: float,
    later: float,
    least: int,
    spare: int,
) -> float:
    """With as many further cards as promise most: the chance to come through with them, and then through the rest."""
    most = EDITION.level[face].maximum[level - 1]
    best = 0.0
    for found in range(min(MOST_FOUND, spare) + 1):
        steps = hand + rests * (again + AGAIN * USUAL_REACH * found)
        way = to_go + (chest + CHEST * (found - 1) if found else 0.0)
        missing = max(least, short - first - later * (found - 1)) if found else short
        more = USUAL_REACH * min(found, max(0, most - cards))
        best = max(best, _through(steps * (cards + found) / (cards + found + HANDFUL), way) * after_level(face, energy, level, carried + more, missing))
    return best


def _through(steps: float, to_go: float) -> float:
    """The chance to go so far with cards that are good for so many steps."""
    if to_go <= 0:
        return 1.0
    return PACE**to_go * _sigmoid((EFFICIENCY * steps - to_go) / (SPREAD + SPREAD_PER_STEP * to_go) + CONFIDENCE)


@cache
def min_short(seat: int, amulet: Difficulty, number: int, most: int) -> int:
    return max(0, sum(challenge(seat, amulet, number).values()) - most)


def after_level(face: Difficulty, energy: int, level: int, carried: float, short: float) -> float:
    """What is to come when this level is left with cards for so many steps and so many gems missing."""
    return _after_level(face, energy, level, round(carried * 4) / 4, round(short * 5) / 5)


@lru_cache(maxsize=20_000)
def _after_level(face: Difficulty, energy: int, level: int, carried: float, short: float) -> float:
    if level == 3:
        return 0.35 ** short
    card = EDITION.level[face]
    to_go = TO_FRONTIER + ROOM * (card.rooms[level] - 2) + TO_EXIT
    rests = _rests(energy, card.rest[level])
    cards = round(carried / USUAL_REACH)
    return _best(
        face, energy, level + 1, carried, carried, carried, cards, rests, to_go, CHEST, short, FITTING, FITTING, max(0, 6 - card.maximum[level]), 6
    )


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def _steps_to_go(position: Position, seat: int, player: Player) -> float:
    left = rooms_wanted(position) - rooms_laid(position, seat)
    if player.pawn is None:
        return TO_FRONTIER + ROOM * (left - 2) + TO_EXIT
    away = _away_from_partner(position, seat) / 2
    if left == 0:
        return away + to_exit(position.rooms, seat).get(player.pawn, FAR)
    return away + to_frontier(position.rooms).get(player.pawn, FAR) + ROOM * (left - 1) + TO_EXIT


def _away_from_partner(position: Position, seat: int) -> float:
    """R-37. How far the seats still have to come together for this level's exchange."""
    if position.exchanged or len(position.players) == 1:
        return 0.0
    own, other = position.players[seat].pawn, position.players[1 - seat].pawn
    return 0.0 if own is None or other is None else to_space(position.rooms, other).get(own, FAR)


def _to_chest(position: Position, player: Player, exploring: bool) -> float:
    """Steps that the next card costs: to the nearest chest and back again, or to one in a room still to be explored."""
    if player.pawn is None:
        return CHEST
    known = 0.5 + 1.2 * to_chests(position.rooms, player.used).get(player.pawn, FAR)
    return min(CHEST, known) if exploring else known


@lru_cache(maxsize=20_000)
def hand_reach(cards: tuple[str, ...], exploring: bool = True) -> float:
    """How many steps these cards are good for, while there are rooms to be explored or not."""
    return sum([reach(card, exploring) for card in cards])


@lru_cache(maxsize=50_000)
def carried_on(seat: int, amulet: Difficulty, number: int, cards: tuple[str, ...], most: int) -> tuple[int, float]:
    """Which cards go up the stairs: how many gems are missing then, and how many steps the others are good for."""
    wanted = dict(challenge(seat, amulet, number))
    free = wanted.pop("any", 0)
    best_first = sorted(cards, key=lambda card: -reach(card, True))
    found = []
    for chosen in COLOURS if free else COLOURS[:1]:
        found.append(_kept({**wanted, chosen: wanted.get(chosen, 0) + free}, best_first, most))
    short, steps = min(found)
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
