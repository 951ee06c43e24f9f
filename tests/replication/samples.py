"""Short ways to say what is stated and what was measured."""

from decimal import Decimal
from typing import Any

from openrepro.replication import Relation, Sample, Stated, StatedKind, number, sample_of

_DECIMALS = ("upper", "plus_minus", "tolerance_absolute", "tolerance_relative", "versus_value", "axis_span")


def stated(kind: str, said: str, **rest: Any) -> Stated:
    """`stated("bound", "<= 8", unit="GB")`; a bare relation states no value."""
    relation, _, value = said.partition(" ")
    numbers = {key: Decimal(str(rest.pop(key))) for key in _DECIMALS if key in rest}
    return Stated(StatedKind(kind), Relation(relation), number(value), **numbers, **rest)


def sample(printed: str, values: str = "", **rest: Any) -> Sample:
    """`sample("9.4", "9.2 9.5 9.5")`; `versus` may be given as a sample."""
    found = sample_of(printed, values=values.split(), **rest)
    assert found is not None
    return found


def arms(first: str, second: str) -> Sample:
    """Two arms by their runs; each value is the mean of its runs."""
    return with_mean(first, versus=with_mean(second))


def with_mean(values: str, **rest: Any) -> Sample:
    each = [Decimal(value) for value in values.split()]
    return sample(str(sum(each, Decimal(0)) / len(each)), values, **rest)
