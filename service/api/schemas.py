"""What callers may send, beyond the messages of the rules: bodies and query parameters as marshmallow schemas."""

import re
import unicodedata
from typing import Any, get_args

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from events.bots import bot_for
from events.games import RULES
from events.rules import Rules
from events.table.messages import UndoPolicy, Visibility
from service.api.wire import Flag, schema_of
from service.live import LONGEST_WAIT

RULES_NAMES = [rules.name for rules in RULES]
LARGEST_VERSION = 1_000_000
UNSEEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]")
"""Control characters, and those that turn the direction of a text."""
NO_INK = "CMZ"
"""The categories of what nobody sees when it stands alone: control and format characters, marks, spaces."""


class Text(fields.String):
    """A text of a caller's choice, as others will see it: 1 to 40 characters, none that hides or turns others."""

    def __init__(self, **kwargs: Any) -> None:
        described = {"description": "1 to 40 characters, no control or direction characters."}
        super().__init__(validate=[validate.Length(1, 40), _readable], metadata=described, **kwargs)


def _readable(text: str) -> None:
    if UNSEEN.search(text) or (text and all(unicodedata.category(letter)[0] in NO_INK for letter in text)):
        raise ValidationError("Must be readable: no control or direction characters, not only what is invisible.")


class Strict(Schema):
    """A schema that refuses what it does not know."""

    class Meta:
        unknown = RAISE


class SeatAsked(Strict):
    """A seat as the creator wants it: taken by the creator, played by a bot, or open."""

    name = Text()
    bot = fields.String()
    open = Flag(validate=validate.Equal(True))

    @validates_schema
    def one_of_three(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Exactly one of the three says who sits there."""
        if len(data) != 1:
            raise ValidationError("Say exactly one of name, bot, open.")


class NewGame(Strict):
    """The body of a request to open a game."""

    rules = fields.String(required=True, validate=validate.OneOf(RULES_NAMES))
    seats = fields.List(fields.Nested(SeatAsked), required=True, validate=validate.Length(1, 16))
    options = fields.Dict(keys=fields.String())
    undo = fields.String(validate=validate.OneOf(get_args(UndoPolicy)))
    visibility = fields.String(load_default="public", validate=validate.OneOf(get_args(Visibility)))
    name = Text(allow_none=True, load_default=None)

    @validates_schema(skip_on_field_errors=False)
    def fits_the_rules(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Number of seats, bots and options are those that the rules know."""
        rules = next((rules for rules in RULES if rules.name == data.get("rules")), None)
        if rules is None:
            return
        messages = {"options": _options(rules, data.get("options", {}))} | _seats(rules, data.get("seats"))
        if messages := {name: found for name, found in messages.items() if found}:
            raise ValidationError(messages)


def _options(rules: Rules[Any], options: Any) -> Any:
    return schema_of(rules.options).validate(options) if isinstance(options, dict) else None


def _seats(rules: Rules[Any], seats: Any) -> dict[str, Any]:
    if not isinstance(seats, list):
        return {}
    fewest, most = rules.players
    if not fewest <= len(seats) <= most:
        return {"seats": [f"{rules.title} is played with {fewest} to {most} seats."]}
    return {"seats": {number: found for number, seat in enumerate(seats) if (found := _bot(rules, seat))}}


def _bot(rules: Rules[Any], seat: Any) -> dict[str, list[str]] | None:
    spec = seat.get("bot") if isinstance(seat, dict) else None
    if spec is None or bot_for(spec, rules.name):
        return None
    return {"bot": ["No bot of this name plays these rules."]}


class SeatTaking(Strict):
    """The body of a request to take a seat."""

    name = Text(required=True)


class SeatChange(Strict):
    """The body of a request to let a bot play a seat, or with null to take it back."""

    bot = fields.String(required=True, allow_none=True)


class UndoAsked(Strict):
    """The body of a request to take back: to which version; without it, to before the caller's last decision."""

    to = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_VERSION))


class ReplayAsked(Strict):
    """The body of a request for a replay: from and to which version; without them, all of the game."""

    since = fields.Integer(strict=True, data_key="from", validate=validate.Range(1, LARGEST_VERSION))
    to = fields.Integer(strict=True, validate=validate.Range(1, LARGEST_VERSION))


class Whole(fields.Integer):
    """A whole number in a query, written in digits, without a sign."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 15):
            raise ValidationError("Not a whole number, written in 15 digits at most and without a sign.")
        return int(value)


def true_or_false(default: bool, description: str) -> fields.Boolean:
    """`true` or `false` in a query."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, load_default=default, metadata={"description": description})


class GameQuery(Strict):
    """How a game is to be shown."""

    at = Whole(validate=validate.Range(1), metadata={"description": "An earlier version of the game."})
    seen_as = fields.String(
        data_key="as",
        validate=validate.OneOf(["spectator"]),
        metadata={"description": "Show what a spectator sees, whatever the token."},
    )
    legal = true_or_false(True, "false leaves out the legal commands.")


class EventsQuery(Strict):
    """Which part of the history is asked for."""

    after = Whole(load_default=0, metadata={"description": "Only events after this version."})
    limit = Whole(load_default=100, validate=validate.Range(1, 500))
    wait = Whole(
        load_default=0,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "Seconds to wait for the first event after `after`."},
    )


class CommandQuery(Strict):
    """Whether the command is only tried."""

    dry_run = true_or_false(False, "true only tells whether it is legal.")


class Statuses(fields.String):
    """Statuses of games, separated by commas."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        statuses = str(value).split(",")
        if not set(statuses) <= {"open", "running", "over"}:
            raise ValidationError("Must be of open, running, over, separated by commas.")
        return frozenset(statuses)


class LobbyQuery(Strict):
    """Which games of the lobby are asked for."""

    status = Statuses(
        metadata={"description": "Statuses separated by commas: open, running, over."},
    )
    rules = fields.String(validate=validate.OneOf(RULES_NAMES))
    limit = Whole(load_default=20, validate=validate.Range(1, 50))
    cursor = Whole(metadata={"description": "`next` of the page before."})
