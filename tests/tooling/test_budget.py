"""The suite stays quick: every part has its minutes."""

import subprocess
import sys

import pytest

from tests.budget import MINUTES, PROCESSES, overruns, part


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("tests/games/game_over/test_search.py::test_x", "events"),
        ("tests/contracts/test_every_rules.py::test_x[2]", "events"),
        ("tests/tooling/test_budget.py::test_x", "events"),
        ("tests/service/test_cli.py::test_x", "service"),
        ("tests/workers/test_jobs.py::test_x", "workers"),
        ("tests/faults/test_kill.py::test_x", "faults"),
    ],
)
def test_every_test_counts_for_one_part(node, name):
    """The folder says for which; what is not service, workers or faults tests the core."""
    assert name == part(node)


def test_a_part_may_take_its_minutes_and_no_more():
    """One sentence for every part that overran."""
    exactly = {name: PROCESSES * minutes * 60.0 for name, minutes in MINUTES.items()}
    assert [] == overruns(exactly)
    assert ["tests of faults took 121 s, more than their 2 minutes"] == overruns(exactly | {"faults": 242.0})


@pytest.mark.parametrize("processes", ["0", "2"])
def test_an_overrun_fails_a_run_of_passing_tests(tmp_path, processes):
    """Also when the tests ran in other processes: the exit code is that of a failure."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(
        "import tests.budget\n"
        "from tests.budget import pytest_runtest_logreport, pytest_sessionfinish, pytest_terminal_summary\n"
        "tests.budget.MINUTES['events'] = 0\n"
    )
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n")
    run = [sys.executable, "-m", "pytest", "-n", processes, "-p", "no:cacheprovider", str(tmp_path)]
    result = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert (1, True) == (result.returncode, "OVERRUN: tests of events took" in result.stdout)
