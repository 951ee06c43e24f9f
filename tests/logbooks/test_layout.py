from openrepro.logbooks.layout import find_ground, links_of, reading_order, slug_of
from openrepro.logbooks.logbook import Layout

MARKED = b"---\n<!-- trackio-cell\n{}\n-->\n"


def ground(*paths: str, data: bytes = b"# T\n") -> tuple[Layout, str]:
    found = find_ground(dict.fromkeys(paths, data))
    return found.layout, found.root


def test_a_workspace_is_known_by_its_folder() -> None:
    assert ground(".trackio/logbook/pages/index.md") == (Layout.WORKSPACE, ".trackio/logbook/")
    assert ground("a/b/.trackio/logbook/logbook.json") == (Layout.WORKSPACE, "a/b/.trackio/logbook/")


def test_a_published_space_has_a_manifest_or_cells() -> None:
    assert ground("logbook.json", "pages/a/page.md") == (Layout.SPACE, "")
    assert ground("x/logbook/logbook.json") == (Layout.SPACE, "x/logbook/")
    assert ground("pages/a/page.md", data=MARKED) == (Layout.SPACE, "")
    assert ground(".trackio/metadata.json", "logbook.json", "pages/a/page.md") == (Layout.SPACE, "")


def test_plain_pages_have_neither() -> None:
    assert ground("submissions/x/pages/00-summary.md", "README.md") == (Layout.PLAIN, "submissions/x/")
    assert ground("submissions/x/README.md") == (Layout.PLAIN, "")
    assert ground("page.md") == (Layout.PLAIN, "")


def test_without_any_markdown_there_is_no_logbook() -> None:
    assert ground() == (Layout.EMPTY, "")
    assert ground(".trackio/metadata.json", "train.py") == (Layout.EMPTY, "")


def test_a_workspace_goes_before_a_space_and_a_high_folder_before_a_low() -> None:
    assert ground("logbook.json", "pages/a.md", ".trackio/logbook/pages/a.md") == (
        Layout.WORKSPACE,
        ".trackio/logbook/",
    )
    found = find_ground(dict.fromkeys(("old/x/logbook.json", "new/logbook.json"), b"{}"))
    assert (found.root, found.others) == ("new/", ("old/x/",))


def test_slugs_of_pages_in_folders_flat_nested_and_elsewhere() -> None:
    place = find_ground({"s/logbook.json": b"{}", "s/pages/a/page.md": b""})
    names = ["s/pages/a/page.md", "s/pages/00-summary.md", "s/pages/a/b/page.md", "s/README.md", "notes/x.md"]
    assert [slug_of(name, place) for name in names] == ["a", "00-summary", "a/b", "README", "notes/x"]


def test_links_of_an_index_are_in_order_and_once_each() -> None:
    assert links_of("[B](#/b) [A](#/a)\n| [B again](#/b) | [x](https://x) [y](#y) |") == ("b", "a")


def test_reading_order_is_index_then_links_then_names_then_readme_then_the_rest() -> None:
    place = find_ground({"logbook.json": b"{}", "pages/index.md": b""})
    paths = ["README.md", "notes.md", *(f"pages/{name}/page.md" for name in ("z", "b", "a", "b/sub")), "pages/index.md"]
    assert [slug_of(path, place) for path in reading_order(paths, place, ("b", "z"))] == [
        *("index", "b", "b/sub", "z", "a"),
        *("README", "notes"),
    ]
