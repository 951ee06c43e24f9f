"""Days taken together so that a chart of any length can be read."""

from datetime import date, timedelta

from openrepro.ids import Json
from openrepro.web.pages.periods import MOST, periods

LABELS = ("verified", "toy")


def day(text: str, judged: int = 1, verified: int = 1) -> dict[str, Json]:
    return {"day": text, "entered": 1, "judged": judged, "verdicts": {"verified": verified, "toy": 0}}


def test_days_without_anything_stand_between_others() -> None:
    found = periods([day("2026-07-30"), day("2026-08-02", judged=2)], LABELS)
    assert found.unit == "day"
    assert [row["from"] for row in found.rows] == ["2026-07-30", "2026-07-31", "2026-08-01", "2026-08-02"]
    assert [row["judged"] for row in found.rows] == [1, 0, 0, 2]
    assert [row["judged_so_far"] for row in found.rows] == [1, 1, 1, 3]


def test_longer_events_are_shown_by_week_month_or_year() -> None:
    begin = date(2026, 1, 1)
    for days, unit in ((50, "day"), (300, "week"), (1500, "month"), (9000, "year")):
        lines = [day((begin + timedelta(days=at)).isoformat()) for at in range(0, days, 7)]
        found = periods(lines, LABELS)
        assert found.unit == unit
        assert len(found.rows) <= MOST
        assert found.rows[-1]["judged_so_far"] == len(lines)
        assert found.rows[-1]["verdicts_so_far"] == len(lines)


def test_centuries_keep_their_sums() -> None:
    found = periods([day("0002-01-01"), day("2026-07-01"), day("9998-12-31")], LABELS)
    assert (found.unit, len(found.rows)) == ("year", MOST)
    assert found.rows[-1]["judged_so_far"] == 3


def test_what_is_no_day_is_in_no_column() -> None:
    assert periods([day("yesterday"), day("")], LABELS).rows == ()
    assert periods([], LABELS).rows == ()
