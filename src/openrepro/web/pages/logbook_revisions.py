"""What changed from one revision of an entry to the next: verdicts and files."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from openrepro.entries.entry import Entry
from openrepro.ids import Json
from openrepro.store.manifests import Changes, KeptRevision
from openrepro.store.record_rows import VerdictRow
from openrepro.web.api.access import entry_shown
from openrepro.web.faults import not_found
from openrepro.web.pages.entries import about, all_entries, revision_line
from openrepro.web.pages.page import Address, Kind, Page, Visit

SHOWN: Final = 5
MOST_VERDICTS: Final = 400
MOST_FILES: Final = 100


def revisions_of(visit: Visit, entry: Entry) -> list[Json]:
    """The newest revisions of an entry, each with what changed since the one before it."""
    found = visit.tx.manifests.newest(entry.id, limit=SHOWN + 1)
    rows = visit.tx.ledger.verdicts(entry=entry.id, newest_first=True, limit=MOST_VERDICTS)
    changes: list[Changes | None] = [
        visit.tx.manifests.changes(old.revision, new.revision) for new, old in pairwise(found)
    ]
    lines = zip(found, [*changes, None], strict=True)
    return [
        {**revision_line(entry, one), "changes": _files(change), "verdicts": _verdicts(one, rows)}
        for one, change in list(lines)[:SHOWN]
    ]


def _files(changes: Changes | None) -> dict[str, Json] | None:
    """How many files differ from the revision before; None where there is none before."""
    return None if changes is None else dict(changes._asdict())


def _verdicts(one: KeptRevision, rows: Sequence[VerdictRow]) -> dict[str, Json]:
    """What the judging of a revision did to the verdicts: which came first, which changed, and how many were made
    anew with the same label. A claim whose case file was the same keeps its verdict, and none is made."""
    by_id = {row.id: row for row in rows}
    told: list[Json] = []
    again = first = 0
    for row in reversed(rows):
        if row.revision != one.revision:
            continue
        before = by_id.get(row.supersedes)
        first += before is None
        again += before is not None and before.label == row.label
        if before is not None and before.label != row.label:
            told.append({"claim": row.claim, "from": before.label, "to": row.label, "id": row.id})
    return {"changed": told, "first": first, "again": again}


def revision(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/revisions/{revision}`."""
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    one = visit.tx.manifests.revision(entry.id, visit.params["revision"])
    if one is None:
        raise not_found("revision", visit.params["revision"])
    before = next(iter(visit.tx.manifests.newest(entry.id, before=one.seq, limit=1)), None)
    rows = visit.tx.ledger.verdicts(entry=entry.id, newest_first=True, limit=MOST_VERDICTS)
    told = about(visit, entry)
    data: dict[str, Json] = {
        **told,
        "revision": revision_line(entry, one),
        "before": None if before is None else revision_line(entry, before),
        "changes": None if before is None else _files(visit.tx.manifests.changes(before.revision, one.revision)),
        "files": [] if before is None else _changed(visit, before, one),
        "verdicts": _verdicts(one, rows),
        "kept": _kept(one, rows),
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


KINDS: Final = (Kind("revision", "/logbooks/{entry}/revisions/{revision}", revision, each_revision),)
