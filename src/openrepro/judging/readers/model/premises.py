"""Whether a quoted line of evidence has to do with a premise: by its words, or as what a RESULT line declares."""

import re
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.evidence.patterns import split_words
from openrepro.evidence.premises import missing_premises
from openrepro.evidence.words import words
from openrepro.judging.shown import Fields

DENIED: Final = split_words(
    """cannot didn doesn fail failed false isn neither never no none not skipped todo unchecked unknown unmet untested
    violated violates wasn"""
)
"""Words by which a line denies or leaves open what it names, where the premise itself does not say them."""
MOST_LINES: Final = 200
_APART: Final = re.compile(r"[_.\-\"/]")


def declares(premise: str, lines: tuple[Fields, ...], claim: Claim) -> bool:
    """Whether a RESULT line of `claim` among `lines` declares the premise."""
    own = (line.get("premises") for line in lines if line.get("claim") == claim.id)
    declared = (str(one) for named in own if isinstance(named, list) for one in named)
    return not missing_premises((premise,), declared)


def speaks_of(premise: str, text: str, named: str = "") -> bool:
    """Whether one line of `text` has at least half of the content words of the premise, and denies nothing.

    `named` is what the value there is named, beside its line. Numbers are not counted: they stand on many lines.
    """
    wanted = _telling(premise)
    return any(_has_half(wanted, _said(f"{line} {named}")) for line in text.split("\n")[:MOST_LINES])


def _telling(premise: str) -> frozenset[str]:
    said = _said(premise)
    return frozenset(word for word in said if not word[0].isdigit()) or said


def _has_half(wanted: frozenset[str], said: frozenset[str]) -> bool:
    return bool(wanted) and 2 * len(wanted & said) >= len(wanted) and not (said - wanted) & DENIED


def _said(text: str) -> frozenset[str]:
    return words(_APART.sub(" ", text))
