"""Measured values become samples in the unit of the claim, or nothing."""

from decimal import Decimal

import pytest

from openrepro.claims.claim import Comparator, Kind, QuantitySpec, ReducedCheck, Statement, Tolerance
from openrepro.judging.comparing import comparison_of, reduced_direction, sample_of
from openrepro.judging.label import Direction
from openrepro.judging.reading import Measured
from openrepro.logbooks.logbook import Address
from openrepro.replication import Code, Outcome
from tests.judging.books import universal_claim, value_claim

AT = Address("pages/claim-1/page.md", 10, 20)


def test_a_sample_has_all_that_was_printed() -> None:
    sample = sample_of(value_claim(), Measured("3.20", AT, "percent", "0.1", "245000", "3", ("3.1", "3.3")))
    assert sample is not None
    assert (str(sample.value), sample.printed, sample.half_width) == ("3.20", "3.20", Decimal("0.1"))
    assert (sample.n, sample.seeds, sample.values) == (245000, 3, (Decimal("3.1"), Decimal("3.3")))


@pytest.mark.parametrize(
    ("claimed", "unit", "value", "expected"),
    [
        ("percent", "fraction", "0.031", "3.1"),
        ("%", "proportion", "0.0310", "3.10"),
        ("fraction", "percent", "3.1", "0.031"),
        ("percent", "percent", "3.1", "3.1"),
        ("percent", "", "0.031", "0.031"),
        ("seconds", "ms", "31", "0.031"),
        ("GB", "MB", "31.0", "0.0310"),
    ],
)
def test_fractions_and_percent_are_converted_digit_by_digit(claimed: str, unit: str, value: str, expected: str) -> None:
    claim = value_claim(quantity=QuantitySpec("increase", unit=claimed))
    sample = sample_of(claim, Measured(value, AT, unit, "0.010", values=(value,)))
    assert sample is not None
    assert (str(sample.value), sample.printed) == (expected, expected)
    assert [str(item) for item in sample.values] == [expected]


@pytest.mark.parametrize(
    ("claimed", "unit"), [("seconds", "fraction"), ("nats", "bits"), ("units of x", "percent"), ("loss", "seconds")]
)
def test_a_value_in_another_unit_is_no_sample(claimed: str, unit: str) -> None:
    claim = value_claim(quantity=QuantitySpec("increase", unit=claimed))
    assert sample_of(claim, Measured("3.1", AT, unit)) is None
    assert comparison_of(claim, (Measured("3.1", AT, unit),)) is None
    assert reduced_direction(claim, (Measured("3.1", AT, unit),)) is Direction.NONE


def test_minutes_become_seconds_and_their_runs_still_agree() -> None:
    claim = value_claim("100", quantity=QuantitySpec("latency", unit="seconds"), tolerance=Tolerance("5"))
    found = comparison_of(claim, (Measured("1.7", AT, "min", seeds="2", values=("1.68", "1.66")),))
    assert found is not None
    assert found.code is not Code.VALUES_DISAGREE
    wrong = comparison_of(claim, (Measured("1.7", AT, "min", values=("1.5", "1.6")),))
    assert wrong is not None
    assert wrong.code is Code.VALUES_DISAGREE


def test_a_sentence_shows_the_unit_as_measured() -> None:
    claim = value_claim(quantity=QuantitySpec("increase", unit="seconds"))
    for unit, said in (("s", "Measured 3.2 s "), ("Seconds", "Measured 3.2 Seconds "), ("", "Measured 3.2 lies")):
        found = comparison_of(claim, (Measured("3.2", AT, unit),))
        assert found is not None
        assert found.text.startswith(said)
    converted = comparison_of(claim, (Measured("3200", AT, "ms"),))
    assert converted is not None
    assert "Measured 3.200 seconds" in converted.text
    assert converted.text.endswith("The run printed 3200 ms.")


def test_a_finite_check_supports_only_what_it_keeps() -> None:
    for value, unit, side in (
        ("6.4", "", Direction.SUPPORTS),
        ("9.85", "", Direction.CONTRADICTS),
        ("115", "percent", Direction.UNDECIDED),
        ("6.4", "percent", Direction.SUPPORTS),
    ):
        claim = universal_claim(reduced_check=ReducedCheck.SIGN)
        assert reduced_direction(claim, (Measured(value, AT, unit),)) is side


def test_what_is_no_number_is_no_sample() -> None:
    for value in ("nan", "", "inf", "x"):
        assert sample_of(value_claim(), Measured(value, AT)) is None
    assert sample_of(value_claim(), Measured("1e400", AT, "fraction")) is None


@pytest.mark.parametrize("count", ["3.5", "-3", "", "x", "9" * 5000, "３", None])
def test_odd_counts_are_unknown(count: str | None) -> None:
    sample = sample_of(value_claim(), Measured("3.2", AT, n=count, seeds=count))
    assert sample is not None
    assert (sample.n, sample.seeds) == (None, None)


def test_one_bad_value_of_a_run_leaves_none() -> None:
    sample = sample_of(value_claim(), Measured("3.2", AT, values=("3.1", "nan", "3.3")))
    assert sample is not None
    assert sample.values == ()


def test_nothing_is_compared_without_a_value_or_a_statement() -> None:
    assert comparison_of(value_claim(), ()) is None
    assert comparison_of(value_claim(statement=None), (Measured("3.2", AT),)) is None


@pytest.mark.parametrize("kind", [Kind.EXISTENCE, Kind.QUALITATIVE, Kind.DEFINITION, Kind.POSITION])
def test_kinds_that_numbers_do_not_decide_are_not_compared(kind: Kind) -> None:
    assert comparison_of(value_claim(kind=kind), (Measured("3.1", AT),)) is None


def test_no_single_case_supports_a_claim_about_all() -> None:
    for value in ("6.4", "6.5"):
        assert comparison_of(universal_claim(), (Measured(value, AT),)) is None


def test_the_first_value_is_compared() -> None:
    found = comparison_of(value_claim(), (Measured("3.2", AT), Measured("99", AT)))
    assert found is not None
    assert found.outcome is Outcome.SUPPORTS
    low = comparison_of(value_claim(statement=Statement(Comparator.AT_LEAST, "50")), (Measured("3.2", AT),))
    assert low is not None
    assert low.outcome is Outcome.CONTRADICTS
