"""The archived revisions of entries: their files by hash, and what is left of those that were taken down."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Row, Select

from openrepro.entries.entry import Revision, RevisionFile
from openrepro.store.renderings import drop as drop_rendering
from openrepro.store.statements import CHUNK, add_missing, alone
from openrepro.store.tables import paper_texts, revision_files, revisions

BLOBS: Final = "blobs"


class Tombstone(NamedTuple):
    """A revision that was taken down: its place in the order of revisions, what it was, how much, and when."""

    seq: int
    entry: str
    revision: str
    bytes: int
    files: int
    taken_down_at: str


def add(connection: Connection, revision: Revision) -> None:
    """Keep a revision; its files are kept once, whichever entries have the same."""
    alone(connection, BLOBS)
    add_missing(connection, revisions, [revision_values(revision)])
    if not connection.scalar(sa.select(sa.exists().where(revision_files.c.revision == revision.id))):
        kept = sorted(revision.files, key=lambda file: file.path)
        add_missing(connection, revision_files, [file_values(revision.id, file) for file in kept])


def get(connection: Connection, entry: str, revision: str) -> Revision | None:
    """A revision with its files; None when the entry has no such one."""
    query = sa.select(revisions).where(revisions.c.entry_id == entry, revisions.c.revision == revision)
    row = connection.execute(query).first()
    return None if row is None else _revision(row, _files(connection, revision))


def listed(connection: Connection, entry: str) -> tuple[Revision, ...]:
    """The revisions of an entry, oldest first, without their files."""
    query = sa.select(revisions).where(revisions.c.entry_id == entry).order_by(revisions.c.seq)
    return tuple(_revision(row, ()) for row in connection.execute(query))


def holders(revision: str) -> Select[tuple[str]]:
    """The entries that have a revision with this manifest."""
    return sa.select(revisions.c.entry_id).where(revisions.c.revision == revision)


def take_down(connection: Connection, entry: str, revision: str, at: str) -> None:
    """Leave a tombstone; what readers were shown of the revision is gone at once."""
    mine = (revisions.c.entry_id == entry, revisions.c.revision == revision, revisions.c.taken_down_at == "")
    connection.execute(sa.update(revisions).where(*mine).values(taken_down_at=at))
    drop_rendering(connection, entry, revision)


def taken_down(connection: Connection, revision: str) -> str:
    query = sa.select(sa.func.max(revisions.c.taken_down_at)).where(revisions.c.revision == revision)
    return connection.scalar(query) or ""


def tombstones(connection: Connection, after: int, limit: int) -> tuple[Tombstone, ...]:
    columns = (revisions.c.seq, revisions.c.entry_id, revisions.c.revision, revisions.c.bytes, revisions.c.files)
    gone = sa.select(*columns, revisions.c.taken_down_at).where(revisions.c.taken_down_at != "")
    query = gone.where(revisions.c.seq > after).order_by(revisions.c.seq).limit(limit)
    return tuple(Tombstone(*row) for row in connection.execute(query))


def sole_blobs(connection: Connection, entry: str, revision: str) -> tuple[str, ...]:
    """The blobs of a revision that no other one needs which is still there, and no paper's text.

    In a writing transaction that stays so until it ends: no revision is added meanwhile.
    """
    if connection.get_execution_options().get("writes"):
        alone(connection, BLOBS)
    mine, theirs, other = revision_files.alias(), revision_files.alias(), revisions.alias()
    this = sa.and_(other.c.entry_id == entry, other.c.revision == revision)
    needed = (
        sa.select(theirs.c.sha256)
        .join(other, other.c.revision == theirs.c.revision)
        .where(theirs.c.sha256 == mine.c.sha256, other.c.taken_down_at == "", ~this)
        .exists()
    )
    held = sa.exists().where(_of_a_text(mine.c.sha256))
    query = sa.select(mine.c.sha256).where(mine.c.revision == revision, ~needed, ~held).distinct()
    return tuple(connection.scalars(query.order_by(mine.c.sha256)))


def needed_blobs(connection: Connection, names: Sequence[str]) -> frozenset[str]:
    """Those of a few blobs that a revision or a paper's text needs."""
    stands = (revisions.c.revision == revision_files.c.revision, revisions.c.taken_down_at == "")
    files = sa.select(revision_files.c.sha256).where(revision_files.c.sha256.in_(names), sa.exists().where(*stands))
    texts = [sa.select(column).where(column.in_(names)) for column in (paper_texts.c.sha256, paper_texts.c.extracted)]
    return frozenset(connection.scalars(sa.union(files, *texts)))


def doubtful_blobs(connection: Connection, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the blobs that a revision had too which was taken down, so that they may have been deleted."""
    gone = sa.exists().where(revisions.c.revision == revision_files.c.revision, revisions.c.taken_down_at != "")
    found: set[str] = set()
    for start in range(0, len(names), CHUNK):
        some = revision_files.c.sha256.in_(names[start : start + CHUNK])
        found.update(connection.scalars(sa.select(revision_files.c.sha256).where(some, gone).distinct()))
    return tuple(sorted(found))


def _of_a_text(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a blob is a file of a paper's text, or what was read of one."""
    return sa.or_(paper_texts.c.sha256 == name, paper_texts.c.extracted == name)


def _files(connection: Connection, revision: str) -> tuple[RevisionFile, ...]:
    query = sa.select(revision_files).where(revision_files.c.revision == revision).order_by(revision_files.c.path)
    return tuple(RevisionFile(row.path, row.size, row.sha256) for row in connection.execute(query))


def revision_values(revision: Revision) -> dict[str, object]:
    return {
        "entry_id": revision.entry,
        "revision": revision.id,
        "seen_at": revision.seen_at,
        "source_sha": revision.source_sha,
        "bytes": sum(file.size for file in revision.files),
        "files": len(revision.files),
        "late": revision.late,
        "taken_down_at": revision.taken_down_at,
    }


def file_values(revision: str, file: RevisionFile) -> dict[str, object]:
    return {"revision": revision, "path": file.path, "size": file.size, "sha256": file.sha256}


def _revision(row: Row[Any], files: tuple[RevisionFile, ...]) -> Revision:
    return Revision(row.entry_id, row.revision, row.seen_at, row.source_sha, files, row.late, row.taken_down_at)
