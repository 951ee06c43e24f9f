"""`openrepro admin papers text`: texts of papers from files, listed, and taken away."""

import json
import tarfile
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro import clock
from openrepro.cli import main
from openrepro.demo import copy_example, read_example
from openrepro.server.installation import open_installation
from openrepro.server.loading import load_claim_sets
from tests.sandbox.files import Line, needs_sandbox, pdf

Admin = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_claim_sets(here, read_example(made).papers, clock.now())
    return made


@pytest.fixture
def admin(folder: Path) -> Admin:
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["admin", "papers", "text", *map(str, arguments), "--dir", str(folder)])

    return run


def listed(admin: Admin) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(admin("list", "demo-hedge", "--format", "json").stdout)
    return found


def test_a_text_is_added_and_says_what_stands_in_it(admin: Admin, folder: Path) -> None:
    file = folder / "papers/demo-hedge.md"
    done = admin("add", "demo-hedge", file, "--version", "v1", "--why", "the source of the claims")
    assert done.exit_code == 0, done.stderr
    assert "quotes of claims in force that stand in it: 6 of 6" in done.stderr
    assert [(one["version"], one["format"]) for one in listed(admin)] == [("v1", "markdown")]
    assert "markdown" in admin("list", "demo-hedge").stdout
    again = admin("add", "demo-hedge", file, "--version", "v1", "--why", "again")
    assert "read again" in again.stderr
    assert len(listed(admin)) == 1


def test_what_does_not_fit_is_told_by_claim(admin: Admin, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text((folder / "papers/demo-hedge.md").read_text().replace("27.9", "28.1"))
    done = admin("add", "demo-hedge", other, "--version", "v2", "--format", "markdown", "--why", "the second version")
    assert "quotes of claims in force that stand in it: 5 of 6" in done.stderr
    assert "demo-hedge.c2: The quote does not stand in version v2" in done.stderr
    assert "(quote-missing)" in done.stderr
    assert "(wrong-version)" in done.stderr


def test_a_text_is_removed_by_the_beginning_of_its_hash(admin: Admin, folder: Path) -> None:
    admin("add", "demo-hedge", folder / "papers/demo-hedge.md", "--version", "v1", "--why", "x")
    digest = str(listed(admin)[0]["sha256"])
    assert "No text of 'demo-hedge' has" in admin("remove", "demo-hedge", "f" * 8, "--why", "x").stderr
    assert admin("remove", "demo-hedge", "", "--why", "x").exit_code == 2
    assert admin("remove", "demo-hedge", digest[:8], "--why", "asked by the authors").exit_code == 0
    assert listed(admin) == []


def test_what_cannot_be_read_is_a_sentence(admin: Admin, folder: Path, tmp_path: Path) -> None:
    junk = tmp_path / "junk.bin"
    junk.write_bytes(b"\xff\xfe")
    assert "is not read as a paper's text" in admin("add", "demo-hedge", junk, "--version", "v1", "--why", "x").stderr
    told = admin("add", "demo-hedge", junk, "--version", "v1", "--format", "html", "--why", "x")
    assert (told.exit_code, "not UTF-8" in told.stderr) == (2, True)
    assert (
        "needs a reason" in admin("add", "demo-hedge", junk, "--version", "v1", "--format", "html", "--why", "").stderr
    )
    assert listed(admin) == []


def test_latex_in_several_files_is_made_one(admin: Admin, tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "parts").mkdir(parents=True)
    (source / "main.tex").write_text("\\begin{document} Words. \\input{parts/one} \\input{../secret}\\end{document}")
    (source / "parts/one.tex").write_text("The weighted majority vote of the paper.")
    (tmp_path / "secret.tex").write_text("A secret.")
    (source / "linked.tex").symlink_to(tmp_path / "secret.tex")
    with tarfile.open(tmp_path / "source.tar.gz", "w:gz") as packed:
        for name in ("main.tex", "parts/one.tex"):
            packed.add(source / name, name)
    for handed in (source, tmp_path / "source.tar.gz"):
        done = admin("add", "demo-hedge", handed, "--version", "v1", "--why", "x")
        assert done.exit_code == 0, done.stderr
        assert "\\input{../secret} is not followed, so its text is missing" in done.stderr
    (one,) = listed(admin)
    assert (one["format"], one["characters"]) == ("latex", len("Words. The weighted majority vote of the paper. \n\n"))


def test_an_archive_that_leads_out_is_not_taken(admin: Admin, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as packed:
        packed.writestr("../main.tex", "\\begin{document} x")
    assert admin("add", "demo-hedge", tmp_path / "bad.zip", "--version", "v1", "--why", "x").exit_code == 2
    assert listed(admin) == []


@needs_sandbox
def test_a_pdf_is_read_in_the_sandbox_and_quotes_are_found_on_its_pages(admin: Admin, tmp_path: Path) -> None:
    claim = next(held.claims[0] for held in read_example().papers if held.paper == "demo-hedge")
    assert claim.quote
    lines = textwrap.wrap(claim.quote, 60)
    file = tmp_path / "paper.pdf"
    file.write_bytes(pdf([[Line(72, 700 - 14 * row, line) for row, line in enumerate(lines)]]))
    done = admin("add", "demo-hedge", file, "--version", "v1", "--why", "the PDF of it")
    assert done.exit_code == 0, done.stderr
    assert "quotes of claims in force that stand in it: 1 of 6" in done.stderr
    assert [one["format"] for one in listed(admin)] == ["pdf"]
    file.write_bytes(b"no PDF at all")
    refused = admin("add", "demo-hedge", file, "--version", "v2", "--why", "x")
    assert (refused.exit_code, len(refused.stderr.splitlines()) <= 3) == (2, True)
    assert len(listed(admin)) == 1
