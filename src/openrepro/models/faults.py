"""What may go wrong when an endpoint is called, as a closed set, told from status, headers and the error it names."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from openrepro.visible import visible

LONGEST_WAIT_S: Final = 300.0
SHOWN: Final = 200
LOOKED_AT: Final = 2_000
BUSY: Final = frozenset({429, 503, 529})
LONG: Final = (
    "context_length",
    "context length",
    "context size",
    "context window",
    "maximum context",
    "prompt is too long",
    "prompt too long",
    "too many tokens",
    "reduce the length",
)
UNPAID: Final = ("insufficient_quota", "exceeded your current quota", "billing")
FORMAT: Final = ("response_format", "json_schema", "json_object", "structured output", "guided", "grammar")
LIMIT: Final = ("max_completion_tokens", "max_tokens")


class Fault(StrEnum):
    """What went wrong. BUSY, DOWN and SLOW pass; a SLOW call may have been paid for."""

    BUSY = "busy"
    DOWN = "down"
    SLOW = "slow"
    FORBIDDEN = "forbidden"
    TOO_LONG = "too long"
    UNKNOWN = "unknown parameter"
    HUGE = "huge answer"
    OTHER = "refused"


class Trouble(NamedTuple):
    """A fault with its sentence. `wait_s` is how long we are asked to wait; `parameter` what is not known there."""

    fault: Fault
    text: str
    wait_s: float | None = None
    parameter: str = ""

    @property
    def passing(self) -> bool:
        return self.fault in (Fault.BUSY, Fault.DOWN, Fault.SLOW)


class _Said(NamedTuple):
    """What an error says of itself: its message, and its code, type and parameter in small letters."""

    message: str
    words: str

    @property
    def all(self) -> str:
        return f"{self.words} {self.message.lower()}"


def trouble_of(status: int, headers: Mapping[str, str], body: bytes, now: datetime) -> Trouble:
    """What an answer with an error status means. Names of headers are in small letters."""
    if 300 <= status < 400:
        return _moved(status, headers)
    said = _said(body)
    if any(word in said.all for word in LONG) and status in (400, 413, 422, 500):
        return Trouble(Fault.TOO_LONG, f"The question is too long for the model{_quoted(said)}.")
    if status in (401, 402, 403, 404) or (status == 429 and any(word in said.all for word in UNPAID)):
        return Trouble(Fault.FORBIDDEN, _forbidden(status) + _quoted(said) + ".")
    if status in BUSY:
        return Trouble(Fault.BUSY, f"The endpoint is busy (status {status}).", asked_wait(headers, now))
    if status >= 500 or status in (408, 425):
        return Trouble(Fault.DOWN, f"The endpoint failed (status {status}){_quoted(said)}.", asked_wait(headers, now))
    return _refused(status, said)


def asked_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds that `Retry-After` asks for, as a number or a date, never more than LONGEST_WAIT_S; None when it
    asks for nothing that can be understood."""
    text = headers.get("retry-after", "").strip()[:60]
    if (number := text.replace(".", "", 1)) and number.isascii() and number.isdecimal():
        return min(float(text), LONGEST_WAIT_S)
    until = _date(text)
    return None if until is None else min(max((until - now).total_seconds(), 0.0), LONGEST_WAIT_S)


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _moved(status: int, headers: Mapping[str, str]) -> Trouble:
    try:
        host = urlsplit(headers.get("location", "")[:LOOKED_AT]).netloc
    except ValueError:
        host = ""
    where = f" to {visible(host)[:SHOWN]}" if host else ""
    return Trouble(Fault.OTHER, f"The endpoint sends us on{where} (status {status}); that is never followed.")


def _forbidden(status: int) -> str:
    if status == 404:
        return "The endpoint does not know this address or this model (status 404)"
    if status in (402, 429):
        return f"The account at the endpoint has nothing left to spend (status {status})"
    return f"The endpoint refused our key (status {status})"


def _refused(status: int, said: _Said) -> Trouble:
    """A request that is wrong: perhaps for one parameter only, which can be left out."""
    parameter = ""
    if any(word in said.all for word in FORMAT):
        parameter = "response_format"
    elif any(word in said.all for word in LIMIT):
        parameter = "max_tokens"
    else:
        parameter = next((name for name in ("temperature", "seed") if name in said.all), "")
    fault = Fault.UNKNOWN if parameter else Fault.OTHER
    return Trouble(fault, f"The endpoint refused the request (status {status}){_quoted(said)}.", parameter=parameter)


def _quoted(said: _Said) -> str:
    text = " ".join(visible(said.message).split())
    return f': "{text[:SHOWN]}"' if text else ""


def _said(body: bytes) -> _Said:
    """What the body of an error says, in any of the usual shapes; only its own fields, for the rest may be ours."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return _Said("", "")
    error = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(error, str):
        return _Said(error[:LOOKED_AT], "")
    if not isinstance(error, dict):
        return _Said("", "")
    named = (error.get(key) for key in ("code", "type", "param"))
    words = " ".join(word[:SHOWN].lower() for word in named if isinstance(word, str))
    return _Said(_message(error), words)


def _message(error: Mapping[str, object]) -> str:
    """`message`, or `detail` as a text or a list of `{loc, msg}`."""
    detail = error.get("message") or error.get("detail")
    if isinstance(detail, list):
        first = detail[0] if detail and isinstance(detail[0], dict) else {}
        detail = f"{first.get('msg', '')} {first.get('loc', '')}"
    return detail[:LOOKED_AT] if isinstance(detail, str) else ""
