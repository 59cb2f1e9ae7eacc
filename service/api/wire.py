"""From JSON to messages: marshmallow schemas derived from the message classes, and every fault told at once.

Schemas are made once per class. What they let through is exactly what the class holds: no text becomes a number,
no unknown field is passed over.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache, lru_cache, wraps
from typing import Any

import msgspec
from flask import Request, current_app, request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import RAISE, Schema, ValidationError, fields, validate
from msgspec import inspect
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from events.games import rules_named
from events.rules import Command, Rules
from service.parts import parts
from service.problems import CODES, Fault, Problem

JSON = "application/json"
LARGEST_BODY = 64 * 1024
SHORT_BODY = 500
"""Bytes up to which a command is remembered by its text."""
Decorator = Callable[[Any], Any]


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


class Parser(FlaskParser):
    """Reads what a view asks for, refuses what it does not know, and tells every fault at once."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": RAISE}  # noqa: RUF012  # webargs declares it so

    def load_json(self, req: Request, schema: Schema) -> Any:
        return read_body(req, optional=not any(field.required for field in schema.fields.values()))

    def handle_error(
        self, error: ValidationError, req: Request, schema: Schema, *, error_status_code: Any, error_headers: Any
    ) -> Any:
        raise invalid([fault for messages in error.messages_dict.values() for fault in faults(messages)]) from None


HEADERS: Mapping[str, Mapping[str, Any]] = {
    "Idempotency-Key": {
        "description": "The same key, caller and body give the first answer again, for 24 hours. "
        "Without a token it must have 22 characters or more.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    },
    "If-Match": {
        "description": 'Only if the game is still at this version: "42", or its whole ETag.',
        "schema": {"type": "string"},
        "example": '"42"',
    },
    "If-None-Match": {"description": "The ETag of an earlier answer.", "schema": {"type": "string"}},
}
ETAG = {"ETag": {"description": "The game's version and the beginning of its hash.", "schema": {"type": "string"}}}
LOCATION = {"Location": {"description": "Where it is.", "schema": {"type": "string"}}}


class Blueprint(SmorestBlueprint):
    """A part of the API. Its views take no query parameter but those of a schema that they name."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks += [_document_headers, _in_order]

    def arguments(self, schema: Any, **options: Any) -> Decorator:
        """As in flask-smorest, but the schema is made once, not for every request."""
        decorate: Decorator = super().arguments(schema() if isinstance(schema, type) else schema, **options)
        return decorate

    def response(self, *args: Any, **options: Any) -> Decorator:
        """As in flask-smorest, for views that answer with whole responses: it has no part in a request."""
        return _documenting(super().response(*args, **options))

    def alt_response(self, *args: Any, **options: Any) -> Decorator:
        """As in flask-smorest; it has no part in a request."""
        return _documenting(super().alt_response(*args, **options))

    def query(self, schema: type[Schema]) -> Decorator:
        """The view takes the query parameters of this schema, by name."""
        made = schema()
        unasked = made.load({})

        def decorate(view: Any) -> Any:
            @wraps(view)
            def read(*args: Any, **kwargs: Any) -> Any:
                return view(*args, **kwargs, **(_asked(made) if request.query_string else unasked))

            read.takes_query = True  # type: ignore[attr-defined]  # told to `refuse_unknown_query`
            return _documenting(self.arguments(made, location="query"))(read)

        return decorate

    def sends(self, status: int, name: str | None = None, headers: Any = None) -> Decorator:
        """What the view answers: the schema of this name in the contract."""
        schema = None if name is None else {"$ref": f"#/components/schemas/{name}"}
        decorate: Decorator = self.response(status, schema, headers=headers)
        return decorate

    def errors(self, *codes: str) -> Decorator:
        """What may go wrong, beyond what may always go wrong."""
        statuses = sorted({CODES[code].status for code in codes})

        def decorate(view: Any) -> Any:
            view._apidoc = deepcopy(getattr(view, "_apidoc", {}))
            described = view._apidoc.setdefault("response", {}).setdefault("responses", {})
            described.update({int(status): [status.name] for status in statuses})
            return view

        return decorate

    def reads(self, *names: str) -> Decorator:
        """The request headers that matter to the view."""

        def decorate(view: Any) -> Any:
            described = deepcopy(getattr(view, "_apidoc", {}))
            view._apidoc = described | {"headers": names}
            return view

        return decorate


def _documenting(decorate: Decorator) -> Decorator:
    """What flask-smorest's decorator tells in the contract, without the wrapper that it puts around the view."""

    def document(view: Any) -> Any:
        view._apidoc = decorate(view)._apidoc
        return view

    return document


def _document_headers(doc: dict[str, Any], info: dict[str, Any], **_: Any) -> dict[str, Any]:
    for name in info.get("headers", ()):
        doc.setdefault("parameters", []).append({"in": "header", "name": name, **HEADERS[name]})
    return doc


def _in_order(doc: dict[str, Any], info: dict[str, Any], **_: Any) -> dict[str, Any]:
    return doc | {"responses": dict(sorted(doc["responses"].items(), key=lambda response: str(response[0])))}


def _asked(schema: Schema) -> Mapping[str, Any]:
    """The query parameters of the current request, of one that is repeated the first; raises Problem `invalid`."""
    try:
        asked: Mapping[str, Any] = schema.load(request.args.to_dict())
    except ValidationError as error:
        raise invalid(
            [Fault(f"?{name}", fault.message) for name, found in error.messages_dict.items() for fault in faults(found)]
        ) from None
    return asked


def refuse_unknown_query() -> None:
    """Raise Problem `invalid` for query parameters of a view that takes none."""
    if request.query_string and request.endpoint is not None and request.path.startswith("/v1"):
        view = current_app.view_functions[request.endpoint]
        if not getattr(view, "takes_query", False):
            raise invalid([Fault(f"?{name}", "Unknown field.") for name in request.args])
