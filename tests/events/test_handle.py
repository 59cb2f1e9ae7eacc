"""One command from start to finish: who writes first, what is answered twice, and when a refusal may be believed."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from events.chance import Chance, commitment
from events.decide import TABLE_LIMIT, decide
from events.errors import GameNotFound, KeyReused, Refusal, StaleVersion, Unavailable
from events.handle import TRIES, Done, Handler
from events.history import Game
from events.log import Answer, Commit, Diverged, Loaded, News, Work
from events.log.memory import MemoryLog
from events.record import read
from events.rules import Command, Event, Resign
from events.table.messages import GameEnded, GameOpened, HandOver, LeaveSeat, Rewind, TakeSeat
from tests.events.tables import ANY, BEGAN, GAME, LiveTable, opened

SEED = bytes(32)


def first_legal(game: Game) -> tuple[int, Command]:
    """A seat to move and its first legal command."""
    seat = game.to_move()[0]
    return seat, game.rules.legal(game.position, seat)[0]


def other_process(table: LiveTable) -> Handler:
    """A handler of another process on the same log: it knows nothing yet, or what it read before."""
    return Handler(table.log, lambda: BEGAN)


def end(table: LiveTable) -> Done:
    """All resign until the game is over."""
    done = table.opened
    while table.game.to_move():
        done = table.do(Resign(), table.game.to_move()[0])
    return done


# --- writing ----------------------------------------------------------------------------------------------------------


def test_a_commit_is_stored_as_it_was_decided():
    """Every record tells seat, author, command id, the commit's first version and the time; the first the command."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    done = table.do(command, seat, by="bot:random", command_id="the id", note="thought for long")
    records = [each.record for each in table.history.happened[done.receipt.first - 1 :]]
    assert list(range(done.receipt.first, done.receipt.last + 1)) == [record.v for record in records]
    assert {(seat, "bot:random", "the id", done.receipt.first)} == {
        (record.seat, record.by, record.command_id, record.first) for record in records
    }
    assert [True] + [False] * (len(records) - 1) == [bool(record.command) for record in records]
    assert ["thought for long"] + [None] * (len(records) - 1) == [record.note for record in records]


def test_time_does_not_run_backwards():
    """A clock that is set back gives no record an earlier time than the one before it."""
    table = opened(ANY).play(1)
    seat, command = first_legal(table.game)
    done = Handler(table.log, lambda: 5).handle(GAME, table.request(command, seat=seat))
    times = [each.record.at for each in table.history.happened]
    assert sorted(times) == times
    assert times[-1] == done.game.updated_at


def test_a_command_that_changes_nothing_writes_nothing():
    """Handing a seat to who plays it already is accepted and leaves no record."""
    table = opened(ANY)
    version = table.game.version
    done = table.do(HandOver(seat=0, bot=None))
    assert (version, version + 1, version) == (done.game.version, done.receipt.first, done.receipt.last)


def test_a_lost_race_is_decided_again():
    """When another process wrote first, the command is decided on the newer state, without the caller's help."""
    table = opened(ANY)
    late = other_process(table)
    late.game(GAME)
    table.do(HandOver(seat=0, bot="random"))
    seat, command = first_legal(table.game)
    done = late.handle(GAME, table.request(command, seat=seat))
    assert table.game == done.game
    assert "bot" == done.game.table.seats[0].kind


def test_a_lost_race_against_a_rewind_is_decided_again():
    """Also when the records in between took moves back."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    table.do(command, seat)
    late = other_process(table)
    late.game(GAME)
    table.do(Rewind(seat=seat), seat)
    done = late.handle(GAME, table.request(command, seat=seat))
    assert table.game == done.game


class Interrupted(MemoryLog):
    """A log onto which others write just before an append, as often as `interruptions` say."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptions: list[Callable[[], object]] = []

    def append(self, commit: Commit) -> Answer:
        """Write a commit, after somebody else has."""
        if self.interruptions:
            interrupt, *later = self.interruptions
            self.interruptions = []
            interrupt()
            self.interruptions = later
        return super().append(commit)


def racing(times: int) -> tuple[LiveTable, Handler]:
    """A table, and a handler that will lose so many races: each time seat 0 goes to a bot, or back."""
    log = Interrupted()
    table = opened(ANY, log=log)
    kinds = ("random", None) * times
    log.interruptions = [partial(table.do, HandOver(seat=0, bot=kind)) for kind in kinds[:times]]
    return table, other_process(table)


def test_several_lost_races_are_run_again():
    """A command wins in the end, as long as it does not lose every time."""
    table, handler = racing(TRIES - 1)
    seat, command = first_legal(table.game)
    assert handler.handle(GAME, table.request(command, seat=seat)).game.moment > table.opened.game.moment


def test_who_always_loses_is_asked_to_come_back():
    """After some lost races the caller is told to try later; nothing of the command is in the log."""
    table, handler = racing(TRIES)
    seat, command = first_legal(table.game)
    with pytest.raises(Unavailable):
        handler.handle(GAME, table.request(command, seat=seat))
    assert table.opened.game.moment == table.game.moment


class Forgetful(MemoryLog):
    """A log that answers the next append, when told so, as after a failover that lost what the writer had seen."""

    lost = False

    def append(self, commit: Commit) -> Answer:
        """Write a commit, but not this time."""
        if self.lost:
            self.lost = False
            return Diverged()
        return super().append(commit)


def test_after_lost_writes_the_game_is_read_anew():
    """When the log is not the one that a command was decided on, the game is loaded and the command decided again."""
    log = Forgetful()
    table = opened(ANY, log=log)
    seat, command = first_legal(table.game)
    log.lost = True
    assert table.game.version < table.do(command, seat).game.version


# --- once and only once -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fresh", [False, True])
def test_the_same_command_id_has_its_effect_once(fresh: bool):
    """Asked again, also by another process, a command gives its first receipt and does nothing."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    request = table.request(command, seat=seat)
    first = table.handler.handle(GAME, request)
    again = (other_process(table) if fresh else table.handler).handle(GAME, request)
    assert (True, first.receipt, first.game) == (again.replayed, again.receipt, again.game)
    assert () == tuple(again.happened)


def test_a_process_that_lags_behind_does_not_repeat_a_command():
    """A process that saw the game before the command writes nothing either: the log knows the id."""
    table = opened(ANY)
    late = other_process(table)
    late.game(GAME)
    seat, command = first_legal(table.game)
    request = table.request(command, seat=seat)
    first = table.handler.handle(GAME, request)
    again = late.handle(GAME, request)
    assert (True, first.receipt, first.game) == (again.replayed, again.receipt, again.game)


def test_a_repeated_command_is_answered_after_later_ones_too():
    """The first receipt is given again however far the game has gone on, together with the newest game."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    request = table.request(command, seat=seat)
    first = table.handler.handle(GAME, request)
    end(table)
    again = table.handler.handle(GAME, request)
    assert (True, first.receipt, table.game) == (again.replayed, again.receipt, again.game)


def test_the_same_id_with_another_command_is_told():
    """An id that comes again with another fingerprint is refused, whether its command would be legal or not."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    table.do(command, seat, command_id="the id")
    for other in (HandOver(seat=0, bot="random"), HandOver(seat=99, bot=None)):
        with pytest.raises(KeyReused):
            table.do(other, command_id="the id")


def test_a_game_is_opened_once():
    """Opening again with the same id and fingerprint gives the same game; with another fingerprint it is refused."""
    table = opened(ANY)
    loaded = table.log.load(GAME)
    again = table.handler.open(GAME, SEED, table.opening)
    assert (True, table.opened.receipt, table.game) == (again.replayed, again.receipt, again.game)
    with pytest.raises(KeyReused):
        table.handler.open(GAME, SEED, replace(table.opening, fingerprint="another"))
    assert loaded == table.log.load(GAME)


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_refusal_is_decided_on_the_newest_state():
    """A process that lags behind would refuse what is legal by now; it reads once more and carries it out."""
    table = opened(ANY)
    late = other_process(table)
    late.game(GAME)
    before = table.game
    (seat,) = before.to_move()
    while table.game.to_move() == before.to_move():
        table.do(first_legal(table.game)[1], seat)
    following, answer = first_legal(table.game)
    assert late.handle(GAME, table.request(answer, seat=following)).game == table.game


def test_a_refused_command_leaves_no_receipt():
    """Only what wrote something is remembered: the same id may be used once the command is legal."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    other = next(seat for seat in range(ANY.players[0]) if seat not in table.game.to_move())
    with pytest.raises(Refusal, match="not to move"):
        table.do(command, other, command_id="the id", fingerprint="print")
    assert not table.do(command, seat, command_id="the id", fingerprint="print").replayed


def test_nothing_is_played_before_the_start_and_after_the_end():
    """Commands are refused until every seat is taken, and once the game is over."""
    table = opened(ANY, kinds="person open")
    table.refused(Resign(), "game_not_started", seat=0)
    table.refused(Rewind(seat=0), "undo_not_allowed", seat=0)
    table.do(TakeSeat(seat=1, name="Bo", token="hash"))
    seat, command = first_legal(table.game)
    end(table)
    table.refused(command, "game_ended", seat=seat)
    table.refused(Resign(), "game_ended", seat=seat)
    table.refused(Rewind(seat=seat), "undo_not_allowed", seat=seat)


def test_nobodys_seat_cannot_play():
    """A command without a seat is refused."""
    table = opened(ANY)
    table.refused(first_legal(table.game)[1], "forbidden")


def test_who_may_ask_is_judged_on_every_state():
    """`authorize` is asked about each state that the command is decided on, and its refusal stands."""
    table = opened(ANY)
    seen: list[int] = []

    def authorize(game: Game) -> None:
        seen.append(game.version)
        if game.table.seats[0].kind == "bot":
            raise Refusal("forbidden", "A bot plays this seat.")

    seat, command = first_legal(table.game)
    late = other_process(table)
    known = late.game(GAME).version
    table.do(HandOver(seat=0, bot="random"))
    with pytest.raises(Refusal, match="A bot plays"):
        late.handle(GAME, table.request(command, seat=seat, authorize=authorize))
    assert [known, known + 1] == seen


def test_a_game_that_is_not_there_is_told():
    """Reading, writing and looking into a game that does not exist, or was deleted, say so."""
    table = opened(ANY)
    request = table.request(first_legal(table.game)[1], seat=0)
    table.handler.delete(GAME)
    for ask in (
        lambda: table.handler.game(GAME),
        lambda: table.handler.history(GAME),
        lambda: table.handler.handle(GAME, request),
        lambda: table.handler.dry_run(GAME, request),
    ):
        with pytest.raises(GameNotFound):
            ask()


def test_a_game_deleted_by_another_process_is_gone():
    """Also a process that knew the game finds that it is gone, whether its command would be legal or refused."""
    for command in (Resign(), HandOver(seat=99, bot=None)):
        table = opened(ANY)
        table.log.delete(GAME)
        with pytest.raises(GameNotFound):
            table.do(command, 0)


# --- insisting on a version -------------------------------------------------------------------------------------------


def test_a_command_counts_at_the_version_it_insists_on():
    """With the newest version, and with the beginning of its hash, a command is carried out."""
    table = opened(ANY)
    for letters in (0, 8, 64):
        game = table.game
        seat, command = first_legal(game)
        assert game.version < table.do(command, seat, expected=game.version, head=game.head[:letters]).game.version


@pytest.mark.parametrize("off", [-1, 1, 100])
def test_a_command_does_not_count_at_another_version(off: int):
    """An older or a future version is stale, and the newest one is told; nothing is written."""
    table = opened(ANY).play(1)
    seat, command = first_legal(table.game)
    version = table.game.version
    with pytest.raises(StaleVersion) as stale:
        table.do(command, seat, expected=version + off)
    assert version == stale.value.version == table.game.version


def test_a_version_of_another_history_is_stale():
    """The right number with another hash is not the version that the caller saw."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    with pytest.raises(StaleVersion):
        table.do(command, seat, expected=table.game.version, head="not this one")


def test_who_insists_does_not_race():
    """When others write first, who insists on a version is told, instead of being decided anew."""
    table, handler = racing(1)
    seat, command = first_legal(table.game)
    with pytest.raises(StaleVersion):
        handler.handle(GAME, table.request(command, seat=seat, expected=table.game.version))


def test_a_process_that_lags_behind_reads_before_it_calls_a_version_stale():
    """A caller who has seen more than this process is right."""
    table = opened(ANY)
    late = other_process(table)
    late.game(GAME)
    table.do(HandOver(seat=0, bot="random"))
    seat, command = first_legal(table.game)
    request = table.request(command, seat=seat, expected=table.game.version)
    assert late.handle(GAME, request).game == table.game


def test_a_repeated_command_is_answered_although_its_version_is_stale_by_now():
    """Who asks again with the id and version of the first time gets the first answer."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    request = table.request(command, seat=seat, expected=table.game.version)
    first = table.handler.handle(GAME, request)
    assert first.receipt == table.handler.handle(GAME, request).receipt


# --- dry runs ---------------------------------------------------------------------------------------------------------


def test_a_dry_run_decides_and_writes_nothing():
    """A legal command gives the game it was decided on, a refused one its refusal, and the log stays as it is."""
    table = opened(ANY)
    seat, command = first_legal(table.game)
    other = next(each for each in range(ANY.players[0]) if each != seat)
    assert table.game == table.handler.dry_run(GAME, table.request(command, seat=seat))
    with pytest.raises(Refusal, match="not to move"):
        table.handler.dry_run(GAME, table.request(command, seat=other))
    assert table.opened.game == table.game


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_end_reveals_the_seed():
    """C-3. The seed's hash stands in the first record, the seed in the last, and in no record between."""
    table = opened(ANY).play(3)
    end(table)
    first, last = table.history.happened[0].event, table.history.happened[-1].event
    assert isinstance(first, GameOpened)
    assert isinstance(last, GameEnded)
    assert commitment(SEED) == first.commitment == commitment(bytes.fromhex(last.seed))
    loaded = table.log.load(GAME)
    assert loaded is not None
    telling = [read(each).v for each in loaded.records if SEED.hex().encode() in each.data]
    assert [table.game.version] == telling
    assert last.outcome() == table.game.table.outcome


def test_the_end_is_in_the_commit_that_brings_it():
    """No reader ever sees a game that is won and not over."""
    table = opened(ANY)
    done = end(table)
    assert ("over", done.receipt.last) == (done.game.table.status, done.game.version)
    assert done.receipt.first < done.receipt.last


def test_near_the_length_limit_the_table_stands_still():
    """C-9. From 4,500 records on seats no longer change and nothing is taken back, so that the play can go on."""
    table = opened(ANY)
    seat, command = first_legal(table.game)

    def decided(command: Command, version: int) -> tuple[Event, ...]:
        game = replace(table.game, version=version)
        return decide(game, seat, command, Chance(SEED, GAME, 0), lambda: table.history)

    for refused in (HandOver(seat=0, bot="random"), LeaveSeat(seat=0), TakeSeat(0, "Bo", "hash"), Rewind(seat=0)):
        with pytest.raises(Refusal) as refusal:
            decided(refused, TABLE_LIMIT)
        assert ("game_too_long", "C-9") == (refusal.value.code, refusal.value.rule)
    assert decided(HandOver(seat=0, bot="random"), TABLE_LIMIT - 1)
    assert decided(command, TABLE_LIMIT)


# --- work that a commit calls for -------------------------------------------------------------------------------------


def test_a_turn_of_a_bot_is_called_for_until_it_is_made():
    """A commit after which a bot is to move calls for its turn, and the commit that makes it ends that call."""
    table = opened(ANY, kinds="bot")
    asked = [due.work for due in table.log.due(BEGAN * 2, 10)]
    assert [Work(kind="bots", game=GAME, key=str(table.game.version))] == asked
    seat, command = first_legal(table.game)
    table.do(command, seat)
    assert [Work(kind="bots", game=GAME, key=str(table.game.version))] == [d.work for d in table.log.due(BEGAN * 2, 10)]
    end(table)
    assert [] == table.log.due(BEGAN * 2, 10)


def test_people_are_not_called_for():
    """While only people are to move no work is called for."""
    assert [] == opened(ANY).play(2).log.due(BEGAN * 2, 10)


def test_a_bot_that_takes_over_is_called_for():
    """Handing the seat to move to a bot calls for its turn; taking it back ends the call."""
    table = opened(ANY)
    seat = table.game.to_move()[0]
    table.do(HandOver(seat=seat, bot="random"))
    assert [str(table.game.version)] == [due.work.key for due in table.log.due(BEGAN * 2, 10)]
    table.do(HandOver(seat=seat, bot=None))
    assert [] == table.log.due(BEGAN * 2, 10)


class Counting(MemoryLog):
    """A log that counts how often it is asked."""

    asked = 0

    def append(self, commit: Commit) -> Answer:
        """Write a commit."""
        self.asked += 1
        return super().append(commit)

    def load(self, game: str) -> Loaded | None:
        """The whole game."""
        self.asked += 1
        return super().load(game)

    def head(self, game: str) -> tuple[int, str] | None:
        """Where it stands."""
        self.asked += 1
        return super().head(game)

    def news(self, game: str, version: int, head: str, command_id: str | None = None) -> News | None:
        """What is new."""
        self.asked += 1
        return super().news(game, version, head, command_id)


def test_a_command_on_a_known_game_asks_the_log_once():
    """A process that knows the game needs a single round trip per command, and one to read it."""
    log = Counting()
    table = opened(ANY, log=log)
    seat, command = first_legal(table.game)
    log.asked = 0
    table.do(command, seat)
    assert 1 == log.asked
    table.handler.game(GAME)
    assert 2 == log.asked


def test_who_follows_a_game_is_given_what_is_new_at_once():
    """Where the process saw the game last, one round trip brings the records, too; elsewhere only the game."""
    log = Counting()
    table = opened(ANY, log=log)
    other = Handler(log, lambda: 0)
    version = other.game(GAME).version
    table.do(*first_legal(table.game)[::-1])
    log.asked = 0
    game, news = other.following(GAME, version)
    assert 1 == log.asked
    assert table.game == game
    assert news is not None
    assert [*log.records(GAME, version, game.version)] == [*news]
    assert (game, None) == other.following(GAME, version)
