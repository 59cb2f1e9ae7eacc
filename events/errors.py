"""What can go wrong in the core, without a word of HTTP."""


class Refusal(Exception):
    """A command that may not be carried out; nothing has changed.

    `code` is one of the API's error codes, `rule` the numbered rule that forbids it (`"R-5"`, or None where no
    rule of a game is concerned), `detail` one plain sentence that never tells a hidden fact.
    """

    def __init__(self, code: str, detail: str, *, rule: str | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.rule = rule


def illegal(rule: str, detail: str) -> Refusal:
    """The refusal of a command that breaks a rule of the game."""
    return Refusal("illegal_command", detail, rule=rule)


class GameNotFound(Exception):
    """No game has this id (or it was deleted)."""


class StaleVersion(Exception):
    """The caller insisted on a version that is not the newest; `version` is the newest."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version}.")
        self.version = version


class KeyReused(Exception):
    """An idempotency key came again with another request."""


class Unavailable(Exception):
    """The log cannot answer now. What was asked has happened wholly or not at all; asking again is safe."""


class BrokenRecord(Exception):
    """A stored record cannot be read: unknown name, unknown shape, or bytes that are not a record."""
