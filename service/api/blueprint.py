"""The parts of the API: what a view takes and answers, for the contract and for the request, told in one place."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any

from flask import Request, request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from service.api.wire import faults, invalid, read_body
from service.problems import CODES, Fault

Decorator = Callable[[Any], Any]


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

    def route(self, rule: str, **options: Any) -> Decorator:
        """As in flask-smorest; a view that names no query parameters takes none."""
        add = super().route(rule, **options)
        return lambda view: add(view if hasattr(view, "takes_query") else _without_query(view))

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

            read.takes_query = True  # type: ignore[attr-defined]  # told to `route`
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


def _without_query(view: Any) -> Any:
    """The view, refusing query parameters: it takes none."""

    @wraps(view)
    def refuse(*args: Any, **kwargs: Any) -> Any:
        if request.query_string and request.path.startswith("/v1"):
            raise invalid([Fault(f"?{name}", "Unknown field.") for name in request.args])
        return view(*args, **kwargs)

    return refuse
