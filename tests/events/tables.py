"""A game as the service plays it: through the real handler, onto a log in memory, with a clock that ticks by hand."""

import itertools
import random
from typing import Any

import pytest

from events.errors import Refusal
from events.handle import Done, Handler, Request
from events.history import Game, History
from events.log import Log
from events.log.memory import MemoryLog
from events.rules import Command, Rules
from events.table.messages import OpenGame, SeatSetup, UndoPolicy
from tests.kinds import FOR_TWO

ANY: Rules[Any] = FOR_TWO
"""Some rules by which seats take turns: what is tested on them is true of all."""
GAME = "a-game"
BEGAN = 1_790_000_000_000


class LiveTable:
    """A game that runs; every command goes through `handler`, one second after the one before."""

    def __init__(self, opening: OpenGame, seed: bytes, log: Log) -> None:
        self.log = log
        self.ticks = itertools.count(BEGAN, 1_000)
        self.handler = Handler(self.log, lambda: next(self.ticks))
        self.seed = seed
        self.asked = itertools.count()
        self.opening = self.request(opening)
        self.opened = self.handler.open(GAME, seed, self.opening)

    @property
    def game(self) -> Game:
        """The game at its newest version."""
        return self.handler.game(GAME)

    @property
    def history(self) -> History:
        """All that happened in it."""
        return self.handler.history(GAME)

    def request(self, command: Command, **more: Any) -> Request:
        """A request that was never made before."""
        number = next(self.asked)
        return Request(**{"command": command, "command_id": f"id {number}", "fingerprint": f"print {number}", **more})

    def do(self, command: Command, seat: int | None = None, **more: Any) -> Done:
        """Carry out a command, which must be accepted."""
        return self.handler.handle(GAME, self.request(command, seat=seat, **more))

    def refused(self, command: Command, code: str, rule: str | None = None, seat: int | None = None) -> None:
        """The command is refused with this code and rule, and leaves the log as it is."""
        before = self.log.load(GAME)
        with pytest.raises(Refusal) as refused:
            self.do(command, seat)
        assert (code, rule) == (refused.value.code, refused.value.rule)
        assert before == self.log.load(GAME)

    def play(self, decisions: int, dice: random.Random | None = None) -> "LiveTable":
        """So many random legal commands, or fewer when the game ends."""
        dice = dice or random.Random(str(self.seed))
        for _ in range(decisions):
            game = self.game
            if not game.to_move():
                break
            seat = dice.choice(game.to_move())
            self.do(dice.choice(game.rules.legal(game.position, seat)), seat)
        return self


def opened(
    rules: Rules[Any],
    seats: int | None = None,
    *,
    seed: bytes = bytes(32),
    undo: UndoPolicy = "free",
    kinds: str = "person",
    log: Log | None = None,
    **options: Any,
) -> LiveTable:
    """A table with a person on every seat (or bots, or open seats: `kinds`), as few seats as the rules allow."""
    number = seats or rules.players[0]
    return LiveTable(
        OpenGame(
            rules=rules.name,
            seats=tuple(laid_out(kind) for kind in (kinds.split() * number)[:number]),
            options=options,
            undo=undo,
            visibility="public",
            host="hash of the host's token",
        ),
        seed,
        log or MemoryLog(),
    )


def laid_out(kind: str) -> SeatSetup:
    """A seat of this kind as a table is opened with."""
    match kind:
        case "person":
            return SeatSetup(kind="person", name="Ada", token="hash of a token")
        case "bot":
            return SeatSetup(kind="bot", bot="random")
    return SeatSetup(kind="open")
