"""The direction of a result, whatever its size: the one thing that a reduced scale can still show."""

from decimal import Decimal

from openrepro.replication.stated import Outcome, Relation, Sample, Stated, StatedKind

RATIO_UNITS = frozenset({"ratio", "factor", "x", "×", "times", "fold", "speed-up", "speedup"})
ONE = Decimal(1)
ZERO = Decimal(0)
SIZED = (StatedKind.EXACT, StatedKind.VALUE, StatedKind.DATASET, StatedKind.BOUND)


def same_side(stated: Stated, sample: Sample) -> Outcome:
    """Whether the measured effect lies on the side of equality that the statement names.

    Equality is the other arm where there is one, else 1 for ratios and 0 otherwise. A statement about a size alone
    has no side: undecided.
    """
    claimed = _claimed_side(stated)
    measured = _side(sample.value, _equal(stated, sample))
    if claimed == 0 or measured == 0:
        return Outcome.UNDECIDED
    return Outcome.SUPPORTS if claimed == measured else Outcome.CONTRADICTS


def _equal(stated: Stated, sample: Sample) -> Decimal:
    """The value at which there would be no effect."""
    if sample.versus is not None:
        return sample.versus.value
    return ONE if stated.unit.lower() in RATIO_UNITS else ZERO


def _claimed_side(stated: Stated) -> int:
    if stated.kind in SIZED and stated.versus_value is None:
        return 0
    if stated.comparator is not None and stated.comparator.one_sided and stated.kind is not StatedKind.MARGIN:
        return 1 if stated.comparator.upward else -1
    if stated.value is None or stated.comparator is Relation.BETWEEN:
        return {"higher": 1, "lower": -1}.get(stated.better, 0)
    if stated.versus_value is not None and stated.kind in SIZED:
        return _side(stated.value, stated.versus_value)
    return _side(stated.value, ONE if stated.unit.lower() in RATIO_UNITS else ZERO)


def _side(value: Decimal, equal: Decimal) -> int:
    return (value > equal) - (value < equal)
