"""A quote with what stands around it: a little of a text, cut between sentences or words."""

import re
from dataclasses import dataclass
from typing import Final

from openrepro.papers.text import Span

REACH: Final = 300
"""Characters before and after a quote that an excerpt shows at most."""
LONGEST_QUOTE: Final = 2_000
_SENTENCE: Final = re.compile(r"[.!?][)\]”’\"']{0,2}\s+(?=[^\sa-z])|\n\s*\n")
_BROKEN: Final = re.compile(r"\s{2,}|[\n\r\t]")
_SHORTEST: Final = REACH // 3
"""A cut between sentences that leaves less than that is made between words."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`begins` and `ends`: the text begins, or ends, with the excerpt; else it goes on there."""

    before: str
    quote: str
    after: str
    begins: bool
    ends: bool


def excerpt(text: str, span: Span) -> Excerpt:
    """The characters of `span`, and what stands around them in `text`."""
    start, end = span.start, min(span.end, span.start + LONGEST_QUOTE)
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    begins, ends = start <= REACH, end + REACH >= len(text)
    return Excerpt(
        _tidy(before if begins else before[_begin(before) :]),
        _tidy(text[start:end]),
        _tidy(after if ends else after[: _end(after)]),
        begins,
        ends,
    )


def _tidy(text: str) -> str:
    """`text` with lines joined; an empty line still parts paragraphs."""
    return _BROKEN.sub(lambda match: "\n\n" if match[0].count("\n") > 1 else " ", text)


def _begin(text: str) -> int:
    """Where to begin: behind the first sentence that ends early enough, else behind the first word."""
    for match in _SENTENCE.finditer(text):
        if len(text) - match.end() >= _SHORTEST:
            return match.end()
    space = re.search(r"\s", text)
    return space.end() if space else 0


def _end(text: str) -> int:
    """Where to end: with the last sentence that ends late enough, else with the last word."""
    ends = [match.start() + 1 for match in _SENTENCE.finditer(text)]
    if ends and ends[-1] >= _SHORTEST:
        return ends[-1]
    return max(text.rfind(" "), text.rfind("\n")) if re.search(r"\s", text) else len(text)
