"""The game in words and drawings: events as sentences, views as text."""

import textwrap
from collections.abc import Mapping
from typing import Any

from events.games.bobbidi_boom.view import SeatView, View


def describe(name: str, data: Mapping[str, Any]) -> str:
    """The event as a sentence; what is hidden is left out of it."""
    seat = f"Seat {data.get('seat')}"
    match name:
        case "game_laid_out":
            return f"The cards were dealt for {data['rounds']} rounds; seat {data['starter']} begins."
        case "shelf_filled":
            return f"New on the shelf: {_list(data['cards'])}."
        case "round_began":
            return f"Round {data['round']} began; seat {data['starter']} is first."
        case "turn_began":
            return f"{seat} is to reveal or to pass."
        case "turn_skipped":
            return f"{seat} has no card left to reveal."
        case "card_taken":
            return f"{seat} took {data['card']} from the shelf."
        case "seat_withdrew":
            return f"{seat} has resigned."
    return _brewing(name, seat, data)


def _brewing(name: str, seat: str, data: Mapping[str, Any]) -> str:
    match name:
        case "card_revealed":
            return f"{seat} turned over {data['card']}."
        case "card_silenced":
            return f"{data['card']} lost its effect in the fire."
        case "cauldron_exploded":
            return f"BOOM! Too much {_list(data['ingredients'])}: {seat.lower()} is out with marker {data['marker']}."
        case "explosion_survived":
            return f"BOOM! Too much {_list(data['ingredients'])}, but the antidote saved {seat.lower()}."
        case "passed":
            return f"{seat} passed and took marker {data['marker']}."
        case "dropped_out":
            return f"{seat} is out by {data['effect']} with marker {data['marker']}."
        case "stayed_in":
            return f"{seat} has no card left and took marker {data['marker']}."
        case "round_won":
            return f"{seat} won the round."
    return _effect(name, seat, data)


def _effect(name: str, seat: str, data: Mapping[str, Any]) -> str:
    match name:
        case "reaction_armed":
            return f"{seat} is out when its turn comes, unless somebody explodes or passes first."
        case "fire_lit":
            return f"{seat} plays with fire: the next seat passes or turns over two cards."
        case "top_glimpsed":
            return f"{seat} looked at the top card of its deck{_glimpse(data['card'])}."
        case "stir_offered":
            return f"{seat} may swap {data['card']}."
        case "cards_swapped":
            return f"{seat} swapped {data['card']} for {data['other_card']} of seat {data['other']}."
        case "stir_declined":
            return f"{seat} left its card where it is."
        case "effect_averted":
            return f"The spoon kept {data['effect']} away from {seat.lower()}."
    raise TypeError(f"{name} is no event of this game")


def _glimpse(card: str | None) -> str:
    return "" if card is None else f": {card}"


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


def render(view: View) -> str:
    """A view as text."""
    cauldron = ", ".join(f"{name} {count}" for name, count in sorted(view.cauldron.items())) or "empty"
    fire = "" if view.fire is None else f", seat {view.fire} plays with fire"
    lines = [
        f"round {view.round} of {view.rounds}, begun by seat {view.starter}",
        f"markers: {' '.join(view.markers) or 'all taken'}{fire}",
        *_wrapped("cauldron: ", cauldron),
        *_wrapped("shelf: ", " ".join(view.shelf)),
    ]
    for seat, each in enumerate(view.seats):
        lines += _drawn(view, seat, each)
    return "\n".join(lines)


def _drawn(view: View, seat: int, each: SeatView) -> list[str]:
    state = ["in"] if each.marker is None else [f"out with {each.marker} ({each.side})"]
    state += ["armed"] if each.armed else []
    state += ["resigned"] if each.resigned else []
    state += [f"took {each.taken}"] if each.taken else []
    state += [f"top {each.top}"] if each.top else []
    sign = ">" if seat == view.turn else " "
    display = " ".join(f"({card})" if card in view.silenced else card for card in each.display)
    return [
        *_wrapped(f"{sign} seat {seat}: ", f"{each.points} won, deck {each.deck_size}, {', '.join(state)}"),
        *(_wrapped("    display: ", display) if display else []),
        *(_wrapped("    deck: ", " ".join(each.deck)) if each.deck else []),
    ]


def _wrapped(label: str, words: str) -> list[str]:
    return textwrap.wrap(label + words, 120, subsequent_indent=" " * len(label), break_long_words=False)
