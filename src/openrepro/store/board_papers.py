"""The papers of the board as it is shown, read in pages, by state, and several at once."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, union_all

from openrepro.board.shown import PaperRow
from openrepro.store.tables import board_papers, board_views


class Counted(NamedTuple):
    """A paper as a view counts it: the JSON of its claims and entries, out of the first `ledger_size` leaves."""

    body: str
    ledger_size: int


class SqlBoardPapers:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def papers(self, view: str, *, state: str = "", after: str = "", limit: int = 100) -> tuple[PaperRow, ...]:
        """One page of papers, ordered by id, from beyond the paper `after`; all of them, or those in a state."""
        return self.papers_in(view, [state] if state else [], after=after, limit=limit)

    def papers_in(
        self, view: str, states: Sequence[str], *, testable: bool = False, after: str = "", limit: int = 100
    ) -> tuple[PaperRow, ...]:
        """One page of papers, ordered by id, from beyond the paper `after`: of several states, or of all of them;
        those only that have a `testable` claim, where asked."""
        held = board_papers.c
        wheres = [held.view == view, held.paper_id > after]
        wheres += [held.testable > 0] if testable else []
        wheres = _in_states(wheres, states, limit) if states else wheres
        found = self._connection.execute(_PAPERS.where(*wheres).order_by(held.paper_id).limit(limit))
        return tuple(PaperRow(*row) for row in found)

    def papers_of(self, view: str, papers: Collection[str]) -> Mapping[str, PaperRow]:
        """The rows of up to a page of papers."""
        wanted = (board_papers.c.view == view, board_papers.c.paper_id.in_(papers))
        return {row.paper_id: PaperRow(*row) for row in self._connection.execute(_PAPERS.where(*wanted))}

    def paper(self, view: str, paper: str) -> PaperRow | None:
        return self.papers_of(view, [paper]).get(paper)

    def counted(self, view: str, papers: Collection[str]) -> Mapping[str, Counted]:
        """What a view makes of up to a page of papers, and of how much of the ledger; one query."""
        held, views = board_papers.c, board_views.c
        query = select(held.paper_id, held.body, views.ledger_size).join(board_views, views.view == held.view)
        found = self._connection.execute(query.where(held.view == view, held.paper_id.in_(papers)))
        return {paper: Counted(body, size) for paper, body, size in found}


def _in_states(wheres: Sequence[ColumnElement[bool]], states: Sequence[str], limit: int) -> list[ColumnElement[bool]]:
    """The same papers, of these states only. Each state is read in its own order of the index, up to the limit; asked
    for several at once, a database would sort all of them."""
    held = board_papers.c
    if len(states) == 1:
        return [*wheres, held.state == states[0]]
    firsts = (select(held.paper_id).where(*wheres, held.state == state) for state in states)
    few = [select(one.order_by(held.paper_id).limit(limit).subquery().c.paper_id) for one in firsts]
    return [wheres[0], held.paper_id.in_(union_all(*few))]


_PAPERS: Final = select(*(column for column in board_papers.c if column.name != "view"))
