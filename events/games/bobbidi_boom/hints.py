"""How well a seat stands, and what a thoughtful player does next: estimates for search, and the greedy choice."""

import math
from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from events.chance import Luck, pick, shuffled
from events.games.bobbidi_boom.components import EFFECT, POTION, VALUE
from events.games.bobbidi_boom.decide.brewing import reveal
from events.games.bobbidi_boom.evolve import evolve
from events.games.bobbidi_boom.messages import Decline, Pass, PlayCommand, Reveal, Stir, Take
from events.games.bobbidi_boom.position import FIRST_POTION, FURTHER_POTION, Position, changed, outcome, points
from events.games.bobbidi_boom.view import Recall, imagine
from events.rules import Command

HANDY = {
    "antidote": 0.8,
    "spoon": 0.6,
    "clairvoyance": 0.5,
    "stir_vigorously": 0.5,
    "playing_with_fire": 0.3,
    "more_is_more": -0.4,
    "delayed_reaction": -0.6,
    "boiling_over": -0.8,
}
"""What a card's effect is worth to the seat that has it, in points, over the rest of a game."""
HARMLESS = 0.6
"""The same for a potion, which never makes the cauldron explode."""
HOPE = 0.6
"""How likely somebody else is to drop out before the turn comes back."""


def score(position: Position, seat: int) -> float:
    """1 for the winner, 0 for the others and for resigned seats; before the end, a guess from the lead in points.

    A lead weighs more the fewer rounds are left.
    """
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if position.seats[seat].resigned:
        return 0.0
    totals = [points(witch) for witch in position.seats]
    best = max(total for other, total in enumerate(totals) if other != seat)
    open_rounds = position.rounds - position.round + 1
    return 1 / (1 + math.exp((best - totals[seat]) / (2 + 2 * open_rounds)))


def greedy(recall: Recall, legal: Sequence[Command], luck: Luck) -> Command:
    """The command of a player who weighs the risk of dropping out against a better pick, and takes the best card."""
    if any(isinstance(command, Reveal) for command in legal):
        return Reveal() if _is_worth_it(recall, luck) else Pass()
    gains = {command: _gain(recall, command) for command in legal}
    best = max(gains.values())
    return pick(luck, [command for command, gain in gains.items() if gain == best])


def _gain(recall: Recall, command: Command) -> float:
    """What a swap or a card from the shelf brings."""
    assert isinstance(command, PlayCommand)
    match command:
        case Take(card=card):
            return worth(recall, card)
        case Stir(card=card):
            assert recall.stirring is not None
            return worth(recall, card) - worth(recall, recall.stirring)
        case Decline() | Reveal() | Pass():
            return 0.0


def worth(recall: Recall, card: str) -> float:
    """What one more card of this name is worth to the seat, in points."""
    if card == POTION:
        own = recall.seats[recall.seat]
        first = POTION not in recall.deck and POTION not in own.display
        return HARMLESS + (FIRST_POTION if first else FURTHER_POTION)
    return VALUE[card] + HANDY.get(EFFECT[card] or "", 0.0)


def _is_worth_it(recall: Recall, luck: Luck) -> bool:
    """Whether to reveal: a safe card may move the seat one place forward at the shelf, BOOM leaves it the worst one."""
    shelf = sorted((worth(recall, card) for card in recall.shelf), reverse=True)
    worst = worth(recall, min(recall.shelf, key=VALUE.__getitem__))
    place = sum(seat.marker is None for seat in recall.seats) - 1
    ahead = shelf[place - 1] + (1.0 if place == 1 else 0.0)
    out, armed = risk(recall, luck)
    waiting = HOPE * ahead + (1 - HOPE) * shelf[place]
    waiting_armed = HOPE * shelf[place] + (1 - HOPE) * worst
    return out * worst + armed * waiting_armed + (1 - out - armed) * waiting > shelf[place]


def risk(recall: Recall, luck: Luck) -> tuple[float, float]:
    """How likely a reveal puts the seat out, and how likely a delayed reaction waits for it then.

    Every card that may lie on top is tried, with the rest of the deck in a random order.
    """
    position = imagine(recall, luck)
    seat, witch = recall.seat, position.seats[recall.seat]
    tops = recall.deck if recall.top is None else (recall.top,)
    out = armed = 0
    for top in tops:
        rest = list(recall.deck)
        rest.remove(top)
        turned = changed(position, seat, replace(witch, deck=(top, *shuffled(luck, rest))))
        after = reduce(evolve, reveal(turned, seat), turned)
        out += after.seats[seat].marker is not None
        armed += after.seats[seat].armed
    return out / len(tops), armed / len(tops)
