"""Raw replies of models kept in the challenge's database under a budget of all processes, and what endpoints can do."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from openrepro import clock
from openrepro.judging.readers.model.question import Question
from openrepro.models.endpoint import Ability, Asked, Endpoint, Recorded, Sum
from openrepro.queue.terms import Clock
from openrepro.store.model_calls import Call
from openrepro.store.store import Store, Transaction
from openrepro.store.together import Together


class StoreResponses:
    """The replies of a challenge. `budget` tells what may be spent, each time it is asked."""

    def __init__(self, store: Store, budget: Callable[[], Sum], now: Clock = clock.now) -> None:
        self._store = store
        self._together = Together(store)
        self._budget = budget
        self._now = now

    def get(self, request: str) -> Recorded | None:
        with self._store.read() as tx:
            return tx.model_calls.get(request)

    def held(self, requests: Sequence[str]) -> frozenset[str]:
        with self._store.read() as tx:
            return tx.model_calls.held(requests)

    def open(self, request: str, question: Question, endpoint: str, asked: Asked, most_usd: Decimal) -> bool:
        call = Call(request, endpoint, question.role.value, question.claim, asked, most_usd)
        budget, now = self._budget(), clock.written(self._now())
        return self._together.write(lambda tx: tx.model_calls.open(call, budget, now))

    def keep(self, recorded: Recorded) -> None:
        self._together.write(lambda tx: tx.model_calls.keep(recorded))

    def settle(self, request: str, *, tokens_in: int = 0, tokens_out: int = 0, cost_usd: Decimal = Decimal(0)) -> None:
        def settled(tx: Transaction) -> None:
            tx.model_calls.settle(request, tokens_in=tokens_in, tokens_out=tokens_out, cost_usd=cost_usd)

        self._together.write(settled)

    def spent(self) -> Decimal:
        with self._store.read() as tx:
            return tx.model_calls.spent(clock.written(self._now())[:10]).in_all


class StoreAbilities:
    """What the endpoints of a challenge can do. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, endpoint: Endpoint) -> Ability | None:
        with self._store.read() as tx:
            return tx.model_abilities.get(endpoint)

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        with self._store.write() as tx:
            tx.model_abilities.put(endpoint, ability)
