"""Checks a stored game from outside: chain, commitment, salts, and every decision made again."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.chance import Chance, commitment, salt
from events.codec import TABLE, Codec, codec
from events.decide import decide
from events.errors import BrokenRecord, Refusal
from events.games import rules_named
from events.history import Game, History, grow
from events.record import Record, Stored, link, read
from events.rules import Event
from events.table.decide import open_game
from events.table.messages import GameOpened, OpenGame


class Fault(NamedTuple):
    """What is wrong, and with which record (its version)."""

    version: int
    what: str


def verify(game_id: str, seed: bytes, stored: Sequence[Stored], version: int, head: str) -> tuple[Fault, ...]:
    """Everything that is wrong with a game; () when it is as the service wrote it.

    `version` and `head` are what the log says of itself: without them a cut end could not be noticed. Decisions are
    made again only when the chain is whole.
    """
    if faults := _chain(stored, version, head):
        return tuple(faults)
    try:
        return tuple(_decisions(game_id, seed, stored))
    except BrokenRecord as error:
        return (Fault(version, f"it cannot be read: {error}"),)


def _chain(stored: Sequence[Stored], version: int, head: str) -> list[Fault]:
    faults = []
    previous = ""
    for place, each in enumerate(stored, 1):
        if fault := _broken_link(place, each, previous):
            faults.append(fault)
        previous = each.hash
    if len(stored) != version or previous != head:
        faults.append(Fault(len(stored), f"the log ends here, but its head is at version {version} ({head[:12]})"))
    return faults


def _broken_link(place: int, stored: Stored, previous: str) -> Fault | None:
    try:
        record = read(stored)
    except BrokenRecord:
        return Fault(place, "its bytes are no record")
    if record.v != place:
        return Fault(place, f"record {record.v} stands in its place")
    if link(previous, stored.data) != stored.hash:
        return Fault(place, "its bytes do not fit its hash in the chain")
    return None


def _decisions(game_id: str, seed: bytes, stored: Sequence[Stored]) -> Iterator[Fault]:
    records = [read(each) for each in stored]
    for record in records:
        if record.salt != salt(seed, record.v):
            yield Fault(record.v, "its salt does not come from the seed")
    opened = TABLE.event(records[0].type, records[0].data)
    if not isinstance(opened, GameOpened) or opened.commitment != commitment(seed):
        yield Fault(1, "the seed is not the one that was committed to")
    game: Game | None = None
    firsts = [record.v for record in records if record.v == record.first]
    for first, after in zip(firsts, [*firsts[1:], len(records) + 1], strict=True):
        commit = records[first - 1 : after - 1]
        decided = _decided_again(game_id, seed, game, stored[: first - 1], commit[0])
        game = grow(game, stored[first - 1 : after - 1]) if game else None
        game = game or History(game_id, seed, stored[: after - 1]).game()
        yield from _compared(codec(game.rules), commit, decided)


def _decided_again(
    game_id: str, seed: bytes, game: Game | None, before: Sequence[Stored], first: Record
) -> tuple[Event, ...] | Fault:
    """What the command stored in `first` brings about, decided on the game before it."""
    try:
        if game is not None:
            command = codec(game.rules).command(first.command or b"")
            chance = Chance(seed, game_id, game.moment)
            return decide(game, first.seat, command, chance, lambda: History(game_id, seed, before))
        opening = TABLE.command(first.command or b"")
        if isinstance(opening, OpenGame):
            return open_game(rules_named(opening.rules), opening, Chance(seed, game_id, 0), seed)
        return Fault(1, "a game begins with another command than the opening of one")
    except (Refusal, BrokenRecord) as error:
        return Fault(first.v, f"its command would not be carried out: {error}")


def _compared(reader: Codec, commit: Sequence[Record], decided: tuple[Event, ...] | Fault) -> Iterator[Fault]:
    if isinstance(decided, Fault):
        yield decided
        return
    for record, event in zip(commit, decided, strict=False):
        if reader.event(record.type, record.data) != event:
            yield Fault(record.v, f"{record.type} is not what its command brings about")
    if len(commit) != len(decided):
        yield Fault(commit[0].v, f"its commit has {len(commit)} records instead of {len(decided)}")
