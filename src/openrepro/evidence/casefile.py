"""The case file: all that code can establish about one revision and one claim."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.about import About, about
from openrepro.evidence.admitted import Aside, admissions, asides, claimed
from openrepro.evidence.conflict import conflict_findings, current_passages
from openrepro.evidence.counting import counted_findings
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.grading import Support, support_of
from openrepro.evidence.horizon import horizon_findings
from openrepro.evidence.mismatch import Size, sizes_in
from openrepro.evidence.model import CaseFile, Grade, Result, Run
from openrepro.evidence.passages import Passage, Shape, passages_of
from openrepro.evidence.proofs import written_proof
from openrepro.evidence.provenance import any_elided, copied_numbers, provenance_findings, shown_by
from openrepro.evidence.records import records_of
from openrepro.evidence.results import declared_elsewhere, declared_results, results_of_files, results_of_run
from openrepro.evidence.runs import findings_of_runs, findings_of_void_cells, runs_of
from openrepro.evidence.scale import GradedText, scale_findings, scale_of
from openrepro.evidence.steering import steering_findings
from openrepro.logbooks.logbook import Address, FileKind, Logbook, Severity

LARGEST_FILE = 5_000_000
LEAST_NUMBERED = 2
PROVENANCE = (Code.FORGED_OUTPUT, Code.HARD_CODED, Code.COPIED_FROM_PAPER, Code.UNSUPPORTED_NUMBER)
FAR = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is read once per logbook: its runs, passages, results, sizes, and the findings about all of it.

    `current` are the passages that speak for the present, `asides` what passages about no claim admit was not run.
    """

    logbook: Logbook
    runs: tuple[Run, ...]
    passages: tuple[Passage, ...]
    about: Mapping[str, About]
    results: tuple[Result, ...]
    sizes: tuple[Size, ...]
    findings: tuple[Finding, ...]
    current: tuple[Passage, ...]
    asides: tuple[Aside, ...]


def gather(logbook: Logbook, claims: ClaimSet) -> Evidence:
    """Read everything in `logbook` that no single claim decides."""
    runs = runs_of(logbook)
    on_pages = passages_of(logbook)
    passages = (*on_pages, *records_of(logbook))
    cells = tuple(cell for page in logbook.pages for cell in page.cells)
    results = (
        *(result for run in runs for result in declared_results(run).results),
        *declared_elsewhere(cells).results,
        *(result for run in runs for result in results_of_run(run)),
        *results_of_files(logbook).results,
    )
    return Evidence(
        logbook=logbook,
        runs=runs,
        passages=passages,
        about=about(claims, passages),
        results=results,
        sizes=sizes_in(_texts(logbook, runs)),
        findings=(
            *findings_of_void_cells(logbook),
            *provenance_findings(logbook, runs, results),
            *copied_numbers(
                cells, [claim.text for claim in claims.claims], shown_by(runs, results), elided=any_elided(runs)
            ),
            *steering_findings(cells),
        ),
        current=current_passages(logbook, on_pages),
        asides=asides(passages),
    )


def _texts(logbook: Logbook, runs: Iterable[Run]) -> tuple[GradedText, ...]:
    """The texts that count as evidence: outputs of runs, and result files."""
    outputs = (
        GradedText(output.text, output.at, Grade.E2 if run.recorded else Grade.E0)
        for run in runs
        for output in run.outputs
    )
    files = (
        GradedText(logbook.text(entry.path), Address(entry.path, 0, entry.size), Grade.E1)
        for entry in logbook.files_of(FileKind.RESULT)
        if entry.size <= LARGEST_FILE
    )
    return (*outputs, *files)


def case_file(evidence: Evidence, claim: Claim, *, parent: Claim, version: str, rules: str) -> CaseFile:
    """The case file of `claim`, which is `parent` itself or one of its conjuncts.

    `version` and `rules` are the digests of the claim set and of the rules.
    """
    own = evidence.about[parent.id]
    support = support_of(claim, own, evidence)
    admitted = admissions(parent, own, evidence.asides)
    results = _results(evidence.results, support.runs, own, claim)
    texts = _claim_texts(evidence, support.runs, own)
    scale = scale_of(claim, results, support.runs, texts)
    findings = (
        *findings_of_runs(support.runs),
        *_near(evidence.findings, support.runs, own),
        *admitted,
        *scale_findings(scale),
        *horizon_findings(claim, texts, support.runs),
        *counted_findings(claim, (*texts, *_said(own.passages))),
        *conflict_findings(evidence.logbook, parent, own.numbers, evidence.current),
    )
    proof = written_proof(own.passages)
    return CaseFile(
        revision=evidence.logbook.revision,
        claim=claim.id,
        claim_version=version,
        rules=rules,
        places=tuple(passage.at for passage in own.passages),
        addressed=_addressed(own, admitted, support),
        grade=support.grade,
        runs=support.runs,
        results=results,
        scale=scale,
        findings=findings,
        proof=None if proof is None else proof.at,
        unattributed=support.unattributed,
    )


def _said(passages: Iterable[Passage]) -> Iterator[GradedText]:
    return (GradedText(one.text, one.at, Grade.E0) for one in passages if one.shape is not Shape.RECORD)


def _near(findings: tuple[Finding, ...], runs: tuple[Run, ...], own: About) -> tuple[Finding, ...]:
    """The findings on provenance that point into the claim's runs, its passages or its part of a file."""
    cells = {run.at.cell for run in runs} - {None}
    passages = [passage.at for passage in own.passages]
    return tuple(
        finding
        for finding in findings
        if finding.code in PROVENANCE and any(at.cell in cells or _within(at, passages) for at in finding.at)
    )


def _results(results: tuple[Result, ...], runs: tuple[Run, ...], own: About, claim: Claim) -> tuple[Result, ...]:
    """The results that may be about the claim: declared for it, shown by its runs, or in its part of a file."""
    ours = {run.at for run in runs}
    files = [passage.at for passage in own.passages if passage.numeric]
    return tuple(
        item
        for item in results
        if item.claim == claim.id or (item.claim is None and (item.run in ours or _within(item.at, files)))
    )


def _within(at: Address, places: Iterable[Address]) -> bool:
    return any(place.file == at.file and place.start <= at.start and at.end <= place.end for place in places)


def _claim_texts(evidence: Evidence, runs: tuple[Run, ...], own: About) -> tuple[GradedText, ...]:
    """Outputs of the claim's runs, its parts of result files, and its prose."""
    outputs = (
        GradedText(output.text, output.at, Grade.E2 if run.recorded else Grade.E0)
        for run in runs
        for output in run.outputs
    )
    said = (
        GradedText(passage.source or passage.text, passage.at, Grade.E1 if passage.source else Grade.E0)
        for passage in own.passages
    )
    return (*outputs, *said)


def _addressed(own: About, admitted: tuple[Finding, ...], support: Support) -> bool | None:
    """False when the entry admits that the claim was not run and claims nothing for it, or passes it over.

    An entry passes a claim over when it deals with at least two others one by one and no page or record of it has
    half of this claim's words.
    """
    admits = any(item.code is Code.NOT_RUN and item.severity is Severity.SERIOUS for item in admitted)
    if admits and not claimed(own) and (support.grade is None or support.grade < Grade.E2):
        return False
    if own.passages:
        return True
    passed_over = own.numbered >= LEAST_NUMBERED and own.nearness < FAR
    return False if passed_over else None
