"""The statistics of "same result": whether a measured number supports or contradicts a stated one."""

from openrepro.replication.comparators import compare
from openrepro.replication.conversion import canonical, convertible, factor, pure, same_unit, scaled
from openrepro.replication.digits import Agreement, agree, half_unit, number, quantum, show
from openrepro.replication.estimates import Estimate
from openrepro.replication.intervals import Interval
from openrepro.replication.power import seeds_needed
from openrepro.replication.sides import same_side
from openrepro.replication.standing import Allowed, allowed, standing
from openrepro.replication.stated import (
    Code,
    Comparison,
    Outcome,
    Relation,
    Sample,
    Spread,
    Stated,
    StatedKind,
    sample_of,
)
from openrepro.replication.units import UnitSort, sort_of
from openrepro.replication.universals import counterexample, keeps

__all__ = [
    "Agreement",
    "Allowed",
    "Code",
    "Comparison",
    "Estimate",
    "Interval",
    "Outcome",
    "Relation",
    "Sample",
    "Spread",
    "Stated",
    "StatedKind",
    "UnitSort",
    "agree",
    "allowed",
    "canonical",
    "compare",
    "convertible",
    "counterexample",
    "factor",
    "half_unit",
    "keeps",
    "number",
    "pure",
    "quantum",
    "same_side",
    "same_unit",
    "sample_of",
    "scaled",
    "seeds_needed",
    "show",
    "sort_of",
    "standing",
]
