"""The embedded reader, without a model: it binds declared results, result files and tables by name, never guessing."""

import json
from collections.abc import Mapping
from dataclasses import replace

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.binding import bound, disagreeing
from openrepro.evidence.model import CaseFile, Grade, Result, RunState, Source
from openrepro.evidence.names import is_of_paper
from openrepro.evidence.premises import missing_premises
from openrepro.ids import Json
from openrepro.judging.comparing import breaking, keeping
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading, ScaleValue

RULES_READER = Reader(reader="rules", name="rules/1")
LEAST_PRINTED = 3
EXACT_ARITHMETIC = ("exact", "rational", "integer", "interval")


def read(claim: Claim, casefile: CaseFile) -> Reading:
    """The reading of one atomic claim from its case file alone."""
    results = bound(claim, casefile.results, casefile.runs)
    addressed = _addressed(casefile, results)
    method = _method(claim, casefile, results)
    reading = Reading(
        claim=claim.id,
        by=RULES_READER,
        addressed=addressed,
        method=method,
        measured=tuple(_measured(item) for item in results),
        scale=_scale(results),
        premises_met=_premises(claim, results),
        supports=_supports(claim, method, results),
        contradictions=tuple(_contradiction(item) for item in disagreeing(claim, casefile.results, casefile.runs)),
        quotes=tuple(item.at for item in results),
    )
    missing = _missing(claim, results)
    return _unknown(reading, missing if len(missing) < len(claim.premises) else ())


def _addressed(casefile: CaseFile, results: tuple[Result, ...]) -> Answer:
    if results or casefile.addressed:
        return Answer.YES
    return Answer.NO if casefile.addressed is False else Answer.UNKNOWN


def _method(claim: Claim, casefile: CaseFile, results: tuple[Result, ...]) -> Method:
    if any(_exact_counterexample(claim, item) for item in results):
        return Method.COUNTEREXAMPLE
    if casefile.proof is not None and claim.kind in (Kind.UNIVERSAL, Kind.EXISTENCE, Kind.EXACT):
        return Method.WRITTEN_PROOF
    if claim.kind is Kind.UNIVERSAL:
        return Method.NUMERICAL_AUDIT if results or _computed(casefile) else Method.NONE
    if not results:
        return Method.NONE
    if claim.kind is Kind.EXISTENCE:
        return Method.CONSTRUCTION
    return Method.ARTIFACT_COUNT if claim.kind is Kind.DATASET else Method.EXPERIMENT


def _computed(casefile: CaseFile) -> bool:
    """Whether a recorded run came to its end with numbers about this claim, or a result file holds them.

    Fewer than three different numbers are a check mark, not an audit; those named as the paper's are not counted.
    """
    ran = any(run.grade >= Grade.E2 and run.state is RunState.COMPLETED for run in casefile.runs)
    printed = {item.value for item in casefile.results if item.grade >= Grade.E2 and not is_of_paper(item.name)}
    return bool(casefile.addressed) and ((ran and len(printed) >= LEAST_PRINTED) or casefile.grade is Grade.E1)


def _measured(result: Result) -> Measured:
    return Measured(
        value=result.value,
        at=result.at,
        unit=result.unit,
        plus_minus=result.plus_minus,
        n=result.n,
        seeds=str(len(set(result.seeds)) or len(result.values)) if result.seeds or result.values else None,
        values=result.values,
        versus=result.versus,
        versus_values=result.versus_values,
        points=result.points,
    )


def _scale(results: tuple[Result, ...]) -> Mapping[str, ScaleValue]:
    return {axis: ScaleValue(value, item.at) for item in reversed(results) for axis, value in item.scale.items()}


def _missing(claim: Claim, results: tuple[Result, ...]) -> tuple[str, ...]:
    """The premises of `claim` that no bound result declares."""
    return missing_premises(claim.premises, (one for item in results for one in (*item.premises, *_checked(item))))


def _premises(claim: Claim, results: tuple[Result, ...]) -> Answer:
    return Answer.YES if results and not _missing(claim, results) else Answer.UNKNOWN


def _counterexample(result: Result) -> Mapping[str, Json]:
    if result.counterexample is None:
        return {}
    try:
        value = json.loads(result.counterexample)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _checked(result: Result) -> tuple[str, ...]:
    premises = _counterexample(result).get("premises_checked")
    return tuple(str(item) for item in premises) if isinstance(premises, list) else ()


def _exact_counterexample(claim: Claim, result: Result) -> bool:
    """Whether `result` declares a case, in exact arithmetic, that meets all premises and breaks the statement."""
    if claim.kind is not Kind.UNIVERSAL or result.source is not Source.DECLARED:
        return False
    declared = _counterexample(result)
    instance = declared.get("instance")
    named = isinstance(instance, dict) and bool(instance)
    exact = declared.get("arithmetic") in EXACT_ARITHMETIC
    checked = not missing_premises(claim.premises, _checked(result))
    return named and exact and checked and breaking(claim, _measured(result)) is not None


def _supports(claim: Claim, method: Method, results: tuple[Result, ...]) -> Answer:
    """By constructions and finite checks, whose results the statement can be tested on one by one."""
    if method is Method.COUNTEREXAMPLE:
        return Answer.NO
    if method not in (Method.CONSTRUCTION, Method.NUMERICAL_AUDIT):
        return Answer.UNKNOWN
    measured = [_measured(item) for item in results]
    if method is Method.CONSTRUCTION and any(breaking(claim, item) is not None for item in measured):
        return Answer.NO
    return Answer.YES if measured and all(keeping(claim, item) for item in measured) else Answer.UNKNOWN


def _contradiction(result: Result) -> Doubt:
    return Doubt("several-values", f"The entry declares {result.value} here and another value elsewhere.", result.at)


def _unknown(reading: Reading, premises: tuple[str, ...]) -> Reading:
    """`reading` with the fields it leaves open; `premises` are those not declared, where others are."""
    names = {
        "addressed": reading.addressed is Answer.UNKNOWN,
        "method": reading.method is Method.NONE,
        "measured": not reading.measured,
        "premises_met": reading.premises_met is Answer.UNKNOWN and not premises,
    }
    left = tuple(name for name, unknown in names.items() if unknown)
    return replace(reading, unknown=(*left, *(f"premise: {premise}" for premise in premises)))
