"""An examination is taken as a document only when its figures follow from its counts."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from openrepro.errors import OpenReproError
from openrepro.judging.examined import LARGEST, read_examination
from tests.judging.examinations import examination


def data(change: Callable[[Any], object] = lambda body: None) -> bytes:
    body = json.loads(json.dumps(examination()))
    change(body)
    return json.dumps(body).encode()


def test_what_the_command_prints_is_taken_without_its_items() -> None:
    body = json.dumps(examination(listed=True)).encode()
    assert read_examination(body) == examination()
    assert "items" not in read_examination(body)


WRONG: dict[str, tuple[Callable[[Any], object], str]] = {
    "another schema": (lambda body: body.update(schema="x/1"), "schema must be 'openrepro.examination/1'"),
    "no digest": (lambda body: body.update(rules="abc"), "rules must be the SHA-256"),
    "something more": (lambda body: body.update(praise="good"), "has a member that is not known: 'praise'"),
    "something less": (lambda body: body.pop("flips"), "lacks 'flips'"),
    "a better share": (
        lambda body: body["groups"]["all"]["this judge"]["right"].update(value="1.0000"),
        "groups.all.this judge.right must have the value and interval that 20 of 25 give",
    ),
    "a narrower interval": (
        lambda body: body["flips"].update(interval_95=["0.0000", "0.0000"]),
        "flips must have the value and interval",
    ),
    "more than all": (lambda body: body["flips"].update(part=99), "must be at most the whole"),
    "a count that is true": (lambda body: body["flips"].update(part=True), "must be a whole number"),
    "a pair twice": (lambda body: body["confusion"].append(dict(body["confusion"][0])), "is there twice"),
    "a matrix of others": (lambda body: body["confusion"].pop(), "confusion must add up to the 30 items"),
    "a kind left out": (lambda body: body["by_kind"].pop("exact"), "by_kind must add up to the 30 items"),
    "a kind of its own": (lambda body: body.update(by_kind={"poem": {}}), "must be one of exact"),
    "no list": (lambda body: body.update(confusion={}), "confusion must be a list"),
    "a cost in words": (lambda body: body.update(cost_per_claim_usd="cheap"), "must be an amount"),
    "a wide kappa": (lambda body: body["by_kind"]["exact"].update(kappa="7.0000"), "a number from -1 to 1"),
    "a control left out": (lambda body: body["groups"]["all"].pop("random"), "groups.all lacks 'random'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_follow_is_refused_with_its_place(name: str) -> None:
    change, told = WRONG[name]
    with pytest.raises(OpenReproError) as refused:
        read_examination(data(change))
    assert told in refused.value.text


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b'{"schema": 1}'])
def test_junk_is_refused_with_a_sentence(junk: bytes) -> None:
    with pytest.raises(OpenReproError):
        read_examination(junk)


def test_a_document_that_is_too_large_is_not_parsed() -> None:
    with pytest.raises(OpenReproError, match="larger than"):
        read_examination(b" " * (LARGEST + 1))


def test_attacks_are_taken_with_it_and_checked() -> None:
    attack = {"attack": "prestige", "kind": "text", "items": 9, "changed": 1, "settled": 0, "better": 1, "found": 2}
    assert read_examination(data(lambda body: body.update(attacks=[attack])))["attacks"] == [attack]
    assert "attacks" not in read_examination(data())
    with pytest.raises(OpenReproError, match="must be at most changed"):
        read_examination(data(lambda body: body.update(attacks=[attack | {"settled": 2}])))
