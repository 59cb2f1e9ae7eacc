"""A table of two persons and a spectator at two processes, in whatever order things happen."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from events.errors import Refusal
from events.handle import Request
from events.table.messages import Rewind
from tests.service.client import PERSONS, Api, Json, Opened

SEATS = st.sampled_from(range(len(PERSONS)))
PROCESSES = st.sampled_from((0, 1))


class Table(RuleBasedStateMachine):
    """What both seats and the spectator are told fits together, at every moment and at both processes."""

    @initialize(seed=st.binary(min_size=32, max_size=32))
    def sit_down(self, seed: bytes) -> None:
        """A game that any seat may take back in, known to both processes."""
        first = Api(seed=seed)
        self.apis = (first, Api(log=first.log, clock=first.clock))
        opened = first.open(*PERSONS, undo="free")
        self.games = tuple(Opened(api, opened.answer) for api in self.apis)
        self.tokens = [*(opened.token(seat) for seat in range(len(PERSONS))), None]
        self.told: dict[int, list[Json]] = {}

    @property
    def status(self) -> str:
        """Whether the game runs."""
        return str(self.games[0].game()["status"])

    @rule(process=PROCESSES, data=st.data())
    @precondition(lambda self: self.status == "running")
    def play(self, process: int, data: st.DataObject) -> None:
        """A seat to move gives one of its commands."""
        game = self.games[process]
        seat = game.to_move()
        game.play(seat, data.draw(st.sampled_from(game.legal(seat))))

    @rule(process=PROCESSES, seat=SEATS, data=st.data())
    def ask_for_nonsense(self, process: int, seat: int, data: st.DataObject) -> None:
        """A command of another seat, or one changed a little: carried out or refused, as trying it has said."""
        game = self.games[process]
        commands = [command for other in range(len(PERSONS)) for command in game.legal(other)] or [{"type": "search"}]
        command = data.draw(st.sampled_from(commands))
        command = {
            name: value + data.draw(st.integers(-1, 1)) if isinstance(value, int) else value
            for name, value in command.items()
        }
        tried = game.api.post(f"{game.path}/commands?dry_run=true", command, game.token(seat))
        given = game.api.post(f"{game.path}/commands", command, game.token(seat))
        assert (200, 201) == (tried.status_code, given.status_code) or tried.json == given.json

    @rule(process=PROCESSES, seat=SEATS)
    def take_back(self, process: int, seat: int) -> None:
        """A worker takes back the last decision of a seat, if that is offered."""
        game = self.games[process]
        targets = game.api.get(f"{game.path}/undo", game.token(seat)).json["targets"]
        handler = game.api.app.extensions["playledger"].handler
        asked = Request(
            command=Rewind(seat=seat), command_id=f"rewind {game.game()['version']}", fingerprint="", seat=seat
        )
        if targets and targets[0]["allowed"]:
            handler.handle(game.id, asked)
            return
        with pytest.raises(Refusal) as refused:
            handler.handle(game.id, asked)
        assert "undo_not_allowed" == refused.value.code

    @rule(process=PROCESSES, seat=SEATS)
    def let_a_bot_play(self, process: int, seat: int) -> None:
        """A seat lets a bot play, and takes it back at the other process."""
        for game, bot in ((self.games[process], "random"), (self.games[1 - process], None)):
            answer = game.api.ask("PATCH", f"{game.path}/seats/{seat}", game.token(seat), {"bot": bot})
            assert answer.status_code == (200 if self.status == "running" else 409)

    @invariant()
    def all_are_told_of_the_same_game(self) -> None:
        """Same version, seats, turn and outcome for everybody, at both processes; the seat to move has commands."""
        public = ("version", "status", "seats", "to_move", "outcome", "updated_at")
        seen = [game.game(token) for game in self.games for token in self.tokens]
        assert 1 == len({str([each[name] for name in public]) for each in seen})
        for seat, each in enumerate(seen[: len(PERSONS)]):
            assert bool(each["legal"]) == (seat in each["to_move"]) == bool(each["prompt"])
            assert each == self.games[0].game(self.tokens[seat], f"?at={each['version']}")

    @invariant()
    def history_only_grows(self) -> None:
        """What was told stays as it was told, unless it is withheld by now, or was not told before."""
        for reader, token in enumerate(self.tokens):
            events = self.games[0].events(token)
            assert list(range(1, len(events) + 1)) == [event["version"] for event in events]
            assert events == self.games[1].events(token)
            for before, after in zip(self.told.get(reader, []), events, strict=False):
                assert _fits(before, after)
            self.told[reader] = events


def _fits(before: Json, after: Json) -> bool:
    facts: list[tuple[Any, Any]] = [(before["data"][name], after["data"][name]) for name in before["data"]]
    same = all(before[name] == after[name] for name in before if name not in ("data", "undone"))
    return same and all(None in pair or pair[0] == pair[1] for pair in facts)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=5,
    stateful_step_count=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
