"""An audit of claims: which cannot be shown to be in their papers, are there twice, or can be tested by nobody."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from openrepro.claims.anchoring import Anchor, AnchorFault, Anchors, Fault
from openrepro.claims.audit_checks import NOTE, SERIOUS, WARNING, AuditCode, Finding, look
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.likeness import Alike, key_of
from openrepro.claims.listed import ListedClaims
from openrepro.claims.numerals import missing
from openrepro.papers.labels import places_named
from openrepro.papers.text import PaperText
from openrepro.severity import Severity

MOST_NAMED: Final = 2_000
"""Papers without claims that are named; the others are counted with them."""
_LONGEST_REFERENCE: Final = 120
_REFERENCE: Final = re.compile(
    r"\((?P<label>(?:Table|Figure|Fig\.|Section|Sec\.|Theorem|Lemma|Proposition|Corollary|Appendix|Equation|Algorithm)"
    r"[^()]{1,80})\)$"
)
_CODES: Final = {
    AnchorFault.QUOTE_MISSING: (AuditCode.QUOTE_MISSING, SERIOUS),
    AnchorFault.QUOTE_SHORT: (AuditCode.QUOTE_MISSING, WARNING),
    AnchorFault.NUMBER_MISSING: (AuditCode.NUMBER_MISSING, SERIOUS),
    AnchorFault.WRONG_VERSION: (AuditCode.WRONG_VERSION, WARNING),
    AnchorFault.OTHER_FILE: (AuditCode.WRONG_VERSION, NOTE),
    AnchorFault.WRONG_LOCATOR: (AuditCode.WRONG_LOCATOR, WARNING),
    AnchorFault.LABEL_UNKNOWN: (AuditCode.WRONG_LOCATOR, WARNING),
}


Counted = TypeVar("Counted")


class Names(Protocol):
    """The papers that there are: `named` are the ids of those that a name leads to, `ids` all of them."""

    @property
    def ids(self) -> Sequence[str]: ...

    def named(self, name: str) -> frozenset[str]: ...


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found, in the order of the list; `texts` counts the papers whose text was there."""

    papers: int
    claims: int
    texts: int
    findings: tuple[Finding, ...]

    def counts(self) -> dict[AuditCode, int]:
        """How often each thing was found; only what was."""
        found = _added((one.code, one.times) for one in self.findings)
        return {code: found[code] for code in AuditCode if found[code]}

    def severities(self) -> dict[Severity, int]:
        found = _added((one.severity, one.times) for one in self.findings)
        return {severity: found[severity] for severity in (SERIOUS, WARNING, NOTE)}


def _added(counts: Iterable[tuple[Counted, int]]) -> Counter[Counted]:
    found = Counter[Counted]()
    for what, count in counts:
        found[what] += count
    return found


@dataclass(slots=True)
class _Seen:
    """What was seen of other papers: which paper has a text of a claim, and which a paper's name leads to."""

    texts: dict[str, str] = field(default_factory=dict)
    papers: dict[str, str] = field(default_factory=dict)


def audited(listed: ListedClaims, texts: Mapping[str, Sequence[PaperText]], names: Names | None = None) -> Audit:
    """Every claim looked at. `texts` are the versions on file of each paper, the newest last; without `names` nothing
    is said on papers' ids. Takes time linear in the number of papers, and in the size of a text for each claim."""
    seen = _Seen()
    findings = [Finding(fault.claim, AuditCode.UNREAD, fault.severity, fault.text) for fault in listed.faults]
    for one in listed.sets:
        findings += _paper(one, names, seen)
        findings += _claims(one, listed.statuses, seen)
        findings += _in_text(one, texts.get(_id_of(one.paper, names), ()))
    findings += _without(listed.sets, names)
    known = sum(bool(texts.get(_id_of(one.paper, names))) for one in listed.sets)
    return Audit(len(listed.sets), sum(len(one.claims) for one in listed.sets), known, tuple(findings))


def _id_of(name: str, names: Names | None) -> str:
    found = frozenset[str]() if names is None else names.named(name)
    return next(iter(found)) if len(found) == 1 else name


def _paper(one: ClaimSet, names: Names | None, seen: _Seen) -> Iterator[Finding]:
    """What is wrong with the name of a paper: no paper's, or not its id, or that of one whose claims were there."""
    if not one.claims:
        yield Finding(one.paper, AuditCode.NO_CLAIMS, WARNING, "The list names the paper, but has no claim of it.")
    found = frozenset([one.paper]) if names is None else names.named(one.paper)
    if len(found) != 1:
        what = f"{len(found)} papers have this name." if found else "There is no paper of this name."
        yield Finding(one.paper, AuditCode.NO_SUCH_PAPER, SERIOUS, what)
        return
    (paper,) = found
    if paper != one.paper:
        text = f"This is another name of the paper {paper}; its entries are judged under that id."
        yield Finding(one.paper, AuditCode.OTHER_NAME, WARNING, text)
    if paper in seen.papers:
        text = f"The claims of this paper stand in the list under {seen.papers[paper]} too; only one set can count."
        yield Finding(one.paper, AuditCode.PAPER_TWICE, SERIOUS, text)
    seen.papers.setdefault(paper, one.paper)


def _claims(one: ClaimSet, statuses: Mapping[str, str], seen: _Seen) -> Iterator[Finding]:
    alike = Alike()
    for claim in one.claims:
        yield from look(claim, statuses.get(claim.id, ""))
        yield from _twice(claim, alike)
        key = key_of(claim.text)
        other = seen.texts.setdefault(key, one.paper)
        if other != one.paper:
            text = f"The paper {other} has a claim of the same words."
            yield Finding(claim.id, AuditCode.OF_TWO_PAPERS, WARNING, text)
        alike.add(claim.id, claim.text)


def _twice(claim: Claim, alike: Alike) -> Iterator[Finding]:
    like = alike.like(claim.text)
    if like is not None and like.same:
        yield Finding(claim.id, AuditCode.DUPLICATE, SERIOUS, f"It says the same as {like.name}, word for word.")
    elif like is not None:
        yield Finding(claim.id, AuditCode.NEAR_DUPLICATE, WARNING, f"It says nearly the same as {like.name}.")


def _in_text(one: ClaimSet, texts: Sequence[PaperText]) -> Iterator[Finding]:
    """What the paper's text tells of each claim: of the version that its locator names, else of the newest."""
    if not texts:
        text = "No text of the paper is there: neither quotes nor numbers could be looked up."
        yield Finding(one.paper, AuditCode.NO_TEXT, NOTE, text)
        return
    ready = [Anchors(text) for text in texts]
    for claim in one.claims:
        yield from _anchored(claim, ready)


def _anchored(claim: Claim, ready: Sequence[Anchors]) -> Iterator[Finding]:
    anchors = _meant(claim, ready)
    if not (claim.quote or "").strip():
        yield from _unquoted(claim, anchors.text)
        return
    anchor = anchors.anchor(claim)
    for fault in anchor.faults:
        if fault.code in _CODES:
            code, severity = _CODES[fault.code]
            yield Finding(claim.id, code, severity, fault.text + _near(anchor, anchors, fault))


def _meant(claim: Claim, ready: Sequence[Anchors]) -> Anchors:
    locator = claim.locator
    if locator is not None:
        for field_of in ("sha256", "version"):
            same = [one for one in ready if getattr(one.text, field_of) == getattr(locator, field_of)]
            if same:
                return same[-1]
    return ready[-1]


def _unquoted(claim: Claim, text: PaperText) -> Iterator[Finding]:
    """Numbers of a claim without a quote that stand nowhere in its paper."""
    lost = missing(claim.text, _pieces(text.text))
    if lost:
        told = f"The paper has nowhere {', '.join(lost[:5])}, which the claim says."
        yield Finding(claim.id, AuditCode.NUMBER_MISSING, SERIOUS, told)
    named = _REFERENCE.search(claim.text[-_LONGEST_REFERENCE:].rstrip(" ."))
    if named is not None and not places_named(text, named["label"]):
        told = f"Version {text.version[:40]} of the text has nothing that is called {named['label']!r}."
        yield Finding(claim.id, AuditCode.WRONG_LOCATOR, WARNING, told)


def _pieces(text: str, size: int = 90_000) -> Iterable[str]:
    return (text[max(0, at - 100) : at + size] for at in range(0, len(text), size))


def _near(anchor: Anchor, anchors: Anchors, fault: Fault) -> str:
    if fault.code is not AnchorFault.QUOTE_MISSING or anchor.nearest is None:
        return ""
    span = anchor.nearest.place.span
    words = " ".join(anchors.text.text[span.start : min(span.end, span.start + 300)].split())
    return f" The nearest passage has {anchor.nearest.shared} of its {anchor.nearest.of} words: “{words}”"


def _without(sets: Sequence[ClaimSet], names: Names | None) -> Iterator[Finding]:
    """Papers that have no claim in the list."""
    if names is None:
        return
    held = {paper for one in sets if one.claims for paper in names.named(one.paper)}
    lacking = [paper for paper in names.ids if paper not in held]
    for paper in lacking[:MOST_NAMED]:
        yield Finding(paper, AuditCode.NO_CLAIMS, NOTE, "The list has no claim of this paper.")
    if len(lacking) > MOST_NAMED:
        more = len(lacking) - MOST_NAMED
        text = f"The list has no claims of {more:,} more papers."
        yield Finding("further papers", AuditCode.NO_CLAIMS, NOTE, text, more)
