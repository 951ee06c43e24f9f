"""The parts of result files that speak of one claim each."""

import json

import pytest

from openrepro.evidence.passages import Passage, Shape
from openrepro.evidence.records import leaves_of, records_of
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import TEXT, book


def logbook_of(text: str, path: str = "evidence/results.json") -> Logbook:
    return book({"notes": "# Notes\n"}, {path: text})


def records(value: object) -> tuple[Passage, ...]:
    return records_of(logbook_of(json.dumps(value)))


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ({"claim_1": {"x": 1.5}, "claim_2": {"x": 2.5}}, [{1}, {2}]),
        ({"c3": {"x": 1.5}}, [{3}]),
        ({"claim-4-memory": {"x": 1.5}}, [{4}]),
        ({"claims": [{"claim_id": "c2", "x": 1.5}, {"claim_id": "c5", "x": 1.5}]}, [{2}, {5}]),
        ([{"id": 1, "claim": TEXT, "x": 1.5}], [{1}]),
        ([{"claim": TEXT, "x": 1.5}], [frozenset()]),
        ({"accuracy": 0.5, "losses": [1, 2]}, []),
        ({"claim": "short"}, []),
        ([], []),
    ],
)
def test_a_part_knows_its_claim(value: object, numbers: list[set[int]]) -> None:
    assert [item.numbers for item in records(value)] == numbers


def test_a_part_has_its_words_and_counts_its_numbers() -> None:
    (record,) = records({"claim_1": {"claim": TEXT, "seed": 3, "id": 1, "rates": [0.5, 0.25], "n": 7, "done": True}})
    assert record.shape is Shape.RECORD
    assert TEXT in record.text
    assert record.numeric == 3


def test_hashes_are_no_words() -> None:
    (record,) = records({"claim_1": {"claim": TEXT, "sha256": "0" * 64}})
    assert "0000" not in record.text


def test_nested_parts_belong_to_the_outermost() -> None:
    (record,) = records({"claim_1": {"claim": TEXT, "claim_2": {"x": 1.5}}})
    assert record.numbers == {1}


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"claim_1": {"x": 1.5', "[" * 10_000, '{"a": NaN}', "\udcff"])
def test_a_file_that_is_no_json_is_read_as_far_as_it_goes(text: str) -> None:
    for record in records_of(logbook_of(text)):
        assert record.numbers == {1}
    assert isinstance(leaves_of(text), list)


def test_only_result_files_have_parts() -> None:
    assert records_of(logbook_of(json.dumps({"claim_1": {"x": 1.5}}), "logbook.json")) == ()


def test_a_part_stands_at_its_bytes() -> None:
    text = json.dumps({"é": "ü", "claim_1": {"claim": TEXT, "x": 1.5}, "z": 2}, ensure_ascii=False)
    book_of = logbook_of(text)
    (record,) = records_of(book_of)
    data = book_of.read(record.at)
    assert data is not None
    assert data.decode() == record.source
    assert "1.5" in record.source
    assert '"z"' not in record.source
