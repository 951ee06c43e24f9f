"""The store of signatures of entries and the likenesses found."""

from sqlalchemy import Connection


class SqlLikenesses:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
