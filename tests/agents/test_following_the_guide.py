"""What the guide tells participants to type, typed: from a paper to a verdict."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from openrepro.agents.scaffold import BOOK
from openrepro.challenge.rules import rules_named
from openrepro.guide import examples
from openrepro.guide.guide import guide_of
from openrepro.guide.markdown import markdown
from tests.agents.loop import RUN, Loop, looped

PAPER = "demo-charlm"
COUNT = """\
from result import LINES, PREMISES, result
for claim, value in (("demo-charlm.c3a", "1200"), ("demo-charlm.c3b", "51233")):
    print(claim.split(".")[1], value)
    result(claim, value=value, scale={"files": 1}, premises=PREMISES[claim])
"""


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    with looped(tmp_path / "challenge") as one:
        yield one


def commands(block: str) -> list[list[str]]:
    """The commands of `openrepro` in a block that the guide shows, without the program's name."""
    lines = (shlex.split(line.replace("PAPER", PAPER)) for line in block.splitlines())
    return [words[1:] for words in lines if words and words[0] == "openrepro"]


def test_the_guide_shows_these_blocks_and_no_other_commands_of_ours() -> None:
    rules = rules_named("strict")
    shown = markdown(guide_of(rules, "http://site").sections, site="http://site")
    blocks = (examples.start_command("http://site"), examples.CHECK, examples.submit_commands(rules))
    told = "\n".join(line for line in shown.splitlines() if line.startswith("openrepro "))
    assert all(block in shown for block in blocks)
    assert told.splitlines() == [
        line for block in blocks for line in block.splitlines() if line.startswith("openrepro ")
    ]


def test_who_follows_it_literally_passes_the_lint_and_gets_a_verdict(
    loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (start,) = commands(examples.start_command(loop.url))
    assert loop.run(*start).exit_code == 0
    folder = tmp_path / PAPER
    monkeypatch.chdir(folder)
    (folder / "count.py").write_text(COUNT)
    done = subprocess.run([sys.executable, "count.py"], capture_output=True, text=True, check=True)
    fill(folder, done.stdout)
    lint, show = commands(examples.CHECK)
    linted = loop.run(*lint, "--format", "json")
    assert linted.exit_code == 0, linted.output
    told = json.loads(linted.stdout)
    assert {one["code"] for one in told["logbooks"][0]["notices"]} == {"claim-not-addressed", "no-licence"}
    assert told["summary"]["serious"] == 0
    assert {one["claim"]: one["label"] for one in told["foreseen"]}["demo-charlm.c3"] == "verified"
    assert "c3a 1200" in loop.run(*show).stdout
    submit, verdict = commands(examples.submit_commands(rules_named("strict")))
    assert loop.run(*submit).exit_code == 0
    loop.served.judge_all()
    loop.served.render_all()
    said = loop.run(*verdict)
    assert said.exit_code == 0
    assert "✓ verified  demo-charlm.c3" in said.stdout.replace("\x1b[32m", "").replace("\x1b[0m", "")


def fill(folder: Path, output: str) -> None:
    """Do what the pages ask for: one claim tested, the pages of the others removed."""
    pages = folder / BOOK / "pages"
    index = pages / "index.md"
    for page in pages.glob("claim-*"):
        if not page.name.startswith("claim-3"):
            (page / "page.md").unlink()
            page.rmdir()
            index.write_text("".join(row for row in index.read_text().splitlines(True) if page.name not in row))
    for page in pages.glob("*/page.md"):
        head, _, _ = page.read_text().partition("TODO")
        page.write_text(f"{head}Lines and characters of the released corpus are counted by a program.\n")
    page = next(pages.glob("claim-3-*/page.md"))
    page.write_text(page.read_text() + RUN.format(output=output.rstrip()))
