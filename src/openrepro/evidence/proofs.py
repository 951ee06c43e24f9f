"""Whether a claim's passages hold a written derivation, as opposed to words about one."""

import re

from openrepro.evidence.passages import Passage
from openrepro.evidence.steering import addressed

OPENING = re.compile(
    r"\b(?:proof|proofs|prove[sdn]?|derivation|counter-?example|witness|argument|certificate|construction)\b",
    re.IGNORECASE,
)
STEP = re.compile(
    r"\b(?:let|assume|suppose|fix|denote|hence|therefore|thus|so that|it follows|by (?:definition|induction|"
    r"contradiction|assumption|convexity|linearity|symmetry|jensen|cauchy|the tower)|which gives|implies|"
    r"for (?:all|every|each|any)|there exists?|if and only if|iff|wlog|without loss)\b|[∎□⇒⟹∀∃]|\bQ\.?E\.?D\b",
    re.IGNORECASE,
)
FORMULA = re.compile(r"[=≤≥<>∈∑∫√]|\\(?:frac|sum|le|ge|in|int|sqrt|mathbb|lambda|epsilon)\b|\$")
LEAST_STEPS = 1
LEAST_FORMULAS = 2
LONGEST_BODY = 60
"""Passages of a page that are looked through for an argument."""


def written_proof(passages: tuple[Passage, ...]) -> Passage | None:
    """The passage where a written proof opens, or None.

    A proof calls itself one, or an argument, a counterexample or the like, and the same page has a step of
    argument and two passages with formulas from there on. Whether it is right is for a person. A passage that speaks to
    the judge opens none.
    """
    pages: dict[str, list[str]] = {}
    for passage in passages:
        pages.setdefault(passage.page, []).append(passage.text)
    argued: dict[str, bool] = {}
    for passage in passages:
        if OPENING.search(passage.text) is None or addressed(passage.text):
            continue
        if passage.page not in argued:
            argued[passage.page] = _is_argument(pages[passage.page][:LONGEST_BODY])
        if argued[passage.page]:
            return passage
    return None


def _is_argument(body: list[str]) -> bool:
    steps = sum(len(STEP.findall(text)) for text in body)
    formulas = sum(bool(FORMULA.search(text)) for text in body)
    return steps >= LEAST_STEPS and formulas >= LEAST_FORMULAS
