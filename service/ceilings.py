"""Ceilings, so that nobody exhausts the service: games per address, unfinished replays per caller."""

from ipaddress import IPv6Address, ip_address

from flask import request

from service.auth import ANONYMOUS, Caller
from service.parts import parts
from service.problems import Problem

HOUR = 3600
IPV6_NETWORK_BITS = 64
"""One customer usually has this much of a network, not one address."""


def admit_game(game_id: str, command_id: str) -> None:
    """Raise Problem `unavailable` when this address has too many games; a repeated request passes."""
    settings, log = parts().settings, parts().handler.log
    address = _address()
    if log.running(address) >= settings.running_games_per_address:
        refused = Problem("unavailable", "Too many games of this address are still running.", retry_after=60)
    elif log.count(f"created:{address}", HOUR) > settings.created_per_hour:
        refused = Problem("unavailable", "Too many games were opened from this address.", retry_after=HOUR)
    else:
        return
    news = log.news(game_id, 0, "", command_id)
    if news is None or news.receipt is None:
        raise refused


def note_game(game_id: str) -> None:
    """Remember that this address has opened the game."""
    parts().handler.log.running(_address(), add=game_id)


def admit_replay(caller: Caller) -> None:
    """Raise Problem `unavailable` when this caller waits for too many replays already."""
    if parts().handler.log.unfinished(_owner(caller)) >= parts().settings.replays_per_caller:
        raise Problem("unavailable", "Wait until one of your other replays is finished.", retry_after=5)


def note_replay(caller: Caller, job_id: str) -> None:
    """Remember that this caller waits for a replay."""
    parts().handler.log.unfinished(_owner(caller), add=job_id)


def _owner(caller: Caller) -> str:
    return _address() if caller.id == ANONYMOUS else caller.id


def _address() -> str:
    """Whom the current request comes from, in a form that tells nobody's address."""
    address = request.remote_addr or ""
    try:
        parsed = ip_address(address)
    except ValueError:
        parsed = None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        address = str(int(parsed) >> (128 - IPV6_NETWORK_BITS))
    return parts().tokens.pseudonym(address)
