"""Exact, value, value ± and bound: when they support, contradict, and stay undecided."""

import pytest

from openrepro.replication import Code, Outcome, Spread, compare
from tests.replication.samples import sample, stated, with_mean

SUPPORTS, CONTRADICTS, UNDECIDED = Outcome.SUPPORTS, Outcome.CONTRADICTS, Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("said", "measured", "outcome", "code"),
    [
        ("= 52", "52", SUPPORTS, Code.ROUNDING_MATCH),
        ("= 52", "53", CONTRADICTS, Code.DIFFERENT_DIGITS),
        ("= 12.30", "12.3", SUPPORTS, Code.ROUNDING_MATCH),
        ("= 12.34", "12.3", UNDECIDED, Code.PRINTED_TOO_COARSELY),
        ("= 12.34", "12.4", CONTRADICTS, Code.DIFFERENT_DIGITS),
        ("= 229", "229.37", SUPPORTS, Code.ROUNDING_MATCH),
        ("= 229", "229.6", CONTRADICTS, Code.DIFFERENT_DIGITS),
        (">= 60", "64", SUPPORTS, Code.ON_RIGHT_SIDE),
        (">= 60", "58", CONTRADICTS, Code.WRONG_SIDE),
        ("between 35", "40", UNDECIDED, Code.SPEC_INCOMPLETE),
    ],
)
@pytest.mark.parametrize("kind", ["exact", "dataset"])
def test_exact(kind: str, said: str, measured: str, outcome: Outcome, code: Code) -> None:
    found = compare(stated(kind, said), sample(measured))
    assert (found.outcome, found.code) == (outcome, code)


def test_exact_with_a_tolerance_for_rounding() -> None:
    claim = stated("dataset", "= 229", tolerance_absolute="1")
    assert compare(claim, sample("230")).code is Code.INTERVAL_CROSSES
    assert compare(claim, sample("229.80")).outcome is SUPPORTS
    assert compare(claim, sample("231.1")).code is Code.BETWEEN_ONE_AND_THREE
    assert compare(claim, sample("233")).outcome is CONTRADICTS


def test_exact_over_runs_needs_every_run() -> None:
    claim = stated("exact", "= 0")
    assert compare(claim, with_mean("0 0 0")).outcome is SUPPORTS
    assert compare(claim, with_mean("0 0 3")).code is Code.VALUES_DISAGREE
    assert compare(claim, with_mean("1 2 3")).outcome is CONTRADICTS


def test_an_exact_number_with_a_spread_is_none() -> None:
    assert compare(stated("exact", "= 52"), sample("52", plus_minus="1")).code is Code.INTERVAL_TOO_WIDE


def test_the_perplexity_that_is_three_times_the_claim_contradicts_it() -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5", seeds_needed=3, unit="percent")
    found = compare(claim, sample("9.4", "9.2 9.5 9.5", seeds=3, n=245_000))
    assert (found.outcome, found.code) == (CONTRADICTS, Code.BEYOND_TOLERANCE)
    assert found.text == (
        "Measured 9.4 percent (95 % interval 8.96973 to 9.83027) lies 6.3 from the claimed 3.1, "
        "beyond 3 times the tolerance 0.5."
    )
    assert found.difference is not None
    assert float(found.difference.low) == pytest.approx(5.8697, abs=1e-4)


@pytest.mark.parametrize(
    ("measured", "outcome", "code"),
    [
        ("3.14", SUPPORTS, Code.ROUNDING_MATCH),
        ("3.50", SUPPORTS, Code.INSIDE_TOLERANCE),
        ("3.60", UNDECIDED, Code.INTERVAL_CROSSES),
        ("3.7", UNDECIDED, Code.BETWEEN_ONE_AND_THREE),
        ("4.6", UNDECIDED, Code.BETWEEN_ONE_AND_THREE),
        ("4.7", CONTRADICTS, Code.BEYOND_TOLERANCE),
        ("-3.1", CONTRADICTS, Code.BEYOND_TOLERANCE),
        ("3", SUPPORTS, Code.INSIDE_TOLERANCE),
        ("0e1", UNDECIDED, Code.PRINTED_TOO_COARSELY),
    ],
)
def test_one_deterministic_value(measured: str, outcome: Outcome, code: Code) -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5" if measured != "3" else "0.6", seeds_needed=1)
    found = compare(claim, sample(measured))
    assert (found.outcome, found.code) == (outcome, code)


def test_without_a_tolerance_only_the_printed_digits_decide() -> None:
    claim = stated("value", "= 3.1")
    assert compare(claim, sample("3.12")).outcome is SUPPORTS
    assert compare(claim, sample("9.4")).code is Code.SPEC_INCOMPLETE
    assert compare(claim, with_mean("1.1 3.1 5.1")).outcome is UNDECIDED


def test_noise_never_helps() -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5", seeds_needed=3)
    assert compare(claim, with_mean("3.1 3.15 3.05")).outcome is SUPPORTS
    assert compare(claim, with_mean("2.1 3.1 4.1")).code is Code.INTERVAL_TOO_WIDE
    assert compare(claim, with_mean("8.1 9.1 10.1")).code is Code.INTERVAL_TOO_WIDE


def test_too_few_seeds_decide_neither_way() -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5", seeds_needed=3)
    for measured in (sample("3.1"), sample("9.4"), with_mean("3.1 3.1"), sample("3.1", "3.1 3.1 3.1", seeds=2)):
        found = compare(claim, measured)
        assert (found.outcome, found.code) == (UNDECIDED, Code.TOO_FEW_SEEDS)
        assert "needs 3 seeds" in found.text


def test_seeds_without_their_values_tell_no_spread() -> None:
    claim = stated("value", "= 3.1", tolerance_absolute="0.5", seeds_needed=3)
    assert compare(claim, sample("3.1", seeds=3)).code is Code.NO_SPREAD
    assert compare(claim, sample("3.1", seeds=3, plus_minus="0.05")).outcome is SUPPORTS


def test_a_value_that_is_not_the_mean_of_its_runs_is_not_believed() -> None:
    found = compare(stated("value", "= 3.1", tolerance_absolute="0.5"), sample("3.1", "9.2 9.5 9.5"))
    assert found.code is Code.VALUES_DISAGREE
    assert "3.1 is not the mean 9.4" in found.text


def test_a_relative_tolerance_is_a_fraction_of_the_claim() -> None:
    claim = stated("value", "= 9.32", tolerance_relative="0.01", seeds_needed=1)
    assert compare(claim, sample("9.40")).outcome is SUPPORTS
    assert compare(claim, sample("9.50")).code is Code.BETWEEN_ONE_AND_THREE
    assert compare(claim, sample("9.70")).outcome is CONTRADICTS


def test_of_two_tolerances_the_smaller_supports_and_the_larger_contradicts() -> None:
    claim = stated("value", "= 10.0", tolerance_absolute="1", tolerance_relative="0.01")
    assert compare(claim, sample("10.50")).outcome is UNDECIDED
    assert compare(claim, sample("12.0")).outcome is UNDECIDED
    assert compare(claim, sample("13.5")).outcome is CONTRADICTS


def test_a_printed_spread_asks_for_equivalence() -> None:
    claim = stated("value", "= 27.9", plus_minus="0.5", spread=Spread.DEVIATION, n=20, seeds_needed=5)
    near = with_mean("27.8 28.1 27.9 28.0 27.7 27.9 28.2 27.8")
    found = compare(claim, near)
    assert (found.outcome, found.code) == (SUPPORTS, Code.EQUIVALENT)
    assert compare(claim, with_mean("30.1 30.2 30.3 30.0 30.2 30.1")).outcome is CONTRADICTS
    assert compare(claim, with_mean("28.9 28.8 28.9 29.0 28.7 28.9")).code is Code.BETWEEN_ONE_AND_THREE
    assert compare(claim, with_mean("26 30 27 29 28 28")).code is Code.INTERVAL_TOO_WIDE


def test_an_equivalent_claim_outside_what_our_runs_predict_is_undecided() -> None:
    claim = stated("value", "= 27.9", plus_minus="0.5", seeds_needed=5)
    found = compare(claim, with_mean("28.10 28.11 28.10 28.11 28.10 28.11"))
    assert found.code is Code.OUTSIDE_PREDICTION


@pytest.mark.parametrize(
    ("said", "measured", "outcome"),
    [
        ("< 2", "1.3", SUPPORTS),
        ("< 2", "2.3", CONTRADICTS),
        ("< 2", "2.0", UNDECIDED),
        ("<= 12", "12", SUPPORTS),
        ("<= 12", "13", CONTRADICTS),
        ("<= 8", "8.04", CONTRADICTS),
        ("> 95", "95.01", SUPPORTS),
        (">= 0", "-0.0", SUPPORTS),
        ("> 0", "0", UNDECIDED),
    ],
)
def test_bound_of_one_number(said: str, measured: str, outcome: Outcome) -> None:
    assert compare(stated("bound", said), sample(measured)).outcome is outcome


def test_bound_needs_the_whole_interval_on_its_side() -> None:
    claim = stated("bound", "< 0.4", seeds_needed=5)
    assert compare(claim, with_mean("0.30 0.31 0.29 0.30 0.32")).code is Code.ON_RIGHT_SIDE
    assert compare(claim, with_mean("0.30 0.45 0.29 0.38 0.46")).code is Code.INTERVAL_CROSSES
    assert compare(claim, with_mean("0.50 0.51 0.49 0.50 0.52")).code is Code.WRONG_SIDE
    assert compare(claim, sample("0.1", seeds=5)).code is Code.NO_SPREAD


def test_bound_with_a_tolerance() -> None:
    claim = stated("bound", "<= 45", tolerance_absolute="2")
    assert compare(claim, sample("46.5")).outcome is SUPPORTS
    assert compare(claim, sample("50")).code is Code.BETWEEN_ONE_AND_THREE
    assert compare(claim, sample("52")).code is Code.BEYOND_TOLERANCE


def test_a_share_of_cases_has_a_binomial_interval() -> None:
    from dataclasses import replace

    claim = stated("bound", "< 2", unit="percent")
    assert compare(claim, replace(sample("1.0", n=5000), proportion=True)).outcome is SUPPORTS
    assert compare(claim, replace(sample("1.0", n=100), proportion=True)).outcome is UNDECIDED
    assert compare(claim, replace(sample("0", n=20), proportion=True)).outcome is UNDECIDED
    assert compare(claim, replace(sample("9.0", n=500), proportion=True)).outcome is CONTRADICTS


def test_between() -> None:
    claim = stated("bound", "between 12.0", upper="16.5")
    assert compare(claim, sample("14")).outcome is SUPPORTS
    assert compare(claim, sample("11")).outcome is CONTRADICTS
    assert compare(claim, sample("18")).outcome is CONTRADICTS
    assert compare(stated("value", "between 4", upper="6"), with_mean("1 5 9")).code is Code.INTERVAL_TOO_WIDE
    assert compare(stated("bound", "between 6", upper="4"), sample("5")).code is Code.SPEC_CONTRADICTORY
    assert compare(stated("bound", "between 6"), sample("5")).code is Code.SPEC_INCOMPLETE


@pytest.mark.parametrize(
    ("said", "values", "code"),
    [
        ("< 0.04", "0.031 0.032 0.039", Code.ON_RIGHT_SIDE),
        ("< 0.04", "0.031 0.032 0.050", Code.WRONG_SIDE),
        ("< 0.04", "0.031 0.032 0.040", Code.INTERVAL_CROSSES),
        (">= 5", "5.5 7.0 9.0", Code.ON_RIGHT_SIDE),
        (">= 5", "4.0 7.0 9.0", Code.WRONG_SIDE),
    ],
)
def test_a_bound_on_every_run_is_held_against_the_worst(said: str, values: str, code: Code) -> None:
    claim = stated("bound", said, every_run=True, seeds_needed=3)
    found = compare(claim, with_mean(values))
    assert found.code is code
    assert "worst of 3 runs" in found.text


def test_the_mean_of_runs_decides_where_the_bound_is_not_on_every_run() -> None:
    found = with_mean("0.031 0.031 0.031 0.031 0.031 0.031 0.031 0.031 0.031 0.050")
    assert compare(stated("bound", "< 0.04"), found).outcome is Outcome.SUPPORTS
    assert compare(stated("bound", "< 0.04", every_run=True), found).outcome is Outcome.CONTRADICTS


def test_one_run_beyond_the_bound_within_three_tolerances_decides_nothing() -> None:
    claim = stated("bound", "<= 10", every_run=True, tolerance_absolute="1")
    assert compare(claim, with_mean("8.0 9.0 12.0")).code is Code.BETWEEN_ONE_AND_THREE
    assert compare(claim, with_mean("8.0 9.0 14.0")).code is Code.BEYOND_TOLERANCE
    assert compare(claim, with_mean("8.0 9.0 10.5")).outcome is Outcome.SUPPORTS


def test_a_bound_on_every_run_needs_the_value_of_every_run() -> None:
    claim = stated("bound", "< 4", every_run=True)
    assert compare(claim, sample("3.0", seeds=3)).code is Code.NO_SPREAD
    assert compare(claim, sample("3.0", plus_minus="0.1")).code is Code.NO_SPREAD
    assert compare(claim, sample("3.0", "3.0 3.0", seeds=3)).code is Code.NO_SPREAD
    assert compare(claim, sample("3.0")).outcome is Outcome.SUPPORTS
    assert compare(claim, sample("3.9", "3.0 3.9", seeds=2)).outcome is Outcome.SUPPORTS
