"""A byte changed anywhere in what the ledger keeps is found and named, and what follows from the leaves is mended."""

import json

import pytest

from openrepro.ids import sha256
from openrepro.store.ledger_check import Difference, differences, mend
from openrepro.store.store import Store
from tests.board.ballots import act, verdict
from tests.store.tampering import tamper


def filled(store: Store) -> None:
    """Seven leaves: an entry, five verdicts of which the last replaces the first, and a hiding."""
    first = verdict("v", entry="one", claim="demo.c1")
    others = [verdict("t", entry="one", claim=f"demo.c{at}") for at in (2, 3, 4)]
    again = verdict("f", entry="one", claim="demo.c1", supersedes=first.id)
    with store.write() as tx:
        tx.ledger.append([act("entered", "one", team="a", paper="demo"), first, *others, again, act("hidden", "one")])


def found(store: Store) -> list[str]:
    with store.read() as tx:
        return [item.sentence for item in differences(tx.connection)]


def mended(store: Store) -> None:
    with store.write() as tx:
        for item in differences(tx.connection):
            mend(tx.connection, item)


def test_an_untouched_ledger_has_no_difference(store: Store) -> None:
    assert found(store) == []
    filled(store)
    assert found(store) == []


def test_a_ledger_of_several_pages_has_no_difference(store: Store) -> None:
    with store.write() as tx:
        tx.ledger.append(verdict(entry=f"e{at}") for at in range(2100))
    assert found(store) == []
    tamper(store, "UPDATE verdicts SET team_id = 'b' WHERE seq = 1500", "DELETE FROM ledger_nodes WHERE level = 10")
    assert found(store) == [
        "ledger_nodes, level 10, position 0: Missing.",
        "verdicts, leaf 1500: team_id is 'b', but the record says 'a'.",
        "ledger_nodes, level 10, position 1: Missing.",
    ]
    mended(store)
    assert found(store) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE verdicts SET label = 'verified' WHERE seq = 2",
            "verdicts, leaf 2: label is 'verified', but the record",
        ),
        ("UPDATE verdicts SET judged_at = '2027-01-01T00:00:01Z' WHERE seq = 3", "verdicts, leaf 3: judged_at is "),
        (
            "UPDATE verdicts SET provisional = true WHERE seq = 5",
            "verdicts, leaf 5: provisional is True, but the record",
        ),
        ("UPDATE verdicts SET current = true WHERE seq = 1", "verdicts, leaf 1: current: It is marked as current, but"),
        ("UPDATE verdicts SET current = false WHERE seq = 5", "verdicts, leaf 5: current: Nothing supersedes it."),
        ("DELETE FROM verdicts WHERE seq = 4", "verdicts, leaf 4: Missing."),
        (
            "UPDATE acts SET act = 'restored' WHERE seq = 6",
            "acts, leaf 6: act is 'restored', but the record says 'hidden'.",
        ),
        ("DELETE FROM acts WHERE seq = 6", "acts, leaf 6: Missing."),
        ("INSERT INTO acts (seq, act, at) VALUES (3, 'hidden', '')", "acts, leaf 3: No leaf is that act."),
        ("DELETE FROM ledger_nodes WHERE level = 2", "ledger_nodes, level 2, position 0: Missing."),
        (
            "INSERT INTO ledger_nodes (level, position, hash) SELECT 1, 3, hash FROM ledger_nodes WHERE level = 2",
            "ledger_nodes, level 1, position 3: It belongs to no leaves.",
        ),
        (
            "UPDATE ledger_nodes SET hash = (SELECT hash FROM ledger_nodes WHERE level = 1 AND position = 0) "
            "WHERE level = 1 AND position = 2",
            "ledger_nodes, level 1, position 2: It is ",
        ),
    ],
)
def test_what_follows_from_the_leaves_is_named_and_mended(store: Store, change: str, says: str) -> None:
    filled(store)
    tamper(store, change)
    (told,) = found(store)
    assert told.startswith(says)
    mended(store)
    assert found(store) == []


def test_rows_and_flags_that_are_wrong_together_are_mended_in_one_pass(store: Store) -> None:
    filled(store)
    tamper(store, "UPDATE verdicts SET supersedes = ''", "UPDATE verdicts SET current = true", "DELETE FROM acts")
    assert len(found(store)) == 3
    mended(store)
    assert found(store) == []
    with store.read() as tx:
        assert [row.current for row in tx.ledger.verdicts()] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE leaves SET body = replace(body, 'toy', 'top') WHERE seq = 3",
            "leaves, leaf 3: Its body has the hash ",
        ),
        ("UPDATE leaves SET id = 'abc' WHERE seq = 3", "leaves, leaf 3: Its body has the hash "),
        ("UPDATE ledger SET size = 6, peaks = '[]'", "ledger, its one row: The row that holds the peaks"),
        ("UPDATE ledger SET peaks = replace(peaks, '0', '1')", "ledger, peak 0: It is "),
        ("DELETE FROM ledger", "ledger, its one row: It states 0 leaves, but there are 7."),
    ],
)
def test_what_nothing_else_tells_is_named_and_left_alone(store: Store, change: str, says: str) -> None:
    filled(store)
    tamper(store, change)
    told = found(store)
    assert told[0].startswith(says) or told[-1].startswith(says)
    with store.read() as tx:
        assert not all(item.mendable for item in differences(tx.connection))


def test_a_missing_leaf_is_named(store: Store) -> None:
    filled(store)
    tamper(store, "DELETE FROM verdicts WHERE seq IN (2, 3)", "DELETE FROM leaves WHERE seq IN (2, 3)")
    assert found(store) == ["leaves, leaves 2 to 3: Missing."]
    tamper(store, "DELETE FROM verdicts WHERE seq = 1", "DELETE FROM acts", "DELETE FROM leaves WHERE seq IN (0, 1, 6)")
    assert found(store)[0] == "leaves, leaves 0 to 3: Missing."


def test_a_leaf_cut_off_the_end_is_named(store: Store) -> None:
    filled(store)
    tamper(store, "DELETE FROM acts WHERE seq = 6", "DELETE FROM leaves WHERE seq = 6")
    assert "ledger, its one row: It states 7 leaves, but there are 6." in found(store)


def rewritten(store: Store, body: str) -> list[str]:
    """What is found when leaf 3 is replaced by `body` with its right name, and the row of the verdict goes along."""
    filled(store)
    name = sha256(body.encode())
    tamper(
        store,
        "UPDATE leaves SET body = :body, id = :name WHERE seq = 3",
        "UPDATE verdicts SET id = :name WHERE seq = 3",
        body=body,
        name=name,
    )
    return found(store)


def test_a_leaf_that_was_replaced_with_its_name_breaks_the_tree(store: Store) -> None:
    other = verdict("t", entry="one", claim="demo.c3", team="rewritten")
    told = rewritten(store, other.leaf.decode())
    assert told[0] == "verdicts, leaf 3: team_id is 'a', but the record says 'rewritten'."
    assert [line.partition(":")[0] for line in told[1:]] == [
        "ledger_nodes, level 1, position 1",
        "ledger_nodes, level 2, position 0",
        "ledger, peak 0",
    ]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("{}", "leaves, leaf 3: It is no record of the kind verdict: schema is missing."),
        ("[" * 100_000, "leaves, leaf 3: It is no record of the kind verdict: "),
        ("nothing", "leaves, leaf 3: It is no record of the kind verdict: It is not JSON."),
        (json.dumps(verdict("t").as_json()), "leaves, leaf 3: Its body is not canonical JSON."),
    ],
)
def test_a_leaf_that_is_no_record_is_named(store: Store, body: str, says: str) -> None:
    assert rewritten(store, body)[0].startswith(says)


def test_leaves_and_the_ledger_row_are_never_mended() -> None:
    with pytest.raises(AssertionError):
        mend(None, Difference("leaves", "leaf 1", "", {"seq": 1}))  # type: ignore[arg-type]
