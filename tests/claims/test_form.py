"""A spec goes into the fields of a form and comes back the same, and what cannot be read is told as in a file."""

import pytest

from openrepro.claims.claim import Claim
from openrepro.claims.form import NAMES, fields_of, typed_claim
from openrepro.demo.example import read_example

CLAIMS = [claim for one in read_example().papers for claim in one.claims]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_every_spec_comes_back_as_it_was(claim: Claim) -> None:
    fields = fields_of(claim)
    assert set(fields) == set(NAMES)
    typed = typed_claim(claim.id, fields, claim)
    assert typed.faults == ()
    assert typed.claim == claim


def test_what_cannot_be_read_is_told() -> None:
    typed = typed_claim("p.c1", {"text": "x", "kind": "value", "value": "12 apples", "span": "3", "scale": "a|b|c|d"})
    assert typed.claim is not None
    told = " ".join(fault.text for fault in typed.faults)
    assert "write a plain decimal number" in told
    assert "two numbers" in told
    assert "unknown keys" in told
    assert typed_claim("p.c1", {"text": "", "kind": "value"}).claim is None
    assert typed_claim("p.c1", {"text": "x", "kind": "poem"}).claim is None
