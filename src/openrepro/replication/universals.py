"""Whether one measured case breaks a statement about all cases, or keeps it."""

from decimal import localcontext

from openrepro.replication.digits import CONTEXT, half_unit, show, usable
from openrepro.replication.estimates import estimate
from openrepro.replication.intervals import around
from openrepro.replication.regions import ZERO, Margins, Region, claimed, incomplete, margins_of, region_of, undecided
from openrepro.replication.stated import Code, Comparison, Outcome, Relation, Sample, Stated


def counterexample(stated: Stated, sample: Sample) -> Comparison:
    """Contradicts when the case lies outside the statement and its tolerance with all that rounding allows.

    One case that keeps the statement supports nothing. A case on the boundary is no counterexample. Whether the
    case meets the statement's premises, and whether it was computed exactly, is not decided here.
    """
    with localcontext(CONTEXT):
        region = _sharp_region(stated)
        if region is None:
            return incomplete(stated, "value that a case could break")
        numbers = [sample.value, *(end for end in (region.low, region.high) if end is not None)]
        if not all(usable(value) for value in numbers):
            return undecided(Code.NOT_A_NUMBER, "A number of the claim or of the case is not finite, or absurd.")
        found = estimate(sample, stated.unit).interval or around(sample.value, half_unit(sample.value))
        slack = (margins_of(stated) or Margins(ZERO, ZERO)).inner
        if found.half_width == 0 and region.strict and region.distance(sample.value) == 0:
            return undecided(Code.NO_COUNTEREXAMPLE, f"The case only reaches {claimed(stated)}.")
        gap = min(region.distance(found.low), region.distance(found.high))
        said = f"The case gives {show(sample.value, stated.unit)}"
        if region.excluded_by(found) and gap > slack:
            text = f"{said}, which breaks {claimed(stated)} by more than its digits leave open."
            return Comparison(Outcome.CONTRADICTS, Code.COUNTEREXAMPLE, text, found, slack)
        return undecided(Code.NO_COUNTEREXAMPLE, f"{said}, which does not break {claimed(stated)}.", found, slack)


def keeps(stated: Stated, sample: Sample) -> bool | None:
    """Whether the case as printed lies inside the statement and its tolerance; None when nothing tells."""
    with localcontext(CONTEXT):
        region = _sharp_region(stated)
        if region is None or not usable(sample.value):
            return None
        slack = (margins_of(stated) or Margins(ZERO, ZERO)).inner
        return region.holds(around(sample.value, ZERO), slack)


def _sharp_region(stated: Stated) -> Region | None:
    """The region of the statement; None for `about` without a tolerance, which no value breaks or keeps."""
    vague = stated.comparator is Relation.ABOUT and margins_of(stated) is None
    return None if vague else region_of(stated)
