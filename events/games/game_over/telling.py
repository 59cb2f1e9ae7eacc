"""The game in words and drawings: events as sentences, views as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from events.games.game_over.components import SIDE, Card, Weapon
from events.games.game_over.view import Barbarian, View

WIDTH = 19
CARDS: dict[Card, str] = {
    "princess_red": "the red princess",
    "princess_blue": "the blue princess",
    "princess_green": "the green princess",
    "princess_yellow": "the yellow princess",
    "key": "a key",
    "door": "the door",
    "invincible": "an invincible monster",
    "monster_club": "a monster that fears the club",
    "monster_poison": "a monster that fears poison",
    "monster_arrows": "a monster that fears arrows",
    "monster_laser": "a monster that fears the laser",
}
WEAPONS: dict[Weapon, str] = {"club": "the club", "poison": "poison", "arrows": "arrows", "laser": "the laser"}
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
    card, weapon = CARDS[data["card"]], WEAPONS[data["weapon"]]
    return f"{seat}, wielding {weapon}, turned over {card} at {data['row']}, {data['col']}."


def _cards_exchanged(seat: str, data: Mapping[str, Any]) -> str:
    if data["row"] is None:
        return f"{seat} exchanged an invincible monster."
    here, there = f"{data['row']}, {data['col']}", f"{data['to_row']}, {data['to_col']}"
    return f"{seat} exchanged the invincible monster at {here} with the card at {there}."


def render(view: View) -> str:
    """The table as a player would draw it.

    A card that lies face up stands with its number in the order of this turn; a card in brackets lies face down, but
    this viewer is told what it is.
    """
    edge = "  +" + "+".join(SIDE * [WIDTH * "-"]) + "+"
    numbers = "   " + " ".join(f"{col:^{WIDTH}}" for col in range(SIDE)).rstrip()
    rows = [
        f"{row} |" + "|".join(f"{_cell(view, row, col):^{WIDTH}}" for col in range(SIDE)) + "|" for row in range(SIDE)
    ]
    return "\n".join([numbers, edge, *rows, edge, *_captions(view), ""])


def _cell(view: View, row: int, col: int) -> str:
    """What can be told of the card in a cell."""
    for number, each in enumerate(view.face_up or (), 1):
        if (each.row, each.col) == (row, col):
            return f"{number} {each.card}"
    if view.seen and (known := view.seen[row][col]):
        return f"({known})"
    return "" if view.face_up is None else "?"


def _captions(view: View) -> Iterator[str]:
    """Who enters where, who has resigned, whose turn it is, and how it stands."""
    yield "Entrances: " + "; ".join(_entrance(seat, each) for seat, each in enumerate(view.barbarians))
    if resigned := [f"seat {seat}" for seat, each in enumerate(view.barbarians) if each.resigned]:
        yield f"Resigned: {', '.join(resigned)}."
    if view.face_up is None:
        yield f"Turn of seat {view.turn}; how the cards lay is forgotten."
    else:
        wielding = f", wielding {WEAPONS[view.weapon]}" if view.weapon else ""
        yield f"Turn of seat {view.turn}{wielding}{': ' + view.step if view.step else ''}."


def _entrance(seat: int, barbarian: Barbarian) -> str:
    return f"seat {seat} ({barbarian.colour}) at {barbarian.entrance.row}, {barbarian.entrance.col}"
