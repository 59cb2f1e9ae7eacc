"""The HTTP server around the app: granian, a few processes with many threads each. Why: docs/benchmarks.md.

Where the system shares connections out (Linux), every process accepts on a socket of its own: of a common one, the
process that wakes first takes all that come at once, and the others look on.
"""

import gc
import os
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.net import SocketHolder
from granian.server import Server

from service.app import create_app
from service.lifeline import hold_on_to
from service.serve import BACKLOG, listen
from service.settings import Settings

STOP_SECONDS = 1
"""How long a request may still take after SIGTERM; the supervisor waits a little longer."""
LOGGING: dict[str, Any] = {"formatters": {}, "handlers": {}, "loggers": {"_granian": {"propagate": True}}}
"""What the server has to say goes where everything else goes."""


def run_api(settings: Settings, listener: int | None = None) -> None:
    """Serves until SIGTERM, on the open socket `listener` or else on the settings' host and port."""
    run_server(settings, create_app, listener)


def run_server(settings: Settings, make_app: Callable[[Settings], Flask], listener: int | None = None) -> None:
    """As `run_api`, for any app; each process makes its own."""
    opened = listen(settings) if listener is None else socket.socket(fileno=listener)
    server = _OnOpenSockets(
        "playledger",
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        workers=settings.api_processes,
        blocking_threads=settings.api_threads,
        backlog=BACKLOG,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
        log_dictconfig=LOGGING,
    )
    server.opened = _listeners(opened, settings.api_processes)
    server.serve(target_loader=partial(_app, make_app, settings, os.getpid()), wrap_loader=False)


def _app(make_app: Callable[[Settings], Flask], settings: Settings, parent: int) -> Flask:
    """In a new process of the server: the app, for as long as `parent` lives."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until granian takes it; what the parent does with it helps nobody
    hold_on_to(parent)
    app = make_app(settings)
    gc.freeze()  # what is there now stays: the collector need not look at it again and again
    return app


def _listeners(opened: socket.socket, processes: int) -> Sequence[socket.socket]:
    """A listening socket for each process: `opened`, and others at its address if it allows for company."""
    if not opened.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT):
        return [opened] * processes
    return [opened, *(_beside(opened) for _ in range(processes - 1))]


def _beside(opened: socket.socket) -> socket.socket:
    """Another socket that listens at the same address; it was reserved for us alone by `serve.listen`."""
    other = socket.socket(opened.family, opened.type)
    other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    other.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    other.bind(opened.getsockname())
    other.listen(BACKLOG)
    return other


class _OnOpenSockets(Server):
    """granian on sockets that are open already, so that requests wait in them while a process starts again."""

    opened: Sequence[socket.socket]

    def _init_shared_socket(self) -> None:
        for each in self.opened:
            each.set_inheritable(True)
        self._ssp = None

    def _spawn_worker(self, idx: int, target: Any, callback_loader: Any) -> Any:
        self._sso = self.opened[idx]
        self._shd = SocketHolder(self._sso.fileno(), False, BACKLOG)
        return super()._spawn_worker(idx, target, callback_loader)
