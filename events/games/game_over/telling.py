"""The game in words and drawings: events as sentences, views as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.games.game_over.components import SIDE
from events.games.game_over.view import View

WIDTH = 19
REASONS = {
    "unbeaten": "the monster was not beaten",
    "invincible": "nothing beats an invincible monster",
    "no_way_on": "there is no card to turn next",
    "resigned": "it has resigned",
}


def describe(name: str, data: Mapping[str, Any]) -> str:
    """The event as a sentence; what is hidden is left out of it."""
    seat = f"Seat {data.get('seat')}"
    match name:
        case "dungeon_laid":
            return f"The dungeon is laid out; seat {data['first']} begins."
        case "card_turned":
            return _card_turned(seat, data)
        case "cards_exchanged":
            return _cards_exchanged(seat, data)
        case "turn_ended":
            why = "" if data["reason"] is None else f": {REASONS[data['reason']]}"
            return f"Game over for seat {data['seat']}{why}. Seat {data['next']} enters the dungeon."
        case "seat_withdrew":
            return f"{seat} has resigned."
    raise TypeError(f"{name} is no event of this game")


def _card_turned(seat: str, data: Mapping[str, Any]) -> str:
    if data["card"] is None:
        return f"{seat} turned over a card."
    return f"{seat}, wielding {data['weapon']}, turned over {data['card']} at {data['row']}, {data['col']}."


def _cards_exchanged(seat: str, data: Mapping[str, Any]) -> str:
    if data["row"] is None:
        return f"{seat} exchanged an invincible monster."
    here, there = f"{data['row']}, {data['col']}", f"{data['to_row']}, {data['to_col']}"
    return f"{seat} exchanged the invincible monster at {here} with the card at {there}."


def render(view: View) -> str:
    """The table as a player would draw it.

    A card that lies face up stands in its cell with its number in the order of this turn; a card in brackets lies
    face down, but this viewer is told what it is.
    """
    edge = "  +" + "+".join(SIDE * [WIDTH * "-"]) + "+"
    lines = ["   " + " ".join(f"{col:^{WIDTH}}" for col in range(SIDE)).rstrip(), edge]
    for row in range(SIDE):
        cells = [_cell(view, row, col) for col in range(SIDE)]
        lines += [_line(f"{row} ", [card for card, _ in cells]), _line("  ", [mark for _, mark in cells]), edge]
    return "\n".join([*lines, _caption(view), ""])


def _line(margin: str, texts: Sequence[str]) -> str:
    return f"{margin}|" + "|".join(f"{text:^{WIDTH}}" for text in texts) + "|"


def _cell(view: View, row: int, col: int) -> tuple[str, str]:
    """What lies in a cell, and whose entrance it is."""
    seats = [seat for seat, each in enumerate(view.barbarians) if (each.entrance.row, each.entrance.col) == (row, col)]
    mark = f"entrance {seats[0]}" if seats else ""
    for number, each in enumerate(view.face_up or (), 1):
        if (each.row, each.col) == (row, col):
            return f"{number} {each.card}", mark
    known = view.seen[row][col] if view.seen else None
    return f"({known})" if known else "", mark


def _caption(view: View) -> str:
    turn = f"Seat {view.turn}, {view.barbarians[view.turn].colour}"
    if view.face_up is None:
        return f"{turn}: how the cards lay is forgotten."
    wielding = f", wielding {view.weapon}" if view.weapon else ""
    return f"{turn}{wielding}: {view.step or 'the game is over'}."
