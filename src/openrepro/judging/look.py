"""A look that a model had at one atomic claim: what it read, or why it said nothing, and what that cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from openrepro.ids import Json
from openrepro.judging.readers.model.question import Question, Reply, Role, Silence
from openrepro.judging.reading import Reading


@dataclass(frozen=True, slots=True)
class Look:
    """One answered question. `reading` is what the model said, with quotes found by code and nothing lowered, or None
    where `silence` says why there is none. `repeat` counts fresh readings of the same from 0. `question` and
    `raw_reply` are digests; `cost` is US dollars as a decimal string.
    """

    claim: str
    role: Role
    repeat: int = 0
    reading: Reading | None = None
    silence: Silence | None = None
    question: str = ""
    prompt: str = ""
    raw_reply: str = ""
    model: str = ""
    provider: str = ""
    decoding: str = ""
    seed: int | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    cost: str = "0"

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def as_json(self) -> dict[str, Json]:
        return {
            "claim": self.claim,
            "role": self.role.value,
            "repeat": self.repeat,
            "reading": None if self.reading is None else self.reading.as_json(),
            "silence": None if self.silence is None else self.silence.name.lower(),
            "question": self.question,
            "prompt": self.prompt,
            "raw_reply": self.raw_reply,
            "model": self.model,
            "provider": self.provider,
            "decoding": self.decoding,
            "seed": self.seed,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost": self.cost,
        }


def look_of(question: Question, reply: Reply, read: Reading | Silence) -> Look:
    """The look that `reply` to `question` amounts to; `read` is what its text was read as."""
    return Look(
        claim=question.claim,
        role=question.role,
        repeat=question.repeat,
        reading=read if isinstance(read, Reading) else None,
        silence=read if isinstance(read, Silence) else None,
        question=question.key,
        prompt=question.prompt,
        raw_reply=reply.raw,
        model=reply.model,
        provider=reply.provider,
        decoding=reply.decoding,
        seed=reply.seed,
        tokens_in=reply.tokens_in,
        tokens_out=reply.tokens_out,
        cost=_plain(Decimal(reply.cost_usd)),
    )


def tokens_of(looks: Iterable[Look]) -> int:
    """All tokens of `looks`, of questions and answers, as reported."""
    return sum(look.tokens for look in looks)


def cost_of(looks: Iterable[Look]) -> str:
    """What `looks` cost in US dollars, as a decimal string without an exponent."""
    return _plain(sum((Decimal(look.cost) for look in looks), Decimal(0)))


def _plain(amount: Decimal) -> str:
    return format(amount.normalize(), "f") if amount else "0"
