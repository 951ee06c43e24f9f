"""What every queue must do, whatever happens to its workers: nothing lost, nothing doubled, everything ends."""

import os
import random
import signal
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from openrepro.entries.job import JobState
from openrepro.store.tables import jobs
from tests.queue.conftest import Bed
from tests.queue.crowd import QUICK, enqueue, enqueue_many, marked, marks, settle, states


def fill(bed: Bed, *teams: str, each: int) -> list[int]:
    """Enqueue the entries of teams, team after team."""
    settle(bed.store, *teams, each=each)
    with bed.store.write() as tx:
        return [enqueue(tx, f"{team}{number}") for team in teams for number in range(each)]


def sentences(bed: Bed) -> list[str]:
    with bed.store.read() as tx:
        return list(tx.connection.scalars(sa.select(jobs.c.sentence).order_by(jobs.c.id)))


def test_everything_is_done_once(bed: Bed) -> None:
    made = fill(bed, "a", "b", "c", each=10)
    bed.process(size=2)
    bed.process(size=2)
    bed.until_states(done=30)
    assert sorted(marked(bed.store)) == made


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_or_doubled_when_workers_are_killed(bed: Bed, seed: int) -> None:
    made = fill(bed, "a", "b", "c", "d", each=12)
    chance = random.Random(seed)
    alive = [bed.process(size=2, takes=0.05) for _ in range(2)]
    for _ in range(6):
        time.sleep(chance.uniform(0.02, 0.2))
        victim = chance.randrange(len(alive))
        alive[victim].kill()
        alive[victim] = bed.process(size=2, takes=0.05)
    bed.until_states(done=48)
    assert sorted(marked(bed.store)) == made


def test_the_jobs_of_a_killed_worker_are_taken_over(bed: Bed) -> None:
    fill(bed, "a", each=1)
    victim = bed.process(takes=30)
    bed.until_states(leased=1)
    victim.kill()
    bed.process()
    bed.until_states(done=1, seconds=5)
    with bed.store.read() as tx:
        (job,) = tx.jobs.of_entry("a0")
        assert job.attempts == 2


def test_a_worker_that_comes_back_after_its_lease_leaves_nothing(bed: Bed) -> None:
    made = fill(bed, "a", each=1)
    sleeper = bed.process(terms=replace(QUICK, beat=60, sweep=60), takes=1)
    bed.until_states(leased=1)
    assert sleeper.pid
    time.sleep(0.3)  # until it holds no transaction
    os.kill(sleeper.pid, signal.SIGSTOP)
    bed.process()
    bed.until_states(done=1, seconds=5)
    os.kill(sleeper.pid, signal.SIGCONT)
    time.sleep(1)
    sleeper.terminate()
    sleeper.join(5)
    assert marked(bed.store) == made
    assert states(bed.store) == {"done": 1}


def test_a_job_that_kills_its_worker_fails_while_others_go_on(bed: Bed) -> None:
    settle(bed.store, "poison", "a", each=10)
    with bed.store.write() as tx:
        bad = enqueue(tx, "poison0")
        good = [enqueue(tx, f"a{number}") for number in range(10)]
    terms = replace(QUICK, attempts=2)
    for _ in range(2):
        bed.process(terms=terms).join(10)
    bed.process(terms=terms)
    bed.until_states(done=10, failed=1)
    assert sorted(marked(bed.store)) == [bad, *good]
    assert sentences(bed)[0].startswith("It could not be judged: 2 attempts failed, the last one so: The worker ")
    with bed.store.read() as tx:
        told = tx.connection.scalar(sa.select(marks.c.worker).where(marks.c.job == bad))
    assert told == f"final: {sentences(bed)[0]}"


def test_a_small_team_is_served_within_the_first_rounds(bed: Bed) -> None:
    settle(bed.store, "a", each=1000)
    settle(bed.store, "b", each=3)
    with bed.store.write() as tx:
        enqueue_many(tx, "a", 1000)
        small = [enqueue(tx, f"b{number}") for number in range(3)]
    bed.process()
    bed.until(lambda: len(marked(bed.store)) >= 12)
    assert set(small) <= set(marked(bed.store)[:10])


def test_faults_of_the_platform_are_tried_again_and_come_to_an_end(bed: Bed) -> None:
    (bad,) = fill(bed, "fault", each=1)
    queue = bed.queue(terms=replace(QUICK, attempts=3))
    queue.start()
    bed.until_states(failed=1)
    queue.stop()
    assert sentences(bed) == ["It could not be judged: 3 attempts failed, the last one so: OSError: the disk is full"]
    assert marked(bed.store) == [bad]


def test_a_handler_that_gives_no_result_has_failed(bed: Bed) -> None:
    fill(bed, "idle", each=1)
    queue = bed.queue(terms=replace(QUICK, attempts=2))
    queue.start()
    bed.until_states(failed=1)
    queue.stop()
    assert sentences(bed)[0].endswith("The handler returned without a result.")


def test_retries_do_not_hold_up_the_others_and_are_not_starved(bed: Bed) -> None:
    fill(bed, "a", each=40)
    with bed.store.write() as tx:
        job = tx.jobs.lease("w", now="2026-07-20T12:00:00Z", until="2026-07-20T12:01:00Z")
        assert job is not None
        tx.jobs.retry(job.id, job.fence, "fault", now="2026-07-20T12:00:00Z", not_before="")
    bed.process()
    bed.until_states(done=40)
    assert 1 < marked(bed.store).index(job.id) < 6


def test_a_job_is_done_when_it_is_due_and_not_before(bed: Bed) -> None:
    settle(bed.store, "a", each=2)
    now = time.time()
    due = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 1.5))
    with bed.store.write() as tx:
        held = enqueue(tx, "a0", not_before=due, now=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)))
        free = enqueue(tx, "a1")
    bed.process()
    bed.until_states(done=2)
    assert time.time() >= int(now + 1.5)
    assert marked(bed.store) == [free, held]


def test_a_job_that_is_cancelled_while_it_is_done_leaves_nothing(bed: Bed) -> None:
    fill(bed, "slow", each=1)
    after = fill(bed, "a", each=1)
    bed.process()
    bed.until_states(leased=1, waiting=1)
    with bed.store.write() as tx:
        tx.jobs.cancel("slow0", "The participant withdrew it.")
    bed.until_states(cancelled=1, done=1, seconds=5)
    assert marked(bed.store) == after
    assert sentences(bed)[0] == "The participant withdrew it."


def test_a_newer_revision_waits_for_the_older(bed: Bed) -> None:
    old = fill(bed, "a", each=1)
    bed.process(size=2, takes=0.3)
    bed.until(lambda: "waiting" not in states(bed.store))
    with bed.store.write() as tx:
        new = enqueue(tx, "a0", "r2")
    bed.until_states(done=2)
    assert marked(bed.store) == [*old, new]


def test_a_worker_that_is_told_to_stop_finishes_its_job(bed: Bed) -> None:
    fill(bed, "a", each=5)
    process = bed.process(takes=0.4)
    bed.until(lambda: "leased" in states(bed.store))
    process.terminate()
    process.join(5)
    assert process.exitcode == 0
    left = states(bed.store)
    assert set(left) == {"done", "waiting"}
    assert left["done"] == len(marked(bed.store))
    with bed.store.read() as tx:
        assert [job.attempts for job in tx.jobs.of_entry("a4")] == [0]


@pytest.mark.parametrize("team", ["slow", "deaf"])
def test_a_worker_that_must_stop_gives_back_what_takes_too_long(bed: Bed, team: str) -> None:
    fill(bed, team, each=1)
    process = bed.process(terms=replace(QUICK, grace=0.2))
    bed.until_states(leased=1)
    process.terminate()
    process.join(5)
    assert process.exitcode == 0
    with bed.store.read() as tx:
        (job,) = tx.jobs.of_entry(f"{team}0")
        assert (job.state, job.attempts) == (JobState.WAITING, 0)


def test_a_job_that_hangs_comes_to_an_end_and_others_go_on(bed: Bed) -> None:
    fill(bed, "deaf", each=1)
    fill(bed, "a", each=3)
    bed.process(terms=replace(QUICK, deadline=0.5, attempts=1))
    bed.until_states(failed=1, done=3, seconds=6)
    assert sentences(bed)[0].endswith("It took longer than 0.5 s.")


def test_the_health_says_what_waits_and_what_is_done(bed: Bed) -> None:
    fill(bed, "a", each=3)
    queue = bed.queue(takes=0.05)
    before = queue.health()
    assert (before.waiting, before.leased, before.ended) == (3, 0, 0)
    queue.start()
    queue.announce()
    bed.until_states(done=3)
    queue.stop()
    after = queue.health()
    assert (after.waiting, after.leased, after.ended, after.workers) == (0, 0, 3, 1)


def test_a_stopped_queue_takes_nothing_more(bed: Bed) -> None:
    settle(bed.store, "a", each=1)
    queue = bed.queue()
    queue.start()
    queue.stop()
    with bed.store.write() as tx:
        enqueue(tx, "a0")
    time.sleep(0.3)
    assert states(bed.store) == {"waiting": 1}
