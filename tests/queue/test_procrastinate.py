"""What only the queue of many machines has: calls, procrastinate's tables, a database that goes away."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
import sqlalchemy as sa

from openrepro.errors import OpenReproError
from openrepro.queue.calls import MOST
from openrepro.queue.crew import Crew
from openrepro.queue.inline import InlineQueue
from openrepro.queue.opening import open_queue
from openrepro.queue.procrastinate import ProcrastinateQueue
from openrepro.queue.procrastinate_schema import apply_schema
from openrepro.store.store import Store
from tests.databases import WORKER
from tests.postgres import OwnServer, Server
from tests.queue.conftest import Bed
from tests.queue.crowd import LATER, NOW, enqueue, marked, settle, states
from tests.queue.process import Doing, leave_final_mark


@pytest.fixture
def called(called_url: str) -> Iterator[Bed]:
    made = Bed("procrastinate", Store.open(called_url))
    yield made
    made.end()


def calls(store: Store) -> list[str]:
    """The state of each call."""
    with store.read() as tx:
        return list(tx.connection.scalars(sa.text("SELECT status::text FROM procrastinate_jobs ORDER BY id")))


def do(store: Store, statement: str) -> None:
    with store.write() as tx:
        tx.connection.execute(sa.text(statement))


def test_a_call_is_made_in_the_transaction_that_enqueues(called: Bed) -> None:
    settle(called.store, "a", each=2)
    with called.store.write() as tx:
        enqueue(tx, "a0")
        enqueue(tx, "a0")
        enqueue(tx, "a1", not_before=LATER)
    assert calls(called.store) == ["todo"]
    with suppress(KeyboardInterrupt), called.store.write() as tx:
        enqueue(tx, "a1", "r2")
        raise KeyboardInterrupt
    assert len(calls(called.store)) == 1


def test_a_long_queue_needs_few_calls(called: Bed) -> None:
    settle(called.store, "a", each=MOST + 20)
    with called.store.write() as tx:
        for number in range(MOST + 20):
            enqueue(tx, f"a{number}")
    assert len(calls(called.store)) == MOST
    do(called.store, "DELETE FROM procrastinate_jobs WHERE id > 30")
    with called.store.write() as tx:
        tx.jobs.call_missing(NOW)
        tx.jobs.call_missing(NOW)
    assert len(calls(called.store)) == MOST


def test_without_procrastinate_nobody_is_called(postgres_server: Server) -> None:
    store = Store.open(postgres_server.create(f"uncalled_{WORKER}"))
    store.migrate()
    settle(store, "a")
    with store.write() as tx:
        enqueue(tx, "a0")
        tx.jobs.call_missing(NOW)
    store.close()


def test_no_call_is_left_when_the_work_is_done(called: Bed) -> None:
    settle(called.store, "a", each=5)
    with called.store.write() as tx:
        for number in range(5):
            enqueue(tx, f"a{number}")
    called.process(size=2)
    called.until_states(done=5)
    called.until(lambda: calls(called.store) == [], seconds=5)


def test_calls_that_were_lost_are_made_anew(called: Bed) -> None:
    settle(called.store, "a", each=5)
    with called.store.write() as tx:
        for number in range(5):
            enqueue(tx, f"a{number}")
    do(called.store, "DELETE FROM procrastinate_jobs")
    called.process()
    called.until_states(done=5, seconds=5)


def test_too_many_calls_do_no_harm(called: Bed) -> None:
    settle(called.store, "a")
    with called.store.write() as tx:
        made = enqueue(tx, "a0")
    do(called.store, "INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('openrepro', 'openrepro.work')")
    called.process()
    called.until(lambda: calls(called.store) == [], seconds=5)
    assert marked(called.store) == [made]


def test_a_call_that_a_dead_worker_had_taken_is_put_back(called: Bed) -> None:
    settle(called.store, "a")
    with called.store.write() as tx:
        enqueue(tx, "a0")
    do(called.store, "UPDATE procrastinate_jobs SET status = 'doing', worker_id = NULL")
    called.process()
    called.until(lambda: states(called.store) == {"done": 1} and calls(called.store) == [], seconds=5)


def test_two_processes_may_make_the_tables_at_once(called_url: str) -> None:
    stores = [Store.open(called_url) for _ in range(4)]
    do(stores[0], "DROP SCHEMA public CASCADE")
    do(stores[0], "CREATE SCHEMA public")
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda store: apply_schema(store.engine), stores))
    assert sorted(made) == [False, False, False, True]
    for store in stores:
        store.close()


def test_tables_of_another_version_are_made_anew_and_the_calls_with_them(called: Bed) -> None:
    settle(called.store, "a")
    with called.store.write() as tx:
        enqueue(tx, "a0")
    assert not apply_schema(called.store.engine)
    do(called.store, "COMMENT ON TABLE procrastinate_jobs IS 'made by openrepro: another'")
    do(called.store, "DROP FUNCTION procrastinate_fetch_job_v2")
    assert apply_schema(called.store.engine)
    called.process()
    called.until_states(done=1, seconds=5)


def test_tables_that_somebody_else_made_are_left_alone(called: Bed) -> None:
    do(called.store, "COMMENT ON TABLE procrastinate_jobs IS NULL")
    do(called.store, "DROP FUNCTION procrastinate_fetch_job_v2")
    assert not apply_schema(called.store.engine)
    with called.store.read() as tx:
        assert tx.connection.scalar(sa.text("SELECT to_regproc('procrastinate_fetch_job_v2')")) is None


def test_a_database_that_refuses_is_told_in_a_sentence(postgres_server: Server) -> None:
    store = Store.open(postgres_server.create(f"uncalled_{WORKER}"))
    do(store, "CREATE TYPE procrastinate_job_status AS ENUM ('todo')")
    with pytest.raises(OpenReproError, match=r'could not be made: type "procrastinate_job_status" already exists'):
        apply_schema(store.engine)
    store.close()


@pytest.mark.parametrize(("fixture", "kind"), [("sqlite_url", InlineQueue), ("called_url", ProcrastinateQueue)])
def test_the_database_says_which_queue_it_is(request: pytest.FixtureRequest, fixture: str, kind: type) -> None:
    store = Store.open(request.getfixturevalue(fixture))
    crew = Crew(store, Doing(store, 0), leave_final_mark, size=0)
    assert isinstance(open_queue(store.engine, crew), kind)
    store.close()


@pytest.mark.parametrize("kind", ["inline", "procrastinate"])
def test_work_goes_on_when_the_database_was_restarted(own_postgres: OwnServer, kind: str) -> None:
    store = Store.open(own_postgres.url())
    store.migrate()
    bed = Bed(kind, store)
    if kind == "procrastinate":
        apply_schema(bed.store.engine)
    settle(bed.store, "a", "b", each=15)
    with bed.store.write() as tx:
        made = [enqueue(tx, f"{team}{number}") for team in "ab" for number in range(15)]
    bed.process(size=2, takes=0.1)
    bed.until(lambda: len(marked(bed.store)) > 4)
    own_postgres.stop()
    time.sleep(0.3)
    own_postgres.start()
    bed.until_states(done=30)
    assert sorted(marked(bed.store)) == made
    bed.end()
