"""A small challenge with rules, papers and verdicts."""

from datetime import UTC, datetime

from openrepro.challenge.rules import load_rules
from openrepro.challenge.versions import RuleVersion
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.judging.verdict import Verdict
from openrepro.papers.paper import Paper
from openrepro.record.acts import Act
from openrepro.store.store import Store
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
