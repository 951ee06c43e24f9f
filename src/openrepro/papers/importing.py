"""What lists of papers would change in a challenge: added, changed, merged and rejected, each with its reason."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from openrepro.papers.fields import Fault
from openrepro.papers.grouping import Groups, forum_of
from openrepro.papers.paper import AliasKind, Paper
from openrepro.papers.precedence import Change, Conflict, changes, folded
from openrepro.papers.resolving import quoted

SURE: Final = (AliasKind.EVENT, AliasKind.ORAL, AliasKind.CURATED, AliasKind.OPENREVIEW, AliasKind.OTHER)
"""Kinds of names of which one is enough to know a paper by."""


class Known(NamedTuple):
    """The papers of a challenge. `fixed` are ids that stay as they are, since the ledger or a merge names them;
    `decided` are pairs that somebody took apart."""

    papers: Sequence[Paper] = ()
    fixed: Collection[str] = ()
    decided: Collection[frozenset[str]] = ()


class Changed(NamedTuple):
    """A paper that is known, as it would be, and what is different then."""

    paper: Paper
    changes: tuple[Change, ...]


class Joined(NamedTuple):
    """Rows of another id that nothing but a title, an arXiv id or a bare number joins to a paper: the paper that they
    would be alone, and what the other one is with them."""

    alone: Paper
    together: Paper


class PlannedMerge(NamedTuple):
    """Papers of one: `paper` stays. `gone` are papers of the challenge that become names of it, `names` ids of rows
    that do; `by` says what they share. `alone` is the paper without what is gone and without what is `joined`."""

    paper: str
    gone: tuple[str, ...]
    names: tuple[str, ...]
    by: str
    alone: Paper
    joined: tuple[Joined, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """What an import is going to write. `rows` were read; `same` are papers of theirs that stay as they are."""

    rows: int
    added: tuple[Paper, ...]
    changed: tuple[Changed, ...]
    same: tuple[Paper, ...]
    merges: tuple[PlannedMerge, ...]
    conflicts: tuple[Conflict, ...]
    apart: tuple[Fault, ...]
    rejected: tuple[Fault, ...]

    @property
    def unchanged(self) -> int:
        return len(self.same)

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers that the rows are about, as they are then."""
        return (*self.added, *(one.paper for one in self.changed), *self.same)

    @property
    def writes(self) -> bool:
        return bool(self.added or self.changed or any(merge.gone or merge.joined for merge in self.merges))


def plan_of(known: Known, rows: Sequence[Paper]) -> PaperPlan:
    """What `rows` come to beside what is known; nothing known is touched that no row is about."""
    return _Planning(known, rows).plan()


class _Planning:
    def __init__(self, known: Known, rows: Sequence[Paper]) -> None:
        self._known, self._rows = known, rows
        self._all = (*known.papers, *rows)
        self._held = len(known.papers)
        self._taken = {name: pair - {name} for pair in known.decided for name in pair}
        self.added: list[Paper] = []
        self.changed: list[Changed] = []
        self.merges: list[PlannedMerge] = []
        self.conflicts: list[Conflict] = []
        self.rejected: list[Fault] = []
        self.same: list[Paper] = []

    def plan(self) -> PaperPlan:
        groups = Groups(self._all, fixed=self._known.fixed, decided=self._known.decided)
        for members in groups.parts():
            if members[-1] >= self._held:
                self._take(members, groups.reason(members))
        return PaperPlan(
            rows=len(self._rows),
            added=tuple(self.added),
            changed=tuple(self.changed),
            same=tuple(self.same),
            merges=tuple(self.merges),
            conflicts=tuple(self.conflicts),
            apart=tuple(self._apart(groups)),
            rejected=tuple(self.rejected),
        )

    def _apart(self, groups: Groups) -> list[Fault]:
        """Pairs kept apart of which a row is one: what is known was told when it came."""
        pairs = zip(groups.apart, groups.faults, strict=True)
        return [fault for one, fault in pairs if max(one.one, one.other) >= self._held]

    def _take(self, members: Sequence[int], by: str) -> None:
        held = [self._all[at] for at in members if at < self._held]
        rows = [self._all[at] for at in members if at >= self._held]
        paper = name_of((*held, *rows), self._known.fixed)
        base = next((one for one in held if one.id == paper), None)
        others = [one for one in held if one is not base]
        before = folded(paper, base, others, newer=False) if others else None
        made, conflicts = folded(paper, before.paper if before else base, rows)
        if not made.title:
            text = f"{quoted(made.arxiv or paper)} needs a title, and no paper of the challenge has it; left out."
            self.rejected.append(Fault(paper, text))
            return
        self._place(base, self._without_taken(made))
        self.conflicts += conflicts
        self._note_merge(paper, others, rows, by, base)

    def _place(self, base: Paper | None, made: Paper) -> None:
        if base is None:
            self.added.append(made)
        elif found := changes(base, made):
            self.changed.append(Changed(made, found))
        else:
            self.same.append(made)

    def _note_merge(
        self, paper: str, others: Sequence[Paper], rows: Sequence[Paper], by: str, base: Paper | None
    ) -> None:
        known = {alias.name for alias in base.aliases} if base else set[str]()
        gone = tuple(one.id for one in others)
        ids = dict.fromkeys(row.id for row in rows if row.id not in (paper, *gone) and row.id not in known)
        names = tuple(one for one in ids if not one.startswith("arxiv-"))
        if gone or names:
            apart = _unsure(paper, base, rows, names)
            own = [row for row in rows if row.id not in apart]
            joined = tuple(
                one._replace(together=self._without_taken(one.together))
                for one in _joined(paper, base, rows, own, apart)
            )
            alone = self._without_taken(folded(paper, base, own).paper)
            self.merges.append(PlannedMerge(paper, gone, names, by, alone, joined))

    def _without_taken(self, made: Paper) -> Paper:
        """A paper without the names of papers that it was decided to be other ones."""
        taken = self._taken.get(made.id)
        if not taken:
            return made
        return replace(made, aliases=tuple(alias for alias in made.aliases if alias.name not in taken))


def _unsure(paper: str, base: Paper | None, rows: Sequence[Paper], names: Sequence[str]) -> tuple[str, ...]:
    """Those of the ids `names` under which no number that stands for a paper, and no name of it, joins rows to it; none
    where nothing would be left of the paper."""
    sure = {paper, *(name for name in _numbers(base))} if base else {paper}
    own = [row for row in rows if row.id not in names]
    sure.update(name for row in own for name in _numbers(row))
    apart = [name for name in names if not any(sure & {*_numbers(row), name} for row in rows if row.id == name)]
    titled = [name for name in apart if any(row.title for row in rows if row.id == name)]
    left = base is not None or any(row.title for row in rows if row.id not in titled)
    return tuple(titled) if left else ()


def _numbers(row: Paper) -> Iterator[str]:
    return (alias.name for alias in row.aliases if alias.kind in SURE)


def _joined(
    paper: str, base: Paper | None, rows: Sequence[Paper], own: Sequence[Paper], apart: Sequence[str]
) -> Iterator[Joined]:
    so_far = list(own)
    for name in apart:
        came = [row for row in rows if row.id == name]
        so_far += came
        yield Joined(folded(name, None, came).paper, folded(paper, base, so_far).paper)


def name_of(rows: Sequence[Paper], fixed: Collection[str]) -> str:
    """The id that stays of rows that are one paper, the known ones first: one that the ledger names, an OpenReview id,
    the first."""
    named = next((one.id for one in rows if one.id in fixed), "")
    return named or next((forum for one in rows if (forum := forum_of(one))), "") or rows[0].id


class Duplicate(NamedTuple):
    """Two papers of a challenge that look like one: the id that would stay, the other, what they share, and what keeps
    them apart (empty: nothing but that nobody merged them)."""

    paper: str
    other: str
    shared: str
    apart: str


def duplicates(known: Known) -> tuple[Duplicate, ...]:
    """The papers of a challenge that look like one, those that may be merged first."""
    groups = Groups(known.papers, fixed=known.fixed, decided=known.decided)
    found: list[Duplicate] = []
    for members in groups.parts():
        if len(members) > 1:
            papers = [known.papers[at] for at in members]
            stays = name_of(papers, known.fixed)
            found += [Duplicate(stays, one.id, groups.reason(members), "") for one in papers if one.id != stays]
    ids = [paper.id for paper in known.papers]
    apart = (Duplicate(ids[one.one], ids[one.other], one.shared, _apart(one.why)) for one in groups.apart)
    return (*found, *apart)


def _apart(why: str) -> str:
    return why.removeprefix(", but ") or "different OpenReview ids"
