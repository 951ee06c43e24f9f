"""The files of revisions, read in pages, and what differs between two revisions; no blob is opened."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Select, Subquery

from openrepro.entries.entry import RevisionFile
from openrepro.store.tables import revision_files, revisions

MOST: Final = 200


class KeptRevision(NamedTuple):
    """A revision without its files; `seq` is its place in the order in which revisions came, `files` how many it has,
    `bytes` their size in all."""

    seq: int
    revision: str
    seen_at: str
    source_sha: str
    bytes: int
    files: int
    late: bool
    taken_down_at: str


class FileChange(NamedTuple):
    """A file that differs between two revisions: `change` is added, changed or removed, `size` that of the newer."""

    path: str
    change: str
    size: int


class Changes(NamedTuple):
    """How many files were added, changed and removed."""

    added: int = 0
    changed: int = 0
    removed: int = 0


class SqlManifests:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def revision(self, entry: str, revision: str) -> KeptRevision | None:
        """A revision of an entry; None when it has no such one."""
        found = _REVISIONS.where(revisions.c.entry_id == entry, revisions.c.revision == revision)
        row = self._connection.execute(found).first()
        return None if row is None else KeptRevision(*row)

    def newest(self, entry: str, *, before: int = 0, limit: int = 20) -> tuple[KeptRevision, ...]:
        """Revisions of an entry, newest first; from before that place on, where given."""
        mine = _REVISIONS.where(revisions.c.entry_id == entry).order_by(revisions.c.seq.desc())
        found = self._connection.execute((mine.where(revisions.c.seq < before) if before else mine).limit(limit))
        return tuple(KeptRevision(*row) for row in found)

    def files(self, revision: str, *, skip: int = 0, limit: int = 100) -> tuple[RevisionFile, ...]:
        """A part of the files of a revision, by path."""
        held = revision_files.c
        query = sa.select(held.path, held.size, held.sha256).where(held.revision == revision).order_by(held.path)
        found = self._connection.execute(query.offset(skip).limit(min(limit, MOST)))
        return tuple(RevisionFile(*row) for row in found)

    def changes(self, old: str, new: str) -> Changes:
        """How much of the files of the revision `old` differs in `new`."""
        some = _between(old, new)
        query = sa.select(some.c.change, sa.func.count().label("many")).group_by(some.c.change)
        return Changes(**{row.change: row.many for row in self._connection.execute(query)})

    def changed_files(self, old: str, new: str, *, limit: int = 50) -> tuple[FileChange, ...]:
        """The first files, by path, that differ between the revision `old` and `new`."""
        some = _between(old, new)
        query = sa.select(some).order_by(some.c.path).limit(min(limit, MOST))
        return tuple(FileChange(*row) for row in self._connection.execute(query))


def _between(old: str, new: str) -> Subquery:
    return sa.union_all(_added(old, new), _changed(old, new), _gone(old, new)).subquery()


def _told(change: str) -> Sequence[Any]:
    held = revision_files.c
    return held.path, sa.literal(change).label("change"), held.size


def _added(old: str, new: str) -> Select[Any]:
    return _only(new, old, "added")


def _gone(old: str, new: str) -> Select[Any]:
    return _only(old, new, "removed")


def _only(here: str, there: str, change: str) -> Select[Any]:
    """The files whose path only one of two revisions has."""
    other = revision_files.alias()
    same = sa.select(sa.literal(1)).where(other.c.revision == there, other.c.path == revision_files.c.path)
    return sa.select(*_told(change)).where(revision_files.c.revision == here, ~same.exists())


def _changed(old: str, new: str) -> Select[Any]:
    before = revision_files.alias()
    pairs = sa.and_(before.c.revision == old, before.c.path == revision_files.c.path)
    differs = (revision_files.c.revision == new, before.c.sha256 != revision_files.c.sha256)
    return sa.select(*_told("changed")).join(before, pairs).where(*differs)


_REVISIONS: Final = sa.select(*(revisions.c[name] for name in KeptRevision._fields))
