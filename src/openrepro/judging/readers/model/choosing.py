"""Which lines of a logbook a model is shown for a claim: what decides first, then what says most about it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.model import CaseFile, Source
from openrepro.judging.parts import CHARACTERS_PER_TOKEN
from openrepro.judging.readers.model.book import Book, stems
from openrepro.logbooks.logbook import Address

WHOLE: Final = 3_800
"""A logbook of at most so many tokens is shown whole: choosing would save too little to be worth a miss."""
LEAST: Final = 900
SHARE: Final = 0.4
"""Beyond `LEAST` tokens, a question is this share of one that would paste the whole logbook; more only of lines that
decide."""
TELLING: Final = 0.25
"""The share of the claim's words from which on a line of its own evidence that holds a number may decide."""
BLOCK_TOKENS: Final = 15
MARK_TOKENS: Final = 0.6
LONG: Final = 150
"""Characters that are added to the length of a line before its weight is divided by it."""


class Interest(NamedTuple):
    """How much a line says about the claim, whether it is evidence of its own, and whether it may decide."""

    weight: float
    own: bool
    decides: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """The lines that are shown, by number, and what `Interest` all lines have. `lost` are lines that may decide, say
    what no shown line says, and are not shown."""

    shown: frozenset[int]
    interests: tuple[Interest, ...]
    lost: tuple[int, ...]


def choice_of(book: Book, claim: Claim, casefile: CaseFile, budget: int, other: int) -> Choice:
    """The lines to show for `claim` in at most `budget` tokens, estimated; `other` tokens are in the question besides.

    Lines that may decide come first and may take all of it. Others fill up to `SHARE`, those first that say most about
    the claim for their length. A heading, key or header above a shown line is shown with it. A line
    that is shown already elsewhere is not shown again.
    """
    interests = tuple(_interests(book, claim, casefile))
    ranked = sorted(range(len(interests)), key=lambda number: (-interests[number].weight, number))
    page = _Sheet(book)
    decisive = [number for number in ranked if interests[number].decides]
    lost = [number for number in decisive if not page.take(number, budget)]
    room = min(budget, _room(book.tokens, other))
    for number in ranked:
        page.take(number, room)
    return Choice(frozenset(page.taken), interests, tuple(number for number in lost if not page.shows(number)))


def _room(whole: int, other: int) -> float:
    """Tokens for what does not decide, of a logbook of `whole` tokens in a question with `other` ones."""
    return inf if whole <= WHOLE else max(LEAST, SHARE * (whole + other) - other)


@dataclass(slots=True)
class _Sheet:
    """What is shown so far, and what it costs in tokens."""

    book: Book
    taken: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    parts: set[int] = field(default_factory=set)
    cost: float = 0.0

    def take(self, number: int, room: float) -> bool:
        """Show a line with what stands above it, if that fits; True where it is shown, or its text is already."""
        if self.shows(number):
            return True
        wanted = [one for one in self._with_above(number) if one not in self.taken]
        part = self.book.lines[number].part
        cost = sum(self._tokens(one) for one in wanted) + (0 if part in self.parts else BLOCK_TOKENS)
        if self.cost + cost > room:
            return False
        self.cost += cost
        self.taken.update(wanted)
        self.texts.update(self.book.lines[one].plain for one in wanted)
        self.parts.add(part)
        return True

    def shows(self, number: int) -> bool:
        return number in self.taken or self.book.lines[number].plain in self.texts

    def _tokens(self, number: int) -> float:
        return (len(self.book.lines[number].text.strip()) + 1) / CHARACTERS_PER_TOKEN + MARK_TOKENS

    def _with_above(self, number: int) -> Iterator[int]:
        seen = self.book.lines[number]
        yield number
        if seen.line.parent is not None:
            above = self.book.first[seen.part] + seen.line.parent
            if above < len(self.book.lines) and self.book.lines[above].part == seen.part:
                yield above


def wanted_words(claim: Claim) -> Mapping[str, float]:
    """What a line about the claim would speak of, by weight in (0, 1]."""
    wanted: dict[str, float] = {}
    for text, weight in _texts(claim):
        for word in stems(text):
            wanted[word] = max(wanted.get(word, 0.0), weight)
    return wanted


def _texts(claim: Claim) -> Iterator[tuple[str, float]]:
    yield claim.text, 1.0
    if claim.quantity is not None:
        yield claim.quantity.name, 1.0
        yield claim.quantity.of, 0.7
    if claim.statement is not None and claim.statement.versus is not None:
        yield claim.statement.versus.of, 0.7
    yield from ((axis.axis, 0.5) for axis in claim.scale)
    yield claim.falsified_by, 0.5
    yield from ((premise, 0.3) for premise in claim.premises)


def _interests(book: Book, claim: Claim, casefile: CaseFile) -> Iterator[Interest]:
    spoken = _spoken(book, wanted_words(claim))
    places = Ranges(casefile.places)
    carrying = carriers_of(casefile)
    declared = Ranges(item.at for item in casefile.results if item.source is Source.DECLARED)
    for number, seen in enumerate(book.lines):
        own, carries = places.touch(seen.at), carrying.touch(seen.at)
        weight = (
            20 * spoken.telling.get(number, 0.0)
            + 8 * spoken.above.get(number, 0.0)
            + 8 * own
            + 5 * carries
            + seen.weight
        )
        says = declared.touch(seen.at) or (seen.numeric and spoken.about(number) >= TELLING)
        yield Interest(weight / (LONG + len(seen.text)), own or carries, carries and says)


def carriers_of(casefile: CaseFile) -> "Ranges":
    """Where the claim's evidence stands: outputs of its runs, and its places in result files."""
    outputs = (output.at for run in casefile.runs for output in run.outputs)
    return Ranges((*outputs, *(item.at for item in casefile.results if item.source is not Source.PROSE)))


class _Spoken(NamedTuple):
    """The shares of the claim's words that lines hold, by number: rare words counting more; that only stand above
    them; and each word counting the same."""

    telling: Mapping[int, float]
    above: Mapping[int, float]
    plain: Mapping[int, float]

    def about(self, number: int) -> float:
        return max(self.telling.get(number, 0.0), self.plain.get(number, 0.0))


def _spoken(book: Book, wanted: Mapping[str, float]) -> _Spoken:
    known = {word: weight for word, weight in sorted(wanted.items()) if word in book.holding}
    whole = sum(weight * book.rarity(word) for word, weight in known.items()) or 1.0
    count = sum(known.values()) or 1.0
    telling: dict[int, float] = {}
    above: dict[int, float] = {}
    plain: dict[int, float] = {}
    for word, weight in known.items():
        share, holding = weight * book.rarity(word) / whole, book.holding[word]
        for number in holding:
            telling[number] = telling.get(number, 0.0) + share
            plain[number] = plain.get(number, 0.0) + weight / count
        for number in set(book.beneath.get(word, ())).difference(holding):
            above[number] = above.get(number, 0.0) + share
    return _Spoken(telling, above, plain)


class Ranges:
    """Byte ranges by file, overlapping ones joined, to be asked whether a place touches any."""

    def __init__(self, places: Iterable[Address]) -> None:
        self._starts: dict[str, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        for place in sorted(set(places)):
            starts, ends = self._starts.setdefault(place.file, []), self._ends.setdefault(place.file, [])
            if ends and place.start <= ends[-1]:
                ends[-1] = max(ends[-1], place.end)
            else:
                starts.append(place.start)
                ends.append(place.end)

    def touch(self, place: Address | None) -> bool:
        if place is None or place.file not in self._starts:
            return False
        index = bisect_right(self._starts[place.file], max(place.start, place.end - 1)) - 1
        return index >= 0 and self._ends[place.file][index] > place.start
