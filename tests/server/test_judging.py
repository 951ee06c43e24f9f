"""The handler of jobs: what is judged, carried over, put off and told, whatever else happens meanwhile."""

from dataclasses import replace
from threading import Event

import pytest

from openrepro.claims.claim import ClaimSet
from openrepro.entries.entry import Reason, State
from openrepro.entries.job import JobState, StaleFence
from openrepro.entries.moderation import requeue, take_down, withdraw
from openrepro.queue.terms import USUAL
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError, Limits
from openrepro.server.judging import Judging
from openrepro.store.store import Store
from openrepro.store.tables import papers
from tests.entries.archives import files_of
from tests.entries.scene import EXAMPLE, HEDGE, Scene, scene
from tests.entries.test_intake import reworded
from tests.entries.test_sweeps import changed_claims

BOOK = files_of("amber/demo-hedge")
OTHER = files_of("birch/demo-hedge")
LABELS = {
    "c1": "falsified",
    "c2": "verified",
    "c3": "verified",
    "c4": "verified",
    "c5": "verified",
    "c6": "not testable",
}


def records(here: Scene, name: str) -> int:
    with here.store.read() as tx:
        return len(tx.ledger.verdicts(entry=name))


def jobs(here: Scene, name: str) -> list[str]:
    with here.store.read() as tx:
        return [str(job.state) for job in tx.jobs.of_entry(name)]


def test_a_judged_entry_has_records_an_act_and_a_sentence(store: Store) -> None:
    here = scene(store)
    entry = here.upload(BOOK, made="e1").entry
    assert here.work() == 1
    judged = here.entry("e1")
    assert (judged.state, judged.reason) == (State.JUDGED, Reason.RULED)
    assert judged.sentence == "Judged: 4 verified, 1 falsified, 1 not testable."
    assert (judged.judged_revision, judged.first_judged_at) == (entry.revision, here.now)
    assert here.labels("e1") == LABELS
    with store.read() as tx:
        (act,) = tx.ledger.acts("e1")
        verdicts = tx.ledger.current("e1")
    assert (act.act, act.team, act.paper, act.created) == ("entered", "t-amber", HEDGE, entry.created_at)
    assert {verdict.time for verdict in verdicts} == {here.now}
    assert {verdict.judge.reader for verdict in verdicts} == {"rules"}
    assert here.states("e1")[-2:] == ["judging/started", "judged/ruled"]
    assert here.told("e1")[-2:] == ["entry.judging", "entry.judged"]
    assert jobs(here, "e1") == ["done"]


def test_a_real_child_judges_as_this_process_does(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    bench = Bench()
    try:
        with store.write() as tx:
            job = tx.jobs.lease("w", now=here.now, until="2026-11-20T12:01:00Z")
        assert job is not None
        judging = Judging(store, here.blobs, bench, lambda _: here.rules, now=here.judging.now)
        judging(job, Event())
    finally:
        bench.close()
    assert here.labels("e1") == LABELS


def test_evidence_that_did_not_change_keeps_its_verdicts(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    again = here.upload(reworded(BOOK), entry="e1").entry
    here.work()
    judged = here.entry("e1")
    assert (judged.state, judged.reason) == (State.JUDGED, Reason.UNCHANGED)
    assert judged.judged_revision == again.revision
    assert judged.first_judged_at == "2026-11-20T12:00:00Z"
    assert records(here, "e1") == 6


def test_changed_evidence_is_judged_anew_and_a_drop_is_told(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    here.upload(OTHER, entry="e1")
    here.work()
    judged = here.entry("e1")
    assert "c2 verified → inconclusive" in judged.sentence
    assert judged.first_judged_at == "2026-11-20T12:00:00Z"
    with store.read() as tx:
        new = {verdict.claim: verdict for verdict in tx.ledger.current("e1")}
        old = [row for row in tx.ledger.verdicts(entry="e1") if not row.current]
    assert new[f"{HEDGE}.c2"].supersedes in {row.id for row in old}
    assert here.acts("e1") == ["entered"]


def test_during_the_cool_down_claims_keep_their_verdicts_and_the_revision_waits(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=1)
    entry = here.upload(OTHER, entry="e1").entry
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.COOLDOWN)
    assert "from 2026-11-20 18:00 UTC on" in entry.sentence
    with store.read() as tx:
        place = tx.jobs.place("e1", now=here.now)
    assert place is not None
    assert place.not_before == "2026-11-20T18:00:00Z"
    assert here.work() == 0
    here.later(hours=5)
    assert here.work() == 1
    assert here.labels("e1")["c2"] == "inconclusive"


def test_claims_cool_down_each_for_itself(store: Store) -> None:
    """What was judged long ago is judged anew at once; what was judged an hour ago waits."""
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    here.upload({path: data for path, data in BOOK.items() if "claim-2" not in path}, entry="e1")
    here.work()
    changed = {claim for claim, label in here.labels("e1").items() if label != LABELS[claim]}
    assert changed
    here.later(hours=1)
    here.upload(OTHER, entry="e1")
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.COOLDOWN)
    assert "Judged:" in entry.sentence
    assert here.states("e1")[-2:] == ["judged/ruled", "queued/cool-down"]
    here.later(hours=6)
    here.work()
    assert here.entry("e1").state is State.JUDGED


def test_without_a_cool_down_nothing_waits(store: Store) -> None:
    here = scene(store)
    here.with_rules(cooldown_hours=0)
    here.upload(BOOK, made="e1")
    here.work()
    here.upload(OTHER, entry="e1")
    assert here.work() == 1


def test_new_rules_are_judged_by_at_once(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.rules = replace(here.rules, judging=replace(here.rules.judging, random_audit="0.5"))
    assert here.upload(reworded(BOOK), entry="e1").entry.reason is Reason.WAITING
    here.work()
    assert records(here, "e1") == 12
    assert here.labels("e1") == LABELS


def test_beyond_the_daily_cap_entries_wait_for_the_next_day_and_none_is_lost(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=2)
    for number in range(5):
        here.upload({**BOOK, "n.md": b"%d" % number}, made=f"e{number}")
    here.upload(BOOK, made="other", team="birch")
    here.work()
    states = [here.entry(f"e{number}").state for number in range(5)]
    assert states.count(State.JUDGED) == 2
    waiting = [here.entry(f"e{number}") for number in range(5) if states[number] is State.QUEUED]
    assert {entry.reason for entry in waiting} == {Reason.DAILY_CAP}
    assert "from 2026-11-21 00:00 UTC on" in waiting[0].sentence
    assert here.entry("other").state is State.JUDGED
    assert here.upload({**BOOK, "n.md": b"6"}, made="e6").entry.reason is Reason.DAILY_CAP
    for day, judged in (("2026-11-21", 4), ("2026-11-22", 6)):
        here.now = f"{day}T00:00:00Z"
        here.work()
        every = [here.entry(f"e{number}").state for number in (0, 1, 2, 3, 4, 6)]
        assert every.count(State.JUDGED) == judged


def test_further_revisions_do_not_count_for_the_daily_cap(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=1, cooldown_hours=0)
    here.upload(BOOK, made="e1")
    here.work()
    assert here.upload(OTHER, entry="e1").entry.reason is Reason.WAITING
    here.work()
    assert here.labels("e1")["c2"] == "inconclusive"


def test_what_the_judge_cannot_rule_on_counts_for_nothing(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=1)
    here.upload({"README.md": b"---\ntags: [paper-demo-hedge]\n---\n"}, made="e1")
    here.upload(BOOK, made="e2")
    here.work()
    empty = here.entry("e1")
    assert (empty.state, empty.reason) == (State.NOT_JUDGED, Reason.UNREADABLE)
    assert (empty.first_judged_at, empty.judged_revision) == ("", "")
    assert here.entry("e2").state is State.JUDGED


def test_an_entry_without_any_ruling_is_not_judged_and_told_why(store: Store) -> None:
    here = scene(store)
    with store.write() as tx:
        tx.papers.put_claims([only_untestable()], now=here.now)
    here.upload(BOOK, made="e1")
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.NOT_JUDGED, Reason.NOTHING_RULED)
    assert entry.sentence == "None of the claims of its paper can be tested."
    assert here.acts("e1") == ["entered"]
    assert entry.first_judged_at == ""


def only_untestable() -> ClaimSet:
    found = next(one for one in EXAMPLE.papers if one.paper == HEDGE)
    claims = tuple(claim for claim in found.claims if not claim.kind.testable)
    assert claims
    assert isinstance(found.source, list)
    source = [item for item in found.source if isinstance(item, dict) and item["id"] == claims[0].id]
    return replace(found, claims=claims, source=source)


def test_withdrawing_while_it_is_judged_keeps_nothing(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        with store.write() as tx:
            withdraw(tx, "e1", here.terms, actor="a-amber", team="t-amber")

    here.bench.during = meanwhile
    assert here.work() == 1
    assert isinstance(here.fault, StaleFence)
    assert here.entry("e1").state is State.WITHDRAWN
    assert records(here, "e1") == 0
    assert here.acts("e1") == []
    assert jobs(here, "e1") == ["cancelled"]


def test_a_takedown_while_it_is_judged_keeps_nothing(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        with store.write() as tx:
            take_down(tx, "e1", here.terms, actor="a-op", why="A complaint.")

    here.bench.during = meanwhile
    here.work()
    assert here.entry("e1").reason is Reason.TAKEN_DOWN
    assert records(here, "e1") == 0


def test_claims_that_change_while_it_is_judged_are_judged_anew(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        here.bench.during = lambda: None
        with store.write() as tx:
            tx.papers.put_claims([changed_claims()], now=here.now)

    here.bench.during = meanwhile
    assert here.work() == 2
    assert here.states("e1")[-4:] == ["judging/started", "queued/retry", "judging/started", "judged/ruled"]
    assert records(here, "e1") == 6
    with store.read() as tx:
        assert {verdict.claim_version for verdict in tx.ledger.current("e1")} == {changed_claims().version}


def test_rules_that_change_while_it_is_judged_are_judged_by_anew(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        here.bench.during = lambda: None
        here.rules = replace(here.rules, name="Demo, second version")

    here.bench.during = meanwhile
    assert here.work() == 2
    assert records(here, "e1") == 6


def test_claims_that_go_while_it_waits_are_waited_for(store: Store) -> None:
    here = scene(store, claims=False)
    with store.write() as tx:
        tx.papers.put_claims(EXAMPLE.papers, now=here.now)
    here.upload(BOOK, made="e1", paper="demo-hedge")
    with store.write() as tx:
        tx.connection.execute(papers.update().values(claim_set=""))
    assert here.work() == 1
    assert (here.entry("e1").state, here.entry("e1").reason) == (State.RESOLVED, Reason.NO_CLAIMS)


def test_a_revision_that_comes_while_one_is_judged_is_next(store: Store) -> None:
    here = scene(store)
    here.with_rules(cooldown_hours=0)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        here.bench.during = lambda: None
        assert here.upload(OTHER, entry="e1").entry.state is State.QUEUED

    here.bench.during = meanwhile
    assert here.work() == 2
    assert here.states("e1")[-5:] == [
        "queued/waiting", "judged/ruled", "queued/waiting", "judging/started", "judged/ruled",
    ]  # fmt: skip
    assert here.labels("e1")["c2"] == "inconclusive"
    assert here.acts("e1") == ["entered"]


def test_missing_bytes_are_a_fault_of_the_platform_and_cost_nothing(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=1)
    here.upload(BOOK, made="e1")
    here.blobs.held.clear()
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.RETRY)
    assert "at no cost" in entry.sentence
    for _ in range(USUAL.attempts):
        here.later(minutes=15)
        here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.NOT_JUDGED, Reason.PLATFORM_FAULT)
    assert "Nothing was counted" in entry.sentence
    assert jobs(here, "e1") == ["failed"]
    assert here.upload(BOOK).already
    assert here.upload(OTHER, made="e2").entry.reason is Reason.WAITING


def test_an_entry_that_failed_can_be_queued_again(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    held, here.blobs.held = here.blobs.held, {}
    for _ in range(USUAL.attempts):
        here.work()
        here.later(minutes=15)
    assert here.entry("e1").state is State.NOT_JUDGED
    here.blobs.held = held
    with store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op", why="The archive was mended.")
    here.work()
    assert here.entry("e1").state is State.JUDGED


def test_an_entry_that_takes_too_much_is_not_judged_and_not_tried_again(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        raise BeyondLimitsError("It could not be judged within limits: it needed more than 120 s, twice in a row.")

    here.bench.during = meanwhile
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.NOT_JUDGED, Reason.UNREADABLE)
    assert "within limits" in entry.sentence
    assert jobs(here, "e1") == ["done"]


def test_an_unreadable_revision_leaves_what_was_judged_before(store: Store) -> None:
    here = scene(store)
    here.with_rules(cooldown_hours=0)
    here.upload(BOOK, made="e1")
    here.work()
    here.upload({"data.bin": b"\0"}, entry="e1")
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.NOT_JUDGED, Reason.UNREADABLE)
    assert "What was judged before stands." in entry.sentence
    assert here.labels("e1") == LABELS


def test_a_server_that_stops_leaves_the_entry_waiting(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with store.write() as tx:
        job = tx.jobs.lease("w", now=here.now, until="2026-11-20T12:01:00Z")
    assert job is not None
    stop = Event()
    stop.set()
    with pytest.raises(BrokenOffError):
        here.judging(job, stop)
    assert here.entry("e1").state is State.QUEUED
    with store.write() as tx:
        assert tx.jobs.give_back(job.id, job.fence)
    assert here.work() == 1
    assert here.entry("e1").state is State.JUDGED


def test_a_lost_lease_keeps_nothing_of_the_attempt(store: Store) -> None:
    """A worker that was taken for dead comes back: what it ruled is thrown away, and the entry is judged once."""
    here = scene(store)
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        here.bench.during = lambda: None
        with store.write() as tx:
            (job,) = tx.jobs.leased()
            tx.jobs.retry(job.id, job.fence, "taken over", now=here.now, not_before=here.now)
        assert here.work() == 1

    here.bench.during = meanwhile
    here.work()
    assert isinstance(here.fault, StaleFence)
    assert records(here, "e1") == 6
    assert here.acts("e1") == ["entered"]
    assert here.entry("e1").state is State.JUDGED


def test_the_daily_cap_holds_when_two_are_judged_at_once(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=1)
    here.upload({**BOOK, "n.md": b"1"}, made="e1")
    here.upload({**BOOK, "n.md": b"2"}, made="e2")

    def meanwhile() -> None:
        here.bench.during = lambda: None
        assert here.work() == 1

    here.bench.during = meanwhile
    here.work()
    assert sorted((here.entry("e1").state, here.entry("e2").state)) == [State.JUDGED, State.QUEUED]
    with store.read() as tx:
        assert tx.entries.judged_on("t-amber", "2026-11-20") == 1


def test_a_job_whose_entry_does_not_wait_ends_without_judging(store: Store) -> None:
    here = scene(store)
    entry = here.upload(BOOK, made="e1").entry
    here.work()
    with store.write() as tx:
        tx.jobs.enqueue("e1", entry.revision, "t-amber", now=here.now)
    here.work()
    assert jobs(here, "e1") == ["done", "done"]
    assert here.states("e1")[-1] == "judged/ruled"
    assert JobState.DONE in jobs(here, "e1")


def test_a_second_entry_of_the_team_is_judged_and_told_that_it_does_not_score(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.upload(OTHER, made="e2")
    here.work()
    first, second = sorted((here.entry("e1"), here.entry("e2")), key=lambda entry: "judged first" in entry.sentence)
    assert "judged first" not in first.sentence
    assert "was judged first" in second.sentence


def test_hostile_pages_are_judged_within_limits(store: Store) -> None:
    here = scene(store)
    page = next(path for path in BOOK if path.endswith("index.md"))
    nasty = b"<!-- trackio-cell\n" * 20_000 + b"```output\n" * 20_000 + b"RESULT {" * 20_000
    here.upload({**BOOK, page: nasty}, made="e1")
    bench = Bench(Limits(seconds=60))
    here.bench = bench  # type: ignore[assignment]
    try:
        here.work()
    finally:
        bench.close()
    assert here.entry("e1").state in (State.JUDGED, State.NOT_JUDGED)
