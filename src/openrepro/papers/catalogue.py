"""All papers of a challenge, each once: what different lists call the same paper is found and made one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.papers.fields import Fault
from openrepro.papers.identity import forms_of, names_of, title_key
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.resolving import quoted

SHORTEST_TITLE: Final = 12
"""Letters a title must have to tell papers apart: `Introduction` may be two."""


class Merge(NamedTuple):
    """Rows of several ids that are one paper; `paper` is the id that stays, `by` says what they share."""

    paper: str
    ids: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The papers, in the order in which they were first seen; `faults` are rows that look like one paper and are not
    made one."""

    papers: tuple[Paper, ...]
    merges: tuple[Merge, ...]
    faults: tuple[Fault, ...]
    _names: Mapping[str, frozenset[str]]

    def find(self, name: str) -> str:
        """The id of the one paper that `name` is a name of, compared exactly; empty when there is none, or several."""
        found = self.named(name)
        return next(iter(found)) if len(found) == 1 else ""

    def named(self, name: str) -> frozenset[str]:
        """The ids of all papers that `name` is a name of, compared exactly."""
        return next((self._names[form] for form in forms_of(name) if form in self._names), frozenset[str]())


def merged(rows: Iterable[Paper]) -> Catalogue:
    """One paper per paper of `rows`: rows with the same id, a common name of one kind, the same arXiv id or the same
    title, unless they have different OpenReview ids.

    The id is the OpenReview id where there is one. Of what rows say differently the first counts; names add up.
    """
    given = list(rows)
    groups = _Groups(given)
    papers: list[Paper] = []
    merges: list[Merge] = []
    for members in groups.parts():
        paper = _one([given[at] for at in members])
        papers.append(paper)
        ids = tuple(dict.fromkeys(given[at].id for at in members))
        if len(ids) > 1:
            merges.append(Merge(paper.id, ids, groups.reason(members)))
    return Catalogue(tuple(papers), tuple(merges), tuple(groups.faults), _by_name(papers))


def _by_name(papers: Iterable[Paper]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = {}
    for paper in papers:
        for alias in names_of(paper):
            names.setdefault(alias.name, set()).add(paper.id)
    return {name: frozenset(ids) for name, ids in names.items()}


class _Groups:
    """Rows joined to papers. A join is refused when both sides have an OpenReview id and these differ."""

    def __init__(self, rows: Sequence[Paper]) -> None:
        self.faults: list[Fault] = []
        self._rows = rows
        self._parent = list(range(len(rows)))
        self._forum = [_forum(row) for row in rows]
        self._why: dict[int, str] = {}
        for keys in (_ids, _aliases, _arxiv, _title):
            first: dict[str, int] = {}
            for at, row in enumerate(rows):
                for key in keys(row):
                    self._join(first.setdefault(key, at), at, _told(key))

    def parts(self) -> Iterator[list[int]]:
        """The rows of each paper, in order."""
        members: dict[int, list[int]] = {}
        for at in range(len(self._rows)):
            members.setdefault(self._root(at), []).append(at)
        return iter(members.values())

    def reason(self, members: Sequence[int]) -> str:
        return ", ".join(dict.fromkeys(self._why[at] for at in members if at in self._why))

    def _root(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = at = self._parent[self._parent[at]]
        return at

    def _join(self, one: int, other: int, key: str) -> None:
        first, second = sorted((self._root(one), self._root(other)))
        if first == second:
            return
        mine, theirs = self._forum[first], self._forum[second]
        if mine and theirs and mine != theirs:
            text = f"{quoted(mine)} and {quoted(theirs)} have the same {key}; they are kept apart."
            self.faults.append(Fault(mine, text))
            return
        self._parent[second] = first
        self._forum[first] = mine or theirs
        self._why[second] = key


def _told(key: str) -> str:
    return "title" if key.startswith("title ") else key


def _forum(row: Paper) -> str:
    return next((alias.name for alias in row.aliases if alias.kind is AliasKind.OPENREVIEW), "")


def _ids(row: Paper) -> list[str]:
    return [f"id {row.id}"]


def _aliases(row: Paper) -> list[str]:
    numbers = (AliasKind.EVENT, AliasKind.ORAL, AliasKind.CURATED, AliasKind.OPENREVIEW)
    return [f"{alias.kind.value} number {alias.name}" for alias in row.aliases if alias.kind in numbers]


def _arxiv(row: Paper) -> list[str]:
    return [f"arXiv id {row.arxiv}"] if row.arxiv else []


def _title(row: Paper) -> list[str]:
    key = title_key(row.title).replace(" ", "")
    return [f"title {key}"] if len(key) >= SHORTEST_TITLE else []


def _one(rows: Sequence[Paper]) -> Paper:
    """The paper that all of `rows` are about."""
    forum = next((found for row in rows if (found := _forum(row))), "")
    names = dict.fromkeys(alias for row in rows for alias in (*row.aliases, *_former(row, forum or rows[0].id)))
    facts = {key: value for row in reversed(rows) for key, value in row.facts.items()}
    return Paper(
        id=forum or rows[0].id,
        title=_first(row.title for row in rows),
        authors=next((row.authors for row in rows if row.authors), ()),
        area=_first(row.area for row in rows),
        subarea=_first(row.subarea for row in rows),
        presentation=_first(row.presentation for row in rows),
        award=_first(row.award for row in rows),
        arxiv=_first(row.arxiv for row in rows),
        code_url=_first(row.code_url for row in rows),
        abstract=_first(row.abstract for row in rows),
        aliases=tuple(names),
        source=_first(row.source for row in rows),
        facts=facts,
    )


def _former(row: Paper, kept: str) -> Iterator[Alias]:
    """The id of a row that is not the one that stays, and its arXiv id, as names."""
    if row.id != kept and row.id not in {alias.name for alias in row.aliases}:
        yield Alias(row.id, AliasKind.OTHER)
    if row.arxiv:
        yield Alias(row.arxiv, AliasKind.ARXIV)


def _first(values: Iterable[str]) -> str:
    return next((value for value in values if value), "")
