"""The form of the ICML-2026 event is told in notes, and only where its rules or its tag ask for it."""

import json

import pytest

from openrepro.lint.icml_2026 import icml_2026
from openrepro.severity import Severity
from tests.lint.books import CONCLUSION, HOME, ICML, METADATA, STRICT, SUMMARY, book, cell, codes, good, said

TAGGED = json.dumps({"space_id": "me/repro-half-a-cache", "tags": ["icml2026-repro", "paper-demo1"]})
INDEX = """# Reproduction: Half a Cache

[paper](https://openreview.net/forum?id=demo1)

| [a](#/executive-summary) |
| [b](#/claim-1-perplexity) |
| [c](#/conclusion) |
"""
TEXT = "One claim was measured at full scale; see its page for the run."


def complete(**changes: str | None) -> dict[str, bytes]:
    pinned = said(TEXT, id="cell_s", title="Executive summary", pinned=True)
    poster = cell("figure", '````html\n<iframe src="poster_embed.html"></iframe>\n````', id="cell_p", pinned=True)
    artifact = cell("artifact", "**Artifact** `x`", id="cell_a", artifact="x:v1")
    files: dict[str, str | bytes | None] = {
        METADATA: TAGGED,
        f"{HOME}pages/index.md": INDEX,
        SUMMARY: f"# Executive summary{pinned}{poster}",
        CONCLUSION: "# Conclusion" + said("The measured increase is close to it.", id="cell_c") + artifact,
    }
    return good(**(files | changes))


def test_the_whole_form() -> None:
    assert list(icml_2026(book(complete()), ICML)) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({f"{HOME}pages/index.md": INDEX.replace("Reproduction: ", "")}, "icml-2026-title"),
        ({f"{HOME}pages/index.md": INDEX.replace("openreview.net", "x.org")}, "icml-2026-paper-link"),
        ({f"{HOME}pages/notes/page.md": "# Notes" + said(TEXT)}, "icml-2026-pages"),
        ({SUMMARY: "# Executive summary" + said(TEXT)}, "icml-2026-pins"),
        ({CONCLUSION: "# Conclusion" + said(TEXT)}, "icml-2026-artifact"),
        ({METADATA: TAGGED.replace("repro-half-a-cache", "AbCdEfGh12")}, "icml-2026-space"),
        ({METADATA: TAGGED.replace("half-a-cache", "AbCdEfGh12")}, "icml-2026-space"),
    ],
)
def test_each_rule_is_a_note(changes: dict[str, str], code: str) -> None:
    notices = tuple(icml_2026(book(complete(**changes)), STRICT))
    assert codes(notices) == [code]
    assert notices[0].severity is Severity.NOTE
    assert "Only that event's validator" in notices[0].todo


def test_without_rules_or_tag_nothing_is_said() -> None:
    assert list(icml_2026(book(), STRICT)) == []
    assert list(icml_2026(book(), ICML)) != []


def test_plain_pages_are_never_asked() -> None:
    assert list(icml_2026(book({"pages/a.md": b"# A\n\nText.\n"}), ICML)) == []
