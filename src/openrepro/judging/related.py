"""Runs that stand under no claim and that code can tell to be about one of them, by the words of what they show."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.casefile import Evidence
from openrepro.evidence.grading import Standing
from openrepro.evidence.model import CaseFile, Grade, Run, RunState
from openrepro.evidence.scale import OF_SCALE, scale_findings, scale_of
from openrepro.evidence.words import words
from openrepro.logbooks.logbook import Address

LEAST: Final = 0.5
"""The share of a claim's words that title and outputs of a run must hold."""


def related_runs(claim: Claim, claims: ClaimSet, casefile: CaseFile, evidence: Evidence) -> tuple[Run, ...]:
    """The recorded, completed runs among `casefile.unattributed` that are about `claim` more than about any other.

    `claim` is one of `claims`, not a part of one. A run under another claim's number, on a page that restates
    another claim, or that declares a result for one is that claim's, whatever its words are.
    """
    open_runs = frozenset(casefile.unattributed)
    candidates = (one for one in evidence.backing.runs if one.run.at in open_runs and _ended_well(one.run))
    return tuple(one.run for one in candidates if _nearest(one, claim, claims, evidence))


def with_carriers(
    casefile: CaseFile, carried: Iterable[Address], related: tuple[Run, ...], claim: Claim, evidence: Evidence
) -> CaseFile:
    """The case file with those of the `related` runs in whose cells a number at `carried` stands, as their own runs.

    What code found about such a run counts then, and what it states of an axis goes before what other runs state.
    """
    places = tuple(carried)
    runs = tuple(run for run in related if any(_within(at, run.at) for at in places))
    if not runs:
        return casefile
    texts = tuple(text for run in runs for text in evidence.outputs[run.at])
    stated = {one.axis: one for one in scale_of(claim, (), runs, texts) if one.found is not None}
    scale = tuple(stated.get(one.axis, one) for one in casefile.scale)
    kept = tuple(finding for finding in casefile.findings if finding.code not in OF_SCALE)
    of_runs = (finding for run in runs for finding in evidence.of_runs[run.at])
    return replace(
        casefile,
        runs=(*casefile.runs, *runs),
        grade=max((casefile.grade or Grade.E0, *(run.grade for run in runs))),
        scale=scale,
        findings=(*kept, *of_runs, *evidence.near.to(runs, ()), *scale_findings(scale)),
    )


def _within(at: Address, piece: Address) -> bool:
    return at.file == piece.file and piece.start <= at.start and at.end <= piece.end


def _ended_well(run: Run) -> bool:
    return run.recorded and run.grade >= Grade.E2 and run.state is RunState.COMPLETED


def _nearest(one: Standing, claim: Claim, claims: ClaimSet, evidence: Evidence) -> bool:
    others = tuple(about for name, about in evidence.about.items() if name != claim.id)
    if one.spoken_for or any(one.named & about.numbers for about in others):
        return False
    if any(one.run.at.file in about.restating_files for about in others):
        return False
    said = one.words | frozenset(_titles(one.run, evidence))
    own = _share(words(claim.text), said)
    return own >= LEAST and all(
        _share(words(other.text), said) < own for other in claims.claims if other.id != claim.id
    )


def _titles(run: Run, evidence: Evidence) -> Iterator[str]:
    yield from words(run.title)
    page = next((page for page in evidence.logbook.pages if page.file == run.at.file), None)
    yield from words(page.title) if page is not None else ()


def _share(wanted: frozenset[str], said: frozenset[str]) -> float:
    return len(wanted & said) / len(wanted) if wanted else 0.0
