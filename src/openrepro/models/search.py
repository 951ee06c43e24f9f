"""The search for a usable answer to one question: attempt after attempt, each a request of its own. No I/O."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from openrepro.ids import sha256
from openrepro.judging.readers.model.question import Question, Reply, Silence
from openrepro.models.endpoint import Ability, Endpoint
from openrepro.models.parsing import Said
from openrepro.models.request import Request, lowered, request_of

ATTEMPTS: Final = 3
MOST_STEPS: Final = 6

Accepts = Callable[[Question, str], bool]
"""Whether the text of an answer is the form that the question asks for."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What the attempts took so far; `estimated` marks tokens that were not reported."""

    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)
    estimated: bool = False

    def and_(self, said: Said, endpoint: Endpoint) -> "Taken":
        return Taken(
            self.tokens_in + said.tokens_in,
            self.tokens_out + said.tokens_out,
            self.usd + endpoint.price.of(said.tokens_in, said.tokens_out),
            self.estimated or said.estimated,
        )


class Search:
    """Where the search for the answer to one question stands."""

    def __init__(self, question: Question, endpoint: Endpoint, ability: Ability, accepts: Accepts) -> None:
        self.question = question
        self.endpoint = endpoint
        self.ability = ability
        self._accepts = accepts
        self._attempt = 0
        self._longer = False
        self._steps = 0
        self._taken = Taken()

    @cached_property
    def request(self) -> Request:
        """The call that comes next."""
        return request_of(self.question, self.endpoint, self.ability, attempt=self._attempt, longer=self._longer)

    @cached_property
    def name(self) -> str:
        """The digest of the call that comes next."""
        return self.request.digest

    @property
    def too_long(self) -> bool:
        """Whether question and answer do not fit what the model takes, as far as that is known."""
        context = self.endpoint.context or self.ability.context
        return bool(context) and self.request.likely_tokens + self.request.max_tokens > context

    def lower(self, parameter: str) -> bool:
        """Go on without what the endpoint does not know; False when there is no further way to ask."""
        below = lowered(self.ability, parameter)
        self._steps += 1
        if below is None or self._steps > MOST_STEPS:
            return False
        self.ability = below
        self._renew()
        return True

    def heed(self, said: Said, body: bytes) -> Reply | None:
        """The reply that an answer makes; None when it is not usable and the question is to be put again."""
        self._taken = self._taken.and_(said, self.endpoint)
        silence = said.silence
        if silence is None and not self._accepts(self.question, said.text):
            silence = Silence.OFF_SCHEMA
        if silence is None:
            return self.reply(text=said.text, said=said, body=body)
        return self.unusable(silence, said, body)

    def unusable(self, silence: Silence, said: Said | None = None, body: bytes = b"") -> Reply | None:
        """Count an answer that cannot be used: the reply that says so after the last attempt, else None."""
        if self._attempt + 1 >= ATTEMPTS:
            return self.reply(silence=silence, said=said, body=body)
        self._attempt += 1
        self._longer = self._longer or silence is Silence.TRUNCATED
        self._renew()
        return None

    def reply(
        self, *, text: str = "", silence: Silence | None = None, said: Said | None = None, body: bytes = b""
    ) -> Reply:
        """A reply, with what all attempts took."""
        taken = self._taken
        marked = ", tokens estimated" if taken.estimated else ""
        return Reply(
            text=text,
            silence=silence,
            raw=sha256(body) if body else "",
            model=said.model if said else "",
            provider=said.provider if said else "",
            decoding=self.request.decoding + marked,
            seed=self.request.seed,
            tokens_in=taken.tokens_in,
            tokens_out=taken.tokens_out,
            cost_usd=format(taken.usd, "f"),
        )

    def _renew(self) -> None:
        self.__dict__.pop("request", None)
        self.__dict__.pop("name", None)
