"""A cursor is taken by the list that made it, and by no other."""

import base64
import json

import pytest

from openrepro.web.api.cursors import Cursor, Numbered
from openrepro.web.faults import ApiError

PAPERS = Cursor("papers", {"area": "a"})


def packed(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()


def test_what_went_in_comes_out() -> None:
    assert PAPERS.numbered(PAPERS.made(7, "größe")) == Numbered(7, "größe")
    assert PAPERS.number(PAPERS.made(7)) == 7
    assert PAPERS.texts(PAPERS.made("a", "b"), 2) == ("a", "b")
    assert PAPERS.number(None) is None


@pytest.mark.parametrize("other", [Cursor("papers", {"area": "b"}), Cursor("papers"), Cursor("claims", {"area": "a"})])
def test_another_list_or_other_filters_refuse_it(other: Cursor) -> None:
    with pytest.raises(ApiError) as told:
        other.number(PAPERS.made(7))
    assert (told.value.status_code, told.value.failure.code) == (400, "bad-cursor")


def good_mark() -> str:
    held: list[str] = json.loads(base64.urlsafe_b64decode(PAPERS.made() + "=="))
    return held[0]


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "%",
        "é",
        "AAAA",
        packed(),
        packed({"a": 1}),
        packed(good_mark()),
        packed(good_mark(), "7"),
        packed(good_mark(), -1),
        packed(good_mark(), True),
        packed(good_mark(), 7, 8),
        packed(good_mark(), 2**80),
        base64.urlsafe_b64encode(b"[" * 400).decode(),
        base64.urlsafe_b64encode(b'{"a":1}').decode(),
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
    ],
)
def test_a_broken_one_is_refused_with_a_sentence(cursor: str) -> None:
    with pytest.raises(ApiError, match="not made by this list"):
        PAPERS.number(cursor)
    with pytest.raises(ApiError, match="not made by this list"):
        PAPERS.texts(cursor, 3)


def test_numbers_and_names_are_not_confused() -> None:
    with pytest.raises(ApiError):
        PAPERS.numbered(PAPERS.made("a", "b"))
    with pytest.raises(ApiError):
        PAPERS.texts(PAPERS.made(1), 1)
