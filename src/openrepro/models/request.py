"""One call as it is sent: built from a question for what an endpoint can do, and named by its digest."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from openrepro.ids import Json, digest
from openrepro.judging.readers.model.question import Question
from openrepro.models.endpoint import Ability, Endpoint, Structure

CHARACTERS_PER_TOKEN: Final = 3.3
BYTES_PER_TOKEN_AT_LEAST: Final = 2
WARMER: Final = 0.2
LADDER: Final = (Structure.SCHEMA, Structure.OBJECT, Structure.PROMPT)
UNPROBED: Final = Ability(Structure.SCHEMA)
IN_WORDS: Final = "\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n"


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent in one call. `attempt` counts from 0 the times that an unusable answer was asked for again."""

    model: str
    system: str
    user: str
    schema: Mapping[str, Json]
    structure: Structure
    temperature: float | None
    seed: int | None
    max_tokens: int
    repeat: int = 0
    attempt: int = 0

    @property
    def digest(self) -> str:
        """The name of this request: equal requests are paid for once."""
        return digest(
            {
                "model": self.model,
                "messages": [{"role": role, "content": text} for role, text in self.messages],
                "structure": self.structure.value,
                "schema": self.schema,
                "temperature": None if self.temperature is None else str(self.temperature),
                "seed": self.seed,
                "max_tokens": self.max_tokens,
                "repeat": self.repeat,
                "attempt": self.attempt,
            }
        )

    @property
    def messages(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Role and text of both messages; where no schema can be sent it stands in the words of the first."""
        if self.structure is Structure.SCHEMA:
            return ("system", self.system), ("user", self.user)
        return ("system", self.system + IN_WORDS + json.dumps(self.schema)), ("user", self.user)

    @property
    def decoding(self) -> str:
        """How the answer was asked for, in a few words."""
        warmth = "temperature unset" if self.temperature is None else f"temperature {self.temperature:g}"
        return f"{self.structure.value}, {warmth}"

    @property
    def likely_tokens(self) -> int:
        """Tokens of the messages and the schema, by the usual rule of thumb."""
        return tokens_of(self._text())

    def most_usd(self, endpoint: Endpoint) -> Decimal:
        """What the call can cost at most: no tokenizer makes more tokens of text than it has pairs of bytes."""
        size = len(self._text().encode("utf-8", "replace"))
        return endpoint.price.of(math.ceil(size / BYTES_PER_TOKEN_AT_LEAST), self.max_tokens)

    def _text(self) -> str:
        schema = json.dumps(self.schema) if self.structure is Structure.SCHEMA else ""
        return "".join(text for _, text in self.messages) + schema


def tokens_of(text: str) -> int:
    """Tokens of a text, estimated: characters / 3.3, rounded up."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


def request_of(
    question: Question, endpoint: Endpoint, ability: Ability, *, attempt: int = 0, longer: bool = False
) -> Request:
    """The call that puts `question` to an endpoint that can do `ability`; a function of its arguments.

    A further attempt is a little warmer and has another seed, since the same question would be answered in the same
    way; with `longer` its answer may be twice as long.
    """
    seed = int(digest([question.key, attempt])[:7], 16) if ability.seed else None
    return Request(
        endpoint.model,
        question.system,
        question.user,
        question.schema,
        ability.structure,
        _warmth(endpoint, ability, attempt),
        seed,
        question.answer_tokens * (2 if longer else 1),
        question.repeat,
        attempt,
    )


def _warmth(endpoint: Endpoint, ability: Ability, attempt: int) -> float | None:
    if endpoint.temperature is None or not ability.temperature:
        return None
    return round(endpoint.temperature + WARMER * attempt, 3)


def variants(ability: Ability) -> Iterator[Ability]:
    """`ability`, then every other way in which the same question may once have been asked."""
    yield ability
    for temperature in (True, False):
        for structure in LADDER:
            for seed in (True, False):
                other = replace(ability, structure=structure, seed=seed, temperature=temperature)
                if other != ability:
                    yield other


def lowered(ability: Ability, parameter: str) -> Ability | None:
    """The ability without what an endpoint said that it does not know; None when there is nothing left to lower."""
    if parameter == "response_format":
        below = LADDER[LADDER.index(ability.structure) + 1 :]
        return replace(ability, structure=below[0]) if below else None
    if parameter == "seed":
        return replace(ability, seed=False) if ability.seed else None
    if parameter == "temperature":
        return replace(ability, temperature=False) if ability.temperature else None
    if parameter == "max_tokens":
        return replace(ability, new_limit=not ability.new_limit)
    return None
