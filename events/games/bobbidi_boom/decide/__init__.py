"""What the rules allow and what follows: setting up, the two phases of a round, and what happens by itself."""

from typing import assert_never

from events.chance import Chance, shuffled
from events.errors import Refusal, illegal
from events.games.bobbidi_boom.components import BOX
from events.games.bobbidi_boom.decide import brewing, effects, ingredients
from events.games.bobbidi_boom.messages import (
    Decline,
    GameLaidOut,
    Options,
    Pass,
    PlayCommand,
    Reveal,
    RoundBegan,
    SeatWithdrew,
    ShelfFilled,
    Stir,
    Take,
)
from events.games.bobbidi_boom.position import Position, allowed, outcome, phase, swappable, taker, to_move
from events.rules import Command, Event, Resign


def setup(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """R-1 to R-5. Deals a double card and simple cards to each seat, fills the shelf and begins the first round."""
    if options.first_seat != "random" and options.first_seat >= seats:
        raise Refusal("invalid", f"There is no seat {options.first_seat} to begin.", rule="C-2")
    layout = BOX.layouts[seats]
    starter = chance.below(seats) if options.first_seat == "random" else options.first_seat
    doubles = shuffled(chance, layout.doubles)
    simple = shuffled(chance, layout.dealt)
    supply = shuffled(chance, layout.supply)
    dealt = tuple((doubles[seat], *simple[seat * layout.simple : (seat + 1) * layout.simple]) for seat in range(seats))
    return (
        GameLaidOut(
            memory=options.memory,
            rounds=layout.rounds,
            starter=starter,
            dealt=dealt,
            unused=doubles[seats:],
            supply=supply,
        ),
        ShelfFilled(cards=supply[: seats + 1]),
        RoundBegan(round=1, starter=starter, decks=tuple(shuffled(chance, cards) for cards in dealt)),
    )


def decide(position: Position, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What this command brings about; raises Refusal."""
    if isinstance(command, Resign):
        return resign(position, seat)
    assert isinstance(command, PlayCommand)
    match command:
        case Reveal():
            return brewing.reveal(position, seat)
        case Pass():
            return brewing.pass_(position, seat)
        case Stir():
            return effects.stir(position, seat, command)
        case Decline():
            return effects.decline(position, seat)
        case Take():
            return ingredients.take(position, seat, command)
    assert_never(command)


def resign(position: Position, seat: int) -> tuple[Event, ...]:
    """C-8. From now on the seat plays by itself, when the turn reaches it (D-14)."""
    if position.seats[seat].resigned:
        raise illegal("C-8", f"Seat {seat} has given up already.")
    return (SeatWithdrew(seat=seat),)


def follow(position: Position, chance: Chance) -> tuple[Event, ...]:
    """What happens by itself now: the next turn, the next round, and what seats that gave up do (D-14)."""
    if outcome(position) is not None:
        return ()
    match phase(position):
        case "between":
            return brewing.go_on(position)
        case "gather":
            return ingredients.next_round(position, chance)
        case "turn":
            gone = position.seats[position.turn].resigned
            return brewing.pass_(position, position.turn) if gone else ()
        case "stir":
            gone = position.seats[position.turn].resigned
            return effects.decline(position, position.turn) if gone else ()
        case "take":
            seat = taker(position)
            return ingredients.take_lowest(position, seat) if position.seats[seat].resigned else ()


REVEAL_OR_PASS = (Reveal(), Pass())


def legal(position: Position, seat: int) -> tuple[Command, ...]:
    """Every command that `decide` accepts from this seat now."""
    if seat not in to_move(position):
        return ()
    match phase(position):
        case "turn":
            return REVEAL_OR_PASS
        case "stir":
            return (*(Stir(seat=other, card=card) for other, card in swappable(position, seat)), Decline())
        case "take":
            return tuple(Take(card=card) for card in allowed(position, seat))
        case "between" | "gather":
            return ()


def prompt(position: Position, seat: int) -> str:
    """What this seat is asked to do."""
    if seat not in to_move(position):
        return ""
    match phase(position):
        case "turn":
            return "Reveal a card or pass"
        case "stir":
            return "Swap your stirring card with a card in another display, or decline"
        case "take":
            return "Take a card from the shelf"
        case "between" | "gather":
            return ""
