"""What is missing or contradictory in claim sets: ids, conjuncts, and every check of each claim's spec."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from openrepro.claims.check_codes import CheckCode
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.fields import Fault
from openrepro.claims.statement_checks import (
    Complaint,
    Complaints,
    check_arms,
    check_percent,
    check_quantity,
    check_resource,
    check_scale,
    check_seeds,
    check_spread,
    check_statement,
    check_tolerance,
    check_untestable,
)
from openrepro.claims.wording_checks import check_compound, check_number, check_quote, check_refutation
from openrepro.ids import CLAIM_ID, PAPER_ID
from openrepro.severity import Severity

Check = Callable[[Claim], Complaints]

_ALWAYS: tuple[Check, ...] = (check_quote, check_compound, check_refutation)
_ATOMIC: tuple[Check, ...] = (
    check_quantity,
    check_percent,
    check_statement,
    check_spread,
    check_tolerance,
    check_arms,
    check_resource,
    check_seeds,
    check_scale,
    check_number,
)


def check(sets: Sequence[ClaimSet]) -> tuple[Fault, ...]:
    """Every fault of the sets, in their order. A compound claim's own spec is not read, so it is not checked."""
    return (*_check_sets(sets), *(fault for claims in sets for fault in check_set(claims)))


def check_set(claims: ClaimSet) -> Iterator[Fault]:
    """The faults of one paper's claims."""
    if not claims.claims:
        yield Fault(claims.paper, CheckCode.NO_CLAIMS, "The set holds no claims.", Severity.WARNING)
    if not PAPER_ID.fullmatch(claims.paper):
        text = f'The paper id "{claims.paper}" is not made of letters, digits, "_" and "-" alone.'
        yield Fault(claims.paper, CheckCode.ID_FORM, text, Severity.NOTE)
    for claim in claims.claims:
        yield from _faults(claim.id, _check_paper(claim, claims.paper))
        yield from check_claim(claim)


def check_claim(claim: Claim) -> Iterator[Fault]:
    """The faults of one claim and of its conjuncts."""
    checks = _ALWAYS if claim.conjuncts else (*_ALWAYS, *_ATOMIC)
    if not claim.kind.testable:
        checks = (check_quote, check_untestable)
    yield from _faults(claim.id, _check_id(claim))
    for one in checks:
        yield from _faults(claim.id, one(claim))
    yield from _faults(claim.id, _check_conjuncts(claim))
    for conjunct in claim.conjuncts:
        yield from check_claim(conjunct)


def _faults(claim_id: str, complaints: Iterable[Complaint]) -> Iterator[Fault]:
    return (Fault(claim_id, one.code, one.text, one.severity) for one in complaints)


def _check_sets(sets: Sequence[ClaimSet]) -> Iterator[Fault]:
    """Ids and papers that occur more than once in the file."""
    papers = Counter(claims.paper for claims in sets)
    for paper, count in papers.items():
        if count > 1:
            text = f"{count} sets are about this paper; only one can be judged against."
            yield Fault(paper, CheckCode.PAPER_TWICE, text, Severity.SERIOUS)
    ids = Counter(claim_id for claims in sets for claim in claims.claims for claim_id in _ids(claim))
    for claim_id, count in ids.items():
        if count > 1:
            text = f"{count} claims have this id; an id names one claim."
            yield Fault(claim_id, CheckCode.ID_TWICE, text, Severity.SERIOUS)


def _ids(claim: Claim) -> Iterator[str]:
    yield claim.id
    for conjunct in claim.conjuncts:
        yield from _ids(conjunct)


def _check_id(claim: Claim) -> Complaints:
    if not CLAIM_ID.fullmatch(claim.id):
        text = "The id is not of the form `<paper>.c3`, or `<paper>.c3b` for a part."
        yield Complaint(CheckCode.ID_FORM, Severity.NOTE, text)


def _check_paper(claim: Claim, paper: str) -> Complaints:
    match = CLAIM_ID.fullmatch(claim.id)
    if match is not None and match["paper"] != paper:
        text = f"The id names the paper {match['paper']}, but the claim stands in the set of {paper}."
        yield Complaint(CheckCode.ID_OTHER_PAPER, Severity.WARNING, text)


def _check_conjuncts(claim: Claim) -> Complaints:
    """The parts of a compound claim are named after it, and are at least two."""
    if len(claim.conjuncts) == 1:
        text = "A compound claim with one conjunct is that conjunct; list the others or make it atomic."
        yield Complaint(CheckCode.ONE_CONJUNCT, Severity.WARNING, text)
    for conjunct in claim.conjuncts:
        tail = conjunct.id.removeprefix(claim.id)
        if tail == conjunct.id or not (tail.isascii() and tail.isalpha() and tail.islower()):
            text = f"The conjunct {conjunct.id} is not named as a part of it, like {claim.id}a."
            yield Complaint(CheckCode.ID_NOT_A_PART, Severity.WARNING, text)
