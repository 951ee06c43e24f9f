"""A revision judged with models: questions made in a child process, asked here, until none is left."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from threading import Event
from typing import NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.asked import Stepped, settled_by
from openrepro.entries.asking_again import fresh_answers
from openrepro.entries.entry import Entry, Revision
from openrepro.entries.judged import Judged
from openrepro.errors import OpenReproError
from openrepro.judging.readers.model.question import Question, Replies, Reply, Silence
from openrepro.judging.recording import Occasion
from openrepro.models.choosing import budget_of
from openrepro.models.endpoint import Asked
from openrepro.models.judging import MOST_ROUNDS
from openrepro.server.asking import ModelJudge, Models
from openrepro.server.asking_child import First, Hearing, first_step, next_step
from openrepro.server.bench import Bench, BrokenOffError
from openrepro.store.store import Store


class UnpreparedError(OpenReproError):
    """The rules ask for a model, and this process cannot ask one."""


class Case(NamedTuple):
    """What is to be judged, as it was when the work began."""

    entry: Entry
    revision: Revision
    claims: ClaimSet
    rules: Rules
    begun_at: str


@dataclass(frozen=True, slots=True)
class ByModels:
    """Judges one revision after the other. `files` reads the archived bytes of a revision; it is called and children
    work within `room` only, never while a model is waited for."""

    store: Store
    bench: Bench
    models: Models | None
    files: Callable[[Revision, Event], Mapping[str, bytes]]
    room: AbstractContextManager[object]

    def judged(self, case: Case, stop: Event) -> Judged:
        """What the judgement of a revision comes to. Raises UnpreparedError, BrokenOffError when `stop` is set, and
        what the bench raises."""
        judge = self._judge(case.rules)
        hearing, asked = self._hearing(case, judge), Asked(case.entry.id, case.entry.team)
        replies: dict[str, Reply] = {}
        stepped, left = self._first(case, hearing, replies, stop)
        for _ in range(MOST_ROUNDS):
            if stepped.judged is not None:
                return stepped.judged
            replies |= self._asked(case, judge, stepped.questions, asked, stop)
            stepped = self._next(case, hearing, left, replies, stop)
        raise OpenReproError(f"The questions about the entry {case.entry.id} do not come to an end.")

    def _judge(self, rules: Rules) -> ModelJudge:
        if self.models is None:
            raise UnpreparedError("The rules ask for a model, and this server asks none.")
        try:
            return self.models.judge(rules)
        except OpenReproError as error:
            raise UnpreparedError(error.text, hint=error.hint) from error

    def _hearing(self, case: Case, judge: ModelJudge) -> Hearing:
        with self.store.read() as tx:
            current, history = tx.ledger.current(case.entry.id), tx.entries.history(case.entry.id)
        plan = replace(judge.plan, fresh=fresh_answers(history, case.revision.id))
        occasion = Occasion(case.entry.id, case.entry.team, judge.identity, case.begun_at)
        settled = settled_by(current, judge.identity, case.claims)
        return Hearing(case.claims, case.rules, plan, settled, occasion)

    def _asked(
        self, case: Case, judge: ModelJudge, questions: tuple[Question, ...], asked: Asked, stop: Event
    ) -> Replies:
        """An answer or a silence for every question."""
        assert self.models is not None
        spent = not self.models.spent().lets(budget_of(case.rules.judging.model))
        found = judge.ask(questions, asked, stop, spent=spent)
        missing = [question.key for question in questions if question.key not in found]
        if missing and stop.is_set():
            raise BrokenOffError("The judge was interrupted.")
        return {**found, **dict.fromkeys(missing, Reply(silence=Silence.UNREACHABLE))}

    def _first(self, case: Case, hearing: Hearing, replies: Replies, stop: Event) -> First:
        with self.room:
            files = self.files(case.revision, stop)
            return self.bench.run(first_step, hearing, replies, files, stop=stop)

    def _next(self, case: Case, hearing: Hearing, left: bytes, replies: Replies, stop: Event) -> Stepped:
        """The next step from what the first one left; where that was too much to hold, from the files again."""
        if not left:
            return self._first(case, hearing, replies, stop).stepped
        with self.room:
            return self.bench.run(next_step, left, hearing.occasion, replies, stop=stop)
