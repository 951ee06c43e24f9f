"""Disputes of a challenge: the evidence is looked up in the text that the claim is quoted from."""

from dataclasses import replace
from pathlib import Path

from openrepro import clock
from openrepro.claims.claim import Locator
from openrepro.claims.disputes import Evidence
from openrepro.clock import written
from openrepro.demo import copy_example, read_example
from openrepro.papers.text import TextFormat
from openrepro.server.disputing import anchor_of
from openrepro.server.installation import open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.texts import TextFile, keep_text, load_texts

EXAMPLE = read_example()
CLAIMS = next(one for one in EXAMPLE.papers if one.paper == "demo-descent")


def test_evidence_without_a_version_is_looked_up_where_the_claim_is_quoted_from(tmp_path: Path) -> None:
    copy_example(tmp_path / "challenge")
    newer = TextFile(CLAIMS.paper, "v2", TextFormat.MARKDOWN, b"# T\n\nAnother text of it altogether.\n")
    claim = replace(CLAIMS.claims[1], locator=Locator("v1", ""))
    quote = claim.quote or ""
    with open_installation(tmp_path / "challenge", environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, clock.now())
        load_texts(here, EXAMPLE.texts, clock.now())
        with here.store.write() as tx:
            keep_text(tx, here.blobs, newer, now=written(clock.now()))
            found = [
                anchor_of(tx, here.blobs, claim, CLAIMS, Evidence(quote=quote, page=None, text_version=version))
                for version in ("", "v1", "v2")
            ]
    assert [(one["state"], one["version"]) for one in found] == [("found", "v1"), ("found", "v1"), ("not found", "v2")]
