from openrepro.logbooks.scan import headings, next_line, pair_fences, scan, trim


def fences(data: bytes) -> list[tuple[str, bytes, bool]]:
    return [
        (fence.opener.info, data[fence.start : fence.end], fence.balanced)
        for fence in pair_fences(scan(data).fences, len(data))
    ]


def test_a_fence_closes_on_a_line_of_its_own_kind() -> None:
    assert fences(b"a\n````output\nx\n```\n~~~~\n````\nb\n") == [("output", b"x\n```\n~~~~\n", True)]


def test_a_longer_line_closes_and_a_shorter_one_does_not() -> None:
    assert fences(b"```\nx\n`````\n") == [("", b"x\n", True)]
    assert fences(b"````\nx\n```\n") == [("", b"x\n```\n", False)]


def test_a_line_with_words_behind_it_does_not_close() -> None:
    assert fences(b"```\nx\n```python\ny\n```  \t\n") == [("", b"x\n```python\ny\n", True)]


def test_fences_count_only_at_the_start_of_a_line() -> None:
    assert fences(b"use ```x``` or ```\n") == []
    assert fences(b"    ```\nindented code\n    ```\n") == []
    assert fences(b"   ~~~ text\nx\n  ~~~\n") == [("text", b"x\n", True)]


def test_a_backtick_in_the_info_string_makes_it_inline_code() -> None:
    assert fences(b"``` a ` b\nx\n") == []


def test_windows_and_old_mac_line_ends_are_line_ends() -> None:
    assert fences(b"```output\r\nx\r\n```\r\n") == [("output", b"x\r\n", True)]
    assert fences(b"```output\rx\r```\r") == [("output", b"x\r", True)]


def test_a_fence_at_the_very_end_is_empty() -> None:
    assert fences(b"```") == [("", b"", False)]
    assert fences(b"```\n```") == [("", b"", True)]


def test_markers_are_found_at_line_starts_only() -> None:
    data = b"<!-- trackio-cell\n{}\n-->\ntext <!-- trackio-cell\n   <!--trackio-cell\n<!-- trackio-cells\n"
    assert [data[marker.start : marker.after] for marker in scan(data).markers] == [
        b"<!-- trackio-cell",
        b"<!--trackio-cell",
    ]


def test_headings_know_their_level_and_place() -> None:
    text = "x\n## Two ##\n#no\n#   One\n####### seven\n#\n"
    assert [(heading.level, heading.title) for heading in headings(text)] == [(2, "Two"), (1, "One")]
    assert text[next(headings(text)).start :].startswith("## Two")


def test_trim_leaves_blank_lines_out_and_indentation_in() -> None:
    data = b"\n \n  x\n y \n\n"
    start, end = trim(data, 0, len(data))
    assert data[start:end] == b"  x\n y"
    assert trim(b" \n\n", 0, 3) == (0, 0)


def test_next_line_takes_both_bytes_of_a_windows_line_end() -> None:
    assert next_line(b"a\r\nb", 1) == 3
    assert next_line(b"a\nb", 1) == 2
    assert next_line(b"a", 1) == 1
