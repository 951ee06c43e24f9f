"""The table of jobs: the order of work, leases, fences, places."""

from collections.abc import Callable
from threading import Thread

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from openrepro.entries.job import Job, JobState, Lane, StaleFence
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import jobs
from tests.queue.crowd import LATER, NOW, enqueue, settle


def lease(tx: Transaction, *, now: str = NOW, prefer: Lane = Lane.NORMAL) -> Job | None:
    return tx.jobs.lease("w", now=now, until=LATER, prefer=prefer)


def leased(tx: Transaction, *, now: str = NOW, prefer: Lane = Lane.NORMAL) -> Job:
    job = lease(tx, now=now, prefer=prefer)
    assert job is not None
    return job


def all_in_order(tx: Transaction, now: str = NOW) -> list[str]:
    """Lease everything there is, and give the entries in that order."""
    found = []
    while (job := lease(tx, now=now)) is not None:
        found.append(job.entry)
    return found


def test_a_job_is_leased_once(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        made = enqueue(tx, "a0")
        job = leased(tx)
        assert (job.id, job.entry, job.revision, job.state) == (made, "a0", "r1", JobState.LEASED)
        assert (job.attempts, job.fence, job.leased_by, job.leased_until) == (1, 1, "w", LATER)
        assert lease(tx) is None


def test_teams_take_turns(store: Store) -> None:
    settle(store, "a", "b", each=5)
    with store.write() as tx:
        for entry in ("a0", "a1", "a2", "a3", "b0", "b1"):
            enqueue(tx, entry)
        assert all_in_order(tx) == ["a0", "b0", "a1", "b1", "a2", "a3"]


def test_who_comes_late_joins_the_round_that_is_being_served(store: Store) -> None:
    settle(store, "a", "b", each=9)
    with store.write() as tx:
        for number in range(9):
            enqueue(tx, f"a{number}")
        assert [leased(tx).entry for _ in range(5)] == ["a0", "a1", "a2", "a3", "a4"]
        for number in range(3):
            enqueue(tx, f"b{number}")
        assert all_in_order(tx) == ["a5", "b0", "a6", "b1", "a7", "b2", "a8"]


def test_what_was_done_or_cancelled_earlier_costs_a_team_nothing(store: Store) -> None:
    settle(store, "a", "b", each=30)
    with store.write() as tx:
        for number in range(20):
            enqueue(tx, f"a{number}")
        for number in range(20):
            tx.jobs.cancel(f"a{number}", "withdrawn")
        for number in range(4):
            enqueue(tx, f"b{number}")
        enqueue(tx, "a20")
        assert all_in_order(tx) == ["b0", "a20", "b1", "b2", "b3"]


def test_the_same_revision_is_queued_once(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        first = enqueue(tx, "a0")
        assert enqueue(tx, "a0") == first
        leased(tx)
        assert enqueue(tx, "a0") == first


def test_a_finished_revision_can_be_queued_again(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        first = enqueue(tx, "a0")
        job = leased(tx)
        tx.jobs.complete(job.id, job.fence, "judged")
        assert enqueue(tx, "a0") > first


def test_a_newer_revision_takes_the_place_of_the_older(store: Store) -> None:
    settle(store, "a", "b", each=3)
    with store.write() as tx:
        old = enqueue(tx, "a0")
        enqueue(tx, "a1")
        enqueue(tx, "b0")
        new = enqueue(tx, "a0", "r2")
        found = tx.jobs.get(old)
        assert found is not None
        assert found.state is JobState.CANCELLED
        assert found.sentence == "A newer revision took its place."
        assert [leased(tx).entry, leased(tx).id, leased(tx).entry] == ["b0", new, "a1"]


def test_a_newer_revision_waits_while_the_older_is_worked_on(store: Store) -> None:
    settle(store, "a", "b")
    with store.write() as tx:
        enqueue(tx, "a0")
        old = leased(tx)
        new = enqueue(tx, "a0", "r2")
        enqueue(tx, "b0")
        assert leased(tx).entry == "b0"
        assert lease(tx) is None
        tx.jobs.complete(old.id, old.fence, "judged")
        assert leased(tx).id == new


def test_the_database_itself_refuses_two_leases_of_one_entry(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0")
        leased(tx)
        enqueue(tx, "a0", "r2")
    with pytest.raises(IntegrityError), store.write() as tx:
        tx.connection.execute(sa.update(jobs).values(state="leased"))


def test_a_held_job_is_leased_when_it_is_due(store: Store) -> None:
    settle(store, "a", "b", each=2)
    with store.write() as tx:
        enqueue(tx, "a0", not_before=LATER)
        assert lease(tx) is None
        assert not tx.jobs.due(NOW)
        assert tx.jobs.due(LATER)
        enqueue(tx, "b0")
        enqueue(tx, "b1")
        assert leased(tx, now=LATER).entry == "b0"
        assert leased(tx, now=LATER, prefer=Lane.RETRY).entry == "a0"  # every fourth lease looks at what was held
        enqueue(tx, "a1", not_before=LATER)
        assert all_in_order(tx, now=LATER) == ["b1", "a1"]


def test_a_retry_is_taken_when_nothing_else_is_due_or_when_it_is_its_turn(store: Store) -> None:
    settle(store, "a", "b", each=3)
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        tx.jobs.retry(job.id, job.fence, "The disk was full.", now=NOW, not_before=NOW)
        enqueue(tx, "b0")
        enqueue(tx, "b1")
        assert leased(tx).entry == "b0"
        assert leased(tx, prefer=Lane.RETRY).entry == "a0"
        assert leased(tx, prefer=Lane.RETRY).entry == "b1"


def test_a_retry_after_a_pause_goes_to_the_slow_lane(store: Store) -> None:
    settle(store, "a", "b")
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        tx.jobs.retry(job.id, job.fence, "The disk was full.", now=NOW, not_before=LATER)
        found = tx.jobs.get(job.id)
        assert found is not None
        assert (found.state, found.lane, found.sentence) == (JobState.WAITING, Lane.HELD, "The disk was full.")
        enqueue(tx, "b0")
        assert lease(tx) is not None
        assert lease(tx) is None
        again = leased(tx, now=LATER)
        assert (again.id, again.lane, again.attempts, again.fence) == (job.id, Lane.RETRY, 2, 2)


def test_a_retry_gives_way_to_a_newer_revision(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        new = enqueue(tx, "a0", "r2")
        tx.jobs.retry(job.id, job.fence, "The disk was full.", now=NOW, not_before=NOW)
        found = tx.jobs.get(job.id)
        assert found is not None
        assert found.state is JobState.CANCELLED
        assert leased(tx).id == new
        assert lease(tx) is None


def test_a_job_that_is_given_back_keeps_its_place_and_its_attempts(store: Store) -> None:
    settle(store, "a", "b")
    with store.write() as tx:
        enqueue(tx, "a0")
        enqueue(tx, "b0")
        job = leased(tx)
        assert tx.jobs.give_back(job.id, job.fence)
        again = leased(tx)
        assert (again.id, again.lane, again.attempts, again.fence) == (job.id, Lane.NORMAL, 1, 2)
        assert not tx.jobs.give_back(job.id, job.fence)


@pytest.mark.parametrize(
    "act",
    [
        lambda tx, job: tx.jobs.complete(job.id, job.fence, "judged"),
        lambda tx, job: tx.jobs.fail(job.id, job.fence, "judged"),
        lambda tx, job: tx.jobs.retry(job.id, job.fence, "", now=NOW, not_before=NOW),
    ],
    ids=["complete", "fail", "retry"],
)
def test_a_stale_fence_changes_nothing(store: Store, act: Callable[[Transaction, Job], None]) -> None:
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0")
        old = leased(tx)
        tx.jobs.give_back(old.id, old.fence)
        new = leased(tx)
        with pytest.raises(StaleFence):
            act(tx, old)
        assert not tx.jobs.renew(old.id, old.fence, LATER)
        assert tx.jobs.get(new.id) == new
        tx.jobs.complete(new.id, new.fence, "judged")
        done = tx.jobs.get(new.id)
        assert done is not None
        assert (done.state, done.sentence) == (JobState.DONE, "judged")
        assert done.ended_at


def test_a_stale_fence_takes_the_results_with_it(store: Store) -> None:
    settle(store, "a", "b")
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)

    def judge(fence: int) -> None:
        with store.write() as tx:
            enqueue(tx, "b0")
            tx.jobs.complete(job.id, fence, "judged")

    with pytest.raises(StaleFence):
        judge(job.fence + 1)
    with store.read() as tx:
        assert tx.jobs.of_entry("b0") == ()


def test_cancelling_voids_what_is_leased(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        enqueue(tx, "a0", "r2")
        assert tx.jobs.cancel("a0", "The participant withdrew it.") == 2
        assert tx.jobs.cancel("a0", "The participant withdrew it.") == 0
        assert not tx.jobs.renew(job.id, job.fence, LATER)
        with pytest.raises(StaleFence):
            tx.jobs.complete(job.id, job.fence, "judged")
        assert [found.state for found in tx.jobs.of_entry("a0")] == [JobState.CANCELLED] * 2
        assert lease(tx) is None


def test_a_lease_that_is_over_is_found(store: Store) -> None:
    settle(store, "a", "b")
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        assert tx.jobs.expired(NOW) == ()
        assert tx.jobs.expired(LATER) == (job,)
        assert tx.jobs.renew(job.id, job.fence, "2026-07-20T12:02:00Z")
        assert tx.jobs.expired(LATER) == ()


def test_the_place_counts_what_comes_before(store: Store) -> None:
    settle(store, "a", "b", each=5)
    with store.write() as tx:
        for number in range(5):
            enqueue(tx, f"a{number}")
        enqueue(tx, "b0")
        places = [tx.jobs.place(entry, now=NOW) for entry in ("a0", "b0", "a1", "a4")]
        assert [place and place.ahead for place in places] == [0, 1, 2, 5]
        leased(tx)
        assert tx.jobs.place("a0", now=NOW) is None


def test_the_place_of_a_retry_counts_the_normal_lane_in_between(store: Store) -> None:
    settle(store, "a", "b", each=9)
    with store.write() as tx:
        enqueue(tx, "a0")
        job = leased(tx)
        tx.jobs.retry(job.id, job.fence, "The disk was full.", now=NOW, not_before=NOW)
        for number in range(9):
            enqueue(tx, f"b{number}")
        retry, second, last = (tx.jobs.place(entry, now=NOW) for entry in ("a0", "b1", "b8"))
        assert [place and place.ahead for place in (retry, second, last)] == [3, 1, 9]


def test_a_held_job_says_until_when(store: Store) -> None:
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0", not_before=LATER)
        place = tx.jobs.place("a0", now=NOW)
        assert place is not None
        assert (place.ahead, place.not_before) == (0, LATER)


def test_the_expected_time_comes_from_the_recent_pace(store: Store) -> None:
    settle(store, "a", "b", each=20)
    with store.write() as tx:
        for number in range(20):
            enqueue(tx, f"a{number}")
        for number in range(10):
            job = tx.jobs.lease(f"w{number % 2}", now=NOW, until=LATER)
            assert job is not None
            tx.jobs.complete(job.id, job.fence, "judged", now="2026-07-20T12:00:30Z")
        place = tx.jobs.place("a12", now=LATER)
        assert place is not None
        assert (place.ahead, place.expected_at) == (2, "2026-07-20T12:01:45Z")  # 3 jobs of 30 s, two at a time
        health = tx.jobs.health(LATER)
        assert (health.waiting, health.leased, health.held, health.oldest) == (10, 0, 0, NOW)
        assert (health.ended, health.workers, health.seconds) == (10, 2, 30.0)
        tomorrow = tx.jobs.place("a12", now="2026-07-21T12:00:00Z")
        assert tomorrow is not None
        assert tomorrow.expected_at == ""
        assert tomorrow.sentence.startswith("No worker is at work right now")


def test_without_a_pace_the_expected_time_is_a_rough_estimate(store: Store) -> None:
    settle(store, "a", "b", each=5)
    with store.write() as tx:
        for number in range(3):
            enqueue(tx, f"a{number}")
        fresh = tx.jobs.place("a2", now=NOW)
        assert fresh is not None
        assert (fresh.ahead, fresh.expected_at) == (2, "2026-07-20T12:00:15Z")
        assert "rough estimate" in fresh.sentence


def test_nobody_is_expected_to_judge_where_work_is_left_lying(store: Store) -> None:
    settle(store, "a", "b", each=5)
    with store.write() as tx:
        enqueue(tx, "a0")
        enqueue(tx, "a1")
        enqueue(tx, "b0")
        later = tx.jobs.place("a1", now=LATER)
        assert later is not None
        assert (later.expected_at, later.sentence) == (
            "",
            "No worker is at work right now; it keeps its place until one is.",
        )
        tx.jobs.lease("w1", now=LATER, until="2026-07-20T12:02:00Z")
        taken = tx.jobs.place("a1", now=LATER)
        assert taken is not None
        assert taken.expected_at > LATER
        assert tx.jobs.health(LATER).workers == 1
        over = tx.jobs.place("a1", now="2026-07-20T12:05:00Z")
        assert over is not None
        assert (over.expected_at, tx.jobs.health("2026-07-20T12:05:00Z").workers) == ("", 0)


def test_workers_that_ended_are_not_counted_for_long(store: Store) -> None:
    settle(store, "a", each=5)
    with store.write() as tx:
        enqueue(tx, "a0")
        enqueue(tx, "a1")
        job = leased(tx)
        tx.jobs.complete(job.id, job.fence, "judged", now=LATER)
        assert tx.jobs.health("2026-07-20T12:02:00Z").workers == 1
        health = tx.jobs.health("2026-07-20T12:10:00Z")
        assert (health.ended, health.workers) == (1, 0)
        place = tx.jobs.place("a1", now="2026-07-20T12:10:00Z")
        assert place is not None
        assert place.expected_at == ""


def test_an_empty_queue_is_healthy(store: Store) -> None:
    with store.read() as tx:
        health = tx.jobs.health(NOW)
        assert (health.waiting, health.held, health.leased, health.oldest, health.ended) == (0, 0, 0, "", 0)


def test_counting_ends_somewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.store.jobs.COUNTED", 5)
    settle(store, "a", each=9)
    with store.write() as tx:
        for number in range(9):
            enqueue(tx, f"a{number}")
        near, far = tx.jobs.place("a3", now=NOW), tx.jobs.place("a8", now=NOW)
        assert near is not None
        assert far is not None
        assert (near.ahead, near.or_more) == (3, False)
        assert (far.ahead, far.or_more) == (5, True)


def test_two_transactions_may_enqueue_the_same_revision_at_once(postgresql_url: str) -> None:
    store = Store.open(postgresql_url)
    settle(store, "a")
    found: list[int] = []

    def enqueue_too() -> None:
        with store.write() as tx:
            found.append(enqueue(tx, "a0"))

    with store.write() as tx:
        first = enqueue(tx, "a0")
        other = Thread(target=enqueue_too)
        other.start()
        other.join(0.3)
        assert found == []
    other.join()
    assert found == [first]
    store.close()


def test_every_look_at_a_long_queue_uses_an_index(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    settle(store, "a", each=3)
    asked: list[tuple[str, object]] = []
    with store.write() as tx:
        sa.event.listen(store.engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
        enqueue(tx, "a0")
        job = leased(tx)
        enqueue(tx, "a1", not_before=LATER)
        tx.jobs.retry(job.id, job.fence, "", now=NOW, not_before=NOW)
        enqueue(tx, "a0", "r2")
        tx.jobs.place("a0", now=NOW)
        tx.jobs.health(NOW)
        tx.jobs.due(NOW)
        tx.jobs.expired(NOW)
        lease(tx, now=LATER, prefer=Lane.RETRY)
        tx.jobs.cancel("a0", "withdrawn")
        for statement, values in [found for found in asked if "jobs" in found[0] and "INSERT" not in found[0]]:
            plan = tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            assert not any("SCAN jobs" in row[3] and "INDEX" not in row[3] for row in plan), (statement, plan)
    store.close()
