import os
import socket
from pathlib import Path

import pytest

from openrepro.errors import OpenReproError
from openrepro.logbooks import archive
from openrepro.logbooks.archive import bodies, find_roots, load, load_all, read_folder
from openrepro.logbooks.logbook import Layout


def write(folder: Path, *names: str, text: str = "# T\n") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def roots(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in find_roots(folder)]


def test_a_folder_with_one_logbook_is_its_root_however_deep_it_lies(tmp_path: Path) -> None:
    write(tmp_path, "submissions/x/pages/00-summary.md", "submissions/x/README.md", "README.md")
    assert roots(tmp_path) == ["."]


def test_a_folder_of_many_is_searched_down_to_each(tmp_path: Path) -> None:
    write(tmp_path, "a/.trackio/logbook/pages/index.md", "a/train.py", "b/logbook.json", "c/deep/down/pages/x.md")
    write(tmp_path, "d/src/README.md", "d/evidence.json", "README.md", "e/run.py")
    assert roots(tmp_path) == ["a", "b", "c", "d"]


def test_before_and_after_of_one_paper_are_two(tmp_path: Path) -> None:
    write(tmp_path, "p/before/s/README.md", "p/after/s/README.md", "p/after/s/pages/report.md")
    assert roots(tmp_path) == ["p/after", "p/before"]


def test_workspace_space_and_metadata_of_one_folder_are_one(tmp_path: Path) -> None:
    write(tmp_path, "a/.trackio/metadata.json", "a/pages/index.md", "a/logbook.json", "b/pages/x.md")
    assert roots(tmp_path) == ["a", "b"]


def test_a_traces_data_set_and_loose_markdown_are_no_logbooks(tmp_path: Path) -> None:
    write(tmp_path, "p/space/logbook.json", "p/dataset/README.md", "p/dataset/trackio/index.json", "q/logbook.json")
    write(tmp_path, "outputs/02.read.md")
    assert roots(tmp_path) == ["p", "q"]


def test_a_folder_with_nothing_is_reported_not_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "run.py")
    assert roots(tmp_path) == ["."]
    logbook = load(tmp_path)
    assert logbook.layout is Layout.EMPTY
    assert "empty-logbook" in [item.code for item in logbook.problems]


@pytest.mark.parametrize("hollow", [".trackio/logbook/pages", ".trackio", "pages", "pages/claim-1"])
@pytest.mark.parametrize("others", [("a",), ("a", "b")])
def test_a_folder_for_a_logbook_without_a_page_is_reported(
    hollow: str, others: tuple[str, ...], tmp_path: Path
) -> None:
    write(tmp_path, *(f"{name}/pages/x.md" for name in others), "README.md")
    (tmp_path / "x" / hollow).mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    assert roots(tmp_path) == [*others, "x"]
    layouts = {item.path.name: item.logbook.layout for item in load_all([tmp_path]) if item.logbook}
    assert layouts["x"] is Layout.EMPTY
    assert layouts["a"] is not Layout.EMPTY


def test_a_pages_folder_with_other_files_counts_only_outside_logbooks(tmp_path: Path) -> None:
    write(tmp_path, "a/report/pages/x.md", "a/web/pages/home.tsx", "b/logbook.json", "c/pages/logo.png")
    assert roots(tmp_path) == ["a", "b", "c"]


def test_an_empty_folder_inside_a_logbook_is_no_other_one(tmp_path: Path) -> None:
    write(tmp_path, "a/pages/x.md", "b/README.md", "c/.trackio/logbook/pages/x.md")
    for name in ("a/sub/.trackio", "b/site/pages", "c/.trackio/pages"):
        (tmp_path / name).mkdir(parents=True)
    assert roots(tmp_path) == ["a", "b", "c"]
    assert [item.path.name for item in load_all([tmp_path])] == ["a", "b", "c"]
    assert all(item.logbook and item.logbook.pages for item in load_all([tmp_path]))


def test_what_is_passed_over_between_logbooks_is_told(tmp_path: Path) -> None:
    write(tmp_path, "in/a/pages/x.md", "in/b/pages/x.md", "out/pages/x.md")
    (tmp_path / "in" / "c").symlink_to(tmp_path / "out")
    (tmp_path / "in" / "a" / "link.md").symlink_to(tmp_path / "out" / "pages" / "x.md")
    os.mkfifo(tmp_path / "in" / "pipe")
    told = {item.path.name: item.error for item in load_all([tmp_path / "in"])}
    assert list(told) == ["a", "b", "c", "pipe"]
    assert "is a link and was not followed" in told["c"]
    assert "neither a file nor a folder" in told["pipe"]
    assert not told["a"]


def test_a_logbook_below_another_is_one_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "x/.trackio/logbook/pages/a/page.md", "x/release/old/pages/b/page.md", "x/release/notes.txt")
    assert roots(tmp_path) == ["x", "x/release/old"]
    upper = load(tmp_path / "x")
    assert sorted(upper.files) == [".trackio/logbook/pages/a/page.md", "release/notes.txt"]
    assert "nested-logbook" in [item.code for item in upper.problems]


def test_bodies_of_names() -> None:
    assert bodies(["a/pages/x.md", "a/pages/y.md"]) == ("a",)
    assert bodies(["pages/x/page.md", "logbook.json"]) == ("",)
    assert bodies(["a/.trackio/metadata.json"]) == ("a",)
    assert bodies(["a/pages/x.json", "notes.md"]) == ()
    assert bodies([]) == ()


def test_one_page_may_be_given_as_the_path(tmp_path: Path) -> None:
    write(tmp_path, "page.md", text="# Claim 2: x\nacc 0.5\n")
    logbook = load(tmp_path / "page.md")
    assert list(logbook.files) == ["page.md"]
    assert logbook.pages[0].claims == (2,)
    assert find_roots(tmp_path / "page.md") == (tmp_path / "page.md",)


def test_names_default_to_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "book/pages/a.md")
    assert load(tmp_path / "book").name == "book"
    assert load(tmp_path / "book", name="other").name == "other"


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(OpenReproError, match="does not exist"):
        load(tmp_path / "gone")
    (item,) = load_all([tmp_path / "gone"])
    assert item.logbook is None
    assert "does not exist" in item.error


def test_each_logbook_is_loaded_once(tmp_path: Path) -> None:
    write(tmp_path, "a/pages/x.md", "b/pages/x.md")
    loaded = list(load_all([tmp_path, tmp_path / "a"]))
    assert [item.path.name for item in loaded] == ["a", "b"]
    assert all(item.logbook and not item.error for item in loaded)


def test_links_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "secret.txt", "book/pages/x.md")
    (tmp_path / "book" / "pages" / "link.md").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "book" / "around").symlink_to(tmp_path)
    read = read_folder(tmp_path / "book")
    assert list(read.files) == ["pages/x.md"]
    assert sorted(item.at[0].file for item in read.problems) == ["around", "pages/link.md"]


def test_tool_folders_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "pages/x.md", ".git/config", ".venv/a.py", "node_modules/a/README.md", "src/__pycache__/a.pyc")
    assert list(read_folder(tmp_path).files) == ["pages/x.md"]


def test_large_files_are_reported_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "b.md", text="0123456789")
    write(tmp_path, "c.md", text="0123")
    monkeypatch.setattr(archive, "FILE_CAP", 9)
    read = read_folder(tmp_path)
    assert list(read.files) == ["c.md"]
    assert [item.code for item in read.problems] == ["file-skipped", "file-skipped"]


def test_the_total_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "b.md", "c.md", text="0123456789")
    monkeypatch.setattr(archive, "TOTAL_CAP", 25)
    read = read_folder(tmp_path)
    assert list(read.files) == ["a.md", "b.md"]
    assert [item.at[0].file for item in read.problems] == ["c.md"]


def test_the_number_of_files_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "b.md", "c.md")
    monkeypatch.setattr(archive, "COUNT_CAP", 2)
    read = read_folder(tmp_path)
    assert (len(read.files), len(read.problems)) == (2, 1)


def test_what_is_no_regular_file_is_passed_over_and_told(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(tmp_path / "talk.md"))
    read = read_folder(tmp_path)
    assert list(read.files) == ["a.md"]
    assert [(item.code, item.at[0].file) for item in read.problems] == [
        ("file-skipped", "pipe.md"),
        ("file-skipped", "talk.md"),
    ]


def test_a_folder_that_cannot_be_read_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "shut/b.md")
    listing = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", refuse)
    read = read_folder(tmp_path)
    assert list(read.files) == ["a.md"]
    assert "Permission denied" in read.problems[0].text
