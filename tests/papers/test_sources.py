"""Lists of papers and claims as events publish them: what is used, and what is left out and named."""

import json
from pathlib import Path
from typing import Any

import pytest

from openrepro.papers.catalogue import merged
from openrepro.papers.paper import Alias, AliasKind
from openrepro.papers.sources import Fault, StatedClaim, read_claims, read_index, read_programme, read_table

ROW: dict[str, Any] = {
    "i": 217,
    "pid": "217",
    "orid": "aB3dE5fG7h",
    "title": "Shared caches,\n measured",
    "authors": ["Ada Lovelace", " Émile Borel "],
    "insts": [],
    "area": "Deep Learning",
    "sub": "Attention",
    "type": "Poster",
    "spot": False,
    "or": "https://openreview.net/forum?id=aB3dE5fG7h",
    "vs": "https://icml.cc/virtual/2026/poster/217",
    "arxiv": "2605.25234",
    "alphaxiv": "2605.25234",
    "hf": "2605.25234",
}


def index(*rows: object) -> bytes:
    return json.dumps({"papers": rows, "areas": [], "areaTree": {}}).encode()


def test_a_row_of_the_index_becomes_a_paper() -> None:
    (paper,) = read_index(index(ROW)).papers
    assert (paper.id, paper.title, paper.authors) == (
        "aB3dE5fG7h",
        "Shared caches, measured",
        ("Ada Lovelace", "Émile Borel"),
    )
    assert (paper.area, paper.subarea, paper.presentation, paper.arxiv) == (
        "Deep Learning",
        "Attention",
        "poster",
        "2605.25234",
    )
    assert paper.aliases == (
        Alias("aB3dE5fG7h", AliasKind.OPENREVIEW),
        Alias("217", AliasKind.SUBMISSION),
    )
    assert paper.facts == {"hf": "2605.25234"}


def test_a_row_under_the_number_of_its_oral_says_so() -> None:
    (paper,) = read_index(index(ROW | {"orid": "71132", "spot": True})).papers
    assert paper.aliases[0] == Alias("71132", AliasKind.ORAL)
    assert paper.presentation == "spotlight"


def test_each_row_that_cannot_be_used_is_named_and_the_others_stay() -> None:
    read = read_index(
        index(
            ROW,
            "a text",
            ROW | {"orid": None},
            ROW | {"orid": "no id!"},
            ROW | {"orid": "x" * 65},
            ROW | {"orid": "untitled", "title": ""},
            ROW | {"orid": "untitled", "title": "t" * 2_001},
            ROW | {"orid": "odd", "authors": "Ada", "arxiv": "not arXiv", "area": 7, "i": "-3"},
            ROW | {"orid": "last"},
        )
    )
    assert [paper.id for paper in read.papers] == ["aB3dE5fG7h", "odd", "last"]
    assert read.faults == (
        Fault("papers[1]", "It is 'a text', not an object; it was left out."),
        Fault("papers[2]", "orid is missing, which is no paper id; the row was left out."),
        Fault("papers[3]", "orid is 'no id!', which is no paper id; the row was left out."),
        Fault("papers[4]", f"orid is '{'x' * 59}…', which is no paper id; the row was left out."),
        Fault("papers[5]", "It has no title; the row was left out."),
        Fault("papers[6]", "title has 2,001 characters, more than 2,000; it was left out."),
        Fault("papers[6]", "It has no title; the row was left out."),
        Fault("papers[7]", "authors is 'Ada', not a list; it was left out."),
        Fault("papers[7]", "area is 7, not a text; it was left out."),
        Fault("papers[7]", "arxiv is 'not arXiv', which is no arXiv id; it was left out."),
        Fault("papers[7]", "i is '-3', not a whole number; it was left out."),
    )


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "It is not JSON"),
        (b"\xff\xfe", "It is not UTF-8 text (byte 0)."),
        (b"[" * 200_000, "It is nested too deeply to be read."),
        (b'{"papers": {}}', "It holds no list named 'papers'."),
        (b"7", "It holds no list named 'papers'."),
        (b"null", "It holds nothing: its JSON is null."),
        (b'{"papers": [' + b"9" * 5_000 + b"]}", "It is not JSON"),
    ],
)
def test_a_file_that_is_none_is_named_and_never_raises(data: bytes, text: str) -> None:
    read = read_index(data)
    assert read.papers == ()
    assert read.faults[0].text.startswith(text)


def test_hidden_characters_of_a_title_are_made_visible() -> None:
    (paper,) = read_index(index(ROW | {"title": "A\u202etitle\x00 \ud800"})).papers
    assert paper.title == "A\ufffdtitle\ufffd \ufffd"


def test_of_two_papers_with_one_id_the_first_is_taken_and_both_are_named() -> None:
    same = ROW | {"title": "SHARED caches, measured", "arxiv": None}
    other = ROW | {"title": "Something else", "arxiv": "2605.11111"}
    read = read_index(index(ROW, same, other))
    assert [paper.title for paper in read.papers] == ["Shared caches, measured", "SHARED caches, measured"]
    titles = "'Shared caches, measured' at papers[0] and 'Something else' here"
    told = f"'aB3dE5fG7h' is the id of two papers, {titles}; this row was left out."
    assert read.faults == (Fault("papers[2]", told),)
    table = read_table(b"openreview_id,title\nx1,One title\nx1,Another\n")
    assert (len(table.papers), table.faults[0].place) == (1, "line 3")


def test_poster_and_oral_of_the_programme_are_told_apart() -> None:
    poster = {
        "id": 64393,
        "name": "Shared caches, measured",
        "authors": [{"id": 1, "fullname": "Ada Lovelace", "institution": "x"}],
        "topic": "Deep Learning->Attention",
        "eventtype": "Poster",
        "paper_url": "https://openreview.net/forum?id=aB3dE5fG7h",
        "abstract": "We measure.",
        "decision": "Accept (regular)",
    }
    oral = {"id": 71132, "name": "Shared caches, measured", "eventtype": "Oral", "paper_url": "", "authors": []}
    read = read_programme(json.dumps({"count": 3, "results": [poster, oral, {"name": "no id"}]}).encode())
    first, second = read.papers
    assert (first.id, first.area, first.subarea, first.authors, first.abstract) == (
        "aB3dE5fG7h",
        "Deep Learning",
        "Attention",
        ("Ada Lovelace",),
        "We measure.",
    )
    assert Alias("64393", AliasKind.EVENT) in first.aliases
    assert (second.id, second.aliases) == ("71132", (Alias("71132", AliasKind.ORAL),))
    assert read.faults == (Fault("results[2]", "It has no id; the row was left out."),)


def test_a_table_of_names_is_read_and_its_odd_lines_are_named() -> None:
    read = read_table(
        b"openreview_id,icml_event_id,oral_event_id,title,authors,topic,arxiv_id,award\n"
        b'aB3dE5fG7h,64393,71132,"Caches, shared",Ada; Ben,Theory->Bounds,2605.25234,Best\n'
        b",64394,,Another,,,,\n"
        b",,,Nameless,,,,\n"
    )
    first, second = read.papers
    assert (first.id, first.title, first.authors, first.area, first.award) == (
        "aB3dE5fG7h",
        "Caches, shared",
        ("Ada", "Ben"),
        "Theory",
        "Best",
    )
    assert [alias.kind for alias in first.aliases] == [AliasKind.OPENREVIEW, AliasKind.EVENT, AliasKind.ORAL]
    assert second.id == "64394"
    assert read.faults == (Fault("line 4", "openreview_id is '', which is no paper id; the row was left out."),)
    assert read_table(b"a,b\n1,2\n").faults[0].place == "line 1"
    assert read_table(b"").papers == ()
    assert read_table(b'openreview_id,title\nx,"' + b"y" * 200_000).faults[0].text.startswith("It is not CSV")


def test_claims_are_read_by_paper() -> None:
    read = read_claims(b'{"one": [{"text": "It is fast.", "status": "unverified"}, "It is small."], "two": []}')
    assert read.claims == {"one": (StatedClaim("It is fast.", "unverified"), StatedClaim("It is small.")), "two": ()}
    assert read.faults == ()


def test_each_claim_that_cannot_be_used_is_named() -> None:
    claims = [{"text": "same"}, {"text": " same "}, {"status": "x"}, 7, None, {"text": "t" * 100_001}]
    read = read_claims(json.dumps({"no id!": [], "one": claims, "two": {}}).encode())
    assert read.claims == {"one": (StatedClaim("same"),)}
    assert [fault.place for fault in read.faults] == [
        "'no id!'",
        "one[1]",
        "one[2]",
        *["one[3]"] * 2,
        "one[4]",
        *["one[5]"] * 2,
        "two",
    ]
    assert read_claims(b"[]").faults == (Fault("the file", "It is no object of papers."),)
    assert read_claims(b'{"one": ["a"], "one": ["b"]}').faults == (
        Fault("'one'", "This key stands twice; the last one counts."),
    )


def test_the_real_index_and_claims_are_read_whole(shared_data: Path) -> None:
    papers = read_index((shared_data / "papers" / "index.json").read_bytes())
    table = read_table((shared_data / "papers" / "accepted.csv").read_bytes())
    claims = read_claims((shared_data / "claims" / "curated_200.json").read_bytes())
    assert (len(papers.papers), papers.faults) == (6_341, ())
    assert (len(table.papers), table.faults) == (6_628, ())
    assert (len(claims.claims), sum(map(len, claims.claims.values())), claims.faults) == (200, 1_056, ())
    alone = merged(papers.papers)
    assert (len(alone.papers), alone.merges, alone.faults) == (6_341, (), ())
    together = merged((*papers.papers, *table.papers))
    assert (len(together.papers), len(together.merges), together.faults) == (6_628, 1, ())
    orals = [name for name in claims.claims if name.isdecimal()]
    assert len(orals) == 16
    assert all(together.find(name) not in ("", name) for name in orals)


def test_a_programme_has_events_that_are_no_papers() -> None:
    rows = [
        {"id": at, "name": f"What is called number {at}", "eventtype": kind}
        for at, kind in enumerate(("Poster", "Break", "Spotlight Poster", "", "Invited Talk", "Oral"), start=1)
    ]
    read = read_programme(json.dumps({"results": rows}).encode())
    assert [paper.id for paper in read.papers] == ["1", "3", "4", "6"]
    assert [fault.place for fault in read.faults] == ["results[1]", "results[4]"]
    assert "'break'" in read.faults[0].text
