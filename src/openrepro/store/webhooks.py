"""The store of webhooks, the outbox and deliveries."""

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro import clock
from openrepro.store.tables import outbox


class SqlOutbox:
    """What webhooks must hear of, noted in the transaction in which it happens."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def emit(self, event: str, entry: str, sentence: str) -> None:
        row = {"event": event, "entry_id": entry, "sentence": sentence, "at": clock.written(clock.now())}
        self._connection.execute(sa.insert(outbox).values(**row))


class SqlWebhooks:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
