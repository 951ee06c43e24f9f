"""`openrepro logbook show`: the outline, and exactly what a reader is given."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from openrepro.cli import main

CLAIM_PAGE = """\
# Claim 1: the rate is 0.5

---
<!-- trackio-cell
{"type": "markdown", "id": "cell_aa", "created_at": "2026-07-20T10:00:00+00:00", "title": "What was done"}
-->
The rate was measured on ten cases.

Verdict: verified.

---
<!-- trackio-cell
{"type": "code", "id": "cell_bb", "created_at": "2026-07-20T10:01:00+00:00", "title": "Measure", \
"command": ["python", "measure.py"], "exit_code": 0, "duration_s": 1.5}
-->
```bash
$ python measure.py
```

````output
rate = 0.5 \x1b[2J
````
"""


def book(folder: Path, claim_page: str = CLAIM_PAGE) -> Path:
    """A published logbook with one claim page."""
    (folder / "pages" / "claim-1").mkdir(parents=True)
    (folder / "pages" / "index.md").write_text(
        "# Rates again\n\n## Pages\n\n| Page |\n| --- |\n| [Claim 1](#/claim-1) |\n"
    )
    (folder / "pages" / "claim-1" / "page.md").write_text(claim_page)
    return folder


def show(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["logbook", "show", *map(str, arguments)])


def test_the_outline_names_pages_and_cells(tmp_path: Path) -> None:
    result = show(book(tmp_path / "rates"))
    assert result.exit_code == 0
    assert "Rates again" in result.stdout
    assert "cell_bb" in result.stdout
    assert result.stderr == f"next: openrepro logbook show {tmp_path / 'rates'} --as judge\n"


def test_the_document_is_the_same_outline(tmp_path: Path) -> None:
    given = json.loads(show(book(tmp_path / "rates"), "--as", "json").stdout)
    assert given["schema"] == "openrepro.outline/1"
    assert given == json.loads(show(tmp_path / "rates", "--format", "json").stdout)
    assert [page["slug"] for page in given["pages"]] == ["index", "claim-1"]


def test_only_pages_of_the_claim_that_was_asked_for(tmp_path: Path) -> None:
    given = json.loads(show(book(tmp_path / "rates"), "--as", "json", "--claim", "1").stdout)
    assert [page["slug"] for page in given["pages"]] == ["claim-1"]


def test_a_reader_is_given_outputs_and_no_verdict(tmp_path: Path) -> None:
    result = show(book(tmp_path / "rates"), "--as", "judge", "--claim", "c1")
    assert result.exit_code == 0
    assert "rate = 0.5" in result.stdout
    assert "Verdict: verified" not in result.stdout
    assert "[withheld: self-verdict]" in result.stdout
    assert "pages/claim-1/page.md" in result.stdout.rpartition("page  ")[2]


STEERS = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u2066\x08\r\u200b\ufeff\u00ad"


def test_people_programs_and_readers_get_the_same_text_and_nothing_in_it_steers(tmp_path: Path) -> None:
    page = CLAIM_PAGE.replace("ten cases", f"ten {STEERS} cases").replace("rate = 0.5", f"rate = 0.5 {STEERS}")
    folder = book(tmp_path / "rates", page)
    printed = show(folder, "--as", "judge")
    assert not any(character in printed.stdout for character in STEERS if not character.isprintable())
    assert "control characters, each shown as \ufffd]" in printed.stdout
    assert "hidden-characters" in printed.stdout
    text = json.loads(show(folder, "--as", "judge", "--format", "json").stdout)["text"]
    shown = printed.stdout[: len(text)]
    assert shown.replace(shown.split(" ", 1)[0], "MARK") == text.replace(text.split(" ", 1)[0], "MARK")


def test_each_view_has_a_mark_that_cannot_be_guessed(tmp_path: Path) -> None:
    folder = book(tmp_path / "rates")
    marks = {show(folder, "--as", "judge").stdout.split(" ", 1)[0] for _ in range(2)}
    assert len(marks) == 2
    assert all(len(mark) == 24 for mark in marks)


def test_what_does_not_fit_is_marked(tmp_path: Path) -> None:
    long = CLAIM_PAGE.replace("on ten cases", "on " + "ten different cases " * 500)
    result = show(book(tmp_path / "rates", long), "--as", "judge", "--budget", "500")
    assert "[cut: " in result.stdout
    assert "cut for lack of budget" in result.stdout


def test_the_view_as_a_document(tmp_path: Path) -> None:
    given = json.loads(show(book(tmp_path / "rates"), "--as", "judge", "--claim", "1", "--format", "json").stdout)
    assert given["schema"] == "openrepro.view/1"
    assert given["claim"].endswith("c1")
    assert given["withheld"]["self-verdict"] >= 1
    assert "rate = 0.5" in given["text"]


def test_an_unknown_claim_and_several_logbooks_are_told_apart(tmp_path: Path) -> None:
    book(tmp_path / "one")
    assert "no claim '7'" in show(tmp_path / "one", "--claim", "7").stderr
    book(tmp_path / "two")
    result = show(tmp_path)
    assert result.exit_code == 2
    assert "holds 2 logbooks" in result.stderr
    assert str(tmp_path / "two") in result.stderr


def test_a_faulty_claims_file_is_named_and_the_logbook_shown(tmp_path: Path) -> None:
    claim = {"id": "demo1.c1", "kind": "value", "text": "The rate is 0.5."}
    path = tmp_path / "claims.json"
    path.write_text(
        json.dumps([{"paper": "demo1", "claims": [claim, claim, claim | {"id": "demo1.c2", "kind": "odd"}]}])
    )
    result = show(book(tmp_path / "rates"), "--as", "judge", "--claims", path, "--claim", "1")
    assert result.exit_code == 0
    assert "[id-twice]" in result.stderr
    assert "[no-kind]" in result.stderr
    assert "rate = 0.5" in result.stdout


def test_a_folder_without_a_logbook_is_reported(tmp_path: Path) -> None:
    result = show(tmp_path)
    assert result.exit_code == 0
    assert "empty-logbook" in result.stdout


def test_real_logbooks_can_all_be_shown(shared_data: Path) -> None:
    for folder in sorted((shared_data / "logbooks" / "trackio").iterdir())[::4]:
        for form in ("outline", "json", "judge"):
            assert show(folder, "--as", form).exit_code == 0, folder.name
