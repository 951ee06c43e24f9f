"""The models of one process: the judge that the rules name, asked within the budget and pace of all processes."""

import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final, Protocol

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.challenge.sections import ReaderKind
from openrepro.errors import OpenReproError
from openrepro.judging.readers.model.question import (
    ANSWER_TOKENS,
    CONTEXT_TOKENS,
    Plan,
    Question,
    Replies,
    Reply,
    Role,
    Silence,
)
from openrepro.judging.verdict import JudgeIdentity
from openrepro.models.asking import PATIENT, Asker
from openrepro.models.choosing import budget_of, endpoints_of
from openrepro.models.endpoint import Asked, Endpoint, Sum
from openrepro.models.health import Manners
from openrepro.models.judging import is_form, judge_of, two_models
from openrepro.models.means import Caller
from openrepro.models.probe import Asked as Probed
from openrepro.models.probe import Probe
from openrepro.queue.terms import Clock
from openrepro.store import backlog
from openrepro.store.model_calls import Spent
from openrepro.store.responses import StoreAbilities, StoreResponses
from openrepro.store.sharing import StoreShare, own_name
from openrepro.store.store import Store

log = logging.getLogger(__name__)

SALT_BYTES: Final = 32
WORDS_OF_OURS: Final = 4_000
"""Tokens that a question takes beside evidence and answer: prompt, claim, case file, form."""
LEAST_CONTEXT: Final = 1_000

Environment = Mapping[str, str]


class Client(Caller, Probed, Protocol):
    """What calls an endpoint, and lists its models."""


Connect = Callable[[Endpoint], Client]


def connected(endpoint: Endpoint) -> Client:
    """The real client of an endpoint, whose package takes most of a second to import."""
    from openrepro.models import client

    return client.Client(endpoint)


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """The judge that models make under some rules: how they are asked, as whom they rule, and who asks them.

    `recorded` answers from what is recorded and calls nobody.
    """

    plan: Plan
    identity: JudgeIdentity
    asker: Asker
    recorded: Asker

    def ask(
        self, questions: Iterable[Question], asked: Asked, stop: threading.Event | None, *, spent: bool = False
    ) -> Replies:
        """What came back, by the key of the question; where all is `spent`, only what is recorded."""
        if not spent:
            return self.asker.ask(questions, asked, stop)
        return {key: _over_budget(reply) for key, reply in self.recorded.ask(questions, asked, stop).items()}


class Models:
    """The models of a challenge as one process asks them. Safe to share between threads; close it at the end."""

    def __init__(
        self,
        store: Store,
        environment: Environment = os.environ,
        *,
        now: Clock = clock.now,
        manners: Manners = PATIENT,
        connect: Connect = connected,
    ) -> None:
        self._store = store
        self._environment = environment
        self._manners = manners
        self._connect = connect
        self._now = now
        self._budget = Sum()
        self._responses = StoreResponses(store, lambda: self._budget, now)
        self._abilities = StoreAbilities(store)
        self._lock = threading.Lock()
        self._askers: dict[tuple[Endpoint, ...], tuple[Asker, Asker]] = {}
        self._number = count()
        self._salt = ""

    def judge(self, rules: Rules) -> ModelJudge:
        """The judge of these rules, whose budget holds from now on. Raises OpenReproError with what is not set up."""
        endpoints = endpoints_of(rules.judging.model, self._environment)
        with self._lock:
            self._budget = budget_of(rules.judging.model)
            asker, recorded = self._asked_by(endpoints)
            plan = plan_of(endpoints, self._drawn_salt())
        return ModelJudge(plan, judge_of(rules, plan, endpoints), asker, recorded)

    def spent(self) -> Spent:
        """What was spent so far, in all and today."""
        with self._store.read() as tx:
            return tx.model_calls.spent(clock.written(self._now())[:10])

    def close(self) -> None:
        """End the threads; answers in flight are waited for a while, and kept."""
        with self._lock:
            askers, self._askers = [one for both in self._askers.values() for one in both], {}
        for asker in askers:
            asker.close()

    def _asked_by(self, endpoints: Mapping[Role, Endpoint]) -> tuple[Asker, Asker]:
        key = tuple(endpoints[role] for role in Role)
        if key not in self._askers:
            for endpoint in dict.fromkeys(key):
                self._find_out(endpoint)
            self._askers[key] = (self._asker(endpoints), self._asker(endpoints, recorded_only=True))
        return self._askers[key]

    def _asker(self, endpoints: Mapping[Role, Endpoint], *, recorded_only: bool = False) -> Asker:
        name = own_name(next(self._number))
        return Asker(
            endpoints,
            self._responses,
            accepts=is_form,
            abilities=self._abilities,
            share=StoreShare(self._store, name),
            recorded_only=recorded_only,
            manners=self._manners,
            connect=self._connect,
        )

    def _find_out(self, endpoint: Endpoint) -> None:
        """Probe an endpoint of which nothing is known yet. One that does not answer is asked in the strictest way, and
        learned about by its answers."""
        if self._abilities.get(endpoint) is not None:
            return
        caller = self._connect(endpoint)
        try:
            found = Probe(endpoint, caller).run()
        finally:
            caller.close()
        if found.ability is not None:
            self._abilities.put(endpoint, found.ability)
        told = " ".join(filter(None, (found.text, found.todo)))
        log.log(logging.WARNING if found.todo else logging.INFO, "the model %s: %s", endpoint.name, told)

    def _drawn_salt(self) -> str:
        if not self._salt:
            with self._store.write() as tx:
                self._salt = backlog.model_salt(tx.connection, secrets.token_hex(SALT_BYTES))
        return self._salt


def plan_of(endpoints: Mapping[Role, Endpoint], salt: str) -> Plan:
    """How these endpoints are asked: with as much evidence as each of them takes."""
    known = [endpoint.context for endpoint in endpoints.values() if endpoint.context]
    room = min(known, default=CONTEXT_TOKENS + ANSWER_TOKENS + WORDS_OF_OURS) - ANSWER_TOKENS - WORDS_OF_OURS
    tokens = min(CONTEXT_TOKENS, max(room, LEAST_CONTEXT))
    return Plan(salt=salt, context_tokens=tokens, other_prosecutor=two_models(endpoints))


def in_flight(rules: Iterable[Rules], environment: Environment = os.environ) -> int:
    """The most calls that models take at once under any of these rules; 0 where nobody is to be asked."""
    most = 0
    for one in rules:
        if one.judging.reader is ReaderKind.MODEL:
            try:
                found = endpoints_of(one.judging.model, environment)
            except OpenReproError:
                continue
            most = max(most, *(endpoint.in_flight for endpoint in found.values()))
    return most


def _over_budget(reply: Reply) -> Reply:
    return Reply(silence=Silence.OVER_BUDGET) if reply.silence is Silence.NOT_RECORDED else reply
