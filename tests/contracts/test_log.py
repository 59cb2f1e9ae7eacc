"""What a log promises, in each of its homes."""

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
    Job,
    Loaded,
    Log,
    News,
    Receipt,
    Replayed,
    Reused,
    TooLong,
    Work,
    job_id,
    work_of,
)
from tests.contracts.homes import SEED, START, after, commit

PARTITIONED = ("a", "b", "c", "game_over-1", "Ä".encode().hex())
"""Games that fall into different partitions."""


def written(log: Log, *commits: Commit) -> Commit:
    """The last of these commits; all are in the log now."""
    for each in commits:
        assert Appended() == log.append(each)
    return commits[-1]


def opened(log: Log, game: str = "game", **more: Any) -> Commit:
    """The first commit of a game."""
    return written(log, commit(START, "opened", game=game, command=f"open {game}", **more))


def everything(log: Log) -> tuple[Any, ...]:
    """All that a refused commit might have changed."""
    return (log.load("game"), log.news("game", *START, "other"), log.lobby(10**15, 99), log.due(10**15, 99), log.dead())


# --- appending -------------------------------------------------------------------------------------------------------


def test_a_game_is_what_was_appended(log: Log) -> None:
    """A game loads as its seed and the exact bytes of its records, in order, without a gap."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", "c", command="2"))
    three = written(log, commit(after(two), "d", command="3"))
    assert Loaded(SEED, [*one.records, *two.records, *three.records]) == as_lists(log.load("game"))
    assert News(5, three.records[0].hash, []) == as_lists(log.news("game", *after(three)))


def as_lists(answer: Any) -> Any:
    """The same answer with its records in a list."""
    match answer:
        case Loaded(seed, records):
            return Loaded(seed, list(records))
        case News(version, head, missing, receipt, fingerprint) if missing is not None:
            return News(version, head, list(missing), receipt, fingerprint)
        case Conflict(version, missing) if missing is not None:
            return Conflict(version, list(missing))
    return answer


def test_games_do_not_mix(log: Log) -> None:
    """Every game has records, versions and a seed of its own."""
    for number, game in enumerate(PARTITIONED):
        one = opened(log, game, seed=bytes([number]) * 32)
        written(log, commit(after(one), *["more"] * number, game=game, command=f"more {game}"))
    for number, game in enumerate(PARTITIONED):
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
    assert Conflict(2, [*first.records]) == as_lists(log.append(second))
    assert Loaded(SEED, [*first.records]) == as_lists(log.load("game"))


def test_of_two_writers_one_wins(log: Log) -> None:
    """Who saw the same version as another, and is later, gets the records that came between."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", command="Ada"))
    three = written(log, commit(after(two), "c", command="Ada again"))
    assert Conflict(4, [*two.records, *three.records]) == as_lists(log.append(commit(after(one), "x", command="Bo")))
    assert Conflict(4, [*three.records]) == as_lists(log.append(commit(after(two), "x", command="Bo")))


@pytest.mark.parametrize(("behind", "told"), [(MISSING_RECORDS, True), (MISSING_RECORDS + 1, False)])
def test_too_many_missing_records_are_not_told(log: Log, behind: int, told: bool) -> None:
    """An answer carries at most 100 records; who is further behind loads the game."""
    one = opened(log)
    many = written(log, commit(after(one), *["more"] * behind, command="many"))
    missing = [*many.records] if told else None
    assert Conflict(1 + behind, missing) == as_lists(log.append(commit(after(one), "x", command="late")))
    assert News(1 + behind, many.records[-1].hash, missing) == as_lists(log.news("game", *after(one)))


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
    assert News(HARD_LIMIT, last[1], []) == as_lists(log.news("game", *last))


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
    assert News(4, three.records[-1].hash, [], first.receipt, fingerprint) == as_lists(news)


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
    assert News(1, one.records[0].hash, [], none.receipt, none.fingerprint) == as_lists(
        log.news("game", *after(one), "none")
    )
    assert (["open"], [Due(work, 3, 0)]) == ([entry.status for entry in log.lobby(6, 1)], log.due(3, 1))
    assert Conflict(1, [*one.records]) == as_lists(log.append(commit(START, command="late", seed=None)))


# --- reading and waiting ---------------------------------------------------------------------------------------------


def test_news_of_a_game(log: Log) -> None:
    """A reader gets what came since it last looked, and the receipt it asks about."""
    one = opened(log)
    two = written(log, commit(after(one), "a", "b", command="2"))
    head = two.records[-1].hash
    assert News(3, head, [*one.records, *two.records]) == as_lists(log.news("game", *START))
    assert News(3, head, [*two.records], two.receipt, two.fingerprint) == as_lists(log.news("game", *after(one), "2"))
    assert News(3, head, []) == as_lists(log.news("game", *after(two), "unknown"))
    assert log.news("unknown", *START) is None


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


# --- the lobby -------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_public_games_the_newest_first(log: Log) -> None:
    """Games that were opened with a creation time are listed with their status and rules as of now, page by page."""
    for at, game in enumerate(PARTITIONED, 1):
        opened(log, game, lobby=at, status="open", rules=f"rules {at}")
    opened(log, "private")
    one = commit(START, "opened", game="c", command="open c")
    written(log, commit(after(one), "a", game="c", command="2", status="over"))
    entries = log.lobby(10**15, 99)
    assert list(reversed(PARTITIONED)) == [entry.game for entry in entries]
    assert (3, "over", "rules 3") == next(entry[1:] for entry in entries if entry.game == "c")
    assert [entries[:2], entries[2:4], entries[4:]] == [log.lobby(before, 2) for before in (10**15, 4, 2)]


def test_games_of_one_millisecond_stay_together_in_the_lobby(log: Log) -> None:
    """No game falls between two pages, however many were created at the same time."""
    games = {f"game{number}": 1_790_000_000_000 + number // 70 for number in range(210)}
    for game, at in games.items():
        opened(log, game, lobby=at)
    seen, before = [], 10**15
    while page := log.lobby(before, 3):
        seen += page
        before = page[-1].created_at
    assert sorted(games) == sorted(entry.game for entry in seen)


# --- work ------------------------------------------------------------------------------------------------------------


def test_work_is_kept_until_it_is_done(log: Log) -> None:
    """What a commit calls for is due at its time, the longest waiting first, until a commit says it is done."""
    works = [Work("bots", game, str(at)) for at, game in enumerate(PARTITIONED)]
    ones = {work: opened(log, work.game, work=[(work, int(work.key))]) for work in reversed(works)}
    assert ([], [Due(works[0], 0, 0)]) == (log.due(-1, 9), log.due(0, 9))
    assert [Due(work, at, 0) for at, work in enumerate(works)] == log.due(9, 9)
    assert [Due(work, at, 0) for at, work in enumerate(works[:3])] == log.due(9, 3)
    done = works[1]
    later = Work("bots", done.game, "later")
    written(log, commit(after(ones[done]), game=done.game, command="2", done=[done], work=[(later, 7)]))
    assert [works[0], *works[2:], later] == [due.work for due in log.due(9, 9)]


def test_work_is_postponed_and_its_attempts_counted(log: Log) -> None:
    """Whoever looks at work first sets the time of the next look; others who saw the same are told so."""
    work = Work("bots", "game", "1")
    one = opened(log, work=[(work, 5)])
    assert [True, False] == [log.postpone(Due(work, 5, 0), 20), log.postpone(Due(work, 5, 0), 25)]
    assert log.postpone(Due(work, 20, 1), 30)
    assert ([], [Due(work, 30, 2)]) == (log.due(29, 9), log.due(30, 9))
    written(log, commit(after(one), command="2", done=[work]))
    assert (False, []) == (log.postpone(Due(work, 30, 2), 40), log.due(99, 9))
    written(log, commit(after(one), command="3", work=[(work, 5)]))
    assert [Due(work, 5, 0)] == log.due(99, 9)


def test_work_is_given_up(log: Log) -> None:
    """Buried work is looked at no more; the operator sees it until it is done after all."""
    work = Work("bots", "game", "1")
    one = opened(log, work=[(work, 5)])
    log.postpone(Due(work, 5, 0), 6)
    log.bury(work)
    log.bury(Work("bots", "game", "never called for"))
    assert ([], [work], False) == (log.due(99, 9), log.dead(), log.postpone(Due(work, 6, 1), 7))
    written(log, commit(after(one), command="2", done=[work]))
    assert [] == log.dead()


# --- jobs and replays ------------------------------------------------------------------------------------------------


def a_job(command: str = "asked", game: str = "game") -> Job:
    """A job that was asked for."""
    request = {"to": 2**53, "who": ["Ada"], "none": None}
    return Job(id=job_id("undo", game, command), kind="undo", game=game, owner="Ada", request=request)


@pytest.mark.parametrize("game", ["game", "g_a-m_e", "_"])
def test_a_job_is_kept_and_its_work_called_for(log: Log, game: str) -> None:
    """A job is found by its id, whatever the game is called, and its work is due."""
    opened(log, game)
    job = a_job(game=game)
    assert Appended() == log.ask(job, 5, "asked", "print")
    assert (job, [Due(work_of(job), 5, 0)]) == (log.job(job.id), log.due(9, 9))
    for unknown in ("undo_game_unknown", "unknown", "", "___"):
        assert log.job(unknown) is None


def test_a_job_is_asked_for_once(log: Log) -> None:
    """The same command gets the first job, another request with its id none, and so a command with records."""
    one = opened(log)
    first, second = a_job(), a_job("another id")
    log.ask(first, 5, "asked", "print")
    again = log.ask(second, 6, "asked", "print")
    assert isinstance(again, Replayed)
    assert (first.id, None) == (again.receipt.job, log.job(second.id))
    assert again.receipt.last < again.receipt.first
    assert Reused() == log.ask(second, 6, "asked", "another print")
    assert Reused() == log.append(commit(after(one), "a", command="asked"))
    assert [Due(work_of(first), 5, 0)] == log.due(9, 9)


def test_a_job_belongs_to_a_game(log: Log) -> None:
    """There is no asking in a game that is not there."""
    assert Gone() == log.ask(a_job(), 5, "asked", "print")
    assert (None, []) == (log.job(a_job().id), log.due(9, 9))


@pytest.mark.parametrize("final", ["done", "refused"])
def test_a_job_ends(log: Log, final: Any) -> None:
    """Its status is kept; with a final one its work ends, and no late worker changes it any more."""
    opened(log)
    job = a_job()
    log.ask(job, 5, "asked", "print")
    running = replace(job, status="running", done=1, total=3)
    log.update_job(running)
    assert (running, 1) == (log.job(job.id), len(log.due(9, 9)))
    ended = replace(running, status=final, result={"version": 7}, problem={"code": "x"})
    log.update_job(ended)
    for late in ("running", "done", "failed"):
        log.update_job(replace(job, status=late))
    assert (ended, [], []) == (log.job(job.id), log.due(9, 9), log.dead())


def test_a_job_fails(log: Log) -> None:
    """Its work is among the dead; a late worker may still end it, but not set it going again."""
    opened(log)
    job = a_job()
    log.ask(job, 5, "asked", "print")
    failed = replace(job, status="failed", problem={"code": "x"})
    log.update_job(failed)
    log.update_job(replace(job, status="running"))
    assert (failed, [], [work_of(job)]) == (log.job(job.id), log.due(9, 9), log.dead())
    done = replace(job, status="done")
    log.update_job(done)
    assert (done, [], []) == (log.job(job.id), log.due(9, 9), log.dead())


def test_replays_are_kept_with_their_game(log: Log) -> None:
    """A replay is kept as it is, until it is dropped; none is kept for a game that is not there."""
    opened(log)
    log.keep_replay("game", "one", b"\0\xff")
    log.keep_replay("game", "two", b"2")
    log.keep_replay("unknown", "one", b"3")
    assert [b"\0\xff", b"2"] == [log.replay("game", name) for name in ("one", "two")]
    log.drop_replay("game", "one")
    assert [None, b"2"] == [log.replay("game", name) for name in ("one", "two")]
    assert log.replay("unknown", "one") is None


# --- deleting --------------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_gone_with_all_that_was_derived_from_it(log: Log) -> None:
    """Nothing of it can be read, nobody can bring it back, and other games do not notice."""
    works = [Work("bots", game, key) for game in ("game", "other") for key in ("1", "2")]
    for game in ("game", "other"):
        opened(log, game, lobby=5, work=[(work, 5) for work in works if work.game == game])
        log.bury(Work("bots", game, "1"))
        log.ask(a_job("asked", game), 5, f"asked in {game}", "print")
        log.keep_replay(game, "one", b"1")
    kept = [log.load("other"), log.job(a_job(game="other").id), log.replay("other", "one")]
    assert (True, False) == (log.delete("game"), log.delete("game"))
    assert [None] * 4 == [log.load("game"), log.news("game", *START), log.job(a_job().id), log.replay("game", "one")]
    assert ["other"] == [entry.game for entry in log.lobby(99, 9)]
    assert ({"other"}, ["other"]) == ({due.work.game for due in log.due(9, 9)}, [work.game for work in log.dead()])
    assert kept == [log.load("other"), log.job(a_job(game="other").id), log.replay("other", "one")]


def test_a_deleted_game_is_not_brought_back(log: Log) -> None:
    """A late writer is told that it is gone; a repeated opening is answered as before, and opens nothing."""
    first = commit(START, "opened", command="open")
    written(log, first)
    job = a_job()
    log.ask(job, 5, "asked", "print")
    log.delete("game")
    assert Gone() == log.append(commit(after(first), "late", command="late"))
    assert Gone() == log.append(commit(after(first), command="late, without records"))
    assert Replayed(first.receipt) == log.append(first)
    log.update_job(replace(job, status="running"))
    log.keep_replay("game", "one", b"1")
    assert [None] * 3 == [log.load("game"), log.job(job.id), log.replay("game", "one")]


# --- ceilings --------------------------------------------------------------------------------------------------------


def test_counting(log: Log) -> None:
    """Every bucket counts for itself, from one."""
    assert [1, 2, 3] == [log.count("one", 60) for _ in range(3)]
    assert 1 == log.count("two", 60)


def test_running_games_of_an_owner(log: Log) -> None:
    """Games count from when they are noted until they are over or deleted; noting one again changes nothing."""
    ones = {game: opened(log, game) for game in PARTITIONED[:3]}
    assert [1, 2, 3, 3] == [log.running("Ada", add=game) for game in (*ones, "a")]
    assert (1, 0) == (log.running("Bo", add="a"), log.running("Cy"))
    written(log, commit(after(ones["a"]), "over", game="a", command="2", status="over"))
    log.delete("b")
    assert (1, 0) == (log.running("Ada"), log.running("Bo"))


def test_unfinished_jobs_of_an_owner(log: Log) -> None:
    """Jobs count from when they are noted until they are finished, or gone with their game."""
    jobs = []
    for game in PARTITIONED[:3]:
        opened(log, game)
        jobs.append(a_job("1", game))
        log.ask(jobs[-1], 5, f"ask in {game}", "print")
    assert [1, 2, 3, 3] == [log.unfinished("Ada", add=job.id) for job in (*jobs, jobs[0])]
    assert 0 == log.unfinished("Cy")
    log.update_job(replace(jobs[0], status="running"))
    log.update_job(replace(jobs[1], status="done"))
    log.delete(jobs[2].game)
    assert 1 == log.unfinished("Ada")
