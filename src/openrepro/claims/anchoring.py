"""Anchoring: a claim's quote found in the paper's text, and its numbers in the quote; else what is wrong, by code."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim, Locator
from openrepro.claims.numerals import missing
from openrepro.papers.citations import MARK, Uncited, blanked, cited_before, cited_behind, uncited
from openrepro.papers.labels import inside, places_named
from openrepro.papers.normal import Normal, normal
from openrepro.papers.passages import Passages
from openrepro.papers.text import PaperText, Span

SHORTEST_QUOTE: Final = 12
"""Characters that a quote must have, made comparable; a shorter one stands in too many papers."""
MOST_PLACES: Final = 50
MOST_TRIED: Final = 1_000
"""Places that are looked at, those in which the quote cuts a word or a number included."""
MOST_SHOWN: Final = 5
_COVERED: Final = 0.8


class AnchorFault(StrEnum):
    """What can be wrong with a claim's quote. `quote-missing` and `quote-empty` leave nothing to show."""

    QUOTE_EMPTY = "quote-empty"
    QUOTE_SHORT = "quote-short"
    QUOTE_MISSING = "quote-missing"
    NUMBER_MISSING = "number-missing"
    WRONG_VERSION = "wrong-version"
    OTHER_FILE = "other-file"
    WRONG_LOCATOR = "wrong-locator"
    LABEL_UNKNOWN = "label-unknown"


class Fault(NamedTuple):
    """What is wrong, and a sentence on it."""

    code: AnchorFault
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where words stand: characters of the text and of the file, page (where there are pages), section and label."""

    span: Span
    source: Span
    page: int | None
    section: str
    label: str


class Near(NamedTuple):
    """The passage nearest to a quote that was not found: how many of its `of` words stand there."""

    place: Place
    shared: int
    of: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """What came of anchoring one claim. `place` is None where the quote was not found, `times` how often it stands in
    the text (at most MOST_PLACES are counted). A claim without faults is anchored."""

    claim: str
    faults: tuple[Fault, ...]
    place: Place | None = None
    times: int = 0
    nearest: Near | None = None


class Anchors:
    """One text, made ready once to anchor any number of claims in."""

    def __init__(self, text: PaperText) -> None:
        self.text = text

    def anchor(self, claim: Claim) -> Anchor:
        """Find the quote of `claim`, and check its locator and its numbers."""
        quote = claim.quote or ""
        if not quote.strip():
            return Anchor(claim.id, (Fault(AnchorFault.QUOTE_EMPTY, "The claim has no quote of the paper."),))
        faults = [*_version_faults(self.text, claim.locator)]
        spans = self._find(quote)
        named = self._named(claim.locator)
        if not spans:
            text = f"The quote does not stand in version {self.text.version} of the paper's text."
            return Anchor(claim.id, (*faults, Fault(AnchorFault.QUOTE_MISSING, text)), nearest=self._near(quote))
        place = self._place(self._chosen(spans, claim.locator, named))
        faults += [*_short(quote), *self._locator_faults(place, claim.locator, named), *self._numbers(claim, named)]
        return Anchor(claim.id, tuple(faults), place, len(spans))

    def _find(self, quote: str) -> list[Span]:
        """Where a quote stands in the text: whole words and whole numbers only, citations as printed or not at all."""
        plain = Uncited(normal(quote).text, ())
        found = self._standing(plain, self._normal)
        if found or MARK.search(self.text.text) is None:
            return found
        bare = uncited(quote, self._blanked.text)
        return self._standing(plain, self._blanked) or self._standing(bare, self._blanked)

    def _standing(self, wanted: Uncited, text: Normal) -> list[Span]:
        found: list[Span] = []
        at = text.text.find(wanted.text) if wanted.text else -1
        for _ in range(MOST_TRIED):
            if at < 0 or len(found) == MOST_PLACES:
                break
            end = at + len(wanted.text)
            span = text.origins.of(Span(at, end))
            whole = _whole(self.text.text, span) and _whole(text.text, Span(at, end), words=False)
            if whole and all(self._cited(text, at, place) for place in wanted.places):
                found.append(span)
            at = text.text.find(wanted.text, at + 1)
        return found

    def _cited(self, text: Normal, at: int, place: int) -> bool:
        """Whether the text cites something before character `place` of what was found at `at`."""
        if not place:
            return cited_before(self.text.text, text.origins.of(Span(at, at + 1)).start)
        return cited_behind(self.text.text, text.origins.of(Span(at + place - 1, at + place)).end)

    def _chosen(self, spans: list[Span], locator: Locator | None, named: tuple[Span, ...]) -> Span:
        """Of several places the one that the locator means: nearest to its characters, or within its label."""
        if locator is not None and locator.span is not None and self._is_the_file(locator):
            start = locator.span[0]
            return min(spans, key=lambda span: abs(self.text.source(span).start - start))
        return next((span for span in spans if any(inside(span, one) for one in named)), spans[0])

    def _place(self, span: Span) -> Place:
        text = self.text
        return Place(span, text.source(span), text.page(span.start), text.section(span.start), text.label(span.start))

    def _near(self, quote: str) -> Near | None:
        found = self._passages.nearest(quote)
        return None if found is None else Near(self._place(found.span), found.shared, found.of)

    def _named(self, locator: Locator | None) -> tuple[Span, ...]:
        return () if locator is None or not locator.label else places_named(self.text, locator.label)

    def _is_the_file(self, locator: Locator) -> bool:
        return not locator.sha256 or locator.sha256 == self.text.sha256

    def _locator_faults(self, place: Place, locator: Locator | None, named: tuple[Span, ...]) -> Iterator[Fault]:
        if locator is None:
            return
        if locator.span is not None and self._is_the_file(locator) and not _covers(locator.span, place.source):
            yield _misplaced(f"stands at characters {_said(place.source)} of the file, not at {_said(locator.span)}")
        if locator.page is not None and place.page not in (None, locator.page):
            yield _misplaced(f"stands on page {place.page}, not on page {locator.page}")
        if locator.label and not named:
            text = f"The text has nothing that is called {locator.label[:80]!r}."
            yield Fault(AnchorFault.LABEL_UNKNOWN, text)
        elif named and not any(_near_to(place.span, one) or self._holds_table(one) for one in named):
            where = f"in {place.label or place.section}" if place.label or place.section else "elsewhere"
            yield _misplaced(f"does not stand in {locator.label[:80]}, but {where}")

    def _numbers(self, claim: Claim, named: tuple[Span, ...]) -> Iterator[Fault]:
        """Numbers of the claim's text that stand neither in its quote nor in the table that its label names."""
        tables = (self.text.text[start:end] for start, end in named if self._holds_table(Span(start, end)))
        lost = missing(blanked(claim.text), [blanked(claim.quote or ""), *map(blanked, tables)])
        if lost:
            more = f" and {len(lost) - MOST_SHOWN} more" if len(lost) > MOST_SHOWN else ""
            told = ", ".join(lost[:MOST_SHOWN]) + more
            text = f"The claim says {told}, which stands neither in its quote nor in the table that its label names."
            yield Fault(AnchorFault.NUMBER_MISSING, text)

    def _holds_table(self, span: Span) -> bool:
        """Whether a part is a table with its caption, not a section that has one."""
        return any(inside(table, span) for table in self.text.tables) and not any(
            one.span == span for one in self.text.sections
        )

    @cached_property
    def _normal(self) -> Normal:
        return normal(self.text.text)

    @cached_property
    def _blanked(self) -> Normal:
        return normal(blanked(self.text.text))

    @cached_property
    def _passages(self) -> Passages:
        return Passages(self.text.text)


def _version_faults(text: PaperText, locator: Locator | None) -> Iterator[Fault]:
    """Whether the text is the one that the quote was taken from: by its hash, else by the name of its version."""
    if locator is None or (locator.sha256 == text.sha256):
        return
    if locator.version and text.version and locator.version != text.version:
        said = f"The quote is said to be of version {locator.version[:40]}; the text is version {text.version[:40]}."
        yield Fault(AnchorFault.WRONG_VERSION, said)
    elif locator.sha256:
        said = f"The quote is said to be of the file {locator.sha256[:12]}…; the text was read from {text.sha256[:12]}…"
        yield Fault(AnchorFault.OTHER_FILE, said)


def _short(quote: str) -> Iterator[Fault]:
    if len(normal(quote).text) < SHORTEST_QUOTE:
        text = f"The quote has fewer than {SHORTEST_QUOTE} characters: it could stand in any paper."
        yield Fault(AnchorFault.QUOTE_SHORT, text)


def _whole(text: str, span: Span, *, words: bool = True) -> bool:
    """Whether `span` cuts no number, and no word, in two."""
    return not (_cuts(text, span.start, words=words) or _cuts(text, span.end, words=words))


def _cuts(text: str, at: int, *, words: bool) -> bool:
    before, after = text[max(0, at - 2) : at], text[at : at + 2]
    if not before or not after:
        return False
    if words and before[-1].isalnum() and after[0].isalnum():
        return True
    inner = before[-1] in ".," and before[:1].isdecimal() and after[0].isdecimal()
    outer = after[0] in ".," and after[1:].isdecimal() and before[-1].isdecimal()
    return inner or outer or (before[-1].isdecimal() and after[0].isdecimal())


def _covers(said: tuple[int, int], found: Span) -> bool:
    """Whether two spans are the same but for a few characters at their ends."""
    common = min(said[1], found.end) - max(said[0], found.start)
    return common >= _COVERED * max(said[1] - said[0], found.end - found.start)


def _near_to(span: Span, part: Span) -> bool:
    return span.start < part.end and part.start < span.end


def _misplaced(what: str) -> Fault:
    return Fault(AnchorFault.WRONG_LOCATOR, f"The quote {what}.")


def _said(span: tuple[int, int]) -> str:
    return f"{span[0]:,} to {span[1]:,}"
