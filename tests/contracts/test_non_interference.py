"""Nothing in reach of a seat depends on what it may not know: the hidden is dealt anew, and all looks the same."""

import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from events.bots import BOTS as CATALOGUE
from events.bots import bot_for
from events.chance import Chance
from events.codec import encode
from events.errors import Refusal
from events.history import History
from events.rules import Command, Event, Viewer, carry_out
from events.table.messages import Rewind
from tests.contracts.playing import Case, Played, cases, fields_of, near_misses, play
from tests.events.tables import GAME, opened
from workers.bots import BOTS
from workers.thinking import Budget, Choose, Rng

every_case = pytest.mark.parametrize("case", cases(), ids=str)
hiding_case = pytest.mark.parametrize("case", [case for case in cases() if case.rules.hidden_information], ids=str)


@pytest.fixture
def games(case: Case, request: pytest.FixtureRequest) -> tuple[Played, ...]:
    """Random games of this case, with and without resignations."""
    numbers = range(request.config.getoption("--law-games"))
    return tuple(play(case, number, resigning=bool(number % 2)) for number in numbers)


class Guess(msgspec.Struct, frozen=True):
    """A position, and another one that this seat cannot tell from it."""

    seat: int
    truth: Any
    imagined: Any


def guesses(case: Case, games: tuple[Played, ...], count: int) -> Iterator[tuple[Played, Guess]]:
    """For every seat, `count` positions of each game with what the seat may imagine in their place."""
    for played in games:
        for step in played.some(count):
            for seat in range(case.seats):
                recall = case.rules.recall(step.before, seat)
                luck = Chance(played.seed, f"imagined by {seat}", step.moment)
                yield played, Guess(seat, step.before, case.rules.imagine(recall, luck))


@every_case
def test_what_is_imagined_could_be_true(case: Case, games: tuple[Played, ...]):
    """An imagined position is a whole one, and whoever imagined it would know the same in it."""
    for _, guess in guesses(case, games, 12):
        case.rules.invariant(guess.imagined)
        assert case.rules.recall(guess.truth, guess.seat) == case.rules.recall(guess.imagined, guess.seat)


@every_case
def test_nothing_in_reach_depends_on_what_is_hidden(case: Case, games: tuple[Played, ...]):
    """View, commands, prompt, outcome and refusals of a seat are those of any position it could imagine."""
    for played, guess in guesses(case, games, 10):
        seat, truth, imagined = guess.seat, guess.truth, guess.imagined
        assert case.rules.to_move(truth) == case.rules.to_move(imagined)
        assert case.rules.awaited(truth) == case.rules.awaited(imagined)
        assert case.rules.outcome(truth) == case.rules.outcome(imagined)
        assert case.rules.legal(truth, seat) == case.rules.legal(imagined, seat)
        assert case.rules.prompt(truth, seat) == case.rules.prompt(imagined, seat)
        for recent in (True, False):
            viewer, anybody = Viewer(seat=seat, recent=recent), Viewer(recent=recent)
            assert case.rules.view(truth, viewer) == case.rules.view(imagined, viewer)
            assert case.rules.view(truth, anybody) == case.rules.view(imagined, anybody)
        for command in near_misses(case, truth, seat, played, 6):
            assert _refused(case, truth, seat, command) == _refused(case, imagined, seat, command)


@every_case
def test_bots_choose_by_what_their_seat_may_know(case: Case, games: tuple[Played, ...]):
    """With the same luck, every bot makes the same choice in any position its seat could imagine; it is a legal one."""
    playing = [(bot.spec, BOTS[bot.spec]) for bot in CATALOGUE if bot_for(bot.spec, case.rules.name)]
    for _, guess in guesses(case, games, 6):
        if guess.seat in case.rules.to_move(guess.truth):
            for spec, choose in playing:
                chosen, guessed = (_choice(case, choose, each, guess.seat) for each in (guess.truth, guess.imagined))
                assert (spec, chosen) == (spec, guessed)
                assert chosen in case.rules.legal(guess.truth, guess.seat)


def _choice(case: Case, choose: Choose, position: Any, seat: int) -> Command:
    """What a bot does in this position, always with the same luck."""
    budget = Budget(time.monotonic() + 60)
    return choose(case.rules.recall(position, seat), case.rules.legal(position, seat), budget, Rng(seat))


def _refused(case: Case, position: Any, seat: int, command: Command) -> tuple[str, str | None, str]:
    try:
        events, _ = carry_out(case.rules, position, seat, command, Chance(b"", "", 0))
    except Refusal as refusal:
        return refusal.code, refusal.rule, refusal.detail
    raise AssertionError(f"{command} of seat {seat} was not refused but gave {events}")


@every_case
def test_a_seat_knows_what_it_is_shown(case: Case, games: tuple[Played, ...]):
    """Play goes on from the truth and from what a seat imagines: it is shown the same as long as it knows the same.

    So events tell nothing that a perfect memory may not hold, and memory holds nothing that was not told.
    """
    for played, guess in guesses(case, games, 6):
        seat, truth, imagined = guess.seat, guess.truth, guess.imagined
        viewer = Viewer(seat=seat)
        for number in range(8):
            actor, command = _common_command(case, truth, imagined, number)
            if command is None:
                break
            events, truth = carry_out(case.rules, truth, actor, command, Chance(played.seed, "on", number))
            others, imagined = carry_out(case.rules, imagined, actor, command, Chance(played.seed, "on", number))
            shown_the_same = _shown(case, events, viewer) == _shown(case, others, viewer)
            assert shown_the_same == (case.rules.recall(truth, seat) == case.rules.recall(imagined, seat))
            if not shown_the_same:
                break
            assert case.rules.view(truth, viewer) == case.rules.view(imagined, viewer)


def _common_command(case: Case, truth: Any, imagined: Any, number: int) -> tuple[int, Command | None]:
    """A command that is legal in both positions, if there is one, and the seat that gives it."""
    actors = case.rules.to_move(truth) or (0,)
    actor = actors[number % len(actors)]
    both = set(case.rules.legal(imagined, actor))
    commands = [command for command in case.rules.legal(truth, actor) if command in both]
    return actor, commands[len(commands) * number // 8] if commands else None


@every_case
def test_a_set_up_shows_no_more_than_is_known(case: Case):
    """Two set-ups after which a seat knows the same were shown to it the same, however the hidden was dealt."""
    known: dict[Any, tuple[str, ...]] = {}
    for number in range(40):
        played = play(case, number, most=0)
        for seat in range(case.seats):
            shown = _shown(case, played.laid_out, Viewer(seat=seat))
            assert shown == known.setdefault((seat, encode(case.rules.recall(played.start, seat))), shown)


@hiding_case
def test_imagination_deals_the_hidden_anew(case: Case, games: tuple[Played, ...]):
    """Where something is hidden from a seat, it imagines different positions: its recall does not hold the truth."""
    for played in games:
        for seat in range(case.seats):
            recall = case.rules.recall(played.start, seat)
            imagined = [case.rules.imagine(recall, Chance(played.seed, "anew", number)) for number in range(8)]
            assert any(imagined[0] != other for other in imagined)


@every_case
def test_views_tell_no_more_than_events(case: Case):
    """Whoever was shown the same events so far sees the same view and knows the same, whatever lies hidden."""
    known: dict[Any, Any] = {}
    for number in range(40):
        played = play(case, number, most=6)
        for seat in range(case.seats):
            for recent in (True, False):
                viewer = Viewer(seat=seat, recent=recent)
                shown: tuple[str, ...] = ()
                for event, position in list(played.positions())[:12]:
                    shown = (*shown, *_shown(case, (event,), viewer))
                    reached = (case.rules.view(position, viewer), case.rules.recall(position, seat) if recent else None)
                    assert reached == known.setdefault((viewer, shown), reached)


def _shown(case: Case, events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    """What the viewer is shown of these events, so that it can be compared."""
    return tuple(f"{event.stored} {sorted(case.rules.shown(event, viewer).items())}" for event in events)


# --- strict memory, over whole logs ---------------------------------------------------------------------------------


def strict_cases() -> tuple[Case, ...]:
    """The cases in which the option `memory` lets seats forget."""
    with_memory = [
        case for case in cases() if "memory" in {field.encode_name for field in fields_of(case.rules.options)}
    ]
    return tuple(case for case in with_memory if dict(case.options).get("memory", "strict") == "strict")


@pytest.mark.parametrize("case", strict_cases(), ids=str)
def test_logs_that_a_seat_cannot_tell_apart_look_the_same(case: Case):
    """Strict memory. Two logs that show a seat the same events show it the same views, at every version.

    What it saw when it gave its last command counts as shown; undone branches are in these logs too.
    """
    known: dict[Any, Any] = {}
    for number in range(30):
        dice = random.Random(f"{case} {number}")
        table = opened(case.rules, case.seats, seed=dice.randbytes(32), **dict(case.options))
        for _ in range(dice.randrange(1, 8)):
            table.play(1, dice)
            seat = dice.randrange(case.seats)
            if dice.random() < 0.2 and table.history.decisions(seat) and table.game.to_move():
                table.do(Rewind(seat=seat), seat)
        loaded = table.log.load(GAME)
        assert loaded is not None
        firsts = [each.record.first for each in table.history.happened]
        for version in sorted({first - 1 for first in firsts if first > 1} | {len(firsts)}):  # the ends of all commits
            history = History(GAME, table.seed, loaded.records[:version])
            for viewer in (None, *range(case.seats)):
                shown, seen = _reached(history, viewer)
                assert seen == known.setdefault((viewer, shown), seen)


def _reached(history: History, seat: int | None) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What a seat can read today of every record, and the views of every version."""
    game = history.game()
    if game.table.status == "over":
        return (), ()
    acted = min(game.acted) if seat is None else game.acted[seat]
    before = history.position(acted - 1) if acted else None
    remembered = "" if before is None else str(game.rules.view(before, Viewer(seat=seat)))
    shown = tuple(
        (record.type, record.seat, record.first, is_play and str(game.rules.shown(event, game.viewer(seat, record.v))))
        for record, event, is_play in history.happened
    )
    views = tuple(
        game.rules.view(position, game.viewer(seat, version))
        for version in range(1, history.version + 1)
        if (position := history.position(version)) is not None
    )
    return (remembered, shown), views
