"""What a figure is: runs of ours beside runs of something else, in turns, and what was promised of them."""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """The median of some runs, and how far they lay apart."""

    median: float
    least: float
    most: float


class Promise(msgspec.Struct, frozen=True):
    """What is to be met, by the ratio to the ceiling or by the figure itself."""

    of: Literal["ratio", "figure"]
    bound: Literal["at least", "at most"]
    value: float

    def kept(self, value: float) -> bool:
        """Whether this value meets it."""
        return value >= self.value if self.bound == "at least" else value <= self.value


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A measured figure. `ratio` is the median of the runs' ratios of ours to `beside`; `note` says what went wrong."""

    name: str
    unit: str = ""
    ours: Spread | None = None
    beside: str = ""
    ceiling: Spread | None = None
    ratio: Spread | None = None
    promise: Promise | None = None
    kept: bool | None = None
    note: str = ""


def at_least(value: float, of: Literal["ratio", "figure"] = "ratio") -> Promise:
    """A promise of so much or more."""
    return Promise(of, "at least", value)


def at_most(value: float, of: Literal["ratio", "figure"] = "figure") -> Promise:
    """A promise of so much or less."""
    return Promise(of, "at most", value)


def spread(values: Sequence[float]) -> Spread:
    """The spread of these runs."""
    return Spread(median(values), min(values), max(values))


def figure(
    name: str,
    unit: str,
    ours: Sequence[float],
    *,
    beside: str = "",
    ceiling: Sequence[float] = (),
    promise: Promise | None = None,
) -> Figure:
    """The figure that these runs make; run n of ours was taken beside run n of the ceiling."""
    ratio = spread([mine / its for mine, its in zip(ours, ceiling, strict=True)]) if ceiling else None
    found = ratio if promise is not None and promise.of == "ratio" else spread(ours)
    return Figure(
        name=name,
        unit=unit,
        ours=spread(ours),
        beside=beside,
        ceiling=spread(ceiling) if ceiling else None,
        ratio=ratio,
        promise=promise,
        kept=None if promise is None or found is None else promise.kept(found.median),
    )


def in_turns(runs: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[list[float], list[float]]:
    """So many runs of both, one after the other, each first in every second turn."""
    results: tuple[list[float], list[float]] = ([], [])
    for run in range(runs):
        for which in (0, 1) if run % 2 == 0 else (1, 0):
            results[which].append((ours, theirs)[which]())
    return results


def per_second(once: Callable[[], int], seconds: float) -> float:
    """Things done per second by `once`, which says how many it did."""
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += once()
    return done / spent


# --- as text ---------------------------------------------------------------------------------------------------------

HEADS = ("figure", "ours", "beside", "its figure", "ratio", "promised", "kept")


def table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table: medians with (min–max)."""
    rows = [HEADS, ("---",) * len(HEADS), *map(_row, figures)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def _row(each: Figure) -> tuple[str, ...]:
    if each.ours is None:
        return (each.name, each.note, "", "", "", "", "")
    promised = ""
    if each.promise is not None:
        promised = f"{each.promise.of} {each.promise.bound} {_number(each.promise.value)}"
    return (
        f"{each.name} ({each.unit})",
        _spread(each.ours),
        each.beside,
        _spread(each.ceiling),
        _spread(each.ratio),
        promised,
        {True: "yes", False: "**no**", None: ""}[each.kept],
    )


def _spread(values: Spread | None) -> str:
    if values is None:
        return ""
    return f"{_number(values.median)} ({_number(values.least)}–{_number(values.most)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
