"""Days as columns: each for itself, or by week, month or year, so that a chart of any length can be read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from openrepro.ids import Json

MOST: Final = 62


class Unit(NamedTuple):
    """How days are taken together: the first day of the period of a day, and of the period after it."""

    name: str
    first: Callable[[date], date]
    following: Callable[[date], date]
    form: str


def _week(day: date) -> date:
    return day - timedelta(days=min(day.weekday(), day.toordinal() - 1))


def _next_month(day: date) -> date:
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


UNITS: Final = (
    Unit("day", lambda day: day, lambda day: day + timedelta(days=1), "%-d %b"),
    Unit("week", _week, lambda day: day + timedelta(days=7), "%-d %b %Y"),
    Unit("month", lambda day: day.replace(day=1), _next_month, "%b %Y"),
    Unit("year", lambda day: date(day.year, 1, 1), lambda day: date(day.year + 1, 1, 1), "%Y"),
)
COUNTED: Final = ("entered", "judged")


class Periods(NamedTuple):
    """The periods in order, without gaps, each with its counts and the sums so far; `unit` names them."""

    unit: str
    rows: Sequence[Mapping[str, Json]]


def periods(days: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> Periods:
    """The days of a history as at most 62 periods; of a longer one the last years, the sums including all before."""
    dated = sorted((day, line) for line in days for day in _date(line["day"]))
    if not dated:
        return Periods("day", ())
    unit = next((unit for unit in UNITS if _fits(unit, dated[0][0], dated[-1][0])), UNITS[-1])
    held: dict[date, dict[str, int]] = {}
    for day, line in dated:
        spot = held.setdefault(unit.first(day), dict.fromkeys((*COUNTED, *labels), 0))
        for name in COUNTED:
            spot[name] += line[name]
        for label in labels:
            spot[label] += line["verdicts"].get(label, 0)
    return Periods(unit.name, list(_rows(unit, held, labels))[-MOST:])


def _fits(unit: Unit, first: date, last: date) -> bool:
    longest = {"day": 1, "week": 7, "month": 30}.get(unit.name, 365)
    return (last - first).days < (MOST - 2) * longest


def _date(text: str) -> Iterator[date]:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return
    if 1 < found.year < 9999:
        yield found


def _rows(unit: Unit, held: Mapping[date, Mapping[str, int]], labels: Sequence[str]) -> Iterator[Mapping[str, Json]]:
    judged = given = 0
    for day in _each(unit, min(held), max(held)):
        counts = held.get(day, {})
        verdicts = {label: counts.get(label, 0) for label in labels}
        judged, given = judged + counts.get("judged", 0), given + sum(verdicts.values())
        yield {
            "from": day.isoformat(),
            "label": day.strftime(unit.form),
            "entered": counts.get("entered", 0),
            "judged": counts.get("judged", 0),
            "verdicts": dict(verdicts),
            "judged_so_far": judged,
            "verdicts_so_far": given,
        }


def _each(unit: Unit, day: date, last: date) -> Iterator[date]:
    while day <= last:
        yield day
        day = unit.following(day)
