"""What holds for every kind: refusals, no exceptions, and that noise never helps."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.replication import (
    Code,
    Comparison,
    Outcome,
    Relation,
    Sample,
    Spread,
    Stated,
    StatedKind,
    compare,
    counterexample,
    keeps,
    sample_of,
)
from tests.replication.samples import sample, stated, with_mean


@pytest.mark.parametrize("kind", ["universal", "existence", "qualitative"])
def test_kinds_that_numbers_do_not_decide(kind: str) -> None:
    assert compare(stated(kind, "<= 0"), sample("0")).code is Code.NOT_BY_NUMBERS


@pytest.mark.parametrize("kind", ["definition", "position"])
def test_kinds_that_cannot_be_tested(kind: str) -> None:
    assert compare(stated(kind, "~"), sample("0")).code is Code.NOT_TESTABLE


def test_a_claim_without_a_statement_is_incomplete() -> None:
    for kind in StatedKind:
        assert compare(Stated(kind, None), sample("3")).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(
    "claim",
    [
        stated("value", "= 3", tolerance_absolute="-1"),
        stated("value", "= 3", tolerance_relative="-0.1"),
        stated("bound", "= 3"),
        stated("null", "< 0", tolerance_absolute="1"),
    ],
)
def test_a_spec_that_contradicts_itself_decides_nothing(claim: Stated) -> None:
    found = compare(claim, with_mean("3 3 3 3 3 3"))
    assert (found.outcome, found.code) == (Outcome.UNDECIDED, Code.SPEC_CONTRADICTORY)


def test_absurd_numbers_are_refused() -> None:
    for value in ("NaN", "Infinity", "1e5000", "-Infinity", "sNaN"):
        assert compare(stated("value", "= 3"), replace(sample("3"), value=Decimal(value))).code is Code.NOT_A_NUMBER
        assert compare(replace(stated("value", "= 3"), value=Decimal(value)), sample("3")).code is Code.NOT_A_NUMBER
        assert counterexample(stated("universal", "<= 3"), replace(sample("3"), value=Decimal(value))).code is (
            Code.NOT_A_NUMBER
        )


def test_samples_as_printed() -> None:
    assert sample_of("n/a") is None
    assert sample_of("3", values=["1", "x"]) == Sample(Decimal(3), "3")
    assert sample_of("3", plus_minus="?") == Sample(Decimal(3), "3")


def test_a_spread_of_unknown_sort_is_read_as_the_widest() -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5", seeds_needed=3)
    measured = sample("3.3", plus_minus="0.15", seeds=3)
    assert compare(claim, measured).code is Code.INTERVAL_TOO_WIDE
    assert compare(claim, replace(measured, spread=Spread.ERROR)) == compare(claim, measured)
    assert compare(claim, replace(measured, spread=Spread.INTERVAL)).outcome is Outcome.SUPPORTS
    assert compare(claim, replace(measured, spread=Spread.DEVIATION)).code is Code.INTERVAL_CROSSES


@pytest.mark.parametrize(
    ("said", "case", "breaks"),
    [
        ("<= 0", "0.0001", True),
        ("<= 0", "0.0000", False),
        ("<= 0", "-3", False),
        ("<= 0", "1", True),
        ("<= 1", "1", False),
        ("= 0", "1", True),
        ("= 0", "0", False),
        ("> 0", "0", False),
        ("> 0", "-1", True),
        ("< 1", "1.0", False),
    ],
)
def test_counterexamples(said: str, case: str, breaks: bool) -> None:
    found = counterexample(stated("universal", said), sample(case))
    assert found.code is (Code.COUNTEREXAMPLE if breaks else Code.NO_COUNTEREXAMPLE)
    assert found.outcome is (Outcome.CONTRADICTS if breaks else Outcome.UNDECIDED)


def test_a_counterexample_must_pass_the_tolerance_and_its_own_error() -> None:
    claim = stated("universal", "= 0", tolerance_absolute="1e-9")
    assert counterexample(claim, sample("3e-10")).code is Code.NO_COUNTEREXAMPLE
    assert counterexample(claim, sample("3e-8")).code is Code.COUNTEREXAMPLE
    assert counterexample(claim, sample("0.5", plus_minus="0.4")).code is Code.NO_COUNTEREXAMPLE
    assert counterexample(stated("universal", "~"), sample("1")).code is Code.SPEC_INCOMPLETE


DECIMALS = st.decimals(allow_nan=True, allow_infinity=True)
MAYBE = st.none() | DECIMALS
COUNTS = st.none() | st.integers(-2, 12)
SAMPLES = st.builds(
    Sample,
    value=DECIMALS,
    printed=st.just(""),
    half_width=MAYBE,
    n=COUNTS,
    seeds=COUNTS,
    values=st.lists(DECIMALS, max_size=8).map(tuple),
    spread=st.sampled_from(Spread),
    points=st.lists(st.tuples(DECIMALS, DECIMALS), max_size=6).map(tuple),
    span=MAYBE,
    proportion=st.booleans(),
)
STATED = st.builds(
    Stated,
    kind=st.sampled_from(StatedKind),
    comparator=st.none() | st.sampled_from(Relation),
    value=MAYBE,
    upper=MAYBE,
    plus_minus=MAYBE,
    spread=st.sampled_from(Spread),
    n=COUNTS,
    tolerance_absolute=MAYBE,
    tolerance_relative=MAYBE,
    versus_value=MAYBE,
    better=st.sampled_from(["", "higher", "lower"]),
    seeds_needed=COUNTS,
    unit=st.sampled_from(["", "percent", "ratio", "s", "count", "exponent"]),
    items_needed=COUNTS,
    axis_span=MAYBE,
)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(STATED, SAMPLES, st.none() | SAMPLES)
def test_nothing_raises(claim: Stated, measured: Sample, other: Sample | None) -> None:
    for found in (compare(claim, replace(measured, versus=other)), counterexample(claim, measured)):
        assert isinstance(found, Comparison)
        assert found.text.endswith(".")


FINITE = st.decimals(-100, 100, places=2)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(["value", "bound", "margin", "null"]),
    st.sampled_from(["=", "<", ">=", "~"]),
    FINITE,
    FINITE,
    st.decimals("0.01", 50, places=2),
    st.decimals("0.01", 10, places=2),
    st.decimals(1, 10, places=1),
)
def test_a_wider_interval_never_decides_more(
    kind: str, relation: str, claimed: Decimal, value: Decimal, tolerance: Decimal, half: Decimal, factor: Decimal
) -> None:
    claim = stated(kind, f"{relation} {claimed}", tolerance_absolute=tolerance, unit="dB")
    measured = replace(sample(str(value)), half_width=half, spread=Spread.INTERVAL)
    wider = compare(claim, replace(measured, half_width=half * factor))
    assert wider.outcome in (Outcome.UNDECIDED, compare(claim, measured).outcome)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(["value", "exact", "bound", "null", "ordering", "margin", "trend"]), FINITE, FINITE)
def test_fewer_seeds_than_needed_decide_nothing(kind: str, claimed: Decimal, value: Decimal) -> None:
    claim = stated(kind, f"= {claimed}", tolerance_absolute="1", seeds_needed=3, better="higher")
    assert compare(claim, sample(str(value), seeds=2)).outcome is Outcome.UNDECIDED


def test_a_hundred_thousand_runs_are_compared_in_time() -> None:
    claim = stated("value", "= 0.5", tolerance_absolute="0.1")
    values = tuple(Decimal(i % 100) / 100 for i in range(100_000))
    assert (
        compare(claim, replace(with_mean("0.4 0.6"), value=Decimal("0.495"), values=values)).outcome is Outcome.SUPPORTS
    )


@pytest.mark.parametrize(
    ("value", "values", "agrees"),
    [
        ("27.9", "27.900 27.800 27.772", False),
        ("27.8", "27.900 27.800 27.772", True),
        ("27.824", "27.900 27.800 27.772", True),
        ("27.85", "27.900 27.800 27.772", False),
        ("2", "1.9 2.0 9.7", True),
        ("9.7", "1.9 2.0 9.7", False),
        ("3.2", "9", False),
        ("3.25", "3.3 3.2", True),
    ],
)
def test_a_value_is_the_mean_or_the_median_of_its_runs(value: str, values: str, agrees: bool) -> None:
    claim = stated("value", "= 28", tolerance_absolute="30")
    found = compare(claim, sample(value, values))
    assert (found.code is not Code.VALUES_DISAGREE) is agrees
    assert found.outcome is Outcome.UNDECIDED or agrees


def test_a_value_whose_digits_a_conversion_changed_is_held_against_its_runs_as_printed() -> None:
    claim = stated("value", "= 1.67", tolerance_absolute="0.5", unit="min")
    converted = replace(sample("1.7", "1.67 1.67"), rounding=Decimal("0.01"))
    assert compare(claim, converted).code is Code.VALUES_DISAGREE
    assert compare(claim, replace(converted, rounding=Decimal("0.05"))).outcome is Outcome.SUPPORTS


@pytest.mark.parametrize(
    ("case", "said", "kept"),
    [
        ("6.5", "<= 6.5", True),
        ("6.5", "< 6.5", False),
        ("0e1", "= 4", False),
        ("4.0", "= 4", True),
        ("5", "between 1", None),
        ("5", "~ 5", None),
    ],
)
def test_what_a_case_keeps(case: str, said: str, kept: bool | None) -> None:
    assert keeps(stated("universal", said), sample(case)) is kept


def test_about_without_a_tolerance_is_broken_by_nothing() -> None:
    assert counterexample(stated("universal", "~ 5"), sample("99")).code is Code.SPEC_INCOMPLETE
    claim = stated("universal", "~ 5", tolerance_absolute="1")
    assert counterexample(claim, sample("99")).outcome is Outcome.CONTRADICTS
