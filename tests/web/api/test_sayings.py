"""What is wrong with a request is said in our words, with its place."""

import asyncio
import json
from collections.abc import Mapping

import pytest
from starlette.requests import Request

from openrepro.errors import OpenReproError
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.web.faults import _refused
from openrepro.web.sayings import wrong
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served

ROOT = "/api/v1"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("papers?limit=0", "query.limit is not as it must be: it must be 1 or more."),
        ("papers?limit=501", "query.limit is not as it must be: it must be 500 or less."),
        ("papers?limit=many", "query.limit is not as it must be: it must be a whole number."),
        ("papers?limit=0&cursor=!", "a whole number|1 or more. So is one more."),
        ("papers?limit=0&cursor=!&area=" + "x" * 201, "So are 2 more."),
        ("verdicts?label=nice", "query.label is not as it must be: it must be 'verified'"),
        ("verdicts?current=perhaps", "it must be true or false"),
        ("papers/" + "x" * 201, "path.paper is not as it must be: it must have at most 200 letters."),
    ],
)
def test_a_wrong_value_is_told_with_what_it_must_be(judged: Served, query: str, said: str) -> None:
    answer = judged.client.get(f"{ROOT}/{query}")
    assert_failure(answer, 422, "bad-value")
    assert any(part in answer.json()["error"]["text"] for part in said.split("|")), answer.text


@pytest.mark.parametrize(
    ("body", "said", "where"),
    [
        ("{", "no JSON that can be read: it breaks off or goes wrong at byte 1", "body"),
        ("[]", "it must be a JSON object", "body"),
        ("{}", "it is missing", "body.url"),
        ('{"url": 7}', "it must be a text", "body.url"),
        ('{"url": ""}', "it must have at least 1 letter.", "body.url"),
        ('{"url": "x", "more": 1}', "nothing of that name is known here", "body.more"),
        ('{"url": "x", "events": []}', "it must hold at least 1 item.", "body.events"),
        ('{"url": "x", "events": "all"}', "it must be a list", "body.events"),
        ('{"url": "x", "reach": "far"}', "it must be 'own' or 'all'", "body.reach"),
    ],
)
def test_a_wrong_body_is_told_with_its_place(judged: Served, body: str, said: str, where: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = judged.as_("ada").post(f"{ROOT}/webhooks", content=body, headers=headers)
    assert_failure(answer, 422, "bad-value")
    error = answer.json()["error"]
    assert said in error["text"]
    assert error["where"] == where
    assert error["hint"]


def test_a_body_that_is_no_text_is_refused(judged: Served) -> None:
    headers = {"Content-Type": "application/json"}
    answer = judged.as_("ada").post(f"{ROOT}/webhooks", content=b'{"url": "\xff"}', headers=headers)
    assert_failure(answer, 400, "bad-request")
    assert "parsing" not in answer.text
    assert answer.json()["error"]["hint"]


def test_a_fault_without_a_saying_is_told_without_the_words_of_a_library() -> None:
    assert wrong({"type": "novel", "loc": ("query", "x"), "msg": "Pydantic!"}).text == (
        "query.x is not as it must be: its value is not allowed."
    )


@pytest.mark.parametrize(
    ("error", "text", "hint"),
    [
        (StoreError("At /home.", passing=True), "The database is busy", "Nothing was written. Try again in 5 s."),
        (StoreError("At /home."), "The database cannot be used", "Nothing was written. Try again in 60 s."),
        (BlobError("At /home."), "The archive cannot be used", "Nothing was written. Try again in 60 s."),
        (StoreError("At /home.", unsure=True), "may or may not have been kept", "Look whether it is there."),
    ],
)
def test_a_503_says_whether_something_was_written(error: OpenReproError, text: str, hint: str) -> None:
    answered = asyncio.run(_refused(Request({"type": "http"}), error))  # type: ignore[arg-type]
    told: Mapping[str, str] = json.loads(bytes(answered.body))["error"]
    assert text in told["text"]
    assert told["hint"].startswith(hint)
    assert "/home" not in str(told)
