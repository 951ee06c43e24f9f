"""What a paper is searched in for signals: its text or its abstract, and where a passage of it stands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from openrepro.papers.text import PaperText, Span

MOST_CHARACTERS: Final = 600_000
"""Of a text that are looked at; a paper of 80 pages has about 300,000."""
MOST_PLACES: Final = 400
LONGEST_QUOTE: Final = 240
_AROUND: Final = 160
_SENTENCE: Final = re.compile(r"(?<!\bal)(?<!\bcf)(?<!\bvs)(?<!\bFig)(?<!\bSec)[.!?;]\s|\n[ \t]*\n")
_OTHERS: Final = re.compile(r"(?i)^\W*(?:[\dA-Z]{1,3}\.?\s+)?(?:references|bibliography|related work)\W*$")


class Evidence(NamedTuple):
    """The words that a signal rests on, and where they stand."""

    quote: str
    where: str


@dataclass(frozen=True)
class Source:
    """A text to look in. `name` says what it is; `whole` is the text on file where it is one."""

    text: str
    name: str
    whole: PaperText | None = None

    def around(self, anchor: re.Pattern[str]) -> Sequence[Span]:
        """The stretches about the words of `anchor`, joined where they meet; what is said of others' work is left
        out. At most 400."""
        if anchor.pattern not in self._stretches:
            self._stretches[anchor.pattern] = tuple(self._around(anchor))
        return self._stretches[anchor.pattern]

    def _around(self, anchor: re.Pattern[str]) -> Iterator[Span]:
        start = end = -1
        for match in self._places(anchor):
            low, high = max(0, match.start() - _AROUND), min(len(self._read), match.end() + _AROUND)
            if low > end:
                if end > 0:
                    yield Span(start, end)
                start = low
            end = high
        if end > 0:
            yield Span(start, end)

    def found(self, pattern: re.Pattern[str], anchor: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Every place where `pattern` is found about a word of `anchor`."""
        for span in self.around(anchor):
            found = pattern.finditer(self._read, span.start, span.end)
            yield from (match for match in found if not self._of_others(match.start()))

    def before(self, at: int) -> str:
        """The sentence that the character `at` stands in, as far as it comes before (at most 160 characters)."""
        low = max(0, at - _AROUND)
        return _SENTENCE.split(self._read[low:at])[-1]

    def evidence(self, span: Span) -> Evidence:
        """The sentence about some characters, on one line, and where it stands."""
        low = max(0, span.start - _AROUND)
        starts = [match.end() for match in _SENTENCE.finditer(self._read, low, span.start)]
        start = starts[-1] if starts else low
        stop = _SENTENCE.search(self._read, span.end, span.end + _AROUND)
        end = stop.start() + 1 if stop else min(len(self._read), span.end + _AROUND)
        return Evidence(_line(self._read[start:end]), self._where(span.start))

    def _places(self, anchor: re.Pattern[str]) -> Iterator[re.Match[str]]:
        seen = 0
        for match in anchor.finditer(self._read):
            if self._of_others(match.start()):
                continue
            seen += 1
            if seen > MOST_PLACES:
                return
            yield match

    def _of_others(self, at: int) -> bool:
        return any(part.holds(at) for part in self._others)

    @cached_property
    def _read(self) -> str:
        return self.text[:MOST_CHARACTERS]

    @cached_property
    def _stretches(self) -> dict[str, tuple[Span, ...]]:
        return {}

    @cached_property
    def _others(self) -> Sequence[Span]:
        """The sections that tell of the work of others."""
        sections = () if self.whole is None else self.whole.sections
        return [one.span for one in sections if _OTHERS.match(one.title[:60])][:10]

    def _where(self, at: int) -> str:
        if self.whole is None:
            return self.name
        page, section = self.whole.page(at), self.whole.section(at)
        parts = (self.name, f"page {page}" if page else "", f"section “{_line(section)[:80]}”" if section else "")
        return ", ".join(filter(None, parts))


def _line(text: str) -> str:
    told = " ".join(text.split())
    return told if len(told) <= LONGEST_QUOTE else f"{told[: LONGEST_QUOTE - 1]}…"
