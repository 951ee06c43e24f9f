"""What changed between two versions of a claim."""

import json
import time
from typing import Any

from openrepro.claims.changing import Piece, Run, changes, compared
from openrepro.claims.claim import Claim
from openrepro.claims.spec import parse_claims
from tests.claims.specs import changed, claim_set


def claim(**differences: Any) -> Claim:
    data = json.dumps([claim_set(changed(**differences))]).encode()
    return parse_claims(data, suffix=".json").sets[0].claims[0]


def test_equal_claims_have_no_changes() -> None:
    assert changes(claim(), claim()) == ()


def test_a_text_is_compared_word_by_word() -> None:
    found = changes(claim(text="It loses 3.1 % here."), claim(text="It loses 3.4 % here."))
    assert [one.field for one in found] == ["text"]
    assert found[0].runs == (
        Run(Piece.KEPT, "It loses "),
        Run(Piece.REMOVED, "3.1"),
        Run(Piece.ADDED, "3.4"),
        Run(Piece.KEPT, " % here."),
    )


def test_fields_are_named_by_their_path() -> None:
    found = changes(claim(), claim(statement__value="4", tolerance={"absolute": "1", "relative": None}, premises=[]))
    assert [one.field for one in found] == ["statement: value", "tolerance: absolute", "premises"]
    scale = [{"axis": "seeds", "paper": "3", "minimum": "5"}]
    assert "scale seeds: minimum" in [one.field for one in changes(claim(), claim(scale=scale))]


def test_both_versions_can_be_put_together_again() -> None:
    before, after = "one  two three\nfour", "zero two  four five"
    runs = compared(before, after)
    assert "".join(run.text for run in runs if run.piece is not Piece.ADDED) == before
    assert "".join(run.text for run in runs if run.piece is not Piece.REMOVED) == after


def test_long_texts_take_bounded_time() -> None:
    before, after = "a b " * 50_000, "b a " * 50_000
    begun = time.process_time()
    runs = compared(before, after)
    assert time.process_time() - begun < 1
    assert {run.piece for run in runs} >= {Piece.ADDED, Piece.REMOVED}
