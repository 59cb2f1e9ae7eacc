"""The laws that every kind of game keeps, each a function that looks at one random game and asserts.

`test_every_rules.py` holds a few games of every kind to them, `python -m tests.contracts.laws` as many as one likes.
`moments` says at how many moments of the game a law takes a sample that would cost too much at every one.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from events.chance import Chance
from events.codec import codec, encode
from events.errors import Refusal
from events.log import MAX_RECORDS
from events.rules import EVERYTHING, Command, Event, Resign, carry_out, set_up, wire_name
from events.table.decide import options_of
from tests.contracts.playing import Played, near_misses

MOST_TRIED = 60
"""How many listed commands are tried at one moment."""


@cache
def _numbers(documentation: str) -> frozenset[str]:
    """The numbers of all rules and decisions."""
    return frozenset(re.findall(r"[RDC]-\d+", documentation))


# --- how a game goes ------------------------------------------------------------------------------------------------


def it_ends(played: Played, moments: int) -> None:
    """It ends for a reason and by a rule of the documentation, or reaches the length limit."""
    outcome, rules, seats = played.case.rules.outcome(played.end), played.case.rules, played.case.seats
    if outcome is None:
        assert len(played.events) >= MAX_RECORDS
        return
    assert outcome.reason in rules.reasons
    assert outcome.rule in _numbers(rules.documentation)
    assert set(outcome.winners) <= set(range(seats))
    assert outcome.scores is None or len(outcome.scores) == seats


def somebody_is_to_move_until_there_is_an_outcome(played: Played, moments: int) -> None:
    """`to_move` is empty exactly when the game has ended, after every single event."""
    rules = played.case.rules
    for event, position in played.positions():
        assert (rules.outcome(position) is not None) == (rules.to_move(position) == ()), event


def who_is_to_move_can_move(played: Played, moments: int) -> None:
    """C-6. The seats to move have legal commands, each listed once, and a prompt; the others have neither.

    Of those to move the game waits for one at least.
    """
    rules = played.case.rules
    for position in (*(step.before for step in played.some(moments)), played.end):
        to_move = rules.to_move(position)
        assert set(rules.awaited(position)) <= set(to_move)
        assert bool(rules.awaited(position)) == bool(to_move)
        for seat in range(played.case.seats):
            legal = rules.legal(position, seat)
            assert len(legal) == len(set(legal))
            assert (seat in to_move) == bool(legal) == bool(rules.prompt(position, seat))


def the_pieces_are_conserved(played: Played, moments: int) -> None:
    """No piece is lost or doubled, after every single event."""
    for _, position in played.positions():
        played.case.rules.invariant(position)


def luck_comes_from_the_seed(played: Played, moments: int) -> None:
    """Set up and decided again with the same seed, the same comes of it."""
    rules = played.case.rules
    options = options_of(rules, dict(played.case.options))
    assert (played.laid_out, played.start) == set_up(rules, played.case.seats, options, Chance(played.seed, "law", 0))
    for step in played.some(moments):
        assert (step.events, step.after) == carry_out(rules, step.before, step.seat, step.command, step.chance())


def the_position_is_the_fold_of_the_events(played: Played, moments: int) -> None:
    """Events alone give the position, without luck or clock; a prefix first and the rest later give the same one."""
    for cut in (1, len(played.events) // 2, len(played.events) - 1):
        prefix = played.case.rules.fold(played.events[:cut])
        assert played.end == played.case.rules.fold(played.events[cut:], prefix)


# --- what may be done -----------------------------------------------------------------------------------------------


def what_is_listed_is_accepted(played: Played, moments: int) -> None:
    """Whatever `legal` lists, `decide` carries out."""
    rules = played.case.rules
    for step in played.some(moments):
        for seat in rules.to_move(step.before):
            legal = rules.legal(step.before, seat)
            for command in legal[:: 1 + len(legal) // MOST_TRIED]:
                events, _ = carry_out(rules, step.before, seat, command, step.chance())
                assert events, command


def what_is_not_listed_is_refused(played: Played, moments: int) -> None:
    """C-5. A sensible command that `legal` does not list is refused by a rule, and nothing is drawn or changed."""
    for step in played.some(moments):
        before = encode(step.before)
        for seat in played.case.rules.to_move(step.before):
            for command in near_misses(played.case, step.before, seat, played, 12):
                chance = step.chance()
                refusal = _refusal(played, step.before, seat, command, chance)
                assert refusal.code == "illegal_command", command
                assert refusal.rule in _numbers(played.case.rules.documentation), command
                assert refusal.detail.endswith("."), command
                assert chance.draws == 0, command
        assert before == encode(step.before)


def nobody_acts_out_of_turn(played: Played, moments: int) -> None:
    """A command of a seat that is not to move is refused; after the end so is everybody's."""
    rules, seats = played.case.rules, range(played.case.seats)
    for step in played.some(moments):
        if not isinstance(step.command, Resign):
            for seat in set(seats) - set(rules.to_move(step.before)):
                assert _refusal(played, step.before, seat, step.command, step.chance()).code == "not_your_turn"
    if rules.outcome(played.end) is not None:
        for step in played.steps[-1:]:
            for seat in seats:
                assert _refusal(played, played.end, seat, step.command, step.chance()).code == "game_ended"


def _refusal(played: Played, position: Any, seat: int, command: Command, chance: Chance) -> Refusal:
    try:
        events, _ = carry_out(played.case.rules, position, seat, command, chance)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{command} of seat {seat} was not refused but gave {events}")


def who_resigned_is_out(played: Played, moments: int) -> None:
    """C-8. A seat may resign in and out of turn; it is never to move again and wins nothing."""
    rules, gone = played.case.rules, set[int]()
    for step in played.steps:
        gone |= {step.seat} if isinstance(step.command, Resign) else set()
        if gone:
            assert gone.isdisjoint(rules.to_move(step.after))
            assert all(rules.legal(step.after, seat) == () for seat in gone)
    outcome = rules.outcome(played.end)
    assert outcome is None or gone.isdisjoint(outcome.winners)


# --- what is stored, shown and told ---------------------------------------------------------------------------------


def everything_survives_being_stored(played: Played, moments: int) -> None:
    """Events, commands and positions come back from JSON as they were."""
    reader = codec(played.case.rules)
    for event in _events(played, moments):
        assert event == reader.event(event.stored, encode(event))
    for step in played.some(moments):
        assert step.command == reader.command(encode(step.command))
        assert step.after == msgspec.json.decode(encode(step.after), type=played.case.rules.position)


def views_and_recalls_are_what_they_promise(played: Played, moments: int) -> None:
    """Every view and every recall is of its declared type, also in the middle of a commit, and survives JSON."""
    rules = played.case.rules
    for _, position in list(played.positions())[:: 1 + len(played.events) // moments]:
        for viewer in (*played.case.viewers, EVERYTHING):
            view = rules.view(position, viewer)
            assert view == msgspec.json.decode(encode(view), type=rules.view_type)
        for seat in range(played.case.seats):
            recall = rules.recall(position, seat)
            assert recall == msgspec.json.decode(encode(recall), type=rules.recall_type)


def what_is_shown_of_an_event_is_the_truth(played: Played, moments: int) -> None:
    """An event is shown with all its fields; what is hidden is None, all else as it is; after the end all is open."""
    for event in _events(played, moments):
        truth = _from_json(event)
        assert truth == _from_json(played.case.rules.shown(event, EVERYTHING))
        for viewer in played.case.viewers:
            shown = _from_json(played.case.rules.shown(event, viewer))
            assert set(truth) == set(shown)
            assert _hides(shown, truth), (shown, truth)


def _events(played: Played, moments: int) -> Iterator[Event]:
    """The events of the set-up and of some commands."""
    yield from played.laid_out
    for step in played.some(moments):
        yield from step.events


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


def every_event_is_told_in_a_sentence(played: Played, moments: int) -> None:
    """An event can be told to anybody, whatever is hidden from them, in a sentence without gaps."""
    rules = played.case.rules
    for event in _events(played, moments):
        for viewer in (*played.case.viewers, EVERYTHING):
            sentence = rules.describe(wire_name(type(event)), rules.shown(event, viewer))
            assert sentence.endswith(".")
            assert "None" not in sentence


def every_view_can_be_drawn(played: Played, moments: int) -> None:
    """A view is drawn as text for anybody, without space at the ends of its lines, within 120 columns."""
    rules = played.case.rules
    for step in played.some(moments):
        for viewer in (*played.case.viewers, EVERYTHING):
            lines = rules.render(rules.view(step.after, viewer)).splitlines()
            assert lines
            assert all(line == line.rstrip() and len(line) <= 120 for line in lines)


def a_score_is_a_chance_to_win(played: Played, moments: int) -> None:
    """The estimate for search lies between 0 and 1; a seat that has won has 1, one that has lost has 0."""
    rules, seats = played.case.rules, range(played.case.seats)
    for step in played.some(moments):
        assert all(0 <= rules.score(step.after, seat) <= 1 for seat in seats)
    outcome = rules.outcome(played.end)
    if outcome is not None and len(outcome.winners) <= 1:
        assert [float(seat in outcome.winners) for seat in seats] == [rules.score(played.end, seat) for seat in seats]


LAWS: tuple[Callable[[Played, int], None], ...] = (
    it_ends,
    somebody_is_to_move_until_there_is_an_outcome,
    who_is_to_move_can_move,
    the_pieces_are_conserved,
    luck_comes_from_the_seed,
    the_position_is_the_fold_of_the_events,
    what_is_listed_is_accepted,
    what_is_not_listed_is_refused,
    nobody_acts_out_of_turn,
    who_resigned_is_out,
    everything_survives_being_stored,
    views_and_recalls_are_what_they_promise,
    what_is_shown_of_an_event_is_the_truth,
    every_event_is_told_in_a_sentence,
    every_view_can_be_drawn,
    a_score_is_a_chance_to_win,
)
