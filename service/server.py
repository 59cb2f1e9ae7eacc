"""The HTTP server around the app: granian, a few processes with many threads each. Why: docs/benchmarks.md."""

import os
import signal
import socket
from collections.abc import Callable
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
    server = _OnOpenSocket(
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
    server.opened = opened
    server.serve(target_loader=partial(_app, make_app, settings, os.getpid()), wrap_loader=False)


def _app(make_app: Callable[[Settings], Flask], settings: Settings, parent: int) -> Flask:
    """In a new process of the server: the app, for as long as `parent` lives."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until granian takes it; what the parent does with it helps nobody
    hold_on_to(parent)
    return make_app(settings)


class _OnOpenSocket(Server):
    """granian on a socket that is open already, so that requests wait in it while the server starts again."""

    opened: socket.socket

    def _init_shared_socket(self) -> None:
        self.opened.set_inheritable(True)
        self._sso = self.opened
        self._sfd = self.opened.fileno()
        self._shd = SocketHolder(self._sfd, False, BACKLOG)
        self._ssp = None
