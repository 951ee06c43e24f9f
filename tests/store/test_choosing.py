"""What helps to choose a paper, on both databases: signals, costs of attempts, attempts on the way."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Revision, Source, State
from openrepro.papers.compute_words import Compute
from openrepro.papers.costs import Range
from openrepro.papers.paper import Paper
from openrepro.papers.recommending import Underway
from openrepro.papers.signals import Signals, signals_of
from openrepro.papers.text import TextFormat
from openrepro.store.store import Store
from openrepro.store.tables import papers, teams
from openrepro.store.texts import KeptText

NOW, LATER = "2026-11-20T12:00:00Z", "2026-11-25T12:00:00Z"
TEXT = KeptText("p1", "v1", "1" * 64, TextFormat.MARKDOWN, 5_000, "2" * 64, "1", NOW)


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with three papers and a team."""
    with store.write() as tx:
        tx.papers.put([Paper(f"p{at}", f"Paper {at}", abstract="On a laptop.") for at in range(3)], now=NOW)
        tx.connection.execute(sa.insert(teams).values(id="t1", name="t1", created_at=NOW))
    return store


def read_all(store: Store) -> list[str]:
    """Read whatever is to be read, and give the papers."""
    with store.write() as tx:
        part = tx.choosing.unread()
        tx.choosing.put([(one, signals_of(one.paper)) for one in part.unread], now=NOW)
    return [one.paper.id for one in part.unread]


def entered(store: Store, name: str, state: State, *, ran: str | None = "", hidden: bool = False) -> None:
    """An entry on paper p1; judged ones with a rendering whose only run took `ran` seconds."""
    judged = state is State.JUDGED
    entry = Entry(
        id=name,
        team="t1",
        source=Source.UPLOAD,
        origin=f"upload:{name}",
        state=state,
        reason=Reason.WAITING,
        sentence="",
        state_at=NOW,
        seen_at=NOW,
        created_at=NOW,
        account="",
        paper="p1",
        revision="r" if judged else "",
        judged_revision="r" if judged else "",
        hidden=hidden,
    )
    with store.write() as tx:
        tx.entries.add(entry)
        if judged:
            tx.entries.add_revision(Revision(name, "r", NOW, 1, ()))
            runs = [] if ran == "" else [{"duration_s": ran}]
            assert tx.renderings.put(name, "r", basis="1", body={"runs": runs}, parts=(), now=NOW)


def test_each_paper_is_read_once_until_it_changes(filled: Store) -> None:
    assert read_all(filled) == ["p0", "p1", "p2"]
    assert read_all(filled) == []
    with filled.write() as tx:
        tx.papers.put([Paper("p1", "Paper 1", abstract="On a single GPU.")], now=LATER)
    assert read_all(filled) == ["p1"]
    with filled.write() as tx:
        tx.texts.put(TEXT)
    assert read_all(filled) == ["p1"]
    with filled.write() as tx:
        tx.texts.put(replace(TEXT, version="v2", sha256="3" * 64, extracted="4" * 64, added_at=LATER))
        assert [one.extracted for one in tx.choosing.unread().unread] == ["4" * 64]


def test_papers_are_looked_through_in_parts(filled: Store) -> None:
    with filled.read() as tx:
        first = tx.choosing.unread(limit=2)
        rest = tx.choosing.unread(after=first.last, limit=2)
    assert ([one.paper.id for one in first.unread], first.last) == (["p0", "p1"], "p1")
    assert ([one.paper.id for one in rest.unread], rest.last) == (["p2"], "")


def test_signals_are_given_back_whole_and_in_outline(filled: Store) -> None:
    read_all(filled)
    with filled.read() as tx:
        assert tx.choosing.signals(["p1", "nobody"]) == {"p1": signals_of(Paper("p1", "", abstract="On a laptop."))}
        outlines = tx.choosing.outlines()
        traits = {one.paper: one for one in tx.search.traits()}
    assert {paper: one.compute for paper, one in outlines.items()} == dict.fromkeys(("p0", "p1", "p2"), Compute.LAPTOP)
    assert (traits["p1"].compute, traits["p1"].text) == ("laptop", "abstract")


def test_what_nobody_read_is_not_there(filled: Store) -> None:
    with filled.read() as tx:
        assert tx.choosing.signals(["p1"]) == {}
        assert tx.choosing.outlines() == {}
        assert {one.compute for one in tx.search.traits()} == {""}


def test_a_mark_says_when_there_is_something_to_read(filled: Store) -> None:
    def due() -> bool:
        with filled.read() as tx:
            return tx.choosing.mark() != tx.choosing.wanted()

    assert due()
    with filled.write() as tx:
        tx.choosing.note_read(tx.choosing.wanted())
    assert not due()
    with filled.write() as tx:
        tx.texts.put(TEXT)
    assert due()
    with filled.write() as tx:
        tx.choosing.note_read(tx.choosing.wanted())
        tx.papers.put([Paper("p9", "New")], now=LATER)
    assert due()


def test_signals_go_with_their_paper(filled: Store) -> None:
    with filled.write() as tx:
        part = tx.choosing.unread()
        tx.connection.execute(sa.delete(papers).where(papers.c.id == "p2"))
        tx.choosing.put([(one, Signals()) for one in part.unread], now=NOW)
        assert set(tx.choosing.outlines()) == {"p0", "p1"}
        tx.connection.execute(sa.delete(papers).where(papers.c.id == "p1"))
        assert set(tx.choosing.outlines()) == {"p0"}


def test_costs_are_those_of_judged_attempts_that_are_shown(filled: Store) -> None:
    for name, ran in (("a", "10.5"), ("b", "3"), ("c", None), ("d", "")):
        entered(filled, name, State.JUDGED, ran=ran)
    entered(filled, "e", State.JUDGED, ran="9000", hidden=True)
    entered(filled, "f", State.QUEUED)
    with filled.read() as tx:
        found = tx.choosing.costs()
        assert tx.choosing.costs(["p1"]) == found
        assert tx.choosing.costs(["p2"]) == {}
    assert set(found) == {"p1"}
    assert (found["p1"].attempts, found["p1"].seconds, found["p1"].untold) == (4, Range(2, 3, 3, 11), 2)


def test_attempts_on_the_way_and_of_the_last_days(filled: Store) -> None:
    entered(filled, "a", State.QUEUED)
    entered(filled, "b", State.RESOLVED)
    entered(filled, "c", State.JUDGED)
    entered(filled, "d", State.QUEUED, hidden=True)
    with filled.read() as tx:
        assert tx.choosing.underway(NOW) == {"p1": Underway(2, 1)}
        assert tx.choosing.underway(LATER) == {"p1": Underway(2, 0)}
