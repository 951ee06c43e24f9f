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
"""Passages from where a proof opens that are looked through for an argument."""


class _Page:
    """How many steps of argument and formulas stand on a page before each of its passages."""

    def __init__(self) -> None:
        self.steps = [0]
        self.formulas = [0]

    def add(self, text: str) -> None:
        self.steps.append(self.steps[-1] + len(STEP.findall(text)))
        self.formulas.append(self.formulas[-1] + bool(FORMULA.search(text)))

    def argues(self, at: int) -> bool:
        """Whether there is an argument in the passages from number `at` on."""
        end = min(at + LONGEST_BODY, len(self.steps) - 1)
        return (
            self.steps[end] - self.steps[at] >= LEAST_STEPS and self.formulas[end] - self.formulas[at] >= LEAST_FORMULAS
        )


def written_proof(passages: tuple[Passage, ...]) -> Passage | None:
    """The passage where a written proof opens, or None.

    A proof calls itself one, or an argument, a counterexample or the like, and the same page has a step of
    argument and two passages with formulas from there on. Whether it is right is for a person. A passage that speaks to
    the judge opens none. What stands before a proof hides none.
    """
    pages: dict[str, _Page] = {}
    places = []
    for passage in passages:
        page = pages.setdefault(passage.page, _Page())
        places.append(len(page.steps) - 1)
        page.add(passage.text)
    for passage, at in zip(passages, places, strict=True):
        if OPENING.search(passage.text) and pages[passage.page].argues(at) and not addressed(passage.text):
            return passage
    return None
