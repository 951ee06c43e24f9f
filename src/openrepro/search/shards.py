"""An index cut into small files, so that a page without a server can search in it by reading a few of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.papers.identity import title_key
from openrepro.search.facets import Facets
from openrepro.search.index import Index
from openrepro.search.words import COMMON

FORM: Final = "openrepro.search/1"
MOST_BYTES: Final = 40_000
LINES_AT_ONCE: Final = 100
TOP: Final = "index.json"


class Line(NamedTuple):
    """What a list shows of a paper; `tone`, `sign` and `state` make the mark of its state, `rest` are more words."""

    id: str
    title: str
    authors: str
    area: str
    tone: str
    sign: str
    state: str
    rest: str


class ShardFile(NamedTuple):
    """A file and its path, relative to the folder of the index."""

    path: str
    data: bytes


def shard_files(index: Index, facets: Facets, lines: Iterable[Line]) -> Iterator[ShardFile]:
    """The files of an index. `lines` are those of its papers, in their order.

    `words-<n>.json` has the words from one of `words` in `index.json` on up to the next, each with the papers that
    have it (the distances between their numbers) and its weights; `papers-<n>.json` has a hundred lines;
    `trait-<name>.json` the papers of every value. No file of words is over 40 kB, but where one word alone is.
    """
    firsts: list[str] = []
    for number, shard in enumerate(_word_shards(index)):
        firsts.append(next(iter(shard)))
        yield ShardFile(f"words-{number}.json", _joined(shard))
    for number, part in enumerate(_parts(lines)):
        yield ShardFile(f"papers-{number}.json", _text([list(line) for line in part]))
    for trait, values in facets.traits.items():
        told: dict[str, Json] = {value: _distances(_numbers(bits)) for value, bits in values.items()}
        yield ShardFile(f"trait-{trait}.json", _text(told))
    top: dict[str, Json] = {
        "form": FORM,
        "papers": len(index.papers),
        "words": firsts,
        "lines": LINES_AT_ONCE,
        "traits": [str(trait) for trait in facets.traits],
        "common": sorted(COMMON),
        "greek": [title_key(chr(letter)) for letter in range(ord("α"), ord("ω") + 1)],
    }
    yield ShardFile(TOP, _text(top))


def _word_shards(index: Index) -> Iterator[Mapping[str, bytes]]:
    held: dict[str, bytes] = {}
    size = 2
    for number, word in enumerate(index.words):
        text = _text({word: _postings(index, number)})[1:-1]
        if held and size + len(text) + 1 > MOST_BYTES:
            yield held
            held, size = {}, 2
        held[word] = text
        size += len(text) + 1
    if held:
        yield held


def _postings(index: Index, word: int) -> Json:
    span = index.where(word)
    weights = index.weights[span.start : span.end]
    return [_distances(index.postings[span.start : span.end]), list(weights)]


def _distances(numbers: Iterable[int]) -> list[Json]:
    found: list[Json] = []
    last = 0
    for number in numbers:
        found.append(number - last)
        last = number
    return found


def _numbers(bits: int) -> Iterator[int]:
    flags = bin(bits)[:1:-1]
    return (number for number, flag in enumerate(flags) if flag == "1")


def _joined(shard: Mapping[str, bytes]) -> bytes:
    return b"{" + b",".join(shard.values()) + b"}"


def _parts(lines: Iterable[Line]) -> Iterator[list[Line]]:
    remaining = iter(lines)
    while part := list(islice(remaining, LINES_AT_ONCE)):
        yield part


def _text(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
