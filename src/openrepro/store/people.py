"""The store of accounts, teams and tokens."""

from sqlalchemy import Connection


class SqlPeople:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
