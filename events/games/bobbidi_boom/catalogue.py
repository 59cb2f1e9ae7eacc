"""The box as data for the catalogue (E-1 to E-5), so that a program can plan without knowing this code."""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from events.games.bobbidi_boom.components import BOX, Effect, Layout

Counts = dict[str, int]


class CardShown(msgspec.Struct, frozen=True):
    """A kind of card."""

    ingredient: Annotated[str | None, Meta(description="The ingredient on it; null: it has none.")]
    count: Annotated[int, Meta(description="How often its ingredient counts in the cauldron.")]
    value: Annotated[int, Meta(description="Its number on the ingredient shelf; 0: it never lies there.")]
    effect: Annotated[Effect | None, Meta(description="Its special effect; null: it has none.")]


class LayoutShown(msgspec.Struct, frozen=True):
    """What a number of seats is played with."""

    rounds: Annotated[int, Meta(description="How many rounds are played.")]
    simple: Annotated[int, Meta(description="How many simple cards each seat is dealt, beside one double card.")]
    markers: Annotated[tuple[str, ...], Meta(description="The stack of markers, the top one first.")]
    doubles: Annotated[Counts, Meta(description="The double cards of which each seat is dealt one: how many of each.")]
    dealt: Annotated[Counts, Meta(description="The simple cards that are dealt: how many of each.")]
    supply: Annotated[Counts, Meta(description="The supply deck: how many cards of each name.")]


class Components(msgspec.Struct, frozen=True):
    """All cards, and what each number of seats is played with."""

    ingredients: Annotated[tuple[str, ...], Meta(description="The ingredients.")]
    cards: Annotated[dict[str, CardShown], Meta(description="Every kind of card by its name.")]
    layouts: Annotated[dict[int, LayoutShown], Meta(description="By number of seats, what they are played with.")]


def catalogue() -> Components:
    """The whole box."""
    return Components(
        ingredients=BOX.ingredients,
        cards={
            name: CardShown(kind.ingredient, kind.count, kind.value, kind.effect) for name, kind in BOX.kinds.items()
        },
        layouts={seats: _shown(layout) for seats, layout in BOX.layouts.items()},
    )


def _shown(layout: Layout) -> LayoutShown:
    return LayoutShown(
        rounds=layout.rounds,
        simple=layout.simple,
        markers=layout.markers,
        doubles=dict(Counter(layout.doubles)),
        dealt=dict(Counter(layout.dealt)),
        supply=dict(Counter(layout.supply)),
    )
