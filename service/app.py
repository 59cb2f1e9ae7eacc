"""The web application, put together: settings, log, queues and clock in, a Flask app out."""

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from events.handle import Handler
from events.log import Log
from service import problems
from service.api import docs
from service.api.wire import LARGEST_BODY
from service.auth import Tokens
from service.enqueue import Queues
from service.live import Reading, Waiting
from service.openapi import contract
from service.parts import KEY, Parts
from service.rendered import Rendered
from service.settings import Settings, server_secret

PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID",
    ),
    ("Access-Control-Max-Age", "86400"),
]
"""What browsers are told that ask before they send a request with our headers to another origin."""
SAFE = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)
OURS = (
    *SAFE,
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed",
    ),
    ("Vary", "Authorization"),
)
READ = (*OURS, ("Cache-Control", "private, no-cache"))
WRITTEN = (*OURS, ("Cache-Control", "no-store"))
"""What is told with answers that are no API, that read, that write."""


def milliseconds() -> int:
    """The time now, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class _App(Flask):
    """Flask without coroutines: none of our views is one, and each request would ask several times."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(
    settings: Settings,
    log: Log | None = None,
    queues: Queues | None = None,
    clock: Callable[[], int] = milliseconds,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Flask:
    """The API. Without a log, the one in the Redis of the settings, and its queues; without queues no job is woken."""
    if log is None:
        log, queues = _redis(settings)
    app = _App("playledger", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY + 1  # werkzeug cuts off what does not tell its length; we refuse it
    app.url_map.merge_slashes = False
    app.extensions[KEY] = Parts(
        settings=settings,
        handler=Handler(log, clock),
        tokens=Tokens(server_secret(settings)),
        queues=queues,
        waiting=Waiting(settings.waiting_requests),
        reading=Reading(settings.bodies_read),
        rendered=Rendered(),
        clock=clock,
        draw=draw,
    )
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies)  # type: ignore[method-assign]  # as below
    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]  # as Flask documents it
    problems.register(app)
    contract(app)
    app.register_blueprint(docs.blueprint)
    return app


def _redis(settings: Settings) -> tuple[Log, Queues]:
    from events.log.redis import RedisLog, connect

    return RedisLog(connect(settings.redis_url)), Queues(connect(settings.queue_address))


def _with_headers(application: WSGIApplication) -> WSGIApplication:
    """Adds to every answer what browsers and caches are told, unless the view told them otherwise.

    Around the app rather than in it: an answer is sent as a list of headers anyhow, and adding to that is cheap.
    """

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        more = _more(environ)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            told = {name for name, _ in headers}
            return start_response(status, headers + [each for each in more if each[0] not in told], *error)

        if environ["REQUEST_METHOD"] == "OPTIONS" and more is not SAFE:
            start("204 NO CONTENT", PREFLIGHT)
            return ()
        return application(environ, start)

    return call


def _more(environ: WSGIEnvironment) -> Sequence[tuple[str, str]]:
    if not environ["PATH_INFO"].startswith("/v1"):
        return SAFE
    return READ if environ["REQUEST_METHOD"] in ("GET", "HEAD") else WRITTEN
