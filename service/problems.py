"""Every error as one kind of answer: RFC 9457 problems. The only home of HTTP's error statuses."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from events.errors import GameNotFound, KeyReused, Refusal, StaleVersion, Unavailable
from service.auth import NOT_FOUND

CONTENT_TYPE = "application/problem+json"
DOCUMENTATION = "/docs/problems"
RETRY_SECONDS = 1
"""After so long a caller may ask again when the log was away."""

log = logging.getLogger(__name__)


class Code(NamedTuple):
    """One of the API's error codes: its status, its title, and what it means to a caller."""

    status: HTTPStatus
    title: str
    meaning: str


CODES: Mapping[str, Code] = {
    "malformed": Code(
        HTTPStatus.BAD_REQUEST, "Malformed request", "The body is not JSON, or not an object, or the request is broken."
    ),
    "unauthorized": Code(
        HTTPStatus.UNAUTHORIZED, "No known token", "A token is needed here, or the one that was sent is not known."
    ),
    "forbidden": Code(HTTPStatus.FORBIDDEN, "Not yours to do", "The token is known, but this is not its business."),
    "not_found": Code(
        HTTPStatus.NOT_FOUND, "Not found", "There is no such thing, or none that you may see; also a future version."
    ),
    "method_not_allowed": Code(
        HTTPStatus.METHOD_NOT_ALLOWED, "Method not allowed", "The resource is there, but not for this method."
    ),
    "not_acceptable": Code(
        HTTPStatus.NOT_ACCEPTABLE, "Not acceptable", "The answer is not offered in a form that you accept."
    ),
    "not_your_turn": Code(HTTPStatus.CONFLICT, "Not your turn", "Another seat is to move."),
    "game_ended": Code(HTTPStatus.CONFLICT, "The game is over", "Nothing can be done in this game any more."),
    "game_not_started": Code(HTTPStatus.CONFLICT, "The game has not started", "A seat is still open."),
    "seat_taken": Code(HTTPStatus.CONFLICT, "Seat taken", "Somebody else sits there."),
    "undo_not_allowed": Code(
        HTTPStatus.CONFLICT, "Undo not allowed", "The agreement of this table, or the play itself, forbids it."
    ),
    "game_too_long": Code(HTTPStatus.CONFLICT, "The game is too long", "The game has reached its length limit (C-9)."),
    "stale_version": Code(
        HTTPStatus.PRECONDITION_FAILED, "Stale version", "The game has moved on from the version in If-Match."
    ),
    "too_large": Code(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large", "A body may have 64 KiB at most."),
    "unsupported_media_type": Code(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type", "Bodies are sent as application/json."
    ),
    "invalid": Code(
        HTTPStatus.UNPROCESSABLE_ENTITY, "Invalid request", "Shape, range or an unknown field; see `errors`."
    ),
    "illegal_command": Code(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "Against the rules",
        "The rule named in `rule` forbids it; nothing has changed.",
    ),
    "idempotency_key_reused": Code(
        HTTPStatus.UNPROCESSABLE_ENTITY, "Idempotency key reused", "This key came before with another request."
    ),
    "internal": Code(
        HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error", "Our fault; the `id` finds it in the service's log."
    ),
    "unavailable": Code(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Unavailable now",
        "Wait as long as Retry-After says, then ask again with the same Idempotency-Key: nothing is done twice.",
    ),
}

OF_HTTP = {
    CODES[code].status: code
    for code in (
        "malformed",
        "not_found",
        "method_not_allowed",
        "not_acceptable",
        "too_large",
        "unsupported_media_type",
        "internal",
        "unavailable",
    )
}
"""What Flask and werkzeug may refuse by themselves; whatever else they refuse is `malformed`."""


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong with a request.

    `pointer` is a JSON pointer into the body, `?name` for a query parameter, or the name of a header.
    """

    pointer: str
    message: str


class Problem(Exception):
    """An answer that tells what is wrong. `extra` are further members of the answer."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[Fault] = (),
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra
        if errors:
            self.extra["errors"] = errors
        if retry_after is not None:
            self.extra["retryable"] = True
            self.headers["Retry-After"] = str(retry_after)
        if code == "unauthorized":
            self.headers["WWW-Authenticate"] = "Bearer"


class ProblemDocument(msgspec.Struct, frozen=True, rename={"kind": "type"}):
    """What every error answers (RFC 9457). `kind` is the member `type`: a link to what the code means."""

    kind: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET
    errors: tuple[Fault, ...] | msgspec.UnsetType = msgspec.UNSET
    retryable: bool | msgspec.UnsetType = msgspec.UNSET
    id: str | msgspec.UnsetType = msgspec.UNSET
    parts: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def answer(problem: Problem) -> Response:
    """The problem as a response."""
    response = Response(msgspec.json.encode(document(problem)), CODES[problem.code].status, content_type=CONTENT_TYPE)
    response.headers.update(problem.headers)
    return response


def document(problem: Problem) -> dict[str, Any]:
    """The members of the answer."""
    status, title, _ = CODES[problem.code]
    return {
        "type": f"{DOCUMENTATION}#{problem.code}",
        "title": title,
        "status": int(status),
        "detail": problem.detail,
        "code": problem.code,
        **problem.extra,
    }


def of_refusal(refusal: Refusal) -> Problem:
    """A refusal of the core as a problem."""
    extra: dict[str, Any] = {} if refusal.rule is None else {"rule": refusal.rule}
    return Problem(refusal.code, refusal.detail, **extra)


def of_http(error: HTTPException) -> Problem:
    """What Flask or werkzeug refused as a problem."""
    code = OF_HTTP.get(HTTPStatus(error.code or 500), "malformed")
    details = {
        "not_found": "There is nothing at this address.",
        "method_not_allowed": "This resource does not know the method.",
        "too_large": "A body may have 64 KiB at most.",
    }
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return Problem(code, details.get(code, "The request cannot be understood."), headers=headers)


def of_accident(error: Exception) -> Problem:
    """An error that nobody foresaw: logged with an id, and only the id is told."""
    accident = secrets.token_hex(8)
    log.error("internal error %s", accident, exc_info=error)
    return Problem("internal", "Something went wrong here; it has been logged.", id=accident)


def register(app: Flask) -> None:
    """Make every error of this app a problem."""
    known: dict[type[Exception], Callable[[Any], Problem]] = {
        Problem: lambda problem: problem,
        Refusal: of_refusal,
        StaleVersion: lambda error: Problem("stale_version", str(error), version=error.version),
        KeyReused: lambda _: Problem(
            "idempotency_key_reused", "This Idempotency-Key came before with another request."
        ),
        GameNotFound: lambda _: Problem("not_found", NOT_FOUND),
        Unavailable: lambda _: Problem("unavailable", "The log cannot answer now.", retry_after=RETRY_SECONDS),
        HTTPException: of_http,
        Exception: of_accident,
    }
    for kind, problem_of in known.items():
        app.register_error_handler(kind, _answering(problem_of))


def _answering(problem_of: Callable[[Any], Problem]) -> Callable[[Any], Response]:
    return lambda error: answer(problem_of(error))
