"""The store of the board as it is shown."""

from sqlalchemy import Connection


class SqlBoards:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
