"""Acts of operators, announcements, and turns at work."""

from datetime import UTC, datetime, timedelta

from openrepro.people.operators import Action
from openrepro.store.store import Store

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)
AT = "2026-07-20T12:00:00Z"


def test_acts_are_kept_with_who_and_why_newest_first(store: Store) -> None:
    with store.write() as tx:
        first = tx.operator.record(Action.HIDDEN, "e1", actor="a1", why="names a reviewer", now=AT)
        tx.operator.record(Action.REQUEUED, "e2", actor="a1", why="the disk was full", now=AT)
    with store.read() as tx:
        acts = tx.operator.acts()
        assert [act.action for act in acts] == [Action.REQUEUED, Action.HIDDEN]
        assert (acts[1].actor, acts[1].target, acts[1].why, acts[1].at) == ("a1", "e1", "names a reviewer", AT)
        assert tx.operator.acts(target="e1") == acts[1:]
        assert tx.operator.acts(before=acts[0].id) == acts[1:]
        assert tx.operator.acts(before=first) == ()
        assert tx.operator.acts(limit=1) == acts[:1]


def test_an_announcement_stands_until_it_is_withdrawn(store: Store) -> None:
    with store.write() as tx:
        number = tx.operator.announce("Judging pauses tonight.", author="a1", now=AT)
        assert [item.text for item in tx.operator.announcements()] == ["Judging pauses tonight."]
        assert tx.operator.withdraw_announcement(number, now=AT)
        assert not tx.operator.withdraw_announcement(number, now=AT)
        assert not tx.operator.withdraw_announcement(number + 1, now=AT)
        assert tx.operator.announcements() == ()
        assert [item.withdrawn_at for item in tx.operator.announcements(withdrawn=True)] == [AT]


def test_one_process_has_the_turn_until_its_end(store: Store) -> None:
    with store.write() as tx:
        assert tx.operator.take_turn("discovery", "one", now=NOW, until=NOW + timedelta(minutes=5))
        assert tx.operator.take_turn("discovery", "one", now=NOW, until=NOW + timedelta(minutes=9))
        assert not tx.operator.take_turn("discovery", "two", now=NOW + timedelta(minutes=9), until=NOW)
        assert tx.operator.take_turn("board", "two", now=NOW, until=NOW + timedelta(minutes=5))
        assert tx.operator.take_turn(
            "discovery", "two", now=NOW + timedelta(minutes=10), until=NOW + timedelta(hours=1)
        )


def test_a_turn_that_is_given_back_can_be_taken_at_once(store: Store) -> None:
    with store.write() as tx:
        assert tx.operator.take_turn("board", "one", now=NOW, until=NOW + timedelta(minutes=5))
        tx.operator.end_turn("board", "two")
        assert not tx.operator.take_turn("board", "two", now=NOW, until=NOW + timedelta(minutes=5))
        tx.operator.end_turn("board", "one")
        assert tx.operator.take_turn("board", "two", now=NOW, until=NOW + timedelta(minutes=5))
