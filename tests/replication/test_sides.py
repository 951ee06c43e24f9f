"""The direction of a result at reduced scale."""

from decimal import Decimal

import pytest

from openrepro.replication import Outcome, Relation, Sample, Stated, StatedKind, same_side


def stated(kind: StatedKind, comparator: Relation, value: str | None = None, **more: object) -> Stated:
    return Stated(kind, comparator, None if value is None else Decimal(value), **more)


def sample(value: str, versus: str | None = None) -> Sample:
    other = None if versus is None else Sample(Decimal(versus), versus)
    return Sample(Decimal(value), value, versus=other)


@pytest.mark.parametrize(
    ("value", "outcome"),
    [("5.22", Outcome.SUPPORTS), ("0.4", Outcome.CONTRADICTS), ("1", Outcome.UNDECIDED)],
)
def test_a_ratio_keeps_its_side_of_one_whatever_its_size(value: str, outcome: Outcome) -> None:
    margin = stated(StatedKind.MARGIN, Relation.EQUAL, "15.9", unit="ratio")
    assert same_side(margin, sample(value)) is outcome


def test_a_difference_keeps_its_side_of_zero() -> None:
    margin = stated(StatedKind.MARGIN, Relation.EQUAL, "-3.1", unit="percent")
    assert same_side(margin, sample("-0.2")) is Outcome.SUPPORTS
    assert same_side(margin, sample("0.2")) is Outcome.CONTRADICTS


def test_an_ordering_looks_at_the_other_arm() -> None:
    lower = stated(StatedKind.ORDERING, Relation.LESS)
    assert same_side(lower, sample("3", versus="4")) is Outcome.SUPPORTS
    assert same_side(lower, sample("5", versus="4")) is Outcome.CONTRADICTS


def test_better_says_the_side_where_no_comparator_does() -> None:
    mechanism = stated(StatedKind.MECHANISM, Relation.EQUAL, better="higher")
    assert same_side(mechanism, sample("0.3")) is Outcome.SUPPORTS


def test_a_size_alone_has_no_side() -> None:
    assert same_side(stated(StatedKind.VALUE, Relation.EQUAL, "91.2"), sample("80")) is Outcome.UNDECIDED


def test_a_value_against_another_arm_has_the_side_that_the_paper_printed() -> None:
    value = stated(StatedKind.VALUE, Relation.EQUAL, "21.5", versus_value=Decimal("61.9"))
    assert same_side(value, sample("40", versus="55")) is Outcome.SUPPORTS
    assert same_side(value, sample("60", versus="55")) is Outcome.CONTRADICTS
