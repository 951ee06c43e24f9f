"""The index of words: which papers have a word, and how much it says about each."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

IDF_UNIT: Final = 16
PREFIX_END: Final = "\U0010ffff"


class Span(NamedTuple):
    """A stretch `[start, end)` of a list."""

    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Index:
    """`papers` are ids by number, in the order of the challenge; `titled` are the numbers in the order of titles.

    The papers that have the word `words[w]` are `postings[starts[w]:starts[w + 1]]`, ascending; `weights` beside them
    say from 1 to 255 how much the word says about each. `basis` names what the index was made from.
    """

    basis: str
    papers: Sequence[str]
    titled: "array[int]"
    words: Sequence[str]
    starts: "array[int]"
    postings: "array[int]"
    weights: "array[int]"

    def number_of(self, word: str) -> int | None:
        """The place of a word in the vocabulary; None when no paper has it."""
        at = bisect_left(self.words, word)
        return at if at < len(self.words) and self.words[at] == word else None

    def beginning_with(self, prefix: str) -> Span:
        """The words that begin with `prefix`."""
        return Span(bisect_left(self.words, prefix), bisect_left(self.words, prefix + PREFIX_END))

    def where(self, word: int) -> Span:
        """The postings of a word."""
        return Span(self.starts[word], self.starts[word + 1])

    def rarity(self, word: int) -> int:
        """What a hit of the word is worth: the usual BM25 idf in sixteenths, at least 1."""
        return rarity(self.where(word).size, len(self.papers))


def rarity(having: int, papers: int) -> int:
    """16 · ln(1 + (papers − having + ½) / (having + ½)), rounded down after adding ½, at least 1."""
    return max(1, int(IDF_UNIT * log(1 + (papers - having + 0.5) / (having + 0.5)) + 0.5))
