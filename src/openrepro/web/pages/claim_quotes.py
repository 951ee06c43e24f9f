"""The quote of a claim where it stands in the paper: a short excerpt, and never more of the text than that."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from openrepro.claims.anchoring import Anchor, AnchorFault, Near, Place
from openrepro.claims.claim import Claim, Locator
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.papers.excerpts import Excerpt
from openrepro.papers.paper import Paper
from openrepro.server.texts import Quoted, quoted, text_for
from openrepro.store.quarantine import Quarantined
from openrepro.store.texts import KeptText
from openrepro.web.pages.page import Visit
from openrepro.web.pages.paper_links import outside

MOST_TEXTS: Final = 12


class QuoteState(StrEnum):
    """What there is to show of a quote in its place."""

    NO_QUOTE = "no quote"
    NO_TEXT = "no text"
    UNREADABLE = "unreadable"
    FOUND = "found"
    NOT_FOUND = "not found"


class TextIs(StrEnum):
    """How the text on file stands to the one that the quote was taken from."""

    THE_FILE = "the file"
    OTHER_FILE = "another file of the same version"
    OTHER_VERSION = "another version"
    UNSTATED = "not stated"


def quote_of(visit: Visit, claim: Claim, paper: Paper) -> dict[str, Json]:
    """The words of the paper that the claim rests on, where they stand, and where the paper can be read."""
    locator = claim.locator
    told: dict[str, Json] = {
        "text": claim.quote or None,
        "where": _where(locator),
        "version": None if locator is None else locator.version,
        "sha256": None if locator is None else locator.sha256,
        "links": outside(paper),
    }
    text = text_for(visit.tx.texts.of(paper.id), locator)
    held = next((one for one in visit.tx.quarantine.of(paper.id) if one.claim == claim.id), None)
    told["quarantined"] = None if held is None else held_as_json(held)
    return told | {"text_on_file": None if text is None else as_json(text)} | _found(visit, claim, text)


def held_as_json(held: Quarantined) -> dict[str, Json]:
    """Why a claim in force is quarantined, since when, and the passage nearest to its quote."""
    return {
        "since": held.since,
        "faults": list(held.faults),
        "nearest": held.nearest,
        "version": held.version,
        "sha256": held.sha256,
    }


def texts_of(visit: Visit, paper: str) -> list[Json]:
    """The files of a paper's text, newest first."""
    return [as_json(one) for one in visit.tx.texts.of(paper)[::-1][:MOST_TEXTS]]


def as_json(text: KeptText) -> dict[str, Json]:
    return {
        "version": text.version,
        "sha256": text.sha256,
        "format": text.format.value,
        "characters": text.characters,
        "added_at": text.added_at,
    }


def _found(visit: Visit, claim: Claim, text: KeptText | None) -> dict[str, Json]:
    if not (claim.quote or "").strip():
        return _state(QuoteState.NO_QUOTE)
    if text is None:
        return _state(QuoteState.NO_TEXT)
    try:
        found = quoted(visit.here.blobs, text, claim)
    except OpenReproError as error:
        return _state(QuoteState.UNREADABLE) | {"sentence": error.text}
    state = QuoteState.FOUND if found.anchor.place else QuoteState.NOT_FOUND
    return _state(state) | _looked_up(found, _is(text, claim.locator))


def _state(state: QuoteState) -> dict[str, Json]:
    return {"state": state.value, "sentence": "", "text_is": None, "place": None, "nearest": None, "faults": []}


def _looked_up(found: Quoted, text_is: TextIs) -> dict[str, Json]:
    anchor = found.anchor
    place, near = anchor.place, anchor.nearest
    return {
        "text_is": text_is.value,
        "place": None if place is None else _placed(place, found.excerpt) | {"times": anchor.times},
        "nearest": None if near is None else _near(near, found.excerpt),
        "faults": list(_faults(anchor)),
    }


def _near(near: Near, shown: Excerpt | None) -> dict[str, Json]:
    return _placed(near.place, shown) | {"shared": near.shared, "of": near.of}


def _placed(place: Place, shown: Excerpt | None) -> dict[str, Json]:
    assert shown is not None
    return {
        "section": place.section,
        "label": place.label,
        "page": place.page,
        "span": list(place.source),
        "before": shown.before,
        "quote": shown.quote,
        "after": shown.after,
        "begins": shown.begins,
        "ends": shown.ends,
    }


_TOLD_ELSEWHERE: Final = (AnchorFault.QUOTE_MISSING, AnchorFault.WRONG_VERSION, AnchorFault.OTHER_FILE)


def _faults(anchor: Anchor) -> Sequence[Mapping[str, Json]]:
    """What is wrong besides what the state says."""
    left = (one for one in anchor.faults if one.code not in _TOLD_ELSEWHERE)
    return [{"code": one.code.value, "text": one.text} for one in left]


def _is(text: KeptText, locator: Locator | None) -> TextIs:
    if locator is None or not (locator.sha256 or locator.version):
        return TextIs.UNSTATED
    if locator.sha256 == text.sha256:
        return TextIs.THE_FILE
    if locator.version and locator.version != text.version:
        return TextIs.OTHER_VERSION
    return TextIs.OTHER_FILE if locator.sha256 else TextIs.UNSTATED


def _where(locator: Locator | None) -> str:
    """A locator in words: `Table 3, page 6, of version v2`."""
    if locator is None:
        return ""
    page = "" if locator.page is None else f"page {locator.page}"
    told = ", ".join(part for part in (locator.label, page) if part)
    version = f"version {locator.version}" if locator.version else ""
    return " of ".join(part for part in (told, version) if part)
