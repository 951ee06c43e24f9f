"""What is new in a judgement beside the verdicts that stand."""

from dataclasses import replace

from openrepro.claims.claim import ClaimSet
from openrepro.entries.judged import Judged, judge_identity, judge_revision, outcome_of
from openrepro.entries.window import Terms
from openrepro.judging.label import Direction, Label
from openrepro.judging.recording import Occasion
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import Verdict
from tests.entries.archives import files_of
from tests.entries.scene import EXAMPLE, HEDGE, OPEN

RULES = EXAMPLE.rules
CLAIMS: ClaimSet = next(one for one in EXAMPLE.papers if one.paper == HEDGE)
IDENTITY = judge_identity(RULES)
MUCH_LATER = Terms(RULES, "2026-11-22T00:00:00Z")


def judged(name: str = "amber/demo-hedge") -> Judged:
    return judge_revision(files_of(name), CLAIMS, RULES, Occasion("e1", "t1", IDENTITY, OPEN))


FIRST = judged()


def changed(verdict: Verdict, label: Label, case_file: str = "9" * 64) -> Verdict:
    return replace(verdict, case_file=case_file, ruling=Ruling(label, (Reason("row-1", "So.", ()),), Direction.NONE))


def test_without_verdicts_before_all_is_new() -> None:
    outcome = outcome_of(FIRST, (), CLAIMS, MUCH_LATER)
    assert len(outcome.new) == len(CLAIMS.claims)
    assert {verdict.time for verdict in outcome.new} == {MUCH_LATER.now}
    assert {verdict.supersedes for verdict in outcome.new} == {""}
    assert outcome.sentence == "Judged: 4 verified, 1 falsified, 1 not testable."


def test_the_same_evidence_keeps_every_verdict_however_it_would_be_ruled_now() -> None:
    before = tuple(changed(one, Label.TOY, one.case_file) for one in FIRST.verdicts)
    outcome = outcome_of(FIRST, before, CLAIMS, MUCH_LATER)
    assert outcome.new == ()
    assert outcome.verdicts == before


def test_changed_evidence_supersedes_and_tells_the_change() -> None:
    before = (changed(FIRST.verdicts[1], Label.FALSIFIED),)
    outcome = outcome_of(FIRST, before, CLAIMS, MUCH_LATER)
    assert outcome.new[1].supersedes == before[0].id
    assert outcome.changes == ("c2 falsified → verified",)
    assert outcome.sentence.endswith("Changed: c2 falsified → verified.")


def test_a_claim_that_was_judged_a_short_while_ago_keeps_its_verdict() -> None:
    soon = Terms(RULES, "2026-11-20T17:59:59Z")
    before = (changed(FIRST.verdicts[1], Label.FALSIFIED),)
    outcome = outcome_of(FIRST, before, CLAIMS, soon)
    assert outcome.cools_until == "2026-11-20T18:00:00Z"
    assert before[0] in outcome.kept
    assert outcome_of(FIRST, before, CLAIMS, Terms(RULES, "2026-11-20T18:00:00Z")).cools_until == ""


def test_instants_of_records_may_have_an_offset() -> None:
    before = (replace(changed(FIRST.verdicts[1], Label.TOY), time="2026-11-20T13:00:00+01:00"),)
    outcome = outcome_of(FIRST, before, CLAIMS, Terms(RULES, "2026-11-20T17:00:00Z"))
    assert outcome.cools_until == "2026-11-20T18:00:00Z"


def test_what_got_no_label_is_tried_again_at_once() -> None:
    before = (changed(FIRST.verdicts[1], Label.NOT_JUDGED, FIRST.verdicts[1].case_file),)
    outcome = outcome_of(FIRST, before, CLAIMS, Terms(RULES, OPEN))
    assert outcome.new[1].label is Label.VERIFIED


def test_the_verdict_of_a_person_stays_while_the_evidence_is_the_same() -> None:
    audited = replace(FIRST.verdicts[1], judge=replace(IDENTITY, reader="person"))
    assert audited in outcome_of(FIRST, (audited,), CLAIMS, MUCH_LATER).kept
    other = replace(audited, case_file="9" * 64)
    assert outcome_of(FIRST, (other,), CLAIMS, MUCH_LATER).new[1].supersedes == other.id


def test_another_judge_or_other_claims_judge_anew() -> None:
    for before in (
        replace(FIRST.verdicts[1], judge=replace(IDENTITY, rules="0" * 64)),
        replace(FIRST.verdicts[1], claim_version="0" * 64, case_file="1" * 64),
    ):
        assert outcome_of(FIRST, (before,), CLAIMS, Terms(RULES, OPEN)).new[1].supersedes == before.id


def test_what_holds_no_page_cannot_be_read() -> None:
    occasion = Occasion("e1", "t1", IDENTITY, OPEN)
    assert judge_revision({"x.bin": b"\0"}, CLAIMS, RULES, occasion).unreadable
    assert not FIRST.unreadable


def test_labels_that_were_lost_are_named_where_nothing_is_ruled_any_more() -> None:
    nothing = replace(FIRST, verdicts=tuple(changed(one, Label.NOT_JUDGED) for one in FIRST.verdicts))
    outcome = outcome_of(nothing, FIRST.verdicts[1:3], CLAIMS, MUCH_LATER)
    told = "No claim was ruled on. Changed: c2 verified → not judged, c3 verified → not judged. c1: So."
    assert outcome.why_nothing.startswith(told)


def test_why_nothing_was_ruled_is_told() -> None:
    nothing = replace(FIRST, verdicts=tuple(changed(one, Label.NOT_JUDGED) for one in FIRST.verdicts))
    outcome = outcome_of(nothing, (), CLAIMS, MUCH_LATER)
    assert not outcome.decided
    assert outcome.why_nothing == "No claim was ruled on. c1: So. c2: So. c3: So."
