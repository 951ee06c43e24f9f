"""What a model is shown about one claim: the claim, what code found, and the evidence under a budget of tokens."""

import json
from collections.abc import Iterator
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.claims.spec import claim_json
from openrepro.evidence.model import CaseFile
from openrepro.ids import digest
from openrepro.judging.masking import mask_of
from openrepro.judging.parts import tokens_of
from openrepro.judging.readers.model.casefile_words import told
from openrepro.judging.readers.model.evidence_blocks import Fence, chosen
from openrepro.judging.readers.model.form_schema import FORM
from openrepro.judging.readers.model.prompts import prompt_digest, prompt_text
from openrepro.judging.readers.model.question import Plan, Question, Role
from openrepro.judging.reading import Reading
from openrepro.logbooks.logbook import Logbook

BOUNDARY_LENGTH: Final = 10
FORM_TOKENS: Final = tokens_of(json.dumps(FORM, separators=(",", ":")))
_APART: Final = ("schema", "id", "text", "quote", "locator", "conjuncts")


def question_of(
    role: Role,
    claim: Claim,
    casefile: CaseFile,
    logbook: Logbook,
    plan: Plan,
    *,
    reading: Reading | None = None,
    repeat: int = 0,
) -> Question:
    """What a model in `role` is asked about the atomic `claim`; `reading` is the one that a prosecutor opposes.

    The same arguments give the same question. Nothing in it depends on points or windows of the rules; the budget is
    `plan.context_tokens` for the evidence alone.
    """
    fence = Fence(boundary_of(role, claim, casefile, plan, repeat))
    system = prompt_text(role)
    asked = "\n".join(part for part in (_asked(claim), _opposed(reading, fence)) if part)
    mask = mask_of(logbook)
    other = sum(tokens_of(text) for text in (system, asked, told(casefile, {}, fence, mask))) + FORM_TOKENS
    evidence = chosen(claim, casefile, logbook, fence, budget=plan.context_tokens, other=other)
    found = told(casefile, evidence.names, fence, mask)
    user = "\n".join(part for part in (asked, found, evidence.text) if part)
    return Question(
        claim=claim.id,
        role=role,
        system=system,
        user=user,
        schema=FORM,
        prompt=prompt_digest(role),
        blocks=evidence.blocks,
        repeat=repeat,
        cut=evidence.cut,
        decisive_cut=evidence.decisive_cut,
        tokens=tokens_of(system) + tokens_of(user) + FORM_TOKENS,
        answer_tokens=plan.answer_tokens,
    )


def boundary_of(role: Role, claim: Claim, casefile: CaseFile, plan: Plan, repeat: int) -> str:
    """The mark of our fences: for who does not know the salt it can't be told, in every run it is the same."""
    keyed = digest([plan.salt, casefile.revision, claim.id, role.value, repeat])
    return f"#{keyed[:BOUNDARY_LENGTH]}"


def _asked(claim: Claim) -> str:
    """The claim in words, its premises by number, and its spec."""
    spec = {key: value for key, value in claim_json(claim).items() if key not in (*_APART, "premises")}
    lines = [f"CLAIM: {claim.text}", *_premises(claim), f"SPEC: {_json(spec)}"]
    return "\n".join(lines)


def _premises(claim: Claim) -> Iterator[str]:
    if claim.premises:
        yield "PREMISES: " + " ".join(f"({number}) {text}" for number, text in enumerate(claim.premises, start=1))


def _opposed(reading: Reading | None, fence: Fence) -> str:
    """The reading that is opposed, as data: without its places, which mean nothing to a model."""
    if reading is None:
        return ""
    said = {
        "addressed": reading.addressed.value,
        "method": reading.method.value,
        "measured": [[item.value, item.unit] for item in reading.measured],
        "scale": {axis: item.value for axis, item in reading.scale.items()},
        "substitutions": [item.what for item in reading.substitutions],
        "premises_met": reading.premises_met.value,
        "supports": reading.supports.value,
    }
    return fence.around("the reading to oppose", _json(said))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
