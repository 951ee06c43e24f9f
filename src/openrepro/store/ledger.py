"""The store of the append-only leaves and what is read off them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Final, TypeVar

from sqlalchemy import and_, case, exists, insert, select, true, update

from openrepro.board.votes import DECIDED
from openrepro.clock import instant_of, written
from openrepro.entries.entry import State
from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act
from openrepro.record.ledger import Peaks, leaf_hash
from openrepro.record.records import verdict_from_json
from openrepro.store.ledger_tree import SqlTree
from openrepro.store.record_rows import (
    ACT,
    GRADES,
    LABELS,
    VERDICT,
    ActRow,
    Ballot,
    Leaf,
    Row,
    VerdictRow,
    record_row,
    shown_act,
    shown_verdict,
)
from openrepro.store.tables import acts, claims, entries, leaves, ledger_nodes, verdicts

AT_ONCE: Final = 500
PAGE: Final = 1000

Item = TypeVar("Item")


class SqlLedger(SqlTree):
    """All of it inside one open transaction."""

    def append(self, records: Iterable[Verdict | Act]) -> Sequence[int]:
        """Append in order, whole or not at all, and give the leaf indexes.

        Other transactions that append wait until this one ends, so append late. Raises OpenReproError when a record
        stands in the ledger already, or supersedes anything but a current verdict on the same claim of the same entry.
        """
        with self._connection.begin_nested():
            peaks = held = self._locked()
            remaining = iter(records)
            while batch := list(islice(remaining, AT_ONCE)):
                peaks = self._append(batch, peaks)
            if peaks.size > held.size:
                self._save(peaks)
        return range(held.size, peaks.size)

    def told_apart(self, act: Act) -> Act:
        """The act, or the same in the first later second in which the ledger has no act like it: what is done, undone
        and done again at once is three acts. Waits for other transactions as `append` does."""
        self._locked()
        while self.leaf_of(act.id) is not None:
            act = replace(act, time=written(instant_of(act.time) + timedelta(seconds=1)))
        return act

    def leaf(self, seq: int) -> Leaf | None:
        return next(iter(self.leaves(seq, seq + 1)), None)

    def leaf_of(self, name: str) -> Leaf | None:
        """The leaf of the record with this id."""
        row = self._connection.execute(select(leaves).where(leaves.c.id == name)).one_or_none()
        return None if row is None else Leaf(*row)

    def leaves(self, start: int = 0, end: int | None = None) -> Iterator[Leaf]:
        """The leaves `[start, end)`, read in pages."""
        while end is None or start < end:
            last = start + PAGE if end is None else min(start + PAGE, end)
            rows = self._connection.execute(
                select(leaves).where(leaves.c.seq >= start, leaves.c.seq < last).order_by(leaves.c.seq)
            ).all()
            if not rows:
                return
            yield from (Leaf(*row) for row in rows)
            start = last

    def current(self, entry: str) -> tuple[Verdict, ...]:
        """The verdicts of an entry that no later one supersedes, ordered by claim."""
        bodies = self._connection.scalars(
            select(leaves.c.body)
            .join(verdicts, verdicts.c.seq == leaves.c.seq)
            .where(verdicts.c.entry_id == entry, verdicts.c.current)
            .order_by(verdicts.c.seq)
        )
        return tuple(sorted((verdict_from_json(json.loads(body)) for body in bodies), key=lambda item: item.claim))

    def verdicts(
        self,
        *,
        entry: str = "",
        paper: str = "",
        claim: str = "",
        team: str = "",
        label: str = "",
        current: bool | None = None,
        after: int | None = None,
        limit: int = 100,
        newest_first: bool = False,
    ) -> tuple[VerdictRow, ...]:
        """One page of verdicts, in the order of the ledger or against it, from beyond the leaf `after`.

        At least one of the names should be given; of several, all hold.
        """
        narrow = {"entry_id": entry, "paper_id": paper, "claim": claim, "team_id": team}
        wheres = [verdicts.c[key] == value for key, value in narrow.items() if value]
        if label:
            # Beside a narrower name the index of labels would lead the planner astray; a term keeps it out.
            column = verdicts.c.label.concat("") if wheres else verdicts.c.label
            wheres.append(column == label)
        if current is not None:
            wheres.append(verdicts.c.current == current)
        if after is not None:
            wheres.append(verdicts.c.seq < after if newest_first else verdicts.c.seq > after)
        order = verdicts.c.seq.desc() if newest_first else verdicts.c.seq
        found = self._connection.execute(select(verdicts).where(*wheres).order_by(order).limit(limit))
        return tuple(map(shown_verdict, found.mappings()))

    def last_labelled(self, claim: str) -> str:
        """When a claim last got a label that stands, from an entry that is shown and in the challenge; else empty."""
        held = verdicts.c
        stands = (held.claim == claim, held.current, held.label.concat("").in_([label.value for label in DECIDED]))
        there = (entries.c.state == State.JUDGED.value, ~entries.c.hidden)
        found = select(held.judged_at).join(entries, entries.c.id == held.entry_id).where(*stands, *there)
        return self._connection.scalar(found.order_by(held.seq.desc()).limit(1)) or ""

    def claims_set_aside(self) -> tuple[str, ...]:
        """The claims that have verdicts and are not in force any more; looks at every verdict."""
        gone = ~exists().where(claims.c.id == verdicts.c.claim)
        return tuple(
            self._connection.scalars(select(verdicts.c.claim).where(gone).distinct().order_by(verdicts.c.claim))
        )

    def acts(self, entry: str) -> tuple[ActRow, ...]:
        """All acts about an entry, oldest first."""
        found = self._connection.execute(select(acts).where(acts.c.entry_id == entry).order_by(acts.c.seq))
        return tuple(map(shown_act, found.mappings()))

    def ballots(self, size: int) -> Iterator[Ballot]:
        """Every verdict of the first `size` leaves as the board needs it, in order, without parsing a record."""
        held = verdicts.c
        alone = and_(held.current, held.supersedes == "")
        columns = (
            case((alone, ""), else_=held.id),
            *(held.claim, held.paper_id, held.entry_id, held.team_id, held.revision, held.label),
            *(held.provisional, held.grade, held.reader, held.judged_at, held.supersedes),
        )
        found = self._connection.execute(
            select(*columns).where(held.seq < size).order_by(held.seq), execution_options={"yield_per": PAGE}
        )
        shared: dict[str, str] = {}
        same = shared.setdefault  # a name that occurs in many rows is kept once
        for name, claim, paper, entry, team, revision, label, provisional, grade, reader, time, before in found:
            yield Ballot(
                name,
                same(claim, claim),
                same(paper, paper),
                same(entry, entry),
                same(team, team),
                same(revision, revision),
                LABELS[label],
                provisional,
                GRADES[grade],
                same(reader, reader),
                same(time, time),
                before,
            )

    def all_acts(self, size: int) -> Iterator[ActRow]:
        """Every act of the first `size` leaves, in order."""
        query = select(acts).where(acts.c.seq < size).order_by(acts.c.seq)
        found = self._connection.execute(query, execution_options={"yield_per": PAGE})
        return map(shown_act, found.mappings())

    def _append(self, batch: Sequence[Verdict | Act], peaks: Peaks) -> Peaks:
        rows: dict[str, list[Row]] = {VERDICT: [], ACT: []}
        held: list[Row] = []
        nodes: list[Row] = []
        for seq, record in enumerate(batch, start=peaks.size):
            body = record.leaf
            name, kind = sha256(body), VERDICT if isinstance(record, Verdict) else ACT
            held.append({"seq": seq, "kind": kind, "id": name, "body": body.decode()})
            rows[kind].append(record_row(seq, record, name))
            peaks, grown = peaks.grown(leaf_hash(body))
            nodes += [{"level": node.level, "position": node.position, "hash": hash_} for node, hash_ in grown]
        self._refuse_known(held)
        for table, given in ((leaves, held), (ledger_nodes, nodes), (verdicts, rows[VERDICT]), (acts, rows[ACT])):
            if given:
                self._connection.execute(insert(table), given)
        self._supersede(rows[VERDICT])
        return peaks

    def _refuse_known(self, rows: Sequence[Row]) -> None:
        seqs: dict[str, int] = {}
        known = self._connection.execute(
            select(leaves.c.id, leaves.c.seq).where(leaves.c.id.in_([row["id"] for row in rows]))
        )
        seqs.update((name, seq) for name, seq in known)
        for row in rows:
            if row["id"] in seqs:
                raise OpenReproError(
                    f"This {row['kind']} stands in the ledger already, as leaf {seqs[row['id']]}: {row['id']}.",
                    hint="A record is kept once; what happens again happens at another instant.",
                )
            seqs[row["id"]] = row["seq"]

    def _supersede(self, rows: Sequence[Row]) -> None:
        """Take the mark of being current off what `rows` supersede."""
        given = [row for row in rows if row["supersedes"]]
        if not given:
            return
        names = [row["supersedes"] for row in given]
        found = self._connection.execute(
            select(verdicts.c.id, verdicts.c.seq, verdicts.c.entry_id, verdicts.c.claim).where(
                verdicts.c.id.in_(names), verdicts.c.current == true()
            )
        )
        held = {row.id: row for row in found}
        for row in given:
            before = held.pop(row["supersedes"], None)
            if before is None or before.seq >= row["seq"] or (before.entry_id, before.claim) != _about(row):
                raise OpenReproError(
                    f"The verdict on {row['claim']} of entry {row['entry_id']} supersedes {row['supersedes']}, "
                    "which is no current verdict on that claim of that entry.",
                    hint="Read the entry's current verdicts again, in the same transaction.",
                )
        self._connection.execute(update(verdicts).where(verdicts.c.id.in_(names)).values(current=False))


def _about(row: Row) -> tuple[str, str]:
    return row["entry_id"], row["claim"]
