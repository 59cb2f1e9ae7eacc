"""The log in memory: the same promises without a server, for tests and for playouts in process."""

CONFLICT_RECORDS = 100
