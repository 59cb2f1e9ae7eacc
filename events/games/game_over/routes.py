"""The ways that a turn may go on, and how likely they are to win: computed from what has been seen, never guessed.

The odds of a route are exact for a seat that holds to it; one that takes the likeliest route anew after every card does
no worse. Which routes are looked at is bounded by the numbers below: less than 26,000 in the worst case, for 25 places
and 160 sketches, and some hundreds as a rule.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from events.games.game_over.components import MONSTERS, NEIGHBOURS, PACK, PLACES, PRINCESSES, Card, Weapon

MOST_UNSEEN = 5
"""Routes turn over at most so many unseen cards; hardly any turn comes through more."""
MOST_WAYS = 6
"""Of the routes to one place that promise the same, at most so many are followed, the shortest ones."""
MOST_SAFE_WAYS = 20
"""The same for routes through cards that were seen, among which a sure win must not be overlooked."""


class Unseen(NamedTuple):
    """How many of the cards that a seat has never seen are of which kind; `monsters` of each kind, most first."""

    keys: int
    own: int
    harmless: int
    invincible: int
    monsters: tuple[int, ...]


class Route(NamedTuple):
    """A way on: the place it turns over `first`, the place where it ends, and all that lies `turned` then (a bit each).

    Its `sketch` holds, in their order, "?" for an unseen card, "k" for a known key and "p" for the known own
    princess, those that lie face up already included; how likely it wins depends on nothing else.
    """

    first: int
    here: int
    turned: int
    sketch: str

    @property
    def wins(self) -> bool:
        """Whether it comes by a key and the princess that are known."""
        return "k" in self.sketch and "p" in self.sketch


def unseen(cards: Sequence[Card | None], seat: int) -> Unseen:
    """What the cards that nobody has seen yet are, as a whole."""
    left = Counter(PACK) - Counter(card for card in cards if card is not None)
    harmless = left["door"] + sum(left[card] for card in PRINCESSES) - left[PRINCESSES[seat]]
    monsters = tuple(sorted((left[card] for card in MONSTERS), reverse=True))
    return Unseen(left["key"], left[PRINCESSES[seat]], harmless, left["invincible"], monsters)


def best_weapon(cards: Sequence[Card | None], place: int) -> Weapon:
    """R-9. The weapon that beats the card at this place; for an unseen card, the one that beats most of those left."""
    card = cards[place]
    if card in MONSTERS:
        return MONSTERS[card]
    return MONSTERS[min(MONSTERS, key=cards.count)]


def routes(
    cards: Sequence[Card | None], seat: int, entrance: int, path: Sequence[int] = (), most_unseen: int = MOST_UNSEEN
) -> Iterator[Route]:
    """Every way on that is worth a thought, those with few unseen cards first, then the short ones.

    None leads to an invincible monster that was seen. A route that comes to the same place as another, promises
    the same and needs all of its places and more is left out: whatever it may do, the other may do too.
    """
    signs = [_sign(card, seat) for card in cards]
    kept: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    waiting: list[deque[Route]] = [deque() for _ in range(most_unseen + 1)]
    waiting[0].append(_so_far(signs, path))
    for number in range(most_unseen + 1):
        while waiting[number]:
            route = waiting[number].popleft()
            for place in _onward(cards, route, entrance):
                cost = number + (signs[place] == "?")
                if cost > most_unseen:
                    continue
                longer = _extended(route, place, signs[place])
                others = kept[place, longer.sketch]
                full = len(others) == (MOST_WAYS if cost else MOST_SAFE_WAYS)
                if full or any(other & longer.turned == other for other in others):
                    continue
                others.append(longer.turned)
                yield longer
                if not longer.wins:
                    waiting[cost].append(longer)


def _sign(card: Card | None, seat: int) -> str:
    """What the card adds to the sketch of a route."""
    if card is None:
        return "?"
    return "k" if card == "key" else "p" if card == PRINCESSES[seat] else ""


def _so_far(signs: Sequence[str], path: Sequence[int]) -> Route:
    """The route of no further step."""
    route = Route(-1, -1, 0, "")
    for place in path:
        route = _extended(route, place, signs[place])._replace(first=-1)
    return route


def _extended(route: Route, place: int, sign: str) -> Route:
    first, _, turned, sketch = route
    if sign == "?" or sign not in sketch:
        sketch += sign
    return Route(place if first < 0 else first, place, turned | 1 << place, sketch)


def _onward(cards: Sequence[Card | None], route: Route, entrance: int) -> list[int]:
    """R-4, R-5, R-6. The places of the cards that this route may turn over next, but invincible monsters."""
    _, here, turned, _ = route
    if here < 0:
        places: Sequence[int] = (entrance,)
    else:
        places = PLACES if cards[here] == "door" else NEIGHBOURS[here]
    return [place for place in places if not turned >> place & 1 and cards[place] != "invincible"]


@lru_cache(maxsize=100_000)
def odds(sketch: str, left: Unseen, found: str = "") -> float:
    """R-13. How likely a seat that holds to a route of this sketch wins in this turn.

    `found` is what it has come by: "k", "p", both or neither.
    """
    if "k" in found and "p" in found:
        return 1.0
    if not sketch:
        return 0.0
    sign, rest = sketch[0], sketch[1:]
    if sign != "?":
        return odds(rest, left, found + sign)
    good = 0.0
    for count, less, sign in _good_cards(left):
        good += count * odds(rest, less, found if sign in found else found + sign)
    return good / _total(left)


@lru_cache(maxsize=100_000)
def news(sketch: str, left: Unseen) -> float:
    """How many unseen cards a route of this sketch is expected to bring to light; the one that ends the turn counts."""
    number = sketch.count("?")
    if not number:
        return 0.0
    return 1.0 + sum(count * news("?" * (number - 1), less) for count, less, _ in _good_cards(left)) / _total(left)


@lru_cache(maxsize=10_000)
def _good_cards(left: Unseen) -> tuple[tuple[int, Unseen, str], ...]:
    """R-8. The unseen cards after which the turn goes on: how many, what is left then, what has been found."""
    monsters = tuple(sorted((left.monsters[0] - 1, *left.monsters[1:]), reverse=True))
    every = (
        (left.keys, left._replace(keys=left.keys - 1), "k"),
        (left.own, left._replace(own=left.own - 1), "p"),
        (left.harmless, left._replace(harmless=left.harmless - 1), ""),
        (left.monsters[0], left._replace(monsters=monsters), ""),
    )
    return tuple(each for each in every if each[0])


def _total(left: Unseen) -> int:
    return left.keys + left.own + left.harmless + left.invincible + sum(left.monsters)
