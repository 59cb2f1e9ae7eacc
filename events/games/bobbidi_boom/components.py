"""What lies in the box: 61 cards and the double-sided markers, read from cards.toml and checked."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

Effect = Literal[
    "delayed_reaction",
    "boiling_over",
    "more_is_more",
    "stir_vigorously",
    "clairvoyance",
    "playing_with_fire",
    "antidote",
    "spoon",
]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
VALUES = range(1, 7)
"""The values that special cards have."""
UNNUMBERED = "unnumbered"
"""The marker at the bottom of the stack (R-4)."""
POTION = "potion"


class Kind(msgspec.Struct, frozen=True):
    """A card. Cards that are alike share a name; special cards are one of a kind.

    `count` is how often its ingredient counts in the cauldron, `value` its number on the shelf; `effect` makes it
    a special card.
    """

    name: str
    ingredient: str | None = None
    count: int = 0
    value: int = 0
    effect: Effect | None = None


class Layout(msgspec.Struct, frozen=True):
    """What a number of players is played with. `markers` lie top first; `dealt` and `supply` are all their cards."""

    simple: int
    rounds: int
    markers: tuple[str, ...]
    doubles: tuple[str, ...]
    dealt: tuple[str, ...]
    supply: tuple[str, ...]


class Box(msgspec.Struct, frozen=True):
    """A whole edition: its ingredients, its cards by name, and the layout by number of players."""

    ingredients: tuple[str, ...]
    kinds: dict[str, Kind]
    layouts: dict[int, Layout]


def read_box(text: str) -> Box:
    """The edition in this TOML (`cards.toml` shows how one looks); raises ValueError for one that cannot be played."""
    data = tomllib.loads(text)
    _check_specials(data)
    kinds = {kind.name: kind for kind in _kinds(data)}
    layouts = {int(players): _layout(data, int(players)) for players in data["players"]}
    for players, layout in layouts.items():
        _check_layout(layout, players)
    return Box(tuple(data["ingredients"]), kinds, layouts)


def special(ingredient: str, effect: str, value: int) -> str:
    """The name of a special card."""
    return f"{ingredient}_{effect}_{value}"


def _kinds(data: Mapping[str, Any]) -> list[Kind]:
    kinds = [Kind(POTION, value=data["potion_value"])]
    for ingredient in data["ingredients"]:
        kinds.append(Kind(ingredient, ingredient, count=1))
        kinds.append(Kind(f"double_{ingredient}", ingredient, count=2))
        for value, effect in zip(VALUES, data["special"][ingredient], strict=True):
            kinds.append(Kind(special(ingredient, effect, value), ingredient, 1, value, effect))
    return kinds


def _layout(data: Mapping[str, Any], players: int) -> Layout:
    """What these players are dealt and draw from: with three, without the cards marked 4+ (E-4)."""
    left_out: Mapping[str, Any] = data["four_plus"] if players == 3 else {"simple": 0, "potions": 0, "special": {}}
    simple = data["simple"] - left_out["simple"]
    specials = [
        special(ingredient, effect, value)
        for ingredient in data["ingredients"]
        for value, effect in zip(VALUES, data["special"][ingredient], strict=True)
        if left_out["special"].get(ingredient) != value
    ]
    drawn = data["players"][str(players)]
    return Layout(
        simple=drawn["simple"],
        rounds=drawn["rounds"],
        markers=(*map(str, drawn["markers"]), UNNUMBERED),
        doubles=tuple(f"double_{name}" for name in data["ingredients"] for _ in range(data["double"])),
        dealt=tuple(name for name in data["ingredients"] for _ in range(simple)),
        supply=(*specials, *[POTION] * (data["potions"] - left_out["potions"])),
    )


def _check_specials(data: Mapping[str, Any]) -> None:
    """Every ingredient has its special cards, each with an effect that exists; every effect has a card."""
    named = data["ingredients"]
    _require(len(set(named)) == len(named) > 0, "an ingredient is named twice")
    for table in (data["special"], data["four_plus"]["special"]):
        _require(set(table) == set(named), "every ingredient has its line, and no line is of something else")
    for ingredient, effects in data["special"].items():
        _require(len(effects) == len(VALUES), f"{ingredient} needs one special card of each value")
        for effect in effects:
            _require(effect in EFFECTS, f"{ingredient}: there is no effect {effect!r}")
    used = {effect for effects in data["special"].values() for effect in effects}
    _require(used == set(EFFECTS), f"no card has the effect {', '.join(sorted(set(EFFECTS) - used))}")
    _require(set(data["four_plus"]["special"].values()) <= set(VALUES), "a card marked 4+ has no such value")


def _check_layout(layout: Layout, players: int) -> None:
    """The cards and markers are enough for these players, round after round."""
    numbers = [int(marker) for marker in layout.markers[:-1]]
    _require(len(layout.markers) == players, f"{players} players need as many markers")
    _require(numbers == sorted(set(numbers)), f"{players} players: the smallest number lies on top")
    _require(len(layout.doubles) >= players, f"{players} players need a double card each")
    _require(len(layout.dealt) == layout.simple * players, f"{players} players: simple cards are dealt evenly")
    needed = players + 1 + players * (layout.rounds - 1)
    _require(len(layout.supply) >= needed, f"{players} players: the supply is too small for {layout.rounds} rounds")


def _require(holds: bool, complaint: str) -> None:
    if not holds:
        raise ValueError(complaint)


BOX = read_box(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
KINDS = BOX.kinds
INGREDIENTS = BOX.ingredients

# The questions that are asked most, as tables by card name.
INGREDIENT = {name: kind.ingredient for name, kind in KINDS.items()}
VALUE = {name: kind.value for name, kind in KINDS.items()}
EFFECT = {name: kind.effect for name, kind in KINDS.items()}
COUNTS = {name: (kind.ingredient, kind.count) for name, kind in KINDS.items() if kind.ingredient is not None}
LIMITS = {marker: int(marker) for layout in BOX.layouts.values() for marker in layout.markers if marker != UNNUMBERED}


def all_cards(players: int) -> Counter[str]:
    """Every card that this number of players is played with, those that are not dealt included."""
    layout = BOX.layouts[players]
    return Counter((*layout.doubles, *layout.dealt, *layout.supply))


def is_special(card: str) -> bool:
    """Whether this is a card with a special effect; potions are none (E-4)."""
    return EFFECT[card] is not None
