"""Every figure can still be measured; how fast anything is, no test says."""

import itertools
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tests.bench.__main__ import BEGIN, DOCUMENT, END, FIGURES, main, write_table
from tests.bench.figures import Figure, at_least, at_most, figure, in_turns, table
from tests.bench.load import Load
from tests.bench.plan import Plan
from tests.bench.stack import stack
from tests.kinds import FOR_TWO

SHORT = Plan(runs=1, seconds=0.3, rules=FOR_TWO, install=False)


@pytest.fixture(scope="module")
def figures() -> dict[str, list[Figure]]:
    """All figures of one short run, by the name that asks for them."""
    found: dict[str, list[Figure]] = {}
    with stack() as parts:
        for name, measured in FIGURES.items():
            one = measured(parts, SHORT)
            found[name] = [one] if isinstance(one, Figure) else list(one)
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_measured(figures, name):
    """It has a value, or says why not; the load had only the answers that it should have."""
    assert figures[name]
    for each in figures[name]:
        assert each.note or (each.ours is not None and each.ours.median > 0)
        assert (each.ceiling is None) == (each.ratio is None)


def test_a_command_takes_one_round_trip(figures):
    """The promise that does not depend on the machine."""
    (trips,) = figures["trips"]
    assert (1, 1) == (trips.ours.least, trips.ours.most)


def test_a_command_keeps_within_its_memory(figures):
    """And the other one."""
    (memory,) = figures["memory"]
    assert memory.kept


def test_the_table_tells_medians_ratios_and_what_was_promised():
    """Run by run, ours is compared with the ceiling beside it."""
    made = figure("x", "1/s", [50, 60, 70], beside="bare", ceiling=[100, 100, 100], promise=at_least(0.5))
    assert "| x (1/s) | 60 (50–70) | bare | 100 (100–100) | 0.6 (0.5–0.7) | ratio at least 0.5 | yes |" in table([made])
    assert figure("x", "ms", [13], promise=at_most(12)).kept is False
    assert "| y | skipped |" in table([Figure(name="y", note="skipped")])


def test_runs_take_turns():
    """Each is first in every second turn, so that a machine that gets slower wrongs neither."""
    order = itertools.count()
    ours, theirs = in_turns(3, lambda: next(order), lambda: next(order))
    assert ([0, 3, 4], [1, 2, 5]) == (ours, theirs)


def test_the_figures_go_into_the_document(tmp_path: Path):
    """Between the markers, and nothing else changes; the document in use has the markers."""
    document = tmp_path / "benchmarks.md"
    document.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    write_table(document, [figure("x", "ms", [1.0])], "--runs 1")
    text = document.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n`python -m tests.bench --runs 1`")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    in_use = DOCUMENT.read_text(encoding="utf-8")
    assert (1, 1) == (in_use.count(BEGIN), in_use.count(END))


def test_the_command_writes_json(tmp_path: Path):
    """One object for each figure; the exit code says whether all promises were kept."""
    path = tmp_path / "figures.json"
    asked = ["--figures", "trips", "--runs", "1", "--seconds", "0.1", "--json", str(path)]
    done = CliRunner().invoke(main, asked)
    assert 0 == done.exit_code, done.output
    (trips,) = msgspec.json.decode(path.read_bytes(), type=list[Figure])
    assert trips.kept


def test_a_load_knows_its_quantiles():
    """The p99 of a hundred answers is the slowest."""
    load = Load(100, 2.0, [float(number) for number in range(100)], Counter({200: 100}), 0.1)
    assert (50, 50.0, 99.0) == (load.rate, load.quantile(0.5), load.quantile(0.99))
