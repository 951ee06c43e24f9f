"""What a raw reply says: the text of the answer or why there is none, and what it took. Pure, linear, bounded."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from openrepro.judging.readers.model.question import Silence
from openrepro.models.faults import Fault, Trouble, trouble_of
from openrepro.models.request import Request, tokens_of

LARGEST_COUNT: Final = 10**9
LONGEST_NAME: Final = 200
THOUGHT_END: Final = "</think>"
FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class Said:
    """What an endpoint's answer says. `estimated` marks tokens that it did not report."""

    text: str = ""
    silence: Silence | None = None
    model: str = ""
    provider: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False


def said(body: bytes, request: Request) -> Said | None:
    """What the body of an answer says; None when it is none: not JSON, or without any choice."""
    value = _object(body)
    if value is None or (choice := _first(value.get("choices"))) is None:
        return None
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    written = _content(message.get("content"))
    text = unwrapped(written)
    tokens_in, tokens_out, estimated = _tokens(value.get("usage"), request, written)
    return Said(
        text,
        _silence(choice.get("finish_reason"), message.get("refusal"), text),
        _name(value.get("model")),
        _name(value.get("provider")),
        tokens_in,
        tokens_out,
        estimated,
    )


def unwrapped(text: str) -> str:
    """The object within an answer: without what a model thought aloud before it, and without a fence around it."""
    text = text.strip()
    if text.startswith("{"):
        return text
    if THOUGHT_END in text:
        text = text.rpartition(THOUGHT_END)[2].strip()
    elif text.startswith("<think>"):
        return ""
    begin, end = text.find(FENCE), text.rfind(FENCE)
    if begin < 0 or begin == end or text.startswith("{"):
        return text
    inner = text[begin + len(FENCE) : end]
    return inner.removeprefix("json").removeprefix("JSON").strip()


def _object(body: bytes) -> Mapping[str, object] | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _first(choices: object) -> Mapping[str, object] | None:
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None


def _content(content: object) -> str:
    """The text of a message, given whole or in parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "".join(text for text in texts if isinstance(text, str))


def _silence(finish: object, refusal: object, text: str) -> Silence | None:
    if finish == "content_filter" or (isinstance(refusal, str) and refusal):
        return Silence.REFUSED
    if finish != "stop":
        return Silence.TRUNCATED
    return None if text else Silence.EMPTY


def _tokens(usage: object, request: Request, written: str) -> tuple[int, int, bool]:
    """Tokens in and out as reported, else as estimated; and whether any of them is estimated."""
    reported = usage if isinstance(usage, dict) else {}
    read, wrote = _count(reported.get("prompt_tokens")), _count(reported.get("completion_tokens"))
    estimated = read is None or wrote is None
    return (
        request.likely_tokens if read is None else read,
        tokens_of(written) if wrote is None else wrote,
        estimated,
    )


def _count(value: object) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and isinstance(value, int) and 0 <= value <= LARGEST_COUNT else None


def _name(value: object) -> str:
    return value[:LONGEST_NAME] if isinstance(value, str) else ""


def told_fault(body: bytes, now: datetime) -> Trouble:
    """What a body means that is no answer: the error that it tells of, else that the endpoint is down."""
    value = _object(body) or {}
    error = value.get("error")
    code = _count(error.get("code")) if isinstance(error, dict) else None
    if code is not None and 400 <= code < 600:
        return trouble_of(code, {}, body, now)
    return Trouble(Fault.DOWN, "The endpoint answered with something that is no answer of a model.")
