"""Asks questions of models: recorded answers first, then within the budget, at the endpoint's pace, kept raw."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from types import TracebackType
from typing import Final

from openrepro.judging.readers.model.question import Question, Reply, Role, Silence
from openrepro.models.abilities import Abilities
from openrepro.models.batch import Batch
from openrepro.models.endpoint import Asked, Endpoint, Responses
from openrepro.models.health import Manners
from openrepro.models.lane import Lane
from openrepro.models.means import Caller, Job, Means, Unsettled
from openrepro.models.pacing import Alone, Share
from openrepro.models.parsing import said
from openrepro.models.request import UNPROBED, variants
from openrepro.models.search import ATTEMPTS, Accepts, Search

NOBODY: Final = Asked()
PATIENT: Final = Manners()
LIKELY_ANSWER_TOKENS: Final = 600
AT_ONCE: Final = 50
"""So many questions are looked up at once."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asking would take: calls not yet recorded, tokens of their questions, US dollars at most (each answer as
    long as it may be, and asked for again as often as may be) and likely (once, with answers of a usual length)."""

    calls: int
    tokens: int
    usd_at_most: Decimal
    usd_likely: Decimal


def batched(questions: Iterable[Question], size: int) -> Iterator[tuple[Question, ...]]:
    """The questions in order, so many at a time."""
    rest = iter(questions)
    while some := tuple(islice(rest, size)):
        yield some


def anything(_question: Question, text: str) -> bool:
    """Any answer that says something."""
    return bool(text.strip())


def connected(endpoint: Endpoint) -> Caller:
    """The real client of an endpoint, whose package takes most of a second to import."""
    from openrepro.models.client import Client

    return Client(endpoint)


class Asker:
    """Asks the endpoint of each role. One for a process; safe to share between threads; close it at the end.

    `accepts` says whether an answer is the form; one that is not is asked for again, twice. With `recorded_only`
    nothing is ever called: what is not recorded is `Silence.NOT_RECORDED`. `say` is told, once, what goes wrong.
    """

    def __init__(
        self,
        endpoints: Mapping[Role, Endpoint],
        responses: Responses,
        *,
        accepts: Accepts = anything,
        abilities: Abilities | None = None,
        share: Share | None = None,
        recorded_only: bool = False,
        say: Callable[[str], None] = _log.warning,
        manners: Manners = PATIENT,
        connect: Callable[[Endpoint], Caller] = connected,
    ) -> None:
        self.endpoints = endpoints
        self._accepts = accepts
        self._abilities = abilities
        self._recorded_only = recorded_only
        self._means = Means(responses, abilities, share or Alone(), connect, say, manners, Unsettled())
        self._lock = threading.Lock()
        self._lanes: dict[Endpoint, Lane] = {}

    def ask(
        self, questions: Iterable[Question], asked: Asked = NOBODY, stop: threading.Event | None = None
    ) -> dict[str, Reply]:
        """What came back, by the key of the question. Blocks until all is answered or given up; once `stop` is set
        it ends soon, and what was not answered by then is left out.

        Raises what keeping an answer raises (a full disk, a lost database): the answers in flight are then unsure.
        """
        batch = Batch(asked, stop)
        try:
            for some in batched({question.key: question for question in questions}.values(), AT_ONCE):
                if batch.ended:
                    break
                self._put(some, batch)
            return batch.wait()
        finally:
            if batch.ended:
                self._leave(batch)

    def estimate(self, questions: Iterable[Question]) -> Estimate:
        """What asking these would take, without asking."""
        calls, tokens, most, likely = 0, 0, Decimal(0), Decimal(0)
        for question in {question.key: question for question in questions}.values():
            search = self._search(question)
            if self._recorded(search) is not None:
                continue
            calls += 1
            tokens += search.request.likely_tokens
            most += search.request.most_usd(search.endpoint) * ATTEMPTS
            usual = min(LIKELY_ANSWER_TOKENS, question.answer_tokens)
            likely += search.endpoint.price.of(search.request.likely_tokens, usual)
        return Estimate(calls, tokens, most, likely)

    def close(self) -> None:
        """End the threads; calls in flight are waited for a while, and kept."""
        with self._lock:
            lanes, self._lanes = list(self._lanes.values()), {}
        for lane in lanes:
            lane.close()

    def __enter__(self) -> "Asker":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _put(self, questions: Sequence[Question], batch: Batch) -> None:
        """Answer or put some questions; which of them were answered before is looked up for all at once."""
        for question in questions:
            batch.expect(question.key)
        searches = [self._search(question) for question in questions]
        names = [search.name for search in searches]
        held = frozenset(names) if self._recorded_only else self._means.responses.held(names)
        for search in searches:
            reply = (self._found(search) if search.name in held else None) or self._unasked(search, batch)
            if reply is not None:
                batch.done(search.question.key, reply)
            else:
                self._lane(search.endpoint).add(Job(search, batch))

    def _unasked(self, search: Search, batch: Batch) -> Reply | None:
        """The reply to a question that is not put at all."""
        if self._recorded_only:
            return search.reply(silence=Silence.NOT_RECORDED)
        if search.too_long:
            return search.reply(silence=Silence.TOO_LONG)
        return search.reply(silence=Silence.OVER_BUDGET) if batch.over_budget else None

    def _found(self, search: Search) -> Reply | None:
        """A recorded reply; where nothing can be asked, also one that was asked for in another way."""
        if not self._recorded_only:
            return self._recorded(search)
        for ability in variants(search.ability):
            reply = self._recorded(Search(search.question, search.endpoint, ability, self._accepts))
            if reply is not None:
                return reply
        return None

    def _recorded(self, search: Search) -> Reply | None:
        """The reply that recorded answers make; None when a call is needed. One that is no answer counts as none."""
        while (recorded := self._means.responses.get(search.name)) is not None:
            heard = said(recorded.body, search.request)
            if heard is None:
                return None
            reply = search.heed(heard, recorded.body)
            if reply is not None:
                return reply
        return None

    def _search(self, question: Question) -> Search:
        endpoint = self.endpoints[question.role]
        with self._lock:
            lane = self._lanes.get(endpoint)
        ability = lane.ability if lane else (self._abilities.get(endpoint) if self._abilities else None)
        return Search(question, endpoint, ability or UNPROBED, self._accepts)

    def _lane(self, endpoint: Endpoint) -> Lane:
        with self._lock:
            if endpoint not in self._lanes:
                self._lanes[endpoint] = Lane(endpoint, self._means, self._recorded)
            return self._lanes[endpoint]

    def _leave(self, batch: Batch) -> None:
        with self._lock:
            lanes = list(self._lanes.values())
        for lane in lanes:
            lane.leave(batch)
