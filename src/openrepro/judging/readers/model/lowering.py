"""What a model's reading is worth: what code bound always wins, and the rest counts as far as code reads it again."""

from dataclasses import replace
from typing import Final

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.model import CaseFile, Run
from openrepro.judging.comparing import breaking, keeping
from openrepro.judging.quotes import confirm
from openrepro.judging.readers.model.checkers import checked_by_machine
from openrepro.judging.readers.model.measuring import Evidence, evidence_of
from openrepro.judging.reading import Answer, Doubt, Measured, Method, PremiseMet, Reading
from openrepro.judging.shown import decimal
from openrepro.logbooks.logbook import Address, Logbook

TESTED: Final = (Method.EXPERIMENT, Method.NUMERICAL_AUDIT, Method.ARTIFACT_COUNT)
CONTRADICTED: Final = "A model reads here the opposite of what the entry shows elsewhere about this claim."
CASES: Final = (Kind.UNIVERSAL, Kind.EXISTENCE)
"""Kinds of claim that are tested case by case, so that several numbers answer them."""
MOST_MEASURED: Final = 12
"""Numbers of one reading that are looked at."""


def lowered(
    reading: Reading,
    claim: Claim,
    casefile: CaseFile,
    logbook: Logbook,
    rules_reading: Reading,
    *,
    void: tuple[Address, ...] | None = None,
    related: tuple[Run, ...] = (),
) -> Reading:
    """`reading`, by a model, as code confirms it and as it adds to `rules_reading`, which code bound.

    `related` are runs about the claim beside those of the case file, in whose output a number may stand too. What it
    says of the scale is kept as far as it stands at its bytes: `quoted_scale.with_scale` says what of it counts.

    Fields that code could not fill are filled where the model's quotes bear it; a `no`, a doubt, a contradiction and a
    substitution stand, since they only lower. See "What a model may say" in docs/judging.md.
    """
    evidence = evidence_of(claim, casefile, logbook, related)
    held = confirm(reading, logbook, void)
    measured = rules_reading.measured or _measured(held, evidence)
    quotes = tuple(at for at in held.quotes if evidence.says_plainly(at))
    method = _method(held, claim, evidence, rules_reading, measured)
    merged = replace(
        rules_reading,
        by=reading.by,
        addressed=_lower(rules_reading.addressed, held.addressed),
        method=method,
        measured=measured,
        scale={**held.scale, **rules_reading.scale},
        substitutions=(*rules_reading.substitutions, *(one for one in held.substitutions if one.at is not None)),
        premises=held.premises,
        premises_met=_premises_met(held, claim, evidence, rules_reading),
        supports=_supports(claim, method, measured, rules_reading),
        contradictions=(*rules_reading.contradictions, *_contradictions(held)),
        doubts=(*rules_reading.doubts, *(one for one in held.doubts if one.at is not None)),
        quotes=tuple(dict.fromkeys((*rules_reading.quotes, *(one.at for one in measured), *quotes))),
    )
    return replace(merged, unknown=_open(merged, claim, rules_reading))


def _measured(held: Reading, evidence: Evidence) -> tuple[Measured, ...]:
    """The numbers that count; none where they differ, but for a claim about cases, each of which is one."""
    found = tuple(evidence.measured(item) for item in held.measured[:MOST_MEASURED])
    counted = tuple(item for item in found if item is not None)
    alike = len({(decimal(item.value), item.unit) for item in counted}) <= 1
    return counted if alike or evidence.claim.kind in CASES else ()


def _contradictions(held: Reading) -> tuple[Doubt, ...]:
    """Where a model sees contradictions, in words of our own: its own would stand in reasons that people read."""
    places = dict.fromkeys(one.at for one in held.contradictions if one.at is not None)
    return tuple(Doubt("contradiction", CONTRADICTED, at) for at in places)


def _lower(bound: Answer, said: Answer) -> Answer:
    """A model's `no` stands; its `yes` fills what code left open."""
    if Answer.NO in (bound, said):
        return Answer.NO
    return said if bound is Answer.UNKNOWN else bound


def _method(
    held: Reading, claim: Claim, evidence: Evidence, rules_reading: Reading, measured: tuple[Measured, ...]
) -> Method:
    if rules_reading.method is not Method.NONE:
        return rules_reading.method
    said = held.method
    if said in TESTED:
        return _tested(claim, said) if measured else Method.NONE
    if said is Method.CONSTRUCTION:
        return said if claim.kind is Kind.EXISTENCE and _all_keep(claim, measured) else Method.NONE
    if said is Method.MACHINE_CHECKED_PROOF:
        return said if checked_by_machine(held.quotes, evidence.casefile) else Method.WRITTEN_PROOF
    return said if said is Method.WRITTEN_PROOF and held.quotes else Method.NONE


def _tested(claim: Claim, said: Method) -> Method:
    return Method.NUMERICAL_AUDIT if claim.kind is Kind.UNIVERSAL else said


def _supports(claim: Claim, method: Method, measured: tuple[Measured, ...], rules_reading: Reading) -> Answer:
    """What code itself finds each measured case to do to the statement; never what a model says."""
    if rules_reading.supports is not Answer.UNKNOWN:
        return rules_reading.supports
    if method is Method.CONSTRUCTION and any(breaking(claim, item) is not None for item in measured):
        return Answer.NO
    if method not in (Method.CONSTRUCTION, Method.NUMERICAL_AUDIT):
        return Answer.UNKNOWN
    return Answer.YES if _all_keep(claim, measured) else Answer.UNKNOWN


def _all_keep(claim: Claim, measured: tuple[Measured, ...]) -> bool:
    return bool(measured) and all(keeping(claim, item) for item in measured)


def _premises_met(held: Reading, claim: Claim, evidence: Evidence, rules_reading: Reading) -> Answer:
    """`yes` where every premise that no run declared was shown to hold by evidence; `no` by any answer."""
    if held.premises_met is Answer.NO or any(one.met is Answer.NO for one in held.premises):
        return Answer.NO
    if rules_reading.premises_met is not Answer.UNKNOWN or not claim.premises:
        return rules_reading.premises_met if claim.premises else Answer.YES
    return Answer.UNKNOWN if _unshown(held.premises, claim, evidence, rules_reading) else Answer.YES


def _unshown(
    answers: tuple[PremiseMet, ...], claim: Claim, evidence: Evidence, rules_reading: Reading
) -> tuple[str, ...]:
    told = (one for one in answers if one.met is Answer.YES and one.at is not None)
    shown = {one.premise for one in told if one.at is not None and evidence.shows(one.premise, one.at)}
    return tuple(premise for premise in _undeclared(claim, rules_reading) if premise not in shown)


def _undeclared(claim: Claim, rules_reading: Reading) -> tuple[str, ...]:
    """The premises that no bound result declares, as the rules reader names them; all where it names none."""
    named = tuple(one for one in claim.premises if f"premise: {one}" in rules_reading.unknown)
    return named or claim.premises


def _open(reading: Reading, claim: Claim, rules_reading: Reading) -> tuple[str, ...]:
    """The fields that are still open, by the names that the rules reader gives them."""
    premises = reading.premises_met is Answer.UNKNOWN
    named = tuple(name for name in rules_reading.unknown if name.startswith("premise: "))
    names = {
        "addressed": reading.addressed is Answer.UNKNOWN,
        "method": reading.method is Method.NONE,
        "measured": not reading.measured,
        "premises_met": premises and bool(claim.premises) and not named,
    }
    return (*(name for name, unknown in names.items() if unknown), *(named if premises else ()))
