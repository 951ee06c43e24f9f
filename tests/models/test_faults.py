"""What errors of endpoints mean, in the words of many kinds of servers."""

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from openrepro.models.faults import LONGEST_WAIT_S, Fault, asked_wait, trouble_of

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def fault(status: int, body: Any = None, **headers: str) -> Fault:
    return trouble_of(status, headers, json.dumps(body).encode(), NOW).fault


@pytest.mark.parametrize(
    ("status", "body", "meant"),
    [
        (429, None, Fault.BUSY),
        (503, "overloaded", Fault.BUSY),
        (529, None, Fault.BUSY),
        (429, {"error": {"code": "insufficient_quota", "message": "x"}}, Fault.FORBIDDEN),
        (402, None, Fault.FORBIDDEN),
        (401, {"error": {"message": "Incorrect API key provided"}}, Fault.FORBIDDEN),
        (403, None, Fault.FORBIDDEN),
        (404, {"detail": "Not Found"}, Fault.FORBIDDEN),
        (500, None, Fault.DOWN),
        (502, "<html>", Fault.DOWN),
        (504, None, Fault.DOWN),
        (408, None, Fault.DOWN),
        (400, {"error": {"code": "context_length_exceeded", "message": "too long"}}, Fault.TOO_LONG),
        (400, {"object": "error", "message": "This model's maximum context length is 4096 tokens"}, Fault.TOO_LONG),
        (
            400,
            {"error": {"type": "exceed_context_size_error", "message": "exceeds the available context size"}},
            Fault.TOO_LONG,
        ),
        (413, {"error": "prompt is too long"}, Fault.TOO_LONG),
        (400, {"error": {"message": "Unknown parameter: 'response_format'."}}, Fault.UNKNOWN),
        (
            422,
            {"detail": [{"loc": ["body", "response_format"], "msg": "extra fields", "input": "seed"}]},
            Fault.UNKNOWN,
        ),
        (400, {"error": {"message": "bad"}}, Fault.OTHER),
        (418, None, Fault.OTHER),
        (302, None, Fault.OTHER),
    ],
)
def test_each_error_is_one_of_the_closed_set(status: int, body: Any, meant: Fault) -> None:
    assert fault(status, body) is meant


@pytest.mark.parametrize(
    ("message", "parameter"),
    [
        ("'response_format.type' must be 'text'", "response_format"),
        ("json_schema is not supported by this model", "response_format"),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens"),
        ("Unsupported value: 'temperature' does not support 0.2", "temperature"),
        ("extra_forbidden: seed", "seed"),
        ("the request is malformed", ""),
    ],
)
def test_it_is_told_which_parameter_is_not_known(message: str, parameter: str) -> None:
    trouble = trouble_of(400, {}, json.dumps({"error": {"message": message}}).encode(), NOW)
    assert trouble.parameter == parameter


def test_what_an_error_repeats_of_our_own_question_means_nothing() -> None:
    echo = {"detail": [{"loc": ["body"], "msg": "invalid", "input": "response_format context_length_exceeded"}]}
    assert fault(422, echo) is Fault.OTHER


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("0", 0.0),
        ("999999999", LONGEST_WAIT_S),
        ("Mon, 30 Nov 2026 12:00:20 GMT", 20.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Wed, 30 Nov 2099 11:00:00 GMT", LONGEST_WAIT_S),
        ("soon", None),
        ("-5", None),
        ("nan", None),
        ("1e9", None),
        ("", None),
        ("٣", None),
    ],
)
def test_retry_after_is_read_as_seconds_and_as_a_date_and_bounded(text: str, seconds: float | None) -> None:
    assert asked_wait({"retry-after": text}, NOW) == seconds


def test_a_busy_endpoint_says_how_long() -> None:
    assert trouble_of(429, {"retry-after": "3"}, b"", NOW).wait_s == 3.0
    assert trouble_of(503, {}, b"", NOW).wait_s is None


def test_a_redirect_names_where_it_leads_and_is_not_followed() -> None:
    trouble = trouble_of(307, {"location": "https://elsewhere.example/v1"}, b"", NOW)
    assert "elsewhere.example" in trouble.text
    assert "never followed" in trouble.text


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"[" * 100_000, b'{"error": ' * 5000, b'"' + b"x" * 1_000_000 + b'"', b"[1]"]
)
def test_hostile_bodies_of_errors_are_read_in_little_time(body: bytes) -> None:
    begin = time.perf_counter()
    assert trouble_of(400, {}, body, NOW).fault is Fault.OTHER
    assert time.perf_counter() - begin < 0.5


def test_what_is_quoted_is_short_and_cannot_steer_a_terminal() -> None:
    body = json.dumps({"error": {"message": "\x1b[2J\u202e" + "long " * 1000}}).encode()
    text = trouble_of(400, {}, body, NOW).text
    assert len(text) < 400
    assert "\x1b" not in text
    assert "\u202e" not in text
