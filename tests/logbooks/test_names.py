import pytest

from openrepro.ids import Json
from openrepro.logbooks.logbook import PaperNames
from openrepro.logbooks.names import (
    ManifestPage,
    Names,
    from_metadata,
    from_result,
    from_tags,
    from_text,
    manifest_pages,
    tags_of,
)


def named(text: str) -> PaperNames:
    names = Names()
    from_text(names, text)
    return names.result()


@pytest.mark.parametrize(
    ("paper", "names"),
    [
        ({"openreview_id": "abcDEF1234", "arxiv_id": "2601.01234"}, PaperNames(("abcDEF1234",), ("2601.01234",))),
        ({"arxiv_id": "arXiv:2601.01234v2"}, PaperNames((), ("2601.01234",))),
        ("2601.01234", PaperNames((), ("2601.01234",))),
        ("https://openreview.net/forum?id=abcDEF1234", PaperNames(("abcDEF1234",), ())),
        ("abcDEF1234", PaperNames(("abcDEF1234",), ())),
        (None, PaperNames()),
        ("", PaperNames()),
    ],
)
def test_the_paper_field_in_every_form(paper: Json, names: PaperNames) -> None:
    found = Names()
    assert from_metadata(found, {"paper": paper})
    assert found.result() == names


@pytest.mark.parametrize("paper", [5, ["x"], {"title": "T"}, "a title with blanks", {"arxiv_id": 7}])
def test_a_paper_field_that_names_none_is_told(paper: Json) -> None:
    assert not from_metadata(Names(), {"paper": paper})


def test_other_keys_of_the_metadata_name_the_paper_too() -> None:
    found = Names()
    assert from_metadata(found, {"paper_arxiv_id": "2601.01234", "paper_orid": "abcDEF1234"})
    assert found.result() == PaperNames(("abcDEF1234",), ("2601.01234",))


def test_tags_name_the_paper() -> None:
    found = Names()
    from_tags(found, ["icml-repro", "paper-abcDEF1234", "paper-10218", "arxiv:2601.01234", "paper-2601.9999", "paper-"])
    assert found.result() == PaperNames(("abcDEF1234", "10218"), ("2601.01234", "2601.9999"))


def test_tags_may_be_a_list_or_one_string() -> None:
    assert tags_of(["a", 5, " b ", ""]) == ("a", "b")
    assert tags_of("icml2026-repro") == ("icml2026-repro",)
    assert tags_of({"a": 1}) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Paper ID: abcDEF1234",
        "- **Paper ID:** `abcDEF1234`",
        "**Paper ID**: abcDEF1234",
        "ICML Paper ID `abcDEF1234`: title",
        "[OpenReview](https://openreview.net/forum?id=abcDEF1234)",
        "reproduces ICML paper `abcDEF1234`.",
        "| ICML submission | `abcDEF1234` |",
    ],
)
def test_prose_states_the_paper(text: str) -> None:
    assert named(text).ids == ("abcDEF1234",)


@pytest.mark.parametrize(
    "text", ["Paper ID: unknown", "the paper reproduces", "OpenReview discussion", "paper | results10 |"]
)
def test_common_words_are_no_ids(text: str) -> None:
    assert named(text).ids == ()


def test_links_name_the_arxiv_number() -> None:
    text = "https://arxiv.org/abs/2601.01234v3 https://huggingface.co/papers/2601.01234 arXiv:2602.99999"
    assert named(text).arxiv == ("2601.01234", "2602.99999")


def test_result_files_state_the_paper() -> None:
    names = Names()
    from_result(names, b'{"schema": 1, "paper_id" : "abcDEF1234"}')
    from_result(names, b'\xff{"paper_ids": "zzz"}')
    assert names.result().ids == ("abcDEF1234",)


def test_declared_ids_come_before_stated_ones() -> None:
    names = Names()
    from_text(names, "Paper ID: abcDEF1234")
    from_tags(names, ["paper-xyzXYZ9876"])
    assert names.result().ids == ("xyzXYZ9876", "abcDEF1234")


def test_manifest_pages_come_parents_first_and_bad_nodes_are_passed_over() -> None:
    tree: Json = {
        "slug": "index",
        "file": "pages/index.md",
        "children": [
            {"slug": "a", "file": "pages/a/page.md", "children": [{"slug": "b", "file": "pages/a/b/page.md"}]},
            {"slug": 5, "file": None},
            "x",
            {"slug": "c", "file": "pages/c/page.md", "children": "none"},
        ],
    }
    assert [page.slug for page in manifest_pages(tree)] == ["index", "a", "b", "c"]
    assert manifest_pages(tree)[1] == ManifestPage("a", "pages/a/page.md")
    assert manifest_pages(None) == ()
