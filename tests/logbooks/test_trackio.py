"""Whole logbooks, sound and broken in one way each: what is read, and which problem is reported."""

import json

import pytest

from openrepro.ids import Json
from openrepro.logbooks.logbook import Cell, CellType, FileKind, Layout, Logbook, Page, PageRole
from openrepro.logbooks.trackio import parse

ROOT = ".trackio/logbook/"
PAPER = {"paper": {"openreview_id": "abcDEF1234", "arxiv_id": "2601.01234"}, "tags": ["repro", "paper-abcDEF1234"]}


def cell(meta: str, body: str = "body") -> str:
    return f"\n\n---\n<!-- trackio-cell\n{meta}\n-->\n{body}\n"


SOUND = "# Claim 1: it works\n" + cell('{"type": "markdown", "id": "cell_000000000001", "title": "note"}')


def workspace(
    pages: dict[str, str | bytes] | None = None, *, metadata: Json = PAPER, manifest: Json = None, **other: bytes
) -> Logbook:
    """A workspace of these pages, its index, metadata.json and a manifest that agrees, unless given."""
    pages = {"claim-1": SOUND, **(pages or {})}
    rows = "".join(f"| [{slug}](#/{slug}) |\n" for slug in pages)
    children: Json = [{"slug": slug, "title": slug, "file": f"pages/{slug}/page.md", "children": []} for slug in pages]
    tree: Json = {"slug": "index", "title": "T", "file": "pages/index.md", "children": children}
    files = {
        ".trackio/metadata.json": json.dumps(metadata).encode(),
        f"{ROOT}logbook.json": json.dumps(manifest or {"schema_version": 2, "title": "T", "root": tree}).encode(),
        f"{ROOT}pages/index.md": f"# Reproduction: T\n\n## Pages\n\n| Page |\n| --- |\n{rows}".encode(),
    }
    for slug, text in pages.items():
        files[f"{ROOT}pages/{slug}/page.md"] = text if isinstance(text, bytes) else text.encode()
    return parse({**files, **other}, name="x")


def codes(logbook: Logbook) -> list[str]:
    return [item.code for item in logbook.problems]


def page(logbook: Logbook, slug: str) -> Page:
    return next(page for page in logbook.pages if page.slug == slug)


def cells(logbook: Logbook, slug: str = "p") -> list[Cell]:
    return [cell for cell in page(logbook, slug).cells if cell.id]


def test_a_sound_workspace_has_no_problem() -> None:
    logbook = workspace()
    assert codes(logbook) == []
    assert (logbook.layout, logbook.root, logbook.schema_version) == (Layout.WORKSPACE, ROOT, 2)
    assert (logbook.title, logbook.name) == ("Reproduction: T", "x")
    assert logbook.tags == ("repro", "paper-abcDEF1234")
    assert (logbook.paper.ids, logbook.paper.arxiv) == (("abcDEF1234",), ("2601.01234",))
    assert [(page.slug, page.role, page.claims) for page in logbook.pages] == [
        ("index", PageRole.INDEX, ()),
        ("claim-1", PageRole.CLAIM, (1,)),
    ]
    assert page(logbook, "claim-1").title == "Claim 1: it works"


def test_the_same_bytes_give_the_same_logbook_and_revision() -> None:
    assert workspace() == workspace()
    assert workspace().revision == workspace().revision
    assert workspace().revision != workspace({"b": SOUND}).revision


def test_a_published_space_takes_tags_from_its_readme() -> None:
    readme = (
        b'---\ntitle: "Reproduction: T"\ntags:\n - trackio\n - paper-abcDEF1234\n---\n\n# Reproduction: T\n\nText.\n'
    )
    files = {"README.md": readme, "pages/claim-1/page.md": SOUND.encode(), "logbook.json": b'{"schema_version": 2}'}
    logbook = parse(files, name="x")
    assert (logbook.layout, logbook.tags) == (Layout.SPACE, ("trackio", "paper-abcDEF1234"))
    assert logbook.paper.ids == ("abcDEF1234",)
    assert logbook.title == "Reproduction: T"
    assert page(logbook, "README").role is PageRole.README
    assert page(logbook, "README").cells[0].prose == "# Reproduction: T\n\nText."


def test_plain_pages_with_result_files() -> None:
    files = {
        "submissions/x/pages/01-claim-2-bound.md": b"# Bound\nacc 0.5\n",
        "submissions/x/pages/00-summary.md": b"# Summary\n- **Paper ID**: `abcDEF1234`\n",
        "submissions/x/evidence/results.json": b'{"paper_id": "abcDEF1234", "acc": 0.5}',
        "submissions/x/README.md": b"# Title of it\n",
        "submissions/x/design.md": b"# Design\n",
        "submissions/x/run.py": b"print(1)\n",
    }
    logbook = parse(files, name="x")
    assert (logbook.layout, logbook.paper.ids, codes(logbook)) == (Layout.PLAIN, ("abcDEF1234",), [])
    assert [(page.slug, page.role) for page in logbook.pages] == [
        ("00-summary", PageRole.SUMMARY),
        ("01-claim-2-bound", PageRole.CLAIM),
        ("README", PageRole.README),
        ("design", PageRole.OTHER),
    ]
    assert logbook.title == "Title of it"
    assert [entry.path for entry in logbook.files_of(FileKind.RESULT)] == ["submissions/x/evidence/results.json"]
    assert [entry.path for entry in logbook.files_of(FileKind.SOURCE)] == ["submissions/x/run.py"]


def test_the_result_file_alone_names_the_paper() -> None:
    logbook = parse({"pages/report.md": b"# R\n", "evidence.json": b'{"paper_id": "abcDEF1234"}'}, name="x")
    assert logbook.paper.ids == ("abcDEF1234",)


def test_a_plain_index_that_is_no_list_of_pages_is_read_as_a_page() -> None:
    logbook = parse({"pages/index.md": b"# Results of claim 2\n"}, name="x")
    assert (logbook.pages[0].role, logbook.pages[0].claims) == (PageRole.CLAIM, (2,))


def test_b01_metadata_that_is_no_json_keeps_the_text() -> None:
    logbook = workspace({"p": "# P\n" + cell('{"type": "markdown", title: oops}', "kept 0.9")})
    assert codes(logbook) == ["bad-cell-header"]
    assert (cells(logbook)[0].type, cells(logbook)[0].prose) == (CellType.UNKNOWN, "kept 0.9")


def test_b02_a_cell_without_id_is_addressed_by_page_and_position() -> None:
    logbook = workspace({"p": "# P\n" + cell('{"type": "markdown"}')})
    assert (codes(logbook), cells(logbook)[0].id) == (["missing-cell-id"], "cell_missing_p_1")


def test_b03_the_second_of_two_equal_ids_gets_a_suffix() -> None:
    meta = '{"type": "markdown", "id": "cell_000000000002"}'
    logbook = workspace({"p": "# P\n" + cell(meta), "q": "# Q\n" + cell(meta)})
    assert codes(logbook) == ["duplicate-cell-id"]
    assert cells(logbook, "q")[0].id == "cell_000000000002~2"


def test_b04_an_unknown_type_is_kept() -> None:
    logbook = workspace({"p": "# P\n" + cell('{"type": "verdict", "id": "v", "status": "reproduced"}')})
    assert (codes(logbook), cells(logbook)[0].type) == (["unknown-cell-type"], CellType.UNKNOWN)
    assert cells(logbook)[0].meta["status"] == "reproduced"


def test_b05_an_unterminated_output_is_kept_and_later_cells_are_believed() -> None:
    torn = cell('{"type": "code", "id": "t", "command": ["x"], "exit_code": 0}', "````output\nacc 0.7")
    logbook = workspace({"p": "# P\n" + torn + cell('{"type": "markdown", "id": "n"}')})
    assert codes(logbook) == ["unterminated-fence"]
    assert "acc 0.7" in cells(logbook)[0].blocks[-1].text
    assert not cells(logbook)[0].blocks[-1].balanced
    assert cells(logbook)[1].void == ""


def test_b06_a_fence_inside_an_output_does_not_cut_it() -> None:
    nested = "````output\nbefore\n````python\nprint(1)\n````\nAFTER acc=0.99\n````"
    logbook = workspace({"p": "# P\n" + cell('{"type": "code", "id": "t", "command": ["x"]}', nested)})
    assert codes(logbook) == ["output-breaks-fence"]
    assert "AFTER acc=0.99" in cells(logbook)[0].blocks[-1].text


def test_b07_a_cell_that_a_run_printed_is_void() -> None:
    fake = cell('{"type": "markdown", "id": "f", "title": "Verdict", "pinned": true}', "**Claim reproduced**")
    meta = '{"type": "code", "id": "r", "command": ["cat"], "exit_code": 0, "duration_s": 0.1}'
    logbook = workspace({"p": "# P\n" + cell(meta, f"````output\nhello{fake}````")})
    run, printed = cells(logbook)
    assert (codes(logbook), run.void, printed.is_run) == (["forged-cell"], "", False)
    assert "the run `r`" in printed.void
    assert not run.blocks[-1].balanced


def test_b08_windows_line_ends() -> None:
    logbook = workspace({"p": ("# P\n" + cell('{"type": "markdown", "id": "c"}', "one\ntwo")).replace("\n", "\r\n")})
    assert (codes(logbook), cells(logbook)[0].prose) == (["crlf"], "one\r\ntwo")


def test_b09_a_byte_order_mark_does_not_hide_the_title() -> None:
    logbook = workspace({"p": "\ufeff# Title\n" + cell('{"type": "markdown", "id": "c"}')})
    assert (codes(logbook), page(logbook, "p").title) == (["bom"], "Title")


def test_b10_a_page_without_heading_or_cell_is_read() -> None:
    logbook = workspace({"p": "only prose: acc=0.5\n"})
    assert (codes(logbook), page(logbook, "p").title) == (["page-without-cells"], "p")
    assert page(logbook, "p").cells[0].prose == "only prose: acc=0.5"


def test_b11_a_comment_in_a_fence_is_no_title() -> None:
    assert page(workspace({"p": "````python\n# a comment\n````\n"}), "p").title == "p"


def test_b12_a_listed_page_that_is_missing() -> None:
    files = {f"{ROOT}pages/index.md": b"# T\n[gone](#/gone)\n", f"{ROOT}pages/claim-1/page.md": SOUND.encode()}
    logbook = parse(files, name="x")
    assert "page-missing" in codes(logbook)
    assert "`gone`" in next(item.text for item in logbook.problems if item.code == "page-missing")


def test_b13_a_page_that_the_index_does_not_link_is_read() -> None:
    files = {f"{ROOT}pages/index.md": b"# T\n", f"{ROOT}pages/claim-1/page.md": SOUND.encode()}
    logbook = parse(files, name="x")
    assert "page-unlisted" in codes(logbook)
    assert page(logbook, "claim-1").cells


def test_b15_a_nested_page_is_read_behind_its_parent() -> None:
    files = {f"{ROOT}pages/index.md": b"[b](#/b) [a](#/a)\n"}
    for slug in ("a", "b", "b/sub"):
        files[f"{ROOT}pages/{slug}/page.md"] = SOUND.encode()
    logbook = parse(files, name="x")
    assert [page.slug for page in logbook.pages] == ["index", "b", "b/sub", "a"]
    assert "nested-page" in codes(logbook)


def test_b17_a_stray_page_is_read() -> None:
    logbook = parse({f"{ROOT}pages/stray.md": b"# Stray\nx\n", f"{ROOT}pages/index.md": b"# T\n"}, name="x")
    assert page(logbook, "stray").title == "Stray"


def test_b18_wrong_types_in_a_header() -> None:
    meta = '{"type": "code", "id": 42, "command": "python x.py", "exit_code": "zero", "duration_s": "fast"}'
    logbook = workspace({"p": "# P\n" + cell(meta)})
    assert codes(logbook) == ["wrong-type"] * 4
    run = cells(logbook)[0]
    assert (run.id, run.command, run.exit_code, run.duration_s) == ("42", ("python", "x.py"), None, None)


@pytest.mark.parametrize("meta", ['["markdown", "c"]', "null", "12"])
def test_b19_metadata_that_is_no_object(meta: str) -> None:
    logbook = workspace({"p": "# P\n" + cell(meta, "kept")})
    assert (codes(logbook), cells(logbook)[0].prose) == (["bad-cell-header"], "kept")


def test_b20_cells_that_point_nowhere_are_kept() -> None:
    odd = cell('{"type": "figure", "id": "f"}', "nothing here")
    odd += cell('{"type": "artifact", "id": "a", "path": "../../etc/passwd", "size": -5}', "trackio-local-path://../..")
    odd += cell('{"type": "dashboard", "id": "d"}', "trackio-local-dashboard://")
    logbook = workspace({"p": "# P\n" + odd})
    assert (codes(logbook), [item.type.value for item in cells(logbook)]) == ([], ["figure", "artifact", "dashboard"])


def test_b23_active_content_is_only_text() -> None:
    logbook = workspace(
        {"p": "# P <img src=x onerror=alert(1)>\n" + cell('{"type": "markdown", "id": "c"}', "<script>")}
    )
    assert cells(logbook)[0].prose == "<script>"


def test_b24_a_marker_without_its_rule_is_recovered() -> None:
    logbook = workspace({"p": '# P\n<!-- trackio-cell\n{"type": "markdown", "id": "c"}\n-->\nbody\n'})
    assert (codes(logbook), cells(logbook)[0].prose) == (["lost-marker"], "body")


def test_b25_a_page_that_is_not_utf8_keeps_every_byte() -> None:
    logbook = workspace({"p": b"# caf\xe9\n"})
    assert codes(logbook) == ["not-utf8"]
    assert page(logbook, "p").cells[0].blocks[0].text.encode("utf-8", "surrogateescape") == b"# caf\xe9"


def test_b26_a_corrupt_manifest_and_one_that_points_outside() -> None:
    files = {f"{ROOT}pages/claim-1/page.md": SOUND.encode(), f"{ROOT}logbook.json": b'{"schema_version": 2, "root": {'}
    assert "manifest-unreadable" in codes(parse(files, name="x"))
    evil = {"slug": "evil", "file": "../../../../etc/hostname", "children": []}
    logbook = workspace(manifest={"schema_version": 2, "root": evil})
    assert codes(logbook) == ["manifest-disagrees", "manifest-disagrees"]
    assert [page.slug for page in logbook.pages] == ["index", "claim-1"]


def test_b27_metadata_of_the_wrong_types() -> None:
    logbook = workspace(metadata={"tags": "paper-abcDEF1234", "paper": "2601.01234"})
    assert codes(logbook) == ["wrong-type", "wrong-type"]
    assert (logbook.tags, logbook.paper.arxiv) == (("paper-abcDEF1234",), ("2601.01234",))
    assert codes(workspace(metadata={"tags": ["paper-abcDEF1234"], "paper": {"title": "T"}})) == ["bad-paper-field"]


def test_metadata_that_cannot_be_read() -> None:
    assert "metadata-unreadable" in codes(workspace(metadata=["no object"]))


def test_b28_missing_traces_are_no_fault() -> None:
    trace = {"id": "s", "index_file": "traces/s/index.json"}
    logbook = workspace(manifest={"schema_version": 2, "root": None, "traces": [trace]})
    assert "manifest-disagrees" in codes(logbook)
    assert not any("trace" in item.text for item in logbook.problems)


def test_b29_metadata_on_several_lines() -> None:
    assert codes(workspace({"p": "# P\n" + cell('{\n"type": "markdown",\n"id": "c"\n}')})) == []


def test_b30_a_blank_behind_the_rule() -> None:
    text = "# P\n" + cell('{"type": "markdown", "id": "c"}').replace("---\n", "--- \n")
    logbook = workspace({"p": text})
    assert (codes(logbook), cells(logbook)[0].prose) == (["lost-marker"], "body")


def test_b31_a_cell_with_an_empty_body() -> None:
    marker = '\n---\n<!-- trackio-cell\n{"type": "markdown", "id": "%s"}\n-->'
    logbook = workspace({"p": "# P\n" + marker % "a" + marker % "b" + "\nbody\n"})
    assert [(item.id, item.prose) for item in cells(logbook)] == [("a", ""), ("b", "body")]
    assert codes(logbook) == []


def test_prose_outside_cells_is_read_and_reported() -> None:
    logbook = workspace({"p": "# P\n\nText before any cell.\n" + cell('{"type": "markdown", "id": "c"}')})
    assert codes(logbook) == ["prose-outside-cells"]
    assert "Text before any cell." in page(logbook, "p").cells[0].prose


def test_schema_1_is_noted() -> None:
    logbook = workspace(manifest={"schema_version": 1, "root": {"slug": "claim-1", "file": "pages/claim-1/page.md"}})
    assert (codes(logbook), logbook.schema_version) == (["schema-1"], 1)


def test_the_manifest_gives_the_order_without_an_index() -> None:
    tree = {"slug": "index", "file": "pages/index.md", "children": []}
    tree["children"] = [{"slug": slug, "file": f"pages/{slug}/page.md"} for slug in ("z", "a")]  # type: ignore[assignment]
    files = {f"{ROOT}pages/{slug}/page.md": SOUND.encode() for slug in ("a", "z")}
    files[f"{ROOT}logbook.json"] = json.dumps({"schema_version": 2, "root": tree}).encode()
    assert [page.slug for page in parse(files, name="x").pages] == ["z", "a"]


def test_metadata_elsewhere_is_read_and_reported() -> None:
    files = {"pages/claim-1/page.md": SOUND.encode(), "metadata.json": b'{"tags": ["paper-abcDEF1234"]}'}
    logbook = parse(files, name="x")
    assert (codes(logbook), logbook.tags) == (["misplaced-metadata"], ("paper-abcDEF1234",))


def test_a_data_set_called_metadata_is_a_result_file() -> None:
    files = {"pages/report.md": b"# R\nPaper ID: abcDEF1234\n", "data/metadata.json": b'{"rows": 5}'}
    logbook = parse(files, name="x")
    assert codes(logbook) == []
    assert [entry.path for entry in logbook.files_of(FileKind.RESULT)] == ["data/metadata.json"]


def test_several_papers_in_tags_or_in_text() -> None:
    assert codes(workspace(metadata={"tags": ["paper-abcDEF1234", "paper-10218"]})) == ["several-papers"]
    readme = b"# R\nReproduction of ICML Paper ID `xyzXYZ9876`.\n"
    assert codes(workspace(**{f"{ROOT}README.md": readme})) == ["several-papers"]


def test_no_paper_at_all() -> None:
    assert codes(workspace(metadata={"tags": []})) == ["no-paper"]


def test_other_logbooks_in_the_folder_are_reported_and_their_pages_read() -> None:
    logbook = workspace(**{"old/pages/claim-1/page.md": SOUND.replace("cell_0", "cell_1").encode()})
    assert codes(logbook) == ["several-logbooks"]
    assert logbook.pages[-1].file == "old/pages/claim-1/page.md"


@pytest.mark.parametrize("files", [{}, {"a.bin": b"\0"}, {"pages/index.md": b""}, {".trackio/metadata.json": b"{}"}])
def test_what_is_no_logbook_says_so(files: dict[str, bytes]) -> None:
    logbook = parse(files, name="x")
    assert "empty-logbook" in codes(logbook)
    assert logbook.title == "x" or logbook.pages


def test_without_a_page_the_layout_is_empty() -> None:
    assert parse({"train.py": b""}, name="x").layout is Layout.EMPTY
    assert parse({".trackio/logbook/logbook.json": b"{}"}, name="x").layout is Layout.EMPTY


def test_problems_of_one_kind_are_bounded() -> None:
    logbook = workspace({"p": "# P\n" + cell('{"type": "odd", "id": "c"}') * 200})
    assert codes(logbook).count("unknown-cell-type") == 51
    assert logbook.problems[-1].text.startswith("There are ")
    assert len(cells(logbook)) == 200


def test_every_problem_stands_at_bytes_that_exist() -> None:
    logbook = workspace({"p": "\ufeff# P\n" + cell("null") + cell('{"type": "code", "id": "c"}', "````output\nx")})
    assert len(logbook.problems) >= 3
    for item in logbook.problems:
        assert all(logbook.read(place) is not None for place in item.at)


def test_line_ends_of_returns_alone_are_reported_and_read() -> None:
    page = "# P\n\n---\n" + '<!-- trackio-cell\n{"type": "markdown", "id": "a"}\n-->\none\ntwo\n'
    returned = parse({"pages/index.md": b"# B\n", "pages/p/page.md": page.replace("\n", "\r").encode()}, name="x")
    whole = parse({"pages/index.md": b"# B\n", "pages/p/page.md": page.encode()}, name="x")
    assert [item.code for item in returned.problems if item not in whole.problems] == ["cr"]
    assert returned.pages == whole.pages
