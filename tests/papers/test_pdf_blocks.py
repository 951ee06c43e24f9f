"""Rows of a column are told apart: headings, paragraphs, captions, numbered formulas, tables."""

from openrepro.papers.pdf_blocks import Chunk, chunks_of, in_order, is_open, unfinished
from openrepro.papers.pdf_tables import table_rows
from openrepro.papers.sheets import Sheet, rows_of
from openrepro.papers.text_writing import Sort
from tests.papers.sheets import Set, prose, sheet

LINE = "words of a line that goes on and on"


def chunks(page: Sheet, *, titled: bool = False) -> list[Chunk]:
    return chunks_of(page, page.pieces, 100, titled=titled)


def said(page: Sheet, chunk: Chunk) -> str:
    return " / ".join(row.said(page) for row in chunk.rows)


def cells(top: int, *rows: str) -> list[Set]:
    """A table: words of a row by `|`, each in its column."""
    places = [(row, at, cell) for row, cells in enumerate(rows) for at, cell in enumerate(cells.split("|"))]
    return [Set(700 + 700 * at, top - 120 * row, cell) for row, at, cell in places]


def test_headings_have_levels_and_the_largest_is_the_title() -> None:
    page = sheet([
        Set(700, 7600, "A paper on nothing", 170),
        Set(700, 7300, "Abstract", bold=True),
        Set(700, 7180, f"{LINE}."),
        Set(700, 6900, "2.1 Details of it", 110),
        Set(700, 6780, f"{LINE}."),
    ])  # fmt: skip
    found = [(one.sort, one.level) for one in chunks(page, titled=True)]
    words = (Sort.PROSE, 0)
    assert found == [(Sort.HEADING, 1), (Sort.HEADING, 2), words, (Sort.HEADING, 3), words]
    assert chunks(page)[0].level == 2


def test_paragraphs_part_at_gaps_indents_and_labels() -> None:
    page = sheet([
        *prose(rows=2, words=f"{LINE}."),
        Set(700, 6640, f"{LINE}."),
        Set(800, 6520, "indented words of a line"),
        Set(700, 6400, f"{LINE}."),
        Set(700, 6280, "Theorem 2. For all x this holds."),
    ])  # fmt: skip
    assert [said(page, one) for one in chunks(page)] == [
        f"{LINE}. / {LINE}.",
        f"{LINE}.",
        f"indented words of a line / {LINE}.",
        "Theorem 2. For all x this holds.",
    ]


def test_cells_below_each_other_are_a_table() -> None:
    page = sheet([*prose(rows=2), *cells(6600, "Method|Loss", "SGD|0.31", "Adam|0.25"), *prose(top=6200, rows=2)])
    assert [one.sort for one in chunks(page)] == [Sort.PROSE, Sort.TABLE, Sort.PROSE]
    assert said(page, chunks(page)[1]) == "Method Loss / SGD 0.31 / Adam 0.25"
    rows = rows_of(page.pieces)
    assert table_rows(page, rows) == {2, 3, 4}
    assert table_rows(page, []) == set()


def test_a_formula_with_its_number_and_one_row_alone_are_no_table() -> None:
    formula = [Set(1200, 6600, "a = b"), Set(2300, 6600, "(4)")]
    for row in (formula, cells(6600, "Method|Loss")):
        page = sheet([*prose(rows=2), *row, *prose(top=6400, rows=2)])
        assert table_rows(page, rows_of(page.pieces)) == set()
    parted = sheet([*prose(rows=2), *formula, *prose(top=6400, rows=2)])
    assert [said(parted, one) for one in chunks(parted)] == [f"{LINE} / {LINE}", "a = b (4)", f"{LINE} / {LINE}"]


def test_a_float_does_not_part_a_sentence() -> None:
    caption = "Figure 3. What came of it."
    page = sheet([*prose(rows=2), Set(700, 6300, caption, 90)])
    text, below = chunks(page)
    assert (unfinished(page, text), below.floats) == (True, True)
    assert [said(page, one) for one in in_order([text, below], page, waiting=False)] == [caption, said(page, text)]
    assert in_order([below, text], page, waiting=True)[0] == text
    assert in_order([below], page, waiting=True) == [below]
    assert is_open([text, below], page, before=False)
    assert is_open([below], page, before=True)
    ended = sheet(prose(rows=2, words=f"{LINE}."))
    assert not is_open(chunks(ended), ended, before=True)
