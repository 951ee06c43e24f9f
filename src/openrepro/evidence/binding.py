"""Which results are about a claim's quantity: those that name the claim, or name the quantity in full."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from openrepro.claims.claim import Claim
from openrepro.evidence.model import AxisState, Grade, Result, Run, RunState, Source, UnitKind
from openrepro.evidence.scale import scale_of
from openrepro.evidence.words import words
from openrepro.replication import Agreement, agree, factor, number, scaled

PERCENT_UNITS = frozenset({"percent", "%", "per cent"})
BROKEN = (RunState.FAILED, RunState.INTERRUPTED, RunState.DIVERGED)
MOST_VALUES = 100
"""So many different values of one claim never agree."""


def bound(claim: Claim, results: tuple[Result, ...], runs: tuple[Run, ...] = ()) -> tuple[Result, ...]:
    """The results bound to `claim`; empty when none names it. What is only said binds nothing.

    A declared result binds by the claim's id, and by the quantity's name where it gives one. Of those, the ones of
    the best grade that came from runs which did not fail, where there is such a one, and that declare the claim's
    full scale, where one does: a first attempt and a pilot are not the result. Others bind when the name they carry
    holds every content word of the quantity and of what it is measured on, in a unit of the same kind, and all such
    results agree on one value.
    """
    declared = [item for item in results if item.source is Source.DECLARED and _declares(claim, item)]
    if declared:
        return _standing(claim, declared, runs)
    named = tuple(item for item in results if _names(claim, item))
    return tuple(sorted(named, key=lambda item: -item.grade)) if len({item.value for item in named}) == 1 else ()


def disagreeing(claim: Claim, results: tuple[Result, ...], runs: tuple[Run, ...] = ()) -> tuple[Result, ...]:
    """The declared results that are bound to `claim` when they state different values, else empty.

    Values agree that are equal after rounding to the coarser one's digits, in the unit of the claim.
    """
    declared = bound(claim, tuple(item for item in results if item.source is Source.DECLARED), runs)
    unit = "" if claim.quantity is None else claim.quantity.unit
    values = {value for value in (_value(item, unit) for item in declared) if value is not None}
    if len({str(value) for value in values}) > MOST_VALUES:
        return declared
    apart = any(agree(one, other) is Agreement.NONE for one, other in combinations(values, 2))
    return declared if apart else ()


def _standing(claim: Claim, declared: Sequence[Result], runs: tuple[Run, ...]) -> tuple[Result, ...]:
    best = max(item.grade for item in declared)
    broken = {run.at for run in runs if run.state in BROKEN}
    kept = [item for item in declared if item.grade == best]
    kept = [item for item in kept if item.run not in broken] or kept
    full = [item for item in kept if _at_full_scale(claim, item)] if len(kept) > 1 else kept
    return tuple(full or kept)


def _at_full_scale(claim: Claim, result: Result) -> bool:
    """Whether `result` declares at least the least scale of every axis that has one."""
    return all(axis.state is AxisState.MET for axis in scale_of(claim, (result,), ()) if axis.minimum is not None)


def _value(result: Result, unit: str) -> Decimal | None:
    value, by = number(result.value), factor(result.unit, unit)
    return value if value is None or by is None else scaled(value, by)


def _declares(claim: Claim, result: Result) -> bool:
    if result.claim != claim.id or result.grade < Grade.E1:
        return False
    return not result.name or claim.quantity is None or words(result.name) == words(claim.quantity.name)


def _names(claim: Claim, result: Result) -> bool:
    if claim.quantity is None or result.source is Source.DECLARED or result.grade < Grade.E1:
        return False
    if result.source is Source.PROSE or not _same_kind(claim.quantity.unit, result.kind):
        return False
    carried = words(f"{result.name} {result.path.replace('.', ' ').replace('_', ' ')}")
    wanted = words(claim.quantity.name)
    return bool(wanted) and wanted <= carried and words(claim.quantity.of) <= carried


def _same_kind(unit: str, kind: UnitKind) -> bool:
    percent = unit.lower() in PERCENT_UNITS
    return percent == (kind is UnitKind.PERCENT) or kind is UnitKind.PLAIN
