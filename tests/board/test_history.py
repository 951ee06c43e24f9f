"""The event day by day."""

from openrepro.board.history import history
from tests.board.ballots import entry

NOON = "2027-01-03T12:00:00Z"


def test_days_count_what_happened_on_them() -> None:
    votes = [*entry("a", "vf-", day=1), *entry("b", "t", day=3)]
    made = history([NOON, NOON, ""], ["2027-01-01T00:00:00Z", NOON], votes)
    assert [day.day for day in made.days] == ["2027-01-01", "2027-01-03"]
    first, last = made.days
    assert (first.entered, first.judged) == (0, 1)
    assert first.verdicts == {"verified": 1, "falsified": 1, "toy": 0, "inconclusive": 0}
    assert (last.entered, last.judged, last.verdicts["toy"]) == (2, 1, 1)


def test_what_has_no_date_is_counted_apart() -> None:
    made = history(["", ""], [""], [vote._replace(judged_at="") for vote in entry("a", "vt")])
    assert made.days == []
    assert (made.undated_entered, made.undated_judged, made.undated_verdicts) == (2, 1, 2)
