"""The contract: valid, fresh, complete; and the pages that show it, without the internet."""

import re
from pathlib import Path

import msgspec
import pytest
import yaml
from openapi_spec_validator import validate

from events.games import RULES
from events.rules import wire_name
from events.table.messages import EVENTS as TABLE_EVENTS
from service.openapi import spec_text
from tests.service.client import Api

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"


def test_the_committed_contract_is_fresh():
    """openapi.yaml is what the running schemas say; `make openapi` writes it anew."""
    assert spec_text() == COMMITTED.read_text(encoding="utf-8")


def test_the_contract_is_valid():
    """It is an OpenAPI 3.1 description, in which every reference leads somewhere."""
    described = yaml.safe_load(spec_text())
    validate(described)
    assert "3.1.0" == described["openapi"]


def test_the_contract_describes_every_route(api: Api):
    """Every route of the API with every method is in it, and nothing else."""
    described = yaml.safe_load(spec_text())["paths"]
    found = {
        (path, method.upper()) for path, methods in described.items() for method in methods if method != "parameters"
    }
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in api.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not rule.rule.startswith(("/docs", "/openapi"))
    }
    assert routes == found


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_kind_of_game_has_its_own_unions(rules):
    """Commands, events, view and options of every kind of game are named in the contract."""
    schemas = yaml.safe_load(spec_text())["components"]["schemas"]
    prefix = "".join(word.capitalize() for word in rules.name.split("_"))
    commands = schemas[f"{prefix}Command"]["discriminator"]["mapping"]
    assert {command.__struct_config__.tag for command in rules.commands} == set(commands)
    events = schemas[f"{prefix}Event"]["discriminator"]["mapping"]
    assert {wire_name(event) for event in (*TABLE_EVENTS, *rules.events)} == set(events)
    assert "object" == schemas[f"{prefix}View"]["type"] == schemas[f"{prefix}Options"]["type"]


def test_the_contract_is_served(api: Api):
    """As JSON and as YAML, both the same."""
    served = api.app.test_client().get("/openapi.json").json
    assert served == yaml.safe_load(api.app.test_client().get("/openapi.yaml").text) == yaml.safe_load(spec_text())


def test_the_reference_needs_nothing_from_elsewhere(api: Api):
    """The page, its script and its style come from here, and it may not ask anybody else."""
    client = api.app.test_client()
    page = client.get("/docs")
    needed = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert needed
    for address in needed:
        assert address.startswith("/docs/")
        with client.get(address) as answer:
            assert (200, True) == (answer.status_code, len(answer.data) > 50)
    assert "default-src 'none'; script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "/openapi.json" in client.get("/docs/start.js").text
    assert 404 == client.get("/docs/assets/../__init__.py").status_code


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_catalogue_describes_a_kind_of_game(api: Api, rules):
    """What one may send and is sent as JSON Schema that stands alone, and the numbered rules as Markdown."""
    shown = api.get(f"/v1/rules/{rules.name}").json
    assert (rules.name, rules.title, rules.documentation) == (shown["name"], shown["title"], shown["documentation"])
    assert {"min": rules.players[0], "max": rules.players[1]} == shown["players"]
    assert {wire_name(event) for event in (*TABLE_EVENTS, *rules.events)} == {
        event["properties"]["type"]["const"] for event in shown["events"]["oneOf"]
    }
    for name in ("options", "commands", "events", "view"):
        for ref in re.findall(r'"\$ref":"([^"]+)"', msgspec.json.encode(shown[name]).decode()):
            assert ref.startswith("#/$defs/")
    assert set(rules.options.__struct_fields__) == set(shown["options"]["properties"])


def test_the_catalogue_lists_every_kind_of_game(api: Api):
    """In short, each with the way to the whole."""
    listed = api.get("/v1/rules").json["rules"]
    assert [rules.name for rules in RULES] == [each["name"] for each in listed]
    assert len(listed) == len({each["name"] for each in listed})
    assert [200] * len(listed) == [api.get(each["link"]).status_code for each in listed]
    assert 404 == api.get("/v1/rules/nonsense").status_code


def test_bots_are_listed(api: Api):
    """How a seat names them, for which rules, and how long they think."""
    (random, *_) = api.get("/v1/bots").json["bots"]
    assert ("random", [rules.name for rules in RULES]) == (random["spec"], random["rules"])
    assert random["thinking_ms"] > 0
