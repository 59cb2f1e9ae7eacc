"""The README does what it says: its game can be played, and what it points to is there."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.served import Service, served

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands below a heading."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def documents(text: str) -> Iterator[Any]:
    """The JSON documents in a text, one after the other."""
    while text := text.lstrip():
        found, end = json.JSONDecoder().raw_decode(text)
        yield found
        text = text[end:]


def play(service: Service, folder: Path) -> list[Any]:
    """What a reader sees who types the game of the README, against this service."""
    script = re.findall(r"```sh\n(.*?)```", section("A game with curl"), re.DOTALL)[0]
    script = script.replace("http://127.0.0.1:8080", service.url)
    typed = ["bash", "-euo", "pipefail", "-c", script]
    try:
        done = subprocess.run(typed, cwd=folder, stdout=subprocess.PIPE, text=True, check=True, timeout=40)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        # One bot in some hundred wins before its reader takes back; twice in a row it does not.
        done = subprocess.run(typed, cwd=folder, stdout=subprocess.PIPE, text=True, check=True, timeout=40)
    return list(documents(done.stdout))


def test_the_game_of_the_readme_can_be_played(tmp_path):
    """Every request is answered as the README says, and the game comes to its end."""
    with served(tmp_path / "data") as service:
        game, legal, done, news, undo, handed_over, over, job, replay = play(service, tmp_path)
    assert (3, [0]) == (game["version"], game["to_move"])
    assert legal["commands"] == game["legal"]
    assert done["events"][0] == news["events"][0]
    assert ["undo", "replay"] == [undo["kind"], job["kind"]]
    assert "greedy" == handed_over["seats"][0]["bot"]
    assert over["outcome"]["winners"]
    assert [*range(1, over["version"] + 1)] == [frame["version"] for frame in replay["frames"]]
    assert "game_rewound" in [frame["event"]["type"] for frame in replay["frames"]]


def test_what_the_readme_points_to_is_there():
    """Its links, and the files and folders of its tables; `<rules>` stands for any kind of game."""
    links = re.findall(r"\]\(([^):]+)\)", README)
    named = re.findall(r"`([\w<>.]+/[\w<>./]*)`", section("Where is…?"))
    assert len(links) > 2
    assert len(named) > 10
    assert [] == [path for path in {*links, *named} if not list(ROOT.glob(path.rstrip("/").replace("<rules>", "*")))]
