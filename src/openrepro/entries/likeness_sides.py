"""Two or more entries laid side by side, from the bytes of their pages and results. Pure, and apart from any store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from openrepro.entries.likeness import LikenessKind, Shared
from openrepro.entries.likeness_numbers import Numbers, compare_numbers, digits_in, numbers_of
from openrepro.entries.likeness_sample import Sample, sample_of
from openrepro.entries.likeness_words import Words, compare_words, runs_in, words_of
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse

MOST_NUMBER_KEYS: Final = 256
COMMON: Final = 2
"""How many teams, on other papers, must have a thing for it to be nobody's own."""

Files = Mapping[str, bytes]


class Other(NamedTuple):
    """An entry to compare with: which revision of it, and its pages and results by path."""

    entry: str
    revision: str
    files: Files


class Alike(NamedTuple):
    """In which way another entry is alike; `shared` has the other one on its left."""

    entry: str
    revision: str
    kind: LikenessKind
    shared: Shared


@dataclass(frozen=True)
class _Book:
    logbook: Logbook

    @cached_property
    def words(self) -> Words:
        return words_of(self.logbook)

    @cached_property
    def numbers(self) -> Numbers:
        return numbers_of(self.logbook)


class _Common(NamedTuple):
    """What is nobody's own: of the paper and its claims, or of everybody's scaffold."""

    runs: frozenset[int]
    numbers: frozenset[str]


def signature_of(files: Files, key: bytes) -> dict[LikenessKind, Sample]:
    """The small samples by which an entry is found again."""
    book = _Book(parse(files, name=""))
    return {
        LikenessKind.TEXT: sample_of(book.words.distinct, key),
        LikenessKind.OUTPUTS: sample_of(book.numbers.places, key, MOST_NUMBER_KEYS),
    }


def alike(
    files: Files, others: Sequence[Other], said: Sequence[str] = (), elsewhere: Sequence[Files] = ()
) -> tuple[Alike, ...]:
    """Those of `others` that are like the entry of `files`, and how.

    What the paper and its claims say (`said`) counts for nobody, nor what two or more of the entries `elsewhere` have
    too, which are of other teams and on other papers.
    """
    mine = _Book(parse(files, name=""))
    common = _common(mine, said, (_Book(parse(one, name="")) for one in elsewhere))
    found = []
    for other in others:
        theirs = _Book(parse(other.files, name=""))
        compared = {
            LikenessKind.OUTPUTS: compare_numbers(theirs.numbers, mine.numbers, common.numbers),
            LikenessKind.TEXT: compare_words(theirs.words, mine.words, common.runs),
        }
        found += [Alike(other.entry, other.revision, kind, one) for kind, one in compared.items() if one is not None]
    return tuple(found)


def _common(mine: _Book, said: Sequence[str], elsewhere: Iterable[_Book]) -> _Common:
    runs: dict[int, int] = {}
    numbers: dict[str, int] = {}
    for other in elsewhere:
        for run in other.words.distinct & mine.words.distinct:
            runs[run] = runs.get(run, 0) + 1
        for digits in other.numbers.places.keys() & mine.numbers.places.keys():
            numbers[digits] = numbers.get(digits, 0) + 1
    return _Common(
        runs_in(said) | {run for run, count in runs.items() if count >= COMMON},
        digits_in(said) | {digits for digits, count in numbers.items() if count >= COMMON},
    )
