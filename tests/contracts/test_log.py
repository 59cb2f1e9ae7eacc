"""What a log promises, in each of its homes: games and their records, receipts, news, and waiting for them."""

from threading import Thread, Timer
from typing import Any

import pytest
from msgspec.structs import replace

from events.log import (
    HARD_LIMIT,
    MISSING_RECORDS,
    Appended,
    Commit,
    Conflict,
    Diverged,
    Due,
    Gone,
    Loaded,
    Log,
    News,
    Receipt,
    Replayed,
    Reused,
    TooLong,
    Work,
)
from tests.contracts.homes import FAR_APART, SEED, START, after, commit, listed, opened, written


def everything(log: Log) -> tuple[Any, ...]:
    """All that a refused commit might have changed."""
    return (log.load("game"), log.news("game", *START, "other"), log.lobby(10**15, 99), log.due(10**15, 99), log.dead())


# --- appending -------------------------------------------------------------------------------------------------------


def test_a_game_is_what_was_appended(log: Log) -> None:
    """A game loads as its seed and the exact bytes of its records, in order, without a gap."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", "c", command="2"))
    three = written(log, commit(after(two), "d", command="3"))
    assert Loaded(SEED, [*one.records, *two.records, *three.records]) == listed(log.load("game"))
    assert News(5, three.records[0].hash, []) == listed(log.news("game", *after(three)))


def test_games_do_not_mix(log: Log) -> None:
    """Every game has records, versions and a seed of its own."""
    for number, game in enumerate(FAR_APART):
        one = opened(log, game, seed=bytes([number]) * 32)
        written(log, commit(after(one), *["more"] * number, game=game, command=f"more {game}"))
    for number, game in enumerate(FAR_APART):
        loaded = log.load(game)
        assert loaded is not None
        assert (bytes([number]) * 32, number + 1) == (loaded.seed, len(loaded.records))


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"a":[],"b":{}}',
        "9007199254740993",
        '"\\u0000"',
        "\0",
        b"\xff\xfe\r\n$3",
        '"\\ud800"',
        '"ß→🎲"',
        "",
    ],
)
def test_bytes_come_back_as_they_were_written(log: Log, text: str | bytes) -> None:
    """No byte of a record is ever touched, whichever way it is read."""
    one = opened(log)
    two = written(log, commit(after(one), text, "next", command="2"))
    loaded, news = log.load("game"), log.news("game", *after(one))
    assert loaded is not None
    assert news is not None
    assert [*two.records] == list(loaded.records)[1:] == list(news.missing or ())


def test_of_two_first_commits_one_wins(log: Log) -> None:
    """The first commits of a game race like all others: the second writer is told what the first one wrote."""
    first, second = (commit(START, "opened", who, command=who) for who in ("Ada", "Bo"))
    assert Appended() == log.append(first)
    assert Conflict(2, [*first.records]) == listed(log.append(second))
    assert Loaded(SEED, [*first.records]) == listed(log.load("game"))


def test_of_two_writers_one_wins(log: Log) -> None:
    """Who saw the same version as another, and is later, gets the records that came between."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", command="Ada"))
    three = written(log, commit(after(two), "c", command="Ada again"))
    assert Conflict(4, [*two.records, *three.records]) == listed(log.append(commit(after(one), "x", command="Bo")))
    assert Conflict(4, [*three.records]) == listed(log.append(commit(after(two), "x", command="Bo")))


@pytest.mark.parametrize(("behind", "told"), [(MISSING_RECORDS, True), (MISSING_RECORDS + 1, False)])
def test_too_many_missing_records_are_not_told(log: Log, behind: int, told: bool) -> None:
    """An answer carries at most 100 records; who is further behind loads the game."""
    one = opened(log)
    many = written(log, commit(after(one), *["more"] * behind, command="many"))
    missing = [*many.records] if told else None
    assert Conflict(1 + behind, missing) == listed(log.append(commit(after(one), "x", command="late")))
    assert News(1 + behind, many.records[-1].hash, missing) == listed(log.news("game", *after(one)))


@pytest.mark.parametrize(("version", "head"), [(3, "f" * 64), (2, "f" * 64), (1, "f" * 64), (1, ""), (2, "")])
def test_who_saw_another_history_is_told(log: Log, version: int, head: str) -> None:
    """The log must have, at the version a writer or reader saw, the head it saw; a number alone proves nothing."""
    two = written(log, commit(after(opened(log)), "a", command="2"))
    assert Diverged() == log.append(commit((version, head), "x", command="lost", seed=None))
    assert News(2, two.records[-1].hash, None) == log.news("game", version, head)


def test_a_game_has_a_limit(log: Log) -> None:
    """A commit that fills a game to the brim is written, one record more is not."""
    one = opened(log)
    full = written(log, *filling(one, HARD_LIMIT - 1))
    assert TooLong() == log.append(commit(after(full), "x", command="too much"))
    assert Appended() == log.append(commit(after(full), command="nothing to write"))
    last = after(commit(after(full), command="nothing to write"))
    assert News(HARD_LIMIT, last[1], []) == listed(log.news("game", *last))


def filling(one: Commit, count: int) -> list[Commit]:
    """So many more records, in commits of several hundred."""
    commits = [one]
    for begin in range(0, count, 500):
        texts = [f"record {number}" for number in range(begin, min(begin + 500, count))]
        commits.append(commit(after(commits[-1]), *texts, command=f"from {begin}"))
    return commits[1:]


def test_five_thousand_records(log: Log) -> None:
    """A game as long as the rules allow is kept and read like any other."""
    one = opened(log)
    commits = filling(one, 4_999)
    written(log, *commits)
    loaded = log.load("game")
    assert loaded is not None
    assert [stored for each in (one, *commits) for stored in each.records] == list(loaded.records)


def test_there_is_no_writing_to_a_game_that_is_not_there(log: Log) -> None:
    """Only the first commit of a game, which brings its seed, makes it."""
    assert Gone() == log.append(commit((3, "f" * 64), "x", command="1"))
    assert Gone() == log.append(commit(START, "x", command="2", seed=None))
    assert (None, None) == (log.load("game"), log.news("game", *START, "1"))


REFUSED: dict[str, dict[str, Any]] = {
    "reused": {"command": "other", "fingerprint": "another"},
    "replayed": {"command": "other"},
    "conflict": {"expected": START},
    "diverged": {"expected": (9, "f" * 64)},
    "too long": {"texts": ["x"] * HARD_LIMIT},
    "gone": {"game": "unknown"},
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_refused_commit_leaves_no_trace(log: Log, why: str) -> None:
    """What is not written is not written at all: no record, receipt, work, status or lobby entry."""
    one = opened(log)
    two = written(log, commit(after(one), command="other", work=[(Work("bots", "game", "1"), 5)]))
    before = everything(log)
    usual = {"expected": after(two), "texts": ["a", "b"], "game": "game", "command": "new"}
    wanted = usual | REFUSED[why]
    refused = commit(
        wanted.pop("expected"),
        *wanted.pop("texts"),
        **wanted,
        seed=None,
        status="over",
        lobby=7,
        work=[(Work("bots", "game", "2"), 3)],
        done=[Work("bots", "game", "1")],
    )
    assert Appended() != log.append(refused)
    assert before == everything(log)
    news = log.news("game", *after(two), "new")
    assert news is not None
    assert news.receipt is None


# --- receipts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fingerprint", ["0123456789abcdef" * 4, "0123456789ABCDEF" * 4, "fingerprint", "x" * 64, ""])
def test_a_command_has_its_effect_once(log: Log, fingerprint: str) -> None:
    """The same command id and fingerprint get the first answer, whatever was seen by then; another one is refused."""
    one = opened(log)
    first = commit(after(one), "a", "b", command="once", fingerprint=fingerprint)
    two = written(log, first)
    three = written(log, commit(after(two), "c", command="other"))
    assert Replayed(first.receipt) == log.append(first)
    again = commit(after(three), "a", "b", command="once", fingerprint=fingerprint)
    assert Replayed(first.receipt) == log.append(again)
    assert Reused() == log.append(replace(again, fingerprint=fingerprint + "x"))
    news = log.news("game", *after(three), "once")
    assert News(4, three.records[-1].hash, [], first.receipt, fingerprint) == listed(news)


def test_a_receipt_says_what_the_command_did(log: Log) -> None:
    """All that a receipt holds comes back, also from a command that wrote nothing."""
    one = opened(log)
    receipts = [Receipt(2, 1, 202, "job"), Receipt(2, 1, 200), Receipt(4_999, 5_000, 201)]
    for number, receipt in enumerate(receipts):
        written(log, commit(after(one), command=str(number), receipt=receipt))
        news = log.news("game", *after(one), str(number))
        assert news is not None
        assert receipt == news.receipt


def test_a_commit_without_records(log: Log) -> None:
    """It leaves a receipt and its work, and the game as it was; others do not have to catch up with it."""
    one = opened(log, status="open", lobby=5)
    work = Work("undo", "game", "x")
    none = written(log, commit(after(one), command="none", status="over", work=[(work, 3)]))
    assert after(one) == after(none)
    assert News(1, one.records[0].hash, [], none.receipt, none.fingerprint) == listed(
        log.news("game", *after(one), "none")
    )
    assert (["open"], [Due(work, 3, 0)]) == ([entry.status for entry in log.lobby(6, 1)], log.due(3, 1))
    assert Conflict(1, [*one.records]) == listed(log.append(commit(START, command="late", seed=None)))


# --- reading and waiting ---------------------------------------------------------------------------------------------


def test_news_of_a_game(log: Log) -> None:
    """A reader gets what came since it last looked, and the receipt it asks about."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", command="2"))
    head = two.records[-1].hash
    assert News(3, head, [*one.records, *two.records]) == listed(log.news("game", *START))
    assert News(3, head, [*two.records], two.receipt, two.fingerprint) == listed(log.news("game", *after(one), "2"))
    assert News(3, head, []) == listed(log.news("game", *after(two), "unknown"))
    assert log.news("unknown", *START) is None


def test_a_part_of_the_records(log: Log) -> None:
    """A reader gets the versions it asks for, as far as they are there."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", command="2"))
    assert [*two.records] == list(log.records("game", 1, 3))
    assert [two.records[0]] == list(log.records("game", 1, 2))
    assert [*one.records, *two.records] == list(log.records("game", 0, 9))
    assert [] == list(log.records("game", 3, 9)) == list(log.records("unknown", 0, 9))
    assert ((3, two.records[-1].hash), None) == (log.head("game"), log.head("unknown"))


def test_who_is_behind_does_not_wait(log: Log) -> None:
    """Waiting ends at once for a game that has moved on already, or that is not there."""
    one = opened(log)
    written(log, commit(after(one), "a", command="2"))
    assert log.wait("game", 1, 60)
    assert log.wait("unknown", 0, 60)
    assert not log.wait("game", 2, 0.05)


def test_waiting_ends_with_the_next_commit(log: Log) -> None:
    """Who waits is woken by the commit, again and again, and by nothing that wrote no record."""
    last = opened(log)
    for number in range(3):
        none = commit(after(last), command=f"nothing {number}")
        some = commit(after(last), "a", command=f"something {number}")
        writer = Timer(0.05, written, (log, none, some))
        writer.start()
        assert log.wait("game", after(last)[0], 60)
        writer.join()
        news = log.news("game", *after(last))
        assert news is not None
        assert after(some)[0] == news.version
        last = some


def test_many_wait_for_one_game(log: Log) -> None:
    """All who wait are woken, each for the version it waits for."""
    one = opened(log)
    woken: list[int] = []
    waiting = [Thread(target=lambda v=v: woken.append(v) if log.wait("game", v, 30) else None) for v in (1, 1, 1, 2)]
    for thread in waiting:
        thread.start()
    two = written(log, commit(after(one), "a", command="2"))
    for thread in waiting[:3]:
        thread.join()
    assert [1, 1, 1] == woken
    written(log, commit(after(two), "b", command="3"))
    waiting[3].join()
    assert [1, 1, 1, 2] == woken


def test_waiting_ends_when_the_game_is_deleted(log: Log) -> None:
    """Nobody goes on waiting for a game that is gone."""
    opened(log)
    deletion = Timer(0.05, log.delete, ("game",))
    deletion.start()
    assert log.wait("game", 1, 60)
    deletion.join()
