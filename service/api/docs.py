"""The contract, and documentation to read, without the internet: /openapi.json, /openapi.yaml, /docs."""

from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

import msgspec
import yaml
from flask import Blueprint, Response, current_app, send_from_directory

from service.api.wire import JSON
from service.problems import CODES, DOCUMENTATION

ASSETS = Path(str(files("flask_swagger_ui"))) / "dist"
YAML = "application/yaml"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"
)
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{body}
</html>
"""
REFERENCE = """<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
<main id="reference"></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>"""
START = """SwaggerUIBundle({url: "/openapi.json", dom_id: "#reference", deepLinking: true, docExpansion: "list",
  validatorUrl: null});
"""

blueprint = Blueprint("docs", __name__)


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """The contract as JSON."""
    return Response(_as_json(), content_type=JSON)


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The contract as YAML: the file openapi.yaml of this version."""
    return Response(_as_yaml(), content_type=YAML)


@blueprint.get("/docs")
def reference() -> Response:
    """The API reference, to read and to try."""
    return _page("Playledger: API reference", REFERENCE)


@blueprint.get("/docs/start.js")
def start() -> Response:
    """What the reference page runs."""
    return Response(START, content_type="text/javascript; charset=utf-8")


@blueprint.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """A file of Swagger UI."""
    return send_from_directory(ASSETS, name)


@blueprint.get(DOCUMENTATION)
def problems() -> Response:
    """What every error code means; the `type` of a problem leads here."""
    rows = "\n".join(
        f'<dt id="{code}"><code>{code}</code> ({int(status)}) {escape(title)}</dt>\n<dd>{escape(meaning)}</dd>'
        for code, (status, title, meaning) in CODES.items()
    )
    return _page("Playledger: problems", f"<h1>Problems</h1>\n<dl>\n{rows}\n</dl>")


@cache
def _as_json() -> bytes:
    return msgspec.json.encode(_contract())


@cache
def _as_yaml() -> str:
    return as_yaml(_contract())


def _contract() -> dict[str, object]:
    """The OpenAPI description of the running app; the same for every app of this version."""
    described: dict[str, object] = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    return described


def as_yaml(described: dict[str, object]) -> str:
    """A contract as text, always the same for the same contract."""
    plain = msgspec.json.decode(msgspec.json.encode(described))
    return yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Writes every list and mapping out, without anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _page(title: str, body: str) -> Response:
    response = Response(PAGE.format(title=title, body=body), content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    return response
