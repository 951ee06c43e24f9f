"""The status of an entry: where it is, why, its place and expected time, what comes next, and how it got there."""

from collections.abc import Iterator
from typing import Final

from openrepro.claims.disputes import DisputeState
from openrepro.entries.entry import Entry, State
from openrepro.ids import Json
from openrepro.rendering.links import host_of
from openrepro.store.entries import Event, Wanted
from openrepro.store.manifests import KeptRevision
from openrepro.web.api.access import entry_shown
from openrepro.web.api.entries import status
from openrepro.web.open_looks import told_open_of
from openrepro.web.pages.disputes import told_disputes
from openrepro.web.pages.entry_lines import board_bodies, head
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.scoring import scoring_of
from openrepro.web.templating import address

STEPS: Final = 30
REVISIONS: Final = 10
LOOKS: Final = 30
DISPUTES: Final = 10
AT_ONCE: Final = 500
WAITS: Final = (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.JUDGING)
"""The states that an entry leaves by itself."""


def entry_status(visit: Visit) -> Page:
    """The page at `/entries/{entry}`."""
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    before = visit.number("before", least=1, most=999_999_999, default=0)
    steps = visit.tx.entries.latest(entry.id, before=before, limit=STEPS + 1)
    told = about(visit, entry)
    bodies = board_bodies(visit.tx, [entry.paper])
    now = status(visit.tx, entry)
    data: dict[str, Json] = {
        **told,
        "state_at": entry.state_at,
        "next_step": now.next_step,
        "waits": entry.state in WAITS,
        "place": None if now.place is None else now.place.model_dump(mode="json"),
        "scoring": scoring_of(entry, bodies.get(entry.paper)).as_json(),
        "named": list(entry.named),
        "looks": told_open_of(visit.tx, entry.id, LOOKS),
        "disputes": _disputes(visit, entry.paper),
        "origin": entry.origin,
        "url": entry.url if host_of(entry.url) else "",
        "seen_at": entry.seen_at,
        "missing_since": entry.missing_since,
        "steps": [_step(step) for step in steps[:STEPS]],
        "continued": bool(before),
        "revisions": [revision_line(entry, one) for one in visit.tx.manifests.newest(entry.id, limit=REVISIONS)],
    }
    path = f"/entries/{entry.id}"
    following = address(path, {"before": steps[STEPS - 1].number}) if len(steps) > STEPS else ""
    title = f"Status of “{told['title']}”"
    return Page("entry.html", title, data, next=following, previous=path if before else "")


def _disputes(visit: Visit, paper: str) -> list[Json]:
    """What is open against claims of the entry's paper."""
    found = visit.tx.disputes.page(paper=paper, state=DisputeState.OPEN, limit=DISPUTES) if paper else ()
    return told_disputes(visit.tx, found)


def about(visit: Visit, entry: Entry) -> dict[str, Json]:
    """What every page about an entry begins with."""
    titles = visit.tx.papers.titles([entry.paper] if entry.paper else [])
    team = visit.tx.people.team(entry.team)
    return {
        **head(entry, titles.get(entry.paper, ""), "" if team is None else team.name),
        "sentence": entry.sentence,
    }


def _step(step: Event) -> dict[str, Json]:
    event = step.event
    return {
        "at": event.at,
        "state": event.state.value,
        "reason": event.reason.value,
        "sentence": event.sentence,
        "revision": event.revision,
        "actor": event.actor,
    }


def revision_line(entry: Entry, one: KeptRevision) -> dict[str, Json]:
    """A revision in a list; `is` says in words what it is of all, `files_at` where its files are listed."""
    root = f"/logbooks/{entry.id}"
    shown = one.revision == (entry.judged_revision or entry.revision)
    marks = {"newest": one.revision == entry.revision, "read by the judge": one.revision == entry.judged_revision}
    marks["late"] = bool(one.late)
    return {
        "revision": one.revision,
        "seen_at": one.seen_at,
        "source_sha": one.source_sha,
        "files": one.files,
        "files_at": f"{root}/files" if shown else f"{root}/revisions/{one.revision}/files",
        "bytes": one.bytes,
        "taken_down_at": one.taken_down_at,
        "is": [name for name, held in marks.items() if held] or ["superseded"],
    }


def all_entries(visit: Visit) -> Iterator[str]:
    """The ids of all entries that the visitor may see, newest first; of a copy of the site those of its share."""
    if visit.share.entry:
        yield visit.share.entry
        return
    wanted, before = Wanted(hidden=None if visit.who.operates else False), 0
    while True:
        page = visit.tx.entries.page(wanted, before=before, limit=AT_ONCE)
        yield from (row.entry.id for row in page.rows if visit.mine(row.entry.id))
        if not page.next:
            return
        before = page.next


def of_each_entry(visit: Visit) -> Iterator[Address]:
    """One address per entry."""
    return (Address({"entry": name}) for name in all_entries(visit))


KINDS: Final = (Kind("entry", "/entries/{entry}", entry_status, of_each_entry, about_entries=True),)
