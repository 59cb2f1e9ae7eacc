"""Given these facts, when this command comes, then exactly these events follow: how rule tests are written.

    table = Table(RULES, seats=2)

    def test_a_card_must_touch_the_last_one():
        \"\"\"R-5. Each later card lies orthogonally next to the one before.\"\"\"
        table.given(AFTER_SETUP, turned(0, 0, "key")).when(0, Search("club", 3, 3)).refused("illegal_command", "R-5")

Everything is frozen: a table may be shared by all tests of a module.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from events.chance import Chance
from events.errors import Refusal
from events.rules import Command, Event, Outcome, Rules, carry_out, set_up
from events.table.decide import options_of

SEED = bytes(32)

Facts = Event | Iterable["Facts"]
"""An event, or any nesting of lists and tuples of events."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A game of `rules` in which `events` have happened. `seed` decides every draw to come."""

    rules: Rules[Any]
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: bytes = SEED
    events: tuple[Event, ...] = ()

    @property
    def position(self) -> Any:
        """The position after all that has happened."""
        return self.rules.fold(self.events)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.rules.outcome(self.position)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may decide now."""
        return self.rules.to_move(self.position)

    def legal(self, seat: int) -> tuple[Command, ...]:
        """What this seat may do now."""
        return self.rules.legal(self.position, seat)

    def set_up(self) -> "Table":
        """The table after a set-up drawn from the seed; raises Refusal for options that do not fit."""
        options = options_of(self.rules, dict(self.options))
        events, _ = set_up(self.rules, self.seats, options, self._chance())
        return replace(self, events=events)

    def given(self, *facts: Facts) -> "Table":
        """The table after these further events, which nobody judges."""
        return replace(self, events=(*self.events, *_flat(facts)))

    def when(self, seat: int, command: Command) -> "Answer":
        """What this command brings about, compulsory steps included."""
        try:
            events, _ = carry_out(self.rules, self.position, seat, command, self._chance())
        except Refusal as refusal:
            return Answer(self, (), refusal)
        return Answer(self, events, None)

    def _chance(self) -> Chance:
        return Chance(self.seed, "scenario", len(self.events))


@dataclass(frozen=True)
class Answer:
    """What came of a command at a table: events, or a refusal."""

    before: Table
    events: tuple[Event, ...]
    refusal: Refusal | None

    @property
    def table(self) -> Table:
        """The table after the command, which must have been accepted."""
        assert self.refusal is None, f"refused: {self.refusal.code} {self.refusal.rule} {self.refusal.detail}"
        return self.before.given(self.events)

    def then(self, *expected: Facts) -> Table:
        """Exactly these events happened; returns the table after them."""
        after = self.table
        wanted = tuple(_flat(expected))
        assert wanted == self.events, f"expected\n{_listed(wanted)}\nbut there happened\n{_listed(self.events)}"
        return after

    def then_nothing(self) -> Table:
        """The command was accepted and there was nothing to do."""
        return self.then()

    def refused(self, code: str, rule: str | None = None) -> Table:
        """The command was refused with this code and rule, and in a sentence; returns the unchanged table."""
        assert self.refusal is not None, f"not refused, but there happened\n{_listed(self.events)}"
        assert (code, rule) == (self.refusal.code, self.refusal.rule), self.refusal.detail
        assert self.refusal.detail.endswith(".")
        return self.before


def _flat(facts: Iterable[Facts]) -> Iterable[Event]:
    for fact in facts:
        if isinstance(fact, Event):
            yield fact
        else:
            yield from _flat(fact)


def _listed(events: Iterable[Event]) -> str:
    return "\n".join(f"  {event}" for event in events) or "  nothing"
