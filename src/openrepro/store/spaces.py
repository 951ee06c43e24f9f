"""The store of every Space ever seen, and the runs of discovery."""

from sqlalchemy import Connection


class SqlSpaces:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
