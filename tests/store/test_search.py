from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.papers.paper import Paper
from openrepro.store.store import Store

NOW = "2026-07-16T00:00:00Z"


def loaded(store: Store, count: int = 3) -> None:
    papers = [Paper(f"p{at:04}", f"Title {at}", ("Ada A.", "Bo B."), abstract=f"about {at}") for at in range(count)]
    claims = (Claim("p0001.c1", Kind.VALUE, "It is 3.1 %."), Claim("p0001.c2", Kind.DEFINITION, "We define."))
    with store.write() as tx:
        tx.papers.put(papers, now=NOW)
        tx.papers.put_claims([ClaimSet("p0001", claims, [{"id": "p0001.c1"}])], now=NOW)


def test_texts_of_all_papers_come_in_their_order(store: Store) -> None:
    loaded(store, 1_203)
    with store.read() as tx:
        found = list(tx.search.documents())
    assert [one.id for one in found] == [f"p{at:04}" for at in range(1_203)]
    assert found[1] == ("p0001", "Title 1", "Ada A. Bo B.", "It is 3.1 %. We define.", "about 1")


def test_traits_count_claims_that_can_be_tested(store: Store) -> None:
    loaded(store)
    with store.read() as tx:
        assert {one.paper: one.testable for one in tx.search.traits()} == {"p0000": 0, "p0001": 1, "p0002": 0}
        assert list(tx.search.examined("main")) == []
        assert tx.search.last_judged() == {}


def test_an_index_is_kept_in_place_of_the_one_before(store: Store) -> None:
    with store.read() as tx:
        assert (tx.search.basis("search"), tx.search.body("search")) == (None, None)
    for basis, body in (("one", b"\x00\x01"), ("two", b"\x02")):
        with store.write() as tx:
            tx.search.keep("search", basis, body, now=NOW)
        with store.read() as tx:
            assert (tx.search.basis("search"), tx.search.body("search")) == (basis, body)


def test_another_title_is_a_change_too(store: Store) -> None:
    loaded(store)
    with store.read() as tx:
        before = tx.search.mark()
    with store.write() as tx:
        tx.papers.put([Paper("p0001", "Another title")], now=NOW)
    with store.read() as tx:
        assert tx.search.mark() != before
