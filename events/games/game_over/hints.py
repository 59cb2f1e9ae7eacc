"""How well a seat stands, and what a player with a perfect memory does next: an estimate for search, and a choice."""

from collections.abc import Sequence

from events.chance import Luck, pick
from events.games.game_over.components import ENTRANCES, PRINCESSES, Card, place, row_and_col
from events.games.game_over.messages import Banish, Search
from events.games.game_over.position import Position, outcome
from events.games.game_over.routes import best_weapon, news, odds, routes, unseen
from events.games.game_over.view import Recall
from events.rules import Command

NEWS = 0.02
"""What it is worth to see a card for the first time, in chances to win this turn."""
FEW = 1
"""Where many dungeons are compared, routes with more unseen cards are left out."""


def score(position: Position, seat: int) -> float:
    """1 for the winner, 0 for the others and for resigned seats; before the end, a guess from what lies open.

    Counted is what everybody has seen of the two things that this seat needs, and more if they lie face up now.
    """
    if (ended := outcome(position)) is not None:
        return float(seat in ended.winners)
    if seat in position.resigned:
        return 0.0
    wanted = ("key", PRINCESSES[seat])
    seen = {card for card, seen in zip(position.cards, position.seen, strict=True) if seen}
    face_up = {position.cards[place] for place in position.path} if seat == position.turn else set()
    known, held = (sum(card in cards for card in wanted) for cards in (seen, face_up))
    return (1 + known + 2 * held) / (2 * position.seats + 4)


def greedy(recall: Recall, legal: Sequence[Command], luck: Luck) -> Command:
    """The first step of the best route to a key and the own princess, or the exchange that spoils most for others.

    It knows only what `recall` knows.
    """
    if any(isinstance(command, Banish) for command in legal):
        return _banished(recall, legal, luck)
    left = unseen(recall.cards, recall.seat)
    promises: dict[int, float] = {}
    for route in routes(recall.cards, recall.seat, ENTRANCES[recall.seats][recall.seat], recall.path):
        promise = odds(route.sketch, left) + NEWS * news(route.sketch, left)
        promises[route.first] = max(promise, promises.get(route.first, 0.0))
    if not promises:
        return pick(luck, legal)
    best = max(promises.values())
    there = pick(luck, [place for place, promise in promises.items() if promise == best])
    row, col = row_and_col(there)
    return Search(weapon=best_weapon(recall.cards, there), row=row, col=col)


def chances(cards: Sequence[Card | None], seats: int, seat: int) -> float:
    """How likely the seat wins in its next turn, on the best route with few unseen cards."""
    left, best = unseen(cards, seat), 0.0
    for route in routes(cards, seat, ENTRANCES[seats][seat], most_unseen=FEW):
        best = max(best, odds(route.sketch, left))
        if best == 1.0:
            break
    return best


def _banished(recall: Recall, legal: Sequence[Command], luck: Luck) -> Command:
    """R-12. The exchange after which the seat stands best against the best of the others."""
    best, commands = -1.0, list[Command]()
    for command in legal:
        assert isinstance(command, Banish)
        lead = _lead(recall, place(command.row, command.col))
        if lead > best:
            best, commands = lead, []
        if lead == best:
            commands.append(command)
    return pick(luck, commands)


def _lead(recall: Recall, there: int) -> float:
    """By how much the seat's chances exceed those of the best other seat once the monster lies there."""
    cards = list(recall.cards)
    here = recall.path[-1]
    cards[here], cards[there] = cards[there], cards[here]
    others = [seat for seat in range(recall.seats) if seat not in (recall.seat, *recall.resigned)]
    return chances(cards, recall.seats, recall.seat) - max(chances(cards, recall.seats, seat) for seat in others)
