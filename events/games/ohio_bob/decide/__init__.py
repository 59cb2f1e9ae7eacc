"""What a seat may do, and what follows by itself: the table of contents of the rules."""

from typing import assert_never

from events.chance import Chance
from events.games.ohio_bob.decide.arrive import teleport, teleport_by_itself
from events.games.ohio_bob.decide.begin import enter, keep, next_level, setup
from events.games.ohio_bob.decide.climb import climb, discard
from events.games.ohio_bob.decide.effects import copy, finish, lapse, move, place, play, skip
from events.games.ohio_bob.decide.exchange import accept, decline, offer
from events.games.ohio_bob.decide.legal import legal
from events.games.ohio_bob.decide.rest import rest
from events.games.ohio_bob.messages import (
    Accept,
    AnyCommand,
    Climb,
    Copy,
    Decline,
    Discard,
    Enter,
    Finish,
    Keep,
    Move,
    Offer,
    PlaceRoom,
    Play,
    Rest,
    SeatWithdrew,
    Skip,
    Teleport,
)
from events.games.ohio_bob.position import Position, choosing, in_progress, outcome, to_move
from events.rules import Command, Event, Resign

__all__ = ["decide", "follow", "legal", "prompt", "setup"]


def decide(position: Position, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What the command brings about; nothing is drawn but the shuffles between levels, which follow by themselves."""
    assert isinstance(command, AnyCommand | Resign)
    match command:
        case Keep():
            return keep(position, seat, command)
        case Play():
            return play(position, seat, command)
        case Move():
            return move(position, seat, command)
        case Copy():
            return copy(position, seat, command)
        case PlaceRoom():
            return place(position, seat, command)
        case Skip():
            return skip(position, seat)
        case Finish():
            return finish(position, seat)
        case Teleport():
            return teleport(position, seat, command)
        case Rest():
            return rest(position, seat)
        case Climb():
            return climb(position, seat, command)
        case Discard():
            return discard(position, seat, command)
        case Enter():
            return enter(position, seat, command)
        case Offer():
            return offer(position, seat, command)
        case Accept():
            return accept(position, seat)
        case Decline():
            return decline(position, seat)
        case Resign():
            return (SeatWithdrew(seat),)
    assert_never(command)


def follow(position: Position, chance: Chance) -> tuple[Event, ...]:
    """R-5, D-3, R-39. Teleports with one target left, effects that lapse, and the next level, by themselves."""
    if outcome(position) is not None:
        return ()
    for seat, player in enumerate(position.players):
        if in_progress(player):
            events = teleport_by_itself(position, seat) or lapse(position, seat)
            if events:
                return events
    return next_level(position, chance)


PROMPTS = {
    "torch": "Copy a choice of the deck's top card, or skip",
    "map": "Place the deck's top card beside your room, or skip",
    "rope goes on": "Take the rope's second step, or skip",
}


def prompt(position: Position, seat: int) -> str:
    """What this seat is asked to do."""
    if seat not in to_move(position):
        return ""
    player = position.players[seat]
    if choosing(position):
        return "Choose the card to keep" if position.level == 1 else "Choose the level's first room"
    if player.surplus:
        return f"Discard {player.surplus} more"
    if player.teleport is not None:
        return "Choose where the teleporter leads"
    if player.effects:
        return PROMPTS.get(player.effects[0], f"Use {player.effects[0]}, or skip")
    if player.waiting:
        return "Wait for your partner to rest, or do something else first"
    return "Play a card or rest"
