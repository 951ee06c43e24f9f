"""Which rows of lists are about one paper: what joins them, and what keeps them apart though they look alike."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from openrepro.papers.authors import author_keys, strangers
from openrepro.papers.fields import Fault
from openrepro.papers.identity import title_key
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.resolving import quoted

SHORTEST_TITLE: Final = 12
"""Letters a title must have to tell papers apart: `Introduction` may be two."""

MOST_APART: Final = 20
"""Papers with one title, or one number, that a further row is held against."""

TITLE: Final = "title"
_NUMBERED: Final = (AliasKind.EVENT, AliasKind.ORAL, AliasKind.CURATED, AliasKind.OPENREVIEW)
_OF_A_PROGRAMME: Final = (AliasKind.EVENT, AliasKind.ORAL, AliasKind.CURATED)


class Apart(NamedTuple):
    """Two rows that share something and are not taken for one paper: by the places they have among the rows."""

    one: int
    other: int
    shared: str
    why: str


class _Shared(NamedTuple):
    """What rows may have in common. `sure` is false where only title or authors that agree make it count."""

    key: str
    told: str
    sure: bool = True


class Groups:
    """Rows joined to papers. A join is refused when both sides have an OpenReview id and these differ, when both are
    among `fixed` (ids that must stay), when somebody decided that they are two (`decided`), and when what they share
    may be chance and nobody wrote both. A paper of which nothing but a number is known (its claims came before any
    list) is the one that has this number."""

    def __init__(
        self,
        rows: Sequence[Paper],
        *,
        fixed: Collection[str] = (),
        decided: Collection[frozenset[str]] = (),
    ) -> None:
        self.apart: list[Apart] = []
        self._rows = rows
        self._parent = list(range(len(rows)))
        self._forums = [_forums(row) for row in rows]
        kept = frozenset(fixed)
        self._fixed = [set({row.id} & kept) for row in rows]
        self._decided = _by_id(decided)
        self._ids = [{row.id} for row in rows]
        self._people = [author_keys(row.authors) for row in rows]
        self._titles = [{comparable(row.title)} - {""} for row in rows]
        self._bare = [_is_bare(row) for row in rows]
        self._why: dict[int, str] = {}
        self._told: set[tuple[int, int]] = set()
        for shared in (_id, _aliases, _plain_numbers, _arxiv, _title):
            self._join_by(shared)

    @property
    def faults(self) -> list[Fault]:
        """What is to be told of rows that look like one paper and are not made one."""
        return [
            Fault(
                self._rows[one.one].id,
                f"{quoted(self._rows[one.one].id)} and {quoted(self._rows[one.other].id)} "
                f"have the same {one.shared}{one.why}; they are kept apart.",
            )
            for one in self.apart
        ]

    def parts(self) -> Iterator[list[int]]:
        """The rows of each paper, in order."""
        members: dict[int, list[int]] = {}
        for at in range(len(self._rows)):
            members.setdefault(self._root(at), []).append(at)
        return iter(members.values())

    def reason(self, members: Sequence[int]) -> str:
        """What joined the rows of a paper."""
        return ", ".join(dict.fromkeys(self._why[at] for at in members if at in self._why))

    def _join_by(self, keys: "Callable[[Paper], Sequence[_Shared]]") -> None:
        """Join rows with a common key: each with the first paper of those it may be one with."""
        first: dict[str, list[int]] = {}
        for at, row in enumerate(self._rows):
            for shared in keys(row):
                known = first.setdefault(shared.key, [])
                if not any(self._join(one, at, shared) for one in known) and len(known) < MOST_APART:
                    known.append(at)

    def _root(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = at = self._parent[self._parent[at]]
        return at

    def _join(self, one: int, other: int, shared: _Shared) -> bool:
        first, second = sorted((self._root(one), self._root(other)))
        if first == second:
            return True
        why = self._refusal(first, second, shared)
        if why is not None:
            if (first, second) not in self._told:
                self._told.add((first, second))
                self.apart.append(Apart(one, other, shared.told, why))
            return False
        self._unite(first, second)
        self._why[second] = shared.told
        return True

    def _unite(self, first: int, second: int) -> None:
        self._parent[second] = first
        self._forums[first] |= self._forums[second]
        self._fixed[first] |= self._fixed[second]
        self._people[first] |= self._people[second]
        self._titles[first] |= self._titles[second]
        self._ids[first] |= self._ids[second]
        self._bare[first] = self._bare[first] and self._bare[second]

    def _refusal(self, first: int, second: int, shared: _Shared) -> str | None:
        """Why two papers are not one: words that follow what they share; None when nothing speaks against it."""
        if self._differ(self._forums, first, second):
            return ""
        if self._differ(self._fixed, first, second):
            return ", but both are on record (judged entries, or a merge)"
        if any(not self._decided[one].isdisjoint(self._ids[second]) for one in self._ids[first] & self._decided.keys()):
            return ", but it was decided that they are two"
        known = strangers(self._people[first], self._people[second])
        if shared.told == TITLE:
            return ", but no author in common" if known else None
        if shared.sure or not self._titles[first].isdisjoint(self._titles[second]):
            return None
        if shared.told.startswith("number"):
            meant = self._bare[first] or self._bare[second] or self._people[first] & self._people[second]
            return None if meant else ", but neither title nor author in common"
        return ", but neither title nor author in common" if known else None

    @staticmethod
    def _differ(values: Sequence[set[str]], first: int, second: int) -> bool:
        return bool(values[first] and values[second]) and values[first].isdisjoint(values[second])


def _is_bare(row: Paper) -> bool:
    """Whether a paper came with claims alone, which gave it no title: its id stands in the place of one."""
    return not row.source and not row.authors and row.title == row.id


def _by_id(pairs: Collection[frozenset[str]]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pair in pairs:
        for one in pair:
            found.setdefault(one, set()).update(pair - {one})
    return found


def forum_of(row: Paper) -> str:
    """The OpenReview id of a row, its own before others; empty when it has none."""
    found = _forums(row)
    return row.id if row.id in found else min(found, default="")


def _forums(row: Paper) -> set[str]:
    return {alias.name for alias in row.aliases if alias.kind is AliasKind.OPENREVIEW}


@lru_cache(maxsize=1 << 17)
def comparable(title: str) -> str:
    """A title without case, blanks, punctuation, accents and TeX; empty where it is too short to tell papers apart."""
    key = title_key(title).replace(" ", "")
    return key if len(key) >= SHORTEST_TITLE else ""


def _id(row: Paper) -> list[_Shared]:
    names = [row.id, *(alias.name for alias in row.aliases if alias.kind is AliasKind.OTHER)]
    return [_Shared(f"id {name}", f"id {name}") for name in names]


def _aliases(row: Paper) -> list[_Shared]:
    told = [f"{alias.kind.value} number {alias.name}" for alias in row.aliases if alias.kind in _NUMBERED]
    return [_Shared(one, one) for one in told]


def _plain_numbers(row: Paper) -> list[_Shared]:
    """Numbers of a programme, to find papers that were loaded under such a number without its kind."""
    numbers = {alias.name for alias in row.aliases if alias.kind in _OF_A_PROGRAMME}
    if row.id.isdecimal() and Alias(row.id, AliasKind.SUBMISSION) not in row.aliases:
        numbers.add(row.id)
    return [_Shared(number, f"number {number}", sure=False) for number in sorted(numbers)]


def _arxiv(row: Paper) -> list[_Shared]:
    return [_Shared(row.arxiv, f"arXiv id {row.arxiv}", sure=False)] if row.arxiv else []


def _title(row: Paper) -> list[_Shared]:
    key = comparable(row.title)
    return [_Shared(key, TITLE)] if key else []
