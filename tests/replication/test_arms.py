"""Ordering, mechanism, margin and no difference between two arms."""

import numpy as np
import pytest
from statsmodels.stats.weightstats import ttost_ind, ttost_paired

from openrepro.replication import Code, Outcome, compare
from tests.replication.samples import arms, sample, stated, with_mean

SUPPORTS, CONTRADICTS, UNDECIDED = Outcome.SUPPORTS, Outcome.CONTRADICTS, Outcome.UNDECIDED

HIGH = "3.1 2.9 3.4 3.3 2.8 3.0"
LOW = "2.9 2.7 3.1 3.2 2.5 2.8"


@pytest.mark.parametrize("kind", ["ordering", "mechanism"])
def test_six_pairs_whose_interval_excludes_zero(kind: str) -> None:
    found = compare(stated(kind, ">"), arms(HIGH, LOW))
    assert (found.outcome, found.code) == (SUPPORTS, Code.ON_RIGHT_SIDE)
    assert "over 6 pairs" in found.text
    assert compare(stated(kind, "<"), arms(HIGH, LOW)).code is Code.WRONG_SIDE
    assert compare(stated(kind, "<"), arms(LOW, HIGH)).outcome is SUPPORTS


def test_pairs_that_differ_both_ways_decide_nothing() -> None:
    found = compare(stated("ordering", ">"), arms(HIGH, "3.2 2.7 3.5 3.2 2.9 2.8"))
    assert found.code is Code.INTERVAL_CROSSES


def test_the_better_side_stands_in_for_a_missing_direction() -> None:
    assert compare(stated("ordering", "~", better="higher"), arms(HIGH, LOW)).outcome is SUPPORTS
    assert compare(stated("ordering", "=", better="lower"), arms(HIGH, LOW)).outcome is CONTRADICTS
    assert compare(stated("ordering", "="), arms(HIGH, LOW)).code is Code.SPEC_INCOMPLETE


def test_five_pairs_are_enough_only_where_a_one_sided_test_was_fixed() -> None:
    five = arms("3.1 2.9 3.4 3.3 2.8", "2.9 2.7 3.1 3.2 2.5")
    assert compare(stated("ordering", ">", seeds_needed=5), five).outcome is SUPPORTS
    assert compare(stated("ordering", ">"), five).code is Code.TOO_FEW_SEEDS
    assert compare(stated("ordering", "~", better="higher", seeds_needed=5), five).code is Code.TOO_FEW_SEEDS
    four = arms("3.1 2.9 3.4 3.3", "2.9 2.7 3.1 3.2")
    assert compare(stated("ordering", ">", seeds_needed=1), four).code is Code.TOO_FEW_SEEDS
    assert compare(stated("ordering", ">", seeds_needed=10), arms(HIGH, LOW)).code is Code.TOO_FEW_SEEDS


def test_paired_items_stand_in_for_seeds() -> None:
    seven = arms("1.1 2.1 3.2 4.1 5.3 6.1 7.2", "1 2 3 4 5 6 7")
    assert compare(stated("ordering", ">", items_needed=7), seven).outcome is SUPPORTS
    assert compare(stated("ordering", ">", items_needed=2), arms("1.1 2.1 3.2", "1 2 3")).code is Code.TOO_FEW_SEEDS


def test_an_ordering_needs_both_arms_and_their_runs() -> None:
    claim = stated("ordering", ">", versus_value="10.46", seeds_needed=1)
    assert compare(claim, sample("12.0")).code is Code.NO_OTHER_ARM
    assert compare(claim, sample("12.0", versus=sample("9.0"))).code is Code.ARMS_NOT_PAIRED
    assert compare(claim, with_mean(HIGH, versus=with_mean("1 2 3"))).code is Code.ARMS_NOT_PAIRED


def test_a_deterministic_count_per_arm_is_ordered_as_it_stands() -> None:
    claim = stated("ordering", "<", unit="parameters", seeds_needed=1)
    assert compare(claim, sample("4700000", versus=sample("105000000"))).outcome is SUPPORTS
    assert compare(claim, sample("5", versus=sample("4"))).outcome is CONTRADICTS
    assert compare(claim, sample("5", versus=sample("5"))).outcome is CONTRADICTS
    many = stated("ordering", "<", unit="parameters")
    assert compare(many, sample("5", versus=sample("6"))).outcome is UNDECIDED


def test_a_measured_difference_is_ordered_against_the_stated_zero() -> None:
    claim = stated("mechanism", "> 0")
    assert compare(claim, with_mean("0.2 0.3 0.1 0.2 0.3 0.2")).outcome is SUPPORTS
    assert compare(claim, with_mean("-0.2 -0.3 -0.1 -0.2 -0.3 -0.2")).outcome is CONTRADICTS
    assert compare(claim, with_mean("0.2 0.3 0.1")).code is Code.TOO_FEW_SEEDS
    assert compare(claim, sample("0.2")).code is Code.TOO_FEW_SEEDS


def test_one_arms_own_number_is_not_a_difference() -> None:
    claim = stated("ordering", "> 68.4", versus_value="38.3")
    assert compare(claim, with_mean("70 71 72 70 71 72")).code is Code.NO_OTHER_ARM
    ratio = stated("ordering", "> 1", unit="ratio")
    assert compare(ratio, with_mean("1.2 1.3 1.1 1.2 1.3 1.2")).outcome is SUPPORTS


def test_margin_of_the_stated_size() -> None:
    claim = stated("margin", "= 2.0", tolerance_absolute="0.5", unit="dB", seeds_needed=6)
    assert compare(claim, with_mean("2.1 1.9 2.2 2.0 1.8 2.0")).code is Code.MARGIN_CONFIRMED
    pairs = arms("12.1 11.9 12.2 12.0 11.8 12.0", "10 10 10 10 10 10")
    assert compare(claim, pairs).code is Code.MARGIN_CONFIRMED


def test_direction_yes_size_no() -> None:
    claim = stated("margin", "= 9", tolerance_absolute="1", unit="dB", seeds_needed=5)
    far = compare(claim, with_mean("3.1 2.9 3.2 3.0 2.8"))
    assert (far.outcome, far.code) == (CONTRADICTS, Code.DIRECTION_ONLY)
    assert far.text.startswith("The direction is as stated, the size is not.")
    near = compare(claim, with_mean("7.1 6.9 7.2 7.0 6.8"))
    assert (near.outcome, near.code) == (UNDECIDED, Code.DIRECTION_ONLY)


def test_a_margin_on_the_other_side() -> None:
    claim = stated("margin", "= 9", tolerance_absolute="1", unit="dB", seeds_needed=5)
    found = compare(claim, with_mean("-3.1 -2.9 -3.2 -3.0 -2.8"))
    assert (found.outcome, found.code) == (CONTRADICTS, Code.BEYOND_TOLERANCE)
    untold = stated("margin", "= 9", unit="dB")
    assert compare(untold, with_mean("-3.1 -2.9 -3.2 -3.0 -2.8")).code is Code.WRONG_SIDE
    assert compare(untold, with_mean("3.1 2.9 3.2 3.0 2.8")).code is Code.DIRECTION_ONLY
    assert compare(untold, with_mean("9.5 8.2 9.9 8.8 8.6")).code is Code.MARGIN_CONFIRMED


def test_a_margin_that_does_not_exclude_none_decides_nothing() -> None:
    claim = stated("margin", "= 1", tolerance_absolute="2", unit="dB", seeds_needed=5)
    assert compare(claim, with_mean("0.1 1.9 -1.0 2.5 1.5")).outcome is UNDECIDED
    wide = stated("margin", "= 9", tolerance_absolute="1", unit="dB", seeds_needed=5)
    assert compare(wide, with_mean("5 13 7 11 9")).code is Code.INTERVAL_TOO_WIDE


def test_ratio_margins() -> None:
    claim = stated("margin", "~ 13", tolerance_absolute="1", unit="ratio", seeds_needed=1)
    assert compare(claim, sample("13.4")).outcome is SUPPORTS
    assert compare(claim, sample("105.3", versus=sample("8.1"))).outcome is SUPPORTS
    assert compare(claim, sample("8.1", versus=sample("105.3"))).code is Code.RATIO_INVERTED
    assert compare(claim, sample("105.3", versus=sample("21"))).outcome is CONTRADICTS
    assert compare(claim, sample("1", versus=sample("0"))).code is Code.NOT_A_NUMBER


def test_a_ratio_of_paired_runs_has_an_interval() -> None:
    claim = stated("margin", "= 2", tolerance_absolute="0.2", unit="ratio", seeds_needed=4)
    assert compare(claim, arms("10 12 11 13", "5 6.1 5.4 6.5")).outcome is SUPPORTS
    assert compare(claim, arms("10 12 11 13", "10 12.1 10.9 13")).outcome is CONTRADICTS


def test_two_arms_do_not_say_which_percent_is_meant() -> None:
    claim = stated("margin", "= 10.8", tolerance_absolute="2", unit="percent", seeds_needed=1)
    assert compare(claim, sample("50.8", versus=sample("40.0"))).code is Code.PERCENT_KIND
    assert compare(claim, sample("10.8")).outcome is SUPPORTS


def test_margins_of_at_least_a_size() -> None:
    claim = stated("margin", ">= 12.0", unit="percent", seeds_needed=6)
    assert compare(claim, with_mean("13 14 13.5 13.2 14.1 13.8")).outcome is SUPPORTS
    assert compare(claim, with_mean("8 8.4 8.2 8.1 8.3 8.2")).code is Code.DIRECTION_ONLY
    assert compare(claim, with_mean("-8 -8.4 -8.2 -8.1 -8.3 -8.2")).code is Code.WRONG_SIDE
    assert compare(claim, with_mean("11 14 12 11.5 13 12.8")).outcome is UNDECIDED
    assert compare(stated("margin", ">"), sample("3")).code is Code.SPEC_INCOMPLETE


def test_no_difference_needs_equivalence() -> None:
    claim = stated("null", "= 0", tolerance_absolute="1", seeds_needed=6)
    assert compare(claim, with_mean("0.1 -0.2 0.3 0 -0.1 0.1")).code is Code.EQUIVALENT
    assert compare(claim, arms("30.1 29.8 30.3 30 29.9 30.1", "30 30 30 30 30 30")).code is Code.EQUIVALENT
    assert compare(claim, with_mean("4.1 3.8 4.3 4 3.9 4.1")).code is Code.BEYOND_TOLERANCE
    assert compare(claim, with_mean("2.1 1.8 2.3 2 1.9 2.1")).code is Code.BETWEEN_ONE_AND_THREE


def test_a_large_p_value_never_supports_no_difference() -> None:
    claim = stated("null", "= 0", tolerance_absolute="1", seeds_needed=6)
    noisy = with_mean("5 -4 3 -6 2 0")
    assert compare(claim, noisy).code is Code.INTERVAL_TOO_WIDE


def test_no_difference_needs_a_spread_and_a_margin() -> None:
    assert compare(stated("null", "= 0", tolerance_absolute="1"), sample("0.0")).code is Code.NO_SPREAD
    assert compare(stated("null", "= 0"), with_mean("0.1 0.2 0.1")).code is Code.SPEC_INCOMPLETE
    assert compare(stated("null", "= 0", tolerance_relative="0.02"), with_mean("0 0.1 0")).code is Code.SPEC_INCOMPLETE


def test_a_relative_margin_of_no_difference_is_a_fraction_of_the_other_arm() -> None:
    claim = stated("null", "= 0", tolerance_relative="0.02", seeds_needed=3)
    assert compare(claim, arms("20.1 20.0 20.05", "20 20 20")).code is Code.EQUIVALENT
    assert compare(claim, arms("22.1 22.0 22.05", "20 20 20")).code is Code.BEYOND_TOLERANCE


@pytest.mark.parametrize("shift", [0.0, 0.3, 0.6, 0.9, 1.2])
@pytest.mark.parametrize("spread", [0.05, 0.4, 1.5])
def test_equivalence_is_that_of_statsmodels(shift: float, spread: float) -> None:
    pattern = [-1.2, 0.4, 0.9, -0.3, 0.7, -0.5, 0.1, -0.1]
    first = [round(10 + shift + spread * one, 3) for one in pattern]
    second = [round(10 + 0.2 * one, 3) for one in reversed(pattern)]
    claim = stated("null", "= 0", tolerance_absolute="1")
    differences = [round(one - other, 3) for one, other in zip(first, second, strict=True)]
    paired_p = ttost_paired(np.array(first), np.array(second), -1, 1)[0]
    assert (compare(claim, arms(words(first), words(second))).outcome is SUPPORTS) == (paired_p < 0.05)
    assert (compare(claim, with_mean(words(differences))).outcome is SUPPORTS) == (paired_p < 0.05)
    welch_p = ttost_ind(first, second[:6], -1, 1, usevar="unequal")[0]
    unpaired = with_mean(words(first), versus=with_mean(words(second[:6])))
    assert (compare(claim, unpaired).outcome is SUPPORTS) == (welch_p < 0.05)


def words(values: list[float]) -> str:
    return " ".join(str(value) for value in values)
