"""What was counted (padding, ignored labels, failures, ties), against what the claim counts."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.axes import lines_with
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.places import Places
from openrepro.evidence.scale import GradedText
from openrepro.evidence.sentences import excerpt
from openrepro.logbooks.logbook import Address, Severity

LONGEST_LINE = 2_000
STEMS = frozenset({"pad", "-100", "igno", "mask", "fail", "cras", "time", "inva", "tie", "dupl", "spec"})
"""Every line that names one of the things holds one of these."""

_OUT_BEFORE = (
    r"(?:exclud\w*|without|non-?|ignor\w*|drop\w*|discard\w*|skip\w*|remov\w*|mask\w*|filter\w*|omit\w*|no"
    r"|not count\w*)"
)
_OUT_AFTER = r"(?:exclud\w+|ignored|dropped|discarded|skipped|removed|masked|omitted|not counted)"
_IN_BEFORE = r"(?:includ\w*|with|count\w*|averag\w* over|over all|keep\w*|kept|treat\w*)"
_IN_AFTER = r"(?:count(?:ed|s)?|includ\w+|kept)"


class _Thing(NamedTuple):
    """Something that may or may not be counted, and the phrases that say so."""

    name: str
    left_in: re.Pattern[str]
    left_out: re.Pattern[str]


def _thing(name: str, words: str) -> _Thing:
    left_in = rf"\b{_IN_BEFORE}\s(?:[\w,]+\s){{0,3}}{words}\b|\b{words}\s(?:\w+\s){{0,2}}{_IN_AFTER}\b"
    left_out = rf"\b{_OUT_BEFORE}[\s-]?(?:[\w,]+\s){{0,2}}{words}\b|\b{words}\s(?:\w+\s){{0,2}}{_OUT_AFTER}\b"
    return _Thing(name, re.compile(left_in, re.IGNORECASE), re.compile(left_out, re.IGNORECASE))


THINGS = (
    _thing("padding", r"pad(?:ding|ded|s)?(?:[ -]tokens?)?"),
    _thing("ignored labels", r"(?:-100|ignor(?:e[_ -]?index|ed labels?)|masked labels?)"),
    _thing("failures", r"(?:fail(?:ures?|ed)|crash(?:es|ed)?|time-?outs?|timed[- ]out|invalid)(?: \w{1,12})?"),
    _thing("ties", r"ties?"),
    _thing("duplicates", r"duplicates?"),
    _thing("special tokens", r"special tokens?"),
)


def counted_findings(claim: Claim, texts: Iterable[GradedText]) -> tuple[Finding, ...]:
    """COUNTED_DIFFERENTLY where a text counts what the spec's `counted` leaves out, or the reverse; once per thing.

    A spec that says nothing about a thing raises nothing about it.
    """
    counted = claim.quantity.counted if claim.quantity else ""
    wanted = [(thing, stated) for thing in THINGS if (stated := _left_in(thing, counted)) is not None]
    found: dict[str, Finding] = {}
    for line, at in _lines(texts) if wanted else ():
        for thing, spec in wanted:
            stated = _left_in(thing, line)
            if stated is not None and stated is not spec:
                found.setdefault(thing.name, _finding(thing.name, stated, line, at))
    return tuple(found.values())


def _finding(name: str, left_in: bool, text: str, at: Address) -> Finding:
    how = "counted" if left_in else "left out"
    sentence = (
        f"The evidence says that {name} were {how}, the claim says otherwise: “{excerpt(text)}”."
        " Count as the claim does."
    )
    return Finding(Code.COUNTED_DIFFERENTLY, sentence, (at,), Severity.SERIOUS)


def _left_in(thing: _Thing, text: str) -> bool | None:
    """Whether a text says that the thing is counted (True), left out (False), or nothing about it (None)."""
    if thing.left_out.search(text):
        return False
    return True if thing.left_in.search(text) else None


def _lines(texts: Iterable[GradedText]) -> Iterator[tuple[str, Address]]:
    """The lines that name one of the things."""
    for text in texts:
        places = Places(text.text, text.at)
        for start, line in lines_with(STEMS, text.text):
            if len(line) <= LONGEST_LINE:
                yield line, places.address(start, start + len(line.rstrip("\r\n")))
