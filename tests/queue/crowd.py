"""Entries to make jobs of, a table in which handlers leave a mark, and worker processes to kill."""

from datetime import UTC, datetime

import sqlalchemy as sa

from openrepro.queue.terms import Terms
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import entries, jobs, teams

marks = sa.Table(
    "marks",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("job", sa.Integer, nullable=False),
    sa.Column("worker", sa.Text, nullable=False),
)
NOW = "2026-07-20T12:00:00Z"
LATER = "2026-07-20T12:01:00Z"
QUICK = Terms(lease=0.7, beat=0.2, deadline=20, grace=3, last=0.3, poll=0.05, sweep=0.15, attempts=30, pauses=(0,))


def fine_now() -> datetime:
    """The time with its fractions, for leases shorter than a second."""
    return datetime.now(UTC)


def settle(store: Store, *teams_: str, each: int = 1) -> None:
    """Make teams with so many entries each: the entries of `a` are `a0`, `a1` …"""
    with store.write() as tx:
        first = (tx.connection.scalar(sa.select(sa.func.max(entries.c.seq))) or 0) + 1
        tx.connection.execute(sa.insert(teams), [_team(team) for team in teams_])
        rows = [_entry(f"{team}{number}", team) for team in teams_ for number in range(each)]
        tx.connection.execute(sa.insert(entries), [row | {"seq": first + at} for at, row in enumerate(rows)])


def prepare(store: Store) -> None:
    """Make the table of marks; `clear` takes it away."""
    with store.write() as tx:
        marks.create(tx.connection, checkfirst=True)


def clear(store: Store) -> None:
    """Take the table of marks away again where tests of other rooms use the same database."""
    if store.engine.dialect.name == "postgresql":
        marks.drop(store.engine, checkfirst=True)


def enqueue(tx: Transaction, entry: str, revision: str = "r1", *, not_before: str = "", now: str = NOW) -> int:
    team = entry.rstrip("0123456789")
    return tx.jobs.enqueue(entry, revision, team, not_before=not_before, now=now)


def enqueue_many(tx: Transaction, team: str, count: int) -> None:
    """What `enqueue` makes of a team's entries when nobody else waits, but quickly."""
    named = {"revision": "r1", "team_id": team, "created_at": NOW}
    rows = [{"entry_id": f"{team}{number}", "turn": number} | named for number in range(count)]
    tx.connection.execute(sa.insert(jobs), rows)
    tx.jobs.call_missing(NOW)


def states(store: Store) -> dict[str, int]:
    """How many jobs are in which state."""
    counted = sa.select(jobs.c.state, sa.func.count()).group_by(jobs.c.state)
    with store.read() as tx:
        return {row[0]: row[1] for row in tx.connection.execute(counted)}


def marked(store: Store) -> list[int]:
    """The job of every mark, in the order in which they were left."""
    with store.read() as tx:
        return list(tx.connection.scalars(sa.select(marks.c.job).order_by(marks.c.id)))


def _team(name: str) -> dict[str, object]:
    return {"id": name, "name": name, "created_at": NOW}


def _entry(name: str, team: str) -> dict[str, object]:
    at = {"state_at": NOW, "seen_at": NOW, "created_at": NOW}
    return {
        "id": name,
        "team_id": team,
        "source": "upload",
        "origin": name,
        "state": "queued",
        "reason": "waiting",
    } | at
