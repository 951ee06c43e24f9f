"""What `claims audit` looks for in one claim without its paper's text: each check gives findings with a code."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.claims.amounts import amounts, compares
from openrepro.claims.claim import Claim, Kind
from openrepro.claims.splitting import looks_compound
from openrepro.severity import Severity

NOTE, WARNING, SERIOUS = Severity.NOTE, Severity.WARNING, Severity.SERIOUS
UNTOUCHED: Final = frozenset(("", "unverified", "untested", "unknown", "proposed", "open", "none"))
_READ: Final = 4_000
_VERDICT: Final = re.compile(
    r"\b(?:verified|unverified|falsified|refuted|debunked|(?:fully|partly|successfully) reproduced|not reproduced|"
    r"inconclusive)\b|\bto be verified\b",
    re.IGNORECASE,
)
_COMPARED: Final = re.compile(
    r"\b(?:than|outperform\w{0,3}|surpass\w{0,3}|exceed\w{0,3}|beats?|improv\w{1,6}|reduc\w{1,6}|increas\w{1,4}|"
    r"decreas\w{1,4}|higher|lower|better|worse|best|worst|fewer|faster|slower|larger|smaller|stronger|weaker|most|"
    r"least|more|less|on par|comparable|match(?:es|ed)?|equal\w{0,2}|same|degrad\w{1,6}|drops?|gains?|correlat\w{1,5}|"
    r"scal(?:e|es|ing)|monoton\w{1,6}|only|without|all|every|any|never|always|no|if and only if|"
    r"converg\w{1,6}|bound\w{0,3}|"
    r"optimal\w{0,5}|linear\w{0,2}|exponential\w{0,2}|equivalen\w{1,2}|necessary|sufficient|impossib\w{1,6}|NP-hard|"
    r"unbiased|minimax|exists?)\b",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|half|double[sd]?)\b", re.I)
_EXEMPT: Final = (Kind.UNIVERSAL, Kind.EXISTENCE, Kind.DEFINITION, Kind.POSITION)
_UNTESTED: Final = re.compile(
    r"\b(?:(?:the )?(?:paper|authors?|work) (?:propos|introduc|argu|present|advocat|call|discuss|claims? to|aim|"
    r"identif|"
    r"frame|motivat)\w{0,5}|is (?:proposed|introduced|defined|formulated|framed|motivated) |is claimed to)",
    re.IGNORECASE,
)


class AuditCode(StrEnum):
    """What an audit can find."""

    NO_QUOTE = "no-quote"
    QUOTE_MISSING = "quote-missing"
    NUMBER_MISSING = "number-missing"
    WRONG_LOCATOR = "wrong-locator"
    WRONG_VERSION = "wrong-version"
    DUPLICATE = "duplicate"
    NEAR_DUPLICATE = "near-duplicate"
    OF_TWO_PAPERS = "of-two-papers"
    COMPOUND = "compound"
    UNTESTABLE = "untestable"
    VAGUE = "vague"
    STATUS = "status"
    NO_CLAIMS = "no-claims"
    NO_TEXT = "no-text"
    NO_SUCH_PAPER = "no-such-paper"
    OTHER_NAME = "other-name"
    PAPER_TWICE = "paper-twice"
    UNREAD = "unread"


class Finding(NamedTuple):
    """What is wrong with a claim, or a paper: `of` is its id. One that tells of several papers at once counts as
    many `times`."""

    of: str
    code: AuditCode
    severity: Severity
    text: str
    times: int = 1


def look(claim: Claim, status: str = "") -> Iterator[Finding]:
    """What is wrong with one claim as far as it alone tells; `status` is the word on it that a list gives."""
    yield from _quote(claim)
    yield from _compound(claim)
    yield from _untestable(claim)
    yield from _vague(claim)
    yield from _status(claim, status)


def _quote(claim: Claim) -> Iterator[Finding]:
    if not (claim.quote or "").strip():
        text = "It has no quote: nobody can see that the paper says this."
        yield Finding(claim.id, AuditCode.NO_QUOTE, SERIOUS, text)


def _compound(claim: Claim) -> Iterator[Finding]:
    joint = "" if claim.conjuncts else looks_compound(claim.text)
    if joint and claim.kind.testable:
        text = f"Its text joins several assertions (`{joint}`), of which one may hold and another not."
        yield Finding(claim.id, AuditCode.COMPOUND, WARNING, text)


def _untestable(claim: Claim) -> Iterator[Finding]:
    sort = "guessed" if not claim.specified else "given"
    if not claim.kind.testable:
        text = f"Its kind ({sort}) is {claim.kind.value}: no run can test it, and it carries no points."
        yield Finding(claim.id, AuditCode.UNTESTABLE, WARNING, text)
    elif _UNTESTED.search(claim.text[:_READ]) and not amounts(claim.text):
        text = "It says what the paper proposes, argues or does, not what comes out: no run can test that."
        yield Finding(claim.id, AuditCode.UNTESTABLE, WARNING, text)


def _vague(claim: Claim) -> Iterator[Finding]:
    said, words = claim.statement, claim.text[:_READ]
    if claim.conjuncts or claim.kind in _EXEMPT or (said is not None and (said.value or said.versus)):
        return
    if amounts(words) or compares(words) or _COMPARED.search(words) or _COUNTED.search(words):
        return
    text = "It has no number and no comparison: nothing says what result would speak against it."
    yield Finding(claim.id, AuditCode.VAGUE, WARNING, text)


def _status(claim: Claim, status: str) -> Iterator[Finding]:
    word = _VERDICT.search(claim.text[:_READ])
    if status.strip().casefold() not in UNTOUCHED:
        text = f"The list says that it is {status[:40]!r}; a list of claims rules on none."
        yield Finding(claim.id, AuditCode.STATUS, WARNING, text)
    elif word is not None:
        text = f"Its text has a word of a verdict ({word[0]!r}); it may tell the judge what to find."
        yield Finding(claim.id, AuditCode.STATUS, NOTE, text)
