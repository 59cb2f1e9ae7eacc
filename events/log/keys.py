"""The only place that spells a key. All keys of a game, and of the work it calls for, share a hash slot.

The partition of a game follows from its id and is fixed for ever. Ids hold letters, digits, "_" and "-" only.
"""

from binascii import crc_hqx

PARTITIONS = tuple(f"{{p{number:02d}}}" for number in range(64))
"""What the keys of a partition begin with; Redis takes the text in the braces for the slot."""


def partition(game: str) -> str:
    """The partition of a game: CRC16, as Redis Cluster counts it, modulo 64."""
    return PARTITIONS[crc_hqx(game.encode(), 0) % len(PARTITIONS)]


def events(game: str) -> str:
    """Stream: a record per entry, whose id is "<version>-0"; `d` the stored bytes, `h` the chain hash (32 bytes)."""
    return f"{partition(game)}:g:{game}:ev"


def meta(game: str) -> str:
    """Hash: `v` version, `h` head hash, `s` status, `r` rules, `n` rules version, `seed` (secret until the end)."""
    return f"{partition(game)}:g:{game}:m"


def receipt(game: str, command_id: str) -> str:
    """String, for 24 hours: the fingerprint of a command and what it did."""
    return f"{partition(game)}:i:{command_id}"


def jobs(game: str) -> str:
    """Hash, for 24 hours after the last change: job id to job."""
    return f"{partition(game)}:g:{game}:jobs"


def replay(game: str, replay: str) -> str:
    """String, for an hour: a built replay."""
    return f"{partition(game)}:g:{game}:r:{replay}"


def replays(game: str) -> str:
    """Set, for an hour after the last was added: the ids of the game's replays."""
    return f"{partition(game)}:g:{game}:r"


def notices(game: str) -> str:
    """Channel: the game's new version numbers."""
    return f"{partition(game)}:n:{game}"


def own_notices(token: str) -> str:
    """Channel: on which a subscriber tells itself something. Belongs to no game."""
    return f"n:{token}"


def outbox(partition: str) -> str:
    """Sorted set: work that is called for, by the time (ms) at which it is next to be looked at."""
    return f"{partition}:outbox"


def attempts(partition: str) -> str:
    """Hash: work in the outbox to how often it was tried (not there: never)."""
    return f"{partition}:attempts"


def dead(partition: str) -> str:
    """Hash: work that was given up to how often it was tried."""
    return f"{partition}:dead"


def work(game: str) -> tuple[str, str, str]:
    """Where the work that a game calls for is kept: outbox, attempts, dead."""
    home = partition(game)
    return outbox(home), attempts(home), dead(home)


def lobby(partition: str) -> str:
    """Sorted set: public games by the time (ms) of their creation."""
    return f"{partition}:lobby"


def bucket(bucket: str) -> str:
    """String, for as long as the first counter of a bucket said: a count. Belongs to no game."""
    return f"rl:n:{bucket}"


def running(owner: str) -> str:
    """Set: games of an owner that were not over when last looked at. Belongs to no game."""
    return f"rl:g:{owner}"


def unfinished(owner: str) -> str:
    """Set: jobs of an owner that were not finished when last looked at. Belongs to no game."""
    return f"rl:j:{owner}"
