"""Questions to ask in tests, and answers that fit them."""

import json
from typing import Any

from openrepro.judging.readers.model.question import Question, Role

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"addressed": {"type": "string"}},
    "required": ["addressed"],
    "additionalProperties": False,
}
FITS = json.dumps({"addressed": "yes"})


def question(name: str = "a", role: Role = Role.READER, **given: Any) -> Question:
    """A short question about a claim of this name."""
    return Question(
        claim=f"{name}.c1",
        role=role,
        system="Fill in the form.",
        user=f"What does logbook {name} measure?",
        schema=SCHEMA,
        prompt="p",
        blocks=(),
        **given,
    )


def fits(_question: Question, text: str) -> bool:
    """Whether the text is the form of SCHEMA."""
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, dict) and value.keys() == {"addressed"}


def completion(text: str | None = FITS, finish: str = "stop", **given: Any) -> dict[str, Any]:
    """The body of an answer, as endpoints of the OpenAI shape give it; `given` changes its keys."""
    message = {"role": "assistant", "content": text}
    whole: dict[str, Any] = {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "small-7b",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return whole | given
