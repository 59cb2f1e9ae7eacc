"""The contract: OpenAPI 3.1, written from the routes, the schemas of requests and the types of answers."""

from typing import Any

from flask import Flask
from flask_smorest import Api
from flask_smorest.utils import prepare_response

from service.api import BLUEPRINTS
from service.api.docs import as_yaml
from service.api.schemas import Statuses, Whole
from service.api.shapes import components
from service.api.wire import Flag
from service.problems import CODES, CONTENT_TYPE

VERSION = "1.0.0"
DESCRIPTION = """Playledger: people, programs and bots play board games over HTTP.

JSON in and out, UTF-8, `snake_case`; times are whole milliseconds since the epoch. Unknown request fields are refused.
Everything under `/v1` only grows. **rules** are a kind of game, a **game** is one play of it.

A token goes into `Authorization: Bearer <token>`, never into a URL or a body. A *seat* token plays and sees as that
seat; the *host* token administers the game and sees as a spectator; a *join* token lets its bearer look at a private
game and take an open seat. Without a token one is a spectator. Games that one may not see answer 404.
"""


class Contract(Api):
    """flask-smorest, with our problems for its errors."""

    def _register_error_handlers(self) -> None:
        """Errors are answered by `service.problems`."""

    def _register_responses(self) -> None:
        problem = {"$ref": "#/components/schemas/Problem"}
        for status in {code.status for code in CODES.values()}:
            meanings = [f"`{name}`: {code.meaning}" for name, code in CODES.items() if code.status == status]
            self._response(status.name, {"description": " ".join(meanings), "schema": problem})
        self._response("DEFAULT_ERROR", {"description": "Any other problem.", "schema": problem})

    def _register_etag_headers(self) -> None:
        """Ours are described where they are read and sent."""

    def _register_pagination_header(self) -> None:
        """Pages are told of in the body."""

    def _response(self, name: str, response: dict[str, Any]) -> None:
        prepare_response(response, self.spec, CONTENT_TYPE)
        self.spec.components.response(name, response, lazy=True)


def contract(app: Flask) -> Contract:
    """Register every resource with the app, and describe them."""
    app.config |= {"API_TITLE": "Playledger", "API_VERSION": VERSION, "OPENAPI_VERSION": "3.1.0"}
    api = Contract(
        app,
        spec_kwargs={
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "security": [{}, {"token": []}],
        },
    )
    api.register_field(Whole, "integer", None)
    api.register_field(Flag, "boolean", None)
    api.register_field(Statuses, "string", None)
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for name, schema in components().items():
        api.spec.components.schema(name, schema)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    return api


def spec_text() -> str:
    """openapi.yaml: the contract of this version, the same text every time."""
    described: dict[str, object] = contract(Flask("playledger")).spec.to_dict()
    return as_yaml(described)
