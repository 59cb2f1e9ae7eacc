"""Draws how often a bot wins: `python -m tests.games.ohio_bob.balance <results>... > <picture>.svg`.

The results are files that `playledger simulate --results` wrote. Games are counted by the faces of the starting cards
(all easy, all hard, or which one is hard) and, below, by how many commands they took.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from workers.simulate import wilson

WIDTH, LINE, LEFT, SCALE = 680, 26, 210, 3.6
STEP = 50
"""How many commands one bar of the second part stands for."""
LONG = 400
"""From here on there are too few games for bars of their own."""
FACES = ("energy", "level", "amulet")

Game = Mapping[str, Any]


def picture(games: Sequence[Game]) -> str:
    """The drawing as SVG: a bar for the share that was won, a line for its 95 % confidence interval."""
    parts = [
        ("Games won, by difficulty", _grouped(games, difficulty)),
        ("Games won, by length", _grouped(games, length)),
    ]
    rows: list[str] = []
    top = LINE
    for title, groups in parts:
        rows.append(f'<text x="10" y="{top}" font-weight="bold">{title}</text>')
        for name, members in groups.items():
            top += LINE
            rows.append(_bar(top, name, members))
        top += 2 * LINE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - LINE}" font-family="sans-serif"'
    ground = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head + ' font-size="13">', ground, *rows, "</svg>", ""])


def difficulty(game: Game) -> str:
    """How many seats, and which faces are hard."""
    hard = [face for face in FACES if game["options"].get(face) == "hard"]
    faces = {0: "all easy", len(FACES): "all hard"}.get(len(hard), f"{' and '.join(hard)} hard")
    return f"{'alone' if len(game['bots']) == 1 else 'together'}, {faces}"


def length(game: Game) -> str:
    """How many commands the game took."""
    first = game["commands"] // STEP * STEP
    return f"{first:>4} to {first + STEP - 1} commands" if first < LONG else f"{LONG:>4} commands and more"


def _grouped(games: Iterable[Game], key: Callable[[Game], str]) -> dict[str, list[Game]]:
    return {name: list(members) for name, members in groupby(sorted(games, key=key), key=key)}


def _bar(top: int, name: str, games: Sequence[Game]) -> str:
    won = sum(bool(game["winners"]) for game in games)
    low, high = (LEFT + 100 * SCALE * bound for bound in wilson(won, len(games)))
    share = 100 * won / len(games)
    return (
        f'<text x="10" y="{top}">{name}</text>'
        f'<rect x="{LEFT}" y="{top - 12}" width="{share * SCALE:.1f}" height="16" fill="#7a9e7e"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{top - 4}" y2="{top - 4}" stroke="#333" stroke-width="2"/>'
        f'<text x="{WIDTH - 10}" y="{top}" text-anchor="end">{share:.0f} % of {len(games):,}</text>'
    )


if __name__ == "__main__":
    lines = [line for path in sys.argv[1:] for line in Path(path).read_text("utf-8").splitlines()]
    sys.stdout.write(picture([json.loads(line) for line in lines]))
