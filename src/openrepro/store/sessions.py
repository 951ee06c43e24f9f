"""The store of sessions: who is signed in, by the hash of a secret that only the browser has."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.people.sessions import MOST_SESSIONS, Session, is_secret, same_word, secret_hash, vouched
from openrepro.store.people import SqlPeople
from openrepro.store.tables import sessions

SWEPT_AT_ONCE: Final = 500


class SqlSessions:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._people = SqlPeople(connection)

    def begin(self, secret: str, account: str, *, csrf: str, now: str, until: str, token: str = "") -> None:
        """Sign an account in, by the token of that id or, where another way vouches for it, by none.

        An account that has 20 sessions loses the oldest.
        """
        assert is_secret(secret)
        mine = sa.select(sessions.c.hash).where(sessions.c.account_id == account)
        newest = mine.order_by(sessions.c.id.desc()).offset(MOST_SESSIONS - 1)
        for held in self._connection.scalars(newest.limit(SWEPT_AT_ONCE)).all():
            self._connection.execute(sa.delete(sessions).where(sessions.c.hash == held))
        row = {"hash": secret_hash(secret), "account_id": account, "token_id": token or None, "csrf": csrf}
        self._connection.execute(sa.insert(sessions).values(**row, created_at=now, expires_at=until))

    def of(self, secret: str, *, now: str) -> Session | None:
        """Who is signed in by that secret; None when nobody is: it is unknown or over, the token was revoked, or the
        account deleted."""
        if not is_secret(secret):
            return None
        row = self._connection.execute(sa.select(sessions).where(sessions.c.hash == secret_hash(secret))).first()
        if row is None or not same_word(secret_hash(secret), row.hash) or row.expires_at <= now:
            return None
        account = self._people.get(row.account_id)
        if account is None or account.deleted_at:
            return None
        token = vouched(account, row.created_at) if row.token_id is None else self._people.token(row.token_id)
        if token is None or token.revoked_at:
            return None
        return Session(account, token, row.csrf, row.expires_at)

    def end(self, secret: str) -> bool:
        """Sign out; false when there was no such session."""
        gone = sa.delete(sessions).where(sessions.c.hash == secret_hash(secret))
        return self._connection.execute(gone).rowcount > 0

    def sweep(self, now: str) -> int:
        """Drop up to 500 sessions that are over, and give how many."""
        over = sa.select(sessions.c.hash).where(sessions.c.expires_at <= now).limit(SWEPT_AT_ONCE)
        return self._connection.execute(sa.delete(sessions).where(sessions.c.hash.in_(over))).rowcount

    def any_over(self, now: str) -> bool:
        """Whether a session is over and still kept."""
        return (
            self._connection.scalar(sa.select(sessions.c.hash).where(sessions.c.expires_at <= now).limit(1)) is not None
        )
