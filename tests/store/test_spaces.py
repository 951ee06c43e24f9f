import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from openrepro.entries.discovery import Known, RunState, Space, Status
from openrepro.store.spaces import KnownPage
from openrepro.store.store import Store
from openrepro.store.tables import teams

T1, T2, T3 = "2026-07-20T12:00:00Z", "2026-07-20T13:00:00Z", "2026-07-20T14:00:00Z"


def known(name: str, status: Status = Status.LISTED, seen: str = T1, **facts: str) -> Known:
    space = Space(name, "a" * 40, ("demo", "paper-Ω"), T1, T2, key=f"key of {name}")
    return replace(Known(space, status, T1, seen), **facts)  # type: ignore[arg-type]


def test_what_is_known_of_a_space_comes_back_as_it_was(store: Store) -> None:
    one = replace(
        known("ada/x", Status.WITHHELD),
        sentence="Not shown.",
        etag='W/"1"',
        asked_at=T2,
        missing_since=T1,
        moved_to="bea/y",
        fetched_sha="b" * 40,
        fetch_at=T3,
        failures=2,
    )
    with store.write() as tx:
        tx.spaces.put([one, known("ada/y")])
    with store.read() as tx:
        assert tx.spaces.known(["ada/x", "never/seen", "ada/x"]) == {"ada/x": one}
        assert tx.spaces.by_keys(["key of ada/y", ""]) == {"key of ada/y": known("ada/y")}
        assert tx.spaces.counts() == {Status.WITHHELD: 1, Status.LISTED: 1}


def test_a_space_is_replaced_and_others_are_left_alone(store: Store) -> None:
    with store.write() as tx:
        tx.spaces.put([known("ada/x"), known("ada/y")])
        tx.spaces.put([known("ada/x", Status.GONE)])
    with store.read() as tx:
        found = tx.spaces.known(["ada/x", "ada/y"])
    assert (found["ada/x"].status, found["ada/y"].status) == (Status.GONE, Status.LISTED)


def test_a_renamed_space_is_not_found_by_its_key_under_the_old_name(store: Store) -> None:
    with store.write() as tx:
        tx.spaces.put([known("ada/x", Status.MOVED)])
        assert tx.spaces.by_keys(["key of ada/x"]) == {}


def test_those_not_shown_since_are_found_by_page(store: Store) -> None:
    names = [f"ada/{at}" for at in range(5)]
    with store.write() as tx:
        tx.spaces.put([known(name) for name in names])
        tx.spaces.touch(["ada/1", "ada/3"], T2)
        first = tx.spaces.not_shown(T2, T2, limit=2)
        assert [one.id for one in first] == ["ada/0", "ada/2"]
        assert [one.id for one in tx.spaces.not_shown(T2, T2, limit=2, after=first[-1])] == ["ada/4"]


def test_those_not_asked_for_longest_come_first(store: Store) -> None:
    with store.write() as tx:
        tx.spaces.put([known("ada/1", asked_at=T2), known("ada/2", asked_at=T1), known("ada/3")])
        assert [one.id for one in tx.spaces.not_shown(T2, T2, limit=9)] == ["ada/3", "ada/2", "ada/1"]


@pytest.mark.parametrize(
    ("status", "asked_at", "found"),
    [
        (Status.GONE, T1, True),
        (Status.GONE, T2, False),
        (Status.WITHHELD, T2, False),
        (Status.UNLISTED, T2, True),
        (Status.MOVED, "", False),
    ],
)
def test_those_that_are_gone_are_asked_for_seldom(store: Store, status: Status, asked_at: str, found: bool) -> None:
    with store.write() as tx:
        tx.spaces.put([known("ada/x", status, asked_at=asked_at)])
        assert bool(tx.spaces.not_shown(T2, asked_before=T2, limit=9)) is found


def test_files_are_fetched_in_the_order_of_waiting(store: Store) -> None:
    with store.write() as tx:
        tx.spaces.put([known("a/3", fetch_at=T2), known("a/1", fetch_at=T1), known("a/2"), known("a/4", fetch_at=T3)])
        assert [one.id for one in tx.spaces.due(T2, 9)] == ["a/1", "a/3"]
        assert [one.id for one in tx.spaces.due(T2, 1)] == ["a/1"]
        assert tx.spaces.waiting() == 3


def test_what_one_process_takes_no_other_takes_for_a_while(store: Store) -> None:
    with store.write() as tx:
        tx.spaces.put([known(f"a/{at}", fetch_at=T1) for at in range(3)])
        assert [one.id for one in tx.spaces.take_due(T1, 2, T3)] == ["a/0", "a/1"]
        assert [one.id for one in tx.spaces.take_due(T2, 2, T3)] == ["a/2"]
        assert tx.spaces.take_due(T2, 2, T3) == ()
        tx.spaces.give_back(["a/0", "a/2"], T3, T1)
        assert [one.id for one in tx.spaces.take_due(T2, 9, T3)] == ["a/0", "a/2"]
        assert len(tx.spaces.take_due(T3, 9, T3)) == 3


def test_the_space_of_an_entry_is_the_newest_name(store: Store) -> None:
    with store.write() as tx:
        tx.connection.execute(sa.insert(teams).values(id="t1", name="t1", created_at=T1))
        tx.connection.execute(
            sa.text(
                "INSERT INTO entries (id, seq, team_id, source, origin, state, reason, state_at, seen_at, created_at) "
                "VALUES ('e1', 1, 't1', 'space', 'ada/x', 'discovered', 'seen', :now, :now, :now)"
            ),
            {"now": T1},
        )
        tx.spaces.put([known("ada/old", Status.MOVED, T3, entry="e1"), known("ada/new", seen=T2, entry="e1")])
        found = tx.spaces.of_entry("e1")
        assert found is not None
        assert found.id == "ada/new"
        assert tx.spaces.of_entry("e2") is None


def test_a_page_is_remembered_until_no_walk_meets_it(store: Store) -> None:
    page = KnownPage("https://hub/api/spaces?cursor=1", 'W/"1"', "", ("ada/x", "ada/y"))
    with store.write() as tx:
        tx.spaces.keep_page(page, T1)
        tx.spaces.keep_page(page._replace(etag='W/"2"'), T2)
        tx.spaces.forget_pages(T2)
        assert tx.spaces.page(page.url) == page._replace(etag='W/"2"')
        tx.spaces.forget_pages(T3)
        assert tx.spaces.page(page.url) is None


def test_a_run_is_kept_and_belongs_to_one_process(store: Store) -> None:
    with store.write() as tx:
        run = tx.spaces.begin(T1)
        later = replace(run, touched_at=T2, pages=3, seen=7, next_url="https://hub/x")
        assert tx.spaces.save(later, was=T1)
        assert tx.spaces.last_run() == later
        assert not tx.spaces.save(replace(run, touched_at=T3), was=T1)
        ended = replace(later, touched_at=T3, ended_at=T3, state=RunState.PARTIAL, sentence="Cut off.")
        assert tx.spaces.save(ended, was=T2)
        assert not tx.spaces.save(later, was=T3)
        assert tx.spaces.last_run(RunState.PARTIAL) == ended
        assert tx.spaces.last_run(RunState.COMPLETE) is None
        assert [one.id for one in tx.spaces.runs()] == [run.id]


def test_twelve_thousand_spaces_are_written_quickly(store: Store) -> None:
    rows = [known(f"owner-{at % 400}/space-{at}") for at in range(12_000)]
    began = time.process_time()
    with store.write() as tx:
        tx.spaces.put(rows)
    with store.write() as tx:
        tx.spaces.touch([one.id for one in rows], T2)
        assert len(tx.spaces.known(one.id for one in rows)) == 12_000
    assert time.process_time() - began < 20
