"""What counts: rewinds, branches, and the state at every version of every branch."""

import random
from typing import Any

import pytest

from events.games import RULES
from events.history import History, grow
from events.rules import Event, Resign
from events.table.messages import GameRewound, Rewind
from tests.contracts.playing import fields_of
from tests.events.tables import ANY, GAME, LiveTable, opened

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


def with_rewinds(rules: Any, number: int, steps: int = 25) -> LiveTable:
    """A random game in which moves are taken back now and then, to any point that is allowed."""
    dice = random.Random(f"{rules.name} {number}")
    table = opened(rules, rules.players[1], seed=dice.randbytes(32))
    for _ in range(steps):
        seat = dice.randrange(rules.players[1])
        targets = table.history.decisions(seat)
        if targets and table.game.to_move() and dice.random() < 0.3:
            table.do(Rewind(seat=seat, to=dice.choice(targets)), seat)
        else:
            table.play(1, dice)
    return table


def expected_histories(history: History) -> list[tuple[int, ...]]:
    """By version, the play records that count then: worked out the slow way, from the first record on."""
    counting: list[tuple[int, ...]] = [()]
    for record, event, is_play in history.happened:
        if isinstance(event, GameRewound):
            counting.append(counting[event.to])
        else:
            counting.append((*counting[-1], record.v) if is_play else counting[-1])
    return counting


@every_rules
@pytest.mark.parametrize("number", range(4))
def test_the_position_at_every_version_is_the_fold_of_what_counted_then(rules: Any, number: int):
    """Every version of every branch can be looked at, in any order."""
    history = with_rewinds(rules, number).history
    counting = expected_histories(history)
    versions = list(range(history.version + 1))
    random.Random(number).shuffle(versions)
    for version in versions:
        events: list[Event] = [history.happened[v - 1].event for v in counting[version]]
        assert rules.fold(events) == history.position(version)


@every_rules
def test_what_a_rewind_took_back_is_undone(rules: Any):
    """Undone are the play records that no longer count; table records always count."""
    history = with_rewinds(rules, 0).history
    counting = set(expected_histories(history)[-1])
    plays = {each.record.v for each in history.happened if each.is_play}
    assert plays - counting == history.undone()
    assert history.undone()


@every_rules
def test_decisions_are_where_a_seat_stood_before_its_commands(rules: Any):
    """A decision that can be taken back is the version before a command of the seat that still counts."""
    history = with_rewinds(rules, 1).history
    counting = expected_histories(history)[-1]
    for seat in range(rules.players[1]):
        records = [history.happened[v - 1].record for v in counting]
        expected = [record.v - 1 for record in records if record.v == record.first and record.seat == seat]
        assert tuple(expected) == history.decisions(seat)


@every_rules
def test_a_growing_game_is_the_game_read_anew(rules: Any):
    """A process that adds new records to what it knew has what a process has that reads everything."""
    table = opened(rules).play(12)
    loaded = table.log.load(GAME)
    assert loaded is not None
    whole = History(GAME, table.seed, loaded.records).game()
    for known in range(2, len(loaded.records)):
        part = History(GAME, table.seed, loaded.records[:known]).game()
        assert whole == grow(part, loaded.records[known:])


def test_a_rewind_takes_the_whole_history():
    """What a game was before can be told only from its whole history: `grow` says so."""
    table = opened(ANY).play(1)
    known = table.game
    seat = next(seat for seat in range(ANY.players[0]) if table.history.decisions(seat))
    table.do(Rewind(seat=seat), seat)
    loaded = table.log.load(GAME)
    assert loaded is not None
    assert grow(known, loaded.records[known.version :]) is None


def test_a_rewind_gives_the_position_back():
    """After a rewind the game stands as it stood, and the same command has the same effect again."""
    table = opened(ANY).play(2)
    before = table.game
    seat = before.to_move()[0]
    command = before.rules.legal(before.position, seat)[0]
    first = table.do(command, seat).game
    back = table.do(Rewind(seat=seat), seat).game
    assert before.position == back.position
    assert before.moment == back.moment
    again = table.do(command, seat).game
    assert first.position == again.position


def test_rewinds_can_be_rewound_over():
    """Taking back a move of a branch leads to where that branch began, however it began."""
    table = opened(ANY)
    start = table.game
    seat = start.to_move()[0]
    command = start.rules.legal(start.position, seat)[0]
    for _ in range(3):
        table.do(command, seat)
        table.do(Rewind(seat=seat), seat)
    assert start.position == table.game.position
    assert () == table.history.decisions(seat)
    assert len(table.history.undone()) == sum(each.is_play for each in table.history.happened) - start.moment


def test_nobody_takes_back_beyond_a_resignation():
    """C-8. A resignation is final: what came before it cannot be taken back, what comes after it can."""
    rules = next((rules for rules in RULES if rules.players[1] > 2), ANY)
    table = opened(rules, rules.players[1])
    table.play(3)
    staying = table.game.to_move()[0]
    leaving = (staying + 1) % rules.players[1]
    table.do(Resign(), leaving)
    assert all(() == table.history.decisions(seat) for seat in range(rules.players[1]))
    table.refused(Rewind(seat=staying), "undo_not_allowed", seat=staying)
    version = table.game.version
    seat = table.game.to_move()[0]
    table.do(table.game.rules.legal(table.game.position, seat)[0], seat)
    assert (version,) == table.history.decisions(seat)


def test_what_came_to_light_is_known_by_version():
    """The events that showed something hidden are named, as long as they count."""
    table = opened(ANY).play(6)
    expected = [each.record.v for each in table.history.happened if each.event.reveals]
    assert tuple(expected) == table.history.revealing()
    to, seat = next((found[0], seat) for seat in (0, 1) if (found := table.history.decisions(seat)))
    table.do(Rewind(seat=seat, to=to), seat)
    assert tuple(version for version in expected if version <= to) == table.history.revealing()


# --- how far back a viewer may look -----------------------------------------------------------------------------------

forgetful_rules = pytest.mark.parametrize(
    "rules",
    [rules for rules in RULES if any(field.name == "memory" for field in fields_of(rules.options))],
    ids=lambda rules: rules.name,
)


@forgetful_rules
def test_a_strict_memory_reaches_back_to_the_own_last_command(rules: Any):
    """A seat that has not acted can read all; then all from its last command on, also when that was undone."""
    table = with_rewinds(rules, 2, steps=12)
    history, game = table.history, table.game
    assert game.table.status == "running"
    since = [0] * rules.players[1]
    for record, _, is_play in history.happened:
        if record.seat is not None and record.v == record.first and is_play:
            since[record.seat] = record.v
    for version in range(1, game.version + 1):
        recent = [game.viewer(seat, version).recent for seat in range(rules.players[1])]
        assert [version >= first for first in since] == recent
        assert any(recent) == game.viewer(None, version).recent


@forgetful_rules
def test_resigning_is_a_last_command(rules: Any):
    """The memory of a seat that has resigned reaches back to its resignation."""
    table = opened(rules, rules.players[1])
    version = table.game.version + 1
    game = table.do(Resign(), 1).game
    assert [False, True] == [game.viewer(1, version - 1).recent, game.viewer(1, version).recent]


@forgetful_rules
def test_a_seat_that_resigned_keeps_nothing_open_for_spectators(rules: Any):
    """Who resigned acts no more: a spectator's memory is the longest among the others."""
    table = opened(rules, rules.players[1])
    table.do(Resign(), 1)
    while min(table.game.acted) != table.game.acted[1]:
        assert "running" == table.play(1).game.table.status
    game = table.game
    longest = min(since for seat, since in enumerate(game.acted) if seat != 1)
    assert [False, True] == [game.viewer(None, longest - 1).recent, game.viewer(None, longest).recent]


@forgetful_rules
def test_an_open_memory_reaches_back_to_the_beginning(rules: Any):
    """With the option memory open nothing is withheld for its age."""
    game = opened(rules, memory="open").play(6).game
    assert all(game.viewer(seat, 1).recent for seat in (None, *range(rules.players[0])))


@every_rules
def test_after_the_end_everything_is_open(rules: Any):
    """C-4. When a game is over its viewers are told so, whatever its memory."""
    table = opened(rules)
    while table.game.to_move():
        table.do(Resign(), table.game.to_move()[0])
    assert all(table.game.viewer(seat, 1).over for seat in (None, *range(rules.players[0])))
