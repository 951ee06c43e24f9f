"""What a logbook holds, from what was kept when it was rendered: contents, runs, findings, figures, traces, gaps."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from openrepro.ids import Json
from openrepro.web.pages.book import Book
from openrepro.web.pages.spots import page_address, place

LISTED: Final = 25
"""How many runs and findings the page of a logbook shows; their own pages have all."""


def contents(book: Book) -> list[Json]:
    """The pages in their order, with how many quotes and findings of the judge's are on each."""
    quotes = Counter(one["spot"]["page"] for one in book.items("quotes") if one["marked"])
    findings = Counter(page for one in book.items("findings") for page in {spot["page"] for spot in one["spots"]})
    return [
        {
            **{name: one[name] for name in ("title", "role", "file", "parts", "cells")},
            "quotes": quotes[one["number"]],
            "findings": findings[one["number"]],
            "where": page_address(book.entry.id, one["number"]),
        }
        for one in book.items("pages")
    ]


def run(book: Book, one: Mapping[str, Any]) -> dict[str, Json]:
    """A run: its command, how it ended, how long it took, and where it stands."""
    names = ("command", "title", "state", "exit_code", "duration_s", "grade", "void", "recorded", "elided", "claims")
    return {**{name: one[name] for name in names}, "at": place(book.entry.id, one["spot"])}


def finding(book: Book, one: Mapping[str, Any]) -> dict[str, Json]:
    """A finding of the judge, or a problem that the reader of files met: without claims it is about all of it."""
    names = ("code", "severity", "sentence", "meaning", "todo")
    spots: list[Json] = [place(book.entry.id, spot) for spot in one["spots"]]
    return {**{name: one[name] for name in names}, "claims": list(one.get("claims", ())), "spots": spots}


def figure(book: Book, one: Mapping[str, Any]) -> dict[str, Json]:
    """A figure: its title and the place in the pages where it can be loaded."""
    spot = one["spot"]
    at = "" if spot is None else place(book.entry.id, spot)["where"]
    return {"number": one["number"], "title": one["title"], "size": one["size"], "where": at}


def traces(book: Book) -> list[Json]:
    """The sessions of agents that are attached."""
    names = ("number", "title", "agent", "model", "started_at", "ended_at", "turns", "events", "shown", "sentence")
    return [
        {
            **{name: one[name] for name in names},
            "where": f"/logbooks/{book.entry.id}/traces/{one['number'] + 1}" if one["parts"] else "",
        }
        for one in book.items("traces")
    ]
