"""The laws that every kind of game keeps, whatever its rules, its number of seats and its options: their short form."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from events.rules import Event, Resign, carry_out, wire_name
from events.table.messages import EVENTS as TABLE_EVENTS
from tests.contracts.lawbook import LAWS
from tests.contracts.laws import Kind, main, report
from tests.contracts.playing import Case, Played, cases, play
from tests.kinds import FOR_TWO

MOMENTS = 25
every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@every_case
@every_law
@pytest.mark.parametrize("resigning", [False, True], ids=["", "resigning"])
def test_every_law_holds(
    case: Case, law: Callable[[Played, int], None], resigning: bool, request: pytest.FixtureRequest
):
    """Random games of every kind, with seats that resign now and then or without, keep every law of the lawbook."""
    for number in range(request.config.getoption("--law-games")):
        law(play(case, number, resigning=resigning), MOMENTS)


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


@every_case
def test_names_are_promises(case: Case):
    """Stored names carry the rules' name; on the wire no event is confused with one of the table."""
    names = [wire_name(event) for event in (*TABLE_EVENTS, *case.rules.events)]
    assert len(names) == len(set(names))
    for event in case.rules.events:
        assert re.fullmatch(rf"{case.rules.name}\.[a-z_]+/[1-9]\d*", event.stored)
    for played in (play(case, 0), play(case, 0, resigning=True)):
        assert {type(event) for event in played.events} <= set[type[Event]](case.rules.events)


# --- the long form --------------------------------------------------------------------------------------------------

KIND = Kind(tuple(case for case in cases() if case.rules is FOR_TWO and case.seats == FOR_TWO.players[0]))


def test_the_long_form_tells_how_the_games_went():
    """A line for every number of seats, from all cores, and exit code 0 when no law was broken."""
    done = CliRunner().invoke(main, [FOR_TWO.name, "--games", "25"])
    fewest, most = FOR_TWO.players
    lines = [line for line in done.output.splitlines() if re.search(r": 25 games, 0 violations; .*events, mean", line)]
    assert (0, 1 + most - fewest) == (done.exit_code, len(lines))
    assert f"{FOR_TWO.name}, {fewest} seats" in lines[0]


@pytest.mark.parametrize(
    ("planted", "law"),
    [
        ({"reasons": ("sunset",)}, "it_ends"),
        ({"legal": lambda position, seat: 2 * FOR_TWO.legal(position, seat)}, "who_is_to_move_can_move"),
        ({"legal": lambda position, seat: FOR_TWO.legal(position, seat)[:1]}, "what_is_not_listed_is_refused"),
        ({"invariant": lambda position: [][FOR_TWO.outcome(position) is not None]}, "the_pieces_are_conserved"),
        ({"prompt": lambda position, seat: ""}, "who_is_to_move_can_move"),
        ({"awaited": lambda position: ()}, "who_is_to_move_can_move"),
        ({"score": lambda position, seat: 0.5}, "a_score_is_a_chance_to_win"),
        ({"describe": lambda name, data: "It happened"}, "every_event_is_told_in_a_sentence"),
        ({"decide": lambda position, seat, command, chance: ()}, "the game can be played"),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)
def test_the_long_form_finds_a_planted_violation(planted: dict[str, Any], law: str):
    """Rules that break one law are found out; the first game that did is told with the law and the place."""
    broken = replace(FOR_TWO, **planted)
    kind = Kind(tuple(replace(case, rules=broken) for case in KIND.cases))
    line, violation = report(kind, 4)
    assert "4 games, 0 violations" not in line
    assert violation is not None
    assert re.search(rf"game \d: {law}: .* line \d+: ", violation, re.DOTALL)
