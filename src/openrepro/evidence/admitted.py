"""What the entry itself admits about one claim: that it was not run, or that a stand-in was."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.about import About
from openrepro.evidence.admissions import may_admit_proxy, not_run_in, proxy_in
from openrepro.evidence.disowned import disowned_in
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
    Code.DISOWNED: "The entry itself says of its result: “{}”. Measure it, or leave it out.",
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


class Telling(NamedTuple):
    """A clause that admits something, may admit a stand-in, or holds a verdict; `named` are the claims it names."""

    clause: Sentence
    named: frozenset[int]
    not_run: Severity | None
    disowned: bool
    may_be_proxy: bool
    stances: tuple[Stance, ...]

    def is_elsewhere(self, numbers: frozenset[int]) -> bool:
        """Whether the clause names claims, but not the one of `numbers`."""
        return bool(self.named) and not self.named & numbers


class Tellings:
    """The telling clauses of passages, each passage read once however many claims ask for it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Passage, tuple[Telling, ...]]] = {}

    def of(self, passage: Passage) -> tuple[Telling, ...]:
        """The telling clauses of `passage`, in order."""
        known = self._known.get(id(passage))
        if known is None:
            known = self._known[id(passage)] = (passage, tuple(_tellings(passage)))
        return known[1]


def _tellings(passage: Passage) -> Iterator[Telling]:
    for sentence in _sentences(passage):
        for clause in clauses(sentence):
            not_run, disowned, proxy = not_run_in(clause), disowned_in(clause), may_admit_proxy(clause)
            stances = tuple(verdict.stance for verdict in self_verdicts(clause))
            if not_run is not None or disowned or proxy or stances:
                yield Telling(clause, subjects(clause.text), not_run, disowned, proxy, stances)


def asides(passages: tuple[Passage, ...], tellings: Tellings | None = None) -> tuple[Aside, ...]:
    """What the passages that are under no claim's number admit was not run."""
    known = tellings or Tellings()
    return tuple(
        Aside(passage, item, words(item.text))
        for passage in passages
        if not passage.numbers
        for item in _in_passage(passage, known, None, frozenset())
    )


def admissions(
    claim: Claim, own: About, aside: tuple[Aside, ...], tellings: Tellings | None = None
) -> tuple[Finding, ...]:
    """NOT_RUN and PROXY findings about `claim`: from its own passages, and from sentences elsewhere that name it.

    `aside` are the `asides` of all passages.
    """
    known = tellings or Tellings()
    found = _Few()
    for passage in own.passages:
        found.take(_in_passage(passage, known, claim.text, own.numbers, found))
    ours = {id(passage) for passage in own.passages}
    target = words(claim.text)
    found.take(item.admission for item in aside if _is_about(item.said, target) and id(item.passage) not in ours)
    return tuple(_findings(found.items))


class _Few:
    """The first admissions of each code and severity: no more are told."""

    def __init__(self) -> None:
        self.items: list[Admission] = []
        self._counts: dict[tuple[Code, Severity], int] = {}

    def full(self, code: Code, *severities: Severity) -> bool:
        """Whether no more of these would be taken."""
        return all(self._counts.get((code, severity), 0) >= MOST for severity in severities)

    def take(self, admissions: Iterable[Admission]) -> None:
        for item in admissions:
            if not self.full(item.code, item.severity):
                self.items.append(item)
                self._counts[item.code, item.severity] = self._counts.get((item.code, item.severity), 0) + 1


def _is_about(said: frozenset[str], target: frozenset[str]) -> bool:
    """Whether a sentence's words are mostly the claim's."""
    shared = len(said & target)
    return shared >= LEAST_SHARED and shared >= TELLING * len(said)


def _in_passage(
    passage: Passage, known: Tellings, claim_text: str | None, numbers: frozenset[int], found: _Few | None = None
) -> Iterator[Admission]:
    """The admissions of one passage; stand-ins only where a claim's text says which words are its own.

    Those of which enough were `found` are left out.
    """
    told = [item for item in known.of(passage) if not item.is_elsewhere(numbers)]
    if not told:
        return
    places = Places(passage.source or passage.text, passage.at)
    for item in told:
        if item.not_run is not None and not (found and found.full(Code.NOT_RUN, item.not_run)):
            yield _admission(Code.NOT_RUN, item.not_run, item.clause, places)
        if item.disowned and not (found and found.full(Code.DISOWNED, Severity.SERIOUS)):
            yield _admission(Code.DISOWNED, Severity.SERIOUS, item.clause, places)
        if not item.may_be_proxy or claim_text is None:
            continue
        if found and found.full(Code.PROXY, Severity.SERIOUS, Severity.WARNING):
            continue
        proxy = proxy_in(item.clause, claim_text)
        if proxy is not None and not (found and found.full(Code.PROXY, proxy)):
            yield _admission(Code.PROXY, proxy, item.clause, places)


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


def claimed(own: About, tellings: Tellings | None = None) -> bool:
    """Whether the entry gives itself any verdict on the claim other than an open one.

    It is read only to weigh an admission: a verdict never counts for a claim.
    """
    known = tellings or Tellings()
    stances = [
        stance
        for passage in own.passages
        for item in known.of(passage)
        if not item.is_elsewhere(own.numbers)
        for stance in item.stances
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
