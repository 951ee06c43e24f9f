"""What the judge reads of a logbook, claim by claim: how much, what was cut, what was withheld, and the text itself."""

from collections.abc import Mapping
from typing import Any, Final

from openrepro.ids import Json
from openrepro.rendering.parts import VIEW
from openrepro.web.faults import not_found
from openrepro.web.pages.book import Book, book_of
from openrepro.web.pages.entries import about, of_each_entry
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.pages.spots import page_address, place
from openrepro.web.templating import address


def judge_view(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}/judge-view`; `claim` says which claim it is read for, else the first."""
    book = book_of(visit)
    views = book.items("claims")
    texts = visit.tx.papers.claims_of([one["id"] for one in views])
    asked = visit.asked("claim")
    at = next((number for number, one in enumerate(views) if one["id"] == asked), None if asked else 0)
    if at is None:
        raise not_found("claim", asked)
    path = f"/logbooks/{book.entry.id}/judge-view"
    data: dict[str, Json] = {
        **about(visit, book.entry),
        "shown": book.as_json(),
        "claims": [
            {
                "claim": one["id"],
                "text": texts[one["id"]].text if one["id"] in texts else "",
                "tokens": one["view"]["tokens"],
                "addressed": one["addressed"],
                "where": address(path, {"claim": one["id"] if number else ""}),
            }
            for number, one in enumerate(views)
        ],
        "chosen": at,
        "view": _view(visit, book, views[at]) if views else None,
    }
    before, after = _beside(path, views, at - 1), _beside(path, views, at + 1)
    title = f"What the judge reads of “{data['title']}”"
    return Page("logbook_view.html", title, data, previous=before, next=after)


def _beside(path: str, views: list[Mapping[str, Any]], at: int) -> str:
    return address(path, {"claim": views[at]["id"] if at else ""}) if 0 <= at < len(views) else ""


def _view(visit: Visit, book: Book, one: Mapping[str, Any]) -> dict[str, Json]:
    """One view with its text, and links to the pages that it is made of."""
    entry, view = book.entry.id, one["view"]
    text = visit.tx.renderings.part(entry, book.revision.revision if book.revision else "", VIEW, one["number"], 0)
    return {
        "claim": one["id"],
        "tokens": view["tokens"],
        "budget": view["budget"],
        "characters": view["characters"],
        "cut_tokens": view["cut_tokens"],
        "pages": [
            {**page, "where": "" if page["page"] is None else page_address(entry, page["page"])}
            for page in view["pages"]
        ],
        "cuts": [{"tokens": cut["tokens"], "at": place(entry, cut["spot"])} for cut in view["cuts"]],
        "withheld": [dict(code) for code in view["withheld"]],
        "asked": [_asked(entry, part) for part in view.get("asked", ())] or None,
        "text": text or "",
    }


def _asked(entry: str, part: Mapping[str, Any]) -> dict[str, Json]:
    """Whether a model is asked about a part of the claim, and the blocks that it is given."""
    kept = ("claim", "state", "role", "tokens", "prompt", "left_out")
    blocks: list[Json] = [
        {"name": block["name"], "tokens": block["tokens"], "at": place(entry, block["spot"])}
        for block in part["blocks"]
    ]
    return {**{name: part[name] for name in kept}, "blocks": blocks}


KINDS: Final = (Kind("judge-view", "/logbooks/{entry}/judge-view", judge_view, of_each_entry, about_entries=True),)
