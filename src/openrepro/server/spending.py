"""What judging cost, carried forward from leaf to leaf: leaves never change, so each is read for this once."""

import json
from typing import Final

from openrepro.board.spending import Spending, spending_of
from openrepro.ids import canonical
from openrepro.store.record_rows import VERDICT
from openrepro.store.store import Store, Transaction

NAME: Final = "spending"


def spending(tx: Transaction) -> Spending:
    """The sums as they are kept; empty ones before the first."""
    body = tx.search.body(NAME)
    return Spending() if body is None else spending_of(json.loads(body))


def carry_spending(store: Store, now: str, *, anew: bool = False) -> Spending:
    """Bring the sums up to the ledger as it is, from where they were left, or `anew` from its first leaf."""
    with store.read() as tx:
        held, size = spending(tx), tx.ledger.size()
        if anew or held.leaves > size:
            held = Spending()
        if held.leaves == size:
            return held
        leaves = tx.ledger.leaves(held.leaves, size)
        made = held.grown(size, (json.loads(leaf.body) for leaf in leaves if leaf.kind == VERDICT))
    with store.write() as tx:
        if anew or spending(tx).leaves <= size:
            tx.search.keep(NAME, str(size), canonical(made.as_json()), now=now)
    return made
