"""Judging with models: the plan and the judge that settings amount to, and one logbook asked through to its end."""

import threading
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from openrepro.challenge.rules import Rules
from openrepro.judging.judge import Bench
from openrepro.judging.readers.model.form import parsed
from openrepro.judging.readers.model.identity import NamedModel, model_judge
from openrepro.judging.readers.model.question import Plan, Question, Reply, Role, Silence
from openrepro.judging.readers.model.rounds import Rounds, Step
from openrepro.judging.verdict import JudgeIdentity
from openrepro.models.asking import NOBODY, Asker
from openrepro.models.endpoint import Asked, Endpoint

MOST_ROUNDS: Final = 12
"""More rounds than a claim can need: reader, repeats, prosecutor, each once."""
PROSECUTED: Final = Decimal("0.3")
"""The share of read claims that are likely to come to be prosecuted, for estimates."""

Endpoints = Mapping[Role, Endpoint]


def two_models(endpoints: Endpoints) -> bool:
    """Whether the prosecutor is another model than the reader, so that its agreement is a second look."""
    reader, prosecutor = endpoints[Role.READER], endpoints[Role.PROSECUTOR]
    return reader.model != prosecutor.model


def judge_of(rules: Rules, plan: Plan, endpoints: Endpoints) -> JudgeIdentity:
    """The judge that these endpoints make under these rules."""
    reader, prosecutor = (_named(endpoints[role]) for role in (Role.READER, Role.PROSECUTOR))
    return model_judge(rules.digest, plan, reader, prosecutor)


def _named(endpoint: Endpoint) -> NamedModel:
    temperature = "" if endpoint.temperature is None else f"{endpoint.temperature:g}"
    return NamedModel(endpoint.model, urlsplit(endpoint.url).hostname or "", temperature)


def is_form(_question: Question, text: str) -> bool:
    """Whether the text of an answer is the form; what an Asker is given as `accepts`."""
    return not isinstance(parsed(text), Silence)


class Asking(NamedTuple):
    """A logbook asked through: the last step, and all replies by the key of their question."""

    step: Step
    replies: dict[str, Reply]

    @property
    def final(self) -> bool:
        """Whether every question was answered or given up; not so where asking was stopped."""
        return not self.step.questions


def ask_through(
    bench: Bench,
    plan: Plan,
    asker: Asker,
    *,
    asked: Asked = NOBODY,
    stop: threading.Event | None = None,
    settled: Mapping[str, str] | None = None,
) -> Asking:
    """Ask about one logbook until its judgement is final or `stop` is set. Blocks; safe in many threads at once."""
    replies: dict[str, Reply] = {}
    rounds = Rounds(bench, plan, settled)
    now = rounds.step(replies)
    for _ in range(MOST_ROUNDS):
        if not now.questions or (stop is not None and stop.is_set()):
            break
        fresh = asker.ask(now.questions, asked, stop)
        if not fresh:
            break
        replies |= fresh
        now = rounds.step(replies)
    return Asking(now, replies)


def open_questions(bench: Bench, plan: Plan, recorded: Asker) -> tuple[Question, ...]:
    """The questions that recorded answers lead to and do not answer; `recorded` must be an asker that calls nobody."""
    replies: dict[str, Reply] = {}
    rounds = Rounds(bench, plan)
    now = rounds.step(replies)
    for _ in range(MOST_ROUNDS):
        found = recorded.ask(now.questions)
        known = {key: reply for key, reply in found.items() if reply.silence is not Silence.NOT_RECORDED}
        if not known:
            break
        replies |= known
        now = rounds.step(replies)
    return now.questions
