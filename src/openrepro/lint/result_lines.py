"""RESULT lines: those that are missing, and what in the others would keep their claims from being decided."""

from collections.abc import Iterable, Iterator

from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.evidence.binding import bound
from openrepro.evidence.declared import Declared, declared_elsewhere
from openrepro.evidence.mismatch import other_unit
from openrepro.evidence.model import Result, Run, Source
from openrepro.evidence.premises import missing_premises
from openrepro.evidence.words import words
from openrepro.judging.judge import Judgement, Part
from openrepro.judging.reading import Answer
from openrepro.lint.nearest import did_you_mean
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.lint.ready_line import needs, ready_line
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.replication import Code, Outcome
from openrepro.severity import Severity

MENDABLE = (
    Code.TOO_FEW_SEEDS,
    Code.NO_SPREAD,
    Code.NO_OTHER_ARM,
    Code.ARMS_NOT_PAIRED,
    Code.RANGE_TOO_SHORT,
    Code.RANGE_UNKNOWN,
    Code.PRINTED_TOO_COARSELY,
    Code.INTERVAL_TOO_WIDE,
    Code.INTERVAL_CROSSES,
    Code.RATIO_INVERTED,
)
"""Why a comparison stays open although the entry could change it."""
NOT_BY_LINES = (Kind.QUALITATIVE, Kind.DEFINITION, Kind.POSITION)


def result_lines(
    logbook: Logbook, runs: tuple[Run, ...], judgement: Judgement, claims: ClaimSet | None
) -> Iterator[Notice]:
    """Notices on the RESULT lines of a judged logbook; `claims` are the paper's, None when they were guessed."""
    printed = judgement.declared
    said = declared_elsewhere(cell for page in logbook.pages for cell in page.cells)
    yield from _off_form(printed, said)
    results = tuple(result for part in printed for result in part.results)
    if claims is not None:
        yield from _unknown(results, claims)
        for part in _atoms(judgement):
            yield from _of_part(part, results)
        yield from _not_addressed(judgement)
    elif runs and not results:
        yield _none_at_all(logbook)


def _atoms(judgement: Judgement) -> Iterator[Part]:
    """The claims that a RESULT line can be about: atomic, and decided by numbers."""
    for claim in judgement.claims:
        for part in claim.parts:
            if claim.claim.kind.testable and part.claim.kind not in NOT_BY_LINES:
                yield part


def _off_form(printed: Iterable[Declared], said: Declared) -> Iterator[Notice]:
    for problem in (*(problem for part in printed for problem in part.problems), *said.problems):
        text = problem.text
        yield _notice(
            Check.BAD_RESULT_LINE, text, "Print one JSON object on one line behind `RESULT `.", problem.at, text
        )
    if said.results:
        text = "A RESULT line stands in text or in typed output, not in the output of a recorded run: it is only said."
        at = tuple(result.at for result in said.results[:20])
        todo = "Let the program that measured the value print it, under `trackio logbook run`."
        yield _notice(Check.BAD_RESULT_LINE, text, todo, at, "said", len(said.results))


def _none_at_all(logbook: Logbook) -> Notice:
    paper = logbook.paper.ids[0] if logbook.paper.ids else "<paper id>"
    text = "No run prints a RESULT line, so code alone can bind no number to a claim."
    line = (
        f'RESULT {{"claim": "{paper}.c1", "quantity": "…", "value": "…", "unit": "…", "scale": {{}}, "premises": []}}'
    )
    return _notice(Check.NO_RESULT_LINE, text, "Print from the program, for each claim:", ready=line)


def _unknown(results: tuple[Result, ...], claims: ClaimSet) -> Iterator[Notice]:
    compound = {claim.id: claim for claim in claims.claims if claim.conjuncts}
    known = {atom.id for claim in claims.claims for atom in (claim, *claim.conjuncts)} - set(compound)
    for result in results:
        if result.claim is None or result.claim in known:
            continue
        if result.claim in compound:
            parts = ", ".join(atom.id for atom in compound[result.claim].conjuncts)
            text = f"A RESULT line names {result.claim}, which is judged by its parts, so it counts for none of them."
            yield _notice(
                Check.UNKNOWN_CLAIM, text, f"Print a line for each part: {parts}.", (result.at,), result.claim
            )
        else:
            near = did_you_mean(result.claim, sorted(known))
            text = f"A RESULT line names the claim {result.claim!r}, which {claims.paper} does not have{near or '.'}"
            todo = f"Name one of the paper's claims: {', '.join(sorted(known)[:12])}."
            yield _notice(Check.UNKNOWN_CLAIM, text, todo, (result.at,), result.claim, severity=Severity.SERIOUS)


def _of_part(part: Part, results: tuple[Result, ...]) -> Iterator[Notice]:
    own = tuple(result for result in results if result.claim == part.claim.id)
    if not own:
        yield from _missing(part)
        return
    yield from _other_quantity(part.claim, own)
    yield from _other_unit(part.claim, own)
    yield from _premises(part, own)
    comparison = part.comparison
    if comparison is not None and comparison.outcome is Outcome.UNDECIDED and comparison.code in MENDABLE:
        text = f"{part.claim.id}: {comparison.text}"
        todo = "Print what is missing in the RESULT line; all of it would be:"
        yield _notice(Check.UNDECIDED, text, todo, (own[0].at,), part.claim.id, ready=ready_line(part.claim))


def _missing(part: Part) -> Iterator[Notice]:
    """A ready line for a claim that the logbook deals with; a written proof needs none."""
    casefile = part.casefile
    if (not casefile.places and not casefile.runs) or casefile.proof is not None:
        return
    named = any(item.source is not Source.DECLARED for item in bound(part.claim, casefile.results))
    severity = Severity.NOTE if named else Severity.WARNING
    why = "its number is bound by name only" if named else "code binds no number to it"
    wanted = needs(part.claim)
    todo = f"It needs {wanted}. " if wanted else ""
    todo += "Name only premises that hold. " if part.claim.premises else ""
    todo += "Print from the program, with what it measured for `…`:"
    text = f"No run prints a RESULT line for {part.claim.id}, so {why}: “{part.claim.text[:160]}”"
    ready = ready_line(part.claim)
    yield _notice(Check.NO_RESULT_LINE, text, todo, cause=part.claim.id, severity=severity, ready=ready)


def _other_quantity(claim: Claim, own: tuple[Result, ...]) -> Iterator[Notice]:
    wanted = "" if claim.quantity is None else claim.quantity.name
    wrong = [result for result in own if wanted and result.name and words(result.name) != words(wanted)]
    if wrong:
        text = f"A RESULT line for {claim.id} names the quantity “{wrong[0].name[:80]}”; the claim's is “{wanted}”."
        todo = f'Write "quantity": "{wanted}", or leave it out; a line with another quantity is not bound.'
        yield _notice(Check.OTHER_QUANTITY, text, todo, tuple(result.at for result in wrong[:20]), claim.id)


def _other_unit(claim: Claim, own: tuple[Result, ...]) -> Iterator[Notice]:
    wanted = "" if claim.quantity is None else claim.quantity.unit
    wrong = [result for result in own if wanted and result.unit and _differs(result.unit, wanted)]
    if wrong:
        text = f"A RESULT line for {claim.id} is in “{wrong[0].unit[:60]}”; the claim is in “{wanted}”."
        todo = f'Convert the value in the program and write "unit": "{wanted}".'
        yield _notice(Check.OTHER_UNIT, text, todo, tuple(result.at for result in wrong[:20]), claim.id)


def _differs(unit: str, wanted: str) -> bool:
    return words(unit) != words(wanted) and other_unit(unit, wanted)


def _premises(part: Part, own: tuple[Result, ...]) -> Iterator[Notice]:
    if part.reading is not None and part.reading.premises_met is Answer.YES:
        return
    missing = missing_premises(part.claim.premises, (premise for result in own for premise in result.premises))
    if missing:
        listed = ", ".join(f"“{premise}”" for premise in missing)
        text = f"The RESULT line for {part.claim.id} does not declare the premises {listed}, so it stays open."
        todo = 'Copy those that hold, word for word, into "premises".'
        yield _notice(Check.NO_PREMISES, text, todo, (own[0].at,), part.claim.id)


def _not_addressed(judgement: Judgement) -> Iterator[Notice]:
    """One note that names the claims of the paper that the logbook passes over."""
    passed = [part.claim.id for part in _atoms(judgement) if not part.casefile.places and not part.casefile.runs]
    if passed:
        text = f"The logbook says nothing about {', '.join(passed)}."
        todo = "Nothing, if that is meant: an entry need not deal with every claim."
        yield _notice(Check.NOT_ADDRESSED, text, todo, severity=Severity.NOTE)


def _notice(
    check: Check,
    text: str,
    todo: str,
    at: tuple[Address, ...] = (),
    cause: str = "",
    count: int = 1,
    *,
    severity: Severity = Severity.WARNING,
    ready: str = "",
) -> Notice:
    return Notice(Topic.SUBSTANCE, check.value, severity, text, todo, at, cause, count, ready)
