"""Structure: the generation is named and explained, missing pages are notes, nothing is rejected."""

import json

import pytest

from openrepro.lint.structure import EXPLAINED, Generation, generation, structure
from openrepro.severity import Severity
from tests.lint.books import CLAIM_PAGE, CONCLUSION, HOME, METADATA, SUMMARY, book, claim_page, codes, good, only, said

EVENT = json.dumps({"tags": ["icml2026-repro", "paper-demo1"]})
V1 = json.dumps({"schema_version": 1, "root": {"slug": "index", "file": "pages/index.md", "children": []}})


def flat(**more: str) -> dict[str, bytes]:
    """Pages in an order of their own: no summary, no conclusion."""
    return good(**{SUMMARY: None, CONCLUSION: None, CLAIM_PAGE: None, f"{HOME}pages/log/page.md": claim_page()} | more)


GENERATIONS = {
    Generation.CURRENT: good(),
    Generation.ICML_2026: good(**{METADATA: EVENT}),
    Generation.SCHEMA_2: flat(),
    Generation.SCHEMA_1: flat(**{f"{HOME}logbook.json": V1}),
    Generation.NESTED: good(
        **{f"{HOME}pages/claim-1-perplexity/more/page.md": "# More" + said("Text of a nested page.")}
    ),
    Generation.PLAIN: {"pages/00-summary.md": b"# Summary\n\nWhat was measured.\n", "e.json": b"{}"},
}


@pytest.mark.parametrize("expected", list(Generation))
def test_each_generation_is_known(expected: Generation) -> None:
    assert generation(book(GENERATIONS[expected])) is expected


@pytest.mark.parametrize("expected", [one for one in Generation if one is not Generation.CURRENT])
def test_each_is_explained_in_a_note(expected: Generation) -> None:
    notice = only(tuple(structure(book(GENERATIONS[expected]))), "rule-generation")
    assert notice.severity is Severity.NOTE
    assert expected.value in notice.text
    assert EXPLAINED[expected] in notice.text


def test_the_current_form_needs_no_word() -> None:
    assert list(structure(book())) == []


@pytest.mark.parametrize(
    ("path", "code"),
    [(SUMMARY, "no-summary"), (CONCLUSION, "no-conclusion"), (f"{HOME}pages/index.md", "no-index")],
)
def test_missing_pages_are_notes(path: str, code: str) -> None:
    assert only(tuple(structure(book(good(**{path: None})))), code).severity is Severity.NOTE


def test_no_page_about_a_claim() -> None:
    files = good(**{CLAIM_PAGE: None})
    assert only(tuple(structure(book(files))), "no-claim-pages").severity is Severity.WARNING


def test_plain_pages_are_not_asked_for_trackio_pages() -> None:
    notices = tuple(structure(book(GENERATIONS[Generation.PLAIN])))
    assert codes(notices) == ["rule-generation", "no-claim-pages"]
    assert {notice.severity for notice in notices} == {Severity.NOTE}


def test_an_empty_folder_has_no_structure() -> None:
    assert list(structure(book({}))) == []
