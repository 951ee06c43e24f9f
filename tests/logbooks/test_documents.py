import pytest

from openrepro.logbooks.documents import front_matter, read_json, read_whole_json


def test_json_may_be_followed_by_text_and_begin_with_blanks() -> None:
    document = read_json('\n {"a": [1, 2.5]} rest')
    assert document.value == {"a": [1, 2.5]}
    assert document.end == 17
    assert document.error == ""


@pytest.mark.parametrize("text", ["", "{", '{"a": 1, b: 2}', "oops", "[" * 100_000, '{"a":' * 50_000, "\ud800", "-"])
def test_what_is_no_json_is_an_error_and_never_raised(text: str) -> None:
    assert read_json(text).value is None
    assert read_json(text).error


def test_deep_nesting_is_refused_but_many_brackets_are_not() -> None:
    assert read_json("[" * 101 + "]" * 101).error == "nested too deeply"
    assert read_json("[" + ",".join(["[]"] * 500) + "]").error == ""


def test_numbers_that_no_json_can_hold_become_text() -> None:
    assert read_json("[NaN, -Infinity, 1e999]").value == ["NaN", "-Infinity", "1e999"]
    assert read_json("9" * 5000).value == "9" * 5000


def test_a_file_holds_one_value() -> None:
    assert read_whole_json(b'{"a": 1}\n').value == {"a": 1}
    assert "follows" in read_whole_json(b"{} {}").error
    assert read_whole_json(b'\xef\xbb\xbf{"a": 1}').value == {"a": 1}
    assert read_whole_json(b"\xff\xfe").error


def test_front_matter_lists_in_both_forms() -> None:
    data = b'---\ntitle: "A: b"\nsdk: static\ntags:\n - x\n - "paper-abc"\nmodels: [a, \'b c\']\n---\n# Text\n'
    matter = front_matter(data)
    assert matter.scalars == {"title": "A: b", "sdk": "static"}
    assert matter.lists == {"tags": ("x", "paper-abc"), "models": ("a", "b c")}
    assert data[matter.end :] == b"# Text\n"


def test_front_matter_with_windows_line_ends_and_a_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf---\r\ntags:\r\n- x\r\n---\r\nText"
    matter = front_matter(data)
    assert matter.lists == {"tags": ("x",)}
    assert data[matter.end :] == b"Text"


@pytest.mark.parametrize("data", [b"", b"# Title\n---\na: b\n---\n", b"---\na: b\n", b"---", b"--- x\na: b\n---\n"])
def test_without_front_matter_nothing_is_skipped(data: bytes) -> None:
    assert front_matter(data) == ({}, {}, 0)
