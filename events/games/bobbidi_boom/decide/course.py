"""The course of one command: what has happened so far, and the card that was turned over last."""

from typing import NamedTuple

from events.games.bobbidi_boom.components import INGREDIENT, is_special
from events.games.bobbidi_boom.evolve import evolve
from events.games.bobbidi_boom.messages import CardRevealed, CardSilenced, CauldronExploded, ExplosionSurvived
from events.games.bobbidi_boom.position import Position, Witch, exploding, is_saved
from events.rules import Event


class Course:
    """The events of one command, in order, and the position after them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._events: list[Event] = []

    def happen(self, event: Event) -> None:
        """The event happens now; `position` follows."""
        self._events.append(event)
        self.position = evolve(self.position, event)

    def witch(self, seat: int) -> Witch:
        """How this seat stands now."""
        return self.position.seats[seat]

    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(self._events)


class Turned(NamedTuple):
    """A card as it was turned over.

    `lay_there`: a card of its ingredient lay in the display already; `exploded`: the cauldron exploded at it, and
    the seat is `out` unless antidotes saved it.
    """

    card: str
    lay_there: bool
    exploded: bool
    out: bool


def turn_over(course: Course, seat: int, after: Turned | None = None) -> Turned:
    """R-7, R-8. Turns over the top card and looks whether the cauldron explodes; the deck must hold one.

    `after` is the first of two cards that a fire forces: a second special card silences it before anything else (D-10).
    """
    witch = course.witch(seat)
    card = witch.deck[0]
    ingredient = INGREDIENT[card]
    lay_there = ingredient is not None and any(INGREDIENT[other] == ingredient for other in witch.display)
    course.happen(CardRevealed(seat=seat, card=card))
    if after is not None and is_special(card) and is_special(after.card):
        course.happen(CardSilenced(card=after.card))
    exploded, out = _boom(course, seat)
    return Turned(card, lay_there, exploded, out)


def _boom(course: Course, seat: int) -> tuple[bool, bool]:
    """R-8. Whether the cauldron explodes, and whether that puts the seat out; antidotes may save it (D-11, D-12)."""
    ingredients = exploding(course.position)
    if not ingredients:
        return False, False
    if is_saved(course.position, seat, ingredients):
        course.happen(ExplosionSurvived(seat=seat, ingredients=ingredients))
        return True, False
    course.happen(CauldronExploded(seat=seat, marker=course.position.markers[0], ingredients=ingredients))
    return True, True
