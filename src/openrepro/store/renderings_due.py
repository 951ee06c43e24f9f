"""Which revisions are to be rendered: new ones, those with new verdicts, and those that older code rendered.

Two notes say how far the revisions and the verdicts were looked through, so that nothing due costs three look-ups in
indexes.
"""

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from openrepro.store.statements import upsert
from openrepro.store.tables import notes, renderings, revision_files, revisions, verdicts

REVISIONS: Final = "keeper:rendered revisions"
VERDICTS: Final = "keeper:rendered verdicts"
OVERLAP: Final = 200
"""Revisions that are looked at again, since on PostgreSQL a later one may be kept before an earlier one."""
LOOKED_AT: Final = 500


class Due(NamedTuple):
    """A revision that is to be rendered, or at least to be looked at."""

    entry: str
    revision: str


class Batch(NamedTuple):
    """What is due first, and how far revisions and verdicts are looked through once it is done."""

    due: tuple[Due, ...]
    revisions: int
    verdicts: int


class Backlog(NamedTuple):
    """How many revisions wait, each kind at most as many as were counted: new ones, and those that older code rendered
    or that were asked for again. `oldest`: since when the first new one waits, empty when none does."""

    new: int
    outdated: int
    oldest: str = ""


def waits(connection: Connection, version: str) -> bool:
    """Whether there is anything to look at; asked all the time."""
    beyond = sa.select(revisions.c.seq).where(revisions.c.seq > _noted(connection, REVISIONS)).limit(1)
    judged = sa.select(verdicts.c.seq).where(verdicts.c.seq > _noted(connection, VERDICTS)).limit(1)
    return (
        connection.scalar(beyond) is not None
        or connection.scalar(judged) is not None
        or bool(_new(connection, 1))
        or bool(_outdated(connection, version, 1))
    )


def due(connection: Connection, version: str, limit: int) -> Batch:
    """Up to `limit` revisions: those without a rendering, then those with new verdicts, then those of older code."""
    new = _new(connection, limit)
    upto = _noted(connection, REVISIONS)
    if len(new) < limit:
        upto = max(upto, int(connection.scalar(sa.select(sa.func.max(revisions.c.seq))) or 0))
    judged, seen = _judged(connection, limit - len(new))
    found = dict.fromkeys((*new, *judged))
    if len(found) < limit:
        found |= dict.fromkeys(_outdated(connection, version, limit - len(found)))
    return Batch(tuple(found), upto, seen)


def note_done(connection: Connection, batch: Batch) -> None:
    """Note that a batch was looked through; what is in it is offered again only if something changes."""
    upto = ((REVISIONS, batch.revisions), (VERDICTS, batch.verdicts))
    rows = [{"key": key, "value": str(max(seq, _noted(connection, key)))} for key, seq in upto]
    upsert(connection, notes, rows)


def note_all(connection: Connection) -> None:
    """Let nothing be due that is there now, such as revisions that have a manifest and no bytes."""
    last = connection.scalar(sa.select(sa.func.max(revisions.c.seq))) or 0
    seen = connection.scalar(sa.select(sa.func.max(verdicts.c.seq)))
    note_done(connection, Batch((), int(last) + OVERLAP, -1 if seen is None else int(seen)))


def backlog(connection: Connection, version: str, most: int) -> Backlog:
    """How much waits, each kind counted up to `most`."""
    new = _new(connection, most)
    seen = sa.select(revisions.c.seen_at)
    first = [seen.where(revisions.c.entry_id == one.entry, revisions.c.revision == one.revision) for one in new[:1]]
    oldest = "".join(str(connection.scalar(query) or "") for query in first)
    return Backlog(len(new), len(_outdated(connection, version, most)), oldest)


def _new(connection: Connection, limit: int) -> tuple[Due, ...]:
    """Revisions with bytes that have no rendering, oldest first."""
    made = sa.exists().where(
        renderings.c.entry_id == revisions.c.entry_id, renderings.c.revision == revisions.c.revision
    )
    query = (
        sa.select(revisions.c.entry_id, revisions.c.revision)
        .where(revisions.c.seq > _noted(connection, REVISIONS) - OVERLAP, _with_bytes(), ~made)
        .order_by(revisions.c.seq)
    )
    return tuple(Due(*row) for row in connection.execute(query.limit(limit)))


def _judged(connection: Connection, limit: int) -> tuple[tuple[Due, ...], int]:
    """Revisions with verdicts that were not looked at, in the order of the ledger, and the last verdict looked at."""
    seen = _noted(connection, VERDICTS)
    if limit <= 0:
        return (), seen
    held = verdicts.c
    query = (
        sa.select(held.seq, held.entry_id, held.revision, _has_bytes_of_verdict().label("there"))
        .where(held.seq > seen)
        .order_by(held.seq)
        .limit(LOOKED_AT)
    )
    found: dict[Due, None] = {}
    for row in connection.execute(query):
        one = Due(row.entry_id, row.revision)
        if row.there and one not in found:
            if len(found) == limit:
                break
            found[one] = None
        seen = row.seq
    return tuple(found), seen


def _outdated(connection: Connection, version: str, limit: int) -> tuple[Due, ...]:
    """Renderings made by other code than `version`, the last kept first; they are found by the index of bases."""
    held = renderings.c
    query = sa.select(held.entry_id, held.revision)
    other = (held.basis < f"{version} ", held.basis >= f"{version}!")
    found = [Due(*row) for wanted in other for row in connection.execute(query.where(wanted).limit(limit))]
    return tuple(found[:limit])


def _with_bytes() -> ColumnElement[bool]:
    return sa.and_(
        revisions.c.taken_down_at == "", sa.exists().where(revision_files.c.revision == revisions.c.revision)
    )


def _has_bytes_of_verdict() -> ColumnElement[bool]:
    mine = (revisions.c.entry_id == verdicts.c.entry_id, revisions.c.revision == verdicts.c.revision)
    return sa.exists().where(*mine, _with_bytes())


def _noted(connection: Connection, key: str) -> int:
    held = connection.scalar(sa.select(notes.c.value).where(notes.c.key == key))
    return -1 if held is None else int(held)
