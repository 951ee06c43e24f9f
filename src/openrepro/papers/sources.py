"""Lists of papers and claims as events publish them, read from their bytes; nothing raises, faults are named."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from openrepro.ids import PAPER_ID
from openrepro.papers.csv_rows import CsvRows
from openrepro.papers.fields import LONGEST_ID, Fault, Row, parsed, rows_of
from openrepro.papers.identity import LONGEST_TITLE, arxiv_id, forms_of, title_key
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.resolving import quoted

__all__ = [
    "Fault",
    "ReadClaims",
    "ReadPapers",
    "StatedClaim",
    "read_claims",
    "read_index",
    "read_programme",
    "read_table",
]

MOST_CLAIMS: Final = 200
_INDEX_FACTS: Final = ("spot", "hf")
_INDEX_KEYS: Final = frozenset(
    ("i", "pid", "orid", "title", "authors", "area", "sub", "type", "spot", "or", "vs", "arxiv", "alphaxiv", "hf")
)
_PROGRAMME_FACTS: Final = ("decision", "uid")
_PROGRAMME_KEYS: Final = frozenset(("id", "name", "authors", "abstract", "topic", "eventtype", "paper_url", "uid"))
_TABLE_KEYS: Final = frozenset(
    (
        *("openreview_id", "icml_event_id", "oral_event_id", "title", "authors", "decision", "topic"),
        *("arxiv_id", "github_url", "award"),
    )
)
_PRESENTED: Final = ("poster", "oral", "spotlight", "paper")
UNSTATED: Final = frozenset(("unknown", "n/a", "none", "tbd"))
"""What lists write where they do not know how a paper is presented."""
_TABLE: Final = frozenset(("openreview_id", "icml_event_id"))


@dataclass(frozen=True, slots=True)
class ReadPapers:
    """The papers of one file in its order, and what could not be used of it; `refused` has the ids of papers that the
    file itself says are not accepted, with what it says."""

    papers: tuple[Paper, ...]
    faults: tuple[Fault, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)


class StatedClaim(NamedTuple):
    """A claim of which a file says nothing but its text, and what it calls its status."""

    text: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class ReadClaims:
    """The claims of one file by the name it gives their paper, and what could not be used of it."""

    claims: Mapping[str, tuple[StatedClaim, ...]]
    faults: tuple[Fault, ...] = ()


def read_index(data: bytes) -> ReadPapers:
    """The papers of an event's `index.json`: `{"papers": [{i, orid, title, authors, area, sub, type, spot, arxiv}]}`.

    Its `pid` and `vs` are left out: they repeat the submission number where a number of the programme is meant. A row
    keyed by a number is a paper under the number of its oral.
    """
    return read_rows(data, "papers", _of_index)


def _of_index(row: Row) -> Paper | None:
    paper, title = row.id("orid"), row.text("title", LONGEST_TITLE)
    if not paper or not titled(row, title):
        return None
    own = AliasKind.ORAL if paper.isdecimal() else AliasKind.OPENREVIEW
    return Paper(
        id=paper,
        title=title,
        authors=row.people("authors"),
        area=row.text("area"),
        subarea=row.text("sub"),
        presentation="spotlight" if row.values.get("spot") is True else row.text("type").lower(),
        arxiv=arxiv_of(row, "arxiv"),
        aliases=aliases_of((paper, own), (row.number("i"), AliasKind.SUBMISSION)),
        source="index",
        facts=row.facts(*_INDEX_FACTS) | row.others(_INDEX_KEYS),
    )


def read_programme(data: bytes) -> ReadPapers:
    """The papers of a conference's programme: `{"results": [{id, name, authors, topic, eventtype, paper_url}]}`.

    Poster and oral of one paper are separate rows, and become separate papers here that `merged` makes one of. Breaks,
    talks and other events that present no paper are left out, and told.
    """
    return read_rows(data, "results", _of_programme)


def _of_programme(row: Row) -> Paper | None:
    number, title = row.number("id"), row.text("name", LONGEST_TITLE)
    if not number:
        row.fault("It has no id; the row was left out.")
        return None
    if not titled(row, title):
        return None
    presented = row.text("eventtype").lower()
    if presented and not any(word in presented for word in _PRESENTED):
        row.fault(f"It is called {quoted(presented)}, which is no presentation of a paper; it was left out.")
        return None
    forum = next((form for form in forms_of(row.text("paper_url")) if PAPER_ID.fullmatch(form)), "")
    kind = AliasKind.ORAL if presented == "oral" else AliasKind.EVENT
    area, _, subarea = row.text("topic").partition("->")
    return Paper(
        id=forum or number,
        title=title,
        authors=row.people("authors"),
        area=area.strip(),
        subarea=subarea.strip(),
        presentation=presented,
        abstract=row.text("abstract"),
        aliases=aliases_of((forum, AliasKind.OPENREVIEW), (number, kind)),
        source="programme",
        facts=row.facts(*_PROGRAMME_FACTS) | row.others(_PROGRAMME_KEYS),
    )


def read_table(data: bytes) -> ReadPapers:
    """The papers of a table of names: CSV with `title` and `openreview_id` or `icml_event_id`, and if it has them
    `oral_event_id`, `authors` (between semicolons), `decision`, `topic`, `arxiv_id`, `github_url`, `award`."""
    faults: list[Fault] = []
    rows = CsvRows(data, faults)
    try:
        if not _TABLE.intersection(rows.header):
            return ReadPapers((), (Fault("line 1", "Its header names neither openreview_id nor icml_event_id."),))
        papers = papers_of(_of_table, rows)
    except csv.Error as error:
        return ReadPapers((), (Fault(rows.place, f"It is not CSV: {error}."),))
    return ReadPapers(papers, tuple(faults))


def _of_table(row: Row) -> Paper | None:
    key = next((key for key in ("openreview_id", "icml_event_id", "oral_event_id") if row.values.get(key)), "")
    paper = row.id(key or "openreview_id")
    title = row.text("title", LONGEST_TITLE)
    if not paper or not titled(row, title):
        return None
    area, _, subarea = row.text("topic").partition("->")
    names = (
        (row.text("openreview_id", LONGEST_ID), AliasKind.OPENREVIEW),
        (row.number("icml_event_id"), AliasKind.EVENT),
        (row.number("oral_event_id"), AliasKind.ORAL),
    )
    return Paper(
        id=paper,
        title=title,
        authors=tuple(name.strip() for name in row.text("authors").split(";") if name.strip()),
        area=area.strip(),
        subarea=subarea.strip(),
        presentation=stated(row.text("decision")),
        award=row.text("award"),
        arxiv=arxiv_of(row, "arxiv_id"),
        code_url=row.text("github_url"),
        aliases=aliases_of(*names),
        source="table",
        facts=row.others(_TABLE_KEYS),
    )


def read_rows(data: bytes, key: str, read: Callable[[Row], Paper | None]) -> ReadPapers:
    faults: list[Fault] = []
    papers = papers_of(read, rows_of(parsed(data, faults), key, faults))
    return ReadPapers(papers, tuple(faults))


class _First(NamedTuple):
    """The row of a file that first gives an id."""

    place: str
    title: str


def papers_of(read: Callable[[Row], Paper | None], rows: Iterable[Row]) -> tuple[Paper, ...]:
    """The papers of rows. Of two rows with one id and two titles only the first is taken: one of the ids is wrong."""
    papers: list[Paper] = []
    seen: dict[str, _First] = {}
    for row in rows:
        paper = read(row)
        if paper is None:
            continue
        first = seen.setdefault(paper.id, _First(row.place, paper.title))
        if title_key(first.title) == title_key(paper.title):
            papers.append(paper)
        else:
            titles = f"{quoted(first.title)} at {first.place} and {quoted(paper.title)} here"
            row.fault(f"{quoted(paper.id)} is the id of two papers, {titles}; this row was left out.")
    return tuple(papers)


def read_claims(data: bytes) -> ReadClaims:
    """The claims of `claims.json` or `claims_anchored.json`: `{orid: [{"text": …, "status": …}]}`."""
    faults: list[Fault] = []
    value = parsed(data, faults)
    if not isinstance(value, Mapping):
        if value is not None:
            faults.append(Fault("the file", "It is no object of papers."))
        return ReadClaims({}, tuple(faults))
    found: dict[str, tuple[StatedClaim, ...]] = {}
    for name, items in value.items():
        if not PAPER_ID.fullmatch(name) or len(name) > LONGEST_ID:
            faults.append(Fault(quoted(name), "It is no paper id; its claims were left out."))
        elif not isinstance(items, list):
            faults.append(Fault(name, "Its claims are no list; they were left out."))
        else:
            found[name] = tuple(_stated(items, name, faults))
    return ReadClaims(found, tuple(faults))


def _stated(items: list[object], name: str, faults: list[Fault]) -> Iterator[StatedClaim]:
    seen: set[str] = set()
    for at, item in enumerate(items):
        place = f"{name}[{at}]"
        claim = _claim(item, place, faults)
        if claim is None:
            continue
        if claim.text in seen:
            faults.append(Fault(place, "This claim stands there twice; the second was left out."))
        elif len(seen) >= MOST_CLAIMS:
            faults.append(Fault(place, f"A paper has at most {MOST_CLAIMS} claims; this one was left out."))
        else:
            seen.add(claim.text)
            yield claim


def _claim(item: object, place: str, faults: list[Fault]) -> StatedClaim | None:
    row = Row(item if isinstance(item, Mapping) else {"text": item}, place, faults)
    text = row.text("text")
    if not text:
        row.fault("The claim has no text; it was left out.")
        return None
    return StatedClaim(text, row.text("status", LONGEST_ID))


def stated(text: str) -> str:
    """How a paper is presented; empty where a list only says that it does not know."""
    return "" if text.lower() in UNSTATED else text


def titled(row: Row, title: str) -> bool:
    if not title:
        row.fault("It has no title; the row was left out.")
    return bool(title)


def arxiv_of(row: Row, key: str) -> str:
    given = row.text(key)
    found = arxiv_id(given)
    if given and not found:
        row.fault(f"{key} is {quoted(given)}, which is no arXiv id; it was left out.")
    return found


def aliases_of(*names: tuple[str, AliasKind]) -> tuple[Alias, ...]:
    return tuple(Alias(name, kind) for name, kind in names if name)
