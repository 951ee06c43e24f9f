"""Conflict: two current pages that say opposite things about one claim."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.passages import Passage, passages_of
from openrepro.evidence.sentences import sentences
from openrepro.evidence.steering import addressed
from openrepro.evidence.verdict_words import Stance, may_hold_verdict, self_verdicts
from openrepro.logbooks.logbook import Address, Logbook, Severity

_OLD = re.compile(
    r"\b(?:supersed\w+|outdated|archiv\w+|deprecated|retract\w+|historical|obsolete|withdrawn|previous(?:ly)?|formerly|old|earlier"
    r"|rejected baseline|no longer|prior (?:release|version|revision|verdict)|legacy|replaced|stale)\b",
    re.IGNORECASE,
)
_OPENS_OLD = re.compile(
    r"[\s>*_`#\[(!-]{0,12}(?:this (?:page|logbook|cell|report) (?:is|was|has been) )?"
    r"(?:superseded|outdated|archived?|deprecated|retracted|obsolete|withdrawn|historical)\b",
    re.IGNORECASE,
)
"""A passage that opens so marks its whole page as old."""
_CONTROL = re.compile(
    r"\b(?:control|mutation|negative|ablat\w+|sub-?claim|part|premise|if|would|unless|not)\b", re.IGNORECASE
)


class Position(NamedTuple):
    """What one page says of the claim: for or against, in which passage."""

    stance: Stance
    page: str
    at: Address


class Positions:
    """What the current passages say for or against the claims they number, each passage read once."""

    def __init__(self, current: tuple[Passage, ...]) -> None:
        self._by_number: dict[int, list[int]] = {}
        self._passages = current
        self._known: dict[int, tuple[Position, ...]] = {}
        for place, passage in enumerate(current):
            for number in passage.numbers:
                self._by_number.setdefault(number, []).append(place)

    def on(self, numbers: frozenset[int]) -> list[Position]:
        """The positions on the claim that has one of `numbers`, in reading order."""
        places = sorted({place for number in numbers for place in self._by_number.get(number, ())})
        return [one for place in places for one in self._at(place)]

    def _at(self, place: int) -> tuple[Position, ...]:
        if place not in self._known:
            self._known[place] = tuple(_positions(self._passages[place]))
        return self._known[place]


def conflict_findings(
    logbook: Logbook,
    claim: Claim,
    numbers: frozenset[int] | None = None,
    known: Positions | None = None,
) -> tuple[Finding, ...]:
    """CONFLICT where one current page is for the claim and another against it, with both addresses.

    `numbers` are the numbers that the logbook gives the claim; its own number when not given. `known` are the
    positions of the logbook's `current_passages`, for who asks about several claims. Pages and passages
    that call themselves superseded, archived, historical or the like do not speak.
    """
    own = numbers if numbers is not None else frozenset(() if claim.number is None else (claim.number,))
    speaking = known or Positions(current_passages(logbook, passages_of(logbook)))
    positions = speaking.on(own)
    pro = _clear(positions, Stance.FOR)
    contra = _clear(positions, Stance.AGAINST)
    for first in pro:
        for second in contra:
            if first.page != second.page:
                return (_finding(first, second),)
    return ()


def _finding(first: Position, second: Position) -> Finding:
    text = (
        f"{first.page} speaks for the claim, {second.page} against it, and neither page is marked as superseded."
        " Mark the old one as superseded, or correct it."
    )
    return Finding(Code.CONFLICT, text, (first.at, second.at), Severity.SERIOUS)


def _clear(positions: list[Position], stance: Stance) -> list[Position]:
    """One position per page that holds only this stance: a page that says both is discussing, not contradicting."""
    said: dict[str, set[Stance]] = {}
    for one in positions:
        said.setdefault(one.page, set()).add(one.stance)
    first: dict[str, Position] = {}
    for one in positions:
        if one.stance is stance and not said[one.page] & ({Stance.FOR, Stance.AGAINST} - {stance}):
            first.setdefault(one.page, one)
    return list(first.values())


def current_passages(logbook: Logbook, passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """The passages that speak for the present: not of a page or below a heading that calls itself old."""
    old = {page.file for page in logbook.pages if _is_old(f"{page.slug.replace('-', ' ')} {page.title}")}
    old |= {passage.page for passage in passages if _OPENS_OLD.match(passage.text)}
    titles = {title for passage in passages for title in passage.trail}
    outdated = {title for title in titles if _is_old(title)}
    return tuple(passage for passage in passages if passage.page not in old and outdated.isdisjoint(passage.trail))


def _is_old(title: str) -> bool:
    """Whether a title calls what is below it old; one that speaks to the judge ("previous instructions") does not."""
    return _OLD.search(title) is not None and not addressed(title)


def _positions(passage: Passage) -> Iterable[Position]:
    if not may_hold_verdict(passage.text) or _OLD.search(passage.text):
        return
    for sentence in sentences(passage.text):
        if len(sentence.text) > 600 or _CONTROL.search(sentence.text) or addressed(sentence.text):
            continue
        for verdict in self_verdicts(sentence):
            if verdict.stance in (Stance.FOR, Stance.AGAINST):
                yield Position(verdict.stance, passage.page, passage.at)
