"""The store of webhooks, the outbox and deliveries."""

from sqlalchemy import Connection


class SqlWebhooks:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
