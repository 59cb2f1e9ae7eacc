"""How well a seat stands, and what a thoughtful player does next: an estimate for search, and the greedy choice.

The estimate asks three questions: how likely is it to come through this level, through the ones after it, and to have
the gems in the end? It assumes that as many further cards are looked for on a level as promise most.
"""

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from msgspec.structs import replace

from events.chance import SEED_BYTES, Chance, Luck, pick
from events.games.ohio_bob.decide import decide, follow, legal
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.messages import CardsExchanged, Finish, Skip
from events.games.ohio_bob.position import (
    PARTNER_CARDS,
    Offer,
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
from events.games.ohio_bob.worth import Quest, carried_on, effect_reach, gems_ahead, hand_reach
from events.rules import Command

USUAL_REACH = 2.0
"""How many steps a usual card is good for."""
EFFICIENCY = 0.85
"""Which share of the steps in hand leads where one wants to go, with many cards to choose from."""
HANDFUL = 1.5
"""With so many cards it is half of that."""
ROOM = 4.5
"""Steps that every further room costs beyond the next one."""
TO_FRONTIER = 4.0
"""Steps from a level's first staircase to its first new room."""
TO_EXIT = 4.0
"""Steps from laying the last room to its staircase."""
CHEST = 5.0
"""Steps that every further card costs, unless a chest is near."""
FITTING = 0.6
"""How many of the cards to be found bring a gem that is missing."""
LUCKY = 0.35
"""The chance that a missing gem turns up by itself."""
MOST_FOUND = 4
"""How many more cards anybody hopes for on a level."""
AGAIN = 0.5
"""Which share of the rests that are left is still to come when a card is found."""
PART_OF_A_REST = 0.2
"""What the Energy counts that does not suffice for another rest."""
CONFIDENCE = 1.0
SPREAD = 1.0
SPREAD_PER_STEP = 0.15
"""How sure an estimate of steps is: the further to go, the less."""
HOPELESS = 0.0001
"""A game that is not over, but cannot be won any more."""
DECK_SHORT = 0.01
"""What remains of a chance when the deck holds too few cards for the rooms of the level."""
OFFERED = 0.97
"""What an offer is worth against the exchange itself."""
MOST_RESTS = 12
"""After so many rests on a level nobody counts on more, although rations may make good for them."""
EXCHANGE = 0.75
"""R-40. What remains of a chance for every exchange that is still to come."""
WEARY = 40
"""After so many rests on a level the game counts as lost, so that any command is as good and it ends."""
PACE = 0.9995
"""What every step still to go costs, so that nobody lingers where there is Energy enough."""


def score(position: Position, seat: int) -> float:
    """The chance of winning, by estimate; two seats win and lose together, so it is the same for both.

    It is 0 also where nobody should strive to come: with an offer that improves nothing, and after too many rests.
    """
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if any(player.rests > WEARY for player in position.players):
        return 0.0
    if position.offer is not None:
        return _with_offer(position, position.offer, seat)
    if not all(_may_still_meet(position, each) for each in range(len(position.players) - 1)):
        return HOPELESS
    seats = len(position.players)
    prospects = math.prod(_prospects(position, each) for each in range(seats)) ** (1 / seats)
    return 2 * HOPELESS + 0.99 * prospects * EXCHANGE ** (_to_be_exchanged(position) if seats > 1 else 0)


def _with_offer(position: Position, offer: Offer, seat: int) -> float:
    """R-37. An offer that improves nothing counts as lost: it would only put the next step off, for ever."""
    accepted = score(evolve(position, CardsExchanged(offer.seat, offer.give, offer.take)), seat)
    return OFFERED * accepted if accepted > score(replace(position, offer=None), seat) else 0.0


def _may_still_meet(position: Position, seat: int) -> bool:
    """R-40. Whether there are exchanges enough to come for the partner's cards; each exchange serves both seats."""
    to_come = _to_be_exchanged(position)
    return all(partner_cards(position, each) + to_come >= PARTNER_CARDS for each in (seat, 1 - seat))


def _to_be_exchanged(position: Position) -> int:
    """R-37. How many exchanges there can still be: one on each level to come, and this level's until a seat escapes."""
    escaped = any(player.escaped for player in position.players)
    return 3 - position.level + (not position.exchanged and not escaped)


class _Standing(NamedTuple):
    """How a seat stands on a level, in steps.

    `hand` are those of the cards that can be played before the next rest, `again` those of every rest after it, and
    `carried` those of the cards that would be carried on. `chest` is what the next card costs. Of the gems that are
    `short` the next card brings `first` and every other one `later`; `spare` cards may be taken from the deck.
    """

    level: int
    hand: float
    again: float
    rests: float
    cards: int
    carried: float
    to_go: float
    chest: float
    short: float
    first: float
    later: float
    spare: int


def _prospects(position: Position, seat: int) -> float:
    """This seat's chance to come through this level and the next ones, and to have the gems in the end."""
    player, level = position.players[seat], position.level
    quest = Quest(seat, position.amulet, player.challenge, position.level_face, position.start_energy)
    cards = player.hand + player.pile
    short, carried = carried_on(quest, cards, maximum(position))
    if player.escaped:
        return _after_level(quest, level, carried, short)
    left = rooms_wanted(position) - rooms_laid(position, seat)
    spare = len(player.deck) - left - (level < 3)
    first, later = gems_ahead(quest, cards, player.deck, maximum(position)) if short else (0.0, 0.0)
    rests = min(_rests(player.energy, rest_cost(position)), MOST_RESTS - player.rests)
    standing = _Standing(
        level=level,
        hand=hand_reach(player.hand, left > 0) + sum([effect_reach(text, left > 0) for text in player.effects]),
        again=hand_reach(cards, left > 0),
        rests=max(0.0, rests),
        cards=len(cards),
        carried=carried,
        to_go=_steps_to_go(position, seat, player, left),
        chest=_to_chest(position, player, left),
        short=short,
        first=first,
        later=later,
        spare=max(0, spare),
    )
    return _best(quest, standing) * (DECK_SHORT if spare < 0 else 1.0)


def _rests(energy: int, cost: int) -> float:
    """How many rests so much Energy is good for; what does not suffice for one counts a little."""
    whole, part = divmod(energy - 1, cost)
    return whole + PART_OF_A_REST * part / cost


def _best(quest: Quest, now: _Standing) -> float:
    """With as many further cards as promise most: the chance to come through with them, and then through the rest."""
    most = quest.most(now.level)
    least = max(0, quest.gems - most)
    best = 0.0
    for found in range(min(MOST_FOUND, now.spare) + 1):
        cards, short, to_go = now.cards + found, now.short, now.to_go
        if found:
            short = max(least, short - now.first - now.later * (found - 1))
            to_go += now.chest + CHEST * (found - 1)
        steps = now.hand + now.rests * (now.again + AGAIN * USUAL_REACH * found)
        carried = now.carried + USUAL_REACH * min(found, max(0, most - now.cards))
        through = _through(steps * cards / (cards + HANDFUL), to_go)
        best = max(best, through * _after_level(quest, now.level, carried, short))
    return best


def _through(steps: float, to_go: float) -> float:
    """The chance to go so far with cards that are good for so many steps."""
    if to_go <= 0:
        return 1.0
    spread = SPREAD + SPREAD_PER_STEP * to_go
    pace: float = PACE**to_go
    return pace * _sigmoid((EFFICIENCY * steps - to_go) / spread + CONFIDENCE)


def _after_level(quest: Quest, level: int, carried: float, short: float) -> float:
    """What is to come when this level is left with cards for so many steps and so many gems missing."""
    return _next_level(quest, level + 1, round(carried * 4) / 4, round(short * 5) / 5)


@lru_cache(maxsize=20_000)
def _next_level(quest: Quest, level: int, carried: float, short: float) -> float:
    if level > 3:
        luck: float = LUCKY**short
        return luck
    standing = _Standing(
        level=level,
        hand=carried,
        again=carried,
        rests=_rests(quest.energy, quest.rest(level)),
        cards=round(carried / USUAL_REACH),
        carried=carried,
        to_go=TO_FRONTIER + ROOM * (quest.rooms(level) - 2) + TO_EXIT,
        chest=CHEST,
        short=short,
        first=FITTING,
        later=FITTING,
        spare=MOST_FOUND,
    )
    return _best(quest, standing)


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def _steps_to_go(position: Position, seat: int, player: Player, left: int) -> float:
    """To the exit, by way of as many rooms as are left to explore; and half the way to the partner."""
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


def _to_chest(position: Position, player: Player, left: int) -> float:
    """Steps that the next card costs: to the nearest chest and back again, or to one in a room still to be explored."""
    if player.pawn is None:
        return CHEST
    known = 0.5 + 1.2 * to_chests(position.rooms, player.used).get(player.pawn, FAR)
    return min(CHEST, known) if left else known


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
    best = max(promises.values())
    return pick(luck, [command for command, promise in promises.items() if promise == best])


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
