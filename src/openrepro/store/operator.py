"""The store of announcements and the acts of operators."""

from sqlalchemy import Connection


class SqlOperator:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
