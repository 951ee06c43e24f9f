"""The ledger in the database: gapless, append-only, provable, and paged by whatever people ask for."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError

from openrepro.board.votes import votes_of
from openrepro.errors import OpenReproError
from openrepro.evidence.guess import unspecified
from openrepro.ids import sha256
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.papers.paper import Paper
from openrepro.record.acts import Act, ActKind
from openrepro.record.ledger import EMPTY_ROOT, continues, includes, leaf_hash, tree_of
from openrepro.store.store import Store
from openrepro.store.tables import leaves
from tests.board.ballots import act, verdict
from tests.record.samples import VERDICT

NOW = "2026-07-20T12:00:00Z"


def append(store: Store, *records: Verdict | Act) -> list[int]:
    with store.write() as tx:
        return list(tx.ledger.append(records))


def many(count: int) -> list[Verdict]:
    return [
        verdict("vfti"[at % 4], claim=f"p{at % 7}.c{at}", entry=f"e{at % 5}", team=f"t{at % 3}") for at in range(count)
    ]


def root_of(records: Sequence[Verdict | Act]) -> str:
    return tree_of(record.leaf for record in records).root.hex()


def test_an_empty_ledger_has_the_empty_root(store: Store) -> None:
    with store.read() as tx:
        assert (tx.ledger.size(), tx.ledger.root()) == (0, EMPTY_ROOT.hex())
        assert list(tx.ledger.leaves()) == []
    assert append(store) == []


def test_verdicts_and_acts_stand_in_one_gapless_sequence(store: Store) -> None:
    records: list[Verdict | Act] = [
        act("entered", "one", team="a"),
        replace(VERDICT, supersedes=""),
        act("hidden", "one"),
    ]
    assert append(store, *records[:2]) == [0, 1]
    assert append(store, records[2]) == [2]
    with store.read() as tx:
        found = list(tx.ledger.leaves())
        assert [leaf.data for leaf in found] == [record.leaf for record in records]
        assert [(leaf.seq, leaf.kind, leaf.id) for leaf in found] == [
            (at, kind, record.id)
            for at, (kind, record) in enumerate(zip(("act", "verdict", "act"), records, strict=True))
        ]
        assert (tx.ledger.size(), tx.ledger.root()) == (3, root_of(records))
        assert tx.ledger.leaf(1) == found[1] == tx.ledger.leaf_of(records[1].id)
        assert (tx.ledger.leaf(3), tx.ledger.leaf_of("nothing")) == (None, None)
        assert list(tx.ledger.leaves(1, 2)) == found[1:2]


def test_many_records_are_appended_in_one_call(store: Store) -> None:
    records = many(1203)
    assert append(store, *records) == list(range(1203))
    with store.read() as tx:
        assert tx.ledger.root() == root_of(records)
        assert [leaf.seq for leaf in tx.ledger.leaves()] == list(range(1203))


def test_every_leaf_and_every_growth_is_proven_from_the_rows(store: Store) -> None:
    records = many(23)
    append(store, *records[:9])
    append(store, *records[9:])
    with store.read() as tx:
        roots = [bytes.fromhex(tx.ledger.root(size)) for size in range(24)]
        assert roots == [tree_of(record.leaf for record in records[:size]).root for size in range(24)]
        for size in range(1, 24):
            for seq in range(size):
                path = [bytes.fromhex(item) for item in tx.ledger.inclusion(seq, size)]
                assert includes(leaf_hash(records[seq].leaf), seq, size, path, roots[size])
            path = [bytes.fromhex(item) for item in tx.ledger.consistency(size)]
            assert continues(size, 23, path, roots[size], roots[23])


def test_a_proof_reads_few_rows(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    append(store, *many(1000))
    with store.read() as tx:
        path = tx.ledger.inclusion(500)
        assert 9 <= len(path) <= 10
    store.close()


@pytest.mark.parametrize("size", [-1, 4])
def test_sizes_that_never_were_are_refused(store: Store, size: int) -> None:
    append(store, *many(3))
    with store.read() as tx:
        for ask in (tx.ledger.root, tx.ledger.consistency, lambda size: tx.ledger.inclusion(0, size)):
            with pytest.raises(OpenReproError, match=f"3 leaves and never had a size of {size}"):
                ask(size)
        with pytest.raises(OpenReproError, match=r"Leaf 3 is not in a ledger of 3 leaves"):
            tx.ledger.inclusion(3)


def test_a_record_is_kept_once(store: Store) -> None:
    first, second = many(2)
    append(store, first)
    with pytest.raises(OpenReproError, match=f"This verdict stands in the ledger already, as leaf 0: {first.id}"):
        append(store, second, first)
    with pytest.raises(OpenReproError, match="as leaf 1"):
        append(store, second, second)
    with store.read() as tx:
        assert tx.ledger.size() == 1


def test_what_is_refused_leaves_nothing_behind_even_when_the_transaction_goes_on(store: Store) -> None:
    records = many(700)
    append(store, records[-1])
    with store.write() as tx:
        with pytest.raises(OpenReproError):
            tx.ledger.append(records)
        tx.ledger.append([act("hidden", "one")])
    with store.read() as tx:
        assert tx.ledger.root() == root_of([records[-1], act("hidden", "one")])
        assert tx.ledger.verdicts(limit=10)[0].seq == 0
        assert len(tx.ledger.verdicts(limit=10)) == 1


def test_a_superseded_verdict_is_not_current_any_more(store: Store) -> None:
    first = verdict("v")
    second = verdict("t", supersedes=first.id)
    other = verdict("i", claim="demo.c2")
    append(store, first, other, second)
    with store.read() as tx:
        assert tx.ledger.current("a/demo") == (second, other)
        assert tx.ledger.current("nobody") == ()
        assert [row.current for row in tx.ledger.verdicts(entry="a/demo")] == [False, True, True]


def test_only_a_current_verdict_on_the_same_claim_of_the_same_entry_is_superseded(store: Store) -> None:
    first = verdict("v")
    append(store, first, verdict("t", supersedes=first.id))
    other = verdict("v", claim="demo.c2")
    append(store, other)
    for wrong in (
        verdict("i", supersedes=first.id),
        verdict("i", supersedes="0" * 64),
        verdict("i", supersedes=other.id),
        verdict("i", claim="demo.c2", entry="b/demo", supersedes=other.id),
    ):
        with pytest.raises(OpenReproError, match="no current verdict on that claim of that entry"):
            append(store, wrong)
    twice = [verdict(letter, claim="demo.c2", supersedes=other.id) for letter in "ti"]
    with pytest.raises(OpenReproError, match="no current verdict"):
        append(store, *twice)
    with store.read() as tx:
        assert tx.ledger.size() == 3


def test_verdicts_are_paged_by_entry_paper_claim_team_and_label(store: Store) -> None:
    records = many(60)
    append(store, *records)

    def seqs(**keys: str) -> list[int]:
        with store.read() as tx:
            return [row.seq for row in tx.ledger.verdicts(**keys)]  # type: ignore[arg-type]

    assert seqs(entry="e1") == [at for at in range(60) if at % 5 == 1]
    assert seqs(paper="p2") == [at for at in range(60) if at % 7 == 2]
    assert seqs(claim="p2.c9") == [9]
    assert seqs(team="t0") == [at for at in range(60) if at % 3 == 0]
    assert seqs(label="falsified") == [at for at in range(60) if at % 4 == 1]
    assert seqs(team="t0", label="falsified") == [9, 21, 33, 45, 57]
    assert seqs(label="unheard of") == []


def test_pages_go_on_after_a_cursor_in_both_directions(store: Store) -> None:
    append(store, *many(10))
    with store.read() as tx:
        assert [row.seq for row in tx.ledger.verdicts(after=3, limit=3)] == [4, 5, 6]
        assert [row.seq for row in tx.ledger.verdicts(limit=3, newest_first=True)] == [9, 8, 7]
        assert [row.seq for row in tx.ledger.verdicts(after=7, limit=3, newest_first=True)] == [6, 5, 4]


def test_a_row_says_what_the_record_says(store: Store) -> None:
    record = replace(VERDICT, supersedes="")
    append(store, record)
    with store.read() as tx:
        (row,) = tx.ledger.verdicts()
    assert row.id == record.id
    assert (row.claim, row.claim_version, row.paper, row.entry, row.team, row.revision) == (
        record.claim,
        record.claim_version,
        record.paper,
        record.entry,
        record.team,
        record.revision,
    )
    assert (row.label, row.direction, row.provisional, row.grade) == ("falsified", "contradicts", True, "E2")
    assert (row.reader, row.rules, row.case_file, row.review) == ("model", "2" * 64, "3" * 64, "look")
    assert (row.judged_at, row.current) == ("2027-01-01T11:00:00Z", True)


def test_current_verdicts_alone_can_be_asked_for(store: Store) -> None:
    first = verdict("v")
    append(store, first, verdict("t", supersedes=first.id))
    with store.read() as tx:
        assert [row.label for row in tx.ledger.verdicts(current=True)] == ["toy"]
        assert [row.label for row in tx.ledger.verdicts(current=False)] == ["verified"]


def test_claims_that_were_judged_and_are_not_in_force_are_named(store: Store) -> None:
    append(store, *(verdict("v", claim=name, entry=name) for name in ("p1.c2", "p1.c1", "p2.c1")))
    with store.write() as tx:
        tx.papers.put([Paper("p1", "One")], now=NOW)
        tx.papers.put_claims([unspecified("p1", {1: "It holds."})], now=NOW)
        assert tx.ledger.claims_set_aside() == ("p1.c2", "p2.c1")


def test_the_acts_about_an_entry_are_read_back(store: Store) -> None:
    told = act("entered", "one", team="a", paper="p", revision="r", created="2027-01-01T01:00:00+01:00", reason="seen")
    append(store, told, act("hidden", "two"), act("guest", team="a"))
    with store.read() as tx:
        (row,) = tx.ledger.acts("one")
        assert (row.seq, row.act, row.entry, row.team, row.paper) == (0, ActKind.ENTERED, "one", "a", "p")
        assert (row.revision, row.created, row.reason) == ("r", "2027-01-01T00:00:00Z", "seen")
        assert [row.act.value for row in tx.ledger.all_acts(3)] == ["entered", "hidden", "guest"]


def test_ballots_say_what_the_board_needs(store: Store) -> None:
    first = verdict("p", grade=None)
    second = verdict("t", supersedes=first.id)
    alone = verdict("v", claim="demo.c2", team="", time="2027-01-01T01:00:00+01:00", reader="person")
    append(store, first, second, alone)
    with store.read() as tx:
        one, two, three = tx.ledger.ballots(3)
    assert (one.id, one.label, one.provisional, one.grade) == (first.id, Label.FALSIFIED, True, None)
    assert (two.id, two.supersedes) == (second.id, first.id)
    assert (three.id, three.team, three.reader, three.time) == ("", "", "person", "2027-01-01T00:00:00Z")
    assert three.grade is alone.grade


def test_ballots_of_a_smaller_ledger_know_nothing_of_what_came_later(store: Store) -> None:
    first = verdict("v")
    append(store, first, act("hidden", "a/demo"), verdict("t", supersedes=first.id))
    with store.read() as tx:
        assert [vote.label for vote in votes_of(tx.ledger.ballots(2))] == [Label.VERIFIED]
        assert [vote.label for vote in votes_of(tx.ledger.ballots(3))] == [Label.TOY]
        assert (len(list(tx.ledger.all_acts(1))), len(list(tx.ledger.all_acts(2)))) == (0, 1)


@pytest.mark.parametrize("change", [update(leaves).values(body="{}"), delete(leaves)])
def test_the_database_itself_refuses_to_change_a_leaf(store: Store, change: object) -> None:
    append(store, *many(2))
    with pytest.raises(DBAPIError, match="append-only"), store.write() as tx:
        tx.connection.execute(change)  # type: ignore[call-overload]
    with store.read() as tx:
        assert tx.ledger.size() == 2


def test_transactions_that_append_at_once_never_interleave(store: Store) -> None:
    ready = threading.Barrier(4)
    taken: list[list[int]] = []

    def work(team: int) -> None:
        ready.wait()
        for turn in range(5):
            records = [verdict(claim=f"demo.c{at}", entry=f"{team}-{turn}") for at in range(3)]
            taken.append(append(store, *records))

    threads = [threading.Thread(target=work, args=(team,)) for team in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seq for seqs in taken for seq in seqs) == list(range(60))
    assert all(seqs == list(range(seqs[0], seqs[0] + 3)) for seqs in taken)
    with store.read() as tx:
        bodies = [leaf.data for leaf in tx.ledger.leaves()]
        assert tx.ledger.root() == tree_of(bodies).root.hex()
        assert all(sha256(leaf.data) == leaf.id for leaf in tx.ledger.leaves())


def test_a_damaged_tree_is_told_and_not_guessed(store: Store) -> None:
    append(store, *many(4))
    with store.write() as tx:
        tx.connection.execute(text("DELETE FROM ledger_nodes WHERE level = 1 AND position = 1"))
    with store.read() as tx, pytest.raises(OpenReproError, match="A part of the ledger's tree is missing"):
        tx.ledger.inclusion(0)
    with store.write() as tx:
        tx.connection.execute(text("UPDATE ledger SET peaks = '[]'"))
    with pytest.raises(OpenReproError, match="peaks of the ledger's tree is damaged"):
        append(store, *many(5))
