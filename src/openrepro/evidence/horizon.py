"""Horizon: a claim about all cases or a limit, against the largest value that was tested."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.axes import number, scaled
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Run
from openrepro.evidence.patterns import any_of
from openrepro.evidence.places import Places
from openrepro.evidence.scale import GradedText
from openrepro.logbooks.logbook import Address, Severity

_UNBOUNDED = any_of(
    (
        r"\bfor (?:all|any|every|each|arbitrary|general)\b",
        r"\bany (?:number|finite|given|horizon|dimension|size|choice)\b",
        r"\basymptotic(?:ally)?\b|\barbitrar(?:y|ily)\b|\bregardless of\b|\bindependent of the number\b",
        r"(?<![A-Za-z])(?:O|Õ|Θ|Ω|O~|polylog|\\mathcal\{O\}|\\tilde\{?O\}?|\\Theta|\\Omega)\s?\(",
        r"\bpolynomial(?:ly)? (?:in|many)\b|\binfinite(?:ly)?\b|\bat all (?:times|steps|scales)\b",
        r"\bconverges\b(?! in [0-9])|→\s?(?:∞|infinity|0)|\\to\s?(?:\\infty|0)",
        r"\bas [a-zA-Z] (?:→|->|tends|goes|grows|approaches)",
        r"\bin the (?:(?:large|infinite|asymptotic|long)[- ])?(?:\w{1,12} )?limit\b",
        r"\bevery (?:finite|graph|instance|input|distribution|step|problem)\b",
        r"\b(?:theorem|proposition|lemma|corollary)\b[^.]{0,60}\b(?:proves?|shows?|establish\w*|states?|bounds?|gives"
        r"|guarantees?)\b",
    )
)
_NO_HORIZON = (Kind.DATASET, Kind.RESOURCE, Kind.DEFINITION, Kind.POSITION, Kind.QUALITATIVE, Kind.EXISTENCE)
_WORDS = (
    r"t|T|n|N|k|K|d|D|m|M|p|L|V|steps?|iterations?|iters?|rounds?|epochs?|horizon|sizes?|dims?|dimensions?|nodes|vertices"
    r"|samples|tokens|length|episodes|instances|cases|trials|seeds|depth|width|layers|max_steps|n_max|t_max|max_n|max_t"
)
_SUFFIX = r"(?P<suffix>[kM](?![A-Za-z]))?"
_NAMED = re.compile(
    rf"(?<![A-Za-z0-9_.])[\"'`*]?(?P<name>(?:n_|num_|max_)?(?:{_WORDS}))[\"'`*]?"
    r"\s?(?:=|:|<=|≤|∈|\bin\b|up to)\s?[\[({]?"
    rf"(?P<list>[0-9][0-9_,. ]{{0,120}}[0-9]|[0-9]){_SUFFIX}(?![\w.])"
)
_COUNTED = re.compile(
    rf"(?<![\w.])(?P<number>[0-9]{{1,12}}(?:,[0-9]{{3}}){{0,3}}){_SUFFIX}\s"
    r"(?P<name>steps?|iterations?|rounds?|epochs?|instances|cases|graphs|nodes|vertices|samples|trials|dimensions|seeds"
    r"|points|tuples|tokens|episodes)\b"
)
_LISTED = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")
MOST_AXES = 4


class Reach(NamedTuple):
    """The largest value of one axis that was tested."""

    name: str
    value: Decimal
    at: Address


def unbounded(claim: Claim) -> bool:
    """Whether a claim speaks of all cases or a limit: its kind is universal, or its text says so."""
    if claim.kind is Kind.UNIVERSAL:
        return True
    return claim.kind not in _NO_HORIZON and _UNBOUNDED.search(claim.text) is not None


class Reaches:
    """The largest values that texts of evidence state, each text read once however many claims ask."""

    def __init__(self) -> None:
        self._known: dict[Address, tuple[Reach, ...]] = {}

    def of(self, text: GradedText) -> tuple[Reach, ...]:
        """The largest value of each axis in one text."""
        known = self._known.get(text.at)
        if known is None:
            known = self._known[text.at] = tuple(_in_text(text))
        return known


def horizon_findings(
    claim: Claim, texts: Iterable[GradedText], runs: Iterable[Run] = (), known: Reaches | None = None
) -> tuple[Finding, ...]:
    """FINITE_HORIZON with the largest tested value per axis and where it stands; nothing for a bounded claim.

    `texts` are the outputs and result files that are about the claim, all of one logbook, whose reaches may be `known`.
    """
    if not unbounded(claim):
        return ()
    reached = sorted(_largest(texts, runs, known or Reaches()), key=lambda reach: -reach.value)[:MOST_AXES]
    if not reached:
        text = "The claim is about all cases or a limit; no evidence states how far it was tested."
        return (Finding(Code.FINITE_HORIZON, text, (), Severity.WARNING),)
    tested = ", ".join(f"{reach.name} = {reach.value:,f}" for reach in reached)
    text = f"The claim is about all cases or a limit; the largest tested: {tested}. A finite check is not a proof."
    return (Finding(Code.FINITE_HORIZON, text, tuple(reach.at for reach in reached), Severity.WARNING),)


def _largest(texts: Iterable[GradedText], runs: Iterable[Run], known: Reaches) -> Iterator[Reach]:
    best: dict[str, Reach] = {}
    for reach in (*(reach for text in texts for reach in known.of(text)), *_in_flags(runs)):
        if reach.name not in best or best[reach.name].value < reach.value:
            best[reach.name] = reach
    yield from best.values()


def _in_text(text: GradedText) -> Iterator[Reach]:
    """The largest value of each axis in one text."""
    best: dict[str, tuple[Decimal, int, int]] = {}
    for pattern in (_NAMED, _COUNTED):
        for match in pattern.finditer(text.text):
            name, value = _name(match["name"]), _value(match)
            if value is not None and (name not in best or best[name][0] < value):
                best[name] = (value, match.start(), match.end())
    places = Places(text.text, text.at)
    for name, (value, start, end) in best.items():
        yield Reach(name, value, places.address(start, end))


def _value(match: re.Match[str]) -> Decimal | None:
    groups = match.groupdict()
    listed = groups.get("list") or groups.get("number") or ""
    values = [scaled(one, groups.get("suffix")) for one in _LISTED.findall(listed)]
    return max((one for one in values if one is not None and one == one.to_integral_value()), default=None)


def _name(word: str) -> str:
    return word if len(word) == 1 else word.lower().replace("_", " ")


def _in_flags(runs: Iterable[Run]) -> Iterator[Reach]:
    for run in runs:
        for position, token in enumerate(run.argv[:2_000]):
            name, _, value = token[:200].lstrip("-").partition("=")
            value = value or (run.argv[position + 1] if position + 1 < len(run.argv) else "")
            found = (
                number(value[:20]) if re.fullmatch(rf"(?:n_|num_|max_)?(?:{_WORDS})", name.replace("-", "_")) else None
            )
            if found is not None and found == found.to_integral_value():
                yield Reach(_name(name.replace("-", "_")), found, run.at)
