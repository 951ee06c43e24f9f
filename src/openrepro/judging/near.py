"""Whether a measured value is so near to where its ruling would change that it is read several times."""

from decimal import Decimal
from typing import Final

from openrepro.claims.claim import Claim, Kind
from openrepro.claims.spec import stated_of
from openrepro.judging.comparing import sample_of
from openrepro.judging.reading import Measured
from openrepro.replication import allowed, standing

EDGE: Final = Decimal("0.1")
"""Of the tolerance, on either side of its edge."""
BEYOND: Final = (Decimal("1.2"), Decimal("2.7"), Decimal(3) + EDGE)
"""Tolerances: up to the first beyond the edge is near it, from the second to the third is near a contradiction."""


def near_threshold(claim: Claim, measured: tuple[Measured, ...]) -> bool:
    """Whether the first value lies within 10 % of the tolerance's edge, between 1 and 1.2 tolerances from the claim,
    or between 2.7 and 3.1. False without a tolerance, or without a number that can be compared."""
    if not measured or claim.statement is None or claim.kind is Kind.UNIVERSAL:
        return False
    sample = sample_of(claim, measured[0])
    found = None if sample is None else standing(stated_of(claim), sample)
    bounds = allowed(stated_of(claim))
    if found is None or bounds is None or not bounds.inner:
        return False
    away = _beyond(found.value, bounds.low, bounds.high) / bounds.inner
    first, second, last = BEYOND
    return 1 - EDGE <= away <= first or second <= away <= last


def _beyond(value: Decimal, low: Decimal | None, high: Decimal | None) -> Decimal:
    """How far `value` lies beyond what is stated; 0 or less where it does not."""
    return max(
        Decimal(0) if low is None else low - value,
        Decimal(0) if high is None else value - high,
    )
