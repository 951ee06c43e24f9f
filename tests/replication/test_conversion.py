"""Units are told apart by name, and convert exactly or not at all."""

from decimal import Decimal
from fractions import Fraction

import pytest

from openrepro.replication import canonical, convertible, factor, pure, same_unit, scaled


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Loss", "loss"),
        ("mistakes", "mistake"),
        ("%", "per cent"),
        ("pct", "percent"),
        ("seconds", "s"),
        ("secs", "sec"),
        ("hrs", "h"),
        ("ms", "milliseconds"),
        ("µs", "us"),
        ("GB", "gigabytes"),
        ("units  of x", "unit of x"),
        ("multiply-adds", "multiply adds"),
        ("params", "parameters"),
        ("x", "times"),
        ("nats", ""),
        ("", "percent"),
        ("count", "lines"),
    ],
)
def test_spellings_of_one_unit(one: str, other: str) -> None:
    assert same_unit(one, other)
    assert same_unit(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bits", "nats"),
        ("units of x", "percent"),
        ("loss", "seconds"),
        ("percent", "percentage points"),
        ("percent", "relative percent"),
        ("Mb", "MB"),
        ("s", "ms"),
        ("nats", "millinats"),
        ("loss", "los"),
    ],
)
def test_different_units(one: str, other: str) -> None:
    assert not same_unit(one, other)


def test_what_converts() -> None:
    assert convertible("%", "fraction")
    assert convertible("ms", "hours")
    assert convertible("kB", "GB")
    for one, other in (("s", "GB"), ("percent", "percentage points"), ("bits", "nats"), ("Mb", "MB"), ("permille", "")):
        assert not convertible(one, other)
    assert factor("bits", "nats") is None
    assert factor("loss", "Loss") == 1
    assert factor("min", "s") == 60


def test_numbers_without_a_dimension() -> None:
    assert all(pure(unit) for unit in ("", "percent", "fraction", "x", "ratio", "count"))
    assert not any(pure(unit) for unit in ("thousandths", "s", "nats", "percentage points"))


@pytest.mark.parametrize(
    ("value", "unit", "wanted", "found"),
    [
        ("0.0310", "fraction", "percent", "3.10"),
        ("115", "percent", "fraction", "1.15"),
        ("30000", "ms", "s", "30.000"),
        ("0.5", "min", "s", "30"),
        ("1.2", "min", "s", "72"),
        ("100", "s", "min", "1.67"),
        ("7200", "s", "h", "2.0000"),
        ("1.5", "GB", "MB", "1.5E+3"),
        ("0", "s", "min", "0.00"),
    ],
)
def test_digits_are_kept_or_follow_the_last_place(value: str, unit: str, wanted: str, found: str) -> None:
    by = factor(unit, wanted)
    assert by is not None
    assert str(scaled(Decimal(value), by)) == found


def test_absurd_numbers_are_scaled_without_an_error() -> None:
    for value in ("NaN", "Infinity", "1e9999", "9" * 60, "1e-300"):
        scaled(Decimal(value), Fraction(60))
        scaled(Decimal(value), Fraction(1, 100))


def test_a_very_long_name_is_read_in_time() -> None:
    assert len(canonical("s " * 500_000)) < 100
