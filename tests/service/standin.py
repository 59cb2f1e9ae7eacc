"""`playledger serve` with stand-ins for the API and the workers: what is tested is the supervisor around them.

    python -m tests.service.standin FOLDER [CHILD THAT ENDS AT ONCE]

Every stand-in writes its process id to `FOLDER/<name>.pid`. The API answers `/readyz`, and `/redis` with what
the settings name.
"""

import os
import signal
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service.serve import API, WORKERS, serve
from service.settings import Settings, child_environment, load_settings
from service.supervisor import Child


class Api(BaseHTTPRequestHandler):
    """Always ready."""

    def do_GET(self) -> None:
        """Answers 200 with the address of the Redis."""
        body = load_settings().redis_url.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


def children(settings: Settings, listener: int) -> list[Child]:
    """An API, a worker, and a child that ends at once if one was named."""
    environ = child_environment(settings)

    def child(name: str, stage: int, *pass_fds: int) -> Child:
        argv = [sys.executable, "-m", "tests.service.standin", "child", name, *map(str, pass_fds)]
        return Child(name, argv, stage, environ, pass_fds)

    ending = [Child(name, ["false"], WORKERS) for name in sys.argv[2:]]
    return [child("api", API, listener), child("worker", WORKERS), *ending]


def run_child(name: str, *listener: str) -> None:
    """What a stand-in does: it writes its process id, then serves or waits until SIGTERM."""
    (load_settings().data / f"{name}.pid").write_text(str(os.getpid()))
    if not listener:
        signal.pause()
    server = ThreadingHTTPServer(("", 0), Api, bind_and_activate=False)
    server.socket.close()
    server.socket = socket.socket(fileno=int(listener[0]))
    server.serve_forever()


if __name__ == "__main__":
    if sys.argv[1] == "child":
        run_child(*sys.argv[2:])
    sys.exit(serve(load_settings(data=sys.argv[1], port="0"), children))
