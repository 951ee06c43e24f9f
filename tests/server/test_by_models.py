"""Entries judged with a model: asked once, recorded with what it cost, and waiting at no cost where it is silent."""

from collections.abc import Generator
from dataclasses import replace
from decimal import Decimal
from threading import Event
from typing import Any

import pytest

from openrepro.challenge.rules import ReaderKind
from openrepro.entries.entry import Reason, State
from openrepro.entries.moderation import requeue
from openrepro.judging.readers.model.question import Role
from openrepro.models.request import Request
from openrepro.server.asking import Models, in_flight
from openrepro.server.bench import Bench
from openrepro.server.budget import go_on
from openrepro.server.judging import Judging
from openrepro.store.quarantine import Quarantined
from openrepro.store.store import Store
from tests.entries.archives import files_of
from tests.entries.scene import Scene
from tests.entries.test_intake import reworded
from tests.judging.readers.model.answers import doubt, form
from tests.server.scripted import DOWN, Scripted, asking_scene, model_rules
from tests.server.test_judging import BOOK, LABELS, OTHER, jobs, records


@pytest.fixture
def model() -> Scripted:
    return Scripted()


@pytest.fixture
def here(store: Store, model: Scripted) -> Generator[Scene, None, None]:
    made = asking_scene(store, model)
    yield made
    assert made.models is not None
    made.models.close()


def spent(here: Scene) -> Decimal:
    assert here.models is not None
    return here.models.spent().in_all


def budget(here: Scene, **given: str) -> None:
    judging = here.rules.judging
    here.rules = replace(here.rules, judging=replace(judging, model=replace(judging.model, **given)))


def test_an_entry_is_judged_and_its_records_say_who_looked_and_what_it_cost(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    assert here.work() == 1
    assert here.entry("e1").state is State.JUDGED
    assert here.labels("e1") == LABELS
    assert len(model.asked) == 5
    with here.store.read() as tx:
        verdicts = {verdict.claim.rpartition(".")[2]: verdict for verdict in tx.ledger.current("e1")}
    second = verdicts["c2"]
    assert (second.judge.reader, second.judge.model, second.judge.provider) == ("model", "m", "127.0.0.1")
    assert [look.role for look in second.looks] == [Role.PROSECUTOR]
    assert (second.tokens, second.cost, len(second.raw_reply)) == (110, "0.0002", 64)
    assert verdicts["c6"].looks == ()
    assert spent(here) == Decimal("0.001")
    with here.store.read() as tx:
        assert [(one.endpoint, one.answered, one.unanswered, one.open) for one in tx.model_calls.by_endpoint()] == [
            ("small", 5, 0, 0)
        ]


def test_nobody_is_asked_about_a_claim_in_quarantine(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    with here.store.write() as tx:
        paper = tx.papers.page(limit=1).papers[0].paper.id
        claims = [f"{paper}.c{number}" for number in (1, 2)]
        tx.quarantine.put(paper, [Quarantined(one, paper, ("Not there.",), "", "v1", "", here.now) for one in claims])
    assert here.work() == 1
    with here.store.read() as tx:
        assert not {verdict.claim for verdict in tx.ledger.current("e1")} & set(claims)
    assert 0 < len(model.asked) < 5


def test_a_real_child_keeps_the_revision_between_the_rounds(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    bench = Bench()
    with here.store.write() as tx:
        job = tx.jobs.lease("w", now=here.now, until="2026-11-20T12:01:00Z")
    assert job is not None
    fetched: list[str] = []
    get = here.blobs.get
    here.blobs.get = lambda name: fetched.append(name) or get(name)  # type: ignore[method-assign,func-returns-value]
    try:
        Judging(here.store, here.blobs, bench, lambda _: here.rules, here.judging.now, here.models)(job, Event())
    finally:
        bench.close()
    assert here.labels("e1") == LABELS
    assert len(fetched) == len(BOOK)


def test_evidence_that_did_not_change_is_not_asked_about_again(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    here.upload(reworded(BOOK), entry="e1")
    here.work()
    assert here.entry("e1").reason is Reason.UNCHANGED
    assert (len(model.asked), records(here, "e1")) == (5, 6)


def test_answers_of_an_attempt_that_was_lost_are_not_paid_for_again(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")

    def meanwhile() -> None:
        if len(model.asked) == 5:
            here.bench.during = lambda: None
            raise RuntimeError("The machine went down.")

    here.bench.during = meanwhile
    here.work()
    assert here.entry("e1").reason is Reason.RETRY
    here.later(minutes=1)
    here.work()
    assert here.labels("e1") == LABELS
    assert len(model.asked) == 5


def test_a_model_that_is_away_costs_no_attempt_and_no_label_and_is_asked_again(here: Scene, model: Scripted) -> None:
    model.behaviour = lambda _: DOWN
    here.upload(BOOK, made="e1")
    for minutes in (1, 5, 15):
        assert here.work() == 1
        entry = here.entry("e1")
        assert (entry.state, entry.reason) == (State.QUEUED, Reason.MODEL_AWAY)
        with here.store.read() as tx:
            (job,) = tx.jobs.of_entry("e1")
        assert job.attempts == 0
        here.later(minutes=minutes)
    assert "could not be reached; c1, c2, c3, c4, c5 wait for it. It is asked again from" in entry.sentence
    assert here.labels("e1") == {"c6": "not testable"}
    assert spent(here) == 0
    model.behaviour = lambda _: form()
    here.work()
    assert here.labels("e1") == LABELS
    assert here.entry("e1").state is State.JUDGED
    assert jobs(here, "e1") == ["done"]


def test_what_waits_for_a_model_comes_back_in_the_slower_lane(here: Scene, model: Scripted) -> None:
    model.behaviour = lambda _: DOWN
    here.upload(BOOK, made="e1")
    here.work()
    here.later(minutes=2)
    with here.store.write() as tx:
        assert tx.jobs.due(here.now)
        job = tx.jobs.lease("w", now=here.now, until="2027-01-01T00:00:00Z")
    assert job is not None
    assert job.lane == 1


def test_an_outage_takes_no_verdict_away(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    model.behaviour = lambda _: DOWN
    here.upload(OTHER, entry="e1")
    for _ in range(25):
        here.work()
        here.later(hours=5)
    entry = here.entry("e1")
    assert entry.state is State.JUDGED
    assert jobs(here, "e1")[0] == "done"
    assert "verified" in here.labels("e1").values()


def test_a_model_that_stays_away_leaves_the_claims_with_the_reason(here: Scene, model: Scripted) -> None:
    model.behaviour = lambda _: DOWN
    here.upload(BOOK, made="e1")
    for _ in range(25):
        here.work()
        here.later(hours=5)
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.NOT_JUDGED, Reason.NOTHING_RULED)
    assert "could not be reached" in entry.sentence
    assert jobs(here, "e1") == ["done"]
    model.behaviour = lambda _: form()
    with here.store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op", why="The model is back.")
    here.work()
    assert here.labels("e1") == LABELS


def test_a_claim_without_a_usable_answer_waits_while_the_others_are_judged(here: Scene, model: Scripted) -> None:
    model.behaviour = silent_on("With the fixed step size the mean regret of Hedge")
    here.upload(BOOK, made="e1")
    here.work()
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.MODEL_SILENT)
    assert "Judged:" in entry.sentence
    assert "c2 waits for it" in entry.sentence
    assert "c2" not in here.labels("e1")
    asked = len(model.asked)
    assert asked == 4 + 3
    model.behaviour = lambda _: form()
    here.later(minutes=11)
    here.work()
    assert here.labels("e1") == LABELS
    assert len(model.asked) == asked + 1


def test_a_claim_that_stays_without_an_answer_is_left_with_its_reason(here: Scene, model: Scripted) -> None:
    model.behaviour = silent_on("With the fixed step size the mean regret of Hedge")
    here.upload(BOOK, made="e1")
    for _ in range(4):
        here.work()
        here.later(hours=7)
    assert here.entry("e1").state is State.JUDGED
    assert here.labels("e1") == LABELS | {"c2": "not judged"}
    assert len(model.asked) == 4 + 3 * 3
    with here.store.read() as tx:
        left = next(verdict for verdict in tx.ledger.current("e1") if verdict.claim.endswith("c2"))
    assert "not the form" in left.ruling.reasons[0].text


def silent_on(begin: str) -> Any:
    """A model that fills no form about the claim that begins so."""
    return lambda request: "I can't say." if request.user.startswith(f"CLAIM: {begin}") else form()


def test_beyond_the_budget_of_the_day_entries_say_so_and_go_on_the_next_day(here: Scene, model: Scripted) -> None:
    for number in range(3):
        here.upload({**BOOK, "n.md": b"%d" % number}, made=f"e{number}")
    budget(here, budget_usd_per_day="0.0258")  # a call may cost 0.0244 at most, and one of these costs 0.0002
    here.work()
    told = [here.entry(f"e{number}") for number in range(3)]
    waiting = [entry for entry in told if entry.reason is Reason.MODEL_BUDGET]
    assert waiting
    assert "spent for today" in waiting[-1].sentence
    assert "from 2026-11-21 00:00 UTC on" in waiting[-1].sentence
    assert spent(here) <= Decimal(here.rules.judging.model.budget_usd_per_day)
    asked = len(model.asked)
    here.later(hours=1)
    assert here.work() == 0
    assert len(model.asked) == asked
    budget(here, budget_usd_per_day="50")
    here.now = "2026-11-21T00:00:00Z"
    here.work()
    assert {here.entry(f"e{number}").state for number in range(3)} == {State.JUDGED}


def test_with_no_budget_left_nobody_is_asked_until_it_is_raised(here: Scene, model: Scripted) -> None:
    budget(here, budget_usd="0.000001")
    for number in range(2):
        here.upload({**BOOK, "n.md": b"%d" % number}, made=f"e{number}")
    here.work()
    for number in range(2):
        entry = here.entry(f"e{number}")
        assert entry.reason is Reason.MODEL_BUDGET
        assert "when the organisers raise it" in entry.sentence
    assert model.asked == []
    assert go_on(here.store, here.terms, Event()) == 0
    budget(here, budget_usd="5")
    assert go_on(here.store, here.terms, Event()) == 2
    assert go_on(here.store, here.terms, Event()) == 0
    here.work()
    assert {here.entry(f"e{number}").state for number in range(2)} == {State.JUDGED}


def test_a_model_that_is_not_set_up_lets_entries_wait_and_tells_nobody_a_secret(store: Store, model: Scripted) -> None:
    made = asking_scene(store, model)
    made.models = Models(store, {}, connect=model.connect)
    budget(made, endpoints=(), reader="")  # type: ignore[arg-type]
    made.upload(BOOK, made="e1")
    made.work()
    entry = made.entry("e1")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.MODEL_AWAY)
    assert "not set up" in entry.sentence
    assert "OPENREPRO" not in entry.sentence


def test_a_doubt_of_the_model_is_a_look_that_is_wanted(here: Scene, model: Scripted) -> None:
    model.behaviour = lambda _: form(doubts=[doubt("selected", "RESULT")])
    here.upload(BOOK, made="e1")
    here.work()
    assert "verified" not in here.labels("e1").values()
    with here.store.read() as tx:
        assert tx.looks.count_open()


def test_rules_that_change_the_reader_are_judged_by_anew(here: Scene, model: Scripted) -> None:
    by_model = here.rules
    here.rules = replace(by_model, judging=replace(by_model.judging, reader=ReaderKind.RULES))
    here.upload(BOOK, made="e1")
    here.work()
    assert model.asked == []
    here.rules = by_model
    with here.store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op", why="A model reads now.")
    here.work()
    assert (len(model.asked), records(here, "e1")) == (5, 12)
    with here.store.read() as tx:
        assert {verdict.judge.reader for verdict in tx.ledger.current("e1")} == {"model"}


def test_where_people_read_they_are_asked_for_what_code_left_open(here: Scene) -> None:
    here.rules = replace(here.rules, judging=replace(here.rules.judging, reader=ReaderKind.PERSON))
    here.upload(files_of("cobalt/demo-hedge"), made="e1")
    here.work()
    open_ones = [label for label in here.labels("e1").values() if label == "not judged"]
    with here.store.read() as tx:
        assert tx.looks.count_open() >= len(open_ones)


def test_withdrawing_while_a_model_is_asked_keeps_nothing(here: Scene, model: Scripted) -> None:
    here.upload(BOOK, made="e1")
    stop, over = Event(), Event()

    def behave(_request: Request) -> str:
        stop.set()
        over.wait(10)  # else all answers may be there before anybody looks whether they are wanted
        return form()

    model.behaviour = behave
    with here.store.write() as tx:
        job = tx.jobs.lease("w", now=here.now, until="2026-11-20T12:01:00Z")
    assert job is not None
    try:
        with pytest.raises(Exception, match="interrupted"):
            here.judging(job, stop)
    finally:
        over.set()
    assert here.entry("e1").state is State.QUEUED
    assert records(here, "e1") == 0


def test_who_is_in_flight_depends_on_the_rules() -> None:
    rules = model_rules()
    assert in_flight([rules], {}) == 8
    assert in_flight([replace(rules, judging=replace(rules.judging, reader=ReaderKind.RULES))], {}) == 0
