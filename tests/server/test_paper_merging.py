"""Two papers made one, and taken apart again."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select

from openrepro.board.acts import ActKind
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Alias, AliasKind, Match, Paper
from openrepro.papers.text import TextFormat
from openrepro.record.acts import Act
from openrepro.server.paper_import import PaperImport
from openrepro.server.paper_merging import known_papers, merge, unmerge
from openrepro.store.backlog import note_frozen
from openrepro.store.projection_check import projection_differences
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import claim_sets, claims, paper_aliases, paper_texts, paper_words, papers, teams
from openrepro.store.texts import KeptText

NOW, LATER = "2027-01-10T00:00:00Z", "2027-01-11T00:00:00Z"
FORUM = Paper(
    "aB3dE5fG7h",
    "Shared caches, measured",
    authors=("Ada Lovelace",),
    aliases=(Alias("aB3dE5fG7h", AliasKind.OPENREVIEW),),
    source="index",
)
ORAL = Paper(
    "71132",
    "Shared Caches Measured",
    authors=("A. Lovelace",),
    abstract="What caches share.",
    arxiv="2605.25234",
    aliases=(Alias("71132", AliasKind.ORAL),),
    source="table",
    facts={"session": "3"},
)


def set_up(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([FORUM, ORAL], now=NOW)
        claim = Claim("71132.c1", Kind.VALUE, "Sharing saves 40 percent.")
        tx.papers.put_claims([ClaimSet("71132", (claim,), [claim.id])], now=NOW)
        tx.texts.put(KeptText("71132", "v1", "a" * 64, TextFormat.MARKDOWN, 10, "b" * 64, "reader/1", NOW))


def enter(
    tx: Transaction, name: str, paper: str, state: State = State.RESOLVED, reason: Reason = Reason.NO_CLAIMS
) -> None:
    if not tx.people.teams(["t"]):
        tx.connection.execute(insert(teams), [{"id": "t", "name": "t", "created_at": NOW}])
    entry = Entry(
        name, "t", Source.UPLOAD, name, state, reason, "", NOW, NOW, NOW, paper=paper, named=(f"paper-{paper}",)
    )
    tx.entries.add(entry)


def everything(store: Store) -> dict[str, list[Any]]:
    """All rows about papers, in an order that does not depend on when they were written."""
    with store.read() as tx:
        tables = (papers, paper_aliases, paper_words, claim_sets, claims, paper_texts)
        return {table.name: sorted(map(str, tx.connection.execute(select(table)))) for table in tables}


def test_a_merge_moves_names_claims_texts_and_entries(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        enter(tx, "e1", "71132")
        done = merge(tx, FORUM.id, "71132", actor="me", why="one paper", now=LATER)
    assert done.entries == ("e1",)
    with store.read() as tx:
        listed = tx.papers.listed(FORUM.id)
        assert listed is not None
        assert tx.papers.listed("71132") is None
        assert (listed.paper.title, listed.paper.abstract, listed.paper.facts) == (
            FORUM.title,
            "What caches share.",
            {"session": "3"},
        )
        assert tx.papers.resolve(["71132"]).paper == tx.papers.resolve(["arXiv:2605.25234v2"]).paper == FORUM.id
        in_force = tx.papers.claims(FORUM.id)
        assert in_force is not None
        assert [(claim.id, claim.text) for claim in in_force.claims] == [
            (f"{FORUM.id}.c1", "Sharing saves 40 percent.")
        ]
        assert (in_force.version, listed.claim_set) == (done.carried, done.carried)
        entry = tx.entries.get("e1")
        assert entry is not None
        assert (entry.paper, entry.state) == (FORUM.id, State.RESOLVED)
        assert "71132" in tx.entries.history("e1")[-1].sentence
        assert [one.version for one in tx.texts.of(FORUM.id)] == ["v1"]
        (held,) = tx.merges.of("71132")
        assert (held.kept, held.gone, held.why, held.actor, held.undone_at) == (
            FORUM.id,
            "71132",
            "one paper",
            "me",
            "",
        )
        assert "Sharing saves" in str((tx.merges.get(held.number) or held).body), "the claim sets stay on record"
        assert list(projection_differences(tx.connection)) == []


def test_an_undo_restores_exactly(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        enter(tx, "e1", "71132")
    before = everything(store)
    with store.write() as tx:
        done = merge(tx, FORUM.id, "71132", actor="me", why="one paper", now=LATER)
    assert everything(store) != before
    with store.write() as tx:
        undone = unmerge(tx, done.number, actor="me", why="two after all", now=LATER)
    assert everything(store) == before
    assert (undone.paper, undone.entries, undone.staying) == ("71132", ("e1",), ())
    with store.read() as tx:
        entry = tx.entries.get("e1")
        assert entry is not None
        assert entry.paper == "71132"
        (held,) = tx.merges.of(FORUM.id)
        assert (held.undone_at, held.undone_why) == (LATER, "two after all")
        assert list(projection_differences(tx.connection)) == []


def test_what_others_said_since_survives_an_undo(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        done = merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
    row = Paper(
        FORUM.id, "A new title of it", code_url="https://github.com/a/b", aliases=FORUM.aliases, source="openreview"
    )
    PaperImport(store, [row], LATER, "me").run()
    with store.write() as tx:
        unmerge(tx, done.number, actor="me", why="two", now=LATER)
        paper = tx.papers.get(FORUM.id)
    assert paper is not None
    assert (paper.title, paper.code_url, paper.abstract, paper.arxiv) == (row.title, row.code_url, "", "")
    assert {alias.name for alias in paper.aliases} == {FORUM.id}


def test_an_import_merges_nothing_that_was_taken_apart(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        done = merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
        unmerge(tx, done.number, actor="me", why="two", now=LATER)
    row = Paper(FORUM.id, FORUM.title, aliases=(*FORUM.aliases, Alias("71132", AliasKind.ORAL)), source="table")
    plan = PaperImport(store, [row], LATER, "me").run()
    assert plan.merges == ()
    assert "it was decided that they are two" in plan.apart[0].text
    with store.read() as tx:
        assert tx.papers.resolve(["71132"]).paper == "71132"
    assert not PaperImport(store, [row], LATER, "me").run().writes


def test_what_the_ledger_names_is_not_merged_away(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        enter(tx, "e1", "71132", State.JUDGED, Reason.RULED)
        tx.ledger.append([Act(ActKind.ENTERED, NOW, "e1", "t", "71132", "", NOW, "")])
    before = everything(store)
    with pytest.raises(OpenReproError, match="71132 has entries that were judged") as raised, store.write() as tx:
        merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
    assert raised.value.hint == f"Keep that one: openrepro papers merge 71132 {FORUM.id} --why TEXT"
    with store.write() as tx:
        enter(tx, "e2", FORUM.id, State.JUDGING, Reason.STARTED)
    with pytest.raises(OpenReproError, match="Both papers have entries"), store.write() as tx:
        merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
    assert everything(store) == before


def test_an_import_keeps_the_id_that_the_ledger_names(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([ORAL], now=NOW)
        enter(tx, "e1", "71132", State.JUDGED, Reason.RULED)
        tx.ledger.append([Act(ActKind.ENTERED, NOW, "e1", "t", "71132", "", NOW, "")])
    plan = PaperImport(store, [FORUM], LATER, "me").run()
    assert [one.paper.id for one in plan.changed] == ["71132"]
    with store.read() as tx:
        assert tx.papers.resolve([FORUM.id]).paper == "71132"
        assert tx.papers.count() == 1


def test_no_undo_takes_away_what_was_judged_since(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        enter(tx, "e1", "71132")
        done = merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
        tx.ledger.append([Act(ActKind.ENTERED, LATER, "e1", "t", FORUM.id, "", NOW, "")])
    before = everything(store)
    with pytest.raises(OpenReproError, match="were judged since on aB3dE5fG7h \\(e1\\)"), store.write() as tx:
        unmerge(tx, done.number, actor="me", why="two", now=LATER)
    assert everything(store) == before


def test_entries_that_came_since_are_told_of_and_stay(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        done = merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
        enter(tx, "e2", FORUM.id)
        late = tx.entries.get("e2")
        assert late is not None
        enter(tx, "e3", "x")
    with store.write() as tx:
        tx.entries.save(replace(late, named=("paper-71132",)))
        assert unmerge(tx, done.number, actor="me", why="two", now=LATER).staying == ("e2",)


def test_what_cannot_be_done_is_said_in_words(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        for kept, gone, said in (
            (FORUM.id, FORUM.id, "is one paper already"),
            (FORUM.id, "nowhere", "There is no paper 'nowhere'"),
            ("2605.25234", FORUM.id, "is a name of the paper 71132"),
        ):
            with pytest.raises(OpenReproError, match=said):
                merge(tx, kept, gone, actor="me", why="one", now=LATER)
        with pytest.raises(OpenReproError, match="There is no merge 9"):
            unmerge(tx, 9, actor="me", why="two", now=LATER)
        done = merge(tx, FORUM.id, "71132", actor="me", why="one", now=LATER)
        unmerge(tx, done.number, actor="me", why="two", now=LATER)
        with pytest.raises(OpenReproError, match="was undone at"):
            unmerge(tx, done.number, actor="me", why="two", now=LATER)


def test_a_merge_of_two_openreview_ids_by_an_operator_outlives_the_next_import(store: Store) -> None:
    other = Paper("zZ9yY8xX7w", "Another title", aliases=(Alias("zZ9yY8xX7w", AliasKind.OPENREVIEW),), source="index")
    with store.write() as tx:
        tx.papers.put([FORUM, other], now=NOW)
        merge(tx, other.id, FORUM.id, actor="me", why="a resubmission", now=LATER)
    assert not PaperImport(store, [FORUM, other], LATER, "me").run().writes
    with store.read() as tx:
        assert tx.papers.resolve([FORUM.id]).paper == other.id
        assert tx.papers.resolve([FORUM.id, other.id]).match is Match.FOUND
        assert FORUM.id not in {paper.id for paper in known_papers(tx).papers}


def test_claims_of_a_frozen_record_are_neither_merged_nor_taken_apart(store: Store) -> None:
    set_up(store)
    with store.write() as tx:
        tx.papers.put([Paper("bare", "Without any claim")], now=NOW)
        number = merge(tx, FORUM.id, ORAL.id, actor="op", why="one", now=NOW).number
        note_frozen(tx.connection, NOW)
    with pytest.raises(OpenReproError, match="frozen"), store.write() as tx:
        unmerge(tx, number, actor="op", why="two", now=LATER)
    with pytest.raises(OpenReproError, match="frozen"), store.write() as tx:
        merge(tx, "bare", FORUM.id, actor="op", why="one", now=LATER)
    with store.write() as tx:
        merge(tx, FORUM.id, "bare", actor="op", why="one", now=LATER)
