"""The store of renderings: what a reader is shown of an archived revision, whole or not at all, and which are due."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.ids import Json
from openrepro.papers.costs import seconds_of
from openrepro.rendering.parts import PackedPart, unpacked
from openrepro.store.statements import text_of, upsert, value_of
from openrepro.store.tables import leaves, rendered_parts, renderings, revisions, verdicts

AT_ONCE: Final = 100
"""Parts that one statement keeps."""


class RenderingState(StrEnum):
    MADE = "made"
    FAILED = "failed"


class Kept(NamedTuple):
    """A rendering. `body` is its material (`rendering.material`).

    A failed one says why in `sentence`; its `body` is empty, or what was made before of the same bytes.
    `basis` says what it was made from, `made_at` when (UTC).
    """

    state: RenderingState
    sentence: str
    basis: str
    made_at: str
    body: Mapping[str, Any]

    @property
    def stale(self) -> bool:
        """Whether it shows what was made before, because making it again failed."""
        return self.state is RenderingState.FAILED and bool(self.body)


class Failure(NamedTuple):
    """A rendering that failed, and why."""

    entry: str
    revision: str
    sentence: str
    made_at: str


class Holding(NamedTuple):
    """A verdict that holds for a revision: the last on its claim among those on this revision and earlier ones."""

    seq: int
    id: str
    claim: str
    revision: str


class SqlRenderings:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, entry: str, revision: str) -> Kept | None:
        """The rendering of a revision; None when there is none (not yet, or it was taken down)."""
        row = self._connection.execute(
            sa.select(
                renderings.c.state, renderings.c.sentence, renderings.c.basis, renderings.c.made_at, renderings.c.body
            ).where(*_of(renderings, entry, revision))
        ).first()
        return None if row is None else Kept(RenderingState(row[0]), row[1], row[2], row[3], value_of(row[4]))

    def materials(self, of: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
        """The material of a handful of entries (entry → revision), by entry; what is not rendered is left out."""
        if not of:
            return {}
        wanted = sa.or_(*(sa.and_(*_of(renderings, entry, revision)) for entry, revision in of.items()))
        found = self._connection.execute(sa.select(renderings.c.entry_id, renderings.c.body).where(wanted))
        return {row.entry_id: value_of(row.body) for row in found}

    def basis(self, entry: str, revision: str) -> str:
        """What a rendering was made from; empty when there is none."""
        query = sa.select(renderings.c.basis).where(*_of(renderings, entry, revision))
        return str(self._connection.scalar(query) or "")

    def part(self, entry: str, revision: str, kind: str, page: int, part: int) -> str | None:
        """One piece of a rendering (`rendering.parts`): HTML of kinds `page` and `figure`, text of `view`, JSON text
        of `trace`."""
        held = rendered_parts.c
        query = sa.select(held.body).where(
            *_of(rendered_parts, entry, revision), held.kind == kind, held.page == page, held.part == part
        )
        body = self._connection.scalar(query)
        return None if body is None else unpacked(body)

    def put(
        self,
        entry: str,
        revision: str,
        *,
        basis: str,
        body: Mapping[str, Json],
        parts: Iterable[PackedPart],
        now: str,
    ) -> bool:
        """Keep a rendering in place of the one before. Gives False, and keeps nothing, when the revision is gone."""
        if not self._there(entry, revision):
            return False
        self._clear(entry, revision)
        self._keep(entry, revision, (RenderingState.MADE, "", basis, now), body)
        rows = [{"entry_id": entry, "revision": revision, **part._asdict()} for part in parts]
        for start in range(0, len(rows), AT_ONCE):
            self._connection.execute(sa.insert(rendered_parts), rows[start : start + AT_ONCE])
        return True

    def fail(self, entry: str, revision: str, *, basis: str, sentence: str, now: str) -> bool:
        """Keep that a rendering failed, and why. What was made before under the same version stays to be shown.

        Gives False, and keeps nothing, when the revision is gone.
        """
        if not self._there(entry, revision):
            return False
        before = self.get(entry, revision)
        body: Mapping[str, Any] = {}
        if before is not None and version_of(before.basis) == version_of(basis):
            body = before.body
        if not body:
            self._clear(entry, revision)
        self._keep(entry, revision, (RenderingState.FAILED, sentence, basis, now), body)
        return True

    def drop(self, entry: str, revision: str) -> None:
        """Let nothing of a rendering be left, for ever: its revision was taken down."""
        drop(self._connection, entry, revision)

    def forget_basis(self, entry: str, revision: str) -> bool:
        """Have a rendering made again, whatever it was made from; False when there is none."""
        mine = _of(renderings, entry, revision)
        done = self._connection.execute(sa.update(renderings).where(*mine).values(basis=""))
        return bool(done.rowcount)

    def failures(self, limit: int) -> tuple[Failure, ...]:
        """The renderings that failed, the last first."""
        held = renderings.c
        query = sa.select(held.entry_id, held.revision, held.sentence, held.made_at)
        failed = query.where(held.state == sa.literal_column("'failed'")).order_by(held.made_at.desc())
        return tuple(Failure(*row) for row in self._connection.execute(failed.limit(limit)))

    def holding(self, entry: str, revision: str) -> tuple[Holding, ...]:
        """The verdicts that hold for a revision, by claim: also those of earlier revisions that were carried over."""
        mine, held = revisions.alias(), verdicts.c
        at = sa.select(mine.c.seq).where(mine.c.entry_id == entry, mine.c.revision == revision).scalar_subquery()
        query = (
            sa.select(held.seq, held.id, held.claim, held.revision)
            .join(revisions, (revisions.c.entry_id == held.entry_id) & (revisions.c.revision == held.revision))
            .where(held.entry_id == entry, revisions.c.seq <= at)
            .order_by(held.seq)
        )
        last = {row.claim: Holding(*row) for row in self._connection.execute(query)}
        return tuple(last[claim] for claim in sorted(last))

    def bodies(self, seqs: Sequence[int]) -> Mapping[int, str]:
        """The records of a handful of leaves, as JSON text."""
        found = self._connection.execute(sa.select(leaves.c.seq, leaves.c.body).where(leaves.c.seq.in_(seqs)))
        return {row.seq: row.body for row in found}

    def _there(self, entry: str, revision: str) -> bool:
        """Whether a revision has its bytes; on PostgreSQL it cannot be taken down until this transaction ends."""
        query = sa.select(revisions.c.seq).where(*_of(revisions, entry, revision), revisions.c.taken_down_at == "")
        return self._connection.scalar(query.with_for_update(read=True)) is not None

    def _clear(self, entry: str, revision: str) -> None:
        self._connection.execute(sa.delete(rendered_parts).where(*_of(rendered_parts, entry, revision)))

    def _keep(
        self, entry: str, revision: str, said: tuple[RenderingState, str, str, str], body: Mapping[str, Any]
    ) -> None:
        state, sentence, basis, now = said
        row = {"entry_id": entry, "revision": revision, "basis": basis, "state": state.value, "sentence": sentence}
        ran = seconds_of(run.get("duration_s") for run in body.get("runs", ()))
        spent = {"run_seconds": ran.seconds, "runs_timed": ran.timed, "runs_untimed": ran.untimed}
        upsert(self._connection, renderings, [row | spent | {"body": text_of(body), "made_at": now}])


def drop(connection: Connection, entry: str, revision: str) -> None:
    """Delete a rendering and its parts; on SQLite their bytes are overwritten in the file too."""
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    for table in (rendered_parts, renderings):
        connection.execute(sa.delete(table).where(*_of(table, entry, revision)))
    if sqlite:
        connection.exec_driver_sql("PRAGMA secure_delete=OFF")


def version_of(basis: str) -> str:
    """The version of the code that made a rendering: the first word of its basis."""
    return basis.partition(" ")[0]


def _of(table: sa.Table, entry: str, revision: str) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.entry_id == entry, table.c.revision == revision
