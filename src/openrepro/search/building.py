"""Making an index from the texts of papers."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from openrepro.papers.identity import title_key
from openrepro.search.index import Index
from openrepro.search.words import Units, units

MOST_CHUNKS: Final = 4_000
MOST_HELD: Final = 300_000
SATURATION: Final = 4.0
TOP: Final = 255


class Field(NamedTuple):
    """How much a hit in a field weighs, and how many words such a text usually has."""

    weight: float
    usual: int


FIELDS: Final[Mapping[str, Field]] = {
    "title": Field(4, 10),
    "authors": Field(2, 10),
    "claims": Field(2, 120),
    "abstract": Field(1, 180),
}


class Document(NamedTuple):
    """The texts of one paper."""

    id: str
    title: str
    authors: str = ""
    claims: str = ""
    abstract: str = ""


class _Postings(NamedTuple):
    papers: "array[int]"
    weights: "array[int]"


def build(documents: Iterable[Document], basis: str) -> Index:
    """The index of `documents`, which are numbered in the order given."""
    held: dict[str, _Postings] = {}
    known: dict[str, Units] = {}
    ids: list[str] = []
    titles: list[str] = []
    for number, document in enumerate(documents):
        ids.append(document.id)
        titles.append(title_key(document.title))
        for word, amount in _amounts(document, known).items():
            postings = held.setdefault(word, _Postings(array("I"), array("B")))
            postings.papers.append(number)
            postings.weights.append(weight_of(amount))
    return _index(basis, ids, titles, held)


def weight_of(amount: float) -> int:
    """From 1 to 255: grows with every hit, by less each time (BM25's saturation)."""
    return max(1, int(TOP * amount / (amount + SATURATION)))


def _amounts(document: Document, known: dict[str, Units]) -> Mapping[str, float]:
    total: dict[str, float] = {}
    for name, kind in FIELDS.items():
        words = _counted(getattr(document, name), known)
        scale = kind.weight / max(1.0, 0.25 + 0.75 * words.total() / kind.usual)
        for word, times in words.items():
            total[word] = total.get(word, 0.0) + scale * times
    return total


def _counted(text: str, known: dict[str, Units]) -> Counter[str]:
    """The words of a text; those of a run of characters that occurred before are not taken apart again."""
    found: Counter[str] = Counter()
    for chunk in text.split()[:MOST_CHUNKS]:
        got = known.get(chunk)
        if got is None:
            got = units(chunk)
            if len(known) < MOST_HELD:
                known[chunk] = got
        found.update(got.words)
    return found


def _index(basis: str, ids: list[str], titles: list[str], held: Mapping[str, _Postings]) -> Index:
    words = sorted(held)
    starts, postings, weights = array("I", [0]), array("I"), array("B")
    for word in words:
        postings.extend(held[word].papers)
        weights.extend(held[word].weights)
        starts.append(len(postings))
    titled = array("I", sorted(range(len(ids)), key=lambda number: (titles[number], number)))
    return Index(basis, ids, titled, words, starts, postings, weights)
