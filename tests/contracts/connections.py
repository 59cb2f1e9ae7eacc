"""Connections to Redis that count, and that lose answers."""

from typing import Any, ClassVar

from redis import Redis
from redis import exceptions as redis_errors
from redis.connection import UnixDomainSocketConnection

from events.log.redis import connect


class Interrupted(BaseException):
    """What a worker's alarm raises in the middle of anything."""


class Watched(UnixDomainSocketConnection):
    """Counts the times something was sent; when told to, loses the answer to the next thing, or is interrupted."""

    sent: ClassVar[int] = 0
    loses: ClassVar[int] = 0
    interrupted: ClassVar[bool] = False

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """As the class above."""
        Watched.sent += 1
        super().send_packed_command(command, check_health)

    def read_response(self, *args: Any, **options: Any) -> Any:
        """As the class above; a lost answer was given by the server, and did not arrive."""
        if Watched.interrupted:
            Watched.interrupted = False
            raise Interrupted
        response = super().read_response(*args, **options)
        if Watched.loses:
            Watched.loses -= 1
            self.disconnect()
            raise redis_errors.ConnectionError("the answer was lost")
        return response


def watched(url: str) -> Redis:
    """A client like the service's, over connections that are watched from now on."""
    client = connect(url)
    client.connection_pool.connection_class = Watched
    Watched.sent = Watched.loses = 0
    return client
