"""What a seat may do, and what follows by itself."""

from typing import assert_never

from events.chance import Chance, shuffled
from events.errors import Refusal, illegal
from events.games.game_over.components import PACK, PLACES, WEAPONS, place, row_and_col
from events.games.game_over.messages import (
    Banish,
    CardsExchanged,
    CardTurned,
    DungeonLaid,
    Options,
    Search,
    SeatWithdrew,
    TurnEnded,
)
from events.games.game_over.position import (
    Position,
    banish_targets,
    entrance,
    game_over,
    is_face_down,
    last_card,
    met_invincible,
    next_places,
    next_seat,
    outcome,
)
from events.rules import Command, Event, Resign

SEARCHES = tuple(
    tuple(Search(weapon=weapon, row=row, col=col) for weapon in WEAPONS) for row, col in map(row_and_col, PLACES)
)
"""By place, the commands that turn over its card."""
BANISHES = tuple(Banish(row=row, col=col) for row, col in map(row_and_col, PLACES))
"""By place, the command that sends an invincible monster there."""


def setup(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """R-1, C-2. Shuffle the cards, lay them face down, and say who begins."""
    first = options.first_seat
    if first != "random" and first >= seats:
        raise Refusal("invalid", f"The option first_seat is random or 0 to {seats - 1}.")
    cards = shuffled(chance, PACK)
    drawn = chance.below(seats) if first == "random" else first
    return (DungeonLaid(seats=seats, memory=options.memory, first=drawn, cards=cards),)


def decide(position: Position, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What the command brings about; nothing in this game is drawn after the set-up."""
    assert isinstance(command, Search | Banish | Resign)
    match command:
        case Search():
            return search(position, seat, command)
        case Banish():
            return banish(position, seat, command)
        case Resign():
            return resign(seat)
    assert_never(command)


def search(position: Position, seat: int, command: Search) -> tuple[Event, ...]:
    """R-4 to R-7. Turn over the own entrance, then cards that touch the last one, or any after a door."""
    here = place(command.row, command.col)
    if met_invincible(position):
        raise illegal("R-12", "The invincible monster must be exchanged with a face-down card first.")
    if not position.path and here != entrance(position, seat):
        raise illegal("R-4", "The first card of a turn is the one at the seat's own entrance.")
    if not is_face_down(position, here):
        raise illegal("R-5", "This card lies face up already.")
    if here not in next_places(position):
        raise illegal("R-5", "The next card must touch the last one.")
    card = position.cards[here]
    return (CardTurned(seat=seat, weapon=command.weapon, row=command.row, col=command.col, card=card),)


def banish(position: Position, seat: int, command: Banish) -> tuple[Event, ...]:
    """R-12. Exchange the invincible monster just met with a card that is still face down."""
    there = place(command.row, command.col)
    if not met_invincible(position):
        raise illegal("R-12", "Only an invincible monster that was just met is exchanged.")
    if not is_face_down(position, there):
        raise illegal("R-12", "The monster is exchanged with a card that is still face down.")
    if there not in banish_targets(position):
        raise illegal("R-12", "The monster must not be placed at another seat's entrance.")
    row, col = row_and_col(position.path[-1])
    return (CardsExchanged(seat=seat, row=row, col=col, to_row=command.row, to_col=command.col),)


def resign(seat: int) -> tuple[Event, ...]:
    """C-8. Give up, in or out of turn."""
    return (SeatWithdrew(seat=seat),)


def follow(position: Position, chance: Chance) -> tuple[Event, ...]:
    """R-11. A turn in which nothing is left to decide ends by itself."""
    if outcome(position) is not None:
        return ()
    reason = game_over(position)
    if reason is None:
        return ()
    return (TurnEnded(seat=position.turn, reason=reason, next=next_seat(position)),)


def legal(position: Position, seat: int) -> tuple[Command, ...]:
    """Every command that `decide` accepts from this seat."""
    if seat != position.turn or outcome(position) is not None:
        return ()
    if met_invincible(position):
        return tuple([BANISHES[place] for place in banish_targets(position)])
    return tuple([search for place in next_places(position) for search in SEARCHES[place]])


def prompt(position: Position, seat: int) -> str:
    """What this seat is asked to do."""
    if seat != position.turn or outcome(position) is not None:
        return ""
    if met_invincible(position):
        return "Exchange the invincible monster with a face-down card"
    if not position.path:
        return "Choose a weapon and turn over your entrance"
    if last_card(position) == "door":
        return "Choose a weapon and turn over any face-down card"
    return "Choose a weapon and turn over a card next to the last one"
