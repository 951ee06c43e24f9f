"""The tags that an entry is found by."""

import json

import pytest

from openrepro.challenge.rules import Rules
from openrepro.lint.tags import tags
from openrepro.severity import Severity
from tests.lint.books import ICML, METADATA, STRICT, book, codes, good, linted, only


def noticed(*names: str, rules: Rules = STRICT, papers: tuple[str, ...] = ()) -> list[str]:
    files = good(**{METADATA: json.dumps({"tags": list(names)})})
    return codes(tuple(tags(book(files), rules, papers)))


def test_both_tags_are_there() -> None:
    assert noticed("demo2026-repro", "paper-demo1") == []
    assert noticed("icml2026-repro", "paper-demo1", rules=ICML) == []


def test_the_challenge_tag_is_missing() -> None:
    assert noticed("paper-demo1") == ["no-challenge-tag"]


def test_no_tag_at_all_is_told_once() -> None:
    assert noticed() == ["no-challenge-tag"]
    notice = next(tags(book(good(**{METADATA: "{}"})), STRICT))
    assert "and so is one that names the paper" in notice.text
    assert "'paper-<paper id>'" in notice.todo


def test_a_paper_tag_is_missing() -> None:
    assert noticed("demo2026-repro") == ["no-paper-tag"]


def test_tags_in_another_case() -> None:
    assert noticed("Demo2026-Repro", "paper-demo1") == ["tag-in-other-case"]
    assert noticed("demo2026-repro", "Paper-demo1") == ["tag-in-other-case"]


def test_tagged_for_another_challenge_is_a_note() -> None:
    files = good(**{METADATA: json.dumps({"tags": ["icml2026-repro", "paper-demo1"]})})
    notice = only(tuple(tags(book(files), STRICT)), "no-challenge-tag")
    assert notice.severity is Severity.NOTE
    assert "--rules icml-2026" in notice.todo


def test_several_papers_are_told_once() -> None:
    files = good(**{METADATA: json.dumps({"tags": ["demo2026-repro", "paper-demo1", "paper-demo2"]})})
    found = [code for code in codes(linted(files)) if code in ("several-papers", "several-paper-tags")]
    assert found == ["several-papers"]
    assert noticed("demo2026-repro", "paper-a", "paper-b!") == ["several-paper-tags"]


def test_an_unknown_paper_and_its_nearest_match() -> None:
    notice = only(linted(papers=("demo-1", "other")), "unknown-paper")
    assert notice.severity is Severity.SERIOUS
    assert "did you mean 'demo-1'?" in notice.text


@pytest.mark.parametrize("papers", [(), ("demo1",), ("x", "demo1")])
def test_a_known_paper(papers: tuple[str, ...]) -> None:
    assert "unknown-paper" not in codes(linted(papers=papers))


def test_a_paper_in_another_case_is_unknown() -> None:
    assert "did you mean 'DEMO1'?" in only(linted(papers=("DEMO1",)), "unknown-paper").text


def test_an_empty_folder_has_no_tags_to_mend() -> None:
    assert list(tags(book({}), STRICT, ("demo1",))) == []


def test_where_the_tags_go_depends_on_the_layout() -> None:
    assert ".trackio/metadata.json" in next(tags(book(good(**{METADATA: "{}"})), STRICT)).todo
    assert "README.md" in next(tags(book({"pages/a.md": b"# A\n\nText.\n"}), STRICT)).todo
