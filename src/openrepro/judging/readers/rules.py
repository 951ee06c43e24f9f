"""The embedded reader, without a model: it binds declared results, result files and tables by name, never guessing."""

import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from openrepro.claims.claim import Claim, Comparator, Kind
from openrepro.evidence.binding import bound, disagreeing
from openrepro.evidence.model import CaseFile, Grade, Result, RunState, Source
from openrepro.ids import Json
from openrepro.judging.quotes import decimal
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading, ScaleValue

RULES_READER = Reader(reader="rules", name="rules/1")
LEAST_PRINTED = 3
EXACT_ARITHMETIC = ("exact", "rational", "integer", "interval")


def read(claim: Claim, casefile: CaseFile) -> Reading:
    """The reading of one atomic claim from its case file alone."""
    results = bound(claim, casefile.results)
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
        contradictions=tuple(_contradiction(item) for item in disagreeing(claim, casefile.results)),
        quotes=tuple(item.at for item in results),
    )
    return _with_unknown(reading)


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

    Fewer than three numbers are a check mark, not an audit.
    """
    ran = any(run.grade >= Grade.E2 and run.state is RunState.COMPLETED for run in casefile.runs)
    printed = sum(item.grade >= Grade.E2 for item in casefile.results) >= LEAST_PRINTED
    return bool(casefile.addressed) and ((ran and printed) or casefile.grade is Grade.E1)


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


def _premises(claim: Claim, results: tuple[Result, ...]) -> Answer:
    if not claim.premises:
        return Answer.YES if results else Answer.UNKNOWN
    declared = {premise for item in results for premise in (*item.premises, *_checked(item))}
    return Answer.YES if set(claim.premises) <= declared else Answer.UNKNOWN


def _counterexample(result: Result) -> Mapping[str, Json]:
    if result.counterexample is None:
        return {}
    try:
        value = json.loads(result.counterexample)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _checked(result: Result) -> tuple[str, ...]:
    premises = _counterexample(result).get("premises_checked")
    return tuple(str(item) for item in premises) if isinstance(premises, list) else ()


def _exact_counterexample(claim: Claim, result: Result) -> bool:
    """Whether `result` declares a counterexample in exact arithmetic whose value breaks the stated bound."""
    if claim.kind is not Kind.UNIVERSAL or result.source is not Source.DECLARED:
        return False
    arithmetic = _counterexample(result).get("arithmetic")
    return arithmetic in EXACT_ARITHMETIC and _breaks(claim, decimal(result.value)) is True


def _breaks(claim: Claim, value: Decimal | None) -> bool | None:
    """Whether `value` is outside what the claim states, None when the statement gives nothing to test it by."""
    statement = claim.statement
    stated = decimal(statement.value) if statement is not None and statement.value is not None else None
    if statement is None or stated is None or value is None:
        return None
    if statement.comparator is Comparator.BETWEEN:
        upper = None if statement.upper is None else decimal(statement.upper)
        return None if upper is None else not stated <= value <= upper
    return {
        Comparator.LESS: value >= stated,
        Comparator.AT_MOST: value > stated,
        Comparator.GREATER: value <= stated,
        Comparator.AT_LEAST: value < stated,
        Comparator.EQUAL: value != stated,
    }.get(statement.comparator)


def _supports(claim: Claim, method: Method, results: tuple[Result, ...]) -> Answer:
    """By constructions and finite checks, whose results the statement can be tested on one by one."""
    if method is Method.COUNTEREXAMPLE:
        return Answer.NO
    if method not in (Method.CONSTRUCTION, Method.NUMERICAL_AUDIT):
        return Answer.UNKNOWN
    broken = {_breaks(claim, decimal(item.value)) for item in results}
    if method is Method.CONSTRUCTION and True in broken:
        return Answer.NO
    return Answer.YES if broken == {False} else Answer.UNKNOWN


def _contradiction(result: Result) -> Doubt:
    return Doubt("several-values", f"The entry declares {result.value} here and another value elsewhere.", result.at)


def _with_unknown(reading: Reading) -> Reading:
    names = {
        "addressed": reading.addressed is Answer.UNKNOWN,
        "method": reading.method is Method.NONE,
        "measured": not reading.measured,
        "premises_met": reading.premises_met is Answer.UNKNOWN,
    }
    return replace(reading, unknown=tuple(name for name, unknown in names.items() if unknown))
