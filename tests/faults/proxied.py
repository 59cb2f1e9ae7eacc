"""A service with traps at named points, and with proxies before it and between it and its Redis."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

from events.log import redis as redis_log
from service.embedded import embedded_redis
from tests.faults.proxy import Proxy
from tests.faults.siege import Siege, siege
from tests.faults.stumble import MODULE, Traps
from tests.faults.whole import whole


class Proxied(NamedTuple):
    """Players at such a service. The proxies, by what they stand between, can lose the answers to commands."""

    siege: Siege
    traps: Traps
    proxies: Mapping[str, Proxy]


@contextmanager
def proxied(folder: Path, players: int = 8) -> Iterator[Proxied]:
    """Players at such a service, for the time of the block; its Redis is not its own."""
    traps = folder / "traps"
    traps.mkdir()
    with ExitStack() as stack:
        redis = stack.enter_context(embedded_redis(folder / "redis"))
        to_redis = stack.enter_context(closing(Proxy(redis.socket.with_name("proxy.sock"), redis.socket, _append())))
        command = (sys.executable, "-m", MODULE, str(traps), "serve")
        address = f"unix://{to_redis.at}"
        service = stack.enter_context(whole(folder / "data", command, redis=redis.url, PLAYLEDGER_REDIS_URL=address))
        to_api = stack.enter_context(closing(Proxy(("127.0.0.1", 0), service.address, b"/commands HTTP/1.1\r\n")))
        begun = stack.enter_context(siege(service, players, ("127.0.0.1", to_api.port)))
        yield Proxied(begun, Traps(traps), {"api and redis": to_redis, "client and api": to_api})


def _append() -> bytes:
    """What a request to append holds: the name by which Redis knows the script."""
    script = Path(redis_log.__file__).with_name("append.lua").read_bytes()
    return sha1(script).hexdigest().encode()  # noqa: S324  # Redis names scripts so
