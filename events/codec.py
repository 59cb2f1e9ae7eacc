"""Stored names to message classes and back; old shapes are lifted to today's by upcasters on reading."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from events.errors import BrokenRecord
from events.rules import Command, Event, Resign, Rules
from events.table.messages import COMMANDS as TABLE_COMMANDS
from events.table.messages import EVENTS as TABLE_EVENTS

encode = msgspec.json.Encoder().encode


class Codec:
    """Reads the events and commands of one kind of game, and of the table."""

    def __init__(
        self,
        events: Iterable[type[Event]],
        commands: Iterable[type[Command]],
        upcasters: Mapping[str, Callable[[Any], tuple[str, Any]]],
    ) -> None:
        self._decoders = {event.stored: msgspec.json.Decoder(event).decode for event in events}
        self._classes = {event.stored: event for event in events}
        self._upcasters = upcasters
        self._command = msgspec.json.Decoder(_union(commands)).decode

    def event(self, name: str, data: bytes | msgspec.Raw) -> Event:
        """The event stored under this name; raises BrokenRecord for a name or shape that was never promised."""
        try:
            if (decode := self._decoders.get(name)) is not None:
                event: Event = decode(data)
                return event
            return self._lifted(name, msgspec.json.decode(data))
        except msgspec.MsgspecError as error:
            raise BrokenRecord(f"{name}: {error}") from error

    def _lifted(self, name: str, data: Any) -> Event:
        while name in self._upcasters:
            name, data = self._upcasters[name](data)
        if name not in self._classes:
            raise BrokenRecord(f"unknown event {name}")
        return msgspec.convert(data, self._classes[name])

    def command(self, data: bytes | msgspec.Raw) -> Command:
        """The command in this JSON, of the game or of the table; raises BrokenRecord."""
        try:
            command: Command = self._command(data)
            return command
        except msgspec.MsgspecError as error:
            raise BrokenRecord(str(error)) from error


@cache
def codec(rules: Rules[Any]) -> Codec:
    """The codec for games of these rules."""
    return Codec((*TABLE_EVENTS, *rules.events), (*TABLE_COMMANDS, *rules.commands, Resign), rules.upcasters)


def _union(types: Iterable[type[Command]]) -> Any:
    union: Any = None
    for each in types:
        union = each if union is None else union | each
    return union


TABLE = Codec(TABLE_EVENTS, TABLE_COMMANDS, {})
"""Reads what is true at every table, before the rules of a game are known."""
