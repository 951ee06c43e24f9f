"""What of a claim is compared with numbers: its spec, as `replication` wants it."""

import re
from decimal import Decimal

from openrepro.claims.claim import Claim, Kind, ScaleAxis
from openrepro.replication import Relation, Spread, Stated, StatedKind, number

_SPREADS = {
    Spread.DEVIATION: {"sd", "std", "stdev", "standard deviation"},
    Spread.ERROR: {"se", "sem", "stderr", "standard error", "standard error of the mean"},
    Spread.INTERVAL: {"ci", "ci95", "95% ci", "95 % ci", "confidence interval", "95% interval", "95 % interval"},
}
# Axes that count the paired cases of an ordering, so that enough of them stand in for paired seeds.
_ITEM_WORDS = "items tasks datasets prompts questions problems instances examples cases pairs trials graphs domains"
ITEM_AXES = frozenset(_ITEM_WORDS.split())
_EVERY_RUN = re.compile(
    r"(?P<average>\b(?:averag(?:e|es|ed|ing)|means?|medians?)(?:\s\w{1,20}){0,2}\s(?:over|across|of(?=\sall\b))\s(?:the\s)?)?"
    r"\b(?:every|each|all|any)(?:\sof)?(?:\s[\w-]{1,20}){0,2}?\s(?:seeds?|runs?)\b",
    re.IGNORECASE,
)
"""`for every seed`, `in each of the runs`; not `averaged over all seeds`."""
_DECADES = "decades"
_MOST_DECADES = 100


def stated_of(claim: Claim) -> Stated:
    """The comparable part of a claim. Numbers that cannot be read are left out, which leaves it undecided."""
    statement, quantity = claim.statement, claim.quantity
    versus = None if statement is None else statement.versus
    return Stated(
        kind=StatedKind(claim.kind.value),
        comparator=None if statement is None else Relation(statement.comparator.value),
        value=None if statement is None else _number(statement.value),
        upper=None if statement is None else _number(statement.upper),
        plus_minus=None if statement is None else _number(statement.plus_minus),
        spread=spread_of(None if statement is None else statement.spread_kind),
        n=None if statement is None else statement.n,
        tolerance_absolute=_number(claim.tolerance.absolute),
        tolerance_relative=_number(claim.tolerance.relative),
        versus_value=None if versus is None else _number(versus.value),
        better="" if quantity is None else quantity.better,
        seeds_needed=claim.seeds_needed,
        unit="" if quantity is None else quantity.unit,
        items_needed=items_needed(claim),
        axis_span=_axis_span(claim.scale),
        every_run=claim.kind is Kind.BOUND and about_every_run(claim),
    )


def about_every_run(claim: Claim) -> bool:
    """Whether the claim or what would falsify it speaks of every seed or run one by one, not of their mean."""
    found = (match for text in (claim.text, claim.falsified_by) for match in _EVERY_RUN.finditer(text))
    return any(match["average"] is None for match in found)


def spread_of(kind: str | None) -> Spread:
    """What a printed ± is, by the spec's word for it."""
    plain = "" if kind is None else " ".join(kind.lower().replace("_", " ").split())
    return next((spread for spread, words in _SPREADS.items() if plain in words), Spread.UNKNOWN)


def items_needed(claim: Claim) -> int | None:
    """The least number of paired items that the scale names, or None."""
    counts = [_number(axis.minimum) for axis in claim.scale if axis.axis in ITEM_AXES]
    whole = [int(count) for count in counts if count is not None and 0 < count < 10**9]
    return min(whole, default=None)


def _axis_span(scale: tuple[ScaleAxis, ...]) -> Decimal | None:
    """The ratio of largest to smallest axis value in the paper, from an axis that counts decades."""
    for axis in scale:
        decades = _number(axis.paper)
        if axis.axis.endswith(_DECADES) and decades is not None and 0 < decades <= _MOST_DECADES:
            return Decimal(10) ** decades
    return None


def _number(text: str | None) -> Decimal | None:
    return None if text is None else number(text)
