"""The whole lint of one logbook: substance, entry, names, privacy, steering, structure, and what the reader met."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Run
from openrepro.evidence.runs import findings_of_runs
from openrepro.judging.judge import Judgement, judge
from openrepro.lint.advice import OF_FINDINGS, OF_PROBLEMS
from openrepro.lint.files import files
from openrepro.lint.icml_2026 import icml_2026
from openrepro.lint.names import names
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.lint.privacy import privacy
from openrepro.lint.result_lines import result_lines
from openrepro.lint.secrets import masked
from openrepro.lint.structure import structure
from openrepro.lint.substance import substance
from openrepro.lint.tags import tags
from openrepro.logbooks.logbook import Address, Logbook, Problem
from openrepro.severity import Severity

STEERING = (Code.STEERING, Code.SELF_VERDICT, Code.FORECAST_SCORE, Code.HIDDEN_CHARACTERS, Code.HIDDEN_MARKUP)
OF_CLAIMS = (
    Code.SCALE_BELOW,
    Code.SCALE_UNKNOWN,
    Code.UNIT_MISMATCH,
    Code.DENOMINATOR_MISMATCH,
    Code.PERCENT_KIND,
    Code.COUNTED_DIFFERENTLY,
    Code.CONFLICT,
    Code.PROXY,
    Code.NOT_RUN,
    Code.DISOWNED,
)
"""Findings that only a claim's case file has; they are told when the paper's claims are given."""
SCALE = (Code.SCALE_BELOW, Code.SCALE_UNKNOWN)
"""Told of declared results only; where none is declared, the ready line says what scale is needed."""
ADMITTED = (Code.PROXY, Code.NOT_RUN)
"""What an honest page says of itself: to be known, not to be mended."""
OVERTAKEN = {"forged-cell": Code.FORGED_OUTPUT.value, "several-papers": Check.UNKNOWN_PAPER.value}
"""Problems of the reader that say what a finding or check says too."""
MOST_PLACES = 20
WEIGHT = {severity: place for place, severity in enumerate((Severity.SERIOUS, Severity.WARNING, Severity.NOTE))}


def lint(
    logbook: Logbook, rules: Rules, claims: ClaimSet | None = None, *, papers: tuple[str, ...] = ()
) -> tuple[Notice, ...]:
    """Every notice about `logbook` under `rules`, the weightiest first; no secret is repeated in any of them.

    `claims` are the paper's claims; without them the logbook's own claim pages stand in. `papers` are the ids and
    aliases of all papers that are known, so that an unknown one can be told.
    """
    judgement = judge(logbook, claims, rules)
    runs = judgement.runs
    notices = (
        *privacy(logbook),
        *substance(logbook, runs, _proven(judgement)),
        *result_lines(logbook, runs, judgement, claims),
        *_findings(judgement, runs),
        *(() if claims is None else _claim_findings(judgement)),
        *_of_problems(logbook.problems),
        *tags(logbook, rules, papers),
        *files(logbook, rules),
        *names(logbook),
        *structure(logbook),
        *icml_2026(logbook, rules),
    )
    topics = {topic: place for place, topic in enumerate(Topic)}
    told = sorted(_once(_without_echoes(notices)), key=lambda one: (WEIGHT[one.severity], topics[one.topic]))
    return tuple(replace(one, text=masked(one.text), todo=masked(one.todo), ready=masked(one.ready)) for one in told)


def _proven(judgement: Judgement) -> frozenset[str]:
    proofs = (part.casefile.proof for claim in judgement.claims for part in claim.parts)
    return frozenset(proof.file for proof in proofs if proof is not None)


def _findings(judgement: Judgement, runs: tuple[Run, ...]) -> Iterator[Notice]:
    """What the judge would hold against the logbook as a whole and against its runs."""
    of_runs = (finding for finding in findings_of_runs(runs) if finding.code is not Code.SUBMISSION_ONLY)
    for finding in (*judgement.findings, *of_runs):
        yield _of_finding(finding)


def _claim_findings(judgement: Judgement) -> Iterator[Notice]:
    """What it would hold against single claims: one notice for all the claims that one finding is about."""
    told: dict[tuple[Code, str], list[str]] = {}
    first: dict[tuple[Code, str], Finding] = {}
    for claim in judgement.claims:
        for part in claim.parts if claim.claim.kind.testable else ():
            declared = any(result.claim == part.claim.id for result in part.casefile.results)
            for finding in part.casefile.findings:
                if finding.code in OF_CLAIMS and (declared or finding.code not in SCALE):
                    key = (finding.code, finding.text)
                    told.setdefault(key, []).append(part.claim.id)
                    first.setdefault(key, finding)
    for key, claims in told.items():
        named = ", ".join(dict.fromkeys(claims))
        notice = replace(_of_finding(first[key]), text=f"{named}: {first[key].text}")
        admitted = key[0] in ADMITTED
        yield replace(notice, severity=Severity.NOTE) if admitted else replace(notice, cause=named)


def _of_finding(finding: Finding) -> Notice:
    topic = Topic.STEERING if finding.code in STEERING else Topic.SUBSTANCE
    return Notice(topic, finding.code.value, finding.severity, finding.text, OF_FINDINGS[finding.code], finding.at)


def _of_problems(problems: Iterable[Problem]) -> Iterator[Notice]:
    for problem in problems:
        yield Notice(Topic.READING, problem.code, problem.severity, problem.text, OF_PROBLEMS[problem.code], problem.at)


def _without_echoes(notices: tuple[Notice, ...]) -> Iterator[Notice]:
    """Leave out what another notice says better: a copied number is unsupported too, a forged cell told twice."""
    copied = {at for one in notices if one.code == Code.COPIED_FROM_PAPER.value for at in one.at}
    codes = {one.code for one in notices}
    for one in notices:
        if OVERTAKEN.get(one.code) in codes:
            continue
        if one.code == Code.UNSUPPORTED_NUMBER.value and one.at and copied.issuperset(one.at):
            continue
        yield one


def _once(notices: Iterable[Notice]) -> Iterator[Notice]:
    """One notice per code, weight and cause, with all their places."""
    groups: dict[tuple[str, Severity, str], list[Notice]] = {}
    for one in notices:
        groups.setdefault((one.code, one.severity, one.cause), []).append(one)
    return (_together(group) for group in groups.values())


def _together(group: list[Notice]) -> Notice:
    first = group[0]
    if len(group) == 1:
        return replace(first, at=first.at[:MOST_PLACES])
    more = len({one.text for one in group}) - 1
    text = first.text
    if more:
        text += f" And {more} more like it."
    places: tuple[Address, ...] = tuple(dict.fromkeys(at for one in group for at in one.at))[:MOST_PLACES]
    return replace(first, text=text, at=places, count=sum(one.count for one in group))
