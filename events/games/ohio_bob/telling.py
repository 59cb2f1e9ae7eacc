"""The game in words and drawings: events as sentences, views as text."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.games.ohio_bob.components import equipment
from events.games.ohio_bob.geometry import Laid, Rooms, Space, edge, kind_at
from events.games.ohio_bob.rooms import ACROSS, BESIDE, COLUMNS, ROWS, SIGNS, Edge
from events.games.ohio_bob.view import SeatView, View

WIDTH = 120
ROOMS_ABREAST = 7
"""How many rooms are drawn side by side; wider maps go on below."""
SIGN = {kind: sign for sign, kind in SIGNS.items()}
ACROSS_SIGN: Mapping[Edge, str] = {lies: sign for sign, lies in ACROSS.items()}
BESIDE_SIGN: Mapping[Edge, str] = {lies: sign for sign, lies in BESIDE.items()}


# --- events ----------------------------------------------------------------------------------------------------------


def describe(name: str, data: Mapping[str, Any]) -> str:
    """The event as a sentence; what is hidden is left out of it."""
    return SENTENCES[name](data)


def _table_laid(data: Mapping[str, Any]) -> str:
    alone = "One seat enters" if data["seats"] == 1 else "Two seats enter"
    return f"{alone} the temple: Energy {data['energy']}, levels {data['level']}, amulet {data['amulet']}."


def _room_laid(data: Mapping[str, Any]) -> str:
    row, column = data["place"]
    turned = ", turned" if data["turned"] else ""
    return f"Seat {data['seat']} laid the room {data['card']} at {row}, {column}{turned}."


def _ration_taken(data: Mapping[str, Any]) -> str:
    return f"Seat {data['seat']} took a ration; seat {data['fed']} has Energy {data['energy']}."


def _level_escaped(data: Mapping[str, Any]) -> str:
    surplus = f" and has {data['surplus']} to discard" if data["surplus"] else ""
    return f"Seat {data['seat']} escaped the level{surplus}."


def _at(space: Sequence[int]) -> str:
    return f"{space[0]}, {space[1]}"


def _list(texts: Sequence[str]) -> str:
    return "; ".join(texts) if texts else "nothing"


SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "table_laid": _table_laid,
    "deck_shuffled": lambda d: f"Cards were shuffled under seat {d['seat']}'s deck.",
    "level_began": lambda d: f"Level {d['level']} begins.",
    "card_kept": lambda d: f"Seat {d['seat']} kept {d['card']}.",
    "room_laid": _room_laid,
    "pawn_placed": lambda d: f"Seat {d['seat']}'s pawn stands on the staircase at {_at(d['space'])}.",
    "card_played": lambda d: f"Seat {d['seat']} played {d['card']}, choice {d['option']}: {_list(d['effects'])}.",
    "option_copied": lambda d: f"Seat {d['seat']} copied {d['card']}, choice {d['option']}: {_list(d['effects'])}.",
    "pawn_moved": lambda d: f"Seat {d['seat']} moved to {_at(d['space'])}.",
    "effects_given_up": lambda d: f"Seat {d['seat']} did without {_list(d['effects'])}.",
    "effects_lapsed": lambda d: f"Seat {d['seat']} could not use {_list(d['effects'])}.",
    "ration_taken": _ration_taken,
    "chest_opened": lambda d: f"Seat {d['seat']} found {d['card']} in a chest.",
    "pit_entered": lambda d: f"Seat {d['seat']} fell into a pit.",
    "trap_sprung": lambda d: f"Seat {d['seat']} sprang a trap and has Energy {d['energy']}.",
    "teleporter_entered": lambda d: f"Seat {d['seat']} is to choose where the teleporter leads.",
    "pawn_teleported": lambda d: f"Seat {d['seat']} was teleported to {_at(d['space'])}.",
    "rest_announced": lambda d: f"Seat {d['seat']} wants to rest.",
    "rested": lambda d: f"Seat {d['seat']} rested and has Energy {d['energy']}.",
    "energy_given": lambda d: f"Seat {d['seat']} gave one Energy to its partner, who has {d['partner']} now.",
    "level_escaped": _level_escaped,
    "card_discarded": lambda d: f"Seat {d['seat']} discarded {d['card']}.",
    "exchange_offered": lambda d: f"Seat {d['seat']} offers {d['give']} for {d['take']}.",
    "cards_exchanged": lambda d: f"Seat {d['seat']} gave {d['give']} and got {d['take']}.",
    "exchange_declined": lambda d: f"Seat {d['seat']} declined the exchange.",
    "offer_lapsed": lambda d: f"Seat {d['seat']}'s offer has lapsed.",
    "seat_withdrew": lambda d: f"Seat {d['seat']} has resigned.",
}


# --- views -----------------------------------------------------------------------------------------------------------


def render(view: View) -> str:
    """The table as a player would draw it: the rooms as seat 0 sees them, pawns by their seat's number, the cards.

    Signs are those of the rooms' drawings; between two rooms stands what their border comes to (R-9).
    """
    level = view.level
    rations = " Rations are empty." if level.number == 1 and level.face == "hard" else ""
    title = f"Level {level.number}: {level.rooms} rooms, a rest costs {level.rest}, {level.maximum} cards at most."
    lines = [title + rations, *_map(view)]
    for seat, each in enumerate(view.seats):
        lines += ["", *_seat(seat, each)]
    if view.offer is not None:
        lines += ["", f"Seat {view.offer.seat} offers {view.offer.give} for {view.offer.take}."]
    return "\n".join(line.rstrip() for line in [*lines, ""])


def _map(view: View) -> list[str]:
    """The rooms, in bands of as many as fit side by side."""
    rooms: Rooms = tuple([Laid(each.card, each.place, each.turned, each.seat) for each in view.rooms])
    if not rooms:
        return []
    left, right = (bound(laid.place.column for laid in rooms) for bound in (min, max))
    pawns = {each.pawn: str(seat) for seat, each in enumerate(view.seats) if each.pawn is not None}
    lines: list[str] = []
    for start in range(left, right + 1, ROOMS_ABREAST):
        band = [laid for laid in rooms if start <= laid.place.column < start + ROOMS_ABREAST]
        lines += ["", *_band(rooms, band, pawns)]
    return lines


def _band(rooms: Rooms, band: Sequence[Laid], pawns: Mapping[Space, str]) -> list[str]:
    top, left = min(laid.place.row for laid in band) * ROWS, min(laid.place.column for laid in band) * COLUMNS
    height = (max(laid.place.row for laid in band) + 1) * ROWS - top
    width = (max(laid.place.column for laid in band) + 1) * COLUMNS - left
    canvas = [[" "] * (4 * width + 1) for _ in range(2 * height + 1)]
    for laid in band:
        for cell in range(ROWS * COLUMNS):
            space = Space(laid.place.row * ROWS + cell // COLUMNS, laid.place.column * COLUMNS + cell % COLUMNS)
            _draw_space(canvas, 2 * (space.row - top), 4 * (space.column - left), rooms, space, pawns)
    return ["".join(line) for line in canvas]


def _draw_space(
    canvas: list[list[str]], row: int, column: int, rooms: Rooms, space: Space, pawns: Mapping[Space, str]
) -> None:
    """Draw a space with what lies around it; its upper left corner is at this row and column of the canvas."""
    for line in (row, row + 2):
        canvas[line][column] = canvas[line][column + 4] = "+"
    canvas[row][column + 1 : column + 4] = ACROSS_SIGN[edge(rooms, space, "up")]
    canvas[row + 2][column + 1 : column + 4] = ACROSS_SIGN[edge(rooms, space, "down")]
    canvas[row + 1][column] = BESIDE_SIGN[edge(rooms, space, "left")]
    canvas[row + 1][column + 4] = BESIDE_SIGN[edge(rooms, space, "right")]
    canvas[row + 1][column + 1 : column + 4] = f"{pawns.get(space, ' ')}{SIGN[kind_at(rooms, space)]} "


def _seat(seat: int, view: SeatView) -> list[str]:
    wanted = ", ".join(f"{count} {colour}" for colour, count in view.challenge.items())
    lines = [f"Seat {seat}, {view.cards} set: Energy {view.energy}, needs {wanted}; {_doing(view)}."]
    lines += [f"  hand  {_card(card)}" for card in view.hand]
    lines += [f"  pile  {_card(card)}" for card in view.pile]
    lines += [f"  top   {_card(card)}" for card in view.top]
    lines += [f"  deck  {view.deck_size} cards"] if view.deck is None else _wrapped("  deck  ", view.deck)
    return lines + (_wrapped("  discarded  ", view.discards) if view.discards else [])


def _card(card: str) -> str:
    sides = equipment(card)
    choices = [f"{option}: {'; '.join(effects)}" for option, effects in (("A", sides.a), ("B", sides.b)) if effects]
    return f"{card:<24}{'   '.join(choices)}"


def _doing(view: SeatView) -> str:
    if view.surplus:
        return f"must discard {view.surplus}"
    if view.escaped:
        return "has escaped"
    if view.teleporting:
        return "is in a teleporter"
    if view.effects:
        return f"resolves {_list(view.effects)}"
    return f"waits ({view.waiting})" if view.waiting else "between cards"


def _wrapped(label: str, cards: Sequence[str]) -> list[str]:
    text = ", ".join(cards) or "empty"
    return textwrap.wrap(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))
