"""The store of claims in force that are quarantined: nobody judges them, and they count in nothing."""

import json
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.claims.claim import Kind
from openrepro.store.changes import mark_changed
from openrepro.store.tables import claim_quarantine as table
from openrepro.store.tables import claims


class Quarantined(NamedTuple):
    """A claim in force whose quote does not stand in the named text of its paper, since when, and what is nearest."""

    claim: str
    paper: str
    faults: tuple[str, ...]
    nearest: str
    version: str
    sha256: str
    since: str


class SqlQuarantine:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, paper: str, found: Iterable[Quarantined]) -> None:
        """Make these the quarantined claims of a paper, and those alone count that are none; one that was quarantined
        before keeps since when."""
        before = {one.claim: one.since for one in self.of(paper)}
        rows = [_row(one, before.get(one.claim, one.since)) for one in found]
        self._connection.execute(sa.delete(table).where(table.c.paper_id == paper))
        if rows:
            self._connection.execute(sa.insert(table), rows)
        if before.keys() != {row["claim"] for row in rows}:
            counts = sa.and_(claims.c.kind.in_([kind.value for kind in Kind if kind.testable]), ~is_quarantined())
            changed = claims.c.paper_id == paper
            self._connection.execute(sa.update(claims).where(changed).values(testable=counts))
            mark_changed(self._connection)

    def of(self, paper: str) -> tuple[Quarantined, ...]:
        """The quarantined claims of a paper."""
        query = sa.select(table).where(table.c.paper_id == paper).order_by(table.c.claim)
        return tuple(
            Quarantined(
                row.claim, row.paper_id, tuple(json.loads(row.faults)), row.nearest, row.version, row.sha256, row.since
            )
            for row in self._connection.execute(query)
        )


def quarantined(connection: Connection, paper: str = "") -> frozenset[str]:
    """The ids of a paper's claims that are quarantined, or of all papers'."""
    query = sa.select(table.c.claim)
    return frozenset(connection.scalars(query.where(table.c.paper_id == paper) if paper else query))


def is_quarantined() -> sa.ColumnElement[bool]:
    """Whether the claim of a row of claims in force is quarantined."""
    return sa.exists().where(table.c.claim == claims.c.id).correlate(claims)


def _row(one: Quarantined, since: str) -> dict[str, str]:
    return {
        "claim": one.claim,
        "paper_id": one.paper,
        "faults": json.dumps(list(one.faults)),
        "nearest": one.nearest,
        "version": one.version,
        "sha256": one.sha256,
        "since": since,
    }
