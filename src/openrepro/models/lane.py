"""The threads that call one endpoint: within the budget, at its pace, and each answer kept before it is read."""

import threading
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from openrepro import clock
from openrepro.judging.readers.model.question import Reply, Silence
from openrepro.models.batch import Batch
from openrepro.models.endpoint import Ability, Endpoint, Recorded
from openrepro.models.faults import Fault, Trouble
from openrepro.models.health import Health
from openrepro.models.means import Caller, Job, Means, Raw
from openrepro.models.pacing import Gate, Turn
from openrepro.models.parsing import said, told_fault
from openrepro.models.request import UNPROBED
from openrepro.models.search import Search

CALLS_FOR_A_SCRIBE: Final = 4


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
        in_flight = max(endpoint.in_flight, 1)
        self._most_threads = in_flight + max(in_flight // CALLS_FOR_A_SCRIBE, 1)

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
            if self._idle or len(self._threads) >= self._most_threads:
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
            self._serve(turn)

    def _serve(self, turn: Turn[Job]) -> None:
        """Make one call and keep its answer, then give its slot to the next before the answer is read: so what a crash
        loses is never more than the slots hold."""
        job, answer, opened = turn.item, None, False
        try:
            opened = self._opened(job)
            answer = self._connected().call(job.search.request, job.search.ability) if opened else None
            if answer is not None and not isinstance(answer, Trouble):
                self._keep(job, answer)
        except Exception as fault:
            answer = None
            job.batch.fail(fault)
        finally:
            self._left(turn, answer)
        try:
            if answer is not None:
                self._heard(job, answer)
        except Exception as fault:
            job.batch.fail(fault)
        finally:
            if opened:
                self._means.unsettled.one_less()

    def _opened(self, job: Job) -> bool:
        """Whether a call may be made: somebody waits for it, and the budget allows it."""
        batch, others = job.batch, self._means.unsettled.one_more()
        opened = False
        try:
            opened = not batch.ended and not batch.over_budget and self._set_aside(job)
        finally:
            if not opened:
                self._means.unsettled.one_less()
        if not opened:
            self._unopened(job, others)
        return opened

    def _set_aside(self, job: Job) -> bool:
        search, asked = job.search, job.batch.asked
        most = search.request.most_usd(self.endpoint)
        return self._means.responses.open(search.name, search.question, self.endpoint.name, asked, most)

    def _unopened(self, job: Job, others: int) -> None:
        """What becomes of a job without a call. While others are not settled, the budget may still have room."""
        if job.batch.ended:
            job.batch.drop(job.key)
        elif others and not job.batch.over_budget:
            self.gate.rest(self._means.manners.settles_s)
            self.add(job)
        else:
            self._over_budget(job)

    def _left(self, turn: Turn[Job], answer: Raw | Trouble | None) -> None:
        if isinstance(answer, Trouble):
            crowded = answer.fault in (Fault.BUSY, Fault.SLOW)
            quiet = answer.wait_s if answer.passing else None
            self.gate.leave(turn, crowded=crowded, quiet_s=quiet or 0.0)
        else:
            self.gate.leave(turn, good=answer is not None)

    def _keep(self, job: Job, answer: Raw) -> None:
        at = clock.written(clock.now())
        name = job.search.name
        self._means.responses.keep(Recorded(name, self.endpoint.name, answer.status, answer.body, at))

    def _heard(self, job: Job, answer: Raw | Trouble) -> None:
        if isinstance(answer, Trouble):
            self._failed(job, answer)
            return
        responses, name = self._means.responses, job.search.name
        heard = said(answer.body, job.search.request)
        if heard is None:
            self._failed(job, told_fault(answer.body, clock.now()))
            return
        cost = self.endpoint.price.of(heard.tokens_in, heard.tokens_out)
        responses.settle(name, tokens_in=heard.tokens_in, tokens_out=heard.tokens_out, cost_usd=cost)
        self._proved(job.search.ability)
        job.tries, job.since = 0, None
        self._go_on(job, job.search.heed(heard, answer.body))

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

    def _failed(self, job: Job, trouble: Trouble) -> None:
        paid = trouble.fault in (Fault.SLOW, Fault.HUGE)
        cost = job.search.request.most_usd(self.endpoint) if paid else Decimal(0)
        self._means.responses.settle(job.search.name, cost_usd=cost)
        if trouble.fault is Fault.HUGE:
            self._go_on(job, job.search.unusable(Silence.OFF_SCHEMA))
        elif trouble.fault is Fault.UNKNOWN:
            self._lower(job, trouble)
        elif trouble.passing:
            self._again(job, trouble)
        else:
            self._refused(job, trouble)

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
