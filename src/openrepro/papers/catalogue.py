"""All papers of a challenge, each once: what different lists call the same paper is found and made one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openrepro.papers.fields import Fault
from openrepro.papers.grouping import Groups, forum_of
from openrepro.papers.identity import forms_of, names_of
from openrepro.papers.paper import Alias, AliasKind, Paper


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


def catalogue_of(papers: Iterable[Paper], merges: Iterable[Merge] = (), faults: Iterable[Fault] = ()) -> Catalogue:
    """A catalogue of papers that are one each already."""
    held = tuple(papers)
    return Catalogue(held, tuple(merges), tuple(faults), _by_name(held))


def merged(rows: Iterable[Paper]) -> Catalogue:
    """One paper per paper of `rows`: rows with the same id, a common name of one kind, the same arXiv id or the same
    title, unless they have different OpenReview ids, or no author in common where what they share may be chance.

    The id is the OpenReview id where there is one. Of what rows say differently the first counts; names add up.
    """
    given = list(rows)
    groups = Groups(given)
    papers: list[Paper] = []
    merges: list[Merge] = []
    for members in groups.parts():
        paper = _one([given[at] for at in members])
        papers.append(paper)
        ids = tuple(dict.fromkeys(given[at].id for at in members))
        if len(ids) > 1:
            merges.append(Merge(paper.id, ids, groups.reason(members)))
    return catalogue_of(papers, merges, groups.faults)


def _by_name(papers: Iterable[Paper]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = {}
    for paper in papers:
        for alias in names_of(paper):
            names.setdefault(alias.name, set()).add(paper.id)
    return {name: frozenset(ids) for name, ids in names.items()}


def _one(rows: Sequence[Paper]) -> Paper:
    """The paper that all of `rows` are about."""
    forum = next((found for row in rows if (found := forum_of(row))), "")
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
