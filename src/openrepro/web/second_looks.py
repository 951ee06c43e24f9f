"""Which falsifications that were recorded as provisional the board has confirmed since."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from openrepro.entries.entry import Entry
from openrepro.server.boards import MAIN
from openrepro.store.record_rows import VerdictRow
from openrepro.store.store import Transaction
from openrepro.web.scoring import SCORES, scoring_of


class _Paper(NamedTuple):
    """A paper of the board, computed from the first `ledger_size` leaves."""

    body: Mapping[str, Any]
    ledger_size: int


def confirmed(tx: Transaction, rows: Sequence[VerdictRow], entries: Mapping[str, Entry]) -> Collection[str]:
    """The ids of the verdicts among `rows` (a page) that wait for a second look no more, by one query of the board.

    Where the board has not seen a verdict yet, or another one superseded it, it is as it was recorded.
    """
    waiting = [row for row in rows if row.provisional and row.current and row.entry in entries]
    counted = tx.boards.counted(MAIN, {row.paper for row in waiting}) if waiting else {}
    papers = {name: _Paper(json.loads(one.body), one.ledger_size) for name, one in counted.items()}
    return frozenset(
        row.id for row in waiting if row.paper in papers and _counts(row, entries[row.entry], papers[row.paper])
    )


def _counts(row: VerdictRow, entry: Entry, paper: _Paper) -> bool:
    """Whether the board counts it. Where it counts any falsification of a claim, it counts each that scores."""
    if row.seq >= paper.ledger_size or scoring_of(entry, paper.body).state != SCORES:
        return False
    return any(one["claim"] == row.claim and one["tally"]["falsified"] > 0 for one in paper.body["claims"])
