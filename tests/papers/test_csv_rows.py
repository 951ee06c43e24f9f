"""Rows of CSV: nothing is garbled, and a file that breaks off within quotes does not pass for a whole one."""

import pytest

from openrepro.papers.csv_rows import CsvRows
from openrepro.papers.fields import Fault
from openrepro.papers.lists import read_csv
from openrepro.papers.sources import read_table

HEADER = b"id,title\n"


def read(data: bytes) -> tuple[list[str], list[Fault]]:
    faults: list[Fault] = []
    return [str(row.values["id"]) for row in CsvRows(HEADER + data, faults)], faults


@pytest.mark.parametrize(
    "data", [b"a,One\nb,Two\n", b"a,One\r\nb,Two", b'a,"One, ""1""\n"\nb,"Two"\n\n', "a,Café\nb,\u2028Two\n".encode()]
)
def test_whole_files_are_read_as_they_are(data: bytes) -> None:
    assert read(data) == (["a", "b"], [])


@pytest.mark.parametrize("rest", [b"", b"\n", b"\nc,Three\nd,Four\n", b"\n\n\n"])
def test_a_quote_that_is_never_closed_is_told_with_its_line(rest: bytes) -> None:
    ids, [fault] = read(b'a,One\nb,"Two' + rest)
    assert ids == ["a"]
    assert (fault.place, fault.text[:28]) == ("line 3", "A quote is opened in this ro")


def test_bytes_of_another_encoding_are_told_and_never_replaced() -> None:
    ids, [fault] = read("a,One\nb,Café\nc,Three\n".encode("latin-1"))
    assert ids == ["a", "c"]
    assert fault.place == "line 3"
    assert "no UTF-8" in fault.text
    assert not read_csv("id,title,Überschrift\na,One\n".encode("latin-1")).papers


def test_both_kinds_of_csv_are_read_so() -> None:
    half = b'openreview_id,title\nx1,One title\nx2,"Another\nx3,A third\n'
    for made in (read_table(half), read_csv(half)):
        assert [paper.id for paper in made.papers] == ["x1"]
        assert len(made.faults) == 1
