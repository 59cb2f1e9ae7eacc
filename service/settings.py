"""Everything an operator can choose, as one frozen object; the only place that knows environment variables.

A setting `redis_url` is read from `PLAYLEDGER_REDIS_URL`, and so on for every field of `Settings`. A value
that makes no sense, and a name that is no setting, are answered by `CannotStart`: one sentence for the person
at the terminal.
"""

import dataclasses
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

PREFIX = "PLAYLEDGER_"
SECRET_BYTES = 32

Durability = Literal["disk", "fast"]


class CannotStart(Exception):
    """Something the operator has to change first, said in one sentence. Commands end with exit code 2."""


class Folder(fields.Field[Path]):
    """A path; `~` is the home folder, and it is made absolute so that it means the same in every process."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Path:
        return Path(value).expanduser().absolute()


def setting(default: Any, parse: fields.Field[Any], *, private: bool = False) -> Any:
    """A field of `Settings`: its default, the marshmallow field that reads it, whether it is never shown."""
    return dataclasses.field(default=default, repr=not private, metadata={"parse": parse})


def redis_address() -> fields.String:
    """An address that redis-py understands."""
    schemes = Regexp(r"(redis|rediss|unix)://.", error="Must begin with redis://, rediss:// or unix://.")
    return fields.String(validate=schemes)


def count(minimum: int = 1, maximum: int | None = None) -> fields.Integer:
    """A whole number from `minimum` to `maximum`."""
    return fields.Integer(validate=Range(minimum, maximum), error_messages={"invalid": "Must be a whole number."})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the operator chose. Every field has a default; `Settings()` is a service on this machine alone."""

    redis_url: str = setting("", redis_address(), private=True)
    """The Redis that holds the games. Empty: `playledger serve` starts one of its own and fills this in."""
    queue_url: str = setting("", redis_address(), private=True)
    """The Redis that holds RQ's queues. Empty: the same as `redis_url` (read `queue_address`)."""
    data: Path = setting(Path("var"), Folder())
    """The folder for everything that must survive: the embedded Redis's files, the secret, the lock."""
    host: str = setting("127.0.0.1", fields.String(validate=Length(min=1)))
    port: int = setting(8080, count(0, 65535))
    """Where the API listens; 0 takes any free port."""
    durability: Durability = setting("disk", fields.String(validate=OneOf(["disk", "fast"])))
    """`disk`: an answered command is on the disk. `fast`: a power cut may cost the last second."""
    secret: str = setting("", fields.String(validate=Length(min=22)), private=True)
    """What tokens are derived from. Empty: a file in `data` (read `server_secret`)."""
    operator_token: str = setting("", fields.String(validate=Length(min=22)), private=True)
    """The bearer token of the operator; empty: there is no operator."""
    trusted_proxies: int = setting(0, count(0, 10))
    """How many proxies in front of the API add themselves to X-Forwarded-For."""
    log_level: str = setting("INFO", fields.String(validate=OneOf(["DEBUG", "INFO", "WARNING", "ERROR"])))

    running_games_per_address: int = setting(200, count())
    created_per_hour: int = setting(1000, count())
    """Games created per address and hour."""
    replays_per_caller: int = setting(2, count())
    """Replays of one caller that are not finished yet."""
    silent_seat_minutes: int = setting(10, count(0))
    """After so long without a command the host may hand a seat to a bot."""

    api_processes: int = setting(3, count(1, 64))
    """One more than processors do most: while a thread asks Redis, another one holds the interpreter."""
    api_threads: int = setting(32, count(2, 1024))
    """Threads of each API process; half of them at most wait in polls and streams."""
    bot_workers: int = setting(2, count(1, 64))
    sweep_seconds: float = setting(0.5, fields.Float(validate=Range(0.05, 60)))
    """How often the sweeper looks for work that was lost or has come due."""

    @property
    def queue_address(self) -> str:
        """The Redis of the queues: `queue_url`, or else that of the games."""
        return self.queue_url or self.redis_url

    @property
    def waiting_requests(self) -> int:
        """How many requests of one API process may wait for news at the same time."""
        return self.api_threads // 2

    @property
    def bodies_read(self) -> int:
        """From how many requests one API process may receive the body at the same time."""
        return max(self.api_threads // 4, 1)


def variable(name: str) -> str:
    """The environment variable of a setting: `PLAYLEDGER_REDIS_URL` of `redis_url`."""
    return PREFIX + name.upper()


FIELDS = {field.name: field for field in dataclasses.fields(Settings)}


def load_settings(environ: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings of this process: what is `given`, else from `environ`, else the default.

    What is None or empty counts as not given, an empty variable as not set. Raises `CannotStart`, naming the
    variable and what is wrong with it.
    """
    values: dict[str, Any] = {"data": "var"} | {
        name.removeprefix(PREFIX).lower(): text
        for name, text in environ.items()
        if name.startswith(PREFIX) and text != ""
    }
    values |= {name: value for name, value in given.items() if value not in (None, "")}
    parsers = {name: field.metadata["parse"] for name, field in FIELDS.items()}
    try:
        chosen = Schema.from_dict(parsers, name="Settings")(unknown=RAISE).load(values)
    except ValidationError as error:
        raise CannotStart(_sentence(error, values)) from None
    return Settings(**chosen)


def _sentence(error: ValidationError, values: Mapping[str, Any]) -> str:
    """The first faulty variable, its value unless that is private, and what is wrong with it."""
    name, problems = min(error.messages_dict.items())
    if name not in FIELDS:
        return f"{variable(name)} is not a setting of Playledger."
    shown = f" ({values[name]!r})" if FIELDS[name].repr else ""
    return f"{variable(name)}{shown}: {problems[0].rstrip('.')}."


def environment(settings: Settings) -> dict[str, str]:
    """These settings as environment variables: `load_settings(environment(s)) == s`. For child processes."""
    named = {name: getattr(settings, name) for name in FIELDS}
    return {variable(name): str(value) for name, value in named.items() if value != ""}


def child_environment(settings: Settings) -> dict[str, str]:
    """All of this process's environment, with `settings` instead of what it says about Playledger."""
    others = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    return others | environment(settings)


def require_redis(settings: Settings) -> None:
    """Raises `CannotStart` when no Redis is named, for commands that do not start one."""
    if not settings.redis_url:
        raise CannotStart(f"{variable('redis_url')} names no Redis; set it, or use `playledger serve`.")


def server_secret(settings: Settings) -> bytes:
    """The secret that tokens are derived from: `settings.secret`, or the file `secret` in `data`.

    The file is made on first use, readable by its owner only; several processes that make it at once all get
    the same secret. Raises `CannotStart` when it can neither be read nor made.
    """
    if settings.secret:
        return settings.secret.encode()
    path = settings.data / "secret"
    try:
        if not path.exists():
            _write_once(path, secrets.token_hex(SECRET_BYTES))
        secret = path.read_bytes().strip()
    except OSError as error:
        raise CannotStart(f"The server's secret in {path} cannot be used: {error.strerror}.") from error
    if len(secret) < 2 * SECRET_BYTES or not secret.isascii():
        raise CannotStart(f"The server's secret in {path} is damaged; put it back from a backup.")
    return secret


def _write_once(path: Path, text: str) -> None:
    """Writes a complete 0600 file, unless another process was faster: then that one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
