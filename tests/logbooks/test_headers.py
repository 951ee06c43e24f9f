import pytest

from openrepro.logbooks.headers import Header, read_header
from openrepro.logbooks.logbook import CellType
from openrepro.logbooks.scan import scan


def header(text: str) -> tuple[Header, str]:
    """The first header in `text`, and the text behind it."""
    data = text.encode()
    found = scan(data)
    ceiling = found.markers[1].start if len(found.markers) > 1 else len(data)
    read = read_header(data, found.lines, found.markers[0], 0, ceiling)
    return read, data[read.body :].decode()


def fields(meta: str) -> Header:
    return header(f"---\n<!-- trackio-cell\n{meta}\n-->\nbody\n")[0]


def codes(read: Header) -> set[str]:
    return {code for code, _ in read.faults}


def test_a_header_as_trackio_writes_it() -> None:
    meta = (
        '{"type": "code", "id": "cell_000000000001", "created_at": "2026-01-01T00:00:00+00:00", "title": "t", '
        '"command": ["python", "a b.py"], "exit_code": 3, "duration_s": 0.70, "pinned": true, "poster": {"x": 1}}'
    )
    read = fields(meta)
    assert read.faults == ()
    assert (read.type, read.id, read.title) == (CellType.CODE, "cell_000000000001", "t")
    assert read.command == ("python", "a b.py")
    assert (read.exit_code, read.duration_s, read.pinned) == (3, "0.70", True)
    assert read.meta is not None
    assert read.meta["poster"] == {"x": 1}


def test_json_on_several_lines_is_read() -> None:
    read, body = header('---\n<!-- trackio-cell\n{\n"type": "markdown",\n"id": "c"\n}\n-->\nbody\n')
    assert (read.id, read.faults, body) == ("c", (), "body\n")


def test_an_arrow_in_a_string_does_not_end_the_header() -> None:
    read, body = header('---\n<!-- trackio-cell\n{"type": "code", "id": "c", "command": ["echo", "-->"]}\n-->\nbody')
    assert (read.command, read.faults, body) == (("echo", "-->"), (), "body")


def test_a_marker_without_its_rule_is_recovered() -> None:
    read, body = header('# T\n<!-- trackio-cell\n{"type": "markdown", "id": "c"}\n-->\nbody\n')
    assert (read.id, codes(read), body) == ("c", {"lost-marker"}, "body\n")
    assert read.start == 4


def test_blanks_behind_the_rule_and_a_line_between_are_reported() -> None:
    for rule in ("---  \n", "---\n\n"):
        read, body = header(f'{rule}<!-- trackio-cell\n{{"type": "markdown", "id": "c"}}\n-->\nbody')
        assert (read.start, read.id, codes(read), body) == (0, "c", {"lost-marker"}, "body")


def test_windows_line_ends_lose_no_marker() -> None:
    read, body = header('---\r\n<!-- trackio-cell\r\n{"type": "markdown", "id": "c"}\r\n-->\r\nbody')
    assert (read.start, read.id, read.faults, body) == (0, "c", (), "body")


def test_a_literal_backslash_n_before_the_arrow_is_recovered() -> None:
    read, body = header('---\n<!-- trackio-cell\n{"type": "markdown", "id": "c"}\\n-->\nbody\n')
    assert (read.id, codes(read), body) == ("c", {"lost-marker"}, "body\n")


def test_a_header_on_one_line_is_recovered() -> None:
    read, body = header('---\n<!-- trackio-cell {"type": "markdown", "id": "c"} -->\nbody\n')
    assert (read.id, codes(read), body) == ("c", {"lost-marker"}, "body\n")


def test_a_missing_arrow_is_recovered() -> None:
    read, body = header('---\n<!-- trackio-cell\n{"type": "markdown", "id": "c"}\nbody\n')
    assert (read.id, codes(read), body) == ("c", {"lost-marker"}, "body\n")


def test_a_comment_far_below_is_not_taken_for_the_end_of_the_header() -> None:
    read, body = header('---\n<!-- trackio-cell\n{"type": "markdown", "id": "c"}\n\nkept\n\n<!-- x\n-->\nrest')
    assert (read.id, body) == ("c", "\nkept\n\n<!-- x\n-->\nrest")


def test_metadata_that_is_no_json_keeps_the_cell() -> None:
    read, body = header('---\n<!-- trackio-cell\n{"type": "markdown", title: oops}\n-->\nbody\n')
    assert (read.type, read.id, body) == (CellType.UNKNOWN, "", "body\n")
    assert codes(read) == {"bad-cell-header"}


def test_metadata_that_is_a_list_or_null_keeps_the_cell() -> None:
    for meta in ('["markdown", "c"]', "null", "7", '"x"'):
        read, body = header(f"---\n<!-- trackio-cell\n{meta}\n-->\nbody\n")
        assert (read.type, codes(read), body) == (CellType.UNKNOWN, {"bad-cell-header"}, "body\n")


def test_wrong_types_are_converted_where_that_is_safe() -> None:
    read = fields('{"type": "code", "id": 42, "title": 7, "command": "python \'a b.py\'"}')
    assert (read.id, read.title, read.command) == ("42", "7", ("python", "a b.py"))
    assert codes(read) == {"wrong-type"}
    assert len(read.faults) == 3


@pytest.mark.parametrize("typed", ['"exit_code": "0"', '"exit_code": 0.0', '"exit_code": false', '"exit_code": [0]'])
def test_an_exit_code_that_is_no_integer_is_none(typed: str) -> None:
    read = fields(f'{{"type": "code", "id": "c", {typed}}}')
    assert (read.exit_code, codes(read)) == (None, {"wrong-type"})


@pytest.mark.parametrize("typed", ['"1.5"', "-5", "-0.001", "true", "Infinity", "1e999"])
def test_a_duration_that_is_no_number_of_seconds_is_none(typed: str) -> None:
    read = fields(f'{{"type": "code", "id": "c", "duration_s": {typed}}}')
    assert (read.duration_s, codes(read)) == (None, {"wrong-type"})


def test_a_duration_of_nothing_is_one() -> None:
    assert fields('{"type": "code", "id": "c", "duration_s": 0}').duration_s == "0"


@pytest.mark.parametrize("kind", ["markdown", "figure", "artifact", "dashboard"])
def test_a_command_in_another_cell_than_code_is_reported_and_left_out(kind: str) -> None:
    read = fields(f'{{"type": "{kind}", "id": "c", "command": ["python", "x.py"], "exit_code": 0, "duration_s": 1}}')
    assert (read.command, codes(read)) == ((), {"command-outside-run"})
    assert fields(f'{{"type": "{kind}", "id": "c"}}').faults == ()


def test_wrong_types_without_a_meaning_are_left_out() -> None:
    read = fields(
        '{"type": "code", "id": "c", "command": {"a": 1}, "exit_code": "zero", "duration_s": "fast", "pinned": "no"}'
    )
    assert (read.command, read.exit_code, read.duration_s, read.pinned) == ((), None, None, False)
    assert [code for code, _ in read.faults] == ["wrong-type"] * 4


def test_a_command_string_with_an_open_quote_is_split_at_blanks() -> None:
    assert fields('{"type": "code", "id": "c", "command": "echo \'x y"}').command == ("echo", "'x", "y")


def test_booleans_and_huge_numbers_are_no_exit_codes() -> None:
    assert fields('{"type": "code", "id": "c", "exit_code": true}').exit_code is None
    assert fields('{"type": "code", "id": "c", "exit_code": 99999999999999}').exit_code is None


def test_a_duration_is_kept_as_printed() -> None:
    assert fields('{"type": "code", "id": "c", "duration_s": 1.50}').duration_s == "1.50"
    assert fields('{"type": "code", "id": "c", "duration_s": 12}').duration_s == "12"
    assert (
        fields('{"type": "code", "id": "c", "title": "\\"duration_s\\": 9.0", "duration_s": 2.0}').duration_s == "2.0"
    )
    assert fields('{"type": "code", "id": "c", "duration_s": NaN}').duration_s is None


def test_an_unknown_type_and_a_missing_id_are_reported() -> None:
    read = fields('{"type": "verdict", "title": "V"}')
    assert read.type is CellType.UNKNOWN
    assert codes(read) == {"unknown-cell-type", "missing-cell-id"}


def test_an_id_with_control_characters_is_cleaned() -> None:
    read = fields('{"type": "markdown", "id": "c\\u001b[2Jx"}')
    assert (read.id, codes(read)) == ("c[2Jx", {"wrong-type"})
