"""The judge with models in it: who is asked what, and what becomes of answers, silences and disagreements."""

import json
from dataclasses import replace

import pytest

from openrepro.judging.judge import judge
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Plan, Role, Silence
from openrepro.judging.readers.model.rounds import replayed, step
from openrepro.judging.recording import Occasion, case_file_digest, verdicts_of
from openrepro.judging.ruling import Ruling
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.logbook import Logbook
from openrepro.record.records import verdict_from_json
from tests.judging.books import ICML, STRICT, claim_set, declared, one_page, run, value_claim
from tests.judging.readers.model.answers import PLAN, Model, doubt, form, found, heard, quoted, roles

PRINTED = "eval_tokens: 245000\nperplexity increase: 3.2 %"
LINE = "perplexity increase: 3.2 %"
OTHER = replace(PLAN, other_prosecutor=True)


def always(answer: str | Silence) -> Model:
    return lambda _question: answer


def by_role(reader: str | Silence, prosecutor: str | Silence) -> Model:
    return lambda question: reader if question.role is Role.READER else prosecutor


def ruling_of(logbook: Logbook, model: Model, plan: Plan = PLAN) -> Ruling:
    return heard(logbook, model, plan=plan)[0].judgement.claims[0].ruling


def test_what_code_leaves_open_is_read_and_then_prosecuted() -> None:
    last, asked, _ = heard(one_page(run(PRINTED)), always(found("3.2", LINE)))
    assert judge(one_page(run(PRINTED)), claim_set(value_claim()), STRICT).claims[0].ruling.label is Label.NOT_JUDGED
    assert last.judgement.claims[0].ruling.label is Label.VERIFIED
    assert roles(asked) == [("reader", 0), ("prosecutor", 0)]


def test_what_the_rules_reader_settles_is_only_prosecuted() -> None:
    last, asked, _ = heard(one_page(run(declared("3.2"))), always(form()))
    assert last.judgement.claims[0].ruling.label is Label.VERIFIED
    assert roles(asked) == [("prosecutor", 0)]
    assert "3.2" in asked[0].user


def test_what_code_finds_inconclusive_asks_nobody() -> None:
    last, asked, _ = heard(one_page(run(declared("3.2"), exit_code=1)), always(form()))
    assert last.judgement.claims[0].ruling.label is Label.INCONCLUSIVE
    assert asked == []


def test_while_a_question_waits_the_claim_is_not_judged() -> None:
    first = step(one_page(run(declared("3.2"))), claim_set(value_claim()), STRICT, PLAN, {})
    assert first.questions
    assert first.judgement.claims[0].ruling.label is Label.NOT_JUDGED


# prosecution


def test_a_doubt_of_the_prosecutor_sends_a_would_be_verified_to_a_person() -> None:
    answer = form(doubts=[doubt("not-computed", LINE)])
    ruling = ruling_of(one_page(run(PRINTED)), by_role(found("3.2", LINE), answer))
    assert (ruling.label, ruling.review) == (Label.NOT_JUDGED, "two readers disagree")


def test_a_doubt_holds_up_what_the_rules_reader_settled_and_says_what_is_doubted() -> None:
    ruling = ruling_of(one_page(run(declared("3.2"))), always(form(doubts=[doubt("selected", "RESULT")])))
    assert (ruling.label, ruling.review) == (Label.NOT_JUDGED, "two readers disagree")
    assert "picked among several" in ruling.reasons[0].text


@pytest.mark.parametrize("quote", [("presentation", "RESULT"), ("selected", "no such text")])
def test_a_remark_or_a_doubt_without_a_quote_that_stands_holds_nothing_up(quote: tuple[str, str]) -> None:
    answer = form(doubts=[doubt(*quote)])
    assert ruling_of(one_page(run(declared("3.2"))), always(answer)).label is Label.VERIFIED


def test_a_prosecutor_that_reads_another_number_disagrees() -> None:
    text = PRINTED + "\nperplexity increase on all data: 9.7 %"
    other = found("9.7", "perplexity increase on all data: 9.7 %")
    ruling = ruling_of(one_page(run(text)), by_role(found("3.2", LINE), other))
    assert (ruling.label, ruling.review) == (Label.NOT_JUDGED, "two readers disagree")
    assert "falsified" in ruling.reasons[0].text


def test_a_prosecutor_that_finds_nothing_for_itself_does_not_confirm_what_only_a_model_read() -> None:
    ruling = ruling_of(one_page(run(PRINTED)), by_role(found("3.2", LINE), form()))
    assert ruling.label is Label.NOT_JUDGED


def test_a_prosecutor_that_says_the_opposite_of_the_numbers_disagrees() -> None:
    answer = form(quotes=[quoted("RESULT")], supports="no")
    ruling = ruling_of(one_page(run(declared("3.2"))), always(answer))
    assert (ruling.label, ruling.review) == (Label.NOT_JUDGED, "two readers disagree")


def test_a_falsification_stays_provisional_before_the_same_model_and_is_confirmed_by_another() -> None:
    logbook = one_page(run(declared("9.7")))
    own = found("9.7", "RESULT {")
    same = ruling_of(logbook, always(own))
    assert (same.label, same.provisional) == (Label.FALSIFIED, True)


def test_another_model_that_reads_the_same_is_a_second_look() -> None:
    text = "eval_tokens: 245000\nperplexity increase: 9.7 %"
    ruling = ruling_of(one_page(run(text)), always(found("9.7", "perplexity increase: 9.7 %")), OTHER)
    assert (ruling.label, ruling.provisional, ruling.review) == (Label.FALSIFIED, False, "")


def test_another_model_that_reads_nothing_is_no_second_look() -> None:
    ruling = ruling_of(one_page(run(declared("9.7"))), always(form()), OTHER)
    assert (ruling.label, ruling.provisional) == (Label.FALSIFIED, True)


# near a threshold


def test_near_a_threshold_the_claim_is_read_again() -> None:
    line = "perplexity increase: 3.57 %"
    last, asked, _ = heard(one_page(run(f"eval_tokens: 245000\n{line}")), always(found("3.57", line)))
    assert roles(asked) == [("reader", 0), ("reader", 1), ("reader", 2), ("prosecutor", 0)]
    assert last.judgement.claims[0].ruling.label is Label.VERIFIED


def test_readings_that_differ_near_a_threshold_go_to_a_person() -> None:
    near, far = "perplexity increase: 3.57 %", "overall perplexity increase: 9.9 %"
    book_ = one_page(run(f"eval_tokens: 245000\n{near}\n{far}"))
    ruling = ruling_of(book_, lambda question: found("9.9", far) if question.repeat == 2 else found("3.57", near))
    assert (ruling.label, ruling.review) == (Label.NOT_JUDGED, "two readers disagree")
    assert "near a threshold" in ruling.reasons[0].text


# silence


@pytest.mark.parametrize("silence", list(Silence))
def test_a_silent_reader_leaves_the_claim_not_judged_with_its_words(silence: Silence) -> None:
    ruling = ruling_of(one_page(run(PRINTED)), always(silence))
    assert (ruling.label, ruling.row) == (Label.NOT_JUDGED, "row-2")
    assert silence.value in ruling.reasons[0].text
    assert ruling.reasons[1].code == "silent"


@pytest.mark.parametrize("value", ["3.2", "9.7"])
def test_a_silent_prosecutor_lets_nothing_be_settled(value: str) -> None:
    ruling = ruling_of(one_page(run(declared(value))), always(Silence.REFUSED))
    assert (ruling.label, ruling.row) == (Label.NOT_JUDGED, "row-2")


def test_a_silent_repeat_lets_nothing_be_settled() -> None:
    line = "perplexity increase: 3.57 %"
    ruling = ruling_of(
        one_page(run(f"eval_tokens: 245000\n{line}")),
        lambda question: Silence.TRUNCATED if question.repeat == 1 else found("3.57", line),
    )
    assert ruling.label is Label.NOT_JUDGED
    assert "cut off" in ruling.reasons[0].text


@pytest.mark.parametrize(
    "answer", ["", "I cannot help with that.", '{"label": "verified"}', "{" * 2000, form(label="verified")]
)
def test_what_is_no_form_is_a_silence(answer: str) -> None:
    ruling = ruling_of(one_page(run(PRINTED)), always(answer))
    assert (ruling.label, ruling.reasons[1].code) == (Label.NOT_JUDGED, "silent")


# what is cut, and what is settled already


def test_decisive_evidence_that_does_not_fit_leaves_the_claim_not_judged_and_costs_nothing() -> None:
    last, asked, _ = heard(one_page(run(PRINTED)), always(form()), plan=replace(PLAN, context_tokens=2))
    ruling = last.judgement.claims[0].ruling
    assert ruling.label is Label.NOT_JUDGED
    assert "cut" in ruling.reasons[0].text
    assert asked == []


def test_a_claim_whose_case_file_did_not_change_is_not_asked_about() -> None:
    book_, claims = one_page(run(PRINTED)), claim_set(value_claim())
    last, _, _ = heard(book_, always(found("3.2", LINE)))
    held = case_file_digest(last.judgement.claims[0])
    again = step(book_, claims, STRICT, PLAN, {}, settled={"demo1.c1": held})
    assert (again.questions, again.settled) == ((), frozenset({"demo1.c1"}))
    assert again.judgement.claims[0].ruling.label is Label.NOT_JUDGED
    other = step(book_, claims, STRICT, PLAN, {}, settled={"demo1.c1": "0" * 64})
    assert other.questions


def test_the_case_file_has_one_digest_whoever_reads_it() -> None:
    book_ = one_page(run(PRINTED))
    by_rules = case_file_digest(judge(book_, claim_set(value_claim()), STRICT).claims[0])
    answer = found("3.2", LINE, contradictions=[{"why": "Two values.", **quoted(LINE)}])
    last, _, _ = heard(book_, always(answer))
    assert last.judgement.claims[0].ruling.label is Label.INCONCLUSIVE
    assert case_file_digest(last.judgement.claims[0]) == by_rules


# what is recorded


def test_recorded_replies_and_recorded_looks_give_the_same_rulings() -> None:
    book_, claims = one_page(run(PRINTED)), claim_set(value_claim())
    last, _, replies = heard(book_, always(found("3.2", LINE)))
    looks = last.judgement.claims[0].looks
    assert [look.role.value for look in looks] == ["reader", "prosecutor"]
    for recorded in (replies, looks):
        assert replayed(book_, claims, STRICT, PLAN, recorded).claims == last.judgement.claims


@pytest.mark.parametrize("printed", ["3.2", "3.57", "9.7"])
def test_the_looks_of_a_published_record_alone_give_its_ruling_again(printed: str) -> None:
    line = f"perplexity increase: {printed} %"
    book_, claims = one_page(run(f"eval_tokens: 245000\n{line}")), claim_set(value_claim())
    last, _, _ = heard(book_, always(found(printed, line)), plan=OTHER)
    occasion = Occasion("e1", "t1", JudgeIdentity(STRICT.digest, "model"), "2026-07-20T10:00:00Z")
    (verdict,) = verdicts_of(last.judgement, occasion)
    published = verdict_from_json(json.loads(verdict.leaf))
    again = verdicts_of(replayed(book_, claims, STRICT, OTHER, published.looks), occasion)
    assert published == verdict
    assert [one.leaf for one in again] == [verdict.leaf]


def test_recorded_readings_are_ruled_by_other_rules_without_a_question() -> None:
    book_, claims = one_page(run("eval_tokens: 245000\nperplexity increase: 9.7 %")), claim_set(value_claim())
    last, _, replies = heard(book_, always(found("9.7", "perplexity increase: 9.7 %")))
    assert last.judgement.claims[0].ruling.provisional
    other = replayed(book_, claims, ICML, PLAN, replies).claims[0].ruling
    assert (other.label, other.provisional) == (Label.FALSIFIED, False)


def test_what_was_never_recorded_is_not_judged_when_replayed() -> None:
    ruling = replayed(one_page(run(declared("3.2"))), claim_set(value_claim()), STRICT, PLAN, {}).claims[0].ruling
    assert ruling.label is Label.NOT_JUDGED
    assert Silence.NOT_RECORDED.value in ruling.reasons[0].text


# stand-ins


def test_a_stand_in_that_a_model_names_lowers_a_verified_and_earns_nothing_elsewhere() -> None:
    stand_in = {"what": "synthetic text", "is_contribution": "no", **quoted(LINE)}
    settled = ruling_of(one_page(run(PRINTED)), always(found("3.2", LINE, substitutions=[stand_in])))
    assert settled.label is Label.TOY
    unknown_scale = one_page(run(LINE))
    plain = ruling_of(unknown_scale, always(found("3.2", LINE)))
    assert ruling_of(unknown_scale, always(found("3.2", LINE, substitutions=[stand_in]))).label is plain.label


def test_a_compound_claim_asks_about_each_open_part() -> None:
    parts = (replace(value_claim(), id="demo1.c1a"), replace(value_claim(), id="demo1.c1b"))
    whole = replace(value_claim(), conjuncts=parts, statement=None)
    last, asked, _ = heard(one_page(run(PRINTED)), always(found("3.2", LINE)), claims=claim_set(whole))
    assert {question.claim for question in asked} == {"demo1.c1a", "demo1.c1b"}
    assert last.judgement.claims[0].ruling.label is Label.VERIFIED
    assert len(last.judgement.claims[0].looks) == 4
