"""Where an estimate lies against the values a statement allows, its tolerance, and 3 times its tolerance."""

from decimal import Decimal
from typing import NamedTuple

from openrepro.replication.digits import show
from openrepro.replication.estimates import Estimate
from openrepro.replication.intervals import Interval
from openrepro.replication.stated import Code, Comparison, Outcome, Relation, Stated

FACTOR = 3
ZERO = Decimal(0)


class Margins(NamedTuple):
    """The tolerance, and 3 times it: what lies between the two is undecided."""

    inner: Decimal
    outer: Decimal


class Region(NamedTuple):
    """The values the statement allows; an end that is None is open. `strict` leaves the ends out."""

    low: Decimal | None
    high: Decimal | None
    strict: bool = False

    def distance(self, value: Decimal) -> Decimal:
        """How far `value` lies outside; 0 inside."""
        below = ZERO if self.low is None else self.low - value
        above = ZERO if self.high is None else value - self.high
        return max(below, above, ZERO)

    def holds(self, found: Interval, slack: Decimal) -> bool:
        """Whether all of `found` lies inside, with `slack` beyond either end."""
        low = None if self.low is None else found.low - self.low + slack
        high = None if self.high is None else self.high + slack - found.high
        sharp = self.strict and not slack
        return all(room > 0 or (not room and not sharp) for room in (low, high) if room is not None)

    def excluded_by(self, found: Interval) -> bool:
        """Whether all of `found` lies outside."""
        return (self.low is not None and found.high < self.low) or (self.high is not None and found.low > self.high)

    @property
    def reach(self) -> Decimal | None:
        """Half the region's width; None when it is one-sided."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


class Placed(NamedTuple):
    outcome: Outcome
    code: Code
    tail: str


def margins_of(stated: Stated, base: Decimal | None = None) -> Margins | None:
    """The tolerances of the spec, or None when it fixes none.

    `base` is what a relative one is a fraction of (the stated value unless given). Of two, the smaller must hold
    for support, and 3 times the larger must be passed for contradiction.
    """
    whole = stated.value if base is None else base
    found = [] if stated.tolerance_absolute is None else [abs(stated.tolerance_absolute)]
    if stated.tolerance_relative is not None and whole is not None:
        found.append(abs(stated.tolerance_relative * whole))
    return Margins(min(found), FACTOR * max(found)) if found else None


def region_of(stated: Stated) -> Region | None:
    """The region of the statement, or None when a number it needs is missing."""
    relation, value = stated.comparator, stated.value
    if relation is None or value is None:
        return None
    match relation:
        case Relation.LESS | Relation.AT_MOST:
            return Region(None, value, relation is Relation.LESS)
        case Relation.GREATER | Relation.AT_LEAST:
            return Region(value, None, relation is Relation.GREATER)
        case Relation.BETWEEN:
            return None if stated.upper is None or stated.upper < value else Region(value, stated.upper)
        case Relation.EQUAL | Relation.ABOUT:
            return Region(value, value)


def place(found: Estimate, region: Region, margins: Margins, stated: Stated) -> Comparison:
    """Rule an estimate: inside the tolerance, beyond 3 times it, or undecided and why."""
    gap = region.distance(found.value)
    placed = _placed(found, region, margins, gap)
    inside = "agrees with" if region.reach == 0 else "meets"
    where = f"lies {show(gap)} from" if gap else inside
    text = f"Measured {measured(found, stated)} {where} {claimed(stated)}, {placed.tail}."
    shifted = found.printed_interval.shifted(-(stated.value or ZERO))
    return Comparison(placed.outcome, placed.code, text, shifted, margins.inner)


def undecided(code: Code, text: str, difference: Interval | None = None, margin: Decimal | None = None) -> Comparison:
    return Comparison(Outcome.UNDECIDED, code, text, difference, margin)


def incomplete(stated: Stated, what: str) -> Comparison:
    return undecided(Code.SPEC_INCOMPLETE, f"The spec (kind {stated.kind.value}) fixes no {what}.")


def no_spread(found: Estimate, stated: Stated) -> Comparison:
    text = (
        f"Measured {measured(found, stated)} comes without per-run values or a ±, so nothing tells how far it varies."
    )
    return undecided(Code.NO_SPREAD, text)


def measured(found: Estimate, stated: Stated) -> str:
    """The measured value in words: `9.4 percent (95 % interval 8.97 to 9.83)`."""
    value = show(found.value, stated.unit if stated.shown_unit is None else stated.shown_unit)
    if found.interval is None or not found.interval.half_width:
        return value
    return f"{value} (95 % interval {show(found.interval.low)} to {show(found.interval.high)})"


def claimed(stated: Stated) -> str:
    """The claimed value in words: `the claimed 3.1`, `the claimed <= 8`, `the claimed 4 to 6`."""
    if stated.value is None:
        return "the claim"
    value = show(stated.value)
    match stated.comparator:
        case Relation.EQUAL | None:
            return f"the claimed {value}"
        case Relation.ABOUT:
            return f"the claimed value of about {value}"
        case Relation.BETWEEN if stated.upper is not None:
            return f"the claimed {value} to {show(stated.upper)}"
    return f"the claimed {stated.comparator.value} {value}"


def _placed(found: Estimate, region: Region, margins: Margins, gap: Decimal) -> Placed:
    interval, tolerance = found.printed_interval, show(margins.inner)
    sided = region.reach is None
    if region.reach is not None and interval.half_width > margins.inner + region.reach:
        return _too_wide(found, tolerance)
    if region.holds(interval, margins.inner):
        if sided:
            return Placed(Outcome.SUPPORTS, Code.ON_RIGHT_SIDE, "all of it on the stated side")
        return Placed(Outcome.SUPPORTS, Code.INSIDE_TOLERANCE, f"inside the tolerance {tolerance}")
    if gap > margins.outer and region.excluded_by(interval):
        if sided and not margins.outer:
            return Placed(Outcome.CONTRADICTS, Code.WRONG_SIDE, "all of it on the wrong side")
        return Placed(Outcome.CONTRADICTS, Code.BEYOND_TOLERANCE, f"beyond 3 times the tolerance {tolerance}")
    if margins.inner < gap <= margins.outer:
        tail = f"between 1 and 3 times the tolerance {tolerance}, which decides nothing"
        return Placed(Outcome.UNDECIDED, Code.BETWEEN_ONE_AND_THREE, tail)
    edge = f"the tolerance {tolerance}" if margins.inner else "the bound"
    return Placed(Outcome.UNDECIDED, Code.INTERVAL_CROSSES, f"but the interval crosses {edge}, which decides nothing")


def _too_wide(found: Estimate, tolerance: str) -> Placed:
    if found.interval is None:
        tail = f"but is printed with too few digits for the tolerance {tolerance}"
        return Placed(Outcome.UNDECIDED, Code.PRINTED_TOO_COARSELY, tail)
    tail = f"but its interval is wider than the tolerance {tolerance}, which decides nothing"
    return Placed(Outcome.UNDECIDED, Code.INTERVAL_TOO_WIDE, tail)
