"""What a log promises, in each of its homes: the lobby, work and jobs, deletion, and what ceilings need."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.log import (
    Appended,
    Due,
    Gone,
    Job,
    Log,
    Replayed,
    Reused,
    Work,
    job_id,
    work_of,
)
from tests.contracts.homes import FAR_APART, START, after, commit, opened, written

# --- the lobby -------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_public_games_the_newest_first(log: Log) -> None:
    """Games that were opened with a creation time are listed with their status and rules as of now, page by page."""
    for at, game in enumerate(FAR_APART, 1):
        opened(log, game, lobby=at, status="open", rules=f"rules {at}")
    opened(log, "private")
    one = commit(START, "opened", game="c", command="open c")
    written(log, commit(after(one), "a", game="c", command="2", status="over"))
    entries = log.lobby(10**15, 99)
    assert list(reversed(FAR_APART)) == [entry.game for entry in entries]
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
    works = [Work("bots", game, str(at)) for at, game in enumerate(FAR_APART)]
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
    ones = {game: opened(log, game) for game in FAR_APART[:3]}
    assert [1, 2, 3, 3] == [log.running("Ada", add=game) for game in (*ones, "a")]
    assert (1, 0) == (log.running("Bo", add="a"), log.running("Cy"))
    written(log, commit(after(ones["a"]), "over", game="a", command="2", status="over"))
    log.delete("b")
    assert (1, 0) == (log.running("Ada"), log.running("Bo"))


def test_unfinished_jobs_of_an_owner(log: Log) -> None:
    """Jobs count from when they are noted until they are finished, or gone with their game."""
    jobs = []
    for game in FAR_APART[:3]:
        opened(log, game)
        jobs.append(a_job("1", game))
        log.ask(jobs[-1], 5, f"ask in {game}", "print")
    assert [1, 2, 3, 3] == [log.unfinished("Ada", add=job.id) for job in (*jobs, jobs[0])]
    assert 0 == log.unfinished("Cy")
    log.update_job(replace(jobs[0], status="running"))
    log.update_job(replace(jobs[1], status="done"))
    log.delete(jobs[2].game)
    assert 1 == log.unfinished("Ada")
