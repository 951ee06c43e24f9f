"""Names that would be too long once published."""

import json

import pytest

from openrepro.lint.names import names, planned_name, slug_of
from tests.lint.books import HOME, METADATA, book, codes, good


def noticed(space: str | None = None, title: str = "Half a Cache") -> list[str]:
    metadata = json.dumps({"tags": ["paper-demo1"]} | ({"space_id": space} if space else {}))
    files = good(**{METADATA: metadata, f"{HOME}pages/index.md": f"# Reproduction: {title}\n"})
    return codes(tuple(names(book(files))))


@pytest.mark.parametrize(
    ("length", "found"), [(50, []), (70, ["host-not-the-name"]), (86, ["host-not-the-name"]), (87, ["name-too-long"])]
)
def test_the_space_and_what_is_derived_from_it(length: int, found: list[str]) -> None:
    assert noticed(f"me/{'a' * length}") == found


def test_which_name_is_too_long_is_said() -> None:
    def text(length: int) -> str:
        files = good(**{METADATA: json.dumps({"space_id": f"me/{'a' * length}"})})
        return next(names(book(files))).text

    assert "`…-artifacts` would be longer" in text(87)
    assert "`…-traces` and `…-artifacts`" in text(92)
    assert "the name itself would be longer" in text(97)


def test_without_a_space_the_name_is_planned_from_the_title() -> None:
    assert noticed(title="A " + "long " * 20 + "title") == ["name-too-long"]
    assert noticed(title="Short") == []


def test_the_example_fits() -> None:
    files = good(**{METADATA: json.dumps({"space_id": f"me/{'ab-' * 40}"})})
    notice = next(names(book(files)))
    example = notice.todo.split("`")[1]
    assert len(example + "-artifacts") <= 96
    assert not example.endswith("-")


def test_a_published_space_has_its_name_already() -> None:
    files = {"pages/index.md": b"# " + b"long " * 30, "logbook.json": b"{}"}
    assert planned_name(book(files)) is None


@pytest.mark.parametrize("metadata", ["[", "[1]", '{"space_id": 7}', '{"space_id": ""}', "{" + '"a":' * 100_000])
def test_metadata_that_names_no_space(metadata: str) -> None:
    planned = planned_name(book(good(**{METADATA: metadata})))
    assert planned is not None
    assert planned.from_title


def test_page_folders() -> None:
    long = {f"{HOME}pages/{'claim-1-' + 'x' * 100}/page.md": "# Claim 1\n"}
    assert codes(tuple(names(book(good(**long))))) == ["page-name-too-long"]
    elsewhere = {f"{'y' * 120}/notes.md": "# Notes\n"}
    assert codes(tuple(names(book(good(**elsewhere))))) == []


def test_slugs_are_those_of_trackio() -> None:
    assert slug_of("Claim 2: The C++ part!") == "claim-2-the-c-part"
    assert slug_of("日本") == "page"
