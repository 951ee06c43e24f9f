"""The store of what searching needs: the texts and traits of all papers, and indexes that were made of them."""

import json
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, literal, not_, select, true, tuple_

from openrepro.entries.entry import State
from openrepro.search.building import Document
from openrepro.store.changes import index_mark
from openrepro.store.statements import upsert
from openrepro.store.tables import board_papers, claims, derived, entries, paper_signals, papers

PAGE: Final = 500


class Traits(NamedTuple):
    """What papers are filtered by, as their sources say it; `testable` counts claims in force that can be tested.

    What was read of a paper (`compute`, `data`, `code`, `text`) is empty where nobody has looked yet.
    """

    paper: str
    area: str
    presentation: str
    award: str
    arxiv: str
    code_url: str
    testable: int
    compute: str = ""
    data: str = ""
    code: str = ""
    text: str = ""


class Examined(NamedTuple):
    """Where a paper stands in a view of the board."""

    paper: str
    state: str
    judged: int
    contested: bool


class SqlSearch:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def mark(self) -> str:
        """What marks the papers and claims as they are: another text after every change; empty before the first."""
        return index_mark(self._connection)

    def basis(self, name: str) -> str | None:
        """What a kept index was made from; None when none is kept."""
        return self._connection.scalar(select(derived.c.basis).where(derived.c.name == name))

    def body(self, name: str) -> bytes | None:
        """A kept index as bytes."""
        return self._connection.scalar(select(derived.c.body).where(derived.c.name == name))

    def keep(self, name: str, basis: str, body: bytes, *, now: str) -> None:
        """Keep an index in place of the one before it."""
        upsert(self._connection, derived, [{"name": name, "basis": basis, "made_at": now, "body": body}])

    def documents(self) -> Iterator[Document]:
        """The texts of every paper, in the order of the challenge, read in pages."""
        columns = (papers.c.position, papers.c.id, papers.c.title, papers.c.authors, papers.c.abstract)
        query = select(*columns).order_by(papers.c.position, papers.c.id).limit(PAGE)
        last: tuple[int, str] | None = None
        while True:
            page = query if last is None else query.where(_beyond(*last))
            rows = self._connection.execute(page).all()
            texts = self._claims([row.id for row in rows])
            for row in rows:
                authors = " ".join(json.loads(row.authors))
                yield Document(row.id, row.title, authors, texts.get(row.id, ""), row.abstract)
            if len(rows) < PAGE:
                return
            last = rows[-1].position, rows[-1].id

    def traits(self) -> Iterator[Traits]:
        """The traits of every paper."""
        testable = select(claims.c.paper_id, func.count().label("testable")).where(claims.c.testable == true())
        counted = testable.group_by(claims.c.paper_id).subquery()
        own = (papers.c.id, papers.c.area, papers.c.presentation, papers.c.award, papers.c.arxiv, papers.c.code_url)
        signals = (paper_signals.c[name] for name in ("compute", "data", "code", "text"))
        read = (func.coalesce(column, "") for column in signals)
        query = (
            select(*own, func.coalesce(counted.c.testable, 0), *read)
            .outerjoin(counted, counted.c.paper_id == papers.c.id)
            .outerjoin(paper_signals, paper_signals.c.paper_id == papers.c.id)
        )
        return (Traits(*row) for row in self._connection.execute(query, execution_options={"yield_per": PAGE}))

    def examined(self, view: str) -> Iterator[Examined]:
        """Where every paper of a view stands."""
        held = board_papers.c
        query = select(held.paper_id, held.state, held.judged, held.contested).where(held.view == view)
        return (Examined(*row) for row in self._connection.execute(query, execution_options={"yield_per": PAGE}))

    def last_judged(self) -> Mapping[str, str]:
        """When an entry that everybody may see was judged first on each paper, the latest of these instants."""
        first = entries.c.first_judged_at
        shown = (first != "", not_(entries.c.hidden), entries.c.state != State.WITHDRAWN)
        query = select(entries.c.paper_id, func.max(first)).where(*shown).group_by(entries.c.paper_id)
        return {row[0]: row[1] for row in self._connection.execute(query)}

    def _claims(self, of: list[str]) -> Mapping[str, str]:
        query = select(claims.c.paper_id, claims.c.text).where(claims.c.paper_id.in_(of))
        found: dict[str, list[str]] = {}
        for row in self._connection.execute(query.order_by(claims.c.paper_id, claims.c.position)) if of else ():
            found.setdefault(row.paper_id, []).append(row.text)
        return {paper: " ".join(texts) for paper, texts in found.items()}


def _beyond(position: int, paper: str) -> ColumnElement[bool]:
    return tuple_(papers.c.position, papers.c.id) > tuple_(literal(position), literal(paper))
