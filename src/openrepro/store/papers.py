"""The store of papers, their aliases and their claim sets."""

from sqlalchemy import Connection


class SqlPapers:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
