"""The HTTP server around the app: gunicorn, a few processes with many threads each."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from service.app import create_app
from service.settings import Settings

GRACEFUL_SECONDS = 1
"""How long a request may still take after SIGTERM; the supervisor waits a little longer."""


def run_api(settings: Settings, listener: int | None = None) -> None:
    """Serves until SIGTERM, on the open socket `listener` or else on the settings' host and port."""
    run_server(settings, create_app, listener)


def run_server(settings: Settings, make_app: Callable[[Settings], Flask], listener: int | None = None) -> None:
    """As `run_api`, for any app."""
    _Server(settings, make_app, listener).run()


class _Server(BaseApplication):
    """gunicorn without a command line or a configuration file."""

    def __init__(self, settings: Settings, make_app: Callable[[Settings], Flask], listener: int | None) -> None:
        self.settings = settings
        self.make_app = make_app
        self.listener = listener
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.options().items():
            self.cfg.set(name, value)

    def options(self) -> dict[str, Any]:
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return {
            "bind": f"fd://{self.listener}" if self.listener is not None else f"{host}:{self.settings.port}",
            "worker_class": "gthread",
            "workers": self.settings.api_processes,
            "threads": self.settings.api_threads,
            "keepalive": 30,
            "graceful_timeout": GRACEFUL_SECONDS,
            "control_socket_disable": True,
            "loglevel": "warning",
            "proc_name": "playledger api",
        }

    def load(self) -> Flask:
        return self.make_app(self.settings)
