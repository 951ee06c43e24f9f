"""Resource claims: ratios and machine-independent amounts, never times across machines."""

import pytest

from openrepro.replication import Code, Outcome, compare
from tests.replication.samples import sample, stated, with_mean

SUPPORTS, CONTRADICTS, UNDECIDED = Outcome.SUPPORTS, Outcome.CONTRADICTS, Outcome.UNDECIDED


@pytest.mark.parametrize(
    "unit", ["s", "seconds per batch", "GPU-hours", "tokens/s", "tokens per second", "ms", "images / sec"]
)
def test_times_on_other_hardware_are_never_compared(unit: str) -> None:
    claim = stated("resource", "= 3.1", unit=unit, tolerance_absolute="0.5")
    found = compare(claim, sample("3.1"))
    assert (found.outcome, found.code) == (UNDECIDED, Code.NOT_COMPARABLE_HARDWARE)


def test_a_time_beside_its_baseline_becomes_a_ratio() -> None:
    claim = stated("resource", "= 5", unit="s", versus_value="50", tolerance_relative="0.1", seeds_needed=1)
    assert compare(claim, sample("0.21", versus=sample("2.1"))).outcome is SUPPORTS
    assert compare(claim, sample("1.00", versus=sample("2.1"))).outcome is CONTRADICTS
    assert compare(claim, sample("5")).code is Code.NOT_COMPARABLE_HARDWARE


def test_ratios() -> None:
    claim = stated("resource", "= 5.9", unit="ratio", versus_value="1", tolerance_relative="0.1", seeds_needed=1)
    assert compare(claim, sample("6.1")).outcome is SUPPORTS
    assert compare(claim, sample("12.2", versus=sample("2.0"))).outcome is SUPPORTS
    assert compare(claim, sample("2.0", versus=sample("12.2"))).code is Code.RATIO_INVERTED
    assert compare(claim, sample("2.0", versus=sample("2.2"))).outcome is CONTRADICTS
    assert (
        compare(stated("resource", "= 5.9", unit="ratio"), sample("2", versus=sample("1"))).code is Code.SPEC_INCOMPLETE
    )


def test_percent_of_a_baseline() -> None:
    claim = stated("resource", "<= 35", unit="percent", tolerance_absolute="0.5", seeds_needed=1)
    assert compare(claim, sample("34.9")).outcome is SUPPORTS
    assert compare(claim, sample("38")).outcome is CONTRADICTS
    assert compare(claim, sample("3.5", versus=sample("10"))).code is Code.PERCENT_KIND


def test_amounts_that_no_machine_changes_are_compared_as_they_stand() -> None:
    size = stated("resource", "= 5.75", unit="GB", versus_value="137.95", tolerance_absolute="0.005", seeds_needed=1)
    assert compare(size, sample("5.75")).outcome is SUPPORTS
    assert compare(size, sample("6.10")).outcome is CONTRADICTS
    epochs = stated("resource", "<= 12", unit="epochs", seeds_needed=3)
    assert compare(epochs, with_mean("10 11 10.5")).outcome is SUPPORTS
    assert compare(epochs, sample("9")).code is Code.TOO_FEW_SEEDS


def test_without_a_value_it_is_an_ordering() -> None:
    assert (
        compare(stated("resource", "<", unit="parameters", seeds_needed=1), sample("3", versus=sample("9"))).outcome
        is SUPPORTS
    )
    assert compare(stated("resource", "<", unit="s"), sample("3")).code is Code.NO_OTHER_ARM
