"""The judgement as a document: schema `openrepro.judgement/1`, one row per claim, and the summary."""

from collections.abc import Sequence
from dataclasses import dataclass

from openrepro.claims.spec import Fault
from openrepro.ids import Json
from openrepro.judging.judge import ClaimJudgement, Judgement, Part
from openrepro.judging.label import Label
from openrepro.judging.look import Look, cost_of
from openrepro.logbooks.logbook import Address, Logbook

SCHEMA = "openrepro.judgement/1"
QUOTE_LENGTH = 240


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An input that could not be read, and the sentence that says why."""

    path: str
    text: str

    def as_json(self) -> dict[str, Json]:
        return {"path": self.path, "text": self.text}


def document(
    judgements: Sequence[tuple[str, Judgement]],
    unreadable: Sequence[Unreadable],
    *,
    rules: str,
    judge: dict[str, Json],
    claims_faults: Sequence[Fault] = (),
) -> dict[str, Json]:
    """The whole document; `judgements` are pairs of path and judgement, `rules` is the digest of the rules.

    `claims_faults` are those that keep claims of the claims file from being judged.
    """
    return {
        "schema": SCHEMA,
        "rules": rules,
        "judge": judge,
        "logbooks": [_logbook(path, judgement) for path, judgement in judgements],
        "unreadable": [item.as_json() for item in unreadable],
        "claims_faults": [_fault(fault) for fault in claims_faults],
        "summary": summary([judgement for _, judgement in judgements], len(unreadable)),
    }


def _fault(fault: Fault) -> dict[str, Json]:
    return {"claim": fault.claim, "code": str(fault.code), "text": fault.text}


def summary(judgements: Sequence[Judgement], unreadable: int) -> dict[str, Json]:
    """How many claims got each label or state, and how many inputs could not be read."""
    labels = [item.ruling.label for judgement in judgements for item in judgement.claims]
    counts: dict[str, Json] = {label.value.replace(" ", "_"): labels.count(label) for label in Label}
    return counts | {"unreadable": unreadable}


def _logbook(path: str, judgement: Judgement) -> dict[str, Json]:
    logbook = judgement.logbook
    return {
        "path": path,
        "revision": logbook.revision,
        "paper": judgement.paper,
        "title": logbook.title,
        "guessed_claims": judgement.guessed,
        "claims_left_out": judgement.left_out,
        "problems": [
            {
                "code": item.code,
                "severity": item.severity.value,
                "text": item.text,
                "at": [address.as_json() for address in item.at],
            }
            for item in logbook.problems
        ],
        "findings": [finding.as_json() for finding in judgement.findings],
        "claims": [_claim(item, logbook) for item in judgement.claims],
    }


def _claim(item: ClaimJudgement, logbook: Logbook) -> dict[str, Json]:
    row: dict[str, Json] = {"id": item.claim.id, "text": item.claim.text, "kind": item.claim.kind.value}
    row |= item.ruling.as_json()
    row |= {
        "assurance": item.assurance,
        "grade": None if item.grade is None else item.grade.name,
        "findings": [finding.as_json() for part in item.parts for finding in part.casefile.findings],
        "quotes": [quote(address, logbook) for part in item.parts for address in quoted(part)],
    }
    if len(item.parts) > 1:
        row["parts"] = [_part(part) for part in item.parts]
    if item.looks:
        row |= {"looks": [_look(look) for look in item.looks], "cost_usd": cost_of(item.looks)}
    return row


def _look(look: Look) -> Json:
    """Who looked, and what it cost; what was read stands in the verdict's record."""
    return {
        "claim": look.claim,
        "role": look.role.value,
        "repeat": look.repeat,
        "model": look.model,
        "provider": look.provider,
        "silence": None if look.silence is None else look.silence.name.lower(),
        "tokens": look.tokens,
        "cost_usd": look.cost,
        "raw_reply": look.raw_reply,
    }


def _part(part: Part) -> dict[str, Json]:
    row: dict[str, Json] = {"id": part.claim.id, "text": part.claim.text, "kind": part.claim.kind.value}
    return row | part.ruling.as_json()


def quoted(part: Part) -> tuple[Address, ...]:
    """The places a reader of the ruling wants to see: what was measured, then what the reasons point at."""
    measured = () if part.reading is None else part.reading.quotes
    pointed = tuple(address for reason in part.ruling.reasons for address in reason.at)
    return tuple(dict.fromkeys(measured + pointed))


def quote(address: Address, logbook: Logbook) -> dict[str, Json]:
    """The exact text at `address` (cut after 240 characters, said so) with its address."""
    data = logbook.read(address) or b""
    text = data.decode("utf-8", "replace")
    return address.as_json() | {"text": text[:QUOTE_LENGTH], "cut": len(text) > QUOTE_LENGTH}
