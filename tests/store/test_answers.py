"""A request with a key is done once, and its answer is kept for a while."""

from openrepro.store.answers import KeptAnswer
from openrepro.store.store import Store

AT, LATER = "2026-07-20T12:00:00Z", "2026-07-20T12:10:00Z"


def test_only_one_begins_with_a_key(store: Store) -> None:
    with store.write() as tx:
        assert tx.answers.begin("ada", "k1", "digest", now=AT)
    with store.write() as tx:
        assert not tx.answers.begin("ada", "k1", "digest", now=LATER)
        assert tx.answers.begin("eve", "k1", "digest", now=AT)
        assert tx.answers.get("ada", "k1") == KeptAnswer("digest", None, "", AT)
        assert tx.answers.get("ada", "k2") is None


def test_the_answer_is_kept(store: Store) -> None:
    with store.write() as tx:
        tx.answers.begin("ada", "k1", "digest", now=AT)
        tx.answers.finish("ada", "k1", 202, '{"data":1}')
    with store.write() as tx:
        assert tx.answers.get("ada", "k1") == KeptAnswer("digest", 202, '{"data":1}', AT)


def test_what_was_left_can_be_taken_over_or_dropped(store: Store) -> None:
    with store.write() as tx:
        tx.answers.begin("ada", "k1", "digest", now=AT)
        tx.answers.take_over("ada", "k1", "other", now=LATER)
        assert tx.answers.get("ada", "k1") == KeptAnswer("other", None, "", LATER)
        tx.answers.drop("ada", "k1")
        assert tx.answers.begin("ada", "k1", "other", now=LATER)


def test_old_answers_are_forgotten(store: Store) -> None:
    with store.write() as tx:
        tx.answers.begin("ada", "k1", "digest", now=AT)
        tx.answers.begin("ada", "k2", "digest", now=LATER)
        assert tx.answers.forget(LATER) == 1
        assert tx.answers.forget(LATER) == 0
        assert tx.answers.get("ada", "k1") is None
        assert tx.answers.get("ada", "k2") is not None


def test_what_was_answered_is_neither_dropped_nor_renewed(store: Store) -> None:
    with store.write() as tx:
        tx.answers.begin("ada", "k1", "digest", now=AT)
        tx.answers.renew("ada", "k1", now=LATER)
        assert tx.answers.get("ada", "k1") == KeptAnswer("digest", None, "", LATER)
        tx.answers.finish("ada", "k1", 202, "{}")
        tx.answers.renew("ada", "k1", now=AT)
        tx.answers.drop("ada", "k1")
        assert tx.answers.get("ada", "k1") == KeptAnswer("digest", 202, "{}", LATER)
