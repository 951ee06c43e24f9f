"""Claims taken from a logbook's own pages when no claims file is given: text and guessed kind, no spec."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.guessing import guess_kind
from openrepro.evidence.passages import Passage, Shape, passages_of, subjects
from openrepro.evidence.records import records_of
from openrepro.logbooks.logbook import BlockKind, Logbook, Page, PageRole

CLAIM_LINE = re.compile(
    r"^[\s>*_-]{0,6}(?:the )?(?:paper'?s )?claim(?:\s+[0-9]{1,2})?[*_]{0,2}\s{0,2}[:—–][*_]{0,2}\s*(.{12,})$",
    re.IGNORECASE,
)
TITLE_HEAD = re.compile(r"^\s*(?:claim\s*)?[#c]?[0-9]{1,2}\s*[:.—–-]+\s*", re.IGNORECASE)
LONGEST = 600
LONGEST_TEXT = 2_000
"""Characters of a heading or title that is taken for a claim."""
MOST_CLAIMS = 200
"""Claims taken from one logbook; how many more it states is counted, not judged."""


class Own(NamedTuple):
    """A claim as the entry itself states it, and its number there, if it has one."""

    number: int | None
    text: str


class Guessed(NamedTuple):
    """The claims taken from a logbook's own pages, and how many more it states."""

    claims: ClaimSet
    left_out: int


def guessed_claims(logbook: Logbook) -> ClaimSet:
    """The claims that the logbook itself states: those of `guess_claims`."""
    return guess_claims(logbook).claims


def guess_claims(logbook: Logbook, records: tuple[Passage, ...] | None = None) -> Guessed:
    """The claims that the logbook itself states, unspecified: text and guessed kind.

    They are those of its claim pages; else of the parts of its result files that state one; else of its headings that
    name one. Each has the entry's own number, or the next free one. `records` are the `records_of` the logbook, where
    they have been read already.
    """
    paper = logbook.paper.ids[0] if logbook.paper.ids else "unknown"
    stated = (
        list(_of_pages(logbook))
        or list(_of_records(records_of(logbook) if records is None else records))
        or list(_of_headings(logbook))
    )
    claims = _numbered(stated)
    chosen = {number: claims[number] for number in sorted(list(claims)[:MOST_CLAIMS])}
    return Guessed(unspecified(paper, chosen), len(claims) - len(chosen))


def unspecified(paper: str, texts: Mapping[int, str]) -> ClaimSet:
    """Claims of which nothing but number and text is known. The version does not depend on the guessed kinds."""
    claims = tuple(
        Claim(id=f"{paper}.c{number}", kind=guess_kind(text), text=text, specified=False)
        for number, text in texts.items()
    )
    return ClaimSet(paper=paper, claims=claims, source=[{"id": item.id, "text": item.text} for item in claims])


def _numbered(stated: Iterable[Own]) -> dict[int, str]:
    """The claims by their number, in the order they are stated; the first text of a number counts."""
    claims: dict[int, str] = {}
    highest = 0
    for own in stated:
        number = own.number if own.number is not None else highest + 1
        highest = max(highest, number)
        claims.setdefault(number, own.text)
    return claims


def _of_pages(logbook: Logbook) -> Iterator[Own]:
    for page in logbook.pages:
        if page.role is PageRole.CLAIM:
            yield Own(page.claims[0] if page.claims else None, _text(page))


def _of_records(records: tuple[Passage, ...]) -> Iterator[Own]:
    for record in records:
        if record.claim:
            yield Own(min(record.numbers, default=None), record.claim)


def _of_headings(logbook: Logbook) -> Iterator[Own]:
    for passage in passages_of(logbook):
        if passage.shape is Shape.HEADING and len(passage.numbers) == 1 and subjects(passage.text):
            text = TITLE_HEAD.sub("", passage.text[:LONGEST_TEXT].lstrip("# ").strip())
            if text:
                yield Own(min(passage.numbers), text)


def _text(page: Page) -> str:
    """The line that states the claim, else the page's title."""
    for cell in page.cells:
        for block in cell.blocks:
            if block.kind is BlockKind.PROSE:
                for line in block.text[:4000].splitlines():
                    stated = CLAIM_LINE.match(line[:LONGEST])
                    if stated is not None:
                        return stated[1].strip().strip("*_")
    title = page.title[:LONGEST_TEXT]
    return TITLE_HEAD.sub("", title).strip() or title
