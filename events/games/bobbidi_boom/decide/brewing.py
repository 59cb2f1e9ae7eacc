"""The brewing phase: revealing, exploding, passing, and how the turn goes on until the last marker is taken."""

from events.errors import illegal
from events.games.bobbidi_boom.components import is_special
from events.games.bobbidi_boom.decide.course import Course, Turned, turn_over
from events.games.bobbidi_boom.decide.effects import apply
from events.games.bobbidi_boom.messages import (
    DroppedOut,
    EffectAverted,
    Passed,
    RoundWon,
    StayedIn,
    TurnBegan,
    TurnSkipped,
)
from events.games.bobbidi_boom.position import (
    Position,
    clockwise,
    has_spoon,
    is_bound_by_fire,
    next_still_in,
    phase,
    still_in,
)
from events.rules import Event


def reveal(position: Position, seat: int) -> tuple[Event, ...]:
    """R-7. Turns over exactly one card, or two where another seat's fire forces it, and what these cards force."""
    _check_turn(position)
    course = Course(position)
    first = turn_over(course, seat)
    if not first.out and is_bound_by_fire(position) and course.witch(seat).deck:
        second = turn_over(course, seat, after=first)
        if not second.out:
            apply(course, seat, _effective(first, second))
    elif not first.out:
        apply(course, seat, first)
    return course.events()


def _effective(first: Turned, second: Turned) -> Turned:
    """R-14, D-13. Of two cards turned over in a fire, the one whose effect applies: the last special one."""
    return second if is_special(second.card) else first


def pass_(position: Position, seat: int) -> tuple[Event, ...]:
    """R-10. Takes the top marker, Witch side up."""
    _check_turn(position)
    return (Passed(seat=seat, marker=position.markers[0]),)


def _check_turn(position: Position) -> None:
    match phase(position):
        case "take":
            raise illegal("R-15", "The brewing is over; take a card from the shelf.")
        case "stir":
            raise illegal("R-14", "First swap your stirring card, or decline.")


def go_on(position: Position) -> tuple[Event, ...]:
    """What follows a finished turn: the end of the phase (R-12, R-13), or the next seat's turn."""
    seats = still_in(position)
    if len(seats) == 1:
        return last_seat_left(position, seats[0])
    if not any(position.seats[seat].deck for seat in seats):
        return empty_decks(position)
    return next_turn(position, next_still_in(position))


def last_seat_left(position: Position, seat: int) -> tuple[Event, ...]:
    """R-12. The last seat left takes the last marker and a victory point."""
    return (RoundWon(seat=seat, marker=position.markers[0]),)


def empty_decks(position: Position) -> tuple[Event, ...]:
    """R-13, D-3. Nobody can reveal: the seat closest to the start wins, the others take markers, the farthest first."""
    seats = [seat for seat in clockwise(position, position.starter) if position.seats[seat].marker is None]
    farthest_first = zip(reversed(seats), position.markers, strict=True)
    *others, (winner, last) = farthest_first
    return (*(StayedIn(seat=seat, marker=marker) for seat, marker in others), RoundWon(seat=winner, marker=last))


def next_turn(position: Position, seat: int) -> tuple[Event, ...]:
    """The turn reaches this seat: its delayed reaction comes first (R-14), and without cards it is skipped (D-2)."""
    witch = position.seats[seat]
    if witch.armed and has_spoon(position, seat):
        return (EffectAverted(seat=seat, effect="delayed_reaction"),)
    if witch.armed:
        return (DroppedOut(seat=seat, marker=position.markers[0], effect="delayed_reaction"),)
    return (TurnBegan(seat=seat) if witch.deck else TurnSkipped(seat=seat),)
