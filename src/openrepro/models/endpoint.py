"""The nouns of a model endpoint: where it is, what it costs, what it can do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final, Protocol

from openrepro.judging.readers.model.question import Question

MILLION: Final = Decimal(1_000_000)


class Structure(StrEnum):
    """How an endpoint can be made to answer in a form, the strictest first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PROMPT = "prompt"


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens, as decimals; zero where nothing is paid by the token."""

    per_million_in: Decimal = Decimal(0)
    per_million_out: Decimal = Decimal(0)

    def of(self, tokens_in: int, tokens_out: int) -> Decimal:
        """What a call cost, in US dollars, exactly."""
        return (self.per_million_in * tokens_in + self.per_million_out * tokens_out) / MILLION


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one address. `name` is what the rule file and the site call it; `key` is never shown or kept.

    `context` is how many tokens it takes in all, 0 where that is not known. `in_flight` is the most calls at once,
    over all workers.
    """

    name: str
    url: str
    model: str
    key: str = field(default="", repr=False)
    price: Price = Price()
    context: int = 0
    in_flight: int = 8
    timeout_s: float = 180
    temperature: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Ability:
    """What a probe found an endpoint to be able to do. `seed` and `temperature` say that it takes them, `usage` that
    it reports tokens, `new_limit` that it wants the bound of its answer as `max_completion_tokens`; `model` is the
    name that it reports; `context` the tokens that it says it takes, 0 where it does not say; `at` when it was asked
    (UTC)."""

    structure: Structure
    seed: bool = False
    usage: bool = False
    model: str = ""
    at: str = ""
    temperature: bool = True
    new_limit: bool = False
    context: int = 0


@dataclass(frozen=True, slots=True)
class Sum:
    """What may be spent in US dollars: in all, and in a UTC day; None where there is no bound."""

    in_all: Decimal | None = None
    per_day: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Who a question is asked for: the pseudonyms of entry and team, empty on the command line."""

    entry: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A raw reply as it is kept: the bytes of the answer's body and its HTTP status, before anything is parsed."""

    request: str
    endpoint: str
    status: int
    body: bytes
    at: str


class Responses(Protocol):
    """What was ever answered, by the digest of the request. Safe to share between threads.

    A request is opened before it is sent, so that what a crash loses is known and counted as spent.
    """

    def get(self, request: str) -> Recorded | None:
        """The raw reply to a request that was answered; None when there is none."""
        ...

    def held(self, requests: Sequence[str]) -> frozenset[str]:
        """Those of some hundred requests that were answered."""
        ...

    def open(self, request: str, question: Question, endpoint: str, asked: Asked, most_usd: Decimal) -> bool:
        """Set aside what a call may cost at most, before it is sent; False when the budget does not allow it."""
        ...

    def keep(self, recorded: Recorded) -> None:
        """Keep a raw reply durably, before it is parsed."""
        ...

    def settle(self, request: str, *, tokens_in: int = 0, tokens_out: int = 0, cost_usd: Decimal = Decimal(0)) -> None:
        """Put what a call cost in the place of what was set aside for it; nothing where it failed unpaid.

        What was opened and never settled stays spent, also when the same request is opened again."""
        ...

    def spent(self) -> Decimal:
        """US dollars spent and set aside so far."""
        ...
