"""Examinations of the judge stay on record as they were added."""

from openrepro.store.store import Store
from tests.judging.examinations import examination

AT = "2026-07-20T12:00:00Z"


def test_examinations_are_kept_newest_first(store: Store) -> None:
    with store.write() as tx:
        assert tx.examinations.latest() is None
        first = tx.examinations.add(examination(5), note="before the opening", now=AT)
        second = tx.examinations.add(examination(7), note="after the change", now=AT)
    with store.read() as tx:
        assert [one.id for one in tx.examinations.list()] == [second, first]
        assert [one.id for one in tx.examinations.list(before=second or 0)] == [first]
        assert len(tx.examinations.list(limit=1)) == 1
        latest = tx.examinations.latest()
        assert latest == tx.examinations.get(second or 0)
        assert latest is not None
        assert (latest.note, latest.at, latest.body) == ("after the change", AT, examination(7))
        assert tx.examinations.get(99) is None


def test_the_same_examination_is_kept_once(store: Store) -> None:
    with store.write() as tx:
        assert tx.examinations.add(examination(), note="once", now=AT)
        assert tx.examinations.add(examination(), note="twice", now=AT) is None
        assert [one.note for one in tx.examinations.list()] == ["once"]
