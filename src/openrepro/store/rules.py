"""The store of the versions of the rule file."""

from sqlalchemy import Connection


class SqlRuleVersions:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
