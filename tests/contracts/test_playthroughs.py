"""Golden playthroughs are played again and compared letter for letter (`tests/contracts/playthroughs.py`)."""

from pathlib import Path
from typing import Any

import pytest

from events.games import RULES
from events.rules import Rules
from tests.contracts.playthroughs import ENDED, GAMES, files, read, told
from tests.contracts.recording import shortest, wished
from tests.kinds import FOR_TWO
from workers.thinking import Rng

FILES = sorted(GAMES.glob("*/playthroughs/*.txt"))

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.parent.name}-{path.stem}" for path in FILES])
def test_a_recorded_game_is_played_again_as_it_was(path: Path, request: pytest.FixtureRequest):
    """The same commands give the same events, boards and views, letter for letter."""
    recorded = path.read_text(encoding="utf-8")
    played = told(read(recorded))
    if request.config.getoption("--rewrite-playthroughs"):
        path.write_text(played, encoding="utf-8")
    else:
        assert recorded == played


@every_rules
def test_every_end_has_a_playthrough(rules: Rules[Any]):
    """For every way in which the rules can end a game, somebody can read how it came to that."""
    ends = [ENDED.search(path.read_text(encoding="utf-8")) for path in files(rules)]
    assert all(ends), "every playthrough goes on to the end of its game"
    assert set(rules.reasons) - {"length"} == {end[1] for end in ends if end}


def test_a_shorter_game_with_the_same_end_is_found():
    """What is recorded anew ends as before, and is no longer than it was; it can be told and read."""
    text = files(FOR_TWO)[0].read_text(encoding="utf-8")
    wish = wished(text)
    found = shortest(wish, 40, Rng(1))
    assert found is not None
    assert len(wish.playthrough.commands) >= len(found.commands)
    assert ENDED.findall(text) == ENDED.findall(told(found))
    assert found == read(told(found))


def test_a_playthrough_to_be_recorded_says_how_it_ends():
    """Where no game ends as wished there is none; a wish without an end is refused."""
    new = f"A new game.\n\nrules    {FOR_TWO.name}\nseats    2\noptions  {{}}\n\n"
    assert shortest(wished(f"{new}The game is over: nobody won (sunset, R-1).\n"), 2, Rng(1)) is None
    with pytest.raises(ValueError, match="does not say"):
        wished(new)
