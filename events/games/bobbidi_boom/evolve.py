"""What each event makes of the position. Never refuses, never draws."""

from typing import assert_never

from msgspec.structs import replace

from events.games.bobbidi_boom.components import BOX
from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardSilenced,
    CardsSwapped,
    CardTaken,
    CauldronExploded,
    DroppedOut,
    EffectAverted,
    ExplosionSurvived,
    FireLit,
    GameLaidOut,
    Passed,
    PlayEvent,
    ReactionArmed,
    RoundBegan,
    RoundWon,
    SeatWithdrew,
    ShelfFilled,
    StayedIn,
    StirDeclined,
    StirOffered,
    TopGlimpsed,
    TurnBegan,
    TurnSkipped,
)
from events.games.bobbidi_boom.position import Position, Witch, changed, in_the_open
from events.rules import Event

Leaving = CauldronExploded | Passed | DroppedOut | StayedIn | RoundWon
"""The ways to take a marker."""


def evolve(position: Position | None, event: Event) -> Position:
    """The position after this event; None stands before the first one."""
    if isinstance(event, GameLaidOut):
        return laid_out(event)
    assert position is not None
    assert isinstance(event, PlayEvent)
    match event:
        case CardRevealed():
            return revealed(position, event)
        case TurnBegan():
            return reached(position, event.seat, finished=False)
        case TurnSkipped():
            return reached(position, event.seat, finished=True)
        case CauldronExploded() | Passed():
            return left_by_explosion_or_pass(position, event)
        case DroppedOut():
            return dropped_out(position, event)
        case StayedIn():
            return with_marker(position, event, boom=False)
        case RoundWon():
            return round_won(position, event)
        case CardTaken():
            return taken(position, event)
        case ShelfFilled():
            return shelf_filled(position, event)
        case RoundBegan():
            return round_began(position, event)
        case TopGlimpsed():
            return changed(position, event.seat, replace(position.seats[event.seat], glimpsed=True))
        case ReactionArmed():
            return changed(position, event.seat, replace(position.seats[event.seat], armed=True))
        case FireLit():
            return replace(position, fire=event.seat)
        case EffectAverted():
            return averted(position, event)
        case CardSilenced():
            return replace(position, silenced=(*position.silenced, event.card))
        case StirOffered():
            return replace(position, stirring=event.card)
        case CardsSwapped():
            return swapped(position, event)
        case StirDeclined():
            return replace(position, stirring=None)
        case ExplosionSurvived():
            return position
        case SeatWithdrew():
            return changed(position, event.seat, replace(position.seats[event.seat], resigned=True))
        case GameLaidOut():
            return laid_out(event)
    assert_never(event)


# --- laying out, and the course of a round ----------------------------------------------------------------------------


def laid_out(event: GameLaidOut) -> Position:
    """Every seat has its dealt cards; no round has begun."""
    return Position(
        memory=event.memory,
        rounds=event.rounds,
        starter=event.starter,
        seats=tuple(Witch(deck=cards) for cards in event.dealt),
        unused=event.unused,
        supply=event.supply,
        turn=event.starter,
    )


def shelf_filled(position: Position, event: ShelfFilled) -> Position:
    """The cards moved from the top of the supply to the end of the shelf."""
    return replace(position, supply=position.supply[len(event.cards) :], shelf=(*position.shelf, *event.cards))


def round_began(position: Position, event: RoundBegan) -> Position:
    """All that lay open went into the decks, where everybody knows it to be; nobody knows the order."""
    return replace(
        position,
        round=event.round,
        starter=event.starter,
        markers=BOX.layouts[len(position.seats)].markers,
        turn=event.starter,
        finished=False,
        silenced=(),
        seats=tuple(
            Witch(
                deck=deck,
                known=(*witch.known, *in_the_open(witch)),
                points=witch.points,
                resigned=witch.resigned,
            )
            for witch, deck in zip(position.seats, event.decks, strict=True)
        ),
    )


def reached(position: Position, seat: int, *, finished: bool) -> Position:
    """The turn came to this seat: its delayed reaction waits no longer, and its own fire is out."""
    witch = position.seats[seat]
    fire = None if position.fire == seat else position.fire
    if witch.armed:
        return changed(position, seat, replace(witch, armed=False), turn=seat, finished=finished, fire=fire)
    return replace(position, turn=seat, finished=finished, fire=fire)


# --- brewing ----------------------------------------------------------------------------------------------------------


def revealed(position: Position, event: CardRevealed) -> Position:
    """The card moved from the deck to the display; the turn is over unless something else happens; fire is used up."""
    witch = position.seats[event.seat]
    known = list(witch.known)
    if event.card in known:
        known.remove(event.card)
    after = replace(
        witch, deck=witch.deck[1:], known=tuple(known), glimpsed=False, display=(*witch.display, event.card)
    )
    return changed(position, event.seat, after, finished=True, fire=None)


def left_by_explosion_or_pass(position: Position, event: CauldronExploded | Passed) -> Position:
    """The seat took a marker, and with that nobody's delayed reaction waits any longer (R-14); fire is used up."""
    after = with_marker(position, event, boom=isinstance(event, CauldronExploded))
    calm = tuple(replace(witch, armed=False) if witch.armed else witch for witch in after.seats)
    return replace(after, seats=calm, finished=True, fire=None)


def dropped_out(position: Position, event: DroppedOut) -> Position:
    """The seat took a marker; the reactions of others still wait (D-8), and only its own fire is out (D-9)."""
    out = with_marker(position, event, boom=True)
    return reached(out, event.seat, finished=True)


def round_won(position: Position, event: RoundWon) -> Position:
    """The seat took the last marker and a victory point; reactions and fire ended with the brewing."""
    after = with_marker(position, event, boom=False)
    seats = [replace(witch, armed=False) for witch in after.seats]
    seats[event.seat] = replace(seats[event.seat], points=seats[event.seat].points + 1)
    return replace(after, seats=tuple(seats), finished=True, fire=None)


def with_marker(position: Position, event: Leaving, *, boom: bool) -> Position:
    """The seat holds the marker, with this side up."""
    witch = replace(position.seats[event.seat], marker=event.marker, boom=boom)
    left = tuple(marker for marker in position.markers if marker != event.marker)
    return changed(position, event.seat, witch, markers=left)


# --- special effects --------------------------------------------------------------------------------------------------


def averted(position: Position, event: EffectAverted) -> Position:
    """Nothing happened to the seat; a delayed reaction that came to nothing waits no longer."""
    witch = position.seats[event.seat]
    return changed(position, event.seat, replace(witch, armed=witch.armed and event.effect != "delayed_reaction"))


def swapped(position: Position, event: CardsSwapped) -> Position:
    """Each of the two cards lies where the other one lay (D-5)."""
    mine, other = position.seats[event.seat], position.seats[event.other]
    given = replace(mine, display=_exchanged(mine.display, event.card, event.other_card))
    after = changed(position, event.seat, given, stirring=None)
    return changed(after, event.other, replace(other, display=_exchanged(other.display, event.other_card, event.card)))


def _exchanged(display: tuple[str, ...], card: str, by: str) -> tuple[str, ...]:
    place = display.index(card)
    return (*display[:place], by, *display[place + 1 :])


# --- the ingredient phase ---------------------------------------------------------------------------------------------


def taken(position: Position, event: CardTaken) -> Position:
    """The card moved from the shelf to the seat."""
    place = position.shelf.index(event.card)
    shelf = (*position.shelf[:place], *position.shelf[place + 1 :])
    return changed(position, event.seat, replace(position.seats[event.seat], taken=event.card), shelf=shelf)
