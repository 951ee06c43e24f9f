"""How two lists of papers differ: each paper once, with its reason, and counts that add up."""

from pathlib import Path

import pytest

from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.reconciling import Reconciliation, Where, reconcile
from openrepro.papers.shapes import read_list
from openrepro.papers.sources import Fault, ReadPapers


def forum(name: str, title: str, *authors: str, arxiv: str = "") -> Paper:
    return Paper(name, title, authors=authors, arxiv=arxiv, aliases=(Alias(name, AliasKind.OPENREVIEW),))


def check_sums(found: Reconciliation, a: ReadPapers, b: ReadPapers) -> None:
    """Every row of both lists is counted once."""
    for side, read, total in (("a", a, found.a), ("b", b, found.b)):
        assert total.rows == total.both + total.only + total.further == len(read.papers)
        assert total.left_out == len(read.faults)
        assert sum(len(getattr(one, side)) for one in found.papers) == total.rows
    assert sum(found.counts().values()) == len(found.papers)
    assert found.a.both == found.b.both == sum(one.where.both for one in found.papers)


def test_every_paper_stands_once_with_its_reason() -> None:
    a = ReadPapers(
        (
            forum("sAmE", "The same in both of them", "Ada Lovelace"),
            forum("rEnAmEd", "An old title of this paper", "Ada Lovelace"),
            forum("tItLe", "Found by its title only", "Ada Lovelace"),
            forum("aRxIv", "Found by its arXiv id", "Ada Lovelace", arxiv="2605.25234"),
            forum("aLiKe", "One title of two papers", "Ada Lovelace"),
            forum("gOnE", "This one was withdrawn over there", "Cy Young"),
            forum("mOvEd", "Sparse causal policies for graphs", "Dora Maar"),
            forum("oNlY", "Nothing is like this one", "Emil Post"),
        ),
        (Fault("line 9", "It has no title; the row was left out."),),
    )
    b = ReadPapers(
        (
            forum("sAmE", "The Same, in both of them", "Ada Lovelace"),
            forum("rEnAmEd", "A new name", "Ada Lovelace"),
            Paper("63948", "Found by its title only", aliases=(Alias("63948", AliasKind.EVENT),)),
            Paper("63949", "Found by something else", authors=("A. Lovelace",), arxiv="2605.25234"),
            Paper("63950", "Found by something else again", authors=("A. Lovelace",), arxiv="2605.25234"),
            Paper("63951", "One title of two papers", authors=("Ben Borel",)),
            forum("nEw", "Sparse causal policies for large graphs", "Dora Maar"),
            forum("pOs", "Position: lists should agree", "Flo Ito"),
            Paper("63952", "From a journal", authors=("Gus Klee",)),
        ),
        refused={"gOnE": "ICML 2026 Withdrawn Submission"},
    )
    found = reconcile(a, b)
    check_sums(found, a, b)
    told = {(one.a or one.b)[0]: (one.where, one.kind) for one in found.papers}
    assert told == {
        "sAmE": (Where.SAME_ID, "same title"),
        "rEnAmEd": (Where.SAME_ID, "renamed"),
        "tItLe": (Where.TITLE, "same title"),
        "aRxIv": (Where.ARXIV, "renamed"),
        "aLiKe": (Where.ONLY_A, "alike, kept apart"),
        "gOnE": (Where.ONLY_A, "withdrawn or rejected"),
        "mOvEd": (Where.ONLY_A, "perhaps renamed, with another id"),
        "oNlY": (Where.ONLY_A, "not there"),
        "63951": (Where.ONLY_B, "alike, kept apart"),
        "nEw": (Where.ONLY_B, "perhaps renamed, with another id"),
        "pOs": (Where.ONLY_B, "position paper"),
        "63952": (Where.ONLY_B, "no OpenReview id"),
    }
    assert (found.a.further, found.b.further) == (0, 1)
    reasons = {(one.a or one.b)[0]: one.why for one in found.papers}
    assert reasons["aRxIv"] == "the same arXiv id 2605.25234; 2 rows in B; renamed"
    assert reasons["gOnE"] == "B has it as 'ICML 2026 Withdrawn Submission'"
    assert "'nEw' ('Sparse causal policies for large graphs')" in reasons["mOvEd"]


@pytest.mark.parametrize("rows", [0, 3])
def test_a_list_held_against_itself_or_nothing_adds_up(rows: int) -> None:
    a = ReadPapers(tuple(forum(f"p{at}", f"A title of number {at}") for at in range(rows)))
    for b in (a, ReadPapers(())):
        check_sums(reconcile(a, b), a, b)


def test_the_real_lists_add_up_and_nothing_is_unexplained(shared_data: Path) -> None:
    a = read_list((shared_data / "papers" / "index.json").read_bytes())
    b = read_list((shared_data / "papers" / "accepted.csv").read_bytes())
    found = reconcile(a, b)
    check_sums(found, a, b)
    assert (found.a.rows, found.b.rows, found.a.both) == (6_341, 6_628, 6_341)
    only = {kind: count for (where, kind), count in found.counts().items() if where is Where.ONLY_B}
    assert only == {"position paper": 213, "no OpenReview id": 74}
    assert found.renamed == 492
