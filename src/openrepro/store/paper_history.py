"""What happened to a paper: when it was added, first entered, and first judged claim by claim."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, func, not_, select

from openrepro.store.tables import entries, papers, verdicts


class FirstEntry(NamedTuple):
    """The entry of a paper that came first, of those that everybody may see."""

    entry: str
    team: str
    at: str


class FirstVerdict(NamedTuple):
    """The verdict that was given first on a claim, of entries that everybody may see."""

    id: str
    claim: str
    label: str
    entry: str
    at: str


def added_at(connection: Connection, paper: str) -> str:
    """When a paper was loaded first; empty when there is none."""
    return connection.scalar(select(papers.c.added_at).where(papers.c.id == paper)) or ""


def first_entry(connection: Connection, paper: str) -> FirstEntry | None:
    held = entries.c
    query = select(held.id, held.team_id, held.seen_at).where(held.paper_id == paper, not_(held.hidden))
    row = connection.execute(query.order_by(held.seq).limit(1)).first()
    return None if row is None else FirstEntry(*row)


def first_verdicts(connection: Connection, paper: str, labels: Iterable[str]) -> tuple[FirstVerdict, ...]:
    """For each claim its first verdict with one of `labels`, in the order of the ledger."""
    held, entered = verdicts.c, entries.c
    first = (
        select(func.min(held.seq))
        .join(entries, entered.id == held.entry_id)
        .where(held.paper_id == paper, held.label.concat("").in_(list(labels)), not_(entered.hidden))
        .group_by(held.claim)
    )
    query = select(held.id, held.claim, held.label, held.entry_id, held.judged_at).where(held.seq.in_(first))
    return tuple(FirstVerdict(*row) for row in connection.execute(query.order_by(held.seq)))
