"""The gallery of logbooks, newest first."""

from collections.abc import Mapping
from typing import Final

from openrepro.entries.entry import Source, State
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.store.entries import Wanted
from openrepro.store.gallery import Shelf
from openrepro.web.faults import ApiError
from openrepro.web.pages import logbook, logbook_lists, logbook_pages, logbook_revisions, logbook_view
from openrepro.web.pages.entry_lines import entry_lines
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.templating import address

ON_A_PAGE: Final = 30
PATH: Final = "/logbooks"
LABELS: Final = tuple(label.value for label in Label)
STATES: Final = tuple(state.value for state in State)
SOURCES: Final = tuple(source.value for source in Source)


def logbooks(visit: Visit) -> Page:
    """The page at `/logbooks`: entries, narrowed by paper or team, and by a label, or by state and source."""
    asked = _asked(visit)
    shelf = _shelf(visit, asked)
    data: dict[str, Json] = {
        "asked": dict(asked),
        "order": _order(asked),
        "narrowed": _narrowed(visit, asked),
        "entries": entry_lines(visit.tx, [row.entry for row in shelf.rows]),
        "filters": _filters(asked),
    }
    about = "Every logbook that was entered, with what the judge found in it and whether it scores."
    lead = {"previous": _place(asked, shelf.previous), "next": _place(asked, shelf.next)}
    return Page("logbooks.html", "Logbooks", data, about, **lead)


def _asked(visit: Visit) -> Mapping[str, str]:
    """The filters of the query. A label and a state or source are not asked for at once: no index answers that."""
    asked = {
        "state": visit.one_of("state", STATES),
        "source": visit.one_of("source", SOURCES),
        "label": visit.one_of("label", LABELS),
        "paper": visit.asked("paper"),
        "team": visit.asked("team"),
    }
    if asked["label"] and (asked["state"] or asked["source"]):
        hint = "Only judged entries have labels: leave the state and the source out."
        raise ApiError(400, "Ask for a label, or for a state and a source, not for both.", hint=hint)
    return asked


def _shelf(visit: Visit, asked: Mapping[str, str]) -> Shelf:
    before = visit.number("before", least=1, most=999_999_999, default=0)
    own = visit.who.account is not None and asked["team"] == visit.who.account.team
    wanted = Wanted(
        State(asked["state"]) if asked["state"] else None,
        asked["paper"],
        asked["team"],
        Source(asked["source"]) if asked["source"] else None,
        hidden=None if own or visit.who.operates else False,
    )
    if asked["label"]:
        return visit.tx.gallery.labelled(asked["label"], wanted, before=before, limit=ON_A_PAGE)
    return visit.tx.gallery.newest(wanted, before=before, limit=ON_A_PAGE)


def _place(asked: Mapping[str, str], before: int | None) -> str:
    """The address of a page of the list, empty where there is none."""
    return "" if before is None else address(PATH, {**asked, "before": before or ""})


def _order(asked: Mapping[str, str]) -> str:
    return f"Newest “{asked['label']}” first" if asked["label"] else "Newest first"


def _narrowed(visit: Visit, asked: Mapping[str, str]) -> list[Json]:
    """The paper and the team that the list is narrowed to, with what they are called and how to widen it again."""
    found: list[Json] = []
    if asked["paper"]:
        title = visit.tx.papers.titles([asked["paper"]]).get(asked["paper"], "")
        found.append(_only("paper", asked, title, f"/papers/{asked['paper']}" if title else ""))
    if asked["team"]:
        team = visit.tx.people.team(asked["team"])
        found.append(_only("team", asked, team.name if team else "", f"/teams/{asked['team']}" if team else ""))
    return found


def _only(what: str, asked: Mapping[str, str], name: str, page: str) -> dict[str, Json]:
    without = address(PATH, {**asked, what: ""})
    return {"what": what, "id": asked[what], "name": name, "page": page, "without": without}


def _filters(asked: Mapping[str, str]) -> list[Json]:
    """The choices of each filter with the address that each leads to; the first one is none of them."""
    return [
        _filter("label", "With a verdict", "any", LABELS, {**asked, "state": "", "source": ""}, asked["label"]),
        _filter("state", "State", "any", STATES, {**asked, "label": ""}, asked["state"]),
        _filter("source", "Came by", "any way", SOURCES, {**asked, "label": ""}, asked["source"]),
    ]


def _filter(
    name: str, words: str, none: str, values: tuple[str, ...], others: Mapping[str, str], now: str
) -> dict[str, Json]:
    choices: list[Json] = [
        {"words": value or none, "where": address(PATH, {**others, name: value}), "chosen": value == now}
        for value in ("", *values)
    ]
    return {"name": name, "words": words, "choices": choices}


KINDS: Final = (
    Kind("logbooks", PATH, logbooks),
    *logbook.KINDS,
    *logbook_pages.KINDS,
    *logbook_revisions.KINDS,
    *logbook_view.KINDS,
    *logbook_lists.KINDS,
)
