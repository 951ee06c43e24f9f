"""Near a threshold: where a small change of the value would change the ruling."""

import pytest

from openrepro.claims.claim import Comparator, Kind, Statement, Tolerance
from openrepro.judging.near import near_threshold
from openrepro.judging.reading import Measured
from openrepro.logbooks.logbook import Address
from tests.judging.books import universal_claim, value_claim

AT = Address("a.md", 0, 1)


def near(value: str, unit: str = "percent", **more: object) -> bool:
    return near_threshold(value_claim(**more), (Measured(value, AT, unit),))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3.1", False),
        ("3.5", False),
        ("3.55", True),
        ("3.6", True),
        ("3.7", True),
        ("3.71", False),
        ("2.5", True),
        ("2.4", False),
        ("4.4", False),
        ("4.45", True),
        ("4.6", True),
        ("4.65", True),
        ("4.7", False),
        ("9.9", False),
    ],
)
def test_distance_is_counted_in_tolerances_of_a_half(value: str, expected: bool) -> None:
    assert near(value) is expected


def test_a_bound_is_near_beyond_its_edge_and_not_within() -> None:
    bound = {"kind": Kind.BOUND, "statement": Statement(Comparator.AT_MOST, "3.1")}
    assert [near(value, **bound) for value in ("1.0", "3.1", "3.6", "3.8", "4.55")] == [False, False, True, False, True]


def test_without_a_tolerance_a_number_or_a_common_unit_nothing_is_near() -> None:
    assert not near("3.6", tolerance=Tolerance(), statement=Statement(Comparator.AT_LEAST, "3.1"), kind=Kind.BOUND)
    assert not near("3.6", unit="s")
    assert not near("3.6", statement=None)
    assert not near_threshold(value_claim(), ())
    assert not near_threshold(universal_claim(), (Measured("6.5", AT),))
