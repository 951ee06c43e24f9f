"""All real logbooks beside the checkout: each is found, read whole, and addressed exactly."""

import json
from collections.abc import Callable
from pathlib import Path

from openrepro.logbooks.archive import find_roots, load_all
from openrepro.logbooks.logbook import Layout, Logbook
from openrepro.logbooks.outline import outline


def test_the_roots_are_exactly_the_listed_logbooks(shared_data: Path) -> None:
    folder = shared_data / "logbooks"
    listed = {row["key"] for row in json.loads((folder / "manifest.json").read_text())}
    found = {path.relative_to(folder).as_posix() for path in find_roots(folder)}
    assert len(found) == 101
    assert found == listed


def test_every_real_logbook_is_read_whole(shared_data: Path, check: Callable[[Logbook], None]) -> None:
    folder = shared_data / "logbooks"
    rows = {row["key"]: row for row in json.loads((folder / "manifest.json").read_text())}
    for item in load_all([folder]):
        assert item.logbook is not None
        row = rows[item.path.relative_to(folder).as_posix()]
        check(item.logbook)
        assert len(item.logbook.manifest) == row["files"]
        assert outline(item.logbook)
        assert not any(cell.void for page in item.logbook.pages for cell in page.cells)
        if row["kind"] == "trackio-workspace":
            assert item.logbook.layout is Layout.WORKSPACE
        elif row["kind"] == "published-space-layout":
            assert item.logbook.layout is Layout.SPACE
        elif row["kind"] in ("space-pages", "fabricated-pair"):
            assert item.logbook.layout is Layout.PLAIN


def test_the_paper_is_named_where_the_logbook_names_it(shared_data: Path) -> None:
    folder = shared_data / "logbooks"
    rows = {row["key"]: row for row in json.loads((folder / "manifest.json").read_text())}
    wrong = [
        key
        for item in load_all([folder])
        if item.logbook is not None
        and (key := item.path.relative_to(folder).as_posix()).split("/")[0] in ("trackio", "pages-spaces")
        and rows[key]["paper"] != "unknown"
        and rows[key]["paper"] not in item.logbook.paper.ids[:1]
    ]
    assert len(wrong) <= 1


def test_pages_that_the_golden_labels_quote_are_files_of_their_logbook(shared_data: Path) -> None:
    loaded = {
        item.path.relative_to(shared_data / "logbooks").as_posix(): item.logbook
        for item in load_all([shared_data / "logbooks"])
    }
    missing = 0
    for line in (shared_data / "golden" / "dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        logbook = loaded[row["logbook"]]
        assert logbook is not None
        missing += sum(item["page"] not in logbook.files for item in row["evidence"])
    assert missing == 0


def test_the_samples_are_read(shared_data: Path, check: Callable[[Logbook], None]) -> None:
    folder = shared_data / "trackio-samples"
    loaded = {item.path.name: item.logbook for item in load_all([folder])}
    assert set(loaded) == {"01_simple", "02_repro", "03_broken", "04_v1_schema", "05_published", "05_published_public"}
    for logbook in loaded.values():
        assert logbook is not None
        check(logbook)
    assert loaded["02_repro"] is not None
    assert [item.code for item in loaded["02_repro"].problems] == []
    broken = loaded["03_broken"]
    assert broken is not None
    assert [cell.id for page in broken.pages for cell in page.cells if cell.void] == [
        "cell_fence0000002",
        "cell_injected0001",
    ]
