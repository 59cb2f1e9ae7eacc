"""The special effects (R-14), one function each. Antidote and spoon only lie there: `position` asks for them."""

from typing import assert_never

from events.errors import illegal
from events.games.bobbidi_boom.components import EFFECT
from events.games.bobbidi_boom.decide.course import Course, Turned, turn_over
from events.games.bobbidi_boom.messages import (
    CardsSwapped,
    DroppedOut,
    EffectAverted,
    FireLit,
    ReactionArmed,
    Stir,
    StirDeclined,
    StirOffered,
    TopGlimpsed,
)
from events.games.bobbidi_boom.position import Position, has_spoon, phase, swappable
from events.rules import Event


def apply(course: Course, seat: int, turned: Turned) -> None:
    """R-9. Carries out the effect of a card that was turned over; a saved explosion takes it away (D-11)."""
    effect = EFFECT[turned.card]
    if effect is None or turned.exploded:
        return
    match effect:
        case "delayed_reaction":
            delayed_reaction(course, seat)
        case "boiling_over":
            boiling_over(course, seat, turned)
        case "more_is_more":
            more_is_more(course, seat)
        case "stir_vigorously":
            stir_vigorously(course, seat, turned)
        case "clairvoyance":
            clairvoyance(course, seat)
        case "playing_with_fire":
            playing_with_fire(course, seat)
        case "antidote" | "spoon":
            pass
        case _:
            assert_never(effect)


def delayed_reaction(course: Course, seat: int) -> None:
    """R-14. Arms the seat, whether or not a spoon lies there: that is judged when the turn returns."""
    course.happen(ReactionArmed(seat=seat))


def boiling_over(course: Course, seat: int, turned: Turned) -> None:
    """R-14. Puts the seat out when the ingredient lay there before, BOOM side up (D-4); a spoon prevents it."""
    if not turned.lay_there:
        return
    if has_spoon(course.position, seat):
        course.happen(EffectAverted(seat=seat, effect="boiling_over"))
    else:
        course.happen(DroppedOut(seat=seat, marker=course.position.markers[0], effect="boiling_over"))


def more_is_more(course: Course, seat: int) -> None:
    """R-14. Turns over one more card, with all it brings; a spoon prevents it, and an empty deck has none to give."""
    if not course.witch(seat).deck:
        return
    if has_spoon(course.position, seat):
        course.happen(EffectAverted(seat=seat, effect="more_is_more"))
        return
    turned = turn_over(course, seat)
    if not turned.out:
        apply(course, seat, turned)


def stir_vigorously(course: Course, seat: int, turned: Turned) -> None:
    """R-14. Offers a swap, where another display holds a card; a spoon does not forbid what is allowed (D-6)."""
    if swappable(course.position, seat):
        course.happen(StirOffered(seat=seat, card=turned.card))


def clairvoyance(course: Course, seat: int) -> None:
    """R-14. The seat sees the top card of its deck, if there is one."""
    if deck := course.witch(seat).deck:
        course.happen(TopGlimpsed(seat=seat, card=deck[0]))


def playing_with_fire(course: Course, seat: int) -> None:
    """R-14. The fire burns for the next other seat that acts."""
    course.happen(FireLit(seat=seat))


def stir(position: Position, seat: int, command: Stir) -> tuple[Event, ...]:
    """R-14, D-5. Swaps the stirring card with a card in another seat's display."""
    stirring = _stirring(position)
    if (command.seat, command.card) not in swappable(position, seat):
        raise illegal("R-14", f"There is no {command.card} in another display at seat {command.seat}.")
    return (CardsSwapped(seat=seat, card=stirring, other=command.seat, other_card=command.card),)


def decline(position: Position, seat: int) -> tuple[Event, ...]:
    """R-14. Leaves the stirring card where it is."""
    _stirring(position)
    return (StirDeclined(seat=seat),)


def _stirring(position: Position) -> str:
    if phase(position) != "stir" or position.stirring is None:
        raise illegal("R-14", "No card is being stirred.")
    return position.stirring
