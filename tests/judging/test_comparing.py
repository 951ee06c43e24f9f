"""The measured value as a sample, compared with the claim."""

from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, ReducedCheck, Statement
from openrepro.judging.comparing import comparison_of, reduced_direction
from openrepro.judging.label import Direction
from openrepro.judging.reading import Measured
from openrepro.logbooks.logbook import Address
from openrepro.replication import Outcome

AT = Address("pages/claim-1/page.md", 0, 10, "cell_a")


def claim(kind: Kind, comparator: Comparator, value: str | None, **more: object) -> Claim:
    return Claim("p.c1", kind, "…", quantity=QuantitySpec("loss"), statement=Statement(comparator, value), **more)


def test_an_ordering_is_decided_by_the_paired_values_of_both_arms() -> None:
    lower = claim(Kind.ORDERING, Comparator.LESS, None, seeds_needed=6)
    ours, theirs = ("1.0", "1.1", "1.2", "0.9", "1.0", "1.1"), ("2.0", "2.2", "2.1", "1.9", "2.0", "2.3")
    measured = Measured("1.05", AT, seeds="6", values=ours, versus="2.08", versus_values=theirs)
    comparison = comparison_of(lower, (measured,))
    assert comparison is not None
    assert comparison.outcome is Outcome.SUPPORTS, comparison


def test_an_ordering_without_its_other_arm_stays_undecided() -> None:
    lower = claim(Kind.ORDERING, Comparator.LESS, None, seeds_needed=6)
    comparison = comparison_of(lower, (Measured("1.05", AT, seeds="6", values=("1.0",) * 6),))
    assert comparison is not None
    assert comparison.outcome is Outcome.UNDECIDED


def test_a_trend_is_fitted_over_its_points() -> None:
    half = claim(Kind.TREND, Comparator.EQUAL, "0.5")
    points = tuple((str(10**k), str(round(10 ** (k / 2), 6))) for k in range(5))
    comparison = comparison_of(half, (Measured("0.5", AT, points=points),))
    assert comparison is not None
    assert comparison.outcome is not Outcome.CONTRADICTS, comparison


def test_one_case_never_supports_a_universal_claim_but_may_break_it() -> None:
    bound = claim(Kind.UNIVERSAL, Comparator.AT_MOST, "1.2", reduced_check=ReducedCheck.SIGN)
    assert comparison_of(bound, (Measured("1.1", AT),)) is None
    assert reduced_direction(bound, (Measured("1.1", AT),)) is Direction.SUPPORTS
    broken = comparison_of(bound, (Measured("1.3", AT),))
    assert broken is not None
    assert broken.outcome is Outcome.CONTRADICTS
    assert reduced_direction(bound, (Measured("1.3", AT),)) is Direction.CONTRADICTS


def test_no_direction_where_the_spec_says_that_none_carries_meaning() -> None:
    margin = claim(Kind.MARGIN, Comparator.EQUAL, "15.9")
    assert reduced_direction(margin, (Measured("5.22", AT),)) is Direction.NONE
