"""Lists of papers and claims, page by page behind a cursor, each page read off an index."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, exists, literal, select, tuple_

from openrepro.papers.identity import title_key
from openrepro.papers.paper import Paper
from openrepro.store.paper_rows import LONGEST_WORD, grouped, paper_of
from openrepro.store.quarantine import is_quarantined
from openrepro.store.tables import claims, paper_aliases, paper_words, papers

MOST_ROWS: Final = 1_000
MOST_WORDS: Final = 6


class Named(NamedTuple):
    """A name and the paper that has it."""

    name: str
    paper_id: str


class ListedPaper(NamedTuple):
    """A paper in a list: `claims` counts those of its effective set, whose version is `claim_set` (empty: none)."""

    paper: Paper
    claims: int
    claim_set: str


class PaperCursor(NamedTuple):
    """The last paper of a page; the next page begins behind it."""

    position: int
    id: str


class PaperPage(NamedTuple):
    papers: tuple[ListedPaper, ...]
    next: PaperCursor | None


class ListedClaim(NamedTuple):
    """A claim of an effective set, without its spec. One that is quarantined is not testable until it is released."""

    id: str
    paper: str
    position: int
    kind: str
    testable: bool
    text: str
    quarantined: bool


class ClaimCursor(NamedTuple):
    """The last claim of a page; the next page begins behind it."""

    paper: str
    position: int


class ClaimPage(NamedTuple):
    claims: tuple[ListedClaim, ...]
    next: ClaimCursor | None


CLAIM_COLUMNS: Final = (
    claims.c.id,
    claims.c.paper_id,
    claims.c.position,
    claims.c.kind,
    claims.c.testable,
    claims.c.text,
    is_quarantined(),
)


def paper_page(connection: Connection, after: PaperCursor | None, limit: int, area: str, text: str) -> PaperPage:
    """What `SqlPapers.page` gives."""
    most = max(1, min(limit, MOST_ROWS))
    words = title_key(text).split()[:MOST_WORDS]
    if text and not words:
        return PaperPage((), None)
    query = with_words(select(papers), words) if words else select(papers)
    # The words hold the positions too, so that a common word is read in the order of the list.
    order = (paper_words.c.position, paper_words.c.paper_id) if words else (papers.c.position, papers.c.id)
    if area:
        query = query.where(papers.c.area == area)
    if after is not None:
        query = query.where(tuple_(*order) > tuple_(literal(after.position), literal(after.id)))
    rows = connection.execute(query.order_by(*order).limit(most + 1)).mappings().all()
    shown = rows[:most]
    last = PaperCursor(shown[-1]["position"], shown[-1]["id"]) if len(rows) > most else None
    return PaperPage(with_aliases(connection, shown), last)


def with_aliases(connection: Connection, rows: Sequence[Any]) -> tuple[ListedPaper, ...]:
    """The papers of some rows, with the aliases of all of them read at once."""
    query = select(paper_aliases).where(paper_aliases.c.paper_id.in_([row["id"] for row in rows]))
    aliases = grouped(connection.execute(query).mappings()) if rows else {}
    return tuple(
        ListedPaper(paper_of(row, aliases.get(row["id"], ())), row["claims"], row["claim_set"]) for row in rows
    )


def with_words(query: Select[Any], words: Sequence[str]) -> Select[Any]:
    """The papers of `query` whose title has all `words`, found through the longest, which is likely the rarest."""
    cut = sorted({word[:LONGEST_WORD] for word in words}, key=lambda word: (-len(word), word))
    query = query.join(paper_words, paper_words.c.paper_id == papers.c.id).where(paper_words.c.word == cut[0])
    for word in cut[1:]:
        other = paper_words.alias()
        here = (other.c.position == paper_words.c.position, other.c.paper_id == paper_words.c.paper_id)
        query = query.where(exists().where(other.c.word == word, *here))
    return query


def claim_page(connection: Connection, paper: str, after: ClaimCursor | None, limit: int) -> ClaimPage:
    """What `SqlPapers.claims_page` gives."""
    most = max(1, min(limit, MOST_ROWS))
    order = (claims.c.paper_id, claims.c.position)
    query = select(*CLAIM_COLUMNS).order_by(*order).limit(most + 1)
    if paper:
        query = query.where(claims.c.paper_id == paper)
    if after is not None:
        query = query.where(tuple_(*order) > tuple_(literal(after.paper), literal(after.position)))
    found = tuple(ListedClaim(*row) for row in connection.execute(query))
    shown = found[:most]
    return ClaimPage(shown, ClaimCursor(shown[-1].paper, shown[-1].position) if len(found) > most else None)
