"""The threads that call one endpoint: within the budget, at its pace, and each answer kept before it is read."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple, Protocol

from openrepro import clock
from openrepro.judging.readers.model.question import Reply, Silence
from openrepro.models.abilities import Abilities
from openrepro.models.batch import Batch
from openrepro.models.endpoint import Ability, Endpoint, Recorded, Responses
from openrepro.models.faults import Fault, Trouble
from openrepro.models.health import Health, Manners
from openrepro.models.pacing import Gate, Share
from openrepro.models.parsing import said, told_fault
from openrepro.models.request import UNPROBED, Request
from openrepro.models.search import Search


class Raw(Protocol):
    """What an endpoint said, not parsed."""

    @property
    def status(self) -> int: ...

    @property
    def body(self) -> bytes: ...


class Caller(Protocol):
    """What calls an endpoint; `models.client.Client` is the real one."""

    def call(self, request: Request, ability: Ability) -> Raw | Trouble: ...

    def close(self) -> None: ...


class Heard(NamedTuple):
    """How the endpoint took a call."""

    good: bool = False
    crowded: bool = False
    quiet_s: float = 0.0


@dataclass(slots=True, eq=False)
class Job:
    """One question that waits for a call, for a batch. `since` is when its run of failures began."""

    search: Search
    batch: Batch
    tries: int = 0
    since: float | None = None

    @property
    def key(self) -> str:
        return self.search.question.key


@dataclass(frozen=True, slots=True)
class Means:
    """What lanes share: where replies and abilities are kept, with whom slots are shared, who is told, how we wait."""

    responses: Responses
    abilities: Abilities | None
    share: Share
    connect: Callable[[Endpoint], Caller]
    say: Callable[[str], None]
    manners: Manners
    now: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random


class Lane:
    """The calls of one endpoint. Safe to share between threads; threads begin as they are needed."""

    def __init__(self, endpoint: Endpoint, means: Means, recorded: Callable[[Search], Reply | None]) -> None:
        self.endpoint = endpoint
        self.gate: Gate[Job] = Gate(endpoint, means.share, means.now)
        self._means = means
        self._recorded = recorded
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._caller: Caller | None = None
        self._health = Health(means.manners)
        self._ability = (means.abilities.get(endpoint) if means.abilities else None) or UNPROBED
        self._proven = False
        self._told: set[str] = set()

    @property
    def ability(self) -> Ability:
        return self._ability

    def add(self, job: Job, wait_s: float = 0) -> None:
        """Let a job wait for its call, unless the endpoint is left alone for now."""
        shut = self._health.shut(self._means.now())
        if shut is not None:
            self._end(job, shut)
            return
        if self.gate.add(job.batch.asked.team, job, wait_s=wait_s):
            self._more_threads()
        else:
            job.batch.drop(job.key)

    def leave(self, batch: Batch) -> None:
        """Let nothing of a batch wait any more."""
        for job in self.gate.remove(lambda job: job.batch is batch):
            batch.drop(job.key)

    def close(self) -> None:
        """End the threads; calls in flight are waited for a while, and kept."""
        for job in self.gate.close():
            job.batch.drop(job.key)
        until = time.monotonic() + self._means.manners.linger_s
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0))
        if self._caller is not None:
            self._caller.close()

    def _more_threads(self) -> None:
        with self._lock:
            if self._idle or len(self._threads) >= self.endpoint.in_flight:
                return
            name = f"model-{self.endpoint.name}-{len(self._threads)}"
            thread = threading.Thread(target=self._run, name=name, daemon=True)
            self._threads.append(thread)
        thread.start()

    def _run(self) -> None:
        while True:
            with self._lock:
                self._idle += 1
            turn = self.gate.take()
            with self._lock:
                self._idle -= 1
            if turn is None:
                return
            self._more_threads()
            heard = Heard()
            try:
                heard = self._served(turn.item)
            except Exception as fault:
                turn.item.batch.fail(fault)
            finally:
                self.gate.leave(turn, good=heard.good, crowded=heard.crowded, quiet_s=heard.quiet_s)

    def _served(self, job: Job) -> Heard:
        if job.batch.ended:
            job.batch.drop(job.key)
            return Heard()
        request, name = job.search.request, job.search.name
        most = request.most_usd(self.endpoint)
        responses, asked = self._means.responses, job.batch.asked
        if job.batch.over_budget or not responses.open(name, job.search.question, self.endpoint.name, asked, most):
            self._over_budget(job)
            return Heard()
        answer = self._connected().call(request, job.search.ability)
        if isinstance(answer, Trouble):
            return self._failed(job, answer, most)
        return self._answered(job, answer, most)

    def _answered(self, job: Job, answer: Raw, most: Decimal) -> Heard:
        responses, name = self._means.responses, job.search.name
        at = clock.written(clock.now())
        responses.keep(Recorded(name, self.endpoint.name, answer.status, answer.body, at))
        heard = said(answer.body, job.search.request)
        if heard is None:
            return self._failed(job, told_fault(answer.body, clock.now()), most)
        cost = self.endpoint.price.of(heard.tokens_in, heard.tokens_out)
        responses.settle(name, tokens_in=heard.tokens_in, tokens_out=heard.tokens_out, cost_usd=cost)
        self._proved(job.search.ability)
        job.tries, job.since = 0, None
        self._go_on(job, job.search.heed(heard, answer.body))
        return Heard(good=True)

    def _go_on(self, job: Job, reply: Reply | None) -> None:
        """Hand over a reply; without one, look among what is recorded, and else wait for another call."""
        reply = reply or self._recorded(job.search)
        if reply is not None:
            job.batch.done(job.key, reply)
        else:
            self.add(job)

    def _proved(self, ability: Ability) -> None:
        with self._lock:
            self._health.good()
            self._told.clear()
            self._proven = self._proven or ability == self._ability

    def _failed(self, job: Job, trouble: Trouble, most: Decimal) -> Heard:
        paid = trouble.fault in (Fault.SLOW, Fault.HUGE)
        self._means.responses.settle(job.search.name, cost_usd=most if paid else Decimal(0))
        if trouble.fault is Fault.HUGE:
            self._go_on(job, job.search.unusable(Silence.OFF_SCHEMA))
        elif trouble.fault is Fault.UNKNOWN:
            self._lower(job, trouble)
        elif trouble.passing:
            self._again(job, trouble)
        else:
            self._refused(job, trouble)
        crowded = trouble.fault in (Fault.BUSY, Fault.SLOW)
        return Heard(crowded=crowded, quiet_s=trouble.wait_s or 0.0 if trouble.passing else 0.0)

    def _lower(self, job: Job, trouble: Trouble) -> None:
        """Ask without what the endpoint does not know; so in future, unless it once knew it."""
        before = job.search.ability
        if not job.search.lower(trouble.parameter):
            self._refused(job, trouble)
            return
        with self._lock:
            learned = not self._proven and before == self._ability
            if learned:
                self._ability = job.search.ability
        if learned and self._means.abilities is not None:
            self._means.abilities.put(self.endpoint, job.search.ability)
        self._go_on(job, None)

    def _again(self, job: Job, trouble: Trouble) -> None:
        manners, now = self._means.manners, self._means.now()
        job.since = now if job.since is None else job.since
        job.tries += trouble.fault is not Fault.BUSY
        self._tell(trouble.text)
        if trouble.fault is not Fault.BUSY and self._shut(Silence.UNREACHABLE, now):
            self._end(job, Silence.UNREACHABLE)
            return
        wait = max(manners.back_off(max(job.tries, 1), self._means.chance()), trouble.wait_s or 0.0)
        if job.tries >= manners.tries or now + wait - job.since > manners.longest_s:
            self._end(job, Silence.UNREACHABLE)
        else:
            self.add(job, wait)

    def _refused(self, job: Job, trouble: Trouble) -> None:
        silence = {Fault.TOO_LONG: Silence.TOO_LONG, Fault.FORBIDDEN: Silence.FORBIDDEN}.get(trouble.fault)
        self._tell(trouble.text)
        self._end(job, silence or Silence.UNREACHABLE)
        if silence is Silence.FORBIDDEN:
            self._shut(silence, self._means.now())

    def _shut(self, silence: Silence, now: float) -> bool:
        """Count a failure; where it is one too many, whoever waits is told at once."""
        with self._lock:
            shut = self._health.bad(silence, now)
        if shut:
            for job in self.gate.remove(lambda job: True):
                self._end(job, silence)
        return shut

    def _over_budget(self, job: Job) -> None:
        """The whole batch ends here: what it still waits for is not asked."""
        batch = job.batch
        batch.over_budget = True
        self._tell("The budget for the model is spent; nothing more is asked.")
        for other in [job, *self.gate.remove(lambda other: other.batch is batch)]:
            self._end(other, Silence.OVER_BUDGET)

    def _end(self, job: Job, silence: Silence) -> None:
        job.batch.done(job.key, job.search.reply(silence=silence))

    def _tell(self, text: str) -> None:
        """Say a thing once, until the endpoint answers again."""
        with self._lock:
            new = text not in self._told and len(self._told) < 20
            self._told.add(text)
        if new:
            self._means.say(f"{self.endpoint.name}: {text}")

    def _connected(self) -> Caller:
        with self._lock:
            if self._caller is None:
                self._caller = self._means.connect(self.endpoint)
            return self._caller
