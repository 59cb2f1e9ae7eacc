"""The append-only file of a running service: a copy of it is a backup, and a part of it holds whole commands only."""

import shutil
import sys
from pathlib import Path

import pytest

from events.log.redis import RedisLog, connect
from service.embedded import embedded_redis
from service.settings import load_settings
from service.verifying import verify_game
from tests.faults.files import copy, cut_anywhere
from tests.faults.journal import compare
from tests.faults.siege import Siege
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
COMMANDS = 50
CUTS = 8


def play(besieged: Siege, commands: int) -> None:
    """Let this many commands be given, and more be under way."""
    enough = besieged.journal.total + commands
    besieged.crowd.go_on()
    wait_until(lambda: besieged.journal.total >= enough, f"{commands} commands", 60.0)


def test_a_backup_of_a_running_service(besieged: Siege, tmp_path: Path) -> None:
    """Copied while all play, restored into another folder: all that was acknowledged before is there, and verifies."""
    play(besieged, COMMANDS)
    before = {game: list(commands) for game, commands in besieged.journal.commands.items()}
    service = besieged.service
    with service.queues() as client:
        copy(client, service.data / "redis", tmp_path / "redis")
    for name in ("secret", "server.json"):
        shutil.copy2(service.data / name, tmp_path / name)
    assert [] == besieged.recover("backup").faults
    with embedded_redis(tmp_path / "redis") as restored:
        log = RedisLog(connect(restored.url))
        for game, commands in before.items():
            loaded = log.load(game)
            assert loaded is not None
            assert max((each.last for each in commands), default=1) <= len(loaded.records)
    game = max(before, key=lambda each: len(before[each]))
    assert () == verify_game(load_settings({}, data=str(tmp_path)), game)


def test_a_cut_file(besieged: Siege, tmp_path: Path) -> None:
    """Cut at any byte it holds the first commands, each wholly with what it calls for; every game in it verifies."""
    play(besieged, COMMANDS)
    assert [] == besieged.recover("cut file").faults
    games = list(besieged.journal.commands)
    assert games
    assert [] == list(cut_anywhere(besieged.service.data / "redis", tmp_path, games, CUTS))


def test_the_comparison_finds_what_is_lost_or_doubled(besieged: Siege) -> None:
    """A journal that tells of more, or of less, than the log holds is not passed over."""
    play(besieged, COMMANDS)
    assert [] == besieged.recover("comparison").faults
    journal = besieged.journal
    game, told = next((game, told) for game, told in journal.commands.items() if told)
    forgotten = told.pop()
    assert [f"{game}: {forgotten}"] == compare(journal, besieged.service.log).doubled
    told += [forgotten, forgotten]
    assert [f"{game}: {forgotten}"] == compare(journal, besieged.service.log).lost
    told.pop()
