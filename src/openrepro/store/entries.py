"""The store of entries, their history and their revisions."""

from sqlalchemy import Connection


class SqlEntries:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
