"""The documents that the API sends, as types. They become JSON in one step, and the contract is written from them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from events.log import JobStatus
from events.rules import Outcome
from events.table.messages import SeatKind, UndoPolicy, Visibility
from events.table.table import Status


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the table. A person's seat that a bot plays for the moment has both `name` and `bot`."""

    seat: Annotated[int, Meta(description="Its number, from 0.")]
    kind: Annotated[SeatKind, Meta(description="Who sits there: a person, a bot, or nobody yet.")]
    status: Annotated[
        Literal["open", "playing", "resigned"], Meta(description="Whether it is open, plays, or has resigned.")
    ]
    name: Annotated[str | None, Meta(description="The name of the person.")] = None
    bot: Annotated[str | None, Meta(description="The bot that plays it.")] = None


class You(msgspec.Struct, frozen=True):
    """Through whose eyes the game is shown: a seat, or null for a spectator."""

    seat: int | None


class Links(msgspec.Struct, frozen=True):
    """Where to go on from here."""

    self: str
    commands: str
    events: str
    undo: str
    replays: str
    rules: str


class GameShown(msgspec.Struct, frozen=True, kw_only=True):
    """A game, as one caller may see it. `prompt` says what the caller's seat is asked to do, null when nothing."""

    id: str
    rules: str
    rules_version: int
    name: str | None
    status: Status
    version: int
    created_at: int
    updated_at: int
    visibility: Visibility
    options: dict[str, Any]
    undo: UndoPolicy
    seats: tuple[SeatShown, ...]
    you: You
    to_move: tuple[int, ...]
    prompt: str | None
    view: Any
    legal: tuple[Any, ...] | UnsetType = UNSET
    outcome: Outcome | None
    links: Links


class EventShown(msgspec.Struct, frozen=True):
    """Something that happened, as one caller may see it. What the caller may not know is null in `data`."""

    version: int
    type: str
    seat: int | None
    by: str
    first: int
    at: int
    undone: bool
    data: dict[str, Any]
    note: str | UnsetType = UNSET


class EventsPage(msgspec.Struct, frozen=True):
    """A part of the history; `next` is the `after` of the part that follows."""

    events: tuple[Any, ...]
    next: int


class LegalCommands(msgspec.Struct, frozen=True):
    """What the caller's seat may do at this version: each command is complete and ready to post."""

    version: int
    commands: tuple[Any, ...]


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version the caller can go back to: what is taken back, who must agree, what was revealed since."""

    to: int
    description: str
    allowed: bool
    needs: tuple[int, ...]
    reveals: tuple[int, ...]
    why: str | None = None


class UndoOptions(msgspec.Struct, frozen=True):
    """What the caller's seat can take back now, the newest first, at most 100; and if not, why."""

    policy: UndoPolicy
    targets: tuple[Target, ...]


class GameListed(msgspec.Struct, frozen=True):
    """A game in the lobby."""

    id: str
    rules: str
    name: str | None
    status: Status
    version: int
    created_at: int
    updated_at: int
    options: dict[str, Any]
    undo: UndoPolicy
    seats: tuple[SeatShown, ...]
    links: Links


class OpenedShown(msgspec.Struct, frozen=True):
    """The game was opened; `commitment` is the SHA-256 of the secret seed."""

    rules: Annotated[str, Meta(description="The kind of game.")]
    rules_version: Annotated[int, Meta(description="The version of its rules.")]
    seats: Annotated[tuple[SeatShown, ...], Meta(description="The seats as the game was opened.")]
    options: Annotated[dict[str, Any], Meta(description="What was agreed on, by option.")]
    undo: Annotated[UndoPolicy, Meta(description="Whether decisions can be taken back.")]
    visibility: Annotated[Visibility, Meta(description="Who may find the game and look on.")]
    commitment: Annotated[str, Meta(description="The SHA-256 of the secret seed, in hex.")]
    name: Annotated[str | None, Meta(description="What its creator called it; null: nothing.")]


class TakenShown(msgspec.Struct, frozen=True):
    """A person sat down."""

    seat: Annotated[int, Meta(description="The seat that was taken.")]
    name: Annotated[str, Meta(description="The name of the person.")]


class Frame(msgspec.Struct, frozen=True):
    """One picture of a replay: the event that led to it, and the view after it."""

    version: int
    event: Any
    view: Any


class ReplayShown(msgspec.Struct, frozen=True):
    """A replay, for the eyes of the caller who asked for it."""

    id: str
    game: str
    rules: str
    you: You
    since: int = msgspec.field(name="from")
    to: int
    frames: tuple[Frame, ...]


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new game, and the tokens to it: of the seats taken by its creator, of its host, and to join if private."""

    game: GameShown
    tokens: dict[str, str]
    host_token: str
    join_token: str | None = None


class Seated(msgspec.Struct, frozen=True):
    """The token of the seat that was taken."""

    token: str
    game: GameShown


class Answered(msgspec.Struct, frozen=True):
    """What a command did: the version after it, its events, and the game as it stands now."""

    version: int
    events: tuple[Any, ...]
    game: GameShown


class Legal(msgspec.Struct, frozen=True):
    """The command that was tried would be carried out."""

    legal: Literal[True] = True


class Lobby(msgspec.Struct, frozen=True):
    """A page of the lobby, the newest games first; `next` is the `cursor` of the following page, or null."""

    games: tuple[GameListed, ...]
    next: str | None


class Players(msgspec.Struct, frozen=True):
    """How many can play."""

    min: int
    max: int


class RulesListed(msgspec.Struct, frozen=True):
    """A kind of game, in short."""

    name: str
    title: str
    version: int
    players: Players
    hidden_information: bool
    chance: bool
    cooperative: bool
    link: str


class RulesList(msgspec.Struct, frozen=True):
    """All kinds of game."""

    rules: tuple[RulesListed, ...]


class RulesShown(RulesListed, frozen=True):
    """A kind of game in full: what is sent to and fro as JSON Schema, what is printed, and the rules as Markdown.

    `components` are the cards, boards and other printed things of this version of the rules, as `components_schema`
    explains them: with these, the view and the documentation a program can plan.
    """

    credits: Annotated[str, Meta(description="Who designed and published the game.")]
    reasons: Annotated[tuple[str, ...], Meta(description="Why such a game can end.")]
    options: Annotated[dict[str, Any], Meta(description="What can be agreed on, as JSON Schema.")]
    commands: Annotated[dict[str, Any], Meta(description="What can be sent, as JSON Schema.")]
    events: Annotated[dict[str, Any], Meta(description="What can happen, as JSON Schema.")]
    view: Annotated[dict[str, Any], Meta(description="What is seen of a game, as JSON Schema.")]
    components: Annotated[dict[str, Any], Meta(description="Cards, boards and other printed things of this version.")]
    components_schema: Annotated[dict[str, Any], Meta(description="What each of their fields means, as JSON Schema.")]
    documentation: Annotated[str, Meta(description="The numbered rules as Markdown.")]


class BotShown(msgspec.Struct, frozen=True):
    """A bot: how a seat names it, for which rules, and how long it thinks about a command."""

    spec: str
    title: str
    level: int
    rules: tuple[str, ...]
    thinking_ms: int


class BotsList(msgspec.Struct, frozen=True):
    """All bots."""

    bots: tuple[BotShown, ...]


class Progress(msgspec.Struct, frozen=True):
    """How much of a job is done."""

    done: int
    total: int


class JobShown(msgspec.Struct, frozen=True):
    """Something that a caller asked for and a worker does."""

    id: str
    kind: Literal["undo", "replay"]
    game: str
    status: JobStatus
    progress: Progress
    result: dict[str, Any] | None
    problem: dict[str, Any] | None
    link: str


class JobAsked(msgspec.Struct, frozen=True):
    """The job that was asked for."""

    job: JobShown


class Alive(msgspec.Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"] = "ok"


class Part(msgspec.Struct, frozen=True):
    """One part of the service: whether it is well, and a figure or a sentence about it."""

    ok: bool
    detail: str


class Ready(msgspec.Struct, frozen=True):
    """All parts that are needed to play are there."""

    status: Literal["ready"]
    parts: dict[str, Part]
