"""The store of answers that were given to requests with a key, so that the same request is not done twice."""

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from openrepro.store.statements import insert
from openrepro.store.tables import answers

FORGET_AT_ONCE: Final = 200


class KeptAnswer(NamedTuple):
    """What is known of a key: the digest of the request that it came with, the answer (`status` None: it is still being
    worked on), and when the work began or was last known to go on."""

    request: str
    status: int | None
    body: str
    at: str


class SqlAnswers:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, account: str, key: str) -> KeptAnswer | None:
        columns = (answers.c.request, answers.c.status, answers.c.body, answers.c.at)
        row = self._connection.execute(sa.select(*columns).where(_named(account, key)).with_for_update()).first()
        return None if row is None else KeptAnswer(*row)

    def begin(self, account: str, key: str, request: str, *, now: str) -> bool:
        """Note that work on a request begins; false when the key is taken."""
        row = {"account_id": account, "key": key, "request": request, "at": now}
        made = insert(self._connection, answers).values(row).on_conflict_do_nothing().returning(answers.c.key)
        return self._connection.execute(made).first() is not None

    def take_over(self, account: str, key: str, request: str, *, now: str) -> None:
        """Begin anew what somebody began and left."""
        self._connection.execute(sa.update(answers).where(_named(account, key)).values(request=request, at=now))

    def renew(self, account: str, key: str, *, now: str) -> None:
        """Say that work still goes on; nothing happens when it has ended."""
        self._connection.execute(sa.update(answers).where(_unanswered(account, key)).values(at=now))

    def finish(self, account: str, key: str, status: int, body: str) -> None:
        self._connection.execute(sa.update(answers).where(_named(account, key)).values(status=status, body=body))

    def drop(self, account: str, key: str) -> None:
        """Let the key be used again: nothing came of it. An answer that was kept after all stays."""
        self._connection.execute(sa.delete(answers).where(_unanswered(account, key)))

    def forget(self, before: str) -> int:
        """Drop up to 200 answers that were begun before an instant."""
        old = sa.select(answers.c.account_id, answers.c.key).where(answers.c.at < before).limit(FORGET_AT_ONCE)
        pairs = [tuple(row) for row in self._connection.execute(old)]
        named = sa.tuple_(answers.c.account_id, answers.c.key).in_(pairs)
        return self._connection.execute(sa.delete(answers).where(named)).rowcount if pairs else 0


def _named(account: str, key: str) -> ColumnElement[bool]:
    return sa.and_(answers.c.account_id == account, answers.c.key == key)


def _unanswered(account: str, key: str) -> ColumnElement[bool]:
    return sa.and_(_named(account, key), answers.c.status.is_(None))
