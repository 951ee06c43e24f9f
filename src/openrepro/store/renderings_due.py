"""Which revisions are to be rendered: new ones, those with new verdicts, and those that older code rendered.

Two notes say how far the revisions and the verdicts were looked through, so that nothing due costs a few look-ups in
indexes.
"""

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Select

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


class _Seen(NamedTuple):
    """How far revisions and verdicts were looked through."""

    revisions: int
    verdicts: int


class _Judged(NamedTuple):
    due: tuple[Due, ...]
    last: int


class Backlog(NamedTuple):
    """How many revisions wait, each kind at most as many as were counted: new ones, and those that older code rendered
    or that were asked for again. `oldest`: since when the first new one waits, empty when none does."""

    new: int
    outdated: int
    oldest: str = ""


def waits(connection: Connection, version: str) -> bool:
    """Whether there is anything to look at; asked all the time."""
    seen = _seen(connection)
    beyond = sa.exists().where(revisions.c.seq > seen.revisions)
    judged = sa.exists().where(verdicts.c.seq > seen.verdicts)
    older, newer = (sa.exists().where(other) for other in _other(version))
    return bool(connection.scalar(sa.select(sa.or_(beyond, judged, older, newer, sa.exists(_unrendered(seen))))))


def due(connection: Connection, version: str, limit: int) -> Batch:
    """Up to `limit` revisions: those without a rendering, then those with new verdicts, then those of older code."""
    seen = _seen(connection)
    new = _new(connection, seen, limit)
    upto = seen.revisions
    if len(new) < limit:
        upto = max(upto, int(connection.scalar(sa.select(sa.func.max(revisions.c.seq))) or 0))
    judged, last = _judged(connection, seen, limit - len(new))
    found = dict.fromkeys((*new, *judged))
    if len(found) < limit:
        found |= dict.fromkeys(_outdated(connection, version, limit - len(found)))
    return Batch(tuple(found), upto, last)


def note_done(connection: Connection, batch: Batch) -> None:
    """Note that a batch was looked through; what is in it is offered again only if something changes."""
    seen = _seen(connection)
    upto = ((REVISIONS, max(batch.revisions, seen.revisions)), (VERDICTS, max(batch.verdicts, seen.verdicts)))
    upsert(connection, notes, [{"key": key, "value": str(seq)} for key, seq in upto])


def note_all(connection: Connection) -> None:
    """Let nothing be due that is there now, such as revisions that have a manifest and no bytes."""
    last = connection.scalar(sa.select(sa.func.max(revisions.c.seq))) or 0
    seen = connection.scalar(sa.select(sa.func.max(verdicts.c.seq)))
    note_done(connection, Batch((), int(last) + OVERLAP, -1 if seen is None else int(seen)))


def backlog(connection: Connection, version: str, most: int) -> Backlog:
    """How much waits, each kind counted up to `most`."""
    new = _new(connection, _seen(connection), most)
    since = sa.select(revisions.c.seen_at)
    first = [since.where(revisions.c.entry_id == one.entry, revisions.c.revision == one.revision) for one in new[:1]]
    oldest = "".join(str(connection.scalar(query) or "") for query in first)
    return Backlog(len(new), len(_outdated(connection, version, most)), oldest)


def _new(connection: Connection, seen: _Seen, limit: int) -> tuple[Due, ...]:
    """Revisions with bytes that have no rendering, oldest first."""
    found = connection.execute(_unrendered(seen).order_by(revisions.c.seq).limit(limit))
    return tuple(Due(row.entry_id, row.revision) for row in found)


def _unrendered(seen: _Seen) -> Select[tuple[str, str]]:
    made = sa.exists().where(
        renderings.c.entry_id == revisions.c.entry_id, renderings.c.revision == revisions.c.revision
    )
    wheres = (revisions.c.seq > seen.revisions - OVERLAP, _with_bytes(), ~made)
    return sa.select(revisions.c.entry_id, revisions.c.revision).where(*wheres)


def _judged(connection: Connection, seen: _Seen, limit: int) -> _Judged:
    """Revisions with verdicts that were not looked at, in the order of the ledger, and the last verdict looked at."""
    last = seen.verdicts
    if limit <= 0:
        return _Judged((), last)
    held = verdicts.c
    query = (
        sa.select(held.seq, held.entry_id, held.revision, _has_bytes_of_verdict().label("there"))
        .where(held.seq > last)
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
        last = row.seq
    return _Judged(tuple(found), last)


def _outdated(connection: Connection, version: str, limit: int) -> tuple[Due, ...]:
    """Renderings made by other code than `version`; they are found by the index of bases."""
    query = sa.select(renderings.c.entry_id, renderings.c.revision)
    found = [Due(*row) for other in _other(version) for row in connection.execute(query.where(other).limit(limit))]
    return tuple(found[:limit])


def _other(version: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Bases of other versions: those that sort before those of this one, and those that sort behind."""
    return renderings.c.basis < f"{version} ", renderings.c.basis >= f"{version}!"


def _with_bytes() -> ColumnElement[bool]:
    return sa.and_(
        revisions.c.taken_down_at == "", sa.exists().where(revision_files.c.revision == revisions.c.revision)
    )


def _has_bytes_of_verdict() -> ColumnElement[bool]:
    mine = (revisions.c.entry_id == verdicts.c.entry_id, revisions.c.revision == verdicts.c.revision)
    return sa.exists().where(*mine, _with_bytes())


def _seen(connection: Connection) -> _Seen:
    query = sa.select(notes.c.key, notes.c.value).where(notes.c.key.in_((REVISIONS, VERDICTS)))
    held = {row.key: int(row.value) for row in connection.execute(query)}
    return _Seen(held.get(REVISIONS, -1), held.get(VERDICTS, -1))
