"""Answers of models for tests: forms as JSON text, and models that answer whole rounds of questions."""

import json
from collections.abc import Callable, Iterable

from openrepro.claims.claim import ClaimSet
from openrepro.ids import Json
from openrepro.judging.judge import bench_of
from openrepro.judging.readers.model.question import Plan, Question, Reply, Silence
from openrepro.judging.readers.model.rounds import Step, next_step
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import STRICT, claim_set, value_claim

PLAN = Plan(salt="a salt of the tests")
Model = Callable[[Question], str | Silence]


def quoted(quote: str, block: str = "B1") -> dict[str, Json]:
    return {"block": block, "quote": quote}


def measured(value: str, quote: str, **more: Json) -> dict[str, Json]:
    """A measured value that stands in `quote`."""
    fields: dict[str, Json] = {
        "value": value,
        "unit": "",
        "plus_minus": None,
        "n": None,
        "seeds": None,
        "values": [],
        "versus": None,
        "versus_values": [],
        "points": [],
    }
    return fields | more | quoted(quote)


def form(**more: Json) -> str:
    """A form that says nothing but `more`."""
    fields: dict[str, Json] = {
        "quotes": [],
        "measured": [],
        "scale": [],
        "substitutions": [],
        "premises": [],
        "contradictions": [],
        "doubts": [],
        "method": "none",
        "addressed": "unknown",
        "premises_met": "unknown",
        "supports": "unknown",
        "unknown": [],
    }
    return json.dumps(fields | more)


def found(value: str, quote: str, **more: Json) -> str:
    """A form that gives one measured value and leaves nothing else open."""
    one = measured(value, quote, unit=str(more.pop("unit", "")))
    fields: dict[str, Json] = {
        "measured": [one],
        "quotes": [quoted(quote)],
        "method": "experiment",
        "addressed": "yes",
        "premises_met": "yes",
    }
    return form(**fields | more)


def doubt(code: str, quote: str) -> Json:
    return {"code": code, "why": "Because.", **quoted(quote)}


def reply(answer: str | Silence, *, model: str = "tests-1") -> Reply:
    if isinstance(answer, Silence):
        return Reply(silence=answer, model=model)
    return Reply(answer, raw="0" * 64, model=model, provider="loopback", tokens_in=100, tokens_out=10, cost_usd="0.002")


def heard(
    logbook: Logbook, model: Model, *, claims: ClaimSet | None = None, plan: Plan = PLAN, rules: object = STRICT
) -> tuple[Step, list[Question], dict[str, Reply]]:
    """The last step of a judgement in which `model` answers every question, the questions, and the replies."""
    bench = bench_of(logbook, claims or claim_set(value_claim()), rules)  # type: ignore[arg-type]
    asked: list[Question] = []
    replies: dict[str, Reply] = {}
    while (now := next_step(bench, plan, replies)).questions:
        asked += now.questions
        replies |= {question.key: reply(model(question)) for question in now.questions}
    return now, asked, replies


def roles(questions: Iterable[Question]) -> list[tuple[str, int]]:
    return [(question.role.value, question.repeat) for question in questions]
