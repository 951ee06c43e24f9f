"""A small challenge with rules, papers and verdicts."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import insert

from openrepro.challenge.rules import load_rules
from openrepro.challenge.versions import RuleVersion
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.entries.entry import Entry, Reason, Revision, Source, State
from openrepro.judging.verdict import Verdict
from openrepro.papers.paper import Paper
from openrepro.record.acts import Act, ActKind
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import teams
from tests.board.ballots import act, verdict

NOW = datetime(2027, 1, 10, tzinfo=UTC)
WHEN = "2027-01-10T00:00:00Z"


def set_up(store: Store, *records: Verdict | Act) -> None:
    """Rules from the first of January, papers and records."""
    add_rules(store, "", 1)
    load_demo(store, *records)


def load_demo(store: Store, *records: Verdict | Act) -> None:
    """The papers `demo` (three claims) and `rest`, and records in the ledger."""
    with store.write() as tx:
        tx.papers.put([Paper("demo", "Demo"), Paper("rest", "Rest")], now=WHEN)
        claims = tuple(Claim(f"demo.c{at}", Kind.VALUE, f"Claim {at}.") for at in (1, 2, 3))
        tx.papers.put_claims([ClaimSet("demo", claims, [claim.id for claim in claims])], now=WHEN)
        tx.ledger.append(records)
        _enter(tx, records)


def _enter(tx: Transaction, records: Sequence[Verdict | Act]) -> None:
    """The entries that records are about, with an archived revision that has no files."""
    named = {record.entry: record.team or "a" for record in records if record.entry}
    gone = {record.entry for record in records if isinstance(record, Act) and record.act is ActKind.WITHDRAWN}
    rows = [{"id": team, "name": team, "created_at": WHEN} for team in sorted(set(named.values()))]
    if rows:
        tx.connection.execute(insert(teams), rows)
    for entry, team in named.items():
        state = State.WITHDRAWN if entry in gone else State.JUDGED
        tx.entries.add(Entry(entry, team, Source.UPLOAD, entry, state, Reason.RULED, "", WHEN, WHEN, WHEN))
        tx.entries.add_revision(Revision(entry, "1" * 64, WHEN))


def add_rules(store: Store, toml: str, day: int) -> None:
    version = RuleVersion(datetime(2027, 1, day, tzinfo=UTC), load_rules(toml.encode()))
    with store.write() as tx:
        tx.rules.add(version, toml, now=WHEN)


def contested() -> list[Verdict | Act]:
    """Team a verifies, team b falsifies; then b withdraws another entry."""
    return [
        act("entered", "a/demo", team="a", paper="demo", created="2027-01-01T00:00:00Z"),
        verdict("v"),
        verdict("f", team="b", entry="b/demo", time="2027-01-02T00:00:00Z"),
        verdict("t", team="c", entry="c/demo", claim="demo.c2", time="2027-01-03T00:00:00Z"),
        act("withdrawn", "c/demo"),
    ]
