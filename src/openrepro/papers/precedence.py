"""What counts where lists say different things of one paper: no list blanks what another knew, and order decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from openrepro.ids import Json
from openrepro.papers.authors import author_keys
from openrepro.papers.identity import title_key
from openrepro.papers.lists import id_of_arxiv
from openrepro.papers.paper import Alias, AliasKind, Paper

FIELDS: Final = (*("title", "authors", "area", "subarea", "presentation", "award", "arxiv", "code_url", "abstract"),)
PRECEDENCE: Final = ("openreview", "index", "programme", "table", "list", "arxiv", "")
"""Sources, the one that counts first; the empty one is what came with claims or is not known."""
OF_PRESENTATION: Final = ("openreview", "programme", "table", "index", "list", "arxiv", "")
"""The same for how a paper is presented and what it was given: an index lists every paper as a poster."""
_PRESENTED: Final = frozenset(("presentation", "award"))
_SPECIAL: Final = {"oral": 0, "spotlight": 1, "poster": 2}
_FACT: Final = "facts."


class Change(NamedTuple):
    """A field of a paper that is another one now; `field` is `names` for further names. Texts as they are read."""

    field: str
    before: str
    after: str


class Conflict(NamedTuple):
    """Two sources that say different things of a field: the value that counts, and the one that does not."""

    paper: str
    field: str
    kept: str
    kept_by: str
    other: str
    other_by: str


class Folded(NamedTuple):
    """A paper as all its sources together make it."""

    paper: Paper
    conflicts: tuple[Conflict, ...]


def folded(paper: str, base: Paper | None, rows: Sequence[Paper], *, newer: bool = True) -> Folded:
    """The paper called `paper` of what is known (`base`) and of rows, whatever their order.

    A field that a row leaves empty stays. A field that sources state differently is taken from the one that comes
    first in `PRECEDENCE`; of one source the newest statement counts (with `newer` false: what is known), and of two
    rows of one list the one under the id, then the first.
    """
    fold = _Fold(paper, base, newer=newer)
    own_first = sorted(rows, key=lambda row: row.id != paper)
    for row in sorted(_by_source(own_first), key=lambda row: -_rank("", row.source)):
        fold.take(row)
    return fold.made(rows)


class _Value(NamedTuple):
    value: Json
    source: str


class _Fold:
    """Fields gathered one source at a time, the least of them first."""

    def __init__(self, paper: str, base: Paper | None, *, newer: bool) -> None:
        self._paper, self._base, self._newer = paper, base, newer
        self._held: dict[str, _Value] = {}
        self._conflicts: list[Conflict] = []
        if base is not None:
            for name, value in _stated(base):
                self._held[name] = _Value(value, base.sources.get(name, base.source))

    def take(self, row: Paper) -> None:
        for name, value in _stated(row):
            given = _Value(value, row.sources.get(name, row.source))
            held = self._held.get(name)
            wins = held is None or self._before(name, given.source, held.source)
            if held is not None and held.source != given.source and not _alike(name, held.value, given.value):
                winner, loser = (given, held) if wins else (held, given)
                told = (name, _text(winner.value), winner.source, _text(loser.value), loser.source)
                if not _is_name(loser, row):
                    self._conflicts.append(Conflict(self._paper, *told))
            if wins:
                self._held[name] = given

    def _before(self, name: str, given: str, held: str) -> bool:
        """Whether what is given counts before what is held. Within one run no source comes twice."""
        new, old = _rank(name, given), _rank(name, held)
        return new < old or (new == old and self._newer)

    def made(self, rows: Sequence[Paper]) -> Folded:
        held = {name: value.value for name, value in self._held.items()}
        plain: dict[str, Any] = {name: held[name] for name in FIELDS if name in held}
        first = (
            self._base.source
            if self._base is not None
            else min((row.source for row in rows), key=lambda source: _rank("", source))
        )
        paper = Paper(
            id=self._paper,
            **{"title": "", **plain},
            aliases=_names(self._paper, self._base, rows),
            source=first,
            facts={name.removeprefix(_FACT): value for name, value in held.items() if name.startswith(_FACT)},
            sources={name: value.source for name, value in sorted(self._held.items()) if value.source != first},
        )
        return Folded(paper, tuple(self._conflicts))


def _is_name(value: _Value, row: Paper) -> bool:
    """Whether an id stands in the place of a title, as claims without one leave it."""
    return not value.source and any(value.value == alias.name for alias in row.aliases)


def _by_source(rows: Iterable[Paper]) -> Iterator[Paper]:
    """Rows of one source made one: the first says what counts, but the highest form of presentation is taken."""
    given: dict[str, list[Paper]] = {}
    for row in rows:
        given.setdefault(row.source, []).append(row)
    for same in given.values():
        shown = sorted((row.presentation for row in same if row.presentation), key=lambda one: _SPECIAL.get(one, 3))
        told: dict[str, Json] = {}
        for row in same:
            for name, value in _stated(row):
                told.setdefault(name, value)
        plain: dict[str, Any] = {name: told[name] for name in FIELDS if name in told}
        plain |= {"presentation": shown[0]} if shown else {}
        facts = {name.removeprefix(_FACT): value for name, value in told.items() if name.startswith(_FACT)}
        yield replace(same[0], facts=facts, **plain)


def _stated(paper: Paper) -> Iterator[tuple[str, Json]]:
    """The fields of which a row says something."""
    for name in FIELDS:
        value = getattr(paper, name)
        if value:
            yield name, value
    for key, fact in paper.facts.items():
        yield f"{_FACT}{key}", fact


def _rank(name: str, source: str) -> int:
    order = OF_PRESENTATION if name in _PRESENTED else PRECEDENCE
    return order.index(source) if source in order else len(order) - 1


def _alike(name: str, one: object, other: object) -> bool:
    """Whether two values differ in writing only."""
    if one == other:
        return True
    if name == "authors" and isinstance(one, tuple) and isinstance(other, tuple):
        theirs = author_keys(other)
        return len(one) == len(other) and all(not author_keys([author]).isdisjoint(theirs) for author in one)
    if isinstance(one, str) and isinstance(other, str):
        return title_key(one) == title_key(other)
    return False


def _text(value: object) -> str:
    return "; ".join(value) if isinstance(value, tuple) else str(value)


def _names(paper: str, base: Paper | None, rows: Sequence[Paper]) -> tuple[Alias, ...]:
    """All names of a paper; ids that we made of an arXiv id are no names, and a kind that is known replaces `other`."""
    given = [alias for one in (base, *rows) if one is not None for alias in one.aliases]
    given += [Alias(one.arxiv, AliasKind.ARXIV) for one in (base, *rows) if one is not None and one.arxiv]
    given += [Alias(row.id, AliasKind.OTHER) for row in rows if row.id not in (paper, id_of_arxiv(row.arxiv))]
    kinds: dict[str, set[AliasKind]] = {}
    for alias in given:
        kinds.setdefault(alias.name, set()).add(alias.kind)
    own = {name: held - {AliasKind.OTHER} or held for name, held in kinds.items()}
    found = {Alias(name, kind) for name, held in own.items() for kind in held}
    return tuple(sorted(found - {Alias(paper, AliasKind.OTHER)}, key=lambda alias: (alias.kind.value, alias.name)))


def changes(before: Paper, after: Paper) -> tuple[Change, ...]:
    """What is different of a paper, field by field."""
    found = [
        Change(name, _text(getattr(before, name)), _text(getattr(after, name)))
        for name in FIELDS
        if getattr(before, name) != getattr(after, name)
    ]
    old, new = set(before.aliases), set(after.aliases)
    if old != new:
        found.append(Change("names", _named(old - new), _named(new - old)))
    facts = [key for key in {**before.facts, **after.facts} if before.facts.get(key) != after.facts.get(key)]
    found += [Change(f"{_FACT}{key}", _fact(before.facts, key), _fact(after.facts, key)) for key in sorted(facts)]
    if not found and dict(before.sources) != dict(after.sources):
        found.append(Change("sources", _pairs(before.sources), _pairs(after.sources)))
    return tuple(found)


def _named(names: Iterable[Alias]) -> str:
    return ", ".join(sorted(f"{alias.kind.value} {alias.name}" for alias in names))


def _fact(facts: Mapping[str, Json], key: str) -> str:
    return "" if key not in facts else str(facts[key])


def _pairs(sources: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {source}" for name, source in sorted(sources.items()))
