"""What is compared: the number a paper states, the sample that was measured, and the outcome."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from openrepro.replication.digits import number
from openrepro.replication.intervals import Interval


class StatedKind(StrEnum):
    """The kinds of claim, as far as comparing numbers goes."""

    EXACT = "exact"
    VALUE = "value"
    BOUND = "bound"
    ORDERING = "ordering"
    MARGIN = "margin"
    TREND = "trend"
    NULL = "null"
    UNIVERSAL = "universal"
    EXISTENCE = "existence"
    RESOURCE = "resource"
    MECHANISM = "mechanism"
    DATASET = "dataset"
    QUALITATIVE = "qualitative"
    DEFINITION = "definition"
    POSITION = "position"


class Relation(StrEnum):
    """How the quantity relates to the stated value."""

    EQUAL = "="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    BETWEEN = "between"
    ABOUT = "~"

    @property
    def one_sided(self) -> bool:
        return self in (Relation.LESS, Relation.AT_MOST, Relation.GREATER, Relation.AT_LEAST)

    @property
    def upward(self) -> bool:
        return self in (Relation.GREATER, Relation.AT_LEAST)


class Spread(StrEnum):
    """What a printed ± is. UNKNOWN is read as the widest of the three, a standard error."""

    DEVIATION = "standard deviation"
    ERROR = "standard error"
    INTERVAL = "95 % interval"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    UNDECIDED = "undecided"


class Code(StrEnum):
    """Why a comparison came out as it did."""

    ROUNDING_MATCH = "rounding-match"
    INSIDE_TOLERANCE = "inside-tolerance"
    EQUIVALENT = "equivalent"
    ON_RIGHT_SIDE = "on-right-side"
    MARGIN_CONFIRMED = "margin-confirmed"
    DIFFERENT_DIGITS = "different-digits"
    BEYOND_TOLERANCE = "beyond-tolerance"
    WRONG_SIDE = "wrong-side"
    DIRECTION_ONLY = "direction-only"
    COUNTEREXAMPLE = "counterexample"
    NO_COUNTEREXAMPLE = "no-counterexample"
    BETWEEN_ONE_AND_THREE = "between-one-and-three"
    INTERVAL_TOO_WIDE = "interval-too-wide"
    INTERVAL_CROSSES = "interval-crosses"
    OUTSIDE_PREDICTION = "outside-prediction"
    PRINTED_TOO_COARSELY = "printed-too-coarsely"
    TOO_FEW_SEEDS = "too-few-seeds"
    NO_SPREAD = "no-spread"
    NO_OTHER_ARM = "no-other-arm"
    ARMS_NOT_PAIRED = "arms-not-paired"
    RANGE_TOO_SHORT = "range-too-short"
    RANGE_UNKNOWN = "range-unknown"
    VALUES_DISAGREE = "values-disagree"
    PERCENT_KIND = "percent-kind"
    RATIO_INVERTED = "ratio-inverted"
    NOT_COMPARABLE_HARDWARE = "not-comparable-hardware"
    NOT_BY_NUMBERS = "not-by-numbers"
    NOT_TESTABLE = "not-testable"
    NOT_A_NUMBER = "not-a-number"
    SPEC_INCOMPLETE = "spec-incomplete"
    SPEC_CONTRADICTORY = "spec-contradictory"


@dataclass(frozen=True, slots=True)
class Stated:
    """What the spec fixed beforehand. Decimals keep their printed digits (`Decimal("12.30")` has two).

    With `between`, `value` is the lower and `upper` the upper end. `spread` says what `plus_minus` is and `n`
    over how many runs. `tolerance_relative` is a fraction of the stated value (of the other arm's for a
    difference from nothing). `axis_span` is the paper's largest axis value divided by its smallest, for trends.
    `items_needed` is the number of paired items that stands in for paired seeds. `every_run` says that a bound must
    hold in each run, not on average. `shown_unit` is the unit that sentences give a measured value, `unit` when None.
    """

    kind: StatedKind
    comparator: Relation | None
    value: Decimal | None = None
    upper: Decimal | None = None
    plus_minus: Decimal | None = None
    spread: Spread = Spread.UNKNOWN
    n: int | None = None
    tolerance_absolute: Decimal | None = None
    tolerance_relative: Decimal | None = None
    versus_value: Decimal | None = None
    better: str = ""
    seeds_needed: int | None = None
    unit: str = ""
    items_needed: int | None = None
    axis_span: Decimal | None = None
    every_run: bool = False
    shown_unit: str | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """One measured value.

    `printed` is the text it was read from, `half_width` a printed ± of the sort `spread`, `n` how many cases it
    was counted over, `seeds` how many runs, `values` one value per run. `versus` is the other arm: its `values`
    pair with these by position. `points` are (axis, measured) pairs of a trend and `span` the ratio of the
    largest to the smallest axis value. `proportion` says that the value is a share of `n` independent cases (a
    fraction, or a percentage where the unit is percent), so that a binomial interval holds. `rounding` is how far the
    true value may lie from `value`, where a conversion changed its digits; half a unit of its last digit when None.
    """

    value: Decimal
    printed: str
    half_width: Decimal | None = None
    n: int | None = None
    seeds: int | None = None
    values: tuple[Decimal, ...] = ()
    versus: "Sample | None" = None
    spread: Spread = Spread.UNKNOWN
    points: tuple[tuple[Decimal, Decimal], ...] = ()
    span: Decimal | None = None
    proportion: bool = False
    rounding: Decimal | None = None

    @property
    def runs(self) -> int:
        """How many runs stand behind the value: the seeds named and the values given must both be there."""
        counts = [count for count in (self.seeds, len(self.values) or None) if count is not None]
        return min(counts, default=1)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the numbers say: `difference` is the interval of measured − claimed, `margin` the tolerance used."""

    outcome: Outcome
    code: Code
    text: str
    difference: Interval | None = None
    margin: Decimal | None = None


def sample_of(
    printed: str,
    *,
    plus_minus: str | None = None,
    values: Iterable[str] = (),
    seeds: int | None = None,
    n: int | None = None,
    versus: Sample | None = None,
) -> Sample | None:
    """The sample of numbers as printed, or None when `printed` is no finite number.

    A ± or per-run value that is no number drops out, which can only make the comparison undecided.
    """
    value = number(printed)
    if value is None:
        return None
    parsed = [number(item) for item in values]
    each = tuple(item for item in parsed if item is not None)
    whole = each if len(each) == len(parsed) else ()
    spread = None if plus_minus is None else number(plus_minus)
    return Sample(value, printed, spread, n, seeds, whole, versus)
