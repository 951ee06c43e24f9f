"""The case file: all that code can establish about one revision and one claim."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from openrepro.claims.canonical import judged_digest
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.about import About, about
from openrepro.evidence.admitted import Aside, Tellings, admissions, asides, claimed
from openrepro.evidence.bounds import bounded, bounded_runs, unread_findings
from openrepro.evidence.conflict import Positions, conflict_findings, current_passages
from openrepro.evidence.counting import counted_findings
from openrepro.evidence.declared import Declared, refused_findings
from openrepro.evidence.enclosing import Enclosing
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.grading import Backing, Support, backing_of, support_of
from openrepro.evidence.horizon import Reaches, horizon_findings
from openrepro.evidence.mismatch import Size, sizes_in
from openrepro.evidence.model import CaseFile, Grade, Result, Run, run_json
from openrepro.evidence.near import Near
from openrepro.evidence.passages import Passage, Shape, passages_of
from openrepro.evidence.programs.pretence import pretended
from openrepro.evidence.proofs import written_proof
from openrepro.evidence.provenance import Stated, any_elided, copied_numbers, provenance_findings, shown_by
from openrepro.evidence.records import records_of
from openrepro.evidence.results import declared_elsewhere, declared_results, results_of_files, results_of_run
from openrepro.evidence.runs import findings_of_runs, findings_of_void_cells, runs_of
from openrepro.evidence.scale import GradedText, scale_findings, scale_of
from openrepro.evidence.shelf import Shelf
from openrepro.evidence.steering import steering_findings
from openrepro.ids import digest
from openrepro.logbooks.logbook import Address, FileKind, Logbook, Severity

LARGEST_FILE = 5_000_000
LEAST_NUMBERED = 2
PROVENANCE = (Code.FORGED_OUTPUT, Code.HARD_CODED, Code.COPIED_FROM_PAPER, Code.UNSUPPORTED_NUMBER, Code.RESULT_REFUSED)
FAR = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is read once per logbook: its runs, passages, results, sizes, and the findings about all of it.

    `positions` are what the current passages say for or against claims, `asides` what passages about no claim admit
    was not run, `tellings` what is remembered of passages. `unread` is the prose beyond the bounds, so that nothing
    can be decided; `runs` have their outputs cut at the bounds, `whole` as they are; `outputs` are those of each run,
    `declared` what the RESULT lines of each declare. `marks` name by digests what runs and result files show.
    """

    logbook: Logbook
    revision: str
    whole: tuple[Run, ...]
    runs: tuple[Run, ...]
    passages: tuple[Passage, ...]
    about: Mapping[str, About]
    results: tuple[Result, ...]
    declared: tuple[Declared, ...]
    shelf: Shelf
    backing: Backing
    sizes: tuple[Size, ...]
    findings: tuple[Finding, ...]
    near: Near
    of_runs: Mapping[Address, tuple[Finding, ...]]
    outputs: Mapping[Address, tuple[GradedText, ...]]
    positions: Positions
    asides: tuple[Aside, ...]
    tellings: Tellings
    reaches: Reaches
    marks: Mapping[Address, str]
    unread: tuple[Address, ...] = ()


def gather(logbook: Logbook, claims: ClaimSet, records: tuple[Passage, ...] | None = None) -> Evidence:
    """Read everything in `logbook` that no single claim decides; `records` are its `records_of`, where read already."""
    whole = runs_of(logbook)
    book, unread = bounded(logbook)
    runs, unread_outputs = bounded_runs(whole)
    on_pages = passages_of(book)
    passages = (*on_pages, *(records_of(logbook) if records is None else records))
    results, refused, declared = _all_results(logbook, whole, runs)
    tellings = Tellings()
    outputs = {run.at: tuple(_outputs(run)) for run in runs}
    of_logbook = (*_findings(book, claims, runs, results), *refused, *unread_findings(unread, unread_outputs))
    return Evidence(
        logbook=logbook,
        revision=logbook.revision,
        whole=whole,
        runs=runs,
        passages=passages,
        about=about(claims, passages),
        results=results,
        declared=declared,
        shelf=Shelf(results),
        backing=backing_of(logbook, runs, passages, results),
        sizes=sizes_in((*(text for texts in outputs.values() for text in texts), *_files(logbook))),
        findings=of_logbook,
        near=Near(finding for finding in of_logbook if finding.code in PROVENANCE),
        of_runs={run.at: (*findings_of_runs([run]), *pretended([run])) for run in whole},
        outputs=outputs,
        positions=Positions(current_passages(book, on_pages)),
        asides=asides(passages, tellings),
        tellings=tellings,
        reaches=Reaches(),
        marks=dict(_marks(logbook, whole)),
        unread=unread,
    )


def _marks(logbook: Logbook, runs: tuple[Run, ...]) -> Iterator[tuple[Address, str]]:
    yield from ((run.at, digest(run_json(run))) for run in runs)
    yield from ((Address(entry.path, 0, 0), entry.sha256) for entry in logbook.files_of(FileKind.RESULT))


class Found(NamedTuple):
    """All results of a logbook, and a finding for each RESULT line that was not taken."""

    results: tuple[Result, ...]
    refused: tuple[Finding, ...]
    declared: tuple[Declared, ...]


def _all_results(logbook: Logbook, whole: tuple[Run, ...], runs: tuple[Run, ...]) -> Found:
    """The declared results, of whole outputs, then those that outputs, as far as they are read, and files show."""
    cells = tuple(cell for page in logbook.pages for cell in page.cells)
    declared = tuple(declared_results(run) for run in whole)
    filed = results_of_files(logbook)
    results = (
        *(result for part in declared for result in part.results),
        *declared_elsewhere(cells).results,
        *(result for run in runs for result in results_of_run(run)),
        *filed.results,
    )
    problems = (*(problem for part in declared for problem in part.problems), *filed.problems)
    return Found(results, refused_findings(problems), declared)


def _findings(book: Logbook, claims: ClaimSet, runs: tuple[Run, ...], results: tuple[Result, ...]) -> Iterator[Finding]:
    cells = tuple(cell for page in book.pages for cell in page.cells)
    shown, stated = shown_by(runs, results), Stated(cells)
    texts = [claim.text for claim in claims.claims]
    yield from findings_of_void_cells(book)
    yield from provenance_findings(book, runs, results, shown=shown, stated=stated)
    yield from copied_numbers(stated, texts, shown, elided=any_elided(runs))
    yield from steering_findings(cells)


def _files(logbook: Logbook) -> Iterator[GradedText]:
    """The result files, which count as evidence."""
    for entry in logbook.files_of(FileKind.RESULT):
        if entry.size <= LARGEST_FILE:
            yield GradedText(logbook.text(entry.path), Address(entry.path, 0, entry.size), Grade.E1)


def _outputs(run: Run) -> Iterator[GradedText]:
    for output in run.outputs:
        yield GradedText(output.text, output.at, run.grade)


def case_file(evidence: Evidence, claim: Claim, *, parent: Claim, version: str, rules: str) -> CaseFile:
    """The case file of `claim`, which is `parent` itself or one of its conjuncts.

    `version` and `rules` are the digests of the claim set and of the rules.
    """
    own = evidence.about[parent.id]
    support = support_of(claim, own, evidence.backing)
    admitted = admissions(parent, own, evidence.asides, evidence.tellings)
    filed = Enclosing(passage.at for passage in own.passages if passage.numeric)
    results = evidence.shelf.about(claim.id, support.runs, filed)
    texts = (*(text for run in support.runs for text in evidence.outputs[run.at]), *_claim_texts(own))
    scale = scale_of(claim, results, support.runs, texts)
    findings = (
        *(finding for run in support.runs for finding in evidence.of_runs[run.at]),
        *evidence.near.to(support.runs, own.passages),
        *admitted,
        *scale_findings(scale),
        *horizon_findings(claim, texts, support.runs, evidence.reaches),
        *counted_findings(claim, (*texts, *_said(own.passages))),
        *conflict_findings(evidence.logbook, parent, own.numbers, evidence.positions),
        *unread_findings((*evidence.unread, *own.unread), ()),
    )
    proof = written_proof(own.passages)
    return CaseFile(
        revision=evidence.revision,
        claim=claim.id,
        claim_version=version,
        rules=rules,
        places=tuple(passage.at for passage in own.passages),
        addressed=_addressed(own, admitted, support, evidence.tellings),
        grade=support.grade,
        runs=support.runs,
        results=results,
        scale=scale,
        findings=findings,
        proof=None if proof is None else proof.at,
        unattributed=support.unattributed,
        unread=(*evidence.unread, *own.unread),
        spec=judged_digest(parent),
        around=digest(sorted(evidence.marks.get(at, "") for at in support.unattributed)),
    )


def _said(passages: Iterable[Passage]) -> Iterator[GradedText]:
    return (GradedText(one.text, one.at, Grade.E0) for one in passages if one.shape is not Shape.RECORD)


def _claim_texts(own: About) -> Iterator[GradedText]:
    """The claim's parts of result files, and its prose."""
    for passage in own.passages:
        yield GradedText(passage.source or passage.text, passage.at, Grade.E1 if passage.source else Grade.E0)


def _addressed(own: About, admitted: tuple[Finding, ...], support: Support, tellings: Tellings) -> bool | None:
    """False when the entry admits that the claim was not run and claims nothing for it, or passes it over.

    An entry passes a claim over when it deals with at least two others one by one and no page or record of it has
    half of this claim's words.
    """
    admits = any(item.code is Code.NOT_RUN and item.severity is Severity.SERIOUS for item in admitted)
    if admits and (support.grade is None or support.grade < Grade.E2) and not claimed(own, tellings):
        return False
    if own.passages:
        return True
    passed_over = own.numbered >= LEAST_NUMBERED and own.nearness < FAR
    return False if passed_over else None
