"""Whether an entry takes its own result back, or says that it is not a measurement."""

import re

from openrepro.evidence.admission_phrases import EXEMPT, NEGATED
from openrepro.evidence.patterns import any_of
from openrepro.evidence.sentences import Sentence

_RESULT = r"(?:outputs?|numbers?|values?|results?|scores?|metrics?|figures?|measurements?|logs?|evidence|runs?)"
_GAP = r"[^.;:\n]{0,40}?"
_IS = r"(?:is|are|was|were|be|been|being)"
_NOT_MEASURED = (
    r"(?:made[- ]up|fabricated|invented|fictitious|fake(?:d)?|bogus|placeholders?|hard-?coded|mock(?:ed)?|dummy)"
)
DISOWNS = any_of(
    (
        rf"\b{_RESULT}\b{_GAP}\b{_IS} (?:an? |all |only |just |purely |entirely |simply )?{_NOT_MEASURED}(?![\w-])",
        rf"\b(?:we|i) (?:have )?(?:made up|fabricated|invented|faked|hard-?coded|mocked)\b{_GAP}\b{_RESULT}\b",
        rf"\b(?:fake|bogus|fictitious|made[- ]up|fabricated|invented) (?:data|{_RESULT})\b",
        r"\b(?:mock|placeholder|dummy) (?:run|output|values?|results?|numbers?|scores?|metrics?)\b",
        rf"\b{_RESULT}\b{_GAP}\b{_IS} (?:simply |just |merely |only )?(?:copied|typed|transcribed|taken)(?: in| over)?"
        r"(?: verbatim| directly)? from (?:the )?(?:paper|article|publication|abstract)\b",
        r"\bonly (?:prints?|echoes|outputs?|repeats?) (?:the )?"
        r"(?:paper(?:'s|’s)?|published|reported|claimed|fixed|constant)\b",
        r"\bsimulated (?:the |our |this )?(?:outputs?|results?)\b(?! from)",
        rf"\b(?:this|the) (?:output|run) {_IS} (?:not real|simulated)\b",
        rf"\b(?:this|the|our|these) (?:result|run|claim|page|value|number|measurement)s? "
        rf"(?:{_IS}|has been|have been) (?:hereby |now )?(?:retracted|withdrawn|invalid|void)\b",
        r"\b(?:we|i) (?:hereby )?(?:retract|withdraw)\b",
        r"\b(?:we|i) (?:could|can|did|do) ?(?:not|n't|n’t) reproduce (?:it|this|the (?:claim|result)|claim)\b",
    )
)


_DENIES = re.compile(r"\b(?:no|not|none of (?:the|our)|never|without|nor)\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:removed|replaced|deleted|discarded|corrected|would|could be|instead of|rather than|avoid\w*|prevent\w*)\b",
    re.IGNORECASE,
)


def disowned_in(sentence: Sentence) -> bool:
    """Whether a sentence says that a result of the entry is no measurement, or takes it back.

    What is denied ("no number was copied"), was put right, or belongs to an earlier version does not count.
    """
    text = sentence.text
    if EXEMPT.search(text) or _ELSEWHERE.search(text):
        return False
    return any(not _denied(text, match.start()) for match in DISOWNS.finditer(text))


def _denied(text: str, start: int) -> bool:
    return any(pattern.search(text, max(0, start - 48), start) for pattern in (NEGATED, _DENIES))
