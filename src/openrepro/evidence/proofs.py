"""Whether a claim's passages hold a written derivation, as opposed to words about one."""

import re

from openrepro.evidence.passages import Passage

OPENING = re.compile(
    r"\b(?:proof|derivation|counterexample|construction)\b\s{0,3}(?:[.:(*_—–-]|$)|\bprove[sd]?\b|\bproof\b",
    re.IGNORECASE,
)
STEP = re.compile(
    r"\b(?:let|assume|suppose|fix|denote|hence|therefore|thus|so that|it follows|by (?:definition|induction|"
    r"contradiction|assumption|convexity|linearity|symmetry|jensen|cauchy|the tower)|which gives|implies|"
    r"for (?:all|every|each|any)|there exists?|if and only if|iff|wlog|without loss)\b|[∎□⇒⟹∀∃]|\bQ\.?E\.?D\b",
    re.IGNORECASE,
)
FORMULA = re.compile(r"[=≤≥<>∈∑∫√]|\\(?:frac|sum|le|ge|in|int|sqrt|mathbb|lambda|epsilon)\b|\$")
LEAST_STEPS = 4
LEAST_FORMULAS = 3


def written_proof(passages: tuple[Passage, ...]) -> Passage | None:
    """The passage where a written proof opens, or None.

    A proof is a passage or heading that calls itself one, with at least four steps of argument and three formulas in
    the passages under the same heading. Whether it is right is for a person.
    """
    for index, passage in enumerate(passages):
        if OPENING.search(passage.text) is None:
            continue
        body = [item.text for item in passages[index:] if item.page == passage.page][:40]
        steps = sum(len(STEP.findall(text)) for text in body)
        formulas = sum(bool(FORMULA.search(text)) for text in body)
        if steps >= LEAST_STEPS and formulas >= LEAST_FORMULAS:
            return passage
    return None
