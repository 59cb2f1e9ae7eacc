"""The table: seats are taken, left and handed over; a full table starts; who may take back what."""

from typing import Any

import pytest

from events.chance import Chance, commitment
from events.errors import Refusal
from events.games import rules_named
from events.handle import Done
from events.rules import Resign
from events.table.decide import open_game
from events.table.messages import (
    GameOpened,
    GameStarted,
    HandOver,
    LeaveSeat,
    OpenGame,
    Rewind,
    SeatHandedOver,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TakeSeat,
)
from tests.events.tables import ANY, LiveTable, laid_out, opened

SEED = bytes(32)
FEWEST, MOST = ANY.players
BO = TakeSeat(seat=1, name="Bo", token="hash of Bo's token")


def waiting() -> LiveTable:
    """A table with a person on seat 0 and open seats else."""
    return opened(ANY, kinds="person " + "open " * (FEWEST - 1))


def kinds(table: LiveTable) -> list[str]:
    """Who sits where."""
    return [seat.kind for seat in table.game.table.seats]


def happened(table: LiveTable, done: Done) -> list[Any]:
    """What this command brought about."""
    return [each.event for each in table.history.happened[done.receipt.first - 1 : done.receipt.last]]


# --- opening ----------------------------------------------------------------------------------------------------------


def opening(seats: int = FEWEST, **more: Any) -> OpenGame:
    """A request for a table with a person on every seat."""
    asked = {"rules": ANY.name, "options": {}, "undo": "free", "visibility": "public", "host": "hash", **more}
    return OpenGame(seats=seats * (laid_out("person"),), **asked)


@pytest.mark.parametrize("seats", [0, FEWEST - 1, MOST + 1])
def test_too_few_or_too_many_seats_are_refused(seats: int):
    """A table has as many seats as the rules say."""
    with pytest.raises(Refusal) as refused:
        open_game(ANY, opening(seats), Chance(SEED, "a-game", 0), SEED)
    assert "invalid" == refused.value.code


@pytest.mark.parametrize("options", [{"no_such_option": 1}, {"first_seat": 99}, {"first_seat": FEWEST}])
def test_options_that_do_not_fit_are_refused_at_the_opening(options: dict[str, Any]):
    """Unknown options and values are refused before anything is stored, also when the game does not start yet."""
    for kind in ("person", "open"):
        asked = OpenGame(**{**_fields(opening(options=options)), "seats": FEWEST * (laid_out(kind),)})
        with pytest.raises(Refusal) as refused:
            open_game(ANY, asked, Chance(SEED, "a-game", 0), SEED)
        assert "invalid" == refused.value.code


def _fields(command: OpenGame) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def test_unknown_rules_are_refused():
    """A kind of game that is not in the registry is refused with the names that are."""
    with pytest.raises(Refusal, match=ANY.name) as refused:
        rules_named("chess")
    assert "invalid" == refused.value.code


def test_a_full_table_starts_by_itself():
    """With a person or a bot on every seat the play begins in the commit that opens the game."""
    for kind in ("person", "bot"):
        table = opened(ANY, kinds=kind)
        events = happened(table, table.opened)
        assert [GameOpened, GameStarted] == [type(event) for event in events[:2]]
        assert table.game.to_move()


def test_a_table_with_open_seats_waits():
    """As long as a seat is open there is nothing but the opening, and nobody is to move."""
    table = waiting()
    (event,) = happened(table, table.opened)
    assert commitment(SEED) == event.commitment
    assert ("open", None, ()) == (table.game.table.status, table.game.position, table.game.to_move())


def test_the_options_are_stored_with_their_defaults():
    """What was agreed stands in the first record in full, so that a changed default never changes an old game."""
    stored = opened(ANY).game.table.options
    assert {field: stored[field] for field in ANY.options.__struct_fields__} == stored


# --- seats ------------------------------------------------------------------------------------------------------------


def test_the_last_seat_taken_starts_the_game():
    """Whoever sits down last finds the game running, with the same luck as if all had been there at once."""
    table = waiting()
    for seat in range(1, FEWEST):
        done = table.do(TakeSeat(seat=seat, name="Bo", token="hash"))
    assert [SeatTaken, GameStarted] == [type(event) for event in happened(table, done)[:2]]
    assert opened(ANY).game.position == table.game.position


def test_a_bot_may_be_the_last_to_sit_down():
    """Handing an open seat to a bot fills it as well."""
    table = opened(ANY, kinds="person " * (FEWEST - 1) + "open")
    done = table.do(HandOver(seat=FEWEST - 1, bot="random"))
    assert [SeatHandedOver, GameStarted] == [type(event) for event in happened(table, done)[:2]]


def test_a_taken_seat_cannot_be_taken():
    """Whoever comes late is told so, and a seat that is not there is told too."""
    table = opened(ANY, MOST, kinds="person open open bot bot")
    table.do(BO)
    table.refused(BO, "seat_taken")
    table.refused(TakeSeat(seat=0, name="Cy", token="hash"), "seat_taken")
    table.refused(TakeSeat(seat=99, name="Cy", token="hash"), "invalid")


def test_a_seat_left_before_the_start_is_open_again():
    """Standing up frees the seat, of a person and of a bot; nobody can leave twice."""
    table = opened(ANY, kinds="person open person")
    assert [SeatLeft(seat=0)] == happened(table, table.do(LeaveSeat(seat=0)))
    table.refused(LeaveSeat(seat=0), "illegal_command")
    table.do(HandOver(seat=0, bot="random"))
    table.do(LeaveSeat(seat=0))
    assert ["open", "open"] == kinds(table)[:2]


def test_after_the_start_leaving_is_resigning():
    """Nobody stands up any more once the game runs, or is over."""
    table = opened(ANY)
    table.refused(LeaveSeat(seat=0), "illegal_command")
    while table.game.to_move():
        table.do(Resign(), table.game.to_move()[0])
    table.refused(LeaveSeat(seat=0), "game_ended")
    table.refused(HandOver(seat=0, bot="random"), "game_ended")


def test_a_seat_is_lent_to_a_bot_and_taken_back():
    """The person's name and token stay with the seat while a bot plays it."""
    table = opened(ANY)
    before = table.game.table.seats[0]
    lent = table.do(HandOver(seat=0, bot="random")).game.table.seats[0]
    assert ("bot", "random", before.name, before.token) == (lent.kind, lent.bot, lent.name, lent.token)
    assert before == table.do(HandOver(seat=0, bot=None)).game.table.seats[0]


def test_a_bots_own_seat_cannot_be_taken_back_in_the_game():
    """Where nobody but the bot ever sat, nobody can play on for it; another bot can."""
    table = opened(ANY, kinds="bot person")
    table.refused(HandOver(seat=0, bot=None), "illegal_command")
    assert "greedy" == table.do(HandOver(seat=0, bot="greedy")).game.table.seats[0].bot


def test_a_resigned_seat_is_not_handed_over():
    """C-8. Who resigned is out: no bot plays on."""
    table = opened(ANY, MOST)
    done = table.do(Resign(), 1)
    assert SeatResigned(seat=1) == happened(table, done)[0]
    table.refused(HandOver(seat=1, bot="random"), "illegal_command", "C-8")
    table.refused(Resign(), "illegal_command", "C-8", seat=1)


# --- undo -------------------------------------------------------------------------------------------------------------


def test_without_undo_nothing_is_taken_back():
    """In a game opened with undo off every rewind is refused."""
    table = opened(ANY, undo="off").play(2)
    for seat in range(FEWEST):
        table.refused(Rewind(seat=seat), "undo_not_allowed", seat=seat)


def test_by_default_the_last_own_decision_is_taken_back():
    """A rewind without a version leads to where the seat last decided, over moves of others in between."""
    table = opened(ANY).play(8)
    seat = next(seat for seat in range(FEWEST) if table.history.decisions(seat))
    to = table.history.decisions(seat)[-1]
    before = table.history.position(to)
    assert before == table.do(Rewind(seat=seat), seat).game.position


def test_only_the_own_decisions_are_points_to_go_back_to():
    """A version at which the seat did not decide, or of the future, is refused; so is a seat without decisions."""
    table = opened(ANY).play(8)
    seat = next(seat for seat in range(FEWEST) if table.history.decisions(seat))
    allowed = set(table.history.decisions(seat))
    for version in {0, 1, table.game.version, table.game.version + 5} - allowed:
        table.refused(Rewind(seat=seat, to=version), "undo_not_allowed", seat=seat)
    fresh = opened(ANY)
    fresh.refused(Rewind(seat=0), "undo_not_allowed", seat=0)
