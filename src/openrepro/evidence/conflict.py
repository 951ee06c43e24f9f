"""Conflict: two current pages that say opposite things about one claim, two values declared for one quantity."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.axes import number
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Result, Source
from openrepro.evidence.passages import Passage, passages_of
from openrepro.evidence.sentences import sentences
from openrepro.evidence.verdict_words import Stance, self_verdicts
from openrepro.logbooks.logbook import Address, Logbook, Severity

CLEARLY = Decimal("0.1")
"""Two values of one quantity differ clearly when they are further apart than this share of the larger."""

_OLD = re.compile(
    r"\b(?:supersed\w+|outdated|archiv\w+|deprecated|retract\w+|historical|obsolete|withdrawn|previous(?:ly)?|formerly|old|earlier"
    r"|rejected baseline|no longer|prior (?:release|version|revision|verdict)|legacy|replaced|stale)\b",
    re.IGNORECASE,
)
_CONTROL = re.compile(
    r"\b(?:control|mutation|negative|ablat\w+|sub-?claim|part|premise|if|would|unless|not)\b", re.IGNORECASE
)


class Position(NamedTuple):
    """What one page says of the claim: for or against, in which passage."""

    stance: Stance
    page: str
    at: Address


def conflict_findings(logbook: Logbook, claim: Claim, numbers: frozenset[int] | None = None) -> tuple[Finding, ...]:
    """CONFLICT where one current page is for the claim and another against it, with both addresses.

    `numbers` are the numbers that the logbook gives the claim; its own number when not given. Pages and passages
    that call themselves superseded, archived, historical or the like do not speak.
    """
    own = numbers if numbers is not None else frozenset({claim.number}) - {None}
    positions = [one for passage in _current(logbook) if passage.numbers & own for one in _positions(passage)]
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


def _current(logbook: Logbook) -> list[Passage]:
    titles = {page.file: f"{page.slug.replace('-', ' ')} {page.title}" for page in logbook.pages}
    return [
        passage
        for passage in passages_of(logbook)
        if not _OLD.search(titles.get(passage.page, "")) and not any(_OLD.search(title) for title in passage.trail)
    ]


def _positions(passage: Passage) -> Iterable[Position]:
    if _OLD.search(passage.text):
        return
    for sentence in sentences(passage.text):
        if len(sentence.text) > 600 or _CONTROL.search(sentence.text):
            continue
        for verdict in self_verdicts(sentence):
            if verdict.stance in (Stance.FOR, Stance.AGAINST):
                yield Position(verdict.stance, passage.page, passage.at)


def value_conflicts(results: Iterable[Result]) -> tuple[Finding, ...]:
    """CONFLICT between results that one entry declares for the same claim and quantity with clearly different values.

    Results that declare another scale, n or seeds are different measurements and do not conflict.
    """
    groups: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        if result.source is Source.DECLARED:
            key = (
                result.claim,
                result.name.lower(),
                result.unit.lower(),
                result.n,
                result.seeds,
                tuple(sorted(result.scale.items())),
            )
            groups.setdefault(key, []).append(result)
    return tuple(finding for group in groups.values() for finding in _spread(group))


def _spread(group: list[Result]) -> Iterable[Finding]:
    valued = [(value, item) for item in group if (value := number(item.value)) is not None]
    if len(valued) < 2:
        return
    low, high = min(valued, key=lambda pair: pair[0]), max(valued, key=lambda pair: pair[0])
    spread = sum((number(item.plus_minus or "0") or Decimal(0) for _, item in (low, high)), Decimal(0))
    if high[0] - low[0] > max(CLEARLY * max(abs(high[0]), abs(low[0])), spread):
        name = high[1].name or "one quantity"
        text = f"The entry declares both {low[1].value} and {high[1].value} as {name}. Keep the current one."
        yield Finding(Code.CONFLICT, text, (low[1].at, high[1].at), Severity.SERIOUS)
