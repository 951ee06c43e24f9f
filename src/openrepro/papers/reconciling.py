"""How two lists of the same papers differ, paper by paper, with counts that add up to both lists."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.papers.authors import author_keys
from openrepro.papers.grouping import Groups, comparable, forum_of
from openrepro.papers.identity import title_key
from openrepro.papers.paper import Paper
from openrepro.papers.resolving import quoted
from openrepro.papers.sources import ReadPapers

MOST_CANDIDATES: Final = 50
LIKELY: Final = 0.5
POSITION: Final = "position"
"""What titles of position papers begin with."""


class Where(StrEnum):
    """In which lists a paper stands."""

    SAME_ID = "in both, by the same id"
    NUMBER = "in both, by a number"
    ARXIV = "in both, by its arXiv id"
    TITLE = "in both, by its title"
    ONLY_A = "only in A"
    ONLY_B = "only in B"

    @property
    def both(self) -> bool:
        return self not in (Where.ONLY_A, Where.ONLY_B)


class Reconciled(NamedTuple):
    """One paper: the ids of its rows in both lists, where it stands, and why it is told so. `renamed` is whether the
    titles differ in more than writing; `kind` groups papers of one reason."""

    where: Where
    kind: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    title_a: str
    title_b: str
    why: str
    renamed: bool


class Sum(NamedTuple):
    """What one list adds up to: rows = both + only + further, rows in all = rows + left_out."""

    rows: int
    both: int
    only: int
    further: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """All papers of both lists, and what each list comes to."""

    papers: tuple[Reconciled, ...]
    a: Sum
    b: Sum

    def counts(self) -> Mapping[tuple[Where, str], int]:
        """Papers by where they stand and the kind of their reason, most frequent first within a place."""
        found = Counter((one.where, one.kind) for one in self.papers)
        order = list(Where)
        return dict(sorted(found.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1])))

    @property
    def renamed(self) -> int:
        return sum(one.renamed for one in self.papers)


def reconcile(a: ReadPapers, b: ReadPapers) -> Reconciliation:
    """Hold two lists against each other."""
    papers = tuple(_Work(a, b).papers())
    return Reconciliation(papers, _sum(papers, "a", len(a.faults)), _sum(papers, "b", len(b.faults)))


def _sum(papers: Sequence[Reconciled], side: str, left_out: int) -> Sum:
    mine = [(one, len(getattr(one, side))) for one in papers if getattr(one, side)]
    both = sum(one.where.both for one, _ in mine)
    return Sum(sum(rows for _, rows in mine), both, len(mine) - both, sum(rows - 1 for _, rows in mine), left_out)


class _Work:
    def __init__(self, a: ReadPapers, b: ReadPapers) -> None:
        self._rows, self._cut = (*a.papers, *b.papers), len(a.papers)
        self._groups = Groups(self._rows)
        self._apart = {at: pair for pair in self._groups.apart for at in (pair.one, pair.other)}
        self._sides = (_Side(a), _Side(b))

    def papers(self) -> Iterator[Reconciled]:
        for members in self._groups.parts():
            a = [self._rows[at] for at in members if at < self._cut]
            b = [self._rows[at] for at in members if at >= self._cut]
            yield self._both(members, a, b) if a and b else self._only(members, a, b)

    def _both(self, members: Sequence[int], a: Sequence[Paper], b: Sequence[Paper]) -> Reconciled:
        where, by = _how(a, b, self._groups.reason(members))
        mine, theirs = a[0], b[0]
        renamed = title_key(mine.title) != title_key(theirs.title) and bool(mine.title and theirs.title)
        rows = [f"{len(part)} rows in {name}" for name, part in (("A", a), ("B", b)) if len(part) > 1]
        told = [f"the same {by}", *rows, *(["renamed"] if renamed else [])]
        kind = "renamed" if renamed else "several rows" if rows else "same title"
        return Reconciled(where, kind, _ids(a), _ids(b), mine.title, theirs.title, "; ".join(told), renamed)

    def _only(self, members: Sequence[int], a: Sequence[Paper], b: Sequence[Paper]) -> Reconciled:
        where = Where.ONLY_A if a else Where.ONLY_B
        paper, other = (a or b)[0], "B" if a else "A"
        kind, why = self._reason(members, paper, self._sides[1 if a else 0], other)
        rows = len(a or b)
        more = f"; {rows} rows" if rows > 1 else ""
        titles = (paper.title, "") if a else ("", paper.title)
        return Reconciled(where, kind, _ids(a), _ids(b), *titles, f"{why}{more}", False)

    def _reason(self, members: Sequence[int], paper: Paper, there: "_Side", other: str) -> tuple[str, str]:
        """Why a paper stands in one list only, as far as the lists say."""
        twin = next((self._apart[at] for at in members if at in self._apart), None)
        if twin is not None:
            far = next(at for at in (twin.one, twin.other) if at not in members)
            text = f"{other} has {quoted(self._rows[far].id)} of the same {twin.shared}{twin.why}; kept apart"
            return "alike, kept apart", text
        venue = next((there.refused[name] for name in (paper.id, forum_of(paper)) if name in there.refused), None)
        if venue is not None:
            return "withdrawn or rejected", f"{other} has it as {quoted(venue)}"
        likely = there.likely(paper)
        if likely is not None:
            text = f"perhaps {quoted(likely.id)} ({quoted(likely.title)}), which shares authors and words; not certain"
            return "perhaps renamed, with another id", text
        if _position(paper):
            return "position paper", f"a position paper; {other} has {there.positions:,} of these"
        if not forum_of(paper):
            return "no OpenReview id", f"it has no OpenReview id; of {other}'s papers {there.without_forum:,} have none"
        return "not there", f"{other} has neither its id, its arXiv id, its title nor one by its authors like it"


def _how(a: Sequence[Paper], b: Sequence[Paper], reason: str) -> tuple[Where, str]:
    """By what rows of two lists were found to be one paper: the surest of what they share."""
    if {row.id for row in a} & {row.id for row in b}:
        return Where.SAME_ID, "id"
    numbers = [{(alias.kind, alias.name) for row in part for alias in row.aliases} for part in (a, b)]
    common = sorted(numbers[0] & numbers[1])
    if common:
        return Where.NUMBER, f"{common[0][0].value} number {common[0][1]}"
    arxiv = sorted(({row.arxiv for row in a} & {row.arxiv for row in b}) - {""})
    if arxiv:
        return Where.ARXIV, f"arXiv id {arxiv[0]}"
    if {comparable(row.title) for row in a} & {comparable(row.title) for row in b} - {""}:
        return Where.TITLE, "title"
    return Where.NUMBER, reason


class _Side:
    """One list, looked into for what may be a paper of the other."""

    def __init__(self, read: ReadPapers) -> None:
        rows, self.refused = read.papers, read.refused
        self.positions = sum(map(_position, rows))
        self.without_forum = sum(not forum_of(row) for row in rows)
        self._rows = rows
        self._words: dict[int, frozenset[str]] = {}
        self._by_author: dict[str, list[int]] = {}
        for at, row in enumerate(rows):
            for key in author_keys(row.authors):
                held = self._by_author.setdefault(key, [])
                if len(held) < MOST_CANDIDATES:
                    held.append(at)

    def likely(self, paper: Paper) -> Paper | None:
        """The paper of this list that shares authors and at least half of all title words; None when there is none."""
        keys, words = author_keys(paper.authors), _words(paper)
        shared = Counter(at for key in keys for at in self._by_author.get(key, ()))
        best, score = None, LIKELY
        for at, _ in shared.most_common(MOST_CANDIDATES):
            theirs = self._words.setdefault(at, _words(self._rows[at]))
            common = len(words & theirs) / max(1, len(words | theirs))
            if common >= score:
                best, score = self._rows[at], common
        return best


def _words(paper: Paper) -> frozenset[str]:
    return frozenset(title_key(paper.title).split())


def _position(paper: Paper) -> bool:
    return paper.title.lower().startswith((f"{POSITION}:", f"{POSITION} :"))


def _ids(rows: Sequence[Paper]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)
