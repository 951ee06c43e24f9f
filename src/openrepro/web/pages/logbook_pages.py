"""A page of a logbook as it was rendered, with what the judge quotes and finds in it beside it."""

import re
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from typing import Any, Final

from openrepro.ids import Json
from openrepro.rendering.parts import PAGE
from openrepro.store.record_rows import VerdictRow
from openrepro.web.faults import ApiError, not_found
from openrepro.web.pages.book import SENTENCES, Book, book_of, kept_of
from openrepro.web.pages.entries import about, all_entries
from openrepro.web.pages.logbook_parts import finding
from openrepro.web.pages.logbook_verdicts import quote
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.spots import page_address
from openrepro.web.second_looks import confirmed

MOST_CELLS: Final = 200
MOST_BESIDE: Final = 60
_CELL: Final = re.compile(
    r'<section class="cell cell-([a-z]+)[^"]*" id="(c-[0-9]+(?:-more)?)">\n<h2 class="cell-title[^>]*>(.*?)</h2>'
)
_TAG: Final = re.compile(r"<[^<>]*>")


def logbook_page(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/pages/{number}`; `part` says which part of it, where it is long."""
    book = book_of(visit)
    page = _page(book, visit.params["number"])
    number, parts = int(page["number"]), int(page["parts"])
    part = visit.number("part", most=parts) - 1
    html = visit.tx.renderings.part(book.entry.id, book.revision.revision if book.revision else "", PAGE, number, part)
    if html is None:
        raise not_found("part", str(part + 1))
    data: dict[str, Json] = {
        **about(visit, book.entry),
        "shown": book.as_json(),
        "page_title": page["title"] or page["file"],
        "file": page["file"],
        "role": page["role"],
        "number": number + 1,
        "pages": len(book.items("pages")),
        "part": part + 1,
        "parts": [page_address(book.entry.id, number, at) for at in range(parts)],
        "html": html,
        "bytes": len(html.encode()),
        "cells": list(cells_in(html)),
        "quotes": _quotes(visit, book, number, part),
        "findings": _findings(book, number, part),
    }
    title = f"{data['page_title']} · {book.entry.title or 'logbook'}"
    before, after = _before(book, number, part), _after(book, number, part)
    return Page("logbook_page.html", title, data, previous=before, next=after)


def _page(book: Book, name: str) -> Mapping[str, Any]:
    """The page of that number (from 1). Raises ApiError when there is none."""
    pages = book.items("pages")
    at = int(name) if name.isascii() and name.isdecimal() and len(name) < 6 else 0
    if not 1 <= at <= len(pages):
        raise not_found("page", name) if pages else ApiError(404, SENTENCES[book.shown] or "It has no pages.")
    return pages[at - 1]


def cells_in(html: str) -> Iterator[dict[str, Json]]:
    """The cells of a part of a rendered page: the id of each, its kind, and its heading as text."""
    for at, found in enumerate(_CELL.finditer(html)):
        if at >= MOST_CELLS:
            return
        title = unescape(_TAG.sub("", found[3])).strip()
        yield {"id": found[2], "kind": found[1], "title": title}


def _quotes(visit: Visit, book: Book, number: int, part: int) -> list[Json]:
    """The quotes that are marked in this part, each with the verdict that it is for."""
    here = [
        one
        for one in book.items("quotes")
        if one["marked"] and (one["spot"]["page"], one["spot"]["part"]) == (number, part)
    ]
    rows = visit.tx.ledger.verdicts(entry=book.entry.id, current=True, limit=MOST_BESIDE) if here else ()
    labels = {row.claim: row for row in rows}
    counted = confirmed(visit.tx, rows, {book.entry.id: book.entry})
    return [{**quote(book, one), **_verdict(labels.get(one["claim"]), counted)} for one in here[:MOST_BESIDE]]


def _verdict(row: VerdictRow | None, counted: Collection[str]) -> dict[str, Json]:
    if row is None:
        return {"verdict": "", "label": "", "provisional": False, "confirmed": False}
    waited = {"provisional": row.provisional, "confirmed": row.id in counted}
    return {"verdict": row.id, "label": row.label, **waited}


def _findings(book: Book, number: int, part: int) -> list[Json]:
    """The findings that point at this part."""
    found: list[Json] = []
    for one in book.items("findings"):
        spots = [spot for spot in one["spots"] if (spot["page"], spot["part"]) == (number, part)]
        if spots and len(found) < MOST_BESIDE:
            found.append(finding(book, {**one, "spots": spots}))
    return found


def _before(book: Book, number: int, part: int) -> str:
    if part:
        return page_address(book.entry.id, number, part - 1)
    if not number:
        return ""
    return page_address(book.entry.id, number - 1, book.items("pages")[number - 1]["parts"] - 1)


def _after(book: Book, number: int, part: int) -> str:
    pages = book.items("pages")
    if part + 1 < pages[number]["parts"]:
        return page_address(book.entry.id, number, part + 1)
    return page_address(book.entry.id, number + 1) if number + 1 < len(pages) else ""


def first_pages(visit: Visit) -> Iterator[Address]:
    """The first page of each logbook that was rendered; `next` leads to the others."""
    for name in all_entries(visit):
        kept = kept_of(visit, name)
        if kept is not None and kept.body["pages"]:
            yield Address({"entry": name, "number": "1"})


KINDS: Final = (
    Kind("logbook-page", "/logbooks/{entry}/pages/{number}", logbook_page, first_pages, about_entries=True),
)
