"""The game in words and drawings: events as sentences, views as text."""

from collections.abc import Mapping
from typing import Any

from events.games.gold_am_orinoko.messages import Square
from events.games.gold_am_orinoko.view import SeatView, View

SIGNS = ("Aa", "Bb", "Cc", "Dd")
"""By seat, how its two adventurers are drawn."""


def describe(name: str, data: Mapping[str, Any]) -> str:
    """The event as a sentence, from its wire name and its data as shown."""
    who = f"Seat {data['seat']}" if "seat" in data else ""
    match name:
        case "river_laid":
            return f"The river was laid out for {data['seats']} seats; seat {data['first']} begins."
        case "dice_rolled":
            return f"{who} rolled {data['white']} for its adventurers and {data['brown']} for the trunks."
        case "trunk_pushed":
            return f"{who} pushed the trunk in lane {data['trunk']} downstream by {_count(data['squares'], 'square')}."
        case "adventurer_moved":
            return f"{who} moved adventurer {data['adventurer']}: {_walk(data['path'])}."
        case "face_up_coin_taken":
            return f"{who} took the coin in column {data['column']}, worth {data['value']}."
        case "face_down_coin_taken":
            worth = "" if data["value"] is None else f", worth {data['value']}"
            return f"{who} took the hidden coin in column {data['column']}{worth}."
        case "actions_lapsed":
            return f"{who} could not {' or '.join(data['actions'])}."
        case "seat_withdrew":
            return f"{who} has resigned; its adventurers went ashore."
    raise ValueError(f"Gold am Orinoko has no event {name}")


def render(view: View) -> str:
    """The river as a player would draw it: the wall above, the jungle shore below, downstream to the right."""
    lanes = len(view.trunks)
    rows = [_wall(view), *(_lane(view, lane) for lane in reversed(range(lanes)))]
    ashore = [sign for sign, square in _adventurers(view) if square is None]
    names = ["wall", *map(str, reversed(range(lanes)))]
    lines = [f"{name:>5}  {row}" for name, row in zip(names, rows, strict=True)]
    lines += [f"shore  {' '.join(ashore)}".rstrip(), f"       {_ruler(view.columns)}"]
    lines += [_purse(number, seat) for number, seat in enumerate(view.seats)]
    owed = " and ".join(view.due) or "nothing"
    lines.append(f"turn of seat {view.turn}: white {view.white}, brown {view.brown}, still to do: {owed}")
    return "\n".join(lines)


def _wall(view: View) -> str:
    """Known coins as digits, unknown ones as question marks, marks without their coin as dots."""
    row = [" "] * view.columns
    for coin in view.coins:
        on_wall = "?" if coin.value is None else str(coin.value)
        row[coin.column] = on_wall if coin.owner is None else "."
    return _peopled(view, len(view.trunks), row)


def _lane(view: View, lane: int) -> str:
    trunk = view.trunks[lane]
    row = ["~"] * view.columns
    row[trunk.start : trunk.start + trunk.length] = "=" * trunk.length
    return _peopled(view, lane, row)


def _peopled(view: View, lane: int, row: list[str]) -> str:
    """The row with the adventurers who stand in it."""
    for sign, square in _adventurers(view):
        if square is not None and square.lane == lane:
            row[square.column] = sign
    return "".join(row).rstrip()


def _adventurers(view: View) -> list[tuple[str, Square | None]]:
    return [
        (sign, square)
        for signs, seat in zip(SIGNS, view.seats, strict=False)
        for sign, square in zip(signs, seat.adventurers, strict=True)
    ]


def _ruler(columns: int) -> str:
    return "".join(str(column // 5 * 5).ljust(5) for column in range(0, columns, 5)).rstrip()


def _purse(number: int, seat: SeatView) -> str:
    worth = "worth ?" if seat.gold is None else f"worth {seat.gold}"
    return f"seat {number} ({' '.join(SIGNS[number])}): {_count(seat.coins, 'coin')}, {worth}" + (
        ", resigned" if seat.resigned else ""
    )


def _walk(path: Any) -> str:
    return ", ".join(f"lane {square['lane']} column {square['column']}" for square in path)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
