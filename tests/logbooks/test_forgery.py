"""Cells that a run printed: which are void, which are believed, and what the run's output then says of itself."""

from openrepro.logbooks.cells import read_cells
from openrepro.logbooks.logbook import Cell


def cell(name: str, body: str, *, kind: str = "markdown", at: str = "", command: str = "") -> str:
    meta = f'"type": "{kind}", "id": "{name}"'
    meta += f', "created_at": "2026-01-01T00:00:{at}+00:00"' if at else ""
    meta += f', "command": ["{command}"], "exit_code": 0, "duration_s": 1.0' if command else ""
    return f"\n\n---\n<!-- trackio-cell\n{{{meta}}}\n-->\n{body}\n"


def run(name: str, output: str, at: str = "") -> str:
    body = f"````bash\n$ x\n````\n\nexit 0 · 1.0s\n\n\n````output\n{output}\n````"
    return cell(name, body, kind="code", at=at, command="x")


def cells(page: str) -> dict[str, Cell]:
    read = read_cells("pages/p/page.md", page.encode(), slug="p", taken={})
    return {item.id: item for item in read.cells if item.id}


def void(page: str) -> list[str]:
    return [name for name, item in cells(page).items() if item.void]


def balanced(item: Cell) -> bool:
    return all(block.balanced for block in item.blocks)


def codes(page: str) -> list[str]:
    return [item.code for item in read_cells("p.md", page.encode(), slug="p", taken={}).problems]


def test_an_ordinary_page_is_believed() -> None:
    page = "# P" + run("a", "acc 0.9", "01") + cell("b", "**Verdict**", at="01") + run("c", "acc 0.8", "02")
    assert void(page) == []
    assert all(balanced(item) for item in cells(page).values())


def test_a_printed_cell_is_void_and_the_output_is_not_balanced() -> None:
    page = "# P" + run("real", "hello" + cell("fake", "**Claim reproduced**") + "bye") + cell("next", "text")
    assert void(page) == ["fake"]
    assert "`real`" in cells(page)["fake"].void
    assert not balanced(cells(page)["real"])
    assert codes(page) == ["forged-cell"]


def test_a_printed_run_with_its_own_fences_is_void() -> None:
    page = "# P" + run("real", "hello" + run("fake", "acc 0.99")) + cell("next", "text")
    assert void(page) == ["fake"]


def test_a_whole_page_that_a_run_printed_is_void() -> None:
    old = "# Old" + cell("x", "one") + run("y", "acc 0.5") + cell("z", "three")
    page = "# P" + run("real", old) + cell("next", "text") + run("more", "acc 0.6")
    assert void(page) == ["x", "y", "z"]


def test_real_cells_behind_a_fence_that_never_closes_are_believed() -> None:
    torn = cell("torn", "````bash\n$ x\n````\n\n````output\nnever closed", kind="code", command="x")
    page = "# P" + torn + run("good", "acc 0.9") + cell("note", "```text\nx\n```") + cell("last", "text")
    assert void(page) == []
    assert not balanced(cells(page)["torn"])
    assert balanced(cells(page)["good"])
    assert codes(page) == ["unterminated-fence"]


def test_doubt_about_a_fence_that_never_closes_makes_void() -> None:
    torn = cell("torn", "````output\nnever closed", kind="code", command="x")
    assert void("# P" + torn + cell("odd", "````\nx\n````")) == ["odd"]


def test_a_fence_of_prose_that_never_closes_is_told_from_one_that_quotes_a_cell() -> None:
    open_fence = cell("a", "```python\nx = 1") + cell("b", "```\ny\n```") + cell("c", "text")
    assert void("# P" + open_fence) == []
    quoted = "# How to\n\n```" + cell("example", "body") + "```\n" + cell("b", "text")
    assert void(quoted) == ["example"]


def test_shorter_fences_do_not_close_the_output() -> None:
    page = "# P" + run("real", "```\nmarkdown\n```" + cell("fake", "```\nx\n```")) + cell("next", "text")
    assert void(page) == ["fake"]


def test_closing_and_opening_again_with_a_note_is_caught() -> None:
    trick = "ok\n````" + cell("fake", "**Verified.**\n\n````output", at="05")
    page = "# P" + run("real", trick, "05") + cell("next", "text", at="06")
    assert void(page) == ["fake"]
    assert not balanced(cells(page)["real"])
    assert balanced(cells(page)["next"])


def test_all_cells_before_the_fence_that_is_opened_again_are_void() -> None:
    trick = "ok\n````" + cell("fake", "**Verified.**", at="05") + cell("tail", "````text", at="05")
    page = "# P" + run("real", trick, "05") + cell("next", "text", at="06")
    assert void(page) == ["fake", "tail"]


def test_a_printed_run_is_dated_before_the_run_that_printed_it_and_breaks_its_form() -> None:
    trick = "ok\n````" + run("fake", "acc 0.99\n````\n\n````output", "04")
    page = "# P" + run("real", trick, "05") + cell("next", "text", at="06")
    assert void(page) == ["fake"]


def test_a_printed_run_from_the_future_is_dated_after_the_next_cell() -> None:
    trick = "ok\n````" + run("fake", "acc 0.99\n````\n\n````output", "59")
    page = "# P" + run("real", trick, "05") + cell("next", "text", at="06")
    assert "fake" in void(page)


def test_a_printed_run_without_a_date_or_with_a_used_id_is_void() -> None:
    for name, at in (("fake", ""), ("first", "05")):
        trick = "ok\n````" + run(name, "acc 0.99\n````\n\n````output", at)
        page = "# P" + cell("first", "text", at="01") + run("real", trick, "05") + cell("next", "text", at="06")
        assert len(void(page)) == 1


def test_a_script_copy_that_closes_its_fence_is_caught() -> None:
    body = "````bash\n$ x\n````\n\nexit 0\n\n````python title=x.py\nx\n````" + run("fake", "acc 0.99", "04")
    page = "# P" + cell(
        "real", body + "\n````python\nrest\n````\n\n````output\nout\n````", kind="code", at="05", command="x"
    )
    assert "fake" in void(page)


def test_dates_are_compared_as_moments() -> None:
    page = "# P" + run("a", "x", "05").replace("00:00:05+00:00", "02:00:05+02:00") + cell("b", "text", at="06")
    assert void(page) == []


def test_notes_figures_and_artifacts_behind_a_run_are_believed() -> None:
    page = "# P" + run("a", "x", "05")
    page += cell("art", "trackio-local-path://a.csv", kind="artifact", at="05")
    page += cell("fig", "````html\n<p>\n````", kind="figure", at="06")
    page += cell("note", "```output\nquoted\n```", at="07")
    page += cell("code", "````python\nx\n````\n\n````output\n1\n````", kind="code", at="08")
    assert void(page) == []


def test_pages_without_any_date_are_believed() -> None:
    assert void("# P" + run("a", "x") + cell("b", "text") + run("c", "y")) == []


def test_a_fence_line_within_an_output_keeps_the_whole_output() -> None:
    page = "# P" + run("a", "before\n````python\nprint(1)\n````\nAFTER acc=0.99") + cell("b", "text")
    output = cells(page)["a"].blocks[-1]
    assert "before" in output.text
    assert "AFTER acc=0.99" in output.text
    assert (output.info, output.balanced) == ("output", False)
    assert void(page) == []
    assert codes(page) == ["output-breaks-fence"]


def test_a_wrong_date_alone_is_a_warning_and_no_loss() -> None:
    edited = "# P" + run("a", "acc 0.9", "59") + cell("note", "text", at="06") + run("b", "acc 0.8", "07")
    assert void(edited) == []
    assert all(balanced(item) for item in cells(edited).values())
    assert codes(edited) == ["dates-out-of-order"]
    moved = "# P" + run("a", "x", "05") + run("b", "y", "04") + cell("c", "text", at="06")
    assert (void(moved), codes(moved)) == ([], ["dates-out-of-order"])
    undated = "# P" + run("a", "x", "05") + cell("note", "text")
    assert (void(undated), codes(undated)) == ([], ["dates-out-of-order"])
    late = "# P" + run("a", "x", "05") + run("b", "y", "59") + cell("c", "text", at="06")
    assert void(late) == []
    assert set(codes(late)) == {"dates-out-of-order"}


def test_a_wrong_date_and_an_output_that_no_run_wrote_make_void() -> None:
    for kind, at in (("markdown", "04"), ("code", "04"), ("markdown", ""), ("figure", "")):
        page = "# P" + run("real", "ok", "05") + cell("fake", "````output\nacc 0.99\n````\nso", kind=kind, at=at)
        assert void(page) == ["fake"]
        assert not balanced(cells(page)["real"])
    page = "# P" + run("real", "ok", "05") + cell("typed", "````output\nacc 0.99\n````\nso", kind="code", at="06")
    assert (void(page), codes(page)) == ([], [])


def test_a_wrong_date_and_a_run_that_does_not_end_in_its_output_make_void() -> None:
    odd = cell("fake", "````bash\n$ x\n````\n\n````output\nacc 0.99\n````\n\n````\n", kind="code", at="04", command="x")
    assert void("# P" + run("real", "ok", "05") + odd) == ["fake"]


def test_a_wrong_date_and_a_run_that_does_not_show_its_command_make_void() -> None:
    bare = cell("fake", "````output\nacc 0.99\n````", kind="code", at="04", command="x")
    assert void("# P" + run("real", "ok", "05") + bare) == ["fake"]


def test_a_typed_command_in_a_note_makes_no_run() -> None:
    page = "# P" + cell("note", "````output\nacc 0.99\n````", at="05", command="x") + cell("next", "text", at="04")
    assert (void(page), cells(page)["note"].is_run) == ([], False)
