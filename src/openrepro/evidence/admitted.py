"""What the entry itself admits about one claim: that it was not run, or that a stand-in was."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.about import About
from openrepro.evidence.admissions import not_run_in, proxy_in
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.passages import Passage, Shape, subjects
from openrepro.evidence.places import Places
from openrepro.evidence.sentences import Form, Sentence, excerpt, fields, sentences
from openrepro.evidence.verdict_words import Stance, self_verdicts
from openrepro.evidence.words import words
from openrepro.logbooks.logbook import Address, Severity

MOST = 4
TURN = re.compile(r"[;.]\s+|,?\s+(?:while|whereas|but)\s+|,\s+(?:and\s+)?(?=claims?\b|C[0-9])", re.IGNORECASE)
TELLING = 0.5
"""The share of a sentence's content words that must be the claim's, for a sentence elsewhere to be about it."""
LEAST_SHARED = 3

TEXTS = {
    Code.NOT_RUN: "The entry itself says that this was not run, or leaves it open: “{}”. Run it, or say what was run.",
    Code.PROXY: "The entry itself says that it used a stand-in: “{}”. Such a run can show a direction, not the result.",
}


class Admission(NamedTuple):
    code: Code
    severity: Severity
    text: str
    at: Address


class Aside(NamedTuple):
    """An admission that something was not run, in a passage under no claim's number; `said` are its content words."""

    passage: Passage
    admission: Admission
    said: frozenset[str]


def asides(passages: tuple[Passage, ...]) -> tuple[Aside, ...]:
    """What the passages that are under no claim's number admit was not run."""
    return tuple(
        Aside(passage, item, words(item.text))
        for passage in passages
        if not passage.numbers
        for item in _in_passage(passage, None, frozenset())
    )


def admissions(claim: Claim, own: About, aside: tuple[Aside, ...]) -> tuple[Finding, ...]:
    """NOT_RUN and PROXY findings about `claim`: from its own passages, and from sentences elsewhere that name it.

    `aside` are the `asides` of all passages.
    """
    found = [item for passage in own.passages for item in _in_passage(passage, claim.text, own.numbers)]
    ours = {id(passage) for passage in own.passages}
    target = words(claim.text)
    found += [item.admission for item in aside if id(item.passage) not in ours and _is_about(item.said, target)]
    return tuple(_findings(found))


def _is_about(said: frozenset[str], target: frozenset[str]) -> bool:
    """Whether a sentence's words are mostly the claim's."""
    shared = said & target
    return len(shared) >= LEAST_SHARED and len(shared) >= TELLING * len(said)


def _in_passage(passage: Passage, claim_text: str | None, numbers: frozenset[int]) -> Iterator[Admission]:
    """The admissions of one passage; stand-ins only where a claim's text says which words are its own."""
    places = Places(passage.source or passage.text, passage.at)
    for sentence in _sentences(passage):
        for clause in clauses(sentence):
            if elsewhere(clause.text, numbers):
                continue
            severity = not_run_in(clause)
            if severity is not None:
                yield _admission(Code.NOT_RUN, severity, clause, places)
            severity = None if claim_text is None else proxy_in(clause, claim_text)
            if severity is not None:
                yield _admission(Code.PROXY, severity, clause, places)


def clauses(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence that names several claims, cut where it turns from one to the next; any other sentence whole."""
    if len(subjects(sentence.text)) < 2:
        yield sentence
        return
    start = 0
    for match in TURN.finditer(sentence.text):
        yield sentence._replace(
            text=sentence.text[start : match.start()], start=sentence.start + start, end=sentence.start + match.start()
        )
        start = match.end()
    yield sentence._replace(text=sentence.text[start:], start=sentence.start + start)


def elsewhere(text: str, numbers: frozenset[int]) -> bool:
    """Whether a clause names claims, but not this one."""
    named = subjects(text)
    return bool(named) and not named & numbers


def claimed(own: About) -> bool:
    """Whether the entry gives itself any verdict on the claim other than an open one.

    It is read only to weigh an admission: a verdict never counts for a claim.
    """
    stances = [
        verdict.stance
        for passage in own.passages
        for sentence in _sentences(passage)
        for clause in clauses(sentence)
        if not elsewhere(clause.text, own.numbers)
        for verdict in self_verdicts(clause)
    ]
    settled = sum(stance is not Stance.OPEN for stance in stances)
    return settled > len(stances) - settled


def _sentences(passage: Passage) -> Iterator[Sentence]:
    if passage.shape is Shape.RECORD:
        yield from fields(passage.source)
    elif passage.shape is Shape.HEADING:
        yield Sentence(passage.text, 0, len(passage.text), Form.HEADING)
    else:
        yield from sentences(passage.text)


def _admission(code: Code, severity: Severity, sentence: Sentence, places: Places) -> Admission:
    return Admission(code, severity, excerpt(sentence.text), places.address(sentence.start, sentence.end))


def _findings(found: list[Admission]) -> Iterator[Finding]:
    for code, text in TEXTS.items():
        for severity in (Severity.SERIOUS, Severity.WARNING):
            group = [item for item in found if item.code is code and item.severity is severity]
            if group:
                yield Finding(code, text.format(group[0].text), tuple(item.at for item in group[:MOST]), severity)
