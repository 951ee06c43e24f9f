"""Entries as operators look for them, and one with all that can be done to it."""

from typing import Final

from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.states import MEANING
from openrepro.ids import Json
from openrepro.server.operating import STUCK_AFTER, stuck_entries
from openrepro.store.entries import Wanted
from openrepro.web.api.access import entry_shown
from openrepro.web.api.entries import status
from openrepro.web.pages.console.entry_acts import fitting
from openrepro.web.pages.console.log import told_acts
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address

EACH: Final = 50
MOST_STUCK: Final = 200
NEWEST_ACTS: Final = 20
STATES: Final = tuple(state.value for state in State)
REASONS: Final = tuple(reason.value for reason in Reason)
YES_NO: Final = ("yes", "no")


def entries(visit: Visit) -> Page:
    """The page at `/console/entries`: by state, reason, hidden or stuck; an id leads to the entry."""
    operator_of(visit.who)
    asked = {
        "entry": visit.asked("entry"),
        "state": visit.one_of("state", STATES),
        "reason": visit.one_of("reason", REASONS),
        "hidden": visit.one_of("hidden", YES_NO),
        "stuck": visit.one_of("stuck", ("yes",)),
    }
    found, following = _found(visit, asked)
    data: dict[str, Json] = {
        "asked": dict(asked),
        "states": list(STATES),
        "reasons": list(REASONS),
        "entries": [line(entry) for entry in found],
    }
    path = f"{ROOT}/entries"
    after = address(path, {**asked, "before": following}) if following else ""
    return Page("console/entries.html", "Entries", framed(visit, data), next=after)


def _found(visit: Visit, asked: dict[str, str]) -> tuple[tuple[Entry, ...], int]:
    if asked["entry"]:
        one = visit.tx.entries.get(asked["entry"]) or visit.tx.entries.by_origin(asked["entry"])
        return ((one,) if one else ()), 0
    if asked["stuck"]:
        return stuck_entries(visit.tx, visit.at, after=STUCK_AFTER, limit=MOST_STUCK), 0
    hidden = {"yes": True, "no": False}.get(asked["hidden"])
    state = State(asked["state"]) if asked["state"] else None
    reason = Reason(asked["reason"]) if asked["reason"] else None
    wanted = Wanted(state=state, reason=reason, hidden=hidden)
    page = visit.tx.entries.page(wanted, before=visit.number("before", default=0, least=0, most=2**53), limit=EACH)
    return tuple(row.entry for row in page.rows), page.next


def line(entry: Entry) -> dict[str, Json]:
    """An entry in a list of the console."""
    return {
        "id": entry.id,
        "title": entry.title,
        "paper": entry.paper,
        "team": entry.team,
        "state": entry.state.value,
        "reason": entry.reason.value,
        "sentence": entry.sentence,
        "state_at": entry.state_at,
        "hidden": entry.hidden,
    }


def entry(visit: Visit) -> Page:
    """The page at `/console/entries/ENTRY`."""
    operator_of(visit.who)
    held = entry_shown(visit.tx, visit.params["entry"], visit.who)
    team = visit.tx.people.team(held.team)
    told = status(visit.tx, held)
    acts = visit.tx.operator.acts(target=held.id, limit=NEWEST_ACTS)
    data: dict[str, Json] = {
        **line(held),
        "team_name": team.name if team else "",
        "account": held.account,
        "source": held.source.value,
        "origin": held.origin,
        "seen_at": held.seen_at,
        "revision": held.revision,
        "judged_revision": held.judged_revision,
        "meaning": MEANING[held.reason].text,
        "next_step": told.next_step,
        "place": told.place.model_dump() if told.place else None,
        "acts": [{"name": act.name, "button": act.button} for act in fitting(held)],
        "log": told_acts(visit, acts),
    }
    return Page("console/entry.html", f"Entry {held.id}", framed(visit, data))


KINDS: Final = (
    Kind("console-entries", f"{ROOT}/entries", entries, none, private=True),
    Kind("console-entry", f"{ROOT}/entries/{{entry}}", entry, none, private=True),
)
