"""What a process searches in: the index of words, the filters, and the orders to list papers in."""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple

from openrepro.board.consensus import PaperState
from openrepro.papers.signals import Code, Text
from openrepro.search.asking import Hits, ask
from openrepro.search.bits import bits_of, flags_of
from openrepro.search.facets import Facets, facets_of
from openrepro.search.index import Index
from openrepro.store.search import Examined, SqlSearch, Traits


class Sort(StrEnum):
    """The orders in which papers are listed."""

    RELEVANCE = "relevance"
    INDEX = "index"
    TITLE = "title"
    MOST = "most-attempts"
    LEAST = "fewest-attempts"
    NEWEST = "newest"


class Trait(StrEnum):
    """What papers are filtered by."""

    AREA = "area"
    AWARD = "award"
    STATUS = "status"
    ATTEMPTS = "attempts"
    CONTESTED = "contested"
    CODE = "code"
    ARXIV = "arxiv"
    TESTABLE = "testable"
    COMPUTE = "compute"
    DATA = "data"
    TEXT = "text-on-file"


OF_THE_BOARD: Final = frozenset({Trait.STATUS, Trait.ATTEMPTS, Trait.CONTESTED})
SORTS_OF_THE_BOARD: Final = frozenset({Sort.MOST, Sort.LEAST, Sort.NEWEST})
MANY: Final = 3
YES_NO: Final = {True: "yes", False: "no"}
SOME_NONE: Final = {True: "some", False: "none"}
NOWHERE: Final = Examined("", PaperState.NOT_EXAMINED.value, 0, contested=False)


class Question(NamedTuple):
    """What somebody wants to see: words, chosen traits, an order, and which stretch of the list."""

    text: str = ""
    chosen: Mapping[str, str] = {}
    sort: Sort = Sort.INDEX
    start: int = 0
    size: int = 25


@dataclass(frozen=True, slots=True)
class Answer:
    """A stretch of what was found. `counts` say for every value of every trait how many there would be, `without`
    how many if the choice of one trait were dropped."""

    papers: tuple[str, ...]
    total: int
    counts: Mapping[str, Mapping[str, int]]
    without: Mapping[str, int]
    hits: Hits


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything is about papers by their number in `index`. `board` is the digest of the board whose figures are in
    it, empty while there is none; `signals` marks what was read of papers that is in it."""

    index: Index
    facets: Facets
    orders: Mapping[Sort, "array[int]"] = field(default_factory=dict)
    board: str = ""
    signals: str = ""

    @property
    def size(self) -> int:
        return len(self.index.papers)

    def answer(self, asked: Question) -> Answer:
        """What is found; a question without words finds every paper."""
        hits = ask(self.index, asked.text) if asked.text else Hits()
        found = bits_of(hits.scores, self.size) if asked.text else self.facets.everything
        shown = self.facets.matching(found, asked.chosen)
        return Answer(
            papers=tuple(self.index.papers[number] for number in self._stretch(asked, hits, shown)),
            total=shown.bit_count(),
            counts=self.facets.counts(found, asked.chosen),
            without={trait: self.facets.matching(found, asked.chosen, but=trait).bit_count() for trait in asked.chosen},
            hits=hits,
        )

    def _stretch(self, asked: Question, hits: Hits, shown: int) -> Iterable[int]:
        flags = flags_of(shown, self.size)
        order = (number for number in self._order(asked, hits) if flags[number])
        return islice(order, asked.start, asked.start + asked.size)

    def _order(self, asked: Question, hits: Hits) -> Iterable[int]:
        if asked.sort is Sort.RELEVANCE and asked.text:
            return hits.best_first
        return self.orders.get(asked.sort, range(self.size))


def shelf_of(index: Index, search: SqlSearch, view: str, board: str, signals: str = "") -> Shelf:
    """The shelf of an index, with the traits of its papers as they are now, and their figures in a view of the board;
    `board` is the digest of that view, empty where it was never computed."""
    traits = {one.paper: one for one in search.traits()}
    stand = {one.paper: one for one in search.examined(view)} if board else {}
    columns = dict(_columns(index, traits))
    if board:
        columns |= _board_columns(index, stand)
    return Shelf(index, facets_of(len(index.papers), columns), _orders(index, stand, search, board), board, signals)


def _columns(index: Index, traits: Mapping[str, Traits]) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """The values of every paper by trait. A paper that is gone has none."""
    rows = [traits.get(paper) for paper in index.papers]
    yield Trait.AREA, [() if row is None or not row.area else (row.area,) for row in rows]
    yield Trait.AWARD, [() if row is None else _distinctions(row) for row in rows]
    yield Trait.CODE, [() if row is None else (YES_NO[has_code(row)],) for row in rows]
    yield Trait.ARXIV, [() if row is None else (YES_NO[bool(row.arxiv)],) for row in rows]
    yield Trait.TESTABLE, [() if row is None else (SOME_NONE[row.testable > 0],) for row in rows]
    yield Trait.COMPUTE, [() if row is None or not row.compute else (row.compute,) for row in rows]
    yield Trait.DATA, [() if row is None or not row.data else (row.data,) for row in rows]
    yield Trait.TEXT, [() if row is None or not row.text else (YES_NO[row.text == Text.ON_FILE],) for row in rows]


def has_code(row: Traits) -> bool:
    """Whether code is linked in the record of a paper, or in its text."""
    return bool(row.code_url) or row.code == Code.LINKED


def _distinctions(row: Traits) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in (row.award, row.presentation) if value))


def _board_columns(index: Index, stand: Mapping[str, Examined]) -> dict[str, list[tuple[str, ...]]]:
    rows = [stand.get(paper, NOWHERE) for paper in index.papers]
    return {
        Trait.STATUS: [(row.state,) for row in rows],
        Trait.ATTEMPTS: [attempts_of(row.judged) for row in rows],
        Trait.CONTESTED: [(YES_NO[row.contested],) for row in rows],
    }


def attempts_of(judged: int) -> tuple[str, ...]:
    """What a number of judged entries counts as."""
    if not judged:
        return ("none",)
    return ("some", "few" if judged < MANY else "many")


def _orders(index: Index, stand: Mapping[str, Examined], search: SqlSearch, board: str) -> Mapping[Sort, "array[int]"]:
    found = {Sort.TITLE: index.titled}
    if not board:
        return found
    numbers = range(len(index.papers))
    judged = [stand.get(paper, NOWHERE).judged for paper in index.papers]
    last = search.last_judged()
    newest = [last.get(paper, "") for paper in index.papers]
    return found | {
        Sort.MOST: array("I", sorted(numbers, key=judged.__getitem__, reverse=True)),
        Sort.LEAST: array("I", sorted(numbers, key=judged.__getitem__)),
        Sort.NEWEST: array("I", sorted(numbers, key=newest.__getitem__, reverse=True)),
    }
