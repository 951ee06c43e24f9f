"""Loading papers and claim sets in bulk: many rows with few statements."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Connection, Table, bindparam, delete, distinct, func, insert, select, update

from openrepro.claims.canonical import judged_digest
from openrepro.claims.claim import ClaimSet
from openrepro.ids import CLAIM_ID
from openrepro.papers.paper import Paper
from openrepro.papers.resolving import quoted
from openrepro.store.changes import mark_changed
from openrepro.store.paper_rows import Row, alias_rows, body_of, claim_rows, paper_row, words_of
from openrepro.store.quarantine import quarantined
from openrepro.store.tables import claim_sets, claim_specs, claims, paper_aliases, paper_words, papers

AT_ONCE: Final = 500
MOST_CLASHES: Final = 200

Item = TypeVar("Item")


class Clash(NamedTuple):
    """A name that leads to several papers, or names of several papers that differ only in case."""

    names: tuple[str, ...]
    papers: tuple[str, ...]

    @property
    def sentence(self) -> str:
        told, whose = " and ".join(map(quoted, self.names)), ", ".join(map(quoted, self.papers))
        if len(self.names) == 1:
            return f"{told} is a name of several papers ({whose}); an entry that gives only this name must say which."
        return f"{told} differ only in case and name different papers ({whose}); they are compared exactly."


class LoadedPapers(NamedTuple):
    """How many papers are new, how many took the place of what was known of them, and which names clash now."""

    added: int
    replaced: int
    clashes: tuple[Clash, ...]


class RefusedSet(NamedTuple):
    """A claim set that was not taken, and why."""

    paper: str
    sentence: str


class LoadedClaims(NamedTuple):
    """`changed` are the papers whose effective set is another one now, `added` counts sets not seen before."""

    added: int
    changed: tuple[str, ...]
    refused: tuple[RefusedSet, ...]


def put_papers(connection: Connection, batch: Iterable[Paper], now: str, *, clashing: bool = True) -> LoadedPapers:
    """Add papers, or replace what is known of them (their place and claims stay); of equal ids the last counts.

    Names that clash are looked for among all papers unless `clashing` is false.
    """
    given = {paper.id: paper for paper in batch}
    places = _places(connection, given)
    free = (connection.scalar(select(func.max(papers.c.position))) or 0) + 1
    added = [paper for paper in given.values() if paper.id not in places]
    _forget_names(connection, places)
    _add(connection, papers, [paper_row(paper, now) | {"position": free + at} for at, paper in enumerate(added)])
    _replace(connection, [paper for paper in given.values() if paper.id in places], now)
    places |= {paper.id: free + at for at, paper in enumerate(added)}
    _add(connection, paper_aliases, [row for paper in given.values() for row in alias_rows(paper)])
    _add(connection, paper_words, [row for paper in given.values() for row in _word_rows(paper, places[paper.id])])
    if given:
        mark_changed(connection)
    return LoadedPapers(len(added), len(given) - len(added), clashes(connection) if clashing else ())


def _places(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    query = select(papers.c.id, papers.c.position)
    return {
        row.id: row.position for part in batches(ids) for row in connection.execute(query.where(papers.c.id.in_(part)))
    }


def _forget_names(connection: Connection, ids: Collection[str]) -> None:
    for part in batches(ids):
        connection.execute(delete(paper_aliases).where(paper_aliases.c.paper_id.in_(part)))
        connection.execute(delete(paper_words).where(paper_words.c.paper_id.in_(part)))


def _replace(connection: Connection, known: Sequence[Paper], now: str) -> None:
    rows = [paper_row(paper, now) for paper in known]
    kept = ("id", "added_at")
    named = [{key: value for key, value in row.items() if key not in kept} | {"known": row["id"]} for row in rows]
    if named:
        connection.execute(update(papers).where(papers.c.id == bindparam("known")), named)


def _word_rows(paper: Paper, position: int) -> Iterator[Row]:
    for word in words_of(paper.title):
        yield {"word": word, "position": position, "paper_id": paper.id}


def clashes(connection: Connection) -> tuple[Clash, ...]:
    """Every name that does not lead to one paper, or would not if case were forgotten (at most 200)."""
    folded, paper = paper_aliases.c.folded, paper_aliases.c.paper_id
    query = select(folded).group_by(folded).having(func.count(distinct(paper)) > 1).order_by(folded)
    found = connection.scalars(query.limit(MOST_CLASHES)).all()
    rows = select(folded, paper_aliases.c.name, paper).where(folded.in_(found))
    held: dict[str, set[tuple[str, str]]] = {}
    for row in connection.execute(rows):
        held.setdefault(row.folded, set()).add((row.name, row.paper_id))
    return tuple(
        Clash(tuple(sorted({name for name, _ in held[key]})), tuple(sorted({whose for _, whose in held[key]})))
        for key in found
    )


def put_claims(connection: Connection, sets: Iterable[ClaimSet], now: str, note: str) -> LoadedClaims:
    """Keep claim sets; the last one given of each paper becomes its effective set. A set is never changed."""
    given = [(item, item.version) for item in sets]
    effective = _effective_versions(connection, {item.paper for item, _ in given})
    refused = [RefusedSet(item.paper, why) for item, _ in given if (why := _refusal(item, effective))]
    taken = [(item, version) for item, version in given if not _refusal(item, effective)]
    added = _keep(connection, taken, now, note)
    last = {item.paper: (item, version) for item, version in taken}
    changed = {paper: pair for paper, pair in last.items() if effective[paper] != pair[1]}
    _put_in_force(connection, changed)
    return LoadedClaims(added, tuple(changed), tuple(refused))


def _effective_versions(connection: Connection, ids: Collection[str]) -> Mapping[str, str]:
    query = select(papers.c.id, papers.c.claim_set)
    return {
        row.id: row.claim_set for part in batches(ids) for row in connection.execute(query.where(papers.c.id.in_(part)))
    }


def _refusal(claims_of: ClaimSet, known: Mapping[str, str]) -> str:
    if claims_of.paper not in known:
        return f"There is no paper {quoted(claims_of.paper)}; load it before its claims."
    ids = [claim.id for claim in claims_of.claims]
    for one in ids:
        match = CLAIM_ID.fullmatch(one)
        if match is None or match["paper"] != claims_of.paper:
            return f"The claim {quoted(one)} must be called '{claims_of.paper}.c' and a number."
    twice = next((one for one in ids if ids.count(one) > 1), "")
    return f"Two claims are called {quoted(twice)}." if twice else ""


def _keep(connection: Connection, taken: Sequence[tuple[ClaimSet, str]], now: str, note: str) -> int:
    query = select(claim_sets.c.paper_id, claim_sets.c.version)
    held = {
        (row.paper_id, row.version)
        for part in batches({item.paper for item, _ in taken})
        for row in connection.execute(query.where(claim_sets.c.paper_id.in_(part)))
    }
    fresh = {(item.paper, version): item for item, version in taken if (item.paper, version) not in held}
    rows = [
        {"paper_id": paper, "version": version, "body": body_of(item), "note": note, "added_at": now}
        for (paper, version), item in fresh.items()
    ]
    _add(connection, claim_sets, rows)
    _add(connection, claim_specs, [row for item in fresh.items() for row in _spec_rows(*item)])
    return len(rows)


def _spec_rows(key: tuple[str, str], item: ClaimSet) -> Iterator[Row]:
    paper, version = key
    for claim in item.claims:
        yield {"paper_id": paper, "version": version, "claim": claim.id, "spec": judged_digest(claim)}


def _put_in_force(connection: Connection, changed: Mapping[str, tuple[ClaimSet, str]]) -> None:
    for part in batches(changed):
        connection.execute(delete(claims).where(claims.c.paper_id.in_(part)))
    away = quarantined(connection) if changed else frozenset()
    held = (replace(item, quarantined=away) for item, _ in changed.values())
    _add(connection, claims, [row for item in held for row in claim_rows(item)])
    named = [
        {"known": paper, "claim_set": version, "claims": len(item.claims)} for paper, (item, version) in changed.items()
    ]
    if named:
        connection.execute(update(papers).where(papers.c.id == bindparam("known")), named)
        mark_changed(connection)


def _add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def batches(items: Collection[Item]) -> Iterator[list[Item]]:
    """`items` in parts small enough for one statement."""
    listed = list(items)
    return (listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE))
