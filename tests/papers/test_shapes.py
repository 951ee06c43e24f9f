"""Lists of papers in every published shape: told apart, read, and what is left out named."""

import json
from typing import Any

import pytest

from openrepro.papers.identity import names_of
from openrepro.papers.lists import COLUMNS, id_of_arxiv
from openrepro.papers.paper import Alias, AliasKind
from openrepro.papers.shapes import Shape, read_list, shape_of

FORUM = "aB3dE5fG7h"


def note(*, wrapped: bool, **more: Any) -> dict[str, Any]:
    content: dict[str, Any] = {
        "title": "Shared caches, measured",
        "authors": ["Ada Lovelace", "Émile Borel"],
        "authorids": ["ada@example.org", "~Emile_Borel1"],
        "abstract": "What caches share.",
        "keywords": ["caches", "sharing"],
        "primary_area": "systems",
        "venue": "ICML 2026 Spotlight",
        "venueid": "ICML.cc/2026/Conference",
        "pdf": "/pdf/1.pdf",
    }
    content |= more.pop("content", {})
    shown = {key: {"value": value} for key, value in content.items()} if wrapped else content
    return {"id": FORUM, "forum": FORUM, "number": 217, "cdate": 1_700_000_000_000, "content": shown, **more}


def notes(*rows: object) -> bytes:
    return json.dumps({"notes": rows, "count": len(rows)}).encode()


@pytest.mark.parametrize("wrapped", [True, False])
def test_notes_of_both_apis_are_the_same_paper(wrapped: bool) -> None:
    data = notes(note(wrapped=wrapped))
    assert shape_of(data) is Shape.OPENREVIEW
    read = read_list(data)
    (paper,) = read.papers
    assert read.faults == ()
    assert (paper.id, paper.title, paper.authors) == (FORUM, "Shared caches, measured", ("Ada Lovelace", "Émile Borel"))
    assert (paper.area, paper.presentation, paper.abstract) == ("systems", "spotlight", "What caches share.")
    assert set(paper.aliases) == {Alias(FORUM, AliasKind.OPENREVIEW), Alias("217", AliasKind.SUBMISSION)}
    assert paper.facts == {
        "keywords": '["caches", "sharing"]',
        "venue": "ICML 2026 Spotlight",
        "venueid": "ICML.cc/2026/Conference",
        "pdf": "/pdf/1.pdf",
        "cdate": 1_700_000_000_000,
    }
    assert "example.org" not in repr(paper)
    assert read_list(data, Shape.OPENREVIEW_1) == read


def test_replies_and_what_was_withdrawn_are_left_out_and_named() -> None:
    reply = note(wrapped=True, id="rEp1y00000")
    gone = note(wrapped=True, id="gOne000000", forum="gOne000000", content={"venue": "ICML 2026 Withdrawn Submission"})
    read = read_list(notes(reply, gone, note(wrapped=True), 7, {"id": "x"}))
    assert [paper.id for paper in read.papers] == [FORUM]
    assert sorted(fault.text for fault in read.faults) == [
        "'gOne000000' is not an accepted paper: its venue is 'ICML 2026 Withdrawn Submission'; it was left out.",
        "It has no content; the note was left out.",
        "It is 7, not an object; it was left out.",
        f"It is a reply to '{FORUM}', not a submission; it was left out.",
    ]


def test_arxiv_ids_alone_have_no_title() -> None:
    data = b"2605.25234\n# a comment\narXiv:2501.00001v2  # another\nhttps://arxiv.org/abs/math.GT/0309136\nnonsense\n"
    assert shape_of(data) is Shape.ARXIV
    read = read_list(data)
    assert [(paper.id, paper.arxiv, paper.title) for paper in read.papers] == [
        ("arxiv-2605-25234", "2605.25234", ""),
        ("arxiv-2501-00001", "2501.00001", ""),
        ("arxiv-math-GT-0309136", "math.GT/0309136", ""),
    ]
    assert [(fault.place, fault.text) for fault in read.faults] == [
        ("line 5", "'nonsense' is no arXiv id; it was left out.")
    ]


def test_csv_with_columns_of_our_own() -> None:
    data = (
        b"\xef\xbb\xbfTitle,arXiv,Authors,decision,oral_event_id,reviewer email,session\r\n"
        b'"A ""quoted""\nline",2605.25234,Ada Lovelace; Ben Borel,unknown,71132,a@b.c,Room 3\r\n'
        b",,,,,,\r\n"
    )
    assert shape_of(data.replace(b",oral_event_id", b",oral_id")) is Shape.CSV
    read = read_list(data, Shape.CSV)
    (paper,) = read.papers
    assert (paper.id, paper.title, paper.arxiv) == ("71132", 'A "quoted" line', "2605.25234")
    assert (paper.authors, paper.presentation) == (("Ada Lovelace", "Ben Borel"), "")
    assert paper.facts == {"session": "Room 3"}
    assert Alias("71132", AliasKind.ORAL) in names_of(paper)
    assert [fault.text for fault in read.faults] == ["It has no id of any kind; the row was left out."]


def test_json_lines_and_lists_have_the_same_columns() -> None:
    row = {"openreview_id": FORUM, "title": "Shared caches, measured", "authors": ["Ada Lovelace"], "number": 217}
    row |= {"aliases": ["caches"], "score": 6.5, "nested": {"a": [1]}}
    lines = json.dumps(row).encode() + b"\n" + json.dumps({"id": "b", "title": "Second"}).encode() + b"\n{broken\n[1]\n"
    assert shape_of(lines) is Shape.JSONL
    read = read_list(lines)
    assert [paper.id for paper in read.papers] == [FORUM, "b"]
    assert read.papers[0].facts == {"score": "6.5", "nested": '{"a": [1]}'}
    assert {alias.name for alias in read.papers[0].aliases} == {FORUM, "217", "caches"}
    assert [fault.place for fault in read.faults] == ["line 3", "line 4"]
    assert read_list(json.dumps([row]).encode()).papers == read.papers[:1]


def test_a_programme_and_an_index_are_told_apart() -> None:
    link = f"https://openreview.net/forum?id={FORUM}"
    row = {"id": 7, "name": "Shared caches", "eventtype": "Oral", "paper_url": link, "session": "3B"}
    assert shape_of(json.dumps({"count": 1, "results": [row]}).encode()) is Shape.PROGRAMME
    (paper,) = read_list(json.dumps([row]).encode()).papers
    assert (paper.id, paper.facts) == (FORUM, {"session": "3B"})
    assert shape_of(b'{"papers": []}') is Shape.INDEX
    (indexed,) = read_list(json.dumps([{"orid": FORUM, "title": "Shared caches", "new": 1}]).encode()).papers
    assert (indexed.source, indexed.facts) == ("index", {"new": 1})


def test_what_is_no_list_is_said_in_a_sentence() -> None:
    for data in (b"", b"hello\nworld", b"\x00\xff", b"{", b"null", b"[" * 100_000, b"{}\n{}", b'{"notes": 7}'):
        read = read_list(data)
        assert read.papers == ()
        assert read.faults, data[:20]


def test_facts_are_bounded() -> None:
    row = {"id": "a", "title": "T", "long": "x" * 5_000} | {f"k{at}": at + 1 for at in range(200)}
    read = read_list(json.dumps([row]).encode())
    assert len(read.papers[0].facts) == 60
    assert [fault.text for fault in read.faults] == ["'long' says more than can be kept; it was left out."]


def test_every_column_is_documented(pytestconfig: pytest.Config) -> None:
    page = (pytestconfig.rootpath / "docs" / "papers.md").read_text()
    assert [name for name in COLUMNS if f"| `{name}` |" not in page] == []
    assert [shape.value for shape in Shape if f"`{shape.value}`" not in page] == []


def test_ids_made_of_arxiv_ids_are_ids() -> None:
    assert id_of_arxiv("math.GT/0309136") == "arxiv-math-GT-0309136"
    assert id_of_arxiv("") == ""
