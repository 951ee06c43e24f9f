"""Tables of the three forms, and the results they give."""

import time

import pytest

from openrepro.evidence.model import Grade, Result, Source
from openrepro.evidence.places import Places
from openrepro.evidence.quantities import quantities
from openrepro.evidence.tables import find_tables, read_separated, results_of_tables
from openrepro.logbooks.logbook import Address, Block, BlockKind


def results(text: str) -> list[Result]:
    at = Address("page.md", 0, len(text.encode()))
    numbers = quantities(text, Block(BlockKind.FENCE, text, at))
    return list(results_of_tables(find_tables(text), numbers, Places(text, at), Grade.E2, Source.TABLE, at))


def named(text: str) -> dict[str, str]:
    return {result.name: result.value for result in results(text)}


def test_a_markdown_table_names_cells_by_column_and_row() -> None:
    text = "3.5\n\n| Method | Acc (%) | Loss |\n|:--|--:|---|\n| **Ours** | 91.2 ± 0.3 | 1e-3 |\n| Base | 88 | — |\n"
    assert named(text) == {"Acc (%) · Ours": "91.2", "Loss · Ours": "1e-3", "Acc (%) · Base": "88"}
    assert results(text)[0].plus_minus == "0.3"


def test_a_table_without_words_takes_its_first_column_as_key() -> None:
    assert named("epoch,loss,acc\n0,1.5,0.2\n1,0.7,0.4\n") == {
        "epoch": "1",
        "loss · epoch=0": "1.5",
        "acc · epoch=0": "0.2",
        "loss · epoch=1": "0.7",
        "acc · epoch=1": "0.4",
    }


def test_tabs_and_aligned_columns() -> None:
    assert named("method\tacc\nours\t0.91\nbase\t0.88\n") == {"acc · ours": "0.91", "acc · base": "0.88"}
    text = "model    bleu   ter\n-----------------\nours     27.4   0.51\nbase     25.1   0.55\n"
    assert named(text)["bleu · ours"] == "27.4"
    assert named(text)["ter · base"] == "0.55"


def test_a_printed_data_frame_keeps_its_index_name() -> None:
    text = "     mean_draws  pred_mean\nB           \n0.5    1.629550   1.632362\n1.0    5.224295   5.225515\n"
    assert named(text)["mean_draws · B=0.5"] == "1.629550"


def test_addresses_are_the_bytes_of_the_number() -> None:
    text = "| é | acc |\n|---|---|\n| ü | 0.91 |\n"
    (result,) = results(text)
    assert text.encode()[result.at.start : result.at.end] == b"0.91"


@pytest.mark.parametrize(
    "text",
    [
        "We ran it, and then, 3 times.\nIt gave 0.91, as said, here.",
        "loss = 0.3  acc = 0.9\nloss = 0.2  acc = 0.95",
        "a | b\nc | 0.5",
        "Numbers follow\n0.5",
        "",
    ],
)
def test_prose_and_log_lines_are_no_tables(text: str) -> None:
    assert list(find_tables(text)) == []


def test_a_csv_file_with_quoted_commas() -> None:
    table = read_separated('name,acc\n"a, b",0.9\nc,0.8\n', ",")
    assert table is not None
    assert [cell.text for cell in table.rows[0]] == ["a, b", "0.9"]
    assert read_separated("only\n", ",") is None


@pytest.mark.parametrize(
    "text", ["|" * 10**6, "|-\n" * 300_000, "a,b\n1,2\n" * 120_000, "a  b\n" * 200_000, "\n" * 10**6]
)
def test_a_million_hostile_characters_stay_quick(text: str) -> None:
    start = time.process_time()
    for _ in find_tables(text):
        pass
    assert time.process_time() - start < 3
