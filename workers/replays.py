"""Replays: a game picture by picture, for the eyes of whoever asked, along the same path as all that the API shows."""

from collections.abc import Iterator

from events.history import Game, History
from events.log import Job
from service.documents import Frame, ReplayShown, You
from service.queries import Eyes, encode, frame


def length(job: Job) -> int:
    """How many frames the replay has."""
    return int(job.request["to"]) - int(job.request["from"]) + 1


def frames(job: Job, history: History, game: Game) -> Iterator[Frame]:
    """The frames, one a version, seen with today's eyes: what strict memory withholds today is withheld."""
    eyes, undone = Eyes(game, job.request["seat"]), history.undone()
    for version in range(job.request["from"], job.request["to"] + 1):
        yield frame(eyes, history, version, undone=version in undone)


def packed(job: Job, game: Game, frames: list[Frame]) -> bytes:
    """The replay as it is kept, and sent."""
    return encode(
        ReplayShown(
            id=job.id,
            game=game.id,
            rules=game.rules.name,
            you=You(job.request["seat"]),
            since=job.request["from"],
            to=job.request["to"],
            frames=tuple(frames),
        )
    )
