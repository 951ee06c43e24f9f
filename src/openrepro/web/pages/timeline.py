"""The timeline of the challenge: what happened, what holds now, and what is still to come."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from openrepro.clock import instant_of, written
from openrepro.ids import Json
from openrepro.web.pages.around import STAGE_MEANING, Stage
from openrepro.web.pages.page import Kind, Page, Visit

MOST: Final = 100
"""Of announcements and of rule versions, the newest are on the timeline."""


class Moment(NamedTuple):
    """A point of the timeline: `state` is done or ahead, `at` is empty where its instant is not set; `to` is a page
    about it, or empty."""

    at: str
    text: str
    state: str
    to: str = ""

    def as_json(self) -> dict[str, Json]:
        return dict(self._asdict())


class _Point(NamedTuple):
    at: str
    text: str
    to: str = ""


def timeline(visit: Visit) -> Page:
    """The page at `/timeline`."""
    stage = visit.around.stage
    data: dict[str, Json] = {
        "stage": {"name": stage.value, "meaning": STAGE_MEANING[stage]},
        "moments": [moment.as_json() for moment in moments(visit, whole=True)],
        "most": MOST,
    }
    return Page("timeline.html", "Timeline", data, "What happened in the challenge, and what is still to come.")


def moments(visit: Visit, *, whole: bool = False) -> list[Moment]:
    """The points of the timeline in order, those without an instant last; `whole` has announcements, credits and awards
    too."""
    points = [*_points(visit), *(_further(visit) if whole else ())]
    dated = [
        Moment(one.at, one.text, "done" if instant_of(one.at) <= visit.at else "ahead", one.to)
        for one in sorted(points)
    ]
    return [*dated, *_undated(visit, whole=whole)]


def _points(visit: Visit) -> Iterator[_Point]:
    rules, around = visit.around.rules, visit.around
    yield _Point(written(rules.window.opens), "Opens: entries are taken in and judged")
    yield _Point(written(rules.window.closes), _closing(visit))
    if rules.appeals.days:
        ends = rules.window.closes + timedelta(days=rules.appeals.days)
        told = f"Last day for appeals on verdicts of the closing day ({rules.appeals.days} days)"
        yield _Point(written(ends), told)
    if around.frozen_at:
        yield _Point(around.frozen_at, "Frozen: the record is closed and signed")
    for version in visit.tx.rules.history().versions[1:][-MOST:]:
        told = _changed(version.effective_from <= visit.at)
        yield _Point(written(version.effective_from), f"{told}: {version.note}", "/rules#versions")


def _changed(done: bool) -> str:
    return "Rules changed" if done else "Rules will change"


def _closing(visit: Visit) -> str:
    listed = visit.around.rules.window.late.value == "list"
    return f"Closes: later revisions are {'listed and do not score' if listed else 'refused'}"


def _further(visit: Visit) -> Iterator[_Point]:
    credits_ = visit.around.rules.credits
    if credits_.slots:
        yield _Point(written(credits_.requests_until), "Last instant for requests for compute credits", "/faq#credits")
    for one in visit.tx.operator.announcements(limit=MOST):
        yield _Point(one.at, f"Announcement: {one.text}", f"/announcements#a{one.id}")


def _undated(visit: Visit, *, whole: bool) -> Iterator[Moment]:
    if visit.around.stage is not Stage.FROZEN:
        yield Moment("", "Freeze: the record is closed and signed; its instant is announced", "ahead")
    if whole and visit.around.rules.awards:
        yield Moment("", "Awards: given after the freeze and a review by people", "ahead", "/faq#prizes")


KINDS: Final = (Kind("timeline", "/timeline", timeline),)
