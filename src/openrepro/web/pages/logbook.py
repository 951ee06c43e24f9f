"""The logbook of one entry: verdicts, contents, runs, findings, revisions, likeness, and what could not be shown."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from openrepro.ids import Json
from openrepro.web.api.entries import LikenessLine, likenesses
from openrepro.web.pages.book import Book, book_of
from openrepro.web.pages.entries import WAITS, about, of_each_entry
from openrepro.web.pages.entry_lines import board_bodies
from openrepro.web.pages.logbook_parts import LISTED, contents, figure, finding, run, traces
from openrepro.web.pages.logbook_revisions import revisions_of
from openrepro.web.pages.logbook_verdicts import verdicts_of
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.scoring import scoring_of

MOST_LIKE: Final = 10
Row = Mapping[str, Any]


def logbook(visit: Visit) -> Page:
    """The page at `/logbooks/{entry}`."""
    book = book_of(visit)
    entry, told = book.entry, about(visit, book.entry)
    bodies = board_bodies(visit.tx, [entry.paper])
    like = likenesses(visit.tx, entry, visit.who)
    data: dict[str, Json] = {
        **told,
        "sentence": entry.sentence,
        "waits": entry.state in WAITS,
        "scoring": scoring_of(entry, bodies.get(entry.paper)).as_json(),
        "shown": book.as_json(),
        "verdicts": verdicts_of(visit, book),
        "pages": contents(book),
        "runs": _first(book, "runs", run),
        "findings": _first(book, "findings", finding),
        "problems": _first(book, "problems", finding),
        "figures": [figure(book, one) for one in book.items("figures")[:LISTED]],
        "traces": traces(book),
        "gaps": [dict(one) for one in book.items("gaps")[:LISTED]],
        "counts": dict(book.material.get("counts", {})),
        "revisions": revisions_of(visit, entry),
        "likeness": [_like(entry.id, one) for one in like[:MOST_LIKE]],
        "likenesses": len(like),
    }
    title = str(told["title"])
    return Page("logbook.html", title, data, f"{title}: what was run, what the judge found, claim by claim.")


def _first(book: Book, name: str, told: Callable[[Book, Row], dict[str, Json]]) -> list[Json]:
    """The first of a list of the material; the page of that list has all."""
    return [told(book, one) for one in book.items(name)[:LISTED]]


def _like(entry: str, one: LikenessLine) -> dict[str, Json]:
    """A likeness, seen from `entry`."""
    first = one.left.entry == entry
    other, own = (one.right, one.left) if first else (one.left, one.right)
    return {
        "kind": one.kind.value,
        "sentence": one.sentence,
        "entry": other.entry,
        "title": other.title,
        "paper": other.paper,
        "same_paper": other.paper == own.paper,
        "team": other.team,
        "same_team": one.same_team,
        "other_first": not first,
        "share": one.share,
        "found_at": one.found_at,
        "passages": _passages(one, first),
    }


def _passages(one: LikenessLine, first: bool) -> list[Json]:
    """The passages that both have, each with its place on the own side and on the other."""
    own, other = ("left", "right") if first else ("right", "left")
    found: Any = one.evidence.get("passages", [])
    return [{"here": passage[own], "there": passage[other], "size": passage["size"]} for passage in found]


KINDS: Final = (Kind("logbook", "/logbooks/{entry}", logbook, of_each_entry, about_entries=True),)
