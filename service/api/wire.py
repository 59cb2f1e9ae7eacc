"""From JSON to messages: marshmallow schemas derived from the message classes, and every fault told at once.

Schemas are made once per class. What they let through is exactly what the class holds: no text becomes a number,
no unknown field is passed over.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec
from flask import Request
from marshmallow import RAISE, Schema, ValidationError, fields, validate
from msgspec import inspect
from werkzeug.exceptions import RequestEntityTooLarge

from events.games import rules_named
from events.rules import Command, Rules
from service.parts import parts
from service.problems import Fault, Problem

JSON = "application/json"
LARGEST_BODY = 64 * 1024
SHORT_BODY = 500
"""Bytes up to which a command is remembered by its text."""


class Flag(fields.Field[bool]):
    """A JSON boolean, and nothing that could be taken for one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class AnyOf(fields.Field[Any]):
    """A value that one of several fields accepts."""

    def __init__(self, choices: list[fields.Field[Any]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        messages: list[str] = []
        for choice in self.choices:
            try:
                return choice.deserialize(value, attr, data, **kwargs)
            except ValidationError as error:
                messages.extend(fault.message for fault in faults(error.messages))
        raise ValidationError(" Or: ".join(messages))


@cache
def schema_of(message: type[msgspec.Struct]) -> Schema:
    """The schema that accepts exactly what `message` holds; its tag field is read apart."""
    described = inspect.type_info(message)
    assert isinstance(described, inspect.StructType)
    made = {field.encode_name: _field(field.type, _presence(field)) for field in described.fields}
    return Schema.from_dict(made, name=f"{message.__module__}.{message.__qualname__}")(unknown=RAISE)


def _presence(field: inspect.Field) -> dict[str, Any]:
    return {"required": field.required}


def _field(kind: inspect.Type, options: dict[str, Any]) -> fields.Field[Any]:
    """The marshmallow field for one type that a message may hold."""
    match kind:
        case inspect.Metadata():
            return _field(kind.type, options)
        case inspect.UnionType():
            return _union(kind, options)
        case inspect.BoolType():
            return Flag(**options)
        case inspect.IntType():
            return fields.Integer(strict=True, validate=_range(kind), **options)
        case inspect.StrType():
            return fields.String(validate=_text(kind), **options)
        case inspect.LiteralType() if all(isinstance(value, str) for value in kind.values):
            return fields.String(validate=validate.OneOf(kind.values), **options)
        case inspect.LiteralType():
            return fields.Integer(strict=True, validate=validate.OneOf(kind.values), **options)
        case inspect.VarTupleType() | inspect.ListType():
            size = validate.Length(kind.min_length, kind.max_length)
            return fields.List(_field(kind.item_type, {}), validate=size, **options)
        case inspect.TupleType():
            return fields.Tuple(tuple(_field(each, {}) for each in kind.item_types), **options)
        case inspect.StructType():
            return fields.Nested(schema_of(kind.cls), **options)
        case inspect.DictType():
            return fields.Dict(keys=fields.String(), **options)
        case inspect.AnyType():
            return fields.Raw(allow_none=True, **options)
    raise TypeError(f"a request cannot hold {kind}")


def _union(kind: inspect.UnionType, options: dict[str, Any]) -> fields.Field[Any]:
    others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    options = options | {"allow_none": len(others) < len(kind.types)}
    if len(others) == 1:
        return _field(others[0], options)
    return AnyOf([_field(each, {}) for each in others], **options)


def _range(kind: inspect.IntType) -> list[Any]:
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return [] if least is None and most is None else [validate.Range(least, most)]


def _text(kind: inspect.StrType) -> list[Any]:
    checks: list[Any] = []
    if kind.min_length is not None or kind.max_length is not None:
        checks.append(validate.Length(kind.min_length, kind.max_length))
    if kind.pattern is not None:
        checks.append(validate.Regexp(kind.pattern))
    return checks


@cache
def _commands(rules: Rules[Any]) -> Mapping[str, tuple[type[Command], Schema]]:
    return {tag_of(command): (command, schema_of(command)) for command in rules.commands}


def tag_of(command: type[Command]) -> str:
    """The promised name of a command."""
    return str(command.__struct_config__.tag)


def command_of(rules: Rules[Any], body: Mapping[str, Any]) -> Command:
    """The command of these rules in a body; raises Problem `invalid`."""
    commands = _commands(rules)
    values = dict(body)
    kind = values.pop("type", None)
    if not isinstance(kind, str) or kind not in commands:
        raise invalid([Fault("/type", f"Must be one of: {', '.join(commands)}.")])
    message, schema = commands[kind]
    return msgspec.convert(_loaded(schema, values), message)


@lru_cache(maxsize=4_096)
def _remembered(rules_name: str, data: bytes) -> tuple[Mapping[str, Any], Command]:
    body = _object(data)
    return body, command_of(rules_named(rules_name), body)


def read_command(request: Request, rules: Rules[Any]) -> tuple[Mapping[str, Any], Command]:
    """The body of a request, and the command of these rules in it; raises Problem.

    The same short texts come again and again, from many games; what they mean is found out once.
    """
    data = _read(request)
    if len(data) <= SHORT_BODY:
        return _remembered(rules.name, data)
    body = _object(data)
    return body, command_of(rules, body)


def _loaded(schema: Schema, values: Mapping[str, Any]) -> Any:
    try:
        return schema.load(values)
    except ValidationError as error:
        raise invalid(list(faults(error.messages))) from None


def faults(messages: Any, pointer: str = "") -> Iterator[Fault]:
    """Every fault in marshmallow's messages, with its JSON pointer."""
    if isinstance(messages, Mapping):
        for name, deeper in messages.items():
            yield from faults(deeper, pointer if name == "_schema" else f"{pointer}/{_escaped(str(name))}")
    elif isinstance(messages, list):
        for message in messages:
            yield from faults(message, pointer)
    else:
        yield Fault(pointer, str(messages))


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def invalid(errors: list[Fault]) -> Problem:
    """The problem of a request whose shape or range is wrong."""
    count = "One thing is" if len(errors) == 1 else f"{len(errors)} things are"
    return Problem("invalid", f"{count} wrong with this request.", errors=tuple(sorted(errors)))


def read_body(request: Request, *, optional: bool = False) -> dict[str, Any]:
    """The JSON object in a request; with `optional`, {} for an empty body. Raises Problem."""
    data = _read(request)
    return {} if optional and not data else _object(data)


def _read(request: Request) -> bytes:
    with parts().reading.place():
        data = request.get_data(cache=True)
    if len(data) > LARGEST_BODY:
        raise RequestEntityTooLarge
    if data and request.mimetype != JSON:
        raise Problem("unsupported_media_type", f"Send the body as {JSON}.")
    return data


def _object(data: bytes) -> dict[str, Any]:
    try:
        body = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Problem("malformed", "The body is not JSON.") from None
    if not isinstance(body, dict):
        raise Problem("malformed", "The body must be a JSON object.")
    return body
