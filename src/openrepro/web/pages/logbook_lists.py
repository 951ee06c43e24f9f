"""The long lists of a logbook: files with hashes, runs, findings, and the steps of an agent's trace."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from openrepro.ids import Json
from openrepro.rendering.parts import TRACE
from openrepro.web.faults import not_found
from openrepro.web.pages.book import Book, book_of, kept_of
from openrepro.web.pages.entries import about, all_entries, of_each_entry, revision_line
from openrepro.web.pages.logbook_parts import LISTED, finding, run, traces
from openrepro.web.pages.logbook_revisions import other_revisions
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.templating import address

ON_A_PAGE: Final = 100


class Stretch(NamedTuple):
    """A page of a numbered list: what it holds of how many, from which page, and the addresses beside it."""

    number: int
    skip: int
    total: int
    previous: str
    next: str

    def as_json(self) -> dict[str, Json]:
        end = min(self.skip + ON_A_PAGE, self.total)
        return {"number": self.number, "from": self.skip + 1, "to": end, "total": self.total}


def stretch(visit: Visit, path: str, total: int) -> Stretch:
    """The page of a list of `total` items that the query asks for. Raises ApiError when there is no such page."""
    last = max(1, -(-total // ON_A_PAGE))
    number = visit.number("page", most=last)
    before = address(path, {"page": number - 1 if number > 2 else ""}) if number > 1 else ""
    after = address(path, {"page": number + 1}) if number < last else ""
    return Stretch(number, (number - 1) * ON_A_PAGE, total, before, after)


def files(visit: Visit) -> Page:
    """The pages at `/logbooks/{entry}/files`, the manifest of the revision that is shown, and at
    `/logbooks/{entry}/revisions/{revision}/files`."""
    book = book_of(visit)
    entry, asked = book.entry, visit.params.get("revision", "")
    one = visit.tx.manifests.revision(entry.id, asked) if asked else book.revision
    if asked and one is None:
        raise not_found("revision", asked)
    path = f"/logbooks/{entry.id}/" + (f"revisions/{asked}/files" if asked else "files")
    here = stretch(visit, path, one.files if one else 0)
    found = visit.tx.manifests.files(one.revision, skip=here.skip, limit=ON_A_PAGE) if one else ()
    told = about(visit, entry)
    data: dict[str, Json] = {
        **told,
        "shown": book.as_json(),
        "of": None if one is None else revision_line(entry, one),
        "stretch": here.as_json(),
        "files": [{"path": file.path, "size": file.size, "sha256": file.sha256} for file in found],
    }
    title = f"Files of “{told['title']}”"
    return Page("logbook_files.html", title, data, previous=here.previous, next=here.next)


def runs(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/runs`."""
    return _list(visit, "runs", run, "Runs")


def findings(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/findings`."""
    return _list(visit, "findings", finding, "Findings")


def _list(visit: Visit, name: str, told: Callable[[Book, Mapping[str, Any]], dict[str, Json]], words: str) -> Page:
    book = book_of(visit)
    items = book.items(name)
    here = stretch(visit, f"/logbooks/{book.entry.id}/{name}", len(items))
    head = about(visit, book.entry)
    data: dict[str, Json] = {
        **head,
        "shown": book.as_json(),
        "list": name,
        "words": words,
        "stretch": here.as_json(),
        "left_out": book.material.get("left_out", {}).get(name, 0),
        "items": [told(book, one) for one in items[here.skip : here.skip + ON_A_PAGE]],
    }
    title = f"{words} of “{head['title']}”"
    return Page("logbook_list.html", title, data, previous=here.previous, next=here.next)


def trace(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/traces/{number}`; `part` says which part of it."""
    book = book_of(visit)
    name, sessions = visit.params["number"], book.items("traces")
    at = int(name) - 1 if name.isascii() and name.isdecimal() and len(name) < 6 else -1
    if not 0 <= at < len(sessions) or not sessions[at]["parts"]:
        raise not_found("trace", name)
    parts = int(sessions[at]["parts"])
    part = visit.number("part", most=parts)
    kept = visit.tx.renderings.part(book.entry.id, book.revision.revision if book.revision else "", TRACE, at, part - 1)
    head, path = about(visit, book.entry), f"/logbooks/{book.entry.id}/traces/{at + 1}"
    data: dict[str, Json] = {
        **head,
        "shown": book.as_json(),
        "session": traces(book)[at],
        "scrubbed": sessions[at]["scrubbed"],
        "redactions": sessions[at]["redactions"],
        "part": part,
        "parts": parts,
        "events": json.loads(kept)["events"] if kept else [],
    }
    before = address(path, {"part": part - 1 if part > 2 else ""}) if part > 1 else ""
    after = address(path, {"part": part + 1}) if part < parts else ""
    return Page("logbook_trace.html", f"Trace of “{head['title']}”", data, previous=before, next=after)


def each_trace(visit: Visit) -> Iterator[Address]:
    """The sessions that are attached to each logbook."""
    for name in all_entries(visit):
        kept = kept_of(visit, name)
        for session in kept.body["traces"] if kept is not None else ():
            if session["parts"]:
                yield Address({"entry": name, "number": str(session["number"] + 1)})


def long_lists(name: str) -> Callable[[Visit], Iterator[Address]]:
    """The logbooks whose list of that name is longer than what is shown of it with the verdicts."""

    def found(visit: Visit) -> Iterator[Address]:
        for entry in all_entries(visit):
            kept = kept_of(visit, entry)
            if kept is not None and len(kept.body[name]) > LISTED:
                yield Address({"entry": entry})

    return found


KINDS: Final = (
    Kind("files", "/logbooks/{entry}/files", files, of_each_entry, about_entries=True),
    Kind("revision-files", "/logbooks/{entry}/revisions/{revision}/files", files, other_revisions, about_entries=True),
    Kind("runs", "/logbooks/{entry}/runs", runs, long_lists("runs"), about_entries=True),
    Kind("findings", "/logbooks/{entry}/findings", findings, long_lists("findings"), about_entries=True),
    Kind("trace", "/logbooks/{entry}/traces/{number}", trace, each_trace, about_entries=True),
)
