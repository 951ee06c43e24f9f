"""The judge with models in it: who is asked what, and what becomes of answers, silences and disagreements."""

from dataclasses import replace

from openrepro.judging.judge import judge
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Plan, Role, Silence
from openrepro.judging.readers.model.rounds import step
from openrepro.judging.ruling import Ruling
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import STRICT, claim_set, declared, one_page, run, value_claim
from tests.judging.readers.model.answers import PLAN, Model, form, found, heard, roles

PRINTED = "eval_tokens: 245000\nperplexity increase: 3.2 %"
LINE = "perplexity increase: 3.2 %"
OTHER = replace(PLAN, other_prosecutor=True)


def printing(value: str) -> Logbook:
    """A run that prints the increase without declaring it."""
    text = f"eval_tokens: 245000\nfirst: perplexity increase {value} %\nperplexity increase: {value} %"
    return one_page(run(text))


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
