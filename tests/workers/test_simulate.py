"""`playledger simulate`: bots against each other, in process."""

import os
import re
import signal
import subprocess
import sys

import msgspec
import pytest
from click.testing import CliRunner

from events.games import RULES
from events.rules import Outcome
from service.cli import playledger
from service.settings import CannotStart
from tests.kinds import FOR_TWO
from workers.simulate import Result, line_up_of, play, report, simulate, wilson


def lines(*arguments: str) -> list[str]:
    """What the command prints, but for the line that tells of speed."""
    done = CliRunner().invoke(playledger, ["simulate", *arguments])
    assert 0 == done.exit_code, done.output
    return [line for line in done.output.splitlines() if "commands/s" not in line]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_it_tells_how_the_games_went(rules):
    """A line for each seat, how long games took, and how they ended; for every kind of game."""
    told = lines(rules.name, "--seats", str(rules.players[0]), "--games", "3")
    seats = [line for line in told if re.match(r"\d+ +random", line)]
    assert rules.players[0] == len(seats)
    assert any(line.startswith("commands in a game: mean ") for line in told)
    assert any(line.startswith("ended: ") for line in told)


def test_the_same_seed_gives_the_same_games():
    """Whatever core plays which game, and in whatever order they come in."""
    rules = FOR_TWO
    asked = [rules.name, "--seats", str(rules.players[0]), "--games", "6", "--seed"]
    assert lines(*asked, "7") == lines(*asked, "7")
    line_up = line_up_of(rules.name, "2", 7, ())
    assert play(line_up, 3) == play(line_up, 3)
    assert play(line_up, 3) != play(line_up._replace(seed=8), 3)


def test_each_line_up_has_its_table():
    """Bots by seat or a number of random ones, with the options of the game."""
    rules = FOR_TWO
    told = lines(rules.name, "--seats", "2", "--seats", "random,random,random", "--games", "1")
    assert 2 == sum(line.startswith(f"{rules.title}, 1 games") for line in told)
    assert ("random", "random") == line_up_of(rules.name, "2", 1, ()).bots


def test_options_are_numbers_or_words():
    """An option that is no JSON is a word."""
    values = {field.name: field.default for field in msgspec.structs.fields(FOR_TWO.options)}
    chosen = line_up_of(FOR_TWO.name, "2", 1, [f"{name}={value}" for name, value in values.items()]).options
    assert values == dict(chosen)


@pytest.mark.parametrize(
    ("name", "seats", "options", "why"),
    [
        ("no_such_rules", "2", (), "There are no rules named no_such_rules"),
        (FOR_TWO.name, "99", (), "is played with"),
        (FOR_TWO.name, "random,nobody", (), "No bot nobody plays"),
        (FOR_TWO.name, "2", ("no_such_option=1",), "These options do not fit"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(name, seats, options, why):
    """One sentence, before anything is played."""
    with pytest.raises(CannotStart, match=why):
        simulate(name, [seats], 1, 1, options)


def test_shared_wins_are_divided():
    """Two winners of a game have half a win each; a game that nobody won counts for nobody."""
    line_up = line_up_of(FOR_TWO.name, "2", 1, ())
    outcomes = [
        Outcome(winners=(0,), reason="a", rule="R-1", scores=(9, 1)),
        Outcome(winners=(0, 1), reason="b", rule="R-1", scores=(5, 5)),
        Outcome(winners=(), reason="a", rule="R-1"),
    ]
    told = report(line_up, [Result(outcome, 10) for outcome in outcomes], 2.0)
    assert re.search(r"0 +random +1 +1 +50.0 % +12.5 to 87.5 % +mean 7.0 \(5 6 7 8 9\)", told)
    assert re.search(r"1 +random +0 +1 +16.7 % +\d.* to \d.* % +mean 3.0", told)
    assert "ended: a 66.7 %, b 33.3 %" in told
    assert "15 commands/s" in told


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0)]
)
def test_a_share_is_as_sure_as_there_are_games(wins: int, games: int, low: float, high: float):
    """Wilson's 95 % interval, which stays within 0 and 1 however few games there are."""
    assert (low, high) == pytest.approx(wilson(wins, games), abs=0.0005)


def test_an_interruption_prints_what_there_is():
    """Ctrl-C ends it with the games that were played, and no traceback."""
    rules = FOR_TWO
    argv = [sys.executable, "-m", "service.cli", "simulate", rules.name, "--seats", "2", "--games", "1000000"]
    process = subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ), process_group=0
    )
    assert process.stdout
    assert process.stdout.readline()  # the bar has begun
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (0, "") == (process.returncode, err)
    assert f"{rules.title}, " in out
