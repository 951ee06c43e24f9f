"""The store of the append-only leaves and what is read off them."""

from sqlalchemy import Connection


class SqlLedger:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
