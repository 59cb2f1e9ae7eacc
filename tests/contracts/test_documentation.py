"""Every kind of game documents its rules by number, and every number has a test in that game's folder."""

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.games import RULES
from events.rules import Resign, Rules
from tests.contracts.playing import fields_of

GAMES = Path(__file__).parent.parent / "games"
NUMBER = re.compile(r"\b([RD])-(\d+)\b")

every_rules = pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])


def numbers(text: str) -> set[str]:
    """The numbered rules and decisions that a text names."""
    return {f"{letter}-{number}" for letter, number in NUMBER.findall(text)}


@every_rules
def test_the_numbers_have_no_gaps(rules: Rules[Any]):
    """R-1, R-2 … and D-1, D-2 … stand in the documentation without a gap."""
    for letter in "RD":
        found = sorted(int(each[2:]) for each in numbers(rules.documentation) if each.startswith(letter))
        assert list(range(1, len(found) + 1)) == found


@every_rules
def test_every_numbered_rule_has_a_test(rules: Rules[Any]):
    """Every R-n and D-n of a game, and C-8, is named by the docstring of a test in that game's folder."""
    docstrings = [
        ast.get_docstring(node) or ""
        for path in sorted((GAMES / rules.name).glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    cited = set[str]().union(*map(numbers, docstrings))
    assert set() == numbers(rules.documentation) - cited
    assert any("C-8" in docstring for docstring in docstrings)


@every_rules
def test_the_documentation_speaks_of_everything(rules: Rules[Any]):
    """Every command, event, option and reason for the end is named in the documentation."""
    names = [
        *(msgspec.inspect.type_info(command).tag for command in rules.commands),  # type: ignore[attr-defined] # struct
        *(field.encode_name for field in fields_of(rules.options)),
        *rules.reasons,
    ]
    assert [] == [name for name in names if f"`{name}`" not in rules.documentation]
    assert {"resigned", "length"} <= set(rules.reasons)


@every_rules
def test_every_field_of_the_contract_is_explained(rules: Rules[Any]):
    """Every field of a command, event, option and view has a sentence that says what it means."""
    kinds: tuple[type[msgspec.Struct], ...] = (*rules.commands, Resign, *rules.events, rules.options, rules.view_type)
    unexplained = [
        f"{kind.__name__}.{field.name}"
        for kind in kinds
        for field in fields_of(kind)
        if not isinstance(field.type, msgspec.inspect.Metadata)
        or not (field.type.extra_json_schema or {}).get("description", "").endswith(".")
    ]
    assert [] == unexplained
    assert all(kind.__doc__ for kind in kinds)
