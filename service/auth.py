"""Who is calling, and what they may do: tokens, principals, and the one question asked in front of everything."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from typing import Literal, assert_never

import msgspec

from events.errors import Refusal
from events.history import Game
from events.table.table import Table

TokenKind = Literal["seat", "host", "join"]
Action = Literal[
    "browse", "open_game", "look", "take_seat", "hand_over", "leave_seat", "play", "undo", "replay", "delete"
]

PROOF_BYTES = 24
"""What makes a token: 192 bits that nobody can guess."""
SEAL_BYTES = 8
"""What shows that a token is one of ours, without looking it up."""
ANONYMOUS = "anonymous"
HOW_TO_SEND = "Send its token as `Authorization: Bearer <token>`."
NOT_FOUND = "There is nothing here that you may see."


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Tokens:
    """Derives tokens from the server's secret, so that a repeated request is given the same ones again."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, kind: TokenKind, game: str, seat: int | None, command_id: str) -> str:
        """The token that this command gives out: `seat_…`, `host_…` or `join_…`."""
        proof = self._digest(f"token\n{kind}\n{game}\n{seat}\n{command_id}")[:PROOF_BYTES]
        text = f"{kind}_{_letters(proof)}"
        return text + self._seal(text)

    def genuine(self, token: str) -> bool:
        """Whether this server gave out the token, for whichever game."""
        cut = -len(_letters(bytes(SEAL_BYTES)))
        return hmac.compare_digest(self._seal(token[:cut]).encode(), token[cut:].encode())

    def name(self, what: str, command_id: str) -> str:
        """An unguessable name of what a command makes: 24 letters and digits, the same for the same command."""
        digest = self._digest(f"name\n{what}\n{command_id}")
        return "".join("0123456789abcdefghijklmnopqrstuvwxyz"[byte % 36] for byte in digest[:24])

    def pseudonym(self, address: str) -> str:
        """What an address is called here; without the server's secret nobody can tell whose it is."""
        return _letters(self._digest(f"address\n{address}")[:PROOF_BYTES])

    def _seal(self, text: str) -> str:
        return _letters(self._digest(f"seal\n{text}")[:SEAL_BYTES])

    def _digest(self, message: str) -> bytes:
        return hmac.digest(self._secret, message.encode(), hashlib.sha256)


def _letters(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Principal(msgspec.Struct, frozen=True):
    """What a caller is at one table. `stranger`: bears a token of ours, but none of this game."""

    kind: Literal["seat", "host", "join", "operator", "stranger", "spectator"]
    seat: int | None = None


class Caller(msgspec.Struct, frozen=True):
    """Who sent a request. `id` is the hash of the token, or ANONYMOUS; jobs and idempotency keys belong to it.

    `genuine` tells whether the token was given out here; who has a seat is not asked.
    """

    id: str = ANONYMOUS
    genuine: Callable[[], bool] = lambda: True
    operator: bool = False

    def at(self, table: Table | None) -> Principal:
        """What the caller is at this table (None: where no game is concerned); refuses a token never given out."""
        if self.operator:
            return Principal("operator")
        if self.id == ANONYMOUS:
            return Principal("spectator")
        if table is not None and (found := _seated(self.id, table)):
            return found
        if not self.genuine():
            raise Refusal("unauthorized", "This token is not known here.")
        return Principal("stranger")

    def seat_at(self, table: Table) -> int | None:
        """The seat that is the caller's at this table, if one is."""
        found = _seated(self.id, table)
        return None if found is None else found.seat


def _seated(token: str, table: Table) -> Principal | None:
    if hmac.compare_digest(token, table.host):
        return Principal("host")
    if table.join is not None and hmac.compare_digest(token, table.join):
        return Principal("join")
    for number, seat in enumerate(table.seats):
        if seat.token is not None and hmac.compare_digest(token, seat.token):
            return Principal("seat", number)
    return None


def caller_of(header: str | None, tokens: Tokens, operator_token: str) -> Caller:
    """The caller who sent this Authorization header (None: no header); refuses what is no bearer token."""
    if header is None:
        return Caller()
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.isascii() or not token.strip():
        raise Refusal("unauthorized", "Send a token as `Authorization: Bearer <token>`, or no token.")
    token = token.strip()
    operator = bool(operator_token) and hmac.compare_digest(token.encode(), operator_token.encode())
    return Caller(id=hashed(token), genuine=partial(tokens.genuine, token), operator=operator)


def authorize(
    who: Principal, game: Game | None, action: Action, *, seat: int | None = None, silent: bool = False
) -> None:
    """Refuse the action unless this principal may do it in this game (None: no game is concerned).

    `seat` is the seat the action is about; `silent` says that this seat has kept the others waiting too long.
    What may not be seen is `not_found`; a missing token is `unauthorized`; the rest is `forbidden`.
    """
    if game is not None and not _may_look(who, game.table):
        raise Refusal("not_found", NOT_FOUND)
    match action:
        case "browse" | "open_game" | "look" | "replay" | "take_seat":
            return
        case "play" | "undo" | "leave_seat":
            allowed = who.kind == "seat" and who.seat == seat
        case "hand_over":
            assert game is not None
            host = who.kind == "host" and (game.table.status == "open" or silent)
            allowed = host or (who.kind == "seat" and who.seat == seat)
        case "delete":
            allowed = who.kind in ("host", "operator")
        case _:
            assert_never(action)
    if not allowed:
        raise _turned_away(who, action)


def _may_look(who: Principal, table: Table) -> bool:
    return table.visibility != "private" or who.kind not in ("stranger", "spectator")


def _turned_away(who: Principal, action: Action) -> Refusal:
    needed = {
        "hand_over": "This is for the seat itself; for the host only before the start, or when the seat is silent.",
        "delete": "This is for the host of the game.",
    }.get(action, "This is for the seat itself.")
    if who.kind == "spectator":
        return Refusal("unauthorized", f"{needed} {HOW_TO_SEND}")
    return Refusal("forbidden", needed)
