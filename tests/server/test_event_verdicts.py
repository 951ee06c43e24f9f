import json
from datetime import UTC, datetime
from typing import Any

import pytest

from openrepro.judging.label import Label
from openrepro.server.event_verdicts import read_verdicts

SHA = "a" * 40
NOW = datetime(2026, 8, 1, tzinfo=UTC)


def record(**changes: Any) -> dict[str, Any]:
    made = {
        "space_id": "ada/x",
        "orid": "P1",
        "sha": SHA,
        "judged_at": "2026-07-20T14:00:00+02:00",
        "model": "lab/judge",
        "claims": [{"claim": "It  works.", "verdict": "toy", "evidence": "A small run."}],
        "overall": "Fine.",
        "quality": "low",
    }
    return made | changes


def read(value: object) -> tuple[list[Any], list[str]]:
    found = read_verdicts(json.dumps(value).encode(), NOW)
    return list(found.records), [f"{fault.place}: {fault.text}" for fault in found.faults]


def test_a_record_is_read_as_published() -> None:
    (one,), faults = read({"ada/x": record()})
    assert faults == []
    assert (one.space, one.paper, one.sha, one.model, one.overall) == ("ada/x", "P1", SHA, "lab/judge", "Fine.")
    assert one.judged_at == "2026-07-20T12:00:00Z"
    assert one.claims == (("It works.", Label.TOY, "A small run."),)


@pytest.mark.parametrize("shape", [lambda one: [one], lambda one: [{"space": "ada/x", "record": one}]])
def test_lists_of_records_are_read_too(shape: Any) -> None:
    found, faults = read(shape(record()))
    assert (len(found), faults) == (1, [])


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"space_id": "nonsense"}, "'ada/x': space_id is 'nonsense', which names no Space; the record was left out."),
        ({"space_id": None}, "'ada/x': space_id is '', which names no Space; the record was left out."),
        ({"judged_at": "2026-07-20"}, "'ada/x': judged_at is '2026-07-20', no instant with an offset; the record was"),
        (
            {"judged_at": "2099-01-01T00:00:00Z"},
            "'ada/x': judged_at is '2099-01-01T00:00:00Z', which is in the future; the record was left out.",
        ),
        ({"judged_at": 7}, "'ada/x': judged_at is 7, not a text; it was left out."),
        ({"claims": "none"}, "'ada/x': It is no record of verdicts with a list named 'claims'; it was left out."),
    ],
)
def test_a_record_that_cannot_be_used_is_left_out_and_told(changes: dict[str, Any], fault: str) -> None:
    found, faults = read({"ada/x": record(**changes)})
    assert found == []
    assert any(told.startswith(fault) for told in faults), faults


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ({"claim": "", "verdict": "toy"}, "It has no text of a claim; it was left out."),
        ({"claim": "x", "verdict": "Verified"}, "Its verdict is 'Verified', no known label; it was left out."),
        ({"claim": "x", "verdict": "not judged"}, "Its verdict is 'not judged', no known label; it was left out."),
        ({"claim": "x"}, "Its verdict is '', no known label; it was left out."),
        ("a text", "It has no text of a claim; it was left out."),
        (None, "It has no text of a claim; it was left out."),
    ],
)
def test_a_claim_that_cannot_be_used_is_left_out_and_told(claim: object, fault: str) -> None:
    (one,), faults = read({"ada/x": record(claims=[claim, {"claim": "y", "verdict": "verified"}])})
    assert [item.text for item in one.claims] == ["y"]
    assert f"'ada/x', claim 1: {fault}" in faults


def test_a_claim_that_stands_there_twice_counts_once_and_with_two_labels_not_at_all() -> None:
    claims = [{"claim": text, "verdict": word} for text, word in (("a", "toy"), ("a", "toy"), ("b", "toy"))]
    claims += [{"claim": "b", "verdict": "verified"}, {"claim": "c", "verdict": "falsified"}]
    (one,), faults = read({"ada/x": record(claims=claims)})
    assert [item.text for item in one.claims] == ["a", "c"]
    assert faults == [
        "'ada/x', claim 2: This claim stands there twice.",
        "'ada/x', claim 4: This claim stands there twice with two labels.",
    ]


def test_a_commit_that_is_none_is_told_and_the_record_is_kept() -> None:
    (one,), faults = read({"ada/x": record(sha="main")})
    assert one.sha == "unknown"
    assert faults == ["'ada/x': sha is 'main', no commit; its revision is called 'unknown'."]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"{", "the file: It is not JSON"),
        (b"\xff", "the file: It is not UTF-8 text"),
        (b"[" * 100_000, "the file: It is nested too deeply"),
        (b"null", "the file: It holds nothing: its JSON is null."),
        (b'"text"', "the file: It holds neither an object nor a list of records."),
        (b'{"a/b": 1, "a/b": 2}', "'a/b': This key stands twice; the last one counts."),
        (b'{"P1": [{"space_id": "a/b", "verdicts": ["toy"]}]}', "'P1': It holds labels by their position"),
    ],
)
def test_a_file_of_another_shape_is_told(data: bytes, fault: str) -> None:
    found = read_verdicts(data, NOW)
    assert found.records == ()
    assert f"{found.faults[0].place}: {found.faults[0].text}".startswith(fault)


def test_a_record_under_another_name_than_its_own_is_told_and_kept() -> None:
    (one,), faults = read({"ben/y": record()})
    assert one.space == "ada/x"
    assert faults == ["'ben/y', ada/x: It stands under another name than its space_id 'ada/x', which counts."]


def test_long_texts_are_cut() -> None:
    claims = [{"claim": "a", "verdict": "toy", "evidence": "x" * 10_000}]
    (one,), _ = read({"ada/x": record(claims=claims)})
    assert len(one.claims[0].evidence) == 4_000
