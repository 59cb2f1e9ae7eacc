"""The page on security names tests that exist, and what it says of the code holds."""

import ast
import re

from tests.tooling.test_house import ROOT, lines_with

PAGE = (ROOT / "service/docs/security.md").read_text()


def test_every_risk_is_covered_by_tests_that_exist():
    """Ten rows, each with at least one test; a test that is renamed or removed is noticed."""
    rows = re.findall(r"(?m)^\| (API\d+):2023 .*\| (.*) \|$", PAGE)
    assert [f"API{number}" for number in range(1, 11)] == [risk for risk, _ in rows]
    named = {risk: re.findall(r"`(tests/\S+\.py)::(\w+)`", tests) for risk, tests in rows}
    assert [] == [risk for risk, tests in named.items() if not tests]
    assert [] == [
        f"{risk}: {path}::{name}" for risk, tests in named.items() for path, name in tests if not exists(path, name)
    ]


def exists(path: str, name: str) -> bool:
    """Whether this file has this test."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.exists() else ast.Module([], [])
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body)


def test_nothing_is_fetched():
    """No part of the service asks another one over HTTP, but `serve` whether its own API is ready."""
    pattern = r"^\s*(import|from) (requests|urllib3?\.request|urllib3|http\.client|httpx|aiohttp)\b"
    assert [] == lines_with(pattern, "events", "service", "workers", apart_from=("service/serve.py",))
