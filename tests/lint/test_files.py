"""What publishing would upload beyond pages: stray and large files, paths of one machine, a missing licence."""

import json
from dataclasses import replace

import pytest

from openrepro.lint.files import files, is_local, uploaded
from openrepro.severity import Severity
from tests.lint.books import HOME, METADATA, STRICT, book, codes, good, only


def noticed(**changes: str | bytes | None) -> list[str]:
    return codes(tuple(files(book(good(**changes)), STRICT)))


@pytest.mark.parametrize("name", [".DS_Store", "x.log", "a/b.tmp", "page.md~", ".env", "x.pyc", "Thumbs.db"])
def test_stray_files(name: str) -> None:
    assert noticed(**{f"{HOME}{name}": "x"}) == ["stray-file"]


@pytest.mark.parametrize("name", ["results.json", "figure.png", ".gitattributes", "data.csv", "run.py", "catalog.txt"])
def test_what_belongs_there(name: str) -> None:
    assert noticed(**{f"{HOME}{name}": "{}"}) == []


def test_the_preview_log_weighs_more() -> None:
    notice = only(tuple(files(book(good(**{f"{HOME}.serve.log": "GET /"})), STRICT)), "stray-file")
    assert notice.severity is Severity.WARNING
    assert ".serve.log" in notice.text


def test_what_stays_on_the_machine_is_no_stray_file() -> None:
    assert noticed(**{".trackio/.gitignore": "x", "notes.log": "x"}) == []


def test_large_files() -> None:
    assert noticed(**{f"{HOME}r.json": b" " * 5_000_001}) == ["large-file"]
    assert noticed(**{f"{HOME}pages/long/page.md": "# Long\n" + "x" * 1_000_001}) == ["large-file"]
    assert noticed(**{f"{HOME}r.json": b" " * 4_000_000}) == []


def test_absolute_paths_in_metadata() -> None:
    metadata = json.dumps(
        {"local_path_artifacts": [{"path": "a.pt", "abs_path": "/srv/x/a.pt"}], "tags": ["paper-demo1"]}
    )
    notice = only(tuple(files(book(good(**{METADATA: metadata})), STRICT)), "absolute-path")
    assert notice.severity is Severity.NOTE
    sent = good(**{METADATA: None, f"{HOME}metadata.json": metadata})
    assert only(tuple(files(book(sent), STRICT)), "absolute-path").severity is Severity.WARNING
    assert noticed(**{METADATA: metadata.replace("/srv/x/", "")}) == []


@pytest.mark.parametrize(
    "readme",
    ["---\nlicense: mit\n---\n# X\n", "# X\n\n## Licence\n\nMIT\n\nLicense: CC-BY-4.0\n", "# X\nLICENSE: MIT\n"],
)
def test_a_licence_in_the_readme(readme: str) -> None:
    assert noticed(LICENSE=None, **{f"{HOME}README.md": readme}) == []


def test_no_licence_is_a_note_where_the_rules_ask_for_one() -> None:
    logbook = book(good(LICENSE=None))
    notice = only(tuple(files(logbook, STRICT)), "no-licence")
    assert notice.severity is Severity.NOTE
    assert "CC-BY-4.0" in notice.text
    lenient = replace(STRICT, entries=replace(STRICT.entries, licence=()))
    assert list(files(logbook, lenient)) == []


def test_what_is_uploaded() -> None:
    logbook = book()
    assert uploaded(f"{HOME}pages/index.md", logbook)
    assert uploaded(".trackio/traces/raw/a.jsonl", logbook)
    assert not uploaded(METADATA, logbook)
    assert not uploaded("LICENSE", logbook)
    assert is_local(METADATA, logbook)
    assert not is_local("LICENSE", logbook)
    assert uploaded("anything", book({"pages/index.md": b"# X", "logbook.json": b"{}"}))
