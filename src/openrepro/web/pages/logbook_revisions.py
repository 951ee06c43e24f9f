"""What changed from one revision of an entry to the next: verdicts and files."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, zip_longest
from typing import Final, NamedTuple

from openrepro.entries.entry import Entry, State
from openrepro.ids import Json
from openrepro.store.manifests import Changes, KeptRevision
from openrepro.store.record_rows import VerdictRow
from openrepro.web.api.access import entry_shown
from openrepro.web.faults import not_found
from openrepro.web.pages.entries import about, all_entries, revision_line
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.templating import address

SHOWN: Final = 5
ON_A_PAGE: Final = 20
MOST_VERDICTS: Final = 400
MOST_STEPS: Final = 200
MOST_FILES: Final = 100


class Past(NamedTuple):
    """What happened to an entry, as far back as is looked: its verdicts, newest first, and the revisions that were
    judged."""

    rows: Sequence[VerdictRow]
    judged: frozenset[str]


def past_of(visit: Visit, entry: Entry) -> Past:
    rows = visit.tx.ledger.verdicts(entry=entry.id, newest_first=True, limit=MOST_VERDICTS)
    steps = visit.tx.entries.latest(entry.id, limit=MOST_STEPS)
    judged = {step.event.revision for step in steps if step.event.state is State.JUDGED}
    return Past(rows, frozenset(judged | {row.revision for row in rows}))


def revisions_of(visit: Visit, entry: Entry, *, before: int = 0, limit: int = SHOWN) -> list[Json]:
    """Revisions of an entry, newest first, each with what changed since the one before it."""
    found = visit.tx.manifests.newest(entry.id, before=before, limit=limit + 1)
    past = past_of(visit, entry)
    changes: list[Changes | None] = [
        visit.tx.manifests.changes(old.revision, new.revision) for new, old in pairwise(found)
    ]
    lines = zip_longest(found, changes)
    return [
        {**revision_line(entry, one), "changes": _files(change), "verdicts": _verdicts(one, past)}
        for one, change in islice(lines, limit)
    ]


def revisions(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/revisions`."""
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    before = visit.number("before", most=999_999_999, default=0)
    places = visit.tx.manifests.newest(entry.id, before=before, limit=ON_A_PAGE + 1)
    told, path = about(visit, entry), f"/logbooks/{entry.id}/revisions"
    data: dict[str, Json] = {**told, "revisions": revisions_of(visit, entry, before=before, limit=ON_A_PAGE)}
    following = address(path, {"before": places[ON_A_PAGE - 1].seq}) if len(places) > ON_A_PAGE else ""
    title = f"Revisions of “{told['title']}”"
    return Page("logbook_revisions.html", title, data, previous=path if before else "", next=following)


def _files(changes: Changes | None) -> dict[str, Json] | None:
    """How many files differ from the revision before; None where there is none before."""
    return None if changes is None else dict(changes._asdict())


def _verdicts(one: KeptRevision, past: Past) -> dict[str, Json]:
    """What the judging of a revision did to the verdicts: which came first, which changed, and how many were made
    anew with the same label. A claim whose case file was the same keeps its verdict, and none is made."""
    by_id = {row.id: row for row in past.rows}
    changed: list[Json] = []
    counts = {"first": 0, "again": 0}
    for row in reversed(past.rows):
        if row.revision != one.revision:
            continue
        before = by_id.get(row.supersedes)
        if before is not None and before.label != row.label:
            changed.append({"claim": row.claim, "from": before.label, "to": row.label, "id": row.id})
        else:
            counts["again" if row.supersedes else "first"] += 1
    return {"changed": changed, **counts, "judged": one.revision in past.judged}


def revision(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/revisions/{revision}`."""
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    one = visit.tx.manifests.revision(entry.id, visit.params["revision"])
    if one is None:
        raise not_found("revision", visit.params["revision"])
    before = next(iter(visit.tx.manifests.newest(entry.id, before=one.seq, limit=1)), None)
    past = past_of(visit, entry)
    told = about(visit, entry)
    data: dict[str, Json] = {
        **told,
        "revision": revision_line(entry, one),
        "before": None if before is None else revision_line(entry, before),
        "changes": None if before is None else _files(visit.tx.manifests.changes(before.revision, one.revision)),
        "files": [] if before is None else _changed(visit, before, one),
        "verdicts": _verdicts(one, past),
        "kept": _kept(one, past.rows),
    }
    return Page("logbook_revision.html", f"Revision {one.revision[:12]} of “{told['title']}”", data)


def _changed(visit: Visit, before: KeptRevision, one: KeptRevision) -> list[Json]:
    found = visit.tx.manifests.changed_files(before.revision, one.revision, limit=MOST_FILES)
    return [dict(file._asdict()) for file in found]


def _kept(one: KeptRevision, rows: Sequence[VerdictRow]) -> list[Json]:
    """The claims that kept the verdict of an earlier revision when this one was judged: no evidence differed."""
    mine = [row for row in rows if row.revision == one.revision]
    if not mine:
        return []
    first, claims = min(row.seq for row in mine), {row.claim for row in mine}
    held: dict[str, VerdictRow] = {}
    for row in rows:
        if row.seq < first and row.claim not in claims:
            held.setdefault(row.claim, row)
    return [
        {"claim": row.claim, "label": row.label, "id": row.id, "case_file": row.case_file}
        for row in sorted(held.values(), key=lambda row: row.claim)
    ]


def each_revision(visit: Visit) -> Iterator[Address]:
    """The newest revisions of each entry."""
    for name in all_entries(visit):
        for one in visit.tx.manifests.newest(name, limit=SHOWN):
            yield Address({"entry": name, "revision": one.revision})


def several_revisions(visit: Visit) -> Iterator[Address]:
    """The entries that have more than one revision."""
    for name in all_entries(visit):
        if len(visit.tx.manifests.newest(name, limit=2)) > 1:
            yield Address({"entry": name})


def other_revisions(visit: Visit) -> Iterator[Address]:
    """The newest revisions of each entry without the one that its logbook shows."""
    for address_ in each_revision(visit):
        entry = visit.tx.entries.get(address_.params["entry"])
        if entry is not None and address_.params["revision"] != (entry.judged_revision or entry.revision):
            yield address_


KINDS: Final = (
    Kind("revisions", "/logbooks/{entry}/revisions", revisions, several_revisions, about_entries=True),
    Kind("revision", "/logbooks/{entry}/revisions/{revision}", revision, each_revision, about_entries=True),
)
