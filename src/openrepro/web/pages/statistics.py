"""The statistics: the event in figures and charts, each number with its definition and the records behind it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from openrepro.board.consensus import ClaimState, PaperState
from openrepro.board.funnel import LABELS
from openrepro.ids import Json
from openrepro.server.boards import MAIN
from openrepro.server.spending import spending
from openrepro.store.store import Transaction
from openrepro.web.pages.budget import told_budget, told_costs
from openrepro.web.pages.figure_records import records_of
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.periods import periods
from openrepro.web.pages.views import Viewed, slug, viewed
from openrepro.web.templating import address

PATH: Final = "/statistics"
ABOUT: Final = "The event in figures and charts, each number with its definition, its denominator and its records."
Figures = Mapping[str, Mapping[str, Json]]


class Steps(NamedTuple):
    """A funnel: its name, and the figures that are each a part of the one before, with words for them."""

    name: str
    figures: Mapping[str, str]


FUNNELS: Final = (
    Steps(
        "Papers",
        {
            "papers": "in the index",
            "papers with an entry": "with an entry",
            "papers with a judged entry": "examined: with a judged entry",
            "papers with something reproduced": "with something reproduced and nothing contested",
            "papers fully reproduced": "fully reproduced",
        },
    ),
    Steps("Logbooks", {"entries": "entered", "judged entries": "judged", "scoring entries": "scoring"}),
)
BARS: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "Papers by state": ("papers ", [state.value for state in PaperState if state is not PaperState.NOT_EXAMINED]),
    "Claims by state": ("claims ", [state.value for state in ClaimState if state.testable]),
    "Verdicts by label": ("verdicts ", [label.value for label in LABELS]),
}
GROUPS: Final = ("papers", "entries", "verdicts", "claims")
UNKNOWN: Final = (
    "How long participants worked, and on which machines: a logbook records its runs with their durations, and its "
    "page lists them; they are not added up here, since submitted jobs and repeated pages would be counted twice.",
    "Who used which agent or model: nobody has to say so.",
)


def statistics(visit: Visit) -> Page:
    """The page at `/statistics`."""
    view = viewed(visit)
    lines = visit.tx.boards.figures(view.name)
    figures = {str(line["name"]): line for line in lines}
    charts, spent = visit.tx.boards.charts(view.name), spending(visit.tx)
    data: dict[str, Json] = {
        "view": view.as_json(PATH),
        "funnels": [_funnel(steps, figures, view) for steps in FUNNELS] if figures else [],
        "bars": [_bar(name, prefix, states, figures, view) for name, (prefix, states) in BARS.items()]
        if figures
        else [],
        "groups": list(_groups(lines, view)),
        "coverage": _coverage(charts, view),
        "agreement": charts.get("agreement"),
        "history": _history(charts),
        "spread": charts.get("spread", []),
        "spending": spent.as_json(),
        "costs": told_costs(spent, figures if view.name == MAIN else {}),
        "budget": told_budget(visit),
        "unknown": [*UNKNOWN],
        "compared": _compared(visit.tx, view) if figures else [],
    }
    return Page("statistics.html", "Statistics", data, ABOUT)


def told(figure: Mapping[str, Json], view: Viewed) -> dict[str, Json]:
    """A figure with the anchor of its definition, the list behind it, and what that holds if not just this."""
    name = str(figure["name"])
    return {**figure, "anchor": slug(name), **records_of(name, view.name).as_json()}


def _funnel(steps: Steps, figures: Figures, view: Viewed) -> dict[str, Json]:
    held = [{**told(figures[name], view), "words": words} for name, words in steps.figures.items() if name in figures]
    return {"name": steps.name, "steps": [*held]}


def _bar(name: str, prefix: str, states: Sequence[str], figures: Figures, view: Viewed) -> dict[str, Json]:
    held = [{**told(figures[prefix + one], view), "state": one} for one in states if prefix + one in figures]
    return {"name": name, "parts": [*held]}


def _groups(lines: Sequence[Mapping[str, Json]], view: Viewed) -> Iterator[Json]:
    """The figures in the order they are read, by what they are about."""
    held: list[Json] = []
    name = ""
    for line in lines:
        if line["name"] in GROUPS:
            if held:
                yield {"name": name, "figures": held}
            name, held = str(line["name"]), []
        held.append(told(line, view))
    if held:
        yield {"name": name, "figures": held}


def _coverage(charts: Mapping[str, Any], view: Viewed) -> list[Json]:
    """The areas; papers of an area are listed for the challenge's own rules."""
    return [
        {
            **area,
            "states": {state.value: area["states"].get(state.value, 0) for state in PaperState},
            "name": area["area"] or (f"{area['areas']} smaller areas" if area["areas"] > 1 else "no area given"),
            "records": address("/papers", {"area": area["area"]}) if area["area"] and view.name == MAIN else "",
        }
        for area in charts.get("coverage", [])
    ]


def _history(charts: Mapping[str, Any]) -> dict[str, Json] | None:
    if "history" not in charts:
        return None
    labels = [label.value for label in LABELS]
    found = periods(charts["history"]["days"], labels)
    return {"unit": found.unit, "labels": [*labels], "rows": [dict(row) for row in found.rows]} | {
        "undated": charts["history"]["undated"]
    }


def _compared(tx: Transaction, view: Viewed) -> list[Json]:
    """The states of claims and papers under the rules of every view, where there are several."""
    if len(view.names) < 2:
        return []
    held = {name: {str(line["name"]): line for line in tx.boards.figures(name)} for name in view.names}
    names = [prefix + state for prefix, states in list(BARS.values())[:2] for state in states]
    return [
        {"figure": name, "values": {one: figures[name]["value"] for one, figures in held.items()}} for name in names
    ]


def _addresses(visit: Visit) -> Iterator[Address]:
    views = [view.view for view in visit.tx.boards.views()]
    yield Address()
    yield from (Address({}, {"view": view}) for view in views if view != MAIN)


KINDS: Final = (Kind("statistics", PATH, statistics, _addresses),)
