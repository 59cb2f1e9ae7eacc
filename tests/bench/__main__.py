"""`python -m tests.bench`: measures the figures, and tells them as a table, as JSON and in the documentation."""

import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
import msgspec

from events.games import rules_named
from tests.bench import bots, core, over_http, peer
from tests.bench.figures import Figure, table
from tests.bench.plan import Plan
from tests.bench.stack import ROOT, Stack, stack
from tests.kinds import FOR_TWO

FIGURES: dict[str, Callable[[Stack, Plan], Figure | Iterable[Figure]]] = {
    "commands": over_http.commands,
    "steady": over_http.steady,
    "reads": over_http.reads,
    "bots": bots.replies,
    "moves": peer.moves,
    "fold": core.folds,
    "playouts": core.playouts,
    "load": core.cold_load,
    "trips": core.round_trips,
    "memory": core.memory,
}
DOCUMENT = ROOT / "service" / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def measure(names: Sequence[str], plan: Plan) -> list[Figure]:
    """The figures of these names, in this order."""
    figures: list[Figure] = []
    with stack() as parts:
        for name in names:
            click.echo(f"{name} ...", err=True)
            found = FIGURES[name](parts, plan)
            figures.extend([found] if isinstance(found, Figure) else found)
    return figures


@click.command()
@click.option("--figures", "names", default=",".join(FIGURES), show_default=True, help="Which ones, with commas.")
@click.option("--runs", default=5, show_default=True, help="Runs of each figure, in turns with what is beside it.")
@click.option("--seconds", default=3.0, show_default=True, help="The length of a run.")
@click.option("--rules", default=FOR_TWO.name, show_default=True, help="The game where one has to do.")
@click.option("--json", "path", type=click.Path(path_type=Path), help="Write the figures to this file, too.")
@click.option("--write-docs", is_flag=True, help="Write the table into the documentation.")
def main(names: str, runs: int, seconds: float, rules: str, path: Path | None, write_docs: bool) -> None:
    """Measure Playledger beside a ceiling of the same run; exit code 1 when a promise is not kept."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left running
    figures = measure(names.split(","), Plan(runs, seconds, rules_named(rules)))
    click.echo(table(figures))
    if path is not None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    if write_docs:
        chosen = "" if rules == FOR_TWO.name else f" --rules {rules}"
        write_table(DOCUMENT, figures, f"--figures {names} --runs {runs} --seconds {seconds:g}{chosen}")
    sys.exit(any(each.kept is False for each in figures))


def write_table(document: Path, figures: Sequence[Figure], options: str) -> None:
    """Puts the table, the command with these options and the machine between the document's markers."""
    text = document.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = (
        f"`python -m tests.bench {options}`, {time.strftime('%Y-%m-%d')}, Python {platform.python_version()}, "
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}"
    )
    document.write_text(f"{before}{BEGIN}\n{made}\n\n{table(figures)}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
