"""Checks of a claim's words: quote, locator, the stated number in them, compound texts, what would refute it."""

import re
from collections.abc import Iterator
from decimal import Decimal

from openrepro.claims.check_codes import CheckCode
from openrepro.claims.claim import Claim, Kind
from openrepro.claims.statement_checks import NOTE, SERIOUS, WARNING, Complaint, Complaints
from openrepro.replication import number

_LONGEST_READ = 20_000
_NUMBER = re.compile(r"[0-9][0-9,]{0,40}(?:\.[0-9]{1,40})?|\.[0-9]{1,40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NAMED = {word: Decimal(index) for index, word in enumerate(_WORDS)} | {"half": Decimal("0.5"), "no": Decimal(0)}
_JOINTS = ("; ", " respectively", " as well as ", " whereas ", " while ", ", and also ", " compared with ")
_NUMBERED = frozenset({Kind.EXACT, Kind.VALUE, Kind.BOUND, Kind.MARGIN, Kind.DATASET, Kind.RESOURCE})
_SCALES = tuple(Decimal(1).scaleb(shift) for shift in (0, 2, -2, 3, -3, 6, -6, 9, -9))


def check_quote(claim: Claim) -> Complaints:
    """The paper's own words are there, and where they stand."""
    if not claim.quote:
        yield Complaint(CheckCode.NO_QUOTE, WARNING, "No quote: nobody can see that the paper says this.")
    elif claim.locator is None:
        yield Complaint(CheckCode.NO_LOCATOR, NOTE, "The quote has no locator (version, page, characters).")
    locator = claim.locator
    if locator is None:
        return
    if not _SHA256.fullmatch(locator.sha256):
        text = "The locator names no version of the paper by its SHA-256 (64 lower-case hex digits)."
        yield Complaint(CheckCode.LOCATOR_HASH, WARNING, text)
    if locator.span is not None and locator.span[0] >= locator.span[1]:
        text = f"The locator's span {locator.span[0]} to {locator.span[1]} holds no characters."
        yield Complaint(CheckCode.LOCATOR_SPAN, SERIOUS, text)


def check_number(claim: Claim) -> Complaints:
    """The stated number stands in the paper's words."""
    value = None if claim.statement is None or claim.statement.value is None else number(claim.statement.value)
    if not value or claim.kind not in _NUMBERED:
        return
    words = claim.quote or claim.text
    found = set(_numbers(f"{words} {claim.text}"))
    if not any(abs(value) * scale in found for scale in _SCALES):
        text = f"The stated {value:f} stands neither in the quote nor in the text."
        yield Complaint(CheckCode.NUMBER_NOT_QUOTED, WARNING, text)


def check_compound(claim: Claim) -> Complaints:
    """A text that asserts several things lists them as conjuncts."""
    if claim.conjuncts or not claim.kind.testable:
        return
    text = claim.text[:_LONGEST_READ]
    joint = next((joint.strip(" ,;") or ";" for joint in _JOINTS if joint in text), None)
    if joint is not None:
        said = (
            f"The text joins several assertions (`{joint}`); list each in `conjuncts`, or make the text say one thing."
        )
        yield Complaint(CheckCode.LOOKS_COMPOUND, NOTE, said)


def check_refutation(claim: Claim) -> Complaints:
    """What would refute the claim is said beforehand; a statement about all cases says which cases."""
    if claim.kind.testable and not claim.falsified_by.strip():
        text = "`falsified_by` is empty: say beforehand what would refute the claim."
        yield Complaint(CheckCode.NO_FALSIFIER, WARNING, text)
    if claim.kind is Kind.UNIVERSAL and not claim.premises:
        text = "No premises: nothing says which cases the statement is about, so no counterexample can be checked."
        yield Complaint(CheckCode.NO_PREMISES, WARNING, text)


def _numbers(text: str) -> Iterator[Decimal]:
    """The numbers of a text, as digits or as small words, without thousands separators."""
    for match in _NUMBER.finditer(text[:_LONGEST_READ]):
        value = number(match[0].replace(",", ""))
        if value is not None:
            yield value
    for word in text[:_LONGEST_READ].lower().replace("-", " ").split():
        named = _NAMED.get(word.strip(".,;:()"))
        if named is not None:
            yield named
