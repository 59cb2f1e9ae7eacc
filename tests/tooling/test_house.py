"""The rules of the house that no other tool checks."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE_LINES = 350
FUNCTION_LINES = 60  # for a table of contents; others have 25
"""Files of about 300 lines and functions of about 25 stay readable; these are the limits of "about"."""


def sources(*folders: str) -> Iterator[Path]:
    """The Python files of these folders, relative to the root."""
    for folder in folders:
        yield from (path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("*.py")))


def lines_with(pattern: str, *folders: str, apart_from: tuple[str, ...] = ()) -> list[str]:
    """`file:line` of everything in these folders that matches, apart from the files named."""
    return [
        f"{path}:{number}"
        for path in sources(*folders)
        if str(path) not in apart_from
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_only_the_settings_know_environment_variables():
    """A variable that is read elsewhere would be checked and documented nowhere."""
    pattern = r"PLAYLEDGER_|os\.environ|getenv"
    assert [] == lines_with(pattern, "events", "service", "workers", apart_from=("service/settings.py",))


def test_no_game_is_named_outside_its_folder():
    """A fifth game is one folder and one line; a place that knows a game by name would be forgotten."""
    games = [path.parent for path in (ROOT / "events/games").glob("*/__init__.py")]
    for game in games:
        named = lines_with(
            rf"\b{game.name}\b", "events", "service", "workers", apart_from=("events/games/__init__.py",)
        )
        assert [] == [place for place in named if not place.startswith(f"{game.relative_to(ROOT)}/")]


def test_tests_wait_for_conditions_and_mock_nothing():
    """A sleep is too short or too long; a mock agrees with whoever wrote it."""
    pattern = r"\b(time\.sleep|asyncio\.sleep)\(|\bunittest\.mock\b|\bmock\.patch\b|\bmocker\b"
    assert [] == lines_with(pattern, "tests", apart_from=("tests/waiting.py", "tests/tooling/test_house.py"))


@pytest.mark.parametrize("folder", ["events", "service", "workers"])
def test_files_and_functions_stay_readable(folder):
    """What outgrows the limit is split along its subject."""
    too_long = []
    for path in sources(folder):
        text = (ROOT / path).read_text()
        if text.count("\n") > FILE_LINES and path.name != "messages.py":  # which only lists what there is
            too_long.append(str(path))
        too_long.extend(
            f"{path}:{node.lineno} {node.name}"
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _length(node) > FUNCTION_LINES
        )
    assert [] == too_long


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, without those of its docstring."""
    documented = ast.get_docstring(node, clean=False)
    return (node.end_lineno or 0) - node.lineno + 1 - (documented.count("\n") + 1 if documented else 0)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_file_has_its_hashes_and_no_address(name):
    """The list says what is installed, byte for byte, and leaves open from where."""
    text = (ROOT / name).read_text()
    entries = re.split(r"\n(?=[a-z])", re.sub(r"(?m)^#.*\n", "", text).strip())
    assert [] == [entry for entry in entries if not re.match(r"[a-z0-9.\[\]-]+==\S+.*\\\n    --hash=sha256:", entry)]
    assert "://" not in text


def test_the_development_list_contains_the_runtime_list():
    """What is tested is what is served, version for version."""
    runtime, development = (
        set(re.findall(r"(?m)^[a-z].*==\S+", (ROOT / name).read_text()))
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert set() == runtime - development


def test_the_image_runs_as_nobody_special():
    """The process in the container is not root, and is the same command as outside."""
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.search(r"(?m)^USER [1-9]\d*$", dockerfile)
    assert re.search(r'(?m)^ENTRYPOINT \["playledger"\]$', dockerfile)
