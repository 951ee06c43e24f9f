"""Names of files from strangers."""

import pytest

from openrepro.entries.members import USUAL, UploadError
from openrepro.entries.paths import Shelf, checked_path, folded, left_out, top_folder


@pytest.mark.parametrize(
    ("name", "path"), [("a/b.md", "a/b.md"), ("./a//b.md", "a/b.md"), ("a/./b/", "a/b"), ("./", "")]
)
def test_paths_are_made_plain(name: str, path: str) -> None:
    assert checked_path(name, USUAL) == path


@pytest.mark.parametrize(
    "name", ["a b.md", "\u00e4.md", "1+1=2 (copy).md", ".trackio/logbook/pages/\u4e2d.md", "a..b.md"]
)
def test_honest_names_are_taken(name: str) -> None:
    assert checked_path(name, USUAL) == name


@pytest.mark.parametrize(
    ("path", "gone"),
    [(".git/HEAD", ".git"), ("a/node_modules/b.js", "node_modules"), ("a/._b.md", "._b.md"), ("a/b.md", "")],
)
def test_what_is_no_part_of_a_logbook_is_left_out(path: str, gone: str) -> None:
    assert left_out(path) == gone


def test_names_that_a_careless_file_system_takes_for_one() -> None:
    assert folded("Stra\u00dfe") == folded("STRASSE")
    assert folded("\u00e9") == folded("E\u0301")
    assert folded("a") != folded("b")


def test_a_shelf_takes_what_does_not_collide() -> None:
    shelf = Shelf()
    for path in ("a/b.md", "a/c.md", "a.md", "b/a"):
        shelf.add(path)
    with pytest.raises(UploadError):
        shelf.add("A/d.md")


@pytest.mark.parametrize(
    ("paths", "top"),
    [(["x/a", "x/b/c"], "x/"), (["x/a", "y/b"], ""), (["a"], ""), (["x/a", "b"], ""), (["pages/a.md"], ""), ([], "")],
)
def test_the_one_folder_around_everything(paths: list[str], top: str) -> None:
    assert top_folder(paths) == top
