"""The ceiling: what the same server gives when a view does nothing but the one thing that cannot be left out."""

import secrets

from flask import Flask, Response, request

from events.log import Appended, Commit, Receipt
from events.log.redis import RedisLog, connect
from events.record import Stored
from service.serve import listen
from service.server import run_server
from service.settings import Settings, load_settings
from tests.bench.workload import APPENDS, BARE_HEAD, bare_game

READY = b'{"view": "%s"}' % (b"x" * 2_986)
"""Three kilobytes of JSON."""
FILLER = b"x" * 100_000
RECEIPT = Receipt(1, 1, 201)
JSON = "application/json"


def create_bare_app(settings: Settings) -> Flask:
    """Two views at the paths of the service: one runs the append script, one answers ready JSON."""
    app = Flask("bare")
    log = RedisLog(connect(settings.redis_url))

    @app.post("/v1/games/<game_id>/commands")
    def commands(game_id: str) -> Response:
        version, _, sizes = request.headers[APPENDS].partition(" ")
        records = [Stored(FILLER[: int(size)], BARE_HEAD) for size in sizes.split(",")]
        commit = Commit(
            game=bare_game(game_id),
            expected=(int(version), BARE_HEAD),
            records=records,
            command_id=secrets.token_urlsafe(24),
            fingerprint="",
            receipt=RECEIPT,
            status="running",
            rules="",
        )
        appended = isinstance(log.append(commit), Appended)
        return Response(b"{}", 201 if appended else 409, content_type=JSON)

    @app.get("/v1/games/<game_id>")
    def ready(game_id: str) -> Response:
        return Response(READY, content_type=JSON)

    return app


def main() -> None:
    """Serves the bare app as the service is served; prints the port."""
    settings = load_settings()
    listener = listen(settings)
    print(listener.getsockname()[1], flush=True)  # noqa: T201 - the benchmark reads it
    run_server(settings, create_bare_app, listener.fileno())


if __name__ == "__main__":
    main()
