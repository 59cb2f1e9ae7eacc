"""Short commands to Redis at the least cost: each thread keeps a connection of redis-py's for itself.

A client takes a connection out of its pool for every command, and puts it back; together with its other layers that
costs several times as much as sending a script's call and reading the answer.
"""

import os
import socket
from collections.abc import Callable, Mapping, Sequence
from struct import pack
from threading import local
from typing import Any

from hiredis import pack_command
from redis import Redis
from redis import exceptions as redis_errors


class Lines:
    """The connections of a process's threads, all to the Redis of this client, with its time-outs and repetitions."""

    def __init__(self, client: Redis, scripts: Mapping[str, str]) -> None:
        self._pool = client.connection_pool
        self._texts = dict(scripts)
        self._digests = {name: client.register_script(text).sha for name, text in scripts.items()}
        self._mine = local()

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the script of this name; `arguments` are the number of keys, the keys, the rest."""
        try:
            return self.ask("EVALSHA", self._digests[script], *arguments)
        except redis_errors.NoScriptError:
            return self.ask("EVAL", self._texts[script], *arguments)

    def ask(self, *command: Any) -> Any:
        """The answer to a command. When it was lost the command is sent again: all of ours may happen twice."""
        connection, packed = self._connection(), [pack_command(command)]
        return connection.retry.call_with_retry(lambda: _answer(connection, packed), lambda _: None)

    def _connection(self) -> Any:
        """The current thread's connection; a process that was forked does not touch its parent's."""
        pid, connection = getattr(self._mine, "line", (0, None))
        if pid != os.getpid():
            given = self._pool.connection_kwargs
            ours = {"socket_timeout": None, "redis_connect_func": _ended_by_kernel(given.get("socket_timeout") or 0)}
            connection = self._pool.connection_class(**given | ours)
            self._mine.line = (os.getpid(), connection)
        return connection


def _answer(connection: Any, packed: Sequence[bytes]) -> Any:
    try:
        connection.send_packed_command(packed, check_health=False)
        return connection.read_response()
    except redis_errors.ResponseError:
        raise  # is an answer, too
    except BaseException:
        connection.disconnect()  # or the next command would be given the answer to this one
        raise


def _ended_by_kernel(seconds: float) -> Callable[[Any], None]:
    """What a new connection goes through: the kernel ends what takes longer than this (0: nothing).

    With a time-out of its own, Python asks before it sends and before it receives whether it may, and gives the
    interpreter away each time: that is a large part of a round trip's cost when many threads want it.
    """
    limit = pack("ll", int(seconds), int(1_000_000 * (seconds % 1)))

    def connected(connection: Any) -> None:
        for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):  # redis-py shows its socket in no other way
            connection._sock.setsockopt(socket.SOL_SOCKET, direction, limit)
        connection.on_connect()

    return connected
