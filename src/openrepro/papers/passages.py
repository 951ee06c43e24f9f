"""The passage of a text that is nearest to some words: found by the pairs of words that they share."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from openrepro.papers.text import Span

MOST_WORDS: Final = 400
"""Of the words that a passage is looked for; more say no more about where it is."""
MOST_PLACES: Final = 24
"""A pair of words that stands in more places than that tells none of them apart."""
_SLIP: Final = 3
"""By how many words a passage may be shifted against the words looked for."""
_TRIED: Final = 5
_WORD: Final = re.compile(r"[^\W_]+")


class Passage(NamedTuple):
    """Characters of a text, and how many of the `of` words looked for stand in them."""

    span: Span
    shared: int
    of: int


class Passages:
    """A text to find passages in; what that needs is made when it is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def nearest(self, words: str) -> Passage | None:
        """The passage that shares most words with `words`; None where no two neighbouring words are shared, or fewer
        than a third of all. Of equal ones the first."""
        wanted = [match[0].lower() for match in _WORD.finditer(words)][:MOST_WORDS]
        found = (self._passage(wanted, start) for start in self._starts(wanted))
        best = max(found, key=lambda one: (one.shared, -one.span.start), default=None)
        return best if best is not None and best.shared * 3 >= len(wanted) else None

    def _starts(self, wanted: Sequence[str]) -> list[int]:
        """The words of the text that a passage may begin at, by how many pairs speak for them."""
        votes: Counter[int] = Counter()
        for at, pair in enumerate(pairwise(wanted)):
            for place in self._pairs.get(pair, ()):
                votes[place - at] += 1
        near = Counter({start: _around(votes, start) for start in votes})
        order = sorted(near.items(), key=lambda item: (-item[1], item[0]))
        return [max(0, start) for start, _ in order[:_TRIED]]

    def _passage(self, wanted: Sequence[str], start: int) -> Passage:
        words = self._words[start : start + len(wanted)]
        shared = Counter(wanted) & Counter(word for word, _ in words)
        return Passage(Span(words[0][1].start, words[-1][1].end), shared.total(), len(wanted))

    @cached_property
    def _words(self) -> list[tuple[str, Span]]:
        return [(match[0].lower(), Span(*match.span())) for match in _WORD.finditer(self._text)]

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], list[int]]:
        """Where each pair of words stands that does not stand in very many places."""
        found: dict[tuple[str, str], list[int]] = {}
        for at in range(len(self._words) - 1):
            places = found.setdefault((self._words[at][0], self._words[at + 1][0]), [])
            if len(places) <= MOST_PLACES:
                places.append(at)
        return {pair: places for pair, places in found.items() if len(places) <= MOST_PLACES}


def _around(votes: Counter[int], start: int) -> int:
    return sum(votes[near] for near in range(start - _SLIP, start + _SLIP + 1) if near in votes)
