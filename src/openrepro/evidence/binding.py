"""Which results are about a claim's quantity: those that name the claim, or name the quantity in full."""

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.model import Grade, Result, Source, UnitKind
from openrepro.evidence.words import words

PERCENT_UNITS = frozenset({"percent", "%", "per cent"})
EXACT_KINDS = (Kind.EXACT, Kind.DATASET)


def bound(claim: Claim, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """The results bound to `claim`, best evidence first; empty when none names it. What is only said binds nothing.

    A declared result binds by the claim's id, and by the quantity's name where it gives one. Others bind when the
    name they carry holds every content word of the quantity and of what it is measured on, in a unit of the same
    kind, and all such results agree on one value.
    """
    declared = tuple(item for item in results if item.source is Source.DECLARED and _declares(claim, item))
    if declared:
        return tuple(sorted(declared, key=lambda item: -item.grade))
    named = tuple(item for item in results if _names(claim, item))
    return named if len({item.value for item in named}) == 1 else ()


def disagreeing(claim: Claim, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """The declared results of one claim and best grade when they state different values, else empty."""
    declared = bound(claim, tuple(item for item in results if item.source is Source.DECLARED))
    best = tuple(item for item in declared if item.grade == declared[0].grade)
    return best if len({item.value for item in best}) > 1 else ()


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
