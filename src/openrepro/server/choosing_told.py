"""What is told of papers that are recommended, and of what one takes: the same on pages, in the API and in print."""

from collections.abc import Sequence
from typing import Final

from openrepro.ids import Json
from openrepro.papers.compute_words import MEANING
from openrepro.papers.compute_words import WORDS as MACHINES
from openrepro.papers.costs import Cost
from openrepro.papers.data_words import WORDS as DATA
from openrepro.papers.recommending import Need, Recommended
from openrepro.papers.signals import Aspect, Code, Signals, Text
from openrepro.store.store import Transaction
from openrepro.visible import visible

LONGEST_TITLE: Final = 400
CODE: Final = {Code.LINKED: "linked", Code.PROMISED: "promised, not linked", Code.UNKNOWN: "none found"}
TEXTS: Final = {
    Text.ON_FILE: "read from the whole text",
    Text.ABSTRACT: "read from the abstract only: the text is not on file",
    Text.NONE: "neither a text nor an abstract is on file",
}
NEEDS: Final = {
    Need.CONTESTED: "contested",
    Need.UNCONFIRMED: "unconfirmed",
    Need.UNTRIED: "untried",
    Need.OPEN: "open claims",
    Need.SETTLED: "settled",
}


def told_papers(tx: Transaction, found: Sequence[Recommended]) -> list[dict[str, Json]]:
    """The papers that are recommended, each with why, what it takes, and where its prompt is."""
    ids = [one.candidate.paper for one in found]
    held, read = tx.papers.several(ids), tx.choosing.signals(ids)
    return [
        {
            "id": one.candidate.paper,
            "title": _title(held[one.candidate.paper].paper.title),
            "area": one.candidate.area,
            "need": NEEDS[one.need],
            "round": one.round,
            "points": one.points,
            "why": [part.as_json() for part in one.why],
            "testable": one.candidate.tried.testable,
            "judged": one.candidate.tried.judged,
            "takes": told_signals(read.get(one.candidate.paper)),
            "cost": told_cost(one.candidate.cost),
            "page": f"/papers/{one.candidate.paper}",
            "prompt": f"/papers/{one.candidate.paper}#prompt",
        }
        for one in found
        if one.candidate.paper in held
    ]


def _title(text: str) -> str:
    told = visible(text)
    return told if len(told) <= LONGEST_TITLE else f"{told[: LONGEST_TITLE - 1]}…"


def told_signals(signals: Signals | None) -> dict[str, Json] | None:
    """What a paper takes by its own words; None where nobody has looked yet."""
    if signals is None:
        return None
    return {
        "code": signals.code.value,
        "code_words": CODE[signals.code],
        "code_url": signals.code_url,
        "data": signals.data.value,
        "data_words": DATA[signals.data],
        "datasets": list(signals.datasets),
        "compute": signals.compute.value,
        "compute_words": MACHINES[signals.compute],
        "compute_meaning": MEANING[signals.compute],
        "theory": signals.theory,
        "text": signals.text.value,
        "text_words": TEXTS[signals.text],
        "evidence": [_told_evidence(aspect, signals) for aspect in Aspect if aspect in signals.evidence],
    }


def _told_evidence(aspect: Aspect, signals: Signals) -> dict[str, Json]:
    found = signals.evidence[aspect]
    return {"about": aspect.value, "quote": visible(found.quote), "where": visible(found.where)}


def told_cost(cost: Cost | None) -> dict[str, Json]:
    """What earlier attempts cost, in figures and in words; unknown is said."""
    if cost is None:
        return {
            "attempts": 0,
            "seconds": None,
            "untold": 0,
            "words": "No judged attempt yet: what it costs is not known.",
        }
    return {**cost.as_json(), "words": _words(cost)}


def _words(cost: Cost) -> str:
    seconds = cost.seconds
    if seconds is None:
        return f"{_attempts(cost.attempts)} so far; no run of theirs has a recorded duration."
    untold = f"; {cost.untold:,} more without recorded durations" if cost.untold else ""
    if seconds.many == 1:
        return f"The runs of one earlier attempt took {lasting(seconds.median)}{untold}."
    spread = f"{lasting(seconds.least)} to {lasting(seconds.most)}"
    return f"The runs of {seconds.many:,} earlier attempts took {lasting(seconds.median)} (median; {spread}){untold}."


def _attempts(count: int) -> str:
    return "One judged attempt" if count == 1 else f"{count:,} judged attempts"


def lasting(seconds: int) -> str:
    """A duration for people, in the unit that fits it."""
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7_200:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:,.1f} h"
