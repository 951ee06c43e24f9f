"""What raw replies say, and what they say when they are odd, cut off or hostile."""

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from openrepro.judging.readers.model.question import Silence
from openrepro.models.endpoint import Ability, Endpoint, Structure
from openrepro.models.faults import Fault
from openrepro.models.parsing import Said, said, told_fault, unwrapped
from openrepro.models.request import request_of
from tests.models.questions import FITS, completion, question

REQUEST = request_of(question(), Endpoint("small", "http://127.0.0.1/v1", "m"), Ability(Structure.SCHEMA))


def heard(value: Any) -> Said:
    found = said(json.dumps(value).encode(), REQUEST)
    assert found is not None
    return found


def test_an_answer_gives_its_text_its_model_and_the_tokens_it_reports() -> None:
    found = heard(completion(provider="here"))
    assert found == Said(FITS, None, "small-7b", "here", 100, 10, False)


@pytest.mark.parametrize(
    ("value", "silence"),
    [
        (completion(finish="length"), Silence.TRUNCATED),
        (completion(finish="tool_calls"), Silence.TRUNCATED),
        (completion(finish="content_filter"), Silence.REFUSED),
        (completion(text=""), Silence.EMPTY),
        (completion(text=None), Silence.EMPTY),
        (completion(text="<think>so</think>  "), Silence.EMPTY),
        (completion(choices=[{"finish_reason": "stop"}]), Silence.EMPTY),
        (completion(choices=[{"message": {"content": FITS}}]), Silence.TRUNCATED),
        (
            completion(choices=[{"message": {"content": None, "refusal": "no"}, "finish_reason": "stop"}]),
            Silence.REFUSED,
        ),
    ],
)
def test_each_kind_of_silence_has_its_name(value: Any, silence: Silence) -> None:
    assert heard(value).silence is silence


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Bad gateway</html>",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [3]}',
        b'{"choices": {}}',
        b'{"choices": [{"message": {"cont',
        b"[" * 200_000,
        b'{"a": ' * 100_000,
        b'{"choices": ' + b"9" * 100_000 + b"}",
    ],
)
def test_what_is_no_answer_at_all_counts_as_a_fault_of_the_endpoint(body: bytes) -> None:
    assert said(body, REQUEST) is None
    assert told_fault(body, datetime.now(UTC)).fault is Fault.DOWN


def test_an_error_within_an_answer_is_taken_as_that_error() -> None:
    body = json.dumps({"error": {"code": 429, "message": "slow down"}}).encode()
    assert told_fault(body, datetime.now(UTC)).fault is Fault.BUSY


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": -1, "completion_tokens": True}, {"prompt_tokens": 1e99}, "many"]
)
def test_tokens_that_are_not_reported_are_estimated_and_marked(usage: Any) -> None:
    found = heard(completion(usage=usage))
    assert found.estimated
    assert (found.tokens_in, found.tokens_out) == (REQUEST.likely_tokens, 7)


def test_text_in_parts_is_put_together() -> None:
    parts = [{"type": "text", "text": "{"}, {"type": "image"}, 3, {"type": "text", "text": "}"}]
    assert heard(completion(choices=[{"message": {"content": parts}, "finish_reason": "stop"}])).text == "{}"


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ('  {"a": 1}\n', '{"a": 1}'),
        ('<think>hm {"a": 2}</think>\n{"a": 1}', '{"a": 1}'),
        ('hm, so</think>{"a": 1}', '{"a": 1}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('```\n{"a": 1}\n```', '{"a": 1}'),
        ('Here it is:\n```json\n{"a": 1}\n```\nDone.', '{"a": 1}'),
        ('<think>x</think>```json\n{"a": "```"}\n```', '{"a": "```"}'),
        ('{"a": "</think> ```x```"}', '{"a": "</think> ```x```"}'),
        ("<think>never ends", ""),
        ("```", "```"),
        ("plain words", "plain words"),
    ],
)
def test_thoughts_and_fences_around_the_object_are_taken_off(text: str, inner: str) -> None:
    assert unwrapped(text) == inner


@pytest.mark.parametrize(
    "text", ["<think>" * 300_000, "</think>" * 250_000, "`" * 2_000_000, "```json" * 280_000, " " * 2_000_000]
)
def test_hostile_answers_are_unwrapped_in_little_time(text: str) -> None:
    begin = time.perf_counter()
    unwrapped(text)
    assert time.perf_counter() - begin < 0.5
