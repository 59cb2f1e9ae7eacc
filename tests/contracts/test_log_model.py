"""Many writers at once, and long random stories against a model made of lists: the log stays what it promised."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import Barrier
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from events.log import Answer, Appended, Commit, Conflict, Diverged, Due, Gone, Log, News, Replayed, Reused, Work
from events.log.memory import MemoryLog
from events.record import Stored
from service.embedded import EmbeddedRedis
from tests.contracts.homes import START, after, commit, emptied, listed
from tests.contracts.racing import faults, open_games, race, race_in_processes

# --- races -----------------------------------------------------------------------------------------------------------


def test_eight_racing_writers(log: Log) -> None:
    """3,000 commits of eight threads for few games: no version is won twice, none is missing, every chain holds."""
    games = open_games(log, 6)
    wins = race(log, games, 3_000)
    assert (3_000, []) == (len(wins), list(faults(log, games, wins)))


def test_racing_processes(server: EmbeddedRedis) -> None:
    """The same between two processes of eight threads each."""
    log = emptied(server)
    games = open_games(log, 6)
    wins = race_in_processes(server.url, games, 1_600)
    assert (1_600, []) == (len(wins), list(faults(log, games, wins)))


def at_once(actions: Sequence[Callable[[], Any]]) -> list[Any]:
    """What these actions answered, all started at the same moment."""
    barrier = Barrier(len(actions))

    def act(action: Callable[[], Any]) -> Any:
        barrier.wait(30)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions))


def test_identical_commands_at_once(log: Log) -> None:
    """32 times the same command at once: one effect, 32 answers that say the same."""
    one = commit(START, "opened", command="open")
    log.append(one)
    same = commit(after(one), "a", "b", command="same", work=[(Work("bots", "game", "3"), 5)])
    answers = at_once([partial(log.append, same)] * 32)
    assert 1 == answers.count(Appended())
    assert 31 == answers.count(Replayed(same.receipt))
    loaded = log.load("game")
    assert loaded is not None
    assert [*one.records, *same.records] == list(loaded.records)
    assert [Due(Work("bots", "game", "3"), 5, 0)] == log.due(9, 9)


def test_first_commits_at_once(log: Log) -> None:
    """However many open the same game with different commands, one of them does."""
    for game in map(str, range(20)):
        commits = [commit(START, f"opened by {n}", game=game, command=f"{game} by {n}") for n in range(8)]
        answers = at_once([partial(log.append, each) for each in commits])
        (winner,) = (n for n, answer in enumerate(answers) if answer == Appended())
        loaded = log.load(game)
        assert loaded is not None
        assert [*commits[winner].records] == list(loaded.records)
        assert 7 == sum(isinstance(answer, Conflict) for answer in answers)


# --- a model ---------------------------------------------------------------------------------------------------------

GAMES = ("a", "b", "c")
games = st.sampled_from(GAMES)
keys = st.sampled_from("12")
works = st.builds(Work, st.just("bots"), games, keys)
times = st.integers(0, 50)


class LogAndModel(RuleBasedStateMachine):
    """Does the same to a log and to a few lists, and compares all answers and all that can be read."""

    def __init__(self, empty_log: Callable[[], Log]) -> None:
        super().__init__()
        self.log = empty_log()
        self.games: dict[str, list[Stored]] = {}
        self.receipts: dict[str, Commit] = {}
        self.seen: dict[str, list[tuple[int, str]]] = {game: [START, (2, "e" * 64)] for game in GAMES}
        self.due: dict[Work, tuple[int, int]] = {}
        self.dead: set[Work] = set()
        self.lobby: dict[str, int] = {}
        self.commands = count()

    @rule(
        game=games,
        back=st.integers(0, 20),
        texts=st.lists(st.binary(max_size=9), max_size=3),
        is_first=st.booleans(),
        work=st.lists(st.tuples(keys, times), max_size=2),
        done=st.lists(keys, max_size=2),
        lobby=st.none() | times,
    )
    def append(
        self,
        game: str,
        back: int,
        texts: list[bytes],
        is_first: bool,
        work: list[tuple[str, int]],
        done: list[str],
        lobby: int | None,
    ) -> None:
        """A new command, decided on anything that was ever seen of the game."""
        expected = self.seen[game][-1 - back % len(self.seen[game])]
        more: dict[str, Any] = {"lobby": lobby} if is_first and expected == START and texts else {"seed": None}
        more["work"] = [(Work("bots", game, key), at) for key, at in work]
        more["done"] = [Work("bots", game, key) for key in done]
        self.send(commit(expected, *texts, game=game, command=f"{game} {next(self.commands)}", **more))

    @rule(data=st.data(), is_same=st.booleans(), is_fresh=st.booleans())
    def repeat(self, data: st.DataObject, is_same: bool, is_fresh: bool) -> None:
        """A command that had its effect before, as it was or decided anew, or another one under its id."""
        if not self.receipts:
            return
        old = self.receipts[data.draw(st.sampled_from(sorted(self.receipts)))]
        expected = self.seen[old.game][-1] if is_fresh else old.expected
        fingerprint = old.fingerprint if is_same else "another"
        self.send(commit(expected, "again", game=old.game, command=old.command_id, fingerprint=fingerprint))

    def send(self, wanted: Commit) -> None:
        """To both; they must answer the same."""
        answer = self.answer(wanted)
        assert answer == listed(self.log.append(wanted))
        if answer != Appended():
            return
        self.receipts[wanted.command_id] = wanted
        if wanted.game not in self.games and wanted.lobby is not None:
            self.lobby[wanted.game] = wanted.lobby
        if wanted.records:
            self.games.setdefault(wanted.game, []).extend(wanted.records)
            self.seen[wanted.game].append(after(wanted))
        for work in wanted.done:
            self.due.pop(work, None)
            self.dead.discard(work)
        for work, at in wanted.work:
            self.due[work] = at, self.due.get(work, (0, 0))[1]

    def answer(self, wanted: Commit) -> Answer:
        """What the promise says."""
        if (old := self.receipts.get(wanted.command_id)) is not None:
            return Replayed(old.receipt) if old.fingerprint == wanted.fingerprint else Reused()
        records = self.games.get(wanted.game)
        version, head = wanted.expected
        if records is None:
            return Appended() if version == 0 and wanted.seed is not None else Gone()
        if version > len(records) or (version and records[version - 1].hash != head):
            return Diverged()
        return Conflict(len(records), records[version:]) if version < len(records) else Appended()

    @rule(game=games)
    def delete(self, game: str) -> None:
        """The game and its work are gone."""
        assert (self.games.pop(game, None) is not None) == self.log.delete(game)
        self.lobby.pop(game, None)
        self.due = {work: due for work, due in self.due.items() if work.game != game}
        self.dead = {work for work in self.dead if work.game != game}

    @rule(work=works, until=times, attempts=st.integers(0, 2))
    def postpone(self, work: Work, until: int, attempts: int) -> None:
        """An attempt more, if it is still called for and nobody was faster."""
        counts = work in self.due and self.due[work][1] == attempts
        if counts:
            self.due[work] = until, attempts + 1
        assert counts == self.log.postpone(Due(work, 0, attempts), until)

    @rule(work=works)
    def bury(self, work: Work) -> None:
        """It is given up, if it is still called for."""
        if self.due.pop(work, None) is not None:
            self.dead.add(work)
        self.log.bury(work)

    @rule(game=games, back=st.integers(0, 20))
    def news(self, game: str, back: int) -> None:
        """What is new since anything that was ever seen of the game."""
        version, head = self.seen[game][-1 - back % len(self.seen[game])]
        records = self.games.get(game)
        if records is None:
            assert self.log.news(game, version, head) is None
            return
        is_prefix = version <= len(records) and (version == 0 or records[version - 1].hash == head)
        expected = News(len(records), records[-1].hash, records[version:] if is_prefix else None)
        assert expected == listed(self.log.news(game, version, head))

    @invariant()
    def reads_the_same(self) -> None:
        """Everything that can be read is what the model says."""
        for game in GAMES:
            loaded = self.log.load(game)
            assert self.games.get(game) == (None if loaded is None else list(loaded.records))
        due = sorted((Due(work, *how) for work, how in self.due.items()), key=lambda due: (due.at, due.work))
        assert ([d for d in due if d.at <= 25][:3], due) == (self.log.due(25, 3), self.log.due(50, 99))
        assert sorted(self.dead) == self.log.dead()
        assert self.lobby == {entry.game: entry.created_at for entry in self.log.lobby(51, 9)}


@pytest.mark.parametrize("home", ["memory", "redis_server", "system_redis"])
def test_random_stories(home: str, request: pytest.FixtureRequest) -> None:
    """Whatever happens in whichever order, a log answers and keeps what the model does."""
    make: Callable[[], Log] = MemoryLog
    if home != "memory":
        server = request.getfixturevalue(home)
        in_redis = emptied(server)

        def make() -> Log:
            server.client().flushall()
            return in_redis

    bounds = settings(max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(cast(Any, lambda: LogAndModel(make)), settings=bounds)
