"""Citations in texts and in quotes: a paper prints `[12]` or `(Smith et al., 2020)` where its source has only a key."""

import re
from bisect import bisect_left
from itertools import islice
from typing import Final, NamedTuple

from openrepro.papers.normal import normal

MOST_KEYS: Final = 20
LONGEST_KEY: Final = 60
MOST_MARKS: Final = 50
"""That are looked for in a quote."""
_LONGEST: Final = MOST_KEYS * (LONGEST_KEY + 3)
MARK: Final = re.compile(rf"\[@[^\[\]]{{1,{_LONGEST}}}\]")
"""What stands in a text for a citation of its source: `[@smith2020, @doe2021]`."""
_NO_KEY: Final = re.compile(r"[\s\[\]{}\\@]+")
_NAME: Final = r"[A-Z][\w'’-]{1,40}"
_PRINTED: Final = re.compile(
    MARK.pattern
    + r"|\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4}){0,20}\]"
    + rf"|\b{_NAME}(?: et al\.?,?| (?:and|&) {_NAME})? \((?:19|20)\d\d[a-z]?\)"
    + r"|\((?=[^()]{0,40}[A-Z])[^()]{2,400}(?<=[ ,])(?:19|20)\d\d[a-z]?\)"
)
"""What a citation looks like in a printed paper, and what many a formula looks like too."""


class Uncited(NamedTuple):
    """A quote made comparable without its citations: before which of its characters they stood."""

    text: str
    places: tuple[int, ...]


def mark(keys: str) -> str:
    """The mark of what a command cites (`a, b`); empty when that is nothing."""
    found = [key for part in keys.split(",", MOST_KEYS)[:MOST_KEYS] if (key := _NO_KEY.sub("", part)[:LONGEST_KEY])]
    return f"[{', '.join(f'@{key}' for key in found)}]" if found else ""


def blanked(text: str) -> str:
    """`text` with spaces in the place of each mark, so that every other character stands where it stood."""
    return MARK.sub(lambda match: " " * len(match[0]), text)


def uncited(quote: str, text: str) -> Uncited:
    """`quote` without what may be a citation; whether it is one, the text in that place has to tell.

    What stands word for word in `text`, which has no marks and is comparable, is none: `[0, 1]` may be an interval.
    """
    found = [one for one in islice(_PRINTED.finditer(quote), MOST_MARKS) if normal(one[0]).text not in text]
    bare = quote
    for one in found:
        bare = bare[: one.start()] + " " * len(one[0]) + bare[one.end() :]
    made = normal(bare)
    starts, sources, _ = made.origins.as_lists()
    runs = [bisect_left(sources, one.start()) for one in found]
    return Uncited(made.text, tuple(starts[run] if run < len(starts) else len(made.text) for run in runs))


def cited_behind(text: str, at: int) -> bool:
    """Whether a mark is the next that counts in `text` from `at` on."""
    found = MARK.search(text, at, at + _LONGEST)
    return found is not None and not normal(text[at : found.start()]).text


def cited_before(text: str, at: int) -> bool:
    """Whether a mark is the last that counts in `text` before `at`."""
    marks = MARK.finditer(text, max(0, at - _LONGEST), at)
    return any(not normal(text[found.end() : at]).text for found in marks)
