"""Asking an index: the papers that have every word, with a score each, and the nearest word where there are none."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Final, NamedTuple

from openrepro.papers.nearest import distance
from openrepro.search.index import Index, Span
from openrepro.search.words import Units, asked_units

SHORTEST_PREFIX: Final = 2
MOST_BEGINNINGS: Final = 50
LEAST_READ: Final = 20_000
READ_PER_PAPER: Final = 2
LOOKUP_COST: Final = 8
SHORTEST_MENDED: Final = 4
LONGEST_MENDED: Final = 32
LONG: Final = 8
MOST_COMPARED: Final = 600
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


class Term(NamedTuple):
    """A word that is looked for; with `open` also what begins with it."""

    word: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Hits:
    """The score of each paper that was found. `missing` are the words that no paper has, `suggestion` the question
    with words that there are instead (empty: none is near)."""

    terms: tuple[Term, ...] = ()
    scores: Mapping[int, int] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    suggestion: str = ""

    @property
    def best_first(self) -> list[int]:
        """All that was found, the best first, equal ones in the order of the challenge."""
        scores = self.scores
        return sorted(sorted(scores), key=scores.__getitem__, reverse=True)


def ask(index: Index, question: str) -> Hits:
    """What is found for a question. Costs no more than reading the postings of its words, and for the beginning of a
    word a bounded number of them."""
    runs = asked_units(question)
    terms = tuple(_terms(index, runs))
    if not terms:
        return Hits()
    missing = tuple(term.word for term in terms if not _choices(index, term))
    if missing:
        return Hits(terms, {}, missing, suggested(index, runs, missing))
    return Hits(terms, _scores(index, terms))


def _terms(index: Index, runs: tuple[Units, ...]) -> Iterator[Term]:
    """The terms of a question. What digits and letters make together (`gpt-4`) is one word where there is such one."""
    found: dict[str, Term] = {}
    for at, run in enumerate(runs):
        last = at == len(runs) - 1
        whole = Term(run.joined, open=last)
        if run.joined and any(letter.isdigit() for letter in run.joined) and _choices(index, whole):
            found[run.joined] = whole
            continue
        for place, part in enumerate(run.parts):
            is_open = last and place == len(run.parts) - 1
            found[part] = Term(part, open=is_open or (part in found and found[part].open))
    return iter(found.values())


def _choices(index: Index, term: Term) -> tuple[int, ...]:
    """The words of the vocabulary that a term stands for, the word itself first, then those of most papers."""
    own = index.number_of(term.word)
    found = () if own is None else (own,)
    if not term.open or len(term.word) < SHORTEST_PREFIX:
        return found
    span = index.beginning_with(term.word)
    others = (word for word in range(*span) if word != own)
    starts = index.starts
    usual = nlargest(MOST_BEGINNINGS, others, key=lambda word: (starts[word + 1] - starts[word], -word))
    return found + tuple(_affordable(index, usual))


def _affordable(index: Index, words: Iterable[int]) -> Iterator[int]:
    left = max(LEAST_READ, READ_PER_PAPER * len(index.papers))
    for word in words:
        left -= index.where(word).size
        if left < 0:
            return
        yield word


def _scores(index: Index, terms: tuple[Term, ...]) -> Mapping[int, int]:
    """The papers that every term is found in, the rarest term first, so that there is little left to look up."""
    chosen = [_choices(index, term) for term in terms]
    order = sorted(range(len(terms)), key=lambda at: sum(index.where(word).size for word in chosen[at]))
    scores: dict[int, int] | None = None
    for at in order:
        scores = _narrowed(index, terms[at].word, chosen[at], scores)
        if not scores:
            break
    return scores or {}


def _narrowed(index: Index, own: str, words: tuple[int, ...], before: dict[int, int] | None) -> dict[int, int]:
    best: dict[int, int] = {}
    for word in words:
        worth = index.rarity(word)
        half = index.words[word] != own
        for paper, weight in _read(index, index.where(word), before):
            score = worth * weight >> half
            if score > best.get(paper, -1):
                best[paper] = score
    return best if before is None else {paper: before[paper] + score for paper, score in best.items()}


def _read(index: Index, span: Span, wanted: Mapping[int, int] | None) -> Iterable[tuple[int, int]]:
    """The postings in a stretch; of `wanted` papers only, where they are given."""
    if wanted is None:
        return zip(index.postings[span.start : span.end], index.weights[span.start : span.end], strict=True)
    if len(wanted) * LOOKUP_COST < span.size:
        return _looked_up(index, span, wanted)
    all_of_it = zip(index.postings[span.start : span.end], index.weights[span.start : span.end], strict=True)
    return [pair for pair in all_of_it if pair[0] in wanted]


def _looked_up(index: Index, span: Span, wanted: Iterable[int]) -> Iterator[tuple[int, int]]:
    postings, weights = index.postings, index.weights
    for paper in wanted:
        at = bisect_left(postings, paper, span.start, span.end)
        if at < span.end and postings[at] == paper:
            yield paper, weights[at]


def suggested(index: Index, runs: tuple[Units, ...], missing: tuple[str, ...]) -> str:
    """The question with the nearest known word for every missing one; empty unless there is one for each."""
    instead = {word: near_word(index, word) for word in missing}
    if not all(instead.values()):
        return ""
    return " ".join(instead.get(part, part) for run in runs for part in run.parts)


def near_word(index: Index, word: str) -> str:
    """The word of most papers among those that one mistake leads to, in a long word two; empty when there is none."""
    if not SHORTEST_MENDED <= len(word) <= LONGEST_MENDED or word.replace(".", "").isdecimal():
        return ""
    known = {at for one in set(_one_off(word)) if (at := index.number_of(one)) is not None}
    if not known and len(word) >= LONG:
        span = index.beginning_with(word[:3])
        near = range(span.start, min(span.end, span.start + MOST_COMPARED))
        known = {at for at in near if distance(word, index.words[at]) <= 2}
    best = max(known, key=lambda at: (index.where(at).size, -at), default=None)
    return "" if best is None else index.words[best]


def _one_off(word: str) -> Iterator[str]:
    """What a word becomes when a letter is left out, swapped with the next, changed or added."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in LETTERS:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]
