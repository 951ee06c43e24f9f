"""What of a claim is handed to the comparators."""

from decimal import Decimal

import pytest

from openrepro.claims.claim import Claim, Comparator, Kind
from openrepro.claims.spec import stated_of
from openrepro.replication import Code, Relation, Spread, StatedKind, compare, sample_of
from tests.claims.specs import changed, claim_set, parsed


def claim(**changes: object) -> Claim:
    return parsed(claim_set(changed(**changes))).sets[0].claims[0]


def test_every_kind_and_comparator_has_its_counterpart() -> None:
    assert [kind.value for kind in Kind] == [kind.value for kind in StatedKind]
    assert [one.value for one in Comparator] == [one.value for one in Relation]


def test_numbers_keep_their_digits() -> None:
    found = stated_of(claim(statement__value="3.10", statement__versus={"of": "x", "value": "7"}))
    assert str(found.value) == "3.10"
    assert (found.versus_value, found.tolerance_absolute, found.seeds_needed) == (Decimal(7), Decimal("0.5"), 3)
    assert (found.unit, found.better) == ("relative percent", "lower")


@pytest.mark.parametrize(
    ("kind", "spread"),
    [
        ("std", Spread.DEVIATION),
        ("SEM", Spread.ERROR),
        ("95% CI", Spread.INTERVAL),
        ("", Spread.UNKNOWN),
        ("iqr", Spread.UNKNOWN),
    ],
)
def test_what_a_spread_is(kind: str, spread: Spread) -> None:
    assert stated_of(claim(statement__plus_minus="0.2", statement__spread_kind=kind)).spread is spread


def test_axes_that_count_items_or_decades() -> None:
    axes = [
        {"axis": "datasets", "paper": "9", "minimum": "7"},
        {"axis": "epsilon_decades", "paper": "0.5", "minimum": "0.5"},
    ]
    found = stated_of(claim(scale=axes))
    assert found.items_needed == 7
    assert found.axis_span is not None
    assert float(found.axis_span) == pytest.approx(10**0.5)
    assert stated_of(claim(scale=[{"axis": "tokens", "paper": "9", "minimum": "7"}])).items_needed is None


def test_a_claim_without_a_spec_decides_nothing() -> None:
    bare = Claim("a.c1", Kind.VALUE, "x", specified=False)
    sample = sample_of("3")
    assert sample is not None
    assert compare(stated_of(bare), sample).code is Code.SPEC_INCOMPLETE


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("The root mean square error is below 0.04 for every seed.", True),
        ("In each of the ten runs the error stays below 0.04.", True),
        ("The error is below 0.04 for all 10 random seeds.", True),
        ("The error is below 0.04.", False),
        ("The error averaged over all seeds is below 0.04.", False),
        ("The mean over all seeds is below 0.04.", False),
        ("The mean error of every run is below 0.04.", True),
        ("Every task is solved in 3 seeds.", False),
    ],
)
def test_a_bound_may_be_about_every_run(text: str, every: bool) -> None:
    said = {"statement__comparator": "<", "text": text, "falsified_by": ""}
    assert stated_of(claim(kind="bound", **said)).every_run is every
    assert not stated_of(claim(kind="value", **said)).every_run


def test_what_would_falsify_a_bound_may_name_every_run() -> None:
    text = "the error of any seed is above 4"
    assert stated_of(claim(kind="bound", statement__comparator="<", falsified_by=text)).every_run
