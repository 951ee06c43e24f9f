"""The queue as readers see it: the order of the judge, public entries only, reasons counted."""

from datetime import UTC, datetime, timedelta

from openrepro.clock import written
from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.store.store import Store, Transaction

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)
AT = written(NOW)


def enter(tx: Transaction, team: str, name: str, state: State = State.QUEUED, reason: Reason = Reason.WAITING) -> str:
    entry = Entry(
        id=f"e_{name}",
        team=team,
        source=Source.UPLOAD,
        origin=f"upload:{name}",
        state=state,
        reason=reason,
        sentence="",
        state_at=AT,
        seen_at=AT,
        created_at=AT,
        title=f"Book {name}",
    )
    tx.entries.add(entry)
    return entry.id


def test_turns_are_taken_and_every_fourth_is_a_retry(store: Store) -> None:
    with store.write() as tx:
        ada, bo = (tx.people.add(name, now=AT).team for name in ("ada", "bo"))
        retried = enter(tx, bo, "r")
        tx.jobs.enqueue(retried, "1", bo, now=AT)
        job = tx.jobs.lease("w", now=AT, until=AT)
        assert job is not None
        tx.jobs.retry(job.id, job.fence, "A fault.", now=AT, not_before="")
        for name in "abcd":
            tx.jobs.enqueue(enter(tx, ada, name), "1", ada, now=AT)
        tx.jobs.enqueue(enter(tx, bo, "x"), "1", bo, now=AT)
    with store.read() as tx:
        line = tx.line.next(50)
        assert [one.title[-1] for one in line] == ["a", "x", "b", "r", "c", "d"]
        assert [one.retry for one in line].index(True) == 3
        assert tx.line.next(2) == line[:2]


def test_work_and_what_is_held_are_told_apart(store: Store) -> None:
    with store.write() as tx:
        team = tx.people.add("ada", now=AT).team
        later = written(NOW + timedelta(hours=6))
        tx.jobs.enqueue(enter(tx, team, "held", reason=Reason.COOLDOWN), "1", team, not_before=later, now=AT)
        tx.jobs.enqueue(enter(tx, team, "work"), "1", team, now=AT)
        tx.jobs.lease("w", now=AT, until=later)
        assert tx.line.next(9) == ()
        (held,) = tx.line.held(9)
        (work,) = tx.line.in_work(9)
    assert (held.entry, held.not_before, held.begun_at, held.reason) == ("e_held", later, "", Reason.COOLDOWN)
    assert (work.entry, work.not_before, work.begun_at) == ("e_work", "", AT)


def test_hidden_entries_are_neither_listed_nor_counted(store: Store) -> None:
    with store.write() as tx:
        team = tx.people.add("ada", now=AT).team
        for name in ("seen", "hidden"):
            tx.jobs.enqueue(enter(tx, team, name, State.REJECTED, Reason.NO_PAPER), "1", team, now=AT)
        tx.connection.exec_driver_sql("UPDATE entries SET hidden = true WHERE id = 'e_hidden'")
        enter(tx, team, "done", State.JUDGED, Reason.RULED)
        assert [one.entry for one in tx.line.next(9)] == ["e_seen"]
        assert tx.line.unjudged() == ((State.REJECTED, Reason.NO_PAPER, 1),)
