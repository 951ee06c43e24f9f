"""What holds for any bytes at all."""

import json
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.logbooks.cells import read_cells
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.outline import outline, outline_json
from openrepro.logbooks.trackio import parse

PIECES = (
    *(b"\n---\n", b"<!-- trackio-cell\n", b"\n-->\n", b"-->", b"---", b"\n", b"\r\n", b"\r", b" ", b"# Claim 1\n"),
    *(b"````output\n", b"````\n", b"```\n", b"~~~\n", b"````", b"\\n-->", b"\xef\xbb\xbf", b"\xff", "é".encode()),
    *(b'{"type": "markdown", "id": "a"}', b'{"type": "code", "id": "b", "command": ["x"], "exit_code": 0}'),
    *(b'{"id": 4, "title": 5, "command": "x', b"[1]", b"null", b'{"created_at": "2026-01-01"}', b"(#/a)", b"text"),
    b'\n---\n<!-- trackio-cell\n{"type": "code", "id": "c", "command": ["x"], "created_at": "2026-01-01"}\n-->\n',
    b'\n---\n<!-- trackio-cell\n{"type": "markdown", "id": "d", "created_at": "2025-01-01"}\n-->\n',
    b"data:image/png;base64," + b"iVBORw0KGgoAAAANSUhEUg" * 12,
)
pages = st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
paths = st.sampled_from(
    (
        *("pages/index.md", "pages/claim-1/page.md", "pages/00-summary.md", "README.md", "logbook.json", "notes.md"),
        *(".trackio/metadata.json", ".trackio/logbook/pages/a/page.md", ".trackio/logbook/logbook.json", "x.json"),
        *("metadata.json", ".trackio/logbook/pages/index.md", "pages/a/b/page.md", "pages/README.md", "a/page.md"),
    )
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("type", "id", "title", "created_at", "command", "exit_code", "duration_s", "pinned", "tags", "paper", "root")
objects = st.dictionaries(st.sampled_from((*KEYS, "children", "slug", "file", "schema_version")), values, max_size=6)


@settings(deadline=None, max_examples=300)
@given(files=st.dictionaries(paths, pages, max_size=6))
def test_any_bytes_in_any_file_are_read(check: Callable[[Logbook], None], files: dict[str, bytes]) -> None:
    logbook = parse(files, name="x")
    check(logbook)
    assert logbook == parse(dict(reversed(list(files.items()))), name="x")
    assert {entry.path for entry in logbook.manifest} == set(files)
    outline(logbook)
    json.dumps(outline_json(logbook))


@settings(deadline=None, max_examples=200)
@given(header=objects, metadata=objects, manifest=objects)
def test_any_json_in_header_metadata_and_manifest_is_read(
    check: Callable[[Logbook], None], header: object, metadata: object, manifest: object
) -> None:
    files = {
        ".trackio/metadata.json": json.dumps(metadata).encode(),
        ".trackio/logbook/logbook.json": json.dumps(manifest).encode(),
        ".trackio/logbook/pages/a/page.md": f"---\n<!-- trackio-cell\n{json.dumps(header)}\n-->\nbody\n".encode(),
    }
    logbook = parse(files, name="x")
    check(logbook)
    (cell,) = logbook.pages[0].cells
    assert cell.prose == "body"
    assert logbook.revision


@settings(deadline=None, max_examples=200)
@given(pages)
def test_no_text_is_dropped(data: bytes) -> None:
    """What no block holds is only headers, fence lines, front matter and blanks: every other word is kept."""
    cells = read_cells("p.md", data + b"\n\nLASTWORD\n", slug="p", taken={}).cells
    kept = "".join(block.text for cell in cells for block in cell.blocks)
    assert "LASTWORD" in kept or "LASTWORD" in str([cell.meta for cell in cells])
