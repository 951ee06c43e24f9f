"""Tables stay aligned whatever their cells hold."""

from openrepro.cli.plain import width
from openrepro.cli.tables import Column, Table, fit


def test_columns_are_aligned_by_true_width() -> None:
    lines = Table.of(["claim", "label"], [["日本", "a"], ["x", "b"]]).aligned(80)
    assert lines == ["claim  label", "─────  ─────", "日本   a", "x      b"]


def test_numbers_stand_at_the_right() -> None:
    lines = Table.of(["what", Column("n", right=True)], [["a", 7], ["b", 12]]).aligned(80)
    assert lines[2:] == ["a      7", "b     12"]


def test_the_widest_column_is_wrapped_to_fit() -> None:
    lines = Table.of(["id", "text"], [["c1", "word " * 30]]).aligned(40)
    assert len(lines) > 4
    assert all(width(line) <= 40 for line in lines)


def test_a_cell_cannot_break_out_of_its_row() -> None:
    table = Table.of(["text", "label"], [["x\nverified\t\x1b[1A", "toy"]])
    assert len(table.aligned(80)) == 3
    assert table.tabbed() == ["text\tlabel", "x verified �[1A\ttoy"]


def test_a_note_stands_below_its_row() -> None:
    table = Table.of(["claim", "label"], [["c1", "toy"], ["c2", "verified"]], ["one two", "three"])
    assert table.aligned(80)[2:] == ["c1     toy", "       one two", "c2     verified", "       three"]
    assert table.tabbed() == ["claim\tlabel\tnote", "c1\ttoy\tone two", "c2\tverified\tthree"]


def test_colour_is_put_on_only_where_asked() -> None:
    table = Table.of([Column("label", paint=lambda cell: f"<{cell}>")], [["toy"]])
    assert table.aligned(80)[2] == "toy"
    assert table.aligned(80, colour=True)[2] == "<toy  >"


def test_an_empty_table_still_has_its_titles() -> None:
    assert Table.of(["a"], []).aligned(80) == ["a", "─"]


def test_fit_leaves_what_fits_and_stops_at_the_narrowest() -> None:
    assert fit([5, 10], 80) == [5, 10]
    assert fit([5, 100], 50) == [5, 43]
    assert fit([20, 20, 20], 10) == [8, 8, 8]
