"""Where a measurement stands on the axis of the claim: the estimate that comparing uses, and what is allowed."""

from decimal import Decimal

import pytest

from openrepro.replication import Allowed, Relation, Sample, Stated, StatedKind, allowed, compare, standing

EIGHT = tuple(Decimal(text) for text in ("9.2", "9.5", "9.5", "9.3", "9.4", "9.6", "9.1", "9.4"))


def stated(
    kind: StatedKind, relation: Relation | None = Relation.EQUAL, value: str | None = "9", **more: object
) -> Stated:
    return Stated(kind, relation, None if value is None else Decimal(value), **more)  # type: ignore[arg-type]


def sample(value: str = "9.375", **more: object) -> Sample:
    return Sample(Decimal(value), value, **more)  # type: ignore[arg-type]


def test_a_value_stands_with_the_interval_of_its_runs() -> None:
    found = standing(stated(StatedKind.VALUE), sample(values=EIGHT))
    assert found is not None
    assert found.interval is not None
    assert found.interval.contains(Decimal("9.375"))
    bare = standing(stated(StatedKind.VALUE), sample())
    assert bare is not None
    assert bare.interval is None


@pytest.mark.parametrize("kind", [StatedKind.ORDERING, StatedKind.MECHANISM, StatedKind.NULL])
def test_two_arms_stand_as_their_difference(kind: StatedKind) -> None:
    found = standing(stated(kind), sample("9", versus=sample("7")))
    assert found is not None
    assert found.value == 2


def test_a_margin_in_factors_stands_as_a_ratio() -> None:
    for kind in (StatedKind.MARGIN, StatedKind.RESOURCE):
        found = standing(stated(kind, unit="factor"), sample("14", versus=sample("7")))
        assert found is not None
        assert found.value == 2


def test_a_trend_stands_as_its_exponent() -> None:
    points = tuple((Decimal(x), Decimal(x) ** 2) for x in (1, 10, 100))
    found = standing(stated(StatedKind.TREND, value="2"), sample(points=points))
    assert found is not None
    assert abs(found.value - 2) < Decimal("1e-20")


def test_what_cannot_be_compared_stands_nowhere() -> None:
    assert standing(stated(StatedKind.QUALITATIVE), sample()) is None
    assert standing(stated(StatedKind.RESOURCE, unit="seconds"), sample()) is None
    assert standing(stated(StatedKind.MARGIN, unit="factor"), sample(versus=sample("0"))) is None


def test_the_difference_of_a_comparison_is_where_it_stands_less_what_is_claimed() -> None:
    spec = stated(StatedKind.VALUE, tolerance_absolute=Decimal(1))
    compared, found = compare(spec, sample(values=EIGHT)), standing(spec, sample(values=EIGHT))
    assert compared.difference is not None
    assert found is not None
    assert found.interval is not None
    assert abs(found.interval.low - 9 - compared.difference.low) < Decimal("1e-20")
    assert abs(found.interval.high - 9 - compared.difference.high) < Decimal("1e-20")


def test_what_is_allowed() -> None:
    one, half, zero = Decimal(9), Decimal("0.5"), Decimal(0)
    assert allowed(stated(StatedKind.VALUE, tolerance_absolute=half)) == Allowed(one, one, half, 3 * half)
    assert allowed(stated(StatedKind.EXACT)) == Allowed(one, one, half, half)
    assert allowed(stated(StatedKind.BOUND, Relation.LESS)) == Allowed(None, one)
    assert allowed(stated(StatedKind.ORDERING, Relation.GREATER, None)) == Allowed(zero, None)
    assert allowed(stated(StatedKind.ORDERING, None, None, better="lower")) == Allowed(None, zero)
    assert allowed(stated(StatedKind.BOUND, Relation.BETWEEN, upper=Decimal(12))) == Allowed(one, Decimal(12))
    assert allowed(stated(StatedKind.POSITION)) is None
    assert allowed(stated(StatedKind.VALUE, None, None)) is None


@pytest.mark.parametrize("kind", list(StatedKind))
def test_no_kind_and_no_odd_number_raises(kind: StatedKind) -> None:
    for value in ("0", "1e300", "-1e-300"):
        for relation in (*Relation, None):
            spec = stated(kind, relation, value, upper=Decimal(0), unit="factor", plus_minus=Decimal("1e300"))
            allowed(spec)
            standing(spec, sample(value, values=(Decimal(value),) * 3, versus=sample("0")))
