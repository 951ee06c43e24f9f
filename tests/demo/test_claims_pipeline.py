"""The example's papers go the way of all papers: their claims imported, found by code, anchored, audited."""

from pathlib import Path

import pytest

from openrepro import clock
from openrepro.claims.anchoring import Anchors
from openrepro.claims.audit import audited
from openrepro.claims.extraction import candidates
from openrepro.claims.listed import read_listed
from openrepro.demo import DATA, copy_example, read_example
from openrepro.papers.normal import normal
from openrepro.papers.text import PaperText, TextFormat
from openrepro.papers.text_reading import read_text
from openrepro.server.installation import open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.proposing import by_code, propose
from openrepro.server.quarantine import of_paper
from openrepro.server.texts import anchors_in, load_texts
from openrepro.severity import Severity

EXAMPLE = read_example()
FOUND = 14
"""Of the example's 21 claims, those whose quote stands in what code finds."""


def text_of(paper: str) -> PaperText:
    return read_text(EXAMPLE.texts[paper], paper=paper, version="v1", form=TextFormat.MARKDOWN)


def test_code_finds_most_claims_and_quotes_nothing_that_is_not_there() -> None:
    hits = 0
    for claims in EXAMPLE.papers:
        text = text_of(claims.paper)
        anchors, found = Anchors(text), candidates(text)
        assert [fault for one in found for fault in anchors.anchor(one.claim).faults] == []
        quotes = " ".join(normal(one.claim.quote or "").text for one in found)
        hits += sum(normal((claim.quote or "").rstrip(".")).text in quotes for claim in claims.claims)
    assert sum(len(claims.claims) for claims in EXAMPLE.papers) == 21
    assert hits == FOUND


def test_its_claims_are_imported_anchored_and_none_is_quarantined(tmp_path: Path) -> None:
    copy_example(tmp_path / "challenge")
    with open_installation(tmp_path / "challenge", environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, clock.now())
        load_texts(here, EXAMPLE.texts, clock.now())
        for claims in EXAMPLE.papers:
            assert propose(here, claims.paper, by_code(text_of(claims.paper)), clock.now()).quarantined == 0
            with here.store.read() as tx:
                assert of_paper(tx, claims.paper) == frozenset()
                [text] = tx.texts.of(claims.paper)
                assert all(anchor.place for anchor in anchors_in(tx, here.blobs, text))


def test_an_audit_of_its_claims_has_nothing_serious() -> None:
    listed = read_listed((DATA / "claims.json").read_bytes())
    found = audited(listed, {claims.paper: [text_of(claims.paper)] for claims in EXAMPLE.papers})
    assert [one for one in found.findings if one.severity is Severity.SERIOUS] == []


@pytest.mark.parametrize("paper", sorted(EXAMPLE.texts))
def test_most_candidates_say_something_that_is_not_in_force_yet(paper: str) -> None:
    assert len(candidates(text_of(paper))) >= 5
