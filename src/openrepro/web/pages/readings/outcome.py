"""What the rules made of a person's reading, beside what they had made of the machine's."""

from collections.abc import Iterator
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.ids import Json
from openrepro.judging.reading import Reading
from openrepro.judging.verdict import Verdict
from openrepro.record.records import verdict_from_json
from openrepro.store.looks import Look
from openrepro.store.statements import value_of
from openrepro.store.store import Transaction
from openrepro.web.pages.verdict_words import ANSWERS, GRADES, METHODS, NOWHERE, told_reading, told_record


class Difference(NamedTuple):
    """What one reader said and the other did not."""

    what: str
    person: str
    machine: str


def outcome(tx: Transaction, look: Look) -> dict[str, Json]:
    """A reading that was submitted: both verdicts in words, and where they differ."""
    mine, before = _verdict(tx, look.outcome), _verdict(tx, look.verdict)
    claims = tx.papers.claims(mine.paper, mine.claim_version)
    claim = None if claims is None else claims.find(mine.claim)
    return {
        "id": look.id,
        "at": look.done_at,
        "why": [why.value for why in look.why],
        "claim": {"id": mine.claim, "text": "" if claim is None else claim.text},
        "entry": mine.entry,
        "mine": _told(mine, claim),
        "machine": _told(before, claim),
        "differences": [dict(one._asdict()) for one in differences(mine, before)],
    }


def _verdict(tx: Transaction, name: str) -> Verdict:
    leaf = tx.ledger.leaf_of(name)
    assert leaf is not None, name
    return verdict_from_json(value_of(leaf.body))


def _told(verdict: Verdict, claim: Claim | None) -> dict[str, Json]:
    told = told_record(verdict, claim)
    return {
        **told,
        "id": verdict.id,
        "label": verdict.label.value,
        "direction": verdict.direction.value,
        "reading": told_reading(verdict.reading, NOWHERE, verdict.entry),
    }


def differences(mine: Verdict, before: Verdict) -> Iterator[Difference]:
    """Where two verdicts on the same claim differ, what was ruled first."""
    before_words, mine_words = dict(_words(before)), dict(_words(mine))
    for what, words in mine_words.items():
        other = before_words.get(what, "nothing")
        if words != other:
            yield Difference(what, words, other)


def _words(verdict: Verdict) -> Iterator[tuple[str, str]]:
    yield "Label", verdict.label.value + (" (provisional)" if verdict.provisional else "")
    yield "Evidence", GRADES[verdict.grade]
    yield from _of_reading(verdict.reading)


def _of_reading(reading: Reading | None) -> Iterator[tuple[str, str]]:
    if reading is None:
        return
    first = reading.measured[0] if reading.measured else None
    yield "Addressed", ANSWERS[reading.addressed]
    yield "Method", METHODS[reading.method]
    yield "Supports the claim", ANSWERS[reading.supports]
    yield "Premises met", ANSWERS[reading.premises_met]
    yield "Measured", "nothing" if first is None else f"{first.value} {first.unit}".strip()
    yield "Scale", ", ".join(f"{axis} {one.value}" for axis, one in sorted(reading.scale.items())) or "nothing"
    yield "Replaced", "; ".join(one.what for one in reading.substitutions) or "nothing"
    yield "Doubts", "; ".join(one.code for one in reading.doubts) or "none"
