"""The laws that every kind of game keeps, whatever its rules, its number of seats and its options."""

import re
from typing import Any

import msgspec
import pytest

from events.chance import Chance
from events.codec import codec, encode
from events.errors import Refusal
from events.log import MAX_RECORDS
from events.rules import EVERYTHING, Command, Event, Resign, carry_out, set_up, wire_name
from events.table.decide import options_of
from events.table.messages import EVENTS as TABLE_EVENTS
from tests.contracts.playing import Case, Played, cases, near_misses, play

every_case = pytest.mark.parametrize("case", cases(), ids=str)
RULE = re.compile(r"[RDC]-\d+")


@pytest.fixture
def games(case: Case, request: pytest.FixtureRequest) -> tuple[Played, ...]:
    """Random games of this case, played to their end."""
    return tuple(play(case, number) for number in range(request.config.getoption("--law-games")))


@pytest.fixture
def resigned_games(case: Case, request: pytest.FixtureRequest) -> tuple[Played, ...]:
    """Random games of this case in which seats resign now and then."""
    return tuple(play(case, number, resigning=True) for number in range(request.config.getoption("--law-games")))


# --- how a game goes ------------------------------------------------------------------------------------------------


@every_case
def test_random_games_end(case: Case, games: tuple[Played, ...]):
    """A game played at random ends, for a reason and by a rule of its documentation, or reaches the length limit."""
    for played in games:
        outcome = case.rules.outcome(played.end)
        if outcome is None:
            assert len(played.events) >= MAX_RECORDS
        else:
            assert outcome.reason in case.rules.reasons
            assert outcome.rule in RULE.findall(case.rules.documentation)
            assert set(outcome.winners) <= set(range(case.seats))
            assert outcome.scores is None or len(outcome.scores) == case.seats


@every_case
def test_somebody_is_to_move_until_there_is_an_outcome(case: Case, games: tuple[Played, ...]):
    """`to_move` is empty exactly when the game has ended, after every single event."""
    for played in games:
        for event, position in played.positions():
            assert (case.rules.outcome(position) is not None) == (case.rules.to_move(position) == ()), event


@every_case
def test_who_is_to_move_can_move_and_is_told_what_to_do(case: Case, games: tuple[Played, ...]):
    """C-6. The seats to move have legal commands, each listed once, and a prompt; the others have neither."""
    for played in games:
        for position in (*(step.before for step in played.some(40)), played.end):
            to_move = case.rules.to_move(position)
            for seat in range(case.seats):
                legal = case.rules.legal(position, seat)
                assert len(legal) == len(set(legal))
                assert (seat in to_move) == bool(legal) == bool(case.rules.prompt(position, seat))


@every_case
def test_the_pieces_are_conserved(case: Case, games: tuple[Played, ...]):
    """No piece is lost or doubled, after every single event."""
    for played in games:
        for _, position in played.positions():
            case.rules.invariant(position)


@every_case
def test_the_same_seed_and_commands_give_the_same_game(case: Case, games: tuple[Played, ...]):
    """Luck comes from the seed alone: a game played again is the same game, event by event."""
    for played in games[:2]:
        options = options_of(case.rules, dict(case.options))
        laid_out, position = set_up(case.rules, case.seats, options, Chance(played.seed, "law", 0))
        assert played.laid_out == laid_out
        for step in played.steps:
            events, position = carry_out(case.rules, position, step.seat, step.command, step.chance())
            assert step.events == events
        assert played.end == position


@every_case
def test_a_position_is_the_fold_of_the_events(case: Case, games: tuple[Played, ...]):
    """Events alone give the position, without luck or clock; a prefix first and the rest later give the same one."""
    for played in games:
        for cut in (1, len(played.events) // 2, len(played.events) - 1):
            prefix = case.rules.fold(played.events[:cut])
            assert played.end == case.rules.fold(played.events[cut:], prefix)


# --- what may be done -----------------------------------------------------------------------------------------------


@every_case
def test_every_listed_command_is_accepted(case: Case, games: tuple[Played, ...]):
    """Whatever `legal` lists, `decide` carries out."""
    for played in games:
        for step in played.some(25):
            for seat in case.rules.to_move(step.before):
                legal = case.rules.legal(step.before, seat)
                for command in legal[:: 1 + len(legal) // 60]:
                    events, _ = carry_out(case.rules, step.before, seat, command, step.chance())
                    assert events, command


@every_case
def test_what_is_not_listed_is_refused(case: Case, games: tuple[Played, ...]):
    """C-5. A sensible command that `legal` does not list is refused by a rule, and nothing is drawn or changed."""
    for played in games:
        for step in played.some(25):
            before = encode(step.before)
            for seat in case.rules.to_move(step.before):
                for command in near_misses(case, step.before, seat, played, 12):
                    chance = step.chance()
                    refusal = _refusal(case, step.before, seat, command, chance)
                    assert refusal.code == "illegal_command", command
                    assert refusal.rule in RULE.findall(case.rules.documentation), command
                    assert refusal.detail.endswith("."), command
                    assert chance.draws == 0, command
            assert before == encode(step.before)


@every_case
def test_nobody_acts_out_of_turn(case: Case, games: tuple[Played, ...]):
    """A command of a seat that is not to move is refused; after the end so is everybody's."""
    for played in games[:2]:
        for step in played.some(10):
            for seat in set(range(case.seats)) - set(case.rules.to_move(step.before)):
                assert _refusal(case, step.before, seat, step.command, step.chance()).code == "not_your_turn"
        if played.steps and case.rules.outcome(played.end) is not None:
            last = played.steps[-1]
            for seat in range(case.seats):
                assert _refusal(case, played.end, seat, last.command, last.chance()).code == "game_ended"


def _refusal(case: Case, position: Any, seat: int, command: Command, chance: Chance) -> Refusal:
    try:
        events, _ = carry_out(case.rules, position, seat, command, chance)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{command} of seat {seat} was not refused but gave {events}")


# --- resigning ------------------------------------------------------------------------------------------------------


@every_case
def test_a_seat_may_resign_at_any_moment_and_cannot_win(case: Case, resigned_games: tuple[Played, ...]):
    """C-8. Resigning is accepted in and out of turn; the game goes on to an end that no resigned seat wins."""
    for played in resigned_games:
        gone: set[int] = set()
        for step in played.steps:
            gone |= {step.seat} if isinstance(step.command, Resign) else set()
            case.rules.invariant(step.after)
            assert gone.isdisjoint(case.rules.to_move(step.after))
            assert all(case.rules.legal(step.after, seat) == () for seat in gone)
        outcome = case.rules.outcome(played.end)
        assert outcome is not None
        assert gone.isdisjoint(outcome.winners)
        assert outcome.reason in case.rules.reasons


@every_case
def test_the_last_seat_left_wins(case: Case):
    """C-8. When all other seats have resigned, the last one has won; where all play together, all have lost at once."""
    for last in range(case.seats):
        for step in play(case, 0).some(4):
            position = step.before
            others = [seat for seat in range(case.seats) if seat != last] or [last]
            for seat in others:
                if case.rules.outcome(position) is None:
                    _, position = carry_out(case.rules, position, seat, Resign(), step.chance())
            outcome = case.rules.outcome(position)
            assert outcome is not None
            assert ((() if case.rules.cooperative else (last,)), "resigned") == (outcome.winners, outcome.reason)


# --- what is stored, shown and told ---------------------------------------------------------------------------------


@every_case
def test_everything_survives_being_stored(case: Case, games: tuple[Played, ...], resigned_games: tuple[Played, ...]):
    """Events, commands and positions come back from JSON as they were."""
    reader = codec(case.rules)
    for played in (*games, *resigned_games):
        for event in played.events:
            assert event == reader.event(event.stored, encode(event))
        for step in played.some(30):
            assert step.command == reader.command(encode(step.command))
            assert step.after == msgspec.json.decode(encode(step.after), type=case.rules.position)


@every_case
def test_views_and_recalls_are_what_they_promise(case: Case, games: tuple[Played, ...]):
    """Every view and every recall is of its declared type, after every single event, and survives JSON."""
    for played in games[:2]:
        for _, position in list(played.positions())[:: max(1, len(played.events) // 40)]:
            for viewer in (*case.viewers, EVERYTHING):
                view = case.rules.view(position, viewer)
                assert view == msgspec.json.decode(encode(view), type=case.rules.view_type)
            for seat in range(case.seats):
                recall = case.rules.recall(position, seat)
                assert recall == msgspec.json.decode(encode(recall), type=case.rules.recall_type)


@every_case
def test_what_is_shown_of_an_event_is_the_truth(
    case: Case, games: tuple[Played, ...], resigned_games: tuple[Played, ...]
):
    """An event is shown with all its fields; what is hidden is None, all else as it is; after the end all is open."""
    for played in (*games, *resigned_games):
        for event in played.events:
            truth = _from_json(event)
            assert truth == _from_json(case.rules.shown(event, EVERYTHING))
            for viewer in case.viewers:
                shown = _from_json(case.rules.shown(event, viewer))
                assert set(truth) == set(shown)
                assert _hides(shown, truth), (shown, truth)


def _from_json(shown: Any) -> Any:
    return msgspec.json.decode(encode(shown))


def _hides(shown: Any, truth: Any) -> bool:
    """Whether `shown` is `truth` with nothing else than Nones in the place of parts of it."""
    match shown, truth:
        case None, _:
            return True
        case list(), list():
            return len(shown) == len(truth) and all(map(_hides, shown, truth))
        case dict(), dict():
            return set(shown) == set(truth) and all(_hides(shown[key], truth[key]) for key in truth)
    return bool(shown == truth)


@every_case
def test_every_event_is_told_in_a_sentence(case: Case, games: tuple[Played, ...], resigned_games: tuple[Played, ...]):
    """An event can be told to anybody, whatever is hidden from them, in a sentence without gaps."""
    for played in (*games[:2], *resigned_games[:2]):
        for event in played.events:
            for viewer in (*case.viewers, EVERYTHING):
                sentence = case.rules.describe(wire_name(type(event)), case.rules.shown(event, viewer))
                assert sentence.endswith(".")
                assert "None" not in sentence


@every_case
def test_every_view_can_be_drawn(case: Case, games: tuple[Played, ...]):
    """A view is drawn as text for anybody, without space at the ends of its lines, within 120 columns."""
    for played in games[:2]:
        for step in played.some(10):
            for viewer in (*case.viewers, EVERYTHING):
                lines = case.rules.render(case.rules.view(step.after, viewer)).splitlines()
                assert lines
                assert all(line == line.rstrip() and len(line) <= 120 for line in lines)


@every_case
def test_a_score_is_a_chance_to_win(case: Case, games: tuple[Played, ...]):
    """The estimate for search lies between 0 and 1; a seat that has won has 1, one that has lost has 0."""
    for played in games:
        for step in played.some(10):
            assert all(0 <= case.rules.score(step.after, seat) <= 1 for seat in range(case.seats))
        outcome = case.rules.outcome(played.end)
        if outcome is not None and len(outcome.winners) <= 1:
            expected = [float(seat in outcome.winners) for seat in range(case.seats)]
            assert expected == [case.rules.score(played.end, seat) for seat in range(case.seats)]


@every_case
def test_names_are_promises(case: Case):
    """Stored names carry the rules' name; on the wire no event is confused with one of the table."""
    names = [wire_name(event) for event in (*TABLE_EVENTS, *case.rules.events)]
    assert len(names) == len(set(names))
    for event in case.rules.events:
        assert re.fullmatch(rf"{case.rules.name}\.[a-z_]+/[1-9]\d*", event.stored)
    for played in (play(case, 0), play(case, 0, resigning=True)):
        assert {type(event) for event in played.events} <= set[type[Event]](case.rules.events)
