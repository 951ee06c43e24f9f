"""The store of what persons have typed of a reading so far, until it is submitted or left for long."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from openrepro.store.statements import CHUNK, text_of, upsert, value_of
from openrepro.store.tables import reading_drafts

SWEPT_AT_ONCE: Final = 500


class Draft(NamedTuple):
    """What somebody has typed so far, by field."""

    fields: Mapping[str, str]
    changed_at: str


class SqlDrafts:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, look: int, account: str) -> Draft | None:
        row = self._connection.execute(sa.select(reading_drafts).where(*_named(look, account))).first()
        return None if row is None else Draft(value_of(row.fields), row.changed_at)

    def keep(self, look: int, account: str, fields: Mapping[str, str], *, now: str) -> None:
        """Keep what was typed in place of what was typed before."""
        row = {"account_id": account, "look_id": look, "fields": text_of(dict(fields)), "changed_at": now}
        upsert(self._connection, reading_drafts, [row])

    def drop(self, look: int, account: str) -> None:
        self._connection.execute(sa.delete(reading_drafts).where(*_named(look, account)))

    def among(self, account: str, looks: Sequence[int]) -> frozenset[int]:
        """Of these looks (at most 500) those that an account has a draft of."""
        mine = reading_drafts.c.account_id == account, reading_drafts.c.look_id.in_(looks[:CHUNK])
        return frozenset(self._connection.scalars(sa.select(reading_drafts.c.look_id).where(*mine)))

    def sweep(self, before: str) -> int:
        """Drop up to 500 drafts that nobody has changed since `before`, and give how many."""
        keys = sa.select(reading_drafts.c.look_id, reading_drafts.c.account_id)
        old = self._connection.execute(keys.where(reading_drafts.c.changed_at < before).limit(SWEPT_AT_ONCE)).all()
        for look, account in old:
            self.drop(look, account)
        return len(old)

    def any_older(self, before: str) -> bool:
        """Whether a draft is kept that nobody has changed since `before`."""
        query = sa.select(reading_drafts.c.look_id).where(reading_drafts.c.changed_at < before).limit(1)
        return self._connection.scalar(query) is not None


def _named(look: int, account: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return reading_drafts.c.look_id == look, reading_drafts.c.account_id == account
