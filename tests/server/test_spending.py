"""The cost of judging, carried forward with the ledger on both databases."""

from dataclasses import replace

from openrepro.server.spending import carry_spending, spending
from openrepro.store.store import Store
from tests.board.ballots import act, verdict

NOW = "2027-01-01T00:00:00Z"


def test_each_leaf_is_added_once(store: Store) -> None:
    first = replace(verdict(reader="model"), tokens=7, cost="0.5")
    with store.write() as tx:
        tx.ledger.append([act("entered", "a/demo", team="a", paper="demo"), first])
    assert carry_spending(store, NOW) == carry_spending(store, NOW)
    with store.write() as tx:
        tx.ledger.append([replace(first, claim="demo.c2")])
    carry_spending(store, NOW)
    with store.read() as tx:
        held = spending(tx)
    assert (held.leaves, held.readers["model"].tokens, held.readers["model"].verdicts) == (3, 14, 2)
    assert carry_spending(store, NOW, anew=True) == held


def test_before_the_first_leaf_there_is_nothing(store: Store) -> None:
    assert carry_spending(store, NOW).readers == {}
    with store.read() as tx:
        assert spending(tx).leaves == 0
