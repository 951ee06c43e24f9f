"""The store of merges: papers that became names of others, with what both were before, so that it can be undone."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Row, Table

from openrepro.entries.entry import State
from openrepro.ids import Json
from openrepro.store.changes import mark_changed
from openrepro.store.paper_loading import batches
from openrepro.store.paper_rows import claim_rows, claim_set_of
from openrepro.store.statements import alone
from openrepro.store.tables import (
    acts,
    claim_disputes,
    claim_sets,
    claim_specs,
    claims,
    entries,
    paper_aliases,
    paper_merges,
    paper_texts,
    paper_words,
    papers,
    verdicts,
)

MOST: Final = 1_000
OWN: Final[tuple[Table, ...]] = (
    paper_aliases,
    paper_words,
    claim_sets,
    claim_specs,
    claim_disputes,
    paper_texts,
)
"""What belongs to a paper; the rows of its claims in force follow from its claim sets."""

Rows = dict[str, Any]


@dataclass(frozen=True, slots=True)
class KeptMerge:
    """A merge on record: `gone` became a name of `kept`. `undone_at` is empty while it stands; `body` undoes it."""

    number: int
    kept: str
    gone: str
    shared: str
    why: str
    actor: str
    at: str
    undone_at: str = ""
    undone_by: str = ""
    undone_why: str = ""
    body: Mapping[str, Json] | None = None


class SqlPaperMerges:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self) -> None:
        """Let no other writing transaction merge papers, or take them apart, until this one ends."""
        alone(self._connection, "paper merges")

    def add(self, merge: KeptMerge) -> int:
        """Put a merge on record and give its number."""
        told = {name: getattr(merge, name) for name in ("kept", "gone", "shared", "why", "actor", "at")}
        made = sa.insert(paper_merges).values(body=json.dumps(merge.body), **told).returning(paper_merges.c.id)
        return int(self._connection.execute(made).scalar_one())

    def get(self, number: int) -> KeptMerge | None:
        row = self._connection.execute(sa.select(paper_merges).where(paper_merges.c.id == number)).first()
        return None if row is None else _merge(row, json.loads(row.body))

    def page(self, *, undone: bool = True, before: int = 0, limit: int = 100) -> tuple[KeptMerge, ...]:
        """Merges, newest first, without their bodies; `before` is the number of the last one already seen."""
        query = _NAMED.order_by(paper_merges.c.id.desc()).limit(min(limit, MOST))
        if not undone:
            query = query.where(paper_merges.c.undone_at == "")
        if before:
            query = query.where(paper_merges.c.id < before)
        return tuple(map(_merge, self._connection.execute(query)))

    def of(self, paper: str) -> tuple[KeptMerge, ...]:
        """The merges that a paper took part in, oldest first, without their bodies; at most 200."""
        about = sa.or_(paper_merges.c.kept == paper, paper_merges.c.gone == paper)
        return tuple(map(_merge, self._connection.execute(_NAMED.where(about).order_by(paper_merges.c.id).limit(200))))

    def standing(self, gone: str) -> KeptMerge | None:
        """The merge that stands by which a paper went."""
        query = _NAMED.where(paper_merges.c.gone == gone, paper_merges.c.undone_at == "")
        row = self._connection.execute(query.order_by(paper_merges.c.id.desc()).limit(1)).first()
        return None if row is None else _merge(row)

    def keeping(self) -> frozenset[str]:
        """The papers of which another one is a name by a merge that stands."""
        query = sa.select(paper_merges.c.kept).where(paper_merges.c.undone_at == "")
        return frozenset(self._connection.scalars(query))

    def undone(self) -> frozenset[frozenset[str]]:
        """Pairs of papers that somebody took apart and nobody merged again since."""
        held = paper_merges.c
        query = sa.select(held.kept, held.gone, held.undone_at).order_by(held.id)
        last = {frozenset((row.kept, row.gone)): bool(row.undone_at) for row in self._connection.execute(query)}
        return frozenset(pair for pair, undone in last.items() if undone)

    def undo(self, number: int, *, actor: str, why: str, now: str) -> None:
        """Note that a merge was undone."""
        told = {"undone_at": now, "undone_by": actor, "undone_why": why}
        self._connection.execute(sa.update(paper_merges).where(paper_merges.c.id == number).values(**told))

    def on_record(self, of: Collection[str] | None = None) -> frozenset[str]:
        """Papers that the ledger names, or of which an entry is being judged: all, or those among `of`."""
        judging = sa.select(entries.c.paper_id).where(entries.c.state == State.JUDGING.value)
        queries = (sa.select(verdicts.c.paper_id).distinct(), sa.select(acts.c.paper_id).distinct(), judging)
        found: set[str] = set()
        for query in queries:
            column = query.selected_columns[0]
            for part in batches(of) if of is not None else (None,):
                found |= set(self._connection.scalars(query if part is None else query.where(column.in_(part))))
        return frozenset(found - {""})

    def named_by(self, entry_ids: Sequence[str]) -> tuple[str, ...]:
        """Those of some entries that the ledger names, or that are being judged."""
        found: set[str] = set()
        for part in batches(entry_ids):
            judging = sa.select(entries.c.id).where(entries.c.state == State.JUDGING.value, entries.c.id.in_(part))
            for query in (
                sa.select(verdicts.c.entry_id).where(verdicts.c.entry_id.in_(part)),
                sa.select(acts.c.entry_id).where(acts.c.entry_id.in_(part)),
                judging,
            ):
                found |= set(self._connection.scalars(query))
        return tuple(sorted(found))

    def judged_on(self, paper: str, version: str) -> bool:
        """Whether a verdict names a version of the claims of a paper."""
        held = verdicts.c
        query = sa.select(held.id).where(held.paper_id == paper, held.claim_version == version).limit(1)
        return self._connection.scalar(query) is not None

    def entries_of(self, paper: str) -> tuple[str, ...]:
        """The ids of all entries on a paper."""
        return tuple(self._connection.scalars(sa.select(entries.c.id).where(entries.c.paper_id == paper)))

    def snapshot(self, paper: str) -> Rows:
        """All rows of a paper, as they are."""
        row = self._connection.execute(sa.select(papers).where(papers.c.id == paper)).mappings().one()
        owned = {table.name: self._owned(table, paper) for table in OWN}
        return {"paper": dict(row), **owned}

    def _owned(self, table: Table, paper: str) -> list[Rows]:
        found = self._connection.execute(sa.select(table).where(table.c.paper_id == paper)).mappings()
        return [dict(row) for row in found]

    def remove(self, paper: str) -> None:
        """Take a paper out of the challenge with all that belongs to it; take a snapshot before."""
        for table in (claims, *OWN):
            self._connection.execute(sa.delete(table).where(table.c.paper_id == paper))
        self._connection.execute(sa.delete(papers).where(papers.c.id == paper))
        mark_changed(self._connection)

    def restore(self, rows: Mapping[str, Any]) -> None:
        """Put a paper back as its snapshot has it."""
        self._connection.execute(sa.insert(papers), [rows["paper"]])
        for table in OWN:
            if rows.get(table.name):
                self._connection.execute(sa.insert(table), rows[table.name])
        paper, version = rows["paper"]["id"], rows["paper"]["claim_set"]
        for held in rows["claim_sets"]:
            if held["version"] == version and (found := list(claim_rows(claim_set_of(paper, held["body"])))):
                self._connection.execute(sa.insert(claims), found)
        mark_changed(self._connection)

    def move_texts(self, texts: Iterable[Mapping[str, Any]], paper: str) -> list[list[str]]:
        """Let the texts of a snapshot be those of `paper`, but those it has; gives the keys of the ones that came."""
        here = {(row["version"], row["sha256"]) for row in self._owned(paper_texts, paper)}
        new = [dict(row) | {"paper_id": paper} for row in texts if (row["version"], row["sha256"]) not in here]
        if new:
            self._connection.execute(sa.insert(paper_texts), new)
        return [[row["version"], row["sha256"]] for row in new]

    def forget_texts(self, keys: Iterable[Sequence[str]], paper: str) -> None:
        for version, sha256 in keys:
            key = (paper_texts.c.paper_id == paper, paper_texts.c.version == version, paper_texts.c.sha256 == sha256)
            self._connection.execute(sa.delete(paper_texts).where(*key))

    def forget_claims(self, paper: str, version: str) -> None:
        """Take a claim set out that nothing was judged on, and leave its paper without claims."""
        self._connection.execute(sa.delete(claims).where(claims.c.paper_id == paper))
        key = (claim_sets.c.paper_id == paper, claim_sets.c.version == version)
        self._connection.execute(sa.delete(claim_sets).where(*key))
        specs = (claim_specs.c.paper_id == paper, claim_specs.c.version == version)
        self._connection.execute(sa.delete(claim_specs).where(*specs))
        without = {"claim_set": "", "claims": 0}
        self._connection.execute(sa.update(papers).where(papers.c.id == paper).values(**without))
        mark_changed(self._connection)


_NAMED: Final = sa.select(*(column for column in paper_merges.c if column.name != "body"))


def _merge(row: Row[Any], body: Mapping[str, Json] | None = None) -> KeptMerge:
    return KeptMerge(
        row.id,
        row.kept,
        row.gone,
        row.shared,
        row.why,
        row.actor,
        row.at,
        row.undone_at,
        row.undone_by,
        row.undone_why,
        body,
    )
