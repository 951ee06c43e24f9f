"""The store of the table of jobs."""

from sqlalchemy import Connection


class SqlJobs:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
