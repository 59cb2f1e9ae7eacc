"""The JSON Schemas of all that the API sends and takes, written from the message classes; nothing is written twice.

Every kind of game gets its own named unions, so that a client for one game needs to know only that game:
`<Rules>Command`, `<Rules>Event`, `<Rules>View` and `<Rules>Options`.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from events.games import RULES
from events.rules import Event, Rules, wire_name
from events.table.messages import EVENTS as TABLE_EVENTS
from events.table.messages import GameOpened, SeatTaken
from service import documents
from service.api.wire import tag_of
from service.problems import ProblemDocument

Json = dict[str, Any]

REF = "#/components/schemas/"
DEFS = "#/$defs/"
NOTHING: Json = {"type": "null"}
SENT = (
    documents.GameShown,
    documents.EventShown,
    documents.EventsPage,
    documents.LegalCommands,
    documents.UndoOptions,
    documents.Opened,
    documents.Seated,
    documents.Answered,
    documents.Legal,
    documents.Lobby,
    documents.RulesList,
    documents.RulesShown,
    documents.BotsList,
    documents.JobShown,
    documents.JobAsked,
    documents.ReplayShown,
    documents.Alive,
    documents.Ready,
    ProblemDocument,
)
TOLD: Mapping[type[Event], type[msgspec.Struct]] = {
    GameOpened: documents.OpenedShown,
    SeatTaken: documents.TakenShown,
}
"""The table's events that are not told as they are stored."""


def components() -> Json:
    """Every schema of the contract by name; references lead to `#/components/schemas/`."""
    made = _schemas(SENT, REF)
    made |= {_name(event): _table_event(event) for event in TABLE_EVENTS}
    for rules in RULES:
        made |= _of_rules(rules)
    made["Game"]["properties"] |= {
        "view": _one_of(_union(f"{_prefix(rules)}View" for rules in RULES), NOTHING),
        "legal": _list(_union(f"{_prefix(rules)}Command" for rules in RULES)),
    }
    made["Frame"]["properties"] |= {
        "view": _one_of(_union(f"{_prefix(rules)}View" for rules in RULES), NOTHING),
        "event": _union(f"{_prefix(rules)}Event" for rules in RULES),
    }
    made["LegalCommands"]["properties"]["commands"] = _list(_union(f"{_prefix(rules)}Command" for rules in RULES))
    for page in ("EventsPage", "Answered"):
        made[page]["properties"]["events"] = _list(_union(f"{_prefix(rules)}Event" for rules in RULES))
    del made["Event"]
    return dict(sorted(made.items()))


def command_body() -> Json:
    """The body of a command: any of the commands of any rules."""
    return _union(f"{_prefix(rules)}Command" for rules in RULES)


@cache
def catalogued(rules: Rules[Any]) -> documents.RulesShown:
    """The rules as the catalogue shows them; each of its JSON Schemas stands alone."""
    fewest, most = rules.players
    return documents.RulesShown(
        name=rules.name,
        title=rules.title,
        version=rules.version,
        players=documents.Players(fewest, most),
        hidden_information=rules.hidden_information,
        chance=rules.chance,
        cooperative=rules.cooperative,
        link=f"/v1/rules/{rules.name}",
        credits=rules.credits,
        reasons=rules.reasons,
        options=_alone(rules.options),
        commands=_one_alone(map(_alone, rules.commands)),
        events=_one_alone(map(_event_alone, (*TABLE_EVENTS, *rules.events))),
        view=_alone(rules.view_type),
        components=msgspec.to_builtins(rules.components, str_keys=True),
        components_schema=_alone(type(rules.components)),
        documentation=rules.documentation,
    )


def _of_rules(rules: Rules[Any]) -> Json:
    """The schemas of one kind of game, all with its prefix."""
    prefix = _prefix(rules)
    named: dict[str, type[msgspec.Struct]] = {"View": rules.view_type, "Options": rules.options}
    refs, made = _schemas_under(prefix, [*named.values(), *rules.commands])
    made |= {f"{prefix}{name}": ref for name, ref in zip(named, refs, strict=False) if ref != _ref(f"{prefix}{name}")}
    tags = {tag_of(command): ref for command, ref in zip(rules.commands, refs[len(named) :], strict=True)}
    made[f"{prefix}Command"] = _choice("type", tags)
    own = {f"{prefix}{event.__name__}": _event(event, prefix) for event in rules.events}
    made |= {name: schema for name, (schema, _) in own.items()}
    for _, more in own.values():
        made |= more
    names = [_name(event) for event in TABLE_EVENTS] + list(own)
    types = [wire_name(event) for event in (*TABLE_EVENTS, *rules.events)]
    made[f"{prefix}Event"] = _choice("type", dict(zip(types, map(_ref, names), strict=True)))
    return made


def _event(event: type[Event], prefix: str) -> tuple[Json, Json]:
    """An event of play as it is told, and the schemas that it needs, which are its own: its parts may be null."""
    (ref,), made = _schemas_under(f"{prefix}Told", [event])
    told = {name: _nullable(schema) for name, schema in made.items()}
    return _told(event, told.pop(ref["$ref"].removeprefix(REF))), told


def _table_event(event: type[Event]) -> Json:
    told = TOLD.get(event, event)
    return _told(event, _schemas([told], REF)[_public(told.__name__)])


def _told(event: type[Event], data: Json) -> Json:
    """The envelope of an event around its data."""
    told: Json = _schemas([documents.EventShown], REF)["Event"]
    data = {key: value for key, value in data.items() if key not in ("title", "description")}
    told["properties"] |= {"type": {"const": wire_name(event)}, "data": data}
    return told | {"title": _name(event), "description": (event.__doc__ or "").strip()}


def _event_alone(event: type[Event]) -> Json:
    data = _alone(TOLD.get(event, event))
    if event not in TABLE_EVENTS:
        data = _nullable(data)
    needed = data.pop("$defs", {})
    envelope = {"type": {"const": wire_name(event)}, "data": data}
    described = (event.__doc__ or "").strip()
    return {
        "type": "object",
        "description": described,
        "properties": envelope,
        "required": ["type", "data"],
        "$defs": needed,
    }


def _one_alone(schemas: Iterable[Json]) -> Json:
    """One of these schemas, each of which stands alone; what they need stands at the top, where references lead."""
    needed: Json = {}
    choices = []
    for schema in schemas:
        needed |= schema.pop("$defs", {})
        choices.append(schema)
    return {"oneOf": choices} | ({"$defs": needed} if needed else {})


def _nullable(schema: Json) -> Json:
    """What an event of play holds, as it is told: every part is there, as null for who may not know it."""
    told = dict(schema)
    if "properties" in schema:
        fields = {name: _one_of(_nullable(field), NOTHING) for name, field in schema["properties"].items()}
        told |= {"properties": fields, "required": list(fields)}
    if isinstance(items := schema.get("items"), dict):
        told["items"] = _one_of(_nullable(items), NOTHING)
    if "prefixItems" in schema:
        told["prefixItems"] = [_one_of(_nullable(each), NOTHING) for each in schema["prefixItems"]]
    if "anyOf" in schema:
        told["anyOf"] = [_nullable(each) for each in schema["anyOf"]]
    if "$defs" in schema:
        told["$defs"] = {name: _nullable(each) for name, each in schema["$defs"].items()}
    return told


def _schemas(types: Iterable[type[Any]], ref: str) -> Json:
    """The schemas of these types, and of all that they hold, by the names that they have in the contract."""
    _, made = msgspec.json.schema_components(list(types), ref_template=ref + "{name}")
    text = msgspec.json.encode({_public(name): schema for name, schema in made.items()}).decode()
    plain: Json = msgspec.json.decode(re.sub(rf'({ref}\w+)Shown"', r'\1"', text))
    for name, schema in plain.items():
        schema["title"] = name
    return plain


def _schemas_under(prefix: str, types: Iterable[type[Any]]) -> tuple[list[Json], Json]:
    """(references to these types, their schemas and those of all that they hold), every name with the prefix."""
    refs, made = msgspec.json.schema_components(list(types), ref_template=REF + prefix + "{name}")
    plain: Json = _plain({f"{prefix}{name}": schema for name, schema in made.items()})
    return list(refs), plain


def _alone(message: type[msgspec.Struct]) -> Json:
    """The schema of one type that needs nothing outside itself."""
    (ref,), made = msgspec.json.schema_components([message], ref_template=DEFS + "{name}")
    plain: Json = _plain(made)
    top: Json = plain.pop(ref["$ref"].removeprefix(DEFS))
    return top | ({"$defs": plain} if plain else {})


def _plain(schema: Any) -> Any:
    """The schema as JSON knows it: lists, no tuples; and no `items: false`, which `maxItems` says too."""
    return _pruned(msgspec.json.decode(msgspec.json.encode(schema)))


def _pruned(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _pruned(value) for key, value in schema.items() if (key, value) != ("items", False)}
    return [_pruned(each) for each in schema] if isinstance(schema, list) else schema


def _public(name: str) -> str:
    """A document's name in the contract: `Game` of `GameShown`."""
    return name.removesuffix("Shown").replace("ProblemDocument", "Problem")


def _name(event: type[Event]) -> str:
    return event.__name__


def _prefix(rules: Rules[Any]) -> str:
    return "".join(word.capitalize() for word in rules.name.split("_"))


def _ref(name: str) -> Json:
    return {"$ref": REF + name}


def _union(names: Iterable[str]) -> Json:
    refs = [_ref(name) for name in names]
    return refs[0] if len(refs) == 1 else {"anyOf": refs}


def _one_of(schema: Json, other: Json) -> Json:
    if "anyOf" in schema:
        return schema if other in schema["anyOf"] else schema | {"anyOf": [*schema["anyOf"], other]}
    described = {"description": schema["description"]} if "description" in schema else {}
    return described | {"anyOf": [{key: value for key, value in schema.items() if key not in described}, other]}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _choice(field: str, refs: Mapping[str, Json]) -> Json:
    mapping = {value: ref["$ref"] for value, ref in refs.items()}
    return {"oneOf": list(refs.values()), "discriminator": {"propertyName": field, "mapping": mapping}}
