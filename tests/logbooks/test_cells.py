import pytest

from openrepro.logbooks.cells import read_cells
from openrepro.logbooks.logbook import BlockKind, Cell, CellType

HEADER = '\n\n---\n<!-- trackio-cell\n{"type": "markdown", "id": "%s", "title": "t"}\n-->\n'


def read(text: str, slug: str = "p") -> tuple[Cell, ...]:
    return read_cells("pages/p/page.md", text.encode(), slug=slug, taken={}).cells


def codes(text: str) -> list[str]:
    return [item.code for item in read_cells("p.md", text.encode(), slug="p", taken={}).problems]


def test_cells_tile_the_page_from_its_first_byte_to_its_last() -> None:
    text = "# Title é\n" + HEADER % "a" + "one\n" + HEADER % "b" + "two"
    first, second, third = read(text)
    assert (first.type, first.id, first.prose) == (CellType.PROSE, None, "# Title é")
    assert (second.id, second.prose, third.id, third.prose) == ("a", "one", "b", "two")
    assert first.at.start == 0
    assert first.at.end == second.at.start
    assert second.at.end == third.at.start
    assert third.at.end == len(text.encode())
    assert text.encode()[second.at.start :].startswith(b"---\n<!-- trackio-cell")


def test_a_page_that_begins_with_a_cell_has_no_prose_before_it() -> None:
    assert [cell.id for cell in read((HEADER % "a").strip() + "\nbody")] == ["a"]


def test_an_empty_page_has_no_cells() -> None:
    assert read("") == ()


def test_blocks_are_prose_fences_and_payloads_in_order() -> None:
    uri = "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUg" * 20
    blocks = read(f'a\n\n````html\n<img src="{uri}"/>\n````\n\nb\n```\n```\n')[0].blocks
    assert [(block.kind, block.info, block.text) for block in blocks] == [
        (BlockKind.PROSE, "", "a"),
        (BlockKind.FENCE, "html", '<img src="'),
        (BlockKind.PAYLOAD, "html", uri),
        (BlockKind.FENCE, "html", '"/>\n'),
        (BlockKind.PROSE, "", "b"),
        (BlockKind.FENCE, "", ""),
    ]


def test_every_block_stands_at_its_bytes() -> None:
    data = "# é\n\n````output\nü 1\r\n````\nend ".encode() + b"\xff\xfe raw\n"
    for block in read_cells("p.md", data, slug="p", taken={}).cells[0].blocks:
        assert data[block.at.start : block.at.end] == block.text.encode("utf-8", "surrogateescape")


def test_windows_line_ends_leave_fence_content_clean() -> None:
    blocks = read("a\r\n```output\r\nx\r\n```\r\nb\r\n")[0].blocks
    assert [block.text for block in blocks] == ["a", "x\r\n", "b"]


def test_a_cell_whose_body_is_empty_does_not_swallow_the_next() -> None:
    marker = '---\n<!-- trackio-cell\n{"type": "markdown", "id": "%s"}\n-->\n'
    assert [cell.id for cell in read(marker % "a" + marker % "b" + "body")] == ["a", "b"]


def test_missing_and_repeated_ids_become_addresses_that_are_unique_and_stable() -> None:
    anonymous = HEADER.replace(', "id": "%s"', "")
    text = "# T" + anonymous + "x" + HEADER % "d" + "y" + HEADER % "d" + "z" + anonymous + "w"
    names = [cell.id for cell in read(text, "claim-1")]
    assert names == [None, "cell_missing_claim-1_1", "d", "d~2", "cell_missing_claim-1_4"]
    assert names == [cell.id for cell in read(text, "claim-1")]
    assert codes(text) == ["missing-cell-id", "duplicate-cell-id", "missing-cell-id"]


def test_a_suffix_never_collides_with_an_id_as_written() -> None:
    text = HEADER % "d" + HEADER % "d~2" + HEADER % "d" + HEADER % "d"
    names = [cell.id for cell in read(text) if cell.id]
    assert len(set(names)) == 4


def test_ids_are_unique_over_pages() -> None:
    taken: dict[str, int] = {}
    for page in ("a", "b"):
        cells = read_cells(f"{page}.md", (HEADER % "d").encode(), slug=page, taken=taken).cells
    assert cells[-1].id == "d~2"


def test_addresses_of_blocks_name_their_cell() -> None:
    cell = read("# T" + HEADER % "a" + "x")[1]
    assert cell.at.cell == "a"
    assert {block.at.cell for block in cell.blocks} == {"a"}


def test_a_marker_within_a_line_is_reported_and_kept_as_prose() -> None:
    text = '# T\ntext <!-- trackio-cell\n{"type": "markdown"}\n-->\nbody\n'
    assert codes(text) == ["lost-marker"]
    assert "trackio-cell" in read(text)[0].prose


def test_the_words_alone_are_no_marker() -> None:
    assert codes("# T\nWrite `<!-- trackio-cell` before the JSON.\n") == []


def test_an_unterminated_fence_says_where() -> None:
    data = ("# T" + HEADER % "a" + "````output\nx\n").encode()
    (item,) = read_cells("p.md", data, slug="p", taken={}).problems
    assert (item.code, data[item.at[0].start : item.at[0].end]) == ("unterminated-fence", b"````output")


def test_front_matter_belongs_to_the_first_cell_but_to_no_block() -> None:
    data = b"---\ntitle: x\n---\n# T\n"
    (cell,) = read_cells("README.md", data, slug="README", taken={}, skip=17).cells
    assert (cell.at.start, cell.at.end, cell.prose) == (0, len(data), "# T")


RUN = (
    '\n\n---\n<!-- trackio-cell\n{"type": "code", "id": "r", "command": ["x"], "exit_code": 0, "duration_s": 1}\n-->\n'
)
SCRIPT = "````bash\n$ x\n````\n\nexit 0\n\n````python title=x.py\n%s\n````\n\n"
OUTPUT = "\n````output\nacc 0.5\n\n````\n"


def balanced_outputs(text: str) -> list[bool]:
    return [block.balanced for block in read(text)[-1].blocks if block.info.lower().startswith("output")]


def test_a_run_with_its_one_output_is_recorded() -> None:
    text = "# T" + RUN + SCRIPT % "print(0.5)\n```output\nin a docstring\n```" + OUTPUT
    assert (balanced_outputs(text), codes(text)) == ([True], [])
    assert read(text)[-1].is_run


@pytest.mark.parametrize(
    "typed",
    [
        OUTPUT + "\n````output\nacc 0.99\n````\n",
        OUTPUT + "\n```output\nacc 0.99\n```\n",
        OUTPUT + "\n~~~output\nacc 0.99\n~~~\n",
        OUTPUT + "\n````Output x\nacc 0.99\n````\n",
        "\n~~~~output\nacc 0.99\n~~~~\n",
        "\n````output\nhello\n````\n\n````output\nacc 0.99\n\n````\n",
        SCRIPT % "x\n````\n\n````output\nacc 0.99\n````\n````text" + OUTPUT,
        SCRIPT % "x\n````\n\n````output\nacc 0.99\n````\n`````text" + OUTPUT,
        SCRIPT % "x\n````\n\n```output\nacc 0.99\n```\n`````text" + OUTPUT,
        SCRIPT % "x\n````\n\n~~~output\nacc 0.99\n~~~\n````text" + OUTPUT,
    ],
)
def test_a_run_with_another_output_than_its_one_does_not_count(typed: str) -> None:
    text = "# T" + RUN + typed
    assert "several-outputs" in codes(text)
    assert not any(balanced_outputs(text))


def test_cells_that_are_no_runs_may_quote_several_outputs() -> None:
    text = "# T" + HEADER % "a" + OUTPUT + OUTPUT + "~~~output\nx\n~~~\n"
    assert (codes(text), balanced_outputs(text)) == ([], [True, True, True])


def test_only_cells_of_type_code_are_runs() -> None:
    for kind in ("markdown", "figure", "artifact", "dashboard", "other"):
        text = "# T" + RUN.replace('"code"', f'"{kind}"') + OUTPUT
        assert not read(text)[-1].is_run
        assert "command-outside-run" in codes(text)


def test_a_page_whose_lines_end_in_a_return_reads_like_any_other() -> None:
    page = "# T é" + RUN + SCRIPT % "x = 1" + OUTPUT + HEADER % "a" + "one\ntwo\n"
    cells, returned = read(page), read(page.replace("\n", "\r"))
    assert returned == cells
    assert returned[1].is_run


def test_a_lone_return_in_an_output_stays_as_it_is() -> None:
    page = "# T" + RUN + "````output\n10%\r100%\nacc 0.5\n````\n"
    assert read(page)[-1].blocks[-1].text == "10%\r100%\nacc 0.5\n"
