"""The nouns between the judge and a model: what is asked, what came back, and in which plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from openrepro.ids import Json, digest
from openrepro.logbooks.logbook import Address

ANSWER_TOKENS: Final = 2_000
CONTEXT_TOKENS: Final = 12_000
MOST_REPEATS: Final = 100
"""Readings of one claim in one judgement are fewer than this."""


class Role(StrEnum):
    """Who is asked: the reader fills the form, the prosecutor looks for the reason why a reading is wrong."""

    READER = "reader"
    PROSECUTOR = "prosecutor"


class ShownBlock(NamedTuple):
    """A block as it stands in a question: the name it has there, and its bytes in the revision."""

    name: str
    at: Address


@dataclass(frozen=True)
class Question:
    """What a model is asked about one atomic claim of one revision.

    `system` and `user` are the messages; `schema` is the JSON Schema of the answer, by name `form`; `prompt` is the
    digest of the prompt's text and schema; `repeat` counts fresh readings of the same from 0. `blocks` say what is
    shown, in order; `cut` which bytes about the claim are not; `decisive_cut` that evidence of its own runs or result
    files is among these. `tokens` are estimated, of both messages.
    """

    claim: str
    role: Role
    system: str
    user: str
    schema: Mapping[str, Json]
    prompt: str
    blocks: tuple[ShownBlock, ...]
    repeat: int = 0
    cut: tuple[Address, ...] = ()
    decisive_cut: bool = False
    tokens: int = 0
    answer_tokens: int = ANSWER_TOKENS

    @cached_property
    def key(self) -> str:
        """The digest of all that a model is given; the same question has the same key in every run."""
        return digest(
            {
                "role": self.role.value,
                "system": self.system,
                "user": self.user,
                "prompt": self.prompt,
                "repeat": self.repeat,
                "answer_tokens": self.answer_tokens,
            }
        )


class Silence(StrEnum):
    """Why there is no answer, with the words that a participant is told."""

    REFUSED = "the model refused to answer"
    TRUNCATED = "the model's answer was cut off"
    EMPTY = "the model's answer was empty"
    OFF_SCHEMA = "the model's answer is not the form that was asked for"
    TOO_LONG = "the evidence does not fit what the model can take"
    UNREACHABLE = "the model could not be reached"
    FORBIDDEN = "the model's endpoint refused our key or does not know the model"
    OVER_BUDGET = "the budget for the model is spent"
    NOT_RECORDED = "no recorded answer of the model fits this question"

    @property
    def passing(self) -> bool:
        """Whether asking again later may help without anything being changed here."""
        return self in (Silence.REFUSED, Silence.TRUNCATED, Silence.EMPTY, Silence.OFF_SCHEMA, Silence.UNREACHABLE)

    @property
    def remedy(self) -> str:
        """What becomes of the claim, in a sentence."""
        if self.passing:
            return "It is asked again later."
        return _REMEDIES.get(self, "It stays so until the model's settings are changed.")


_REMEDIES: Final = {
    Silence.OVER_BUDGET: "It is asked when there is a budget again.",
    Silence.TOO_LONG: "It stays so unless a person reads it, or a model that takes more.",
    Silence.NOT_RECORDED: "It is decided once the model has been asked.",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for a question: the text of the answer, or why there is none.

    `raw` is the digest of the raw reply as it was kept, empty where nothing came back. `model` and `provider` are as
    reported, `decoding` how it was asked for (`json_schema`, `json_object` or `prompt`, with temperature). Tokens are
    as reported. `cost_usd` is a decimal string.
    """

    text: str = ""
    silence: Silence | None = None
    raw: str = ""
    model: str = ""
    provider: str = ""
    decoding: str = ""
    seed: int | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: str = "0"


Replies = Mapping[str, Reply]
"""What came back, by the key of the question."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How models are asked. A pure function of the settings; nothing in it depends on the rules' points or windows.

    `salt` makes fences that a stranger cannot know: the same in every run of an installation, so that a question keeps
    its key. `context_tokens` is the budget for evidence in one question. `repeats` are the fresh readings that are
    asked for besides the first where the measured value is near a threshold. `other_prosecutor` says that the
    prosecutor is another model than the reader, so that its agreement is a second look. `fresh` counts judgements of
    the same that must not share an answer, as an examination makes them.
    """

    salt: str
    context_tokens: int = CONTEXT_TOKENS
    answer_tokens: int = ANSWER_TOKENS
    repeats: int = 2
    prosecute: bool = True
    other_prosecutor: bool = False
    fresh: int = 0

    def repeat(self, again: int) -> int:
        """The number of a reading among all fresh ones: the `again`-th of this judgement, from 0."""
        return self.fresh * MOST_REPEATS + again
