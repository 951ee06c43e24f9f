"""The shapes that lists of papers come in, told apart by looking, and read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from openrepro.papers.fields import Fault, parsed, rows_of
from openrepro.papers.identity import arxiv_id
from openrepro.papers.lists import listed_object, read_arxiv, read_csv, read_jsonl
from openrepro.papers.notes import read_notes
from openrepro.papers.sources import ReadPapers, papers_of, read_index, read_programme, read_table

MOST_ROWS: Final = 200_000
WHOLE: Final = "the file"
_LOOKED_AT: Final = 65_536
_WIDE: Final = "It is UTF-16 text; write it again as UTF-8."
_UNKNOWN: Final = "Its shape is none that is known: say which with --shape. In CSV a comma parts the columns."


class Shape(StrEnum):
    """How a list of papers is written."""

    AUTO = "auto"
    INDEX = "index"
    TABLE = "table"
    OPENREVIEW = "openreview"
    OPENREVIEW_1 = "openreview-v1"
    PROGRAMME = "programme"
    ARXIV = "arxiv"
    CSV = "csv"
    JSONL = "jsonl"


def read_list(data: bytes, shape: Shape = Shape.AUTO) -> ReadPapers:
    """The papers of a file; its shape is found out when it is not said. At most 200,000 rows are read."""
    found = shape_of(data) if shape is Shape.AUTO else shape
    if found is Shape.AUTO:
        text = _WIDE if data[:2] in (b"\xff\xfe", b"\xfe\xff") else _UNKNOWN if data.strip() else "It is empty."
        return ReadPapers((), (Fault(WHOLE, text),))
    read = READERS[found](data)
    if len(read.papers) <= MOST_ROWS:
        return read
    text = f"It has {len(read.papers):,} papers; only the first {MOST_ROWS:,} were read."
    return replace(read, papers=read.papers[:MOST_ROWS], faults=(*read.faults, Fault(WHOLE, text)))


def shape_of(data: bytes) -> Shape:
    """The shape of a file by its looks; AUTO when it looks like none."""
    text = data[:_LOOKED_AT].decode("utf-8-sig", "replace").lstrip()
    if text.startswith("{"):
        return _of_object(data, text)
    if text.startswith("["):
        return Shape.JSONL
    return _of_lines(text)


def _of_object(data: bytes, text: str) -> Shape:
    """A JSON object names its list; several of them, one a line, are JSON lines."""
    if _is_object(text.partition("\n")[0]) and b"\n{" in data.strip():
        return Shape.JSONL
    keys = ((b'"notes"', Shape.OPENREVIEW), (b'"papers"', Shape.INDEX), (b'"results"', Shape.PROGRAMME))
    first = sorted((at, shape) for key, shape in keys if (at := data.find(key)) >= 0)
    return first[0][1] if first else Shape.JSONL if _is_object(text) else Shape.INDEX


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), Mapping)
    except (ValueError, RecursionError):
        return False


def _of_lines(text: str) -> Shape:
    head = text.partition("\n")[0].lower()
    names = {name.strip().strip('"') for name in head.split(",")}
    if {"icml_event_id", "oral_event_id"} & names:
        return Shape.TABLE
    if {"title", "arxiv_id", "arxiv"} & names:
        return Shape.CSV
    lines = [line.partition("#")[0].strip() for line in text.splitlines()[:-1] or text.splitlines()]
    given = [line for line in lines if line][:50]
    return Shape.ARXIV if given and any(map(arxiv_id, given)) else Shape.AUTO


def _read_objects(data: bytes) -> ReadPapers:
    """JSON lines, or one JSON list of objects: of an index, a programme, notes, or with columns of our own."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return read_jsonl(data)
    faults: list[Fault] = []
    value = parsed(data, faults)
    first = next((item for item in value if isinstance(item, Mapping)), {}) if isinstance(value, list) else {}
    if "orid" in first:
        return read_index(data)
    if "eventtype" in first and "name" in first:
        return read_programme(data)
    rows = rows_of(value, "papers", faults)
    return ReadPapers(papers_of(listed_object, rows), tuple(faults))


READERS: Final[Mapping[Shape, Callable[[bytes], ReadPapers]]] = {
    Shape.INDEX: read_index,
    Shape.TABLE: read_table,
    Shape.OPENREVIEW: read_notes,
    Shape.OPENREVIEW_1: read_notes,
    Shape.PROGRAMME: read_programme,
    Shape.ARXIV: read_arxiv,
    Shape.CSV: read_csv,
    Shape.JSONL: _read_objects,
}
