"""Rows, columns and margins of pages."""

from openrepro.papers.sheet_columns import flows, gutter
from openrepro.papers.sheet_margins import bodies
from openrepro.papers.sheets import rows_of
from tests.papers.sheets import Set, prose, sheet


def test_pieces_beside_each_other_are_a_row_from_left_to_right() -> None:
    page = sheet([Set(900, 7000, "right"), Set(100, 6990, "left"), Set(100, 6880, "below"), Set(300, 7030, "2", 60)])
    assert [row.said(page) for row in rows_of(page.pieces)] == ["left 2 right", "below"]
    assert rows_of(()) == []
    (first, _) = rows_of(page.pieces)
    assert (first.left, first.right, page.words(first.main)) == (100, 1150, "right")


def test_two_columns_are_read_one_after_the_other() -> None:
    across = Set(700, 7300, "A title that stands across both columns of the page and is long")
    page = sheet([across, *(line for pair in zip(prose(), prose(3000), strict=True) for line in pair)])
    at = gutter(page.pieces)
    assert at is not None
    assert 2450 <= at <= 3000
    title, left, right = flows([page.pieces])[0]
    assert [page.words(one) for one in title] == [across.words]
    assert ({one.left for one in left}, {one.left for one in right}) == ({700}, {3000})


def test_one_column_stays_one() -> None:
    page = sheet(prose(words="words of a line that reaches over the whole breadth of the page"))
    assert gutter(page.pieces) is None
    assert flows([page.pieces]) == [[list(page.pieces)]]
    assert flows([()]) == [[]]
    far = sheet([*prose(), Set(10**9, 10, "far away")])
    assert gutter(far.pieces) is None


def test_a_page_with_few_lines_has_the_columns_of_the_others() -> None:
    full = sheet([*prose(), *prose(3000)]).pieces
    few = sheet([*prose(rows=2), *prose(3000, rows=2)]).pieces
    assert len(flows([few])[0]) == 1
    assert len(flows([full, few])[1]) == 2


def test_running_heads_and_page_numbers_are_no_text() -> None:
    pages = [
        sheet([Set(700, 7600, f"A running head {number}"), *prose(), Set(2000, 400, str(number + 1))])
        for number in range(3)
    ]
    for page, kept in zip(pages, bodies(pages), strict=True):
        assert [page.words(one) for one in kept] == [line.words for line in prose()]


def test_what_stands_on_one_page_only_stays_and_what_is_hidden_goes() -> None:
    page = sheet([Set(700, 7600, "Words of one page"), *prose(), Set(700, 3000, "unseen", hidden=True)])
    other = sheet(prose())
    said = [page.words(one) for one in bodies([page, other])[0]]
    assert said == ["Words of one page", *(line.words for line in prose())]


def test_numbers_of_lines_go_and_numbers_of_a_table_stay() -> None:
    numbers = [Set(300, 7000 - 120 * row, str(row + 17)) for row in range(8)]
    page = sheet([*prose(), *numbers])
    assert len(bodies([page])[0]) == 8
    falling = sheet([*prose(), *(one._replace(words=str(90 - row)) for row, one in enumerate(numbers))])
    assert len(bodies([falling])[0]) == 16
    within = sheet([*prose(left=250), *numbers])
    assert len(bodies([within])[0]) == 16
