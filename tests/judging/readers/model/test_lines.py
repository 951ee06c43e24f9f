"""Texts are cut into lines that can be shown alone, each knowing what stands above it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.judging.readers.model.lines import LONGEST_LINE, lines_of


def told(text: str) -> list[tuple[str, str, str]]:
    """Each line with the words around it and the line it needs."""
    lines = list(lines_of(text))
    needed = (
        text[lines[line.parent].start : lines[line.parent].end] if line.parent is not None else "" for line in lines
    )
    return [
        (text[line.start : line.end].strip(), line.around, above.strip())
        for line, above in zip(lines, needed, strict=True)
    ]


def test_prose_knows_the_headings_above_and_a_row_its_header() -> None:
    text = "# Results\n\nIt fell.\n\n## Cost\n| arm | s |\n| --- | --- |\n| ours | 3 |\n\n# Next\nMore."
    assert told(text) == [
        ("# Results", "", ""),
        ("It fell.", "Results", ""),
        ("## Cost", "Results", ""),
        ("| arm | s |", "Results Cost", ""),
        ("| --- | --- |", "Results Cost", "| arm | s |"),
        ("| ours | 3 |", "Results Cost", "| arm | s |"),
        ("# Next", "", ""),
        ("More.", "Next", ""),
    ]


def test_a_value_knows_the_keys_above_and_needs_the_nearest() -> None:
    text = '{\n "claim_2": {\n  "fit": {\n   "exponent": 1.78\n  }\n },\n "seeds": 3\n}'
    found = {line: (around, above) for line, around, above in told(text)}
    assert found['"exponent": 1.78'] == ("claim_2 fit", '"fit": {')
    assert found['"seeds": 3'] == ("", "")


def test_json_on_one_line_is_cut_at_commas() -> None:
    text = "{" + ",".join(f'"value_{index}":{index}' for index in range(100)) + "}"
    lines = [text[line.start : line.end] for line in lines_of(text)]
    assert len(lines) > 5
    assert all(line.endswith(",") for line in lines[:-1])


@given(st.text('ab{}[]",:\n|#\\ .', max_size=200))
def test_lines_are_in_order_and_leave_out_white_space_alone(text: str) -> None:
    last = 0
    for number, line in enumerate(lines_of(text)):
        assert line.start >= last
        assert not text[last : line.start].strip()
        assert line.parent is None or line.parent < number
        last = line.end
    assert not text[last:].strip()


@pytest.mark.parametrize("piece", ["{", '{"a":[', "# a\n", "|a\n", '"', "\\", ",", "a. ", "\n"])
def test_hostile_texts_are_cut_in_linear_time(piece: str) -> None:
    start = time.process_time()
    assert all(line.end - line.start <= LONGEST_LINE for line in lines_of(piece * (200_000 // len(piece))))
    assert time.process_time() - start < 1.5
