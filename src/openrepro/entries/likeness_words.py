"""The words of a logbook's pages, and which runs of them stand in another one too. Linear in the size of the text."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import Final, NamedTuple

from openrepro.entries.likeness import Shared, SharedPassage
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Block, BlockKind, Logbook

RUN: Final = 5
"""Words in one run: long enough that two people rarely write the same one by chance."""
LEAST_RUNS: Final = 40
LEAST_SHARE: Final = 0.4
LEAST_PASSAGE: Final = 100
MOST_PASSAGES: Final = 8
MOST_WORDS: Final = 400_000

_WORD: Final = re.compile(r"[^\W_]+")
_DIGITS: Final = re.compile(r"[0-9]+")
_HEADING: Final = re.compile(r"^[ ]{0,3}#{1,6}[ \t].*$", re.MULTILINE)
_BASE: Final = 1_000_003
_MODULUS: Final = 2**61 - 1
_LEAVING: Final = pow(_BASE, RUN, _MODULUS)


class Stretch(NamedTuple):
    """The words of one block: which of all words is its first, and where each stands in the block's text."""

    first: int
    block: Block
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Words:
    """The words of a logbook in reading order, as numbers; `runs[i]` is the hash of the five words from word `i`."""

    words: tuple[int, ...]
    runs: tuple[int | None, ...]
    stretches: tuple[Stretch, ...] = ()

    @cached_property
    def distinct(self) -> frozenset[int]:
        return frozenset(run for run in self.runs if run is not None)

    def passage(self, start: int, length: int) -> tuple[Stretch, int, int]:
        """The stretch that the words `[start, start + length)` begin in, and the characters there that they cover."""
        stretch = next(one for one in reversed(self.stretches) if one.first <= start)
        last = min(start + length - stretch.first, len(stretch.spans)) - 1
        return stretch, stretch.spans[start - stretch.first][0], stretch.spans[last][1]


def words_of(logbook: Logbook) -> Words:
    """The words of a logbook's prose: headings left out, since they repeat the claims; numbers made alike, so that
    changing them hides nothing; at most 400,000."""
    words: list[int] = []
    runs: list[int | None] = []
    stretches: list[Stretch] = []
    known: dict[str, int] = {}
    for block in _prose(logbook):
        if len(words) >= MOST_WORDS:
            break
        found = list(islice(_found(block.text), MOST_WORDS - len(words)))
        numbers = [_number(word, known) for word, _ in found]
        stretches.append(Stretch(len(words), block, tuple(span for _, span in found)))
        words += numbers
        runs += _runs(numbers)
    return Words(tuple(words), tuple(runs), tuple(stretches))


def runs_in(texts: Iterable[str]) -> frozenset[int]:
    """The runs of words in some texts: what an entry may repeat because its paper or its claims say it."""
    known: dict[str, int] = {}
    each = (_runs([_number(word, known) for word, _ in _found(text)]) for text in texts)
    return frozenset(run for runs in each for run in runs if run is not None)


def _prose(logbook: Logbook) -> Iterator[Block]:
    for page in logbook.pages:
        for cell in page.cells:
            if not cell.void:
                yield from (block for block in cell.blocks if block.kind is BlockKind.PROSE)


def _found(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The words of a text with their places, those of headings left out."""
    headings = _HEADING.finditer(text)
    start, end = _next_span(headings)
    for match in _WORD.finditer(text):
        while end <= match.start():
            start, end = _next_span(headings)
        if match.start() < start:
            yield _DIGITS.sub("0", match[0].casefold()), match.span()


def _next_span(matches: Iterator[re.Match[str]]) -> tuple[int, int]:
    found = next(matches, None)
    return (sys.maxsize, sys.maxsize) if found is None else found.span()


def _number(word: str, known: dict[str, int]) -> int:
    found = known.get(word)
    if found is None:
        hashed = blake2b(word[:100].encode("utf-8", "replace"), digest_size=8).digest()
        found = known[word] = int.from_bytes(hashed) % _MODULUS
    return found


def _runs(numbers: Sequence[int]) -> list[int | None]:
    """For each word the hash of the run that begins with it (a rolling polynomial); None for the last four."""
    runs: list[int | None] = []
    value = 0
    for at, number in enumerate(numbers):
        value = (value * _BASE + number) % _MODULUS
        if at >= RUN:
            value = (value - numbers[at - RUN] * _LEAVING) % _MODULUS
        if at >= RUN - 1:
            runs.append(value)
    return runs + [None] * (len(numbers) - len(runs))


def compare_words(left: Words, right: Words, common: frozenset[int]) -> Shared | None:
    """What two texts share beyond `common` runs; None when it is too little to be worth showing.

    Worth showing is two fifths of the shorter text, or one passage of a hundred words.
    """
    mine, theirs = left.distinct - common, right.distinct - common
    both = mine & theirs
    if len(both) < LEAST_RUNS:
        return None
    passages = _longest(left, right, both)
    share = len(both) / min(len(mine), len(theirs))
    if share < LEAST_SHARE and passages[0].size < LEAST_PASSAGE:
        return None
    return Shared(f"{share:.2f}", len(both), len(mine), len(theirs), passages)


class _Match(NamedTuple):
    left: int
    right: int
    length: int


def _longest(left: Words, right: Words, both: frozenset[int]) -> tuple[SharedPassage, ...]:
    found = sorted(_matches(left, right, both), key=lambda match: (-match.length, match.left))[:MOST_PASSAGES]
    places: dict[int, Places] = {}
    return tuple(_passage(match, left, right, places) for match in found)


def _matches(left: Words, right: Words, both: frozenset[int]) -> Iterator[_Match]:
    """Every stretch of words on the right that stands on the left too, each word once."""
    where: dict[int, int] = {}
    for at, run in enumerate(left.runs):
        if run is not None and run in both:
            where.setdefault(run, at)
    at = 0
    while at < len(right.runs):
        run = right.runs[at]
        if run is None or run not in where:
            at += 1
            continue
        length = _extent(left, right, where[run], at)
        yield _Match(where[run], at, length)
        at += length


def _extent(left: Words, right: Words, mine: int, theirs: int) -> int:
    """How many words from here on are the same, within one block on each side."""
    most = min(_room(left, mine), _room(right, theirs))
    length = 0
    while length < most and left.words[mine + length] == right.words[theirs + length]:
        length += 1
    return max(length, 1)


def _room(words: Words, at: int) -> int:
    """How many words there are from `at` to the end of its block."""
    low, high = 0, len(words.stretches)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if words.stretches[middle].first <= at else (low, middle)
    stretch = words.stretches[low]
    return stretch.first + len(stretch.spans) - at


def _passage(match: _Match, left: Words, right: Words, places: dict[int, Places]) -> SharedPassage:
    sides = []
    for words, start in ((left, match.left), (right, match.right)):
        stretch, first, last = words.passage(start, match.length)
        place = places.setdefault(id(stretch), Places(stretch.block.text, stretch.block.at))
        sides.append(place.address(first, last))
    return SharedPassage(sides[0], sides[1], match.length)
