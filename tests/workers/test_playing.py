"""Playing for bots: late, doubled and repeated jobs included."""

from random import Random

from events.decide import calls_for
from events.history import Game
from events.log import Answer, Commit
from events.log.redis import RedisLog
from events.table.messages import HandOver
from tests.kinds import TOGETHER
from tests.waiting import wait_until
from tests.workers.workshop import PERSON, Workshop, bot
from workers.jobs import LAST_ATTEMPT, play_bots


def play(game: Game, attempt: int = 0) -> None:
    """The job for this game, run in this process."""
    work = calls_for(game)
    assert work
    play_bots(work.game, work.key, attempt)


def test_a_table_of_bots_plays_to_its_end(workshop: Workshop) -> None:
    """Four bots finish a game without anybody's help, and every move was a bot's own."""
    game = workshop.open(*[bot("random")] * 4)
    for _ in range(2):
        workshop.start_worker()
    workshop.wake(game)
    wait_until(lambda: workshop.now(game).table.status == "over", "the end of the game", 60)
    records = [each.record for each in workshop.handler.history(game.id).happened]
    assert {"bot:random"} == {record.by for record in records if record.v > game.version}
    assert {None} == {record.note for record in records}
    assert [] == workshop.handler.log.due(2**53, 9)


def test_bots_reply_to_a_person(workshop: Workshop) -> None:
    """They play until it is the person's turn again, and then nothing is called for."""
    game = workshop.open(PERSON, bot("random"), bot("random"))
    workshop.start_worker()
    while not calls_for(game):
        game = workshop.give_any(game, 0)
    workshop.wake(game)
    wait_until(lambda: calls_for(workshop.now(game)) is None, "the bots' replies")
    assert workshop.now(game).version > game.version
    assert [] == workshop.handler.log.due(2**53, 9)


def test_the_note_of_a_fallback_is_kept_in_the_record(workshop: Workshop) -> None:
    """Whoever reads the game after its end learns that the bot did not choose this."""
    game = workshop.open(bot("raising"), PERSON)
    play(game)
    first = workshop.handler.history(game.id).happened[game.version].record
    assert ("bot:raising", 0) == (first.by, first.seat)
    assert "raising failed with KeyError. A legal command was drawn instead." == first.note


def test_the_third_attempt_does_not_ask_the_bot(workshop: Workshop) -> None:
    """A turn that was lost twice is played by a fallback, so that a game never waits for ever."""
    game = workshop.open(bot("gate"), PERSON)
    play(game, LAST_ATTEMPT)
    first = workshop.handler.history(game.id).happened[game.version].record
    assert "2 attempts at this turn were lost. A legal command was drawn instead." == first.note
    assert 2 == LAST_ATTEMPT


def test_a_long_game_shares_its_worker(workshop: Workshop) -> None:
    """A job plays one turn, however late it is, and after its slice of time calls for the rest at the queue's end."""
    game = workshop.open(*[bot("random")] * 4)
    workshop.equip(workshop.handler.log, slice_seconds=0)
    play(game)
    after = workshop.now(game)
    history = workshop.handler.history(game.id)
    assert {game.version + 1} == {each.record.first for each in history.happened[game.version :]}
    assert {f"bots_{game.id}_{after.version}_0"} == workshop.queues.waiting()


def test_a_bot_that_has_time_does_not_play(workshop: Workshop) -> None:
    """Where the game waits for the other seat only, nothing is called for; and of two bots that one plays."""
    game, dice = workshop.open(PERSON, PERSON, rules=TOGETHER), Random(5)
    for _ in range(200):
        if (game.to_move(), game.awaited()) == ((0, 1), (1,)):
            break
        seat = dice.choice(game.to_move())
        game = workshop.give(game, seat, dice.choice(game.rules.legal(game.position, seat)))
    assert ((0, 1), (1,)) == (game.to_move(), game.awaited())
    game = workshop.give(game, None, HandOver(seat=0, bot="random"))
    assert calls_for(game) is None
    game = workshop.give(game, None, HandOver(seat=1, bot="random"))
    workshop.equip(workshop.handler.log, slice_seconds=0)
    play(game)
    assert 1 == workshop.handler.history(game.id).happened[game.version].record.seat


def test_a_late_or_repeated_job_does_nothing(workshop: Workshop) -> None:
    """A job for a version that is past, for one that is not there yet, or for a game that is gone: no effect."""
    game = workshop.open(bot("random"), PERSON)
    play(game)
    after = workshop.now(game)
    play(game)
    play_bots(game.id, str(after.version + 1), 0)
    play_bots("gone", "3", 0)
    assert after == workshop.now(game)


def test_two_jobs_for_the_same_turn_have_one_effect(workshop: Workshop) -> None:
    """An orphan and its replacement think at the same time; one of them plays, the other finds that it was done."""
    game = workshop.open(bot("gate"), PERSON)
    work = calls_for(game)
    assert work
    for _ in range(2):
        workshop.start_worker()
    assert [True, True] == [workshop.queues.wake(work, attempt) for attempt in range(2)]
    assert workshop.thinking() != workshop.thinking()
    workshop.go(2)
    wait_until(lambda: workshop.now(game).version > game.version, "the turn to be played")
    workshop.go(99)
    wait_until(lambda: not workshop.queues.running(), "the end of both jobs")
    records = [each.record for each in workshop.handler.history(game.id).happened]
    turns = [record.command_id for record in records if record.v == record.first]
    assert len(turns) == len(set(turns))


def test_a_bot_whose_answer_was_lost_plays_on(workshop: Workshop) -> None:
    """The log repeats what it did, and the job goes on from there, as if it had heard it the first time."""

    class Forgetful(RedisLog):
        """A log whose first answer never arrives, so that everything is sent twice."""

        def append(self, commit: Commit) -> Answer:
            super().append(commit)
            return super().append(commit)

    game = workshop.open(bot("random"), PERSON)
    workshop.equip(Forgetful(workshop.client))
    play(game)
    assert calls_for(workshop.now(game)) is None
