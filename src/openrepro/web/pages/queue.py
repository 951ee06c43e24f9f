"""The queue: what waits to be judged, in which order, how long it takes, and what was not judged and why."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from openrepro.clock import instant_of, written
from openrepro.entries.entry import Reason
from openrepro.entries.states import MEANING
from openrepro.guide import phrases
from openrepro.guide.text import block_json, joined
from openrepro.ids import Json
from openrepro.store.job_figures import COUNTED, Work, expected, said
from openrepro.store.line import Unjudged, Waiting
from openrepro.web.pages.around import Around, Stage
from openrepro.web.pages.budget import told_budget
from openrepro.web.pages.page import Kind, Page, Visit

SHOWN: Final = 50
SHOWN_HELD: Final = 25


class Mood(StrEnum):
    """How the queue is."""

    OVER = "over"
    IDLE = "nobody is at work"
    EMPTY = "nothing waits"
    AHEAD = "not open yet"
    MOVING = "moving"


def queue(visit: Visit) -> Page:
    """The page at `/queue`."""
    now = written(visit.at.replace(second=0))
    health, work = visit.tx.jobs.health(visit.now), visit.tx.line.work(visit.now)
    waiting, held, in_work = visit.tx.line.next(SHOWN), visit.tx.line.held(SHOWN_HELD), visit.tx.line.in_work(SHOWN)
    names = _names(visit, (*waiting, *held, *in_work))
    data: dict[str, Json] = {
        "mood": _mood(visit.around, work, health.waiting, health.leased).value,
        "counts": {
            "waiting": health.waiting,
            "retries": health.retries,
            "in_work": health.leased,
            "held": health.held,
            "counted_to": COUNTED,
        },
        "budget": told_budget(visit),
        "for_model": [_for_model(reason, many) for reason, many in visit.tx.line.for_model().items()],
        "pace": _pace(work, now, health.waiting),
        "oldest": health.oldest or None,
        "oldest_minutes": _minutes(health.oldest, visit.at),
        "next": [_line(one, names) | {"expected_at": _at(work, now, place)} for place, one in enumerate(waiting, 1)],
        "in_work": [_line(one, names) for one in in_work],
        "held": [_line(one, names) for one in held],
        "shown": SHOWN,
        "rules": [block_json(joined(phrases.cap(visit.around.rules), phrases.cooldown(visit.around.rules)))],
        "unjudged": [_unjudged(one) for one in visit.tx.line.unjudged()],
    }
    return Page("queue.html", "Queue", data, "What waits to be judged, and how long it takes.")


def _mood(around: Around, work: Work, waiting: int, leased: int) -> Mood:
    if around.stage is Stage.FROZEN:
        return Mood.OVER
    if around.stage is Stage.AHEAD:
        return Mood.AHEAD
    if work.idle:
        return Mood.IDLE
    return Mood.MOVING if waiting or leased else Mood.EMPTY


def _pace(work: Work, now: str, waiting: int) -> dict[str, Json]:
    return {
        "ended": work.ended,
        "an_hour": work.ended * 4,
        "workers": work.workers,
        "seconds": f"{work.seconds:.1f}",
        "all_done_at": _at(work, now, waiting) if waiting else None,
        "sentence": said(work),
    }


def _at(work: Work, now: str, jobs: int) -> str | None:
    return expected(work, now, jobs) or None


def _minutes(oldest: str, at: datetime) -> int | None:
    return max(0, int((at - instant_of(oldest)).total_seconds()) // 60) if oldest else None


def _names(visit: Visit, lines: Sequence[Waiting]) -> dict[str, str]:
    """What the teams and papers of the lines are called, by id."""
    teams = visit.tx.people.teams({one.team for one in lines})
    papers = visit.tx.papers.titles(tuple({one.paper for one in lines if one.paper}))
    return {**{team.id: team.name for team in teams.values()}, **papers}


def _line(one: Waiting, names: dict[str, str]) -> dict[str, Json]:
    return {
        "entry": one.entry,
        "title": one.title,
        "team": one.team,
        "team_name": names.get(one.team, ""),
        "paper": one.paper,
        "paper_title": names.get(one.paper, ""),
        "retry": one.retry,
        "reason": one.reason.value,
        "why": MEANING[one.reason].text,
        "since": one.since,
        "begun_at": one.begun_at or None,
        "not_before": one.not_before or None,
    }


def _for_model(reason: Reason, many: int) -> dict[str, Json]:
    return {"reason": reason.value, "entries": many, "why": MEANING[reason].text, "next": MEANING[reason].next}


def _unjudged(one: Unjudged) -> dict[str, Json]:
    return {
        "state": one.state.value,
        "reason": one.reason.value,
        "entries": one.entries,
        "why": MEANING[one.reason].text,
        "next": MEANING[one.reason].next,
    }


KINDS: Final = (Kind("queue", "/queue", queue),)
