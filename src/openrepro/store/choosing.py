"""The store of what helps to choose a paper: signals read of papers, costs of attempts, and attempts on the way."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.entries.entry import State
from openrepro.papers.compute_words import Compute
from openrepro.papers.costs import Attempt, Cost, cost_of
from openrepro.papers.data_words import Data
from openrepro.papers.paper import Paper
from openrepro.papers.recommending import Underway
from openrepro.papers.signals import READER, Code, Signals, Text, basis_of, signals_from
from openrepro.store.changes import index_mark, texts_mark
from openrepro.store.statements import text_of, upsert
from openrepro.store.tables import (
    accounts,
    board_papers,
    entries,
    notes,
    paper_signals,
    paper_texts,
    papers,
    renderings,
)

PAGE: Final = 500
READ: Final = "signals:read"
ON_THE_WAY: Final = (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.JUDGING)


class Unread(NamedTuple):
    """A paper whose signals are to be read; `extracted` names its newest text in the archive, empty without one."""

    paper: Paper
    extracted: str
    basis: str


class Part(NamedTuple):
    """Some papers in the order of their ids: those to be read, and the last that was looked at (empty: no more)."""

    unread: Sequence[Unread]
    last: str


class Standing(NamedTuple):
    """A judged paper in a view of the board: `body` is the JSON of its claims."""

    paper: str
    judged: int
    body: str


class SqlChoosing:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def wanted(self) -> str:
        """What marks the signals that would be read now."""
        return f"{READER} {index_mark(self._connection)} {texts_mark(self._connection)}"

    def mark(self) -> str:
        """What marks the signals that were read; empty before the first time."""
        return str(self._connection.scalar(sa.select(notes.c.value).where(notes.c.key == READ)) or "")

    def note_read(self, mark: str) -> None:
        """Note that the signals are those of `mark`."""
        upsert(self._connection, notes, [{"key": READ, "value": mark}])

    def unread(self, *, after: str = "", limit: int = PAGE) -> Part:
        """Of the next papers by id those whose signals are not of their record and text as they are."""
        mine = papers.c
        query = (
            sa.select(mine.id, mine.title, mine.code_url, mine.abstract, paper_signals.c.basis)
            .outerjoin(paper_signals, paper_signals.c.paper_id == mine.id)
            .where(mine.id > after)
            .order_by(mine.id)
            .limit(limit)
        )
        rows = self._connection.execute(query).all()
        texts = self._newest([row.id for row in rows])
        found = []
        for row in rows:
            paper = Paper(row.id, row.title, code_url=row.code_url, abstract=row.abstract)
            basis = basis_of(paper, texts.get(row.id, ""))
            if basis != row.basis:
                found.append(Unread(paper, texts.get(row.id, ""), basis))
        return Part(found, rows[-1].id if len(rows) == limit else "")

    def put(self, read: Sequence[tuple[Unread, Signals]], *, now: str) -> None:
        """Keep the signals of some papers; one that is gone meanwhile is left out."""
        there = self._there([one.paper.id for one, _ in read])
        rows = [
            {
                "paper_id": one.paper.id,
                "basis": one.basis,
                "text": signals.text.value,
                "code": signals.code.value,
                "data": signals.data.value,
                "compute": signals.compute.value,
                "theory": signals.theory,
                "made_at": now,
                "body": text_of(signals.as_json()),
            }
            for one, signals in read
            if one.paper.id in there
        ]
        upsert(self._connection, paper_signals, rows)

    def signals(self, of: Sequence[str]) -> Mapping[str, Signals]:
        """The signals of up to a page of papers; those that nobody has read yet are left out."""
        query = sa.select(paper_signals.c.paper_id, paper_signals.c.body).where(paper_signals.c.paper_id.in_(of))
        return {row.paper_id: signals_from(json.loads(row.body)) for row in self._connection.execute(query)}

    def outlines(self) -> Mapping[str, Signals]:
        """The signals of all papers without the words that they rest on; equal ones are one object."""
        held = paper_signals.c
        query = sa.select(held.paper_id, held.text, held.code, held.data, held.compute, held.theory)
        kinds: dict[tuple[str, str, str, str, bool], Signals] = {}
        found = {}
        for paper, *told in self._connection.execute(query, execution_options={"yield_per": PAGE}):
            key = text, code, data, compute, theory = tuple(told)
            if key not in kinds:
                kinds[key] = Signals(Text(text), Code(code), Data(data), Compute(compute), theory)
            found[paper] = kinds[key]
        return found

    def costs(self, of: Sequence[str] | None = None) -> Mapping[str, Cost]:
        """What the judged attempts at papers cost, by paper: of all, or of up to a page of them. Hidden and withdrawn
        ones are left out."""
        kept = renderings.c
        own = (kept.entry_id == entries.c.id) & (kept.revision == entries.c.judged_revision)
        query = (
            sa.select(entries.c.paper_id, kept.run_seconds, kept.runs_timed, kept.runs_untimed)
            .join(renderings, own)
            .where(entries.c.judged_revision != "", sa.not_(entries.c.hidden), entries.c.state != State.WITHDRAWN)
        )
        query = query if of is None else query.where(entries.c.paper_id.in_(of))
        attempts: dict[str, list[Attempt]] = {}
        for paper, *ran in self._connection.execute(query, execution_options={"yield_per": PAGE}):
            attempts.setdefault(paper, []).append(Attempt(*ran))
        costs = {paper: cost_of(some) for paper, some in attempts.items()}
        return {paper: cost for paper, cost in costs.items() if cost is not None}

    def underway(self, since: str) -> Mapping[str, Underway]:
        """The attempts at papers that wait for a verdict, and those that got one since an instant."""
        shown = (sa.not_(entries.c.hidden), entries.c.paper_id != "")
        count = sa.select(entries.c.paper_id, sa.func.count()).where(*shown).group_by(entries.c.paper_id)
        waiting = dict(map(tuple, self._connection.execute(count.where(entries.c.state.in_(ON_THE_WAY)))))
        new = count.where(entries.c.state == State.JUDGED, entries.c.state_at >= since)
        recent = dict(map(tuple, self._connection.execute(new)))
        return {
            paper: Underway(waiting.get(paper, 0), recent.get(paper, 0)) for paper in waiting.keys() | recent.keys()
        }

    def standings(self, view: str) -> Iterator[Standing]:
        """Every judged paper of a view of the board."""
        held = board_papers.c
        query = sa.select(held.paper_id, held.judged, held.body).where(held.view == view, held.judged > 0)
        return (Standing(*row) for row in self._connection.execute(query, execution_options={"yield_per": PAGE}))

    def askers(self) -> int:
        """How many accounts there are."""
        return self._connection.scalar(sa.select(sa.func.count()).select_from(accounts)) or 0

    def _newest(self, of: Sequence[str]) -> Mapping[str, str]:
        """The name in the archive of the newest text of each of some papers."""
        held = paper_texts.c
        query = sa.select(held.paper_id, held.extracted).where(held.paper_id.in_(of))
        ordered = query.order_by(held.added_at, held.version, held.sha256)
        return {row.paper_id: row.extracted for row in self._connection.execute(ordered)} if of else {}

    def _there(self, of: Sequence[str]) -> frozenset[str]:
        return frozenset(self._connection.scalars(sa.select(papers.c.id).where(papers.c.id.in_(of))))
