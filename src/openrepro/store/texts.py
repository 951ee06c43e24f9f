"""The store of papers' texts: which files there are of each version; their bytes are in the archive."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.papers.text import TextFormat
from openrepro.store.changes import mark_texts_changed
from openrepro.store.paper_loading import batches
from openrepro.store.revisions import BLOBS, needed_blobs
from openrepro.store.statements import alone, upsert
from openrepro.store.tables import paper_texts


@dataclass(frozen=True, slots=True)
class KeptText:
    """A file of a paper's text. `sha256` names its bytes in the archive; `extracted` names there what the reader of
    version `reader` made of it, `characters` long."""

    paper: str
    version: str
    sha256: str
    format: TextFormat
    characters: int
    extracted: str
    reader: str
    added_at: str


class SqlTexts:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self) -> None:
        """Let no other writing transaction add or delete archived files until this one ends; call it before bytes are
        put that are to stay."""
        alone(self._connection, BLOBS)

    def put(self, text: KeptText) -> bool:
        """Keep a text, or what a newer reader made of one that is there; gives whether the file is new. The first
        `added_at` stays, and with it the place among those of the same second."""
        self.hold()
        held = self.get(text.paper, text.version, text.sha256)
        row = {**asdict(text), "paper_id": text.paper}
        del row["paper"]
        if held is None:
            self._connection.execute(sa.insert(paper_texts).values(**row, number=self._next(text.paper)))
        else:
            upsert(self._connection, paper_texts, [{**row, "added_at": held.added_at}])
        mark_texts_changed(self._connection)
        return held is None

    def get(self, paper: str, version: str, sha256: str) -> KeptText | None:
        return next((one for one in self.of(paper) if (one.version, one.sha256) == (version, sha256)), None)

    def of(self, paper: str) -> tuple[KeptText, ...]:
        """The texts of a paper, oldest first; of those of one second the one that was added last is the newest."""
        query = sa.select(paper_texts).where(paper_texts.c.paper_id == paper)
        names = (paper_texts.c.version, paper_texts.c.sha256)
        order = query.order_by(paper_texts.c.added_at, paper_texts.c.number, *names)
        return tuple(map(_kept, self._connection.execute(order)))

    def _next(self, paper: str) -> int:
        query = sa.select(sa.func.coalesce(sa.func.max(paper_texts.c.number), 0) + 1)
        return int(self._connection.scalar(query.where(paper_texts.c.paper_id == paper)) or 1)

    def held(self, papers: Collection[str]) -> tuple[str, ...]:
        """Those of some papers of which a text is on file."""
        query = sa.select(paper_texts.c.paper_id).distinct()
        found = {
            paper
            for part in batches(papers)
            for paper in self._connection.scalars(query.where(paper_texts.c.paper_id.in_(part)))
        }
        return tuple(paper for paper in papers if paper in found)

    def remove(self, text: KeptText) -> tuple[str, ...]:
        """Forget a text; gives the names of the archived files that nothing needs any more, to be deleted while this
        transaction is open."""
        self.hold()
        key = (paper_texts.c.paper_id == text.paper, paper_texts.c.version == text.version)
        self._connection.execute(sa.delete(paper_texts).where(*key, paper_texts.c.sha256 == text.sha256))
        mark_texts_changed(self._connection)
        names = (text.sha256, text.extracted)
        return tuple(name for name in names if name not in needed_blobs(self._connection, names))


def _kept(row: Row[Any]) -> KeptText:
    return KeptText(
        row.paper_id,
        row.version,
        row.sha256,
        TextFormat(row.format),
        row.characters,
        row.extracted,
        row.reader,
        row.added_at,
    )
