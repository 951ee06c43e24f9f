"""Lists of papers in plain forms: CSV and JSON lines with columns of our own, and bare arXiv ids."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openrepro.ids import PAPER_ID
from openrepro.papers.csv_rows import CsvRows
from openrepro.papers.fields import Row
from openrepro.papers.identity import LONGEST_TITLE, arxiv_id
from openrepro.papers.notes import of_note
from openrepro.papers.paper import AliasKind, Paper
from openrepro.papers.resolving import quoted
from openrepro.papers.sources import Fault, ReadPapers, aliases_of, arxiv_of, papers_of, stated, titled

COLUMNS: Final[Mapping[str, str]] = {
    "id": "the id to use here; without it the OpenReview id, a number of the programme or the arXiv id is taken",
    "title": "required, unless another list or the challenge knows the paper",
    "openreview_id": "its id on OpenReview",
    "event_id": "its number in the programme (also: `icml_event_id`)",
    "oral_id": "the number of its oral in the programme (also: `oral_event_id`)",
    "submission": "its number as a submission (also: `number`)",
    "arxiv_id": "an arXiv id or link (also: `arxiv`)",
    "authors": "names between semicolons; in JSON also a list",
    "area": "what it is about (also: `topic`)",
    "subarea": "the same more closely",
    "presentation": "poster, spotlight, oral, … (also: `decision`)",
    "award": "what it was given",
    "code_url": "where its code is (also: `github_url`)",
    "abstract": "its abstract",
    "aliases": "other names, between semicolons; in JSON also a list",
}
ALSO: Final[Mapping[str, str]] = {
    "icml_event_id": "event_id",
    "oral_event_id": "oral_id",
    "number": "submission",
    "arxiv": "arxiv_id",
    "topic": "area",
    "decision": "presentation",
    "github_url": "code_url",
}
MOST_ALIASES: Final = 40
LONGEST_LINE: Final = 2**22
_USED: Final = frozenset(COLUMNS)


def read_csv(data: bytes) -> ReadPapers:
    """The papers of a CSV file with any of `COLUMNS` in its header; further columns are kept in `facts`."""
    faults: list[Fault] = []
    rows = CsvRows(data, faults)
    try:
        header = [_column(name) for name in rows.header]
        if not {"title", "arxiv_id"}.intersection(header):
            text = "Its header has neither a column title nor arxiv_id."
            return ReadPapers((), (Fault("line 1", text),))
        rows.rename(header)
        papers = papers_of(_of_row, rows)
    except csv.Error as error:
        return ReadPapers((), (Fault(rows.place, f"It is not CSV: {error}."),))
    return ReadPapers(papers, tuple(faults))


def read_jsonl(data: bytes) -> ReadPapers:
    """The papers of JSON lines, or of one JSON list: objects with the keys of `COLUMNS`, or notes of OpenReview."""
    faults: list[Fault] = []
    rows = (_renamed(row) for row in _objects(data, faults))
    return ReadPapers(papers_of(_of_object, rows), tuple(faults))


def read_arxiv(data: bytes) -> ReadPapers:
    """Papers of which a file says nothing but their arXiv ids, one a line; what follows a `#` is left out.

    They have no title: they count where another list, or the challenge, knows the paper.
    """
    faults: list[Fault] = []
    lines = enumerate(data.decode("utf-8-sig", "replace").splitlines(), start=1)
    rows = (Row({"arxiv_id": line.partition("#")[0].strip()}, f"line {at}", faults) for at, line in lines)
    found = [_of_arxiv(row) for row in rows if row.values["arxiv_id"]]
    return ReadPapers(tuple(paper for paper in found if paper is not None), tuple(faults))


def id_of_arxiv(arxiv: str) -> str:
    """What a paper is called that has no other id: `arxiv-2605-25234`."""
    return f"arxiv-{arxiv.replace('.', '-').replace('/', '-')}" if arxiv else ""


def _of_arxiv(row: Row) -> Paper | None:
    given = str(row.values["arxiv_id"])
    found = arxiv_id(given)
    if not found:
        row.fault(f"{quoted(given)} is no arXiv id; it was left out.")
        return None
    return Paper(id_of_arxiv(found), "", arxiv=found, source="arxiv")


def _column(name: str) -> str:
    plain = " ".join(name.split()).lower().replace(" ", "_") if isinstance(name, str) else ""
    return ALSO.get(plain, plain)


def _renamed(row: Row) -> Row:
    """A row whose keys have the names of `COLUMNS`; where one has two names, its own counts."""
    if "content" in row.values:
        return row
    named = {_column(key): value for key, value in row.values.items() if _column(key) not in row.values}
    return row.of({**named, **{key: value for key, value in row.values.items() if key not in ALSO}})


def _objects(data: bytes, faults: list[Fault]) -> Iterator[Row]:
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for at, line in enumerate(lines, start=1):
        if line.strip():
            yield from _object(line, f"line {at}", faults)


def _object(line: bytes, place: str, faults: list[Fault]) -> Iterator[Row]:
    if len(line) > LONGEST_LINE:
        faults.append(Fault(place, f"It has more than {LONGEST_LINE:,} bytes; it was left out."))
        return
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        faults.append(Fault(place, f"It is not JSON: {str(error)[:200]}; it was left out."))
        return
    if isinstance(value, Mapping):
        yield Row(value, place, faults)
    else:
        faults.append(Fault(place, "It is not an object; it was left out."))


def _of_object(row: Row) -> Paper | None:
    return of_note(row) if "content" in row.values else _of_row(row)


def listed_object(row: Row) -> Paper | None:
    """The paper of an object with the keys of `COLUMNS`, or of a note."""
    return _of_object(_renamed(row))


def _of_row(row: Row) -> Paper | None:
    title, arxiv = row.text("title", LONGEST_TITLE), arxiv_of(row, "arxiv_id")
    names = (
        (_named(row, "openreview_id"), AliasKind.OPENREVIEW),
        (row.number("event_id"), AliasKind.EVENT),
        (row.number("oral_id"), AliasKind.ORAL),
        (row.number("submission"), AliasKind.SUBMISSION),
    )
    paper = _id(row, [name for name, kind in names if kind is not AliasKind.SUBMISSION], arxiv)
    if not paper or not (title or arxiv or titled(row, title)):
        return None
    area, subarea = _areas(row)
    others = ((name, AliasKind.OTHER) for name in _several(row, "aliases")[:MOST_ALIASES] if len(name) <= 200)
    return Paper(
        id=paper,
        title=title,
        authors=_several(row, "authors"),
        area=area,
        subarea=subarea,
        presentation=stated(row.text("presentation")),
        award=row.text("award"),
        arxiv=arxiv,
        code_url=row.text("code_url"),
        abstract=row.text("abstract"),
        aliases=aliases_of(*names, *others),
        source="list",
        facts=row.others(_USED),
    )


def _id(row: Row, names: Iterable[str], arxiv: str) -> str:
    if row.values.get("id") not in (None, ""):
        return row.id("id")
    found = next((name for name in names if name), "") or id_of_arxiv(arxiv)
    if not found:
        row.fault("It has no id of any kind; the row was left out.")
    return found


def _named(row: Row, key: str) -> str:
    if row.values.get(key) in (None, ""):
        return ""
    found = row.text(key, 64)
    if found and not PAPER_ID.fullmatch(found):
        row.fault(f"{key} is {quoted(found)}, which is no paper id; it was left out.")
        return ""
    return found


def _several(row: Row, key: str) -> tuple[str, ...]:
    if isinstance(row.values.get(key), list):
        return row.people(key)
    return tuple(name.strip() for name in row.text(key).split(";") if name.strip())


def _areas(row: Row) -> tuple[str, str]:
    area, _, subarea = row.text("area").partition("->")
    return area.strip(), row.text("subarea") or subarea.strip()
