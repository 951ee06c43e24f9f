"""The documentation keeps step with the program: commands, findings, rules, schemas, links, made parts."""

import re
import tomllib
from pathlib import Path

import click
import pytest

from openrepro.challenge.template import KEYS
from openrepro.cli import main
from openrepro.entries.entry import Reason
from openrepro.evidence.findings import Code
from openrepro.judging.label import Label
from openrepro.judging.ruling import ROWS
from openrepro.lint.notice import Check
from openrepro.logbooks.problems import MEANING
from tools.docs import ROOT, as_it_should_be, contexts

DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def text(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def anchors(page: Path) -> set[str]:
    """The fragments that a page's headings give."""
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in HEADING.findall(page.read_text("utf-8")))
    return {heading.strip().replace(" ", "-") for heading in plain}


def all_commands() -> dict[str, click.Command]:
    return {context.command_path: context.command for context in contexts(main, "openrepro")}


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_made_parts_are_in_step_with_the_program(page: Path) -> None:
    assert page.read_text("utf-8") == as_it_should_be(page), "run: make docs"


def test_every_command_and_option_is_in_the_docs() -> None:
    shown = text("cli.md")
    for name, command in all_commands().items():
        assert f"## `{name}`" in shown
        for parameter in command.params:
            assert max([*parameter.opts, parameter.human_readable_name], key=shown.count) in shown


def test_every_command_says_what_it_does() -> None:
    assert [name for name, command in all_commands().items() if not command.help] == []


def test_the_list_of_commands_begins_like_the_commands() -> None:
    from openrepro.cli import COMMANDS

    for name, branch in COMMANDS.items():
        command = all_commands()[f"openrepro {name}"]
        assert command.help is not None
        assert branch.help.rstrip(".").split()[:3] == re.findall(r"[\w-]+", command.help)[:3]


@pytest.mark.parametrize("code", [code.value for code in Code] + sorted(MEANING))
def test_every_finding_and_problem_is_explained(code: str) -> None:
    assert f"| `{code}` |" in text("judging.md")


@pytest.mark.parametrize("check", [check.value for check in Check])
def test_every_check_of_the_lint_is_explained(check: str) -> None:
    assert f"| `{check}` |" in text("linting.md")


@pytest.mark.parametrize("reason", [reason.value for reason in Reason])
def test_every_reason_for_the_state_of_an_entry_is_explained(reason: str) -> None:
    assert f"| `{reason}` |" in text("entries.md")


def test_every_row_of_the_rule_table_is_in_the_contract_once() -> None:
    rows = re.findall(r"^\| (\d+) \|", text("judging.md"), re.MULTILINE)
    assert rows == [str(number) for number in range(1, 16)]
    coded = {int(number) for row in ROWS for number in re.findall(r"\d+", row.__name__)}
    assert coded == set(range(1, 15))


def test_every_label_is_in_the_contract() -> None:
    assert [label.value for label in Label if f"| {label.value} |" not in text("judging.md").replace("*", "")] == []


@pytest.mark.parametrize("schema", sorted((ROOT / "schemas").glob("*.json")), ids=lambda path: path.name)
def test_every_schema_is_linked(schema: Path) -> None:
    assert f"](../schemas/{schema.name})" in text("formats.md")


def test_every_format_that_the_program_writes_or_reads_is_explained() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "openrepro").rglob("*.py"))
    assert [
        name for name in re.findall(r"openrepro\.[a-z]+/\d", sources) if f"`{name}`" not in text("formats.md")
    ] == []


def test_every_key_of_the_rule_file_is_in_the_docs() -> None:
    block = text("formats.md").partition("```toml\n")[2].partition("```")[0]
    assert tomllib.loads(block)["schema"] == "openrepro.challenge/1"
    assert [key for key in KEYS if not re.search(rf"^{key.rpartition('.')[2]} = ", block, re.MULTILINE)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        path, _, fragment = target.partition("#")
        if "://" in path:
            continue
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        assert not fragment or fragment in anchors(found), target


def test_every_page_can_be_reached_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [page.name for page in sorted(DOCS.glob("*.md")) if f"docs/{page.name}" not in readme] == []


def test_every_target_of_the_makefile_is_explained() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert phony is not None
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [target for target in phony[1].split() if f"make {target}" not in contributing] == []


def name_of(requirement: str) -> str:
    return re.split(r"[>=<\[]", requirement)[0]


def test_every_dependency_has_its_reasons() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*settings["project"]["dependencies"], *settings["dependency-groups"]["build"]]
    asked += [name for extra in settings["project"]["optional-dependencies"].values() for name in extra]
    asked += [entry for entry in settings["dependency-groups"]["dev"] if isinstance(entry, str)]
    decided = "".join(page.read_text("utf-8") for page in (DOCS / "decisions").glob("*.md"))
    names = [name_of(requirement) for requirement in asked]
    assert [name for name in names if f"| {name} |" not in decided] == []


@pytest.mark.parametrize("lock", ["run.txt", "dev.txt"])
def test_locks_pin_and_hash_everything_and_name_no_index(lock: str) -> None:
    lines = (ROOT / "requirements" / lock).read_text("utf-8").splitlines()
    assert not any("://" in line or "index" in line for line in lines)
    names = [line for line in lines if line and line[0] not in " #"]
    assert all("==" in line and line.endswith("\\") for line in names)


def test_the_locks_hold_what_the_project_asks_for() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    dev = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    run = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    for requirement in [*settings["project"]["dependencies"], *settings["project"]["optional-dependencies"]["server"]]:
        assert f"\n{name_of(requirement)}==" in "\n" + run
    for entry in settings["dependency-groups"]["dev"]:
        if isinstance(entry, str):
            assert f"\n{name_of(entry)}==" in "\n" + dev
