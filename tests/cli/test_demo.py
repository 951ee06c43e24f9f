"""`openrepro demo`: the bundled example, judged by a server of its own and shown."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.cli.demo import document, judge_example
from openrepro.demo import DATA, Example, Shown, copy_example, read_example, shown_of
from openrepro.demo.example import judge_example as judge_without_server
from openrepro.server.installation import Installation

JUDGED: dict[str, Shown] = {}


@pytest.fixture(autouse=True, scope="module")
def judged_once() -> Iterator[None]:
    """The bundled example is judged once for all tests of this module; a changed copy is judged for itself."""

    def once(here: Installation, example: Example) -> Shown:
        if len(example.logbooks) < len(read_example().logbooks):
            return judge_example(here, example)
        if "all" not in JUDGED:
            JUDGED["all"] = judge_example(here, example)
        return JUDGED["all"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("openrepro.cli.demo.judge_example", once)
        yield


def demo(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["demo", *map(str, arguments)])


@pytest.fixture(scope="module")
def shown() -> Result:
    return demo("--once")


@pytest.fixture(scope="module")
def told() -> dict[str, list[dict[str, object]]]:
    given: dict[str, list[dict[str, object]]] = json.loads(demo("--once", "--format", "json").stdout)
    return given


def test_the_server_comes_to_what_judging_without_one_gives(told: dict[str, object]) -> None:
    assert told == document(shown_of(judge_without_server(read_example())))


def test_every_claim_of_every_paper_is_shown(shown: Result) -> None:
    assert shown.exit_code == 0
    for paper in json.loads((DATA / "claims.json").read_text("utf-8")):
        assert f"{paper['paper']} · {paper['title']} · " in shown.stdout
        for claim in paper["claims"]:
            assert f"\n{claim['id'].removeprefix(paper['paper'] + '.')} " in shown.stdout
            assert " ".join(claim["text"].split()[:4]) in shown.stdout


def test_labels_have_sign_and_word_and_the_summary_counts_them(shown: Result) -> None:
    body, _, summary = shown.stdout.partition("verdicts on claims: ")
    for marked in ("✓ verified", "✗ falsified", "◔ toy", "? inconclusive", "… not judged", "⇄ contested"):
        assert marked in body
        assert marked in summary


def test_once_says_nothing_of_a_site_and_names_the_next_command(shown: Result) -> None:
    assert shown.stderr.startswith("next: openrepro judge ")
    assert "site" not in shown.stderr


def test_a_port_in_use_is_told_before_anything_is_judged() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = demo("--port", str(port))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Port {port} of 127.0.0.1 is in use" in result.stderr


def test_the_demo_never_touches_a_challenge_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENREPRO_DATABASE_URL", f"sqlite:///{tmp_path / 'real.db'}")
    assert demo("--once").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_the_document_has_every_entry(told: dict[str, list[dict[str, object]]]) -> None:
    names = {f"{path.parent.name}/{path.name}" for path in (DATA / "logbooks").glob("*/*")}
    assert {entry["entry"] for entry in told["entries"]} == names
    assert len({entry["team"] for entry in told["entries"]}) >= 4
    assert len(names) >= 12


def test_a_falsification_that_two_teams_found_is_a_consensus(told: dict[str, list[dict[str, object]]]) -> None:
    assert "falsified" in json.dumps(told["papers"])
    assert '"state": "contested"' in json.dumps(told["papers"])


def test_agents_get_tabs_and_the_next_command() -> None:
    lines = demo("--once", "--format", "agent").stdout.splitlines()
    assert any(line.startswith("c1\t") for line in lines)
    assert lines[-1].startswith("next: openrepro judge ")


def test_a_copy_is_made_once_and_judged_as_it_is(tmp_path: Path) -> None:
    copy = tmp_path / "example"
    assert copy_example(copy)
    assert sorted(path.name for path in copy.iterdir()) == sorted(path.name for path in DATA.iterdir())
    for team in sorted((copy / "logbooks").iterdir())[1:]:
        rmtree(team)
    (copy / "challenge.toml").write_text('name = "My own"\nslug = "my-own"\n')
    result = demo("--once", "--dir", copy)
    assert "copied" not in result.stderr
    assert result.stdout.startswith("My own: ")
    assert "amber" in result.stdout
    assert "birch" not in result.stdout


def test_a_new_folder_is_filled(tmp_path: Path) -> None:
    result = demo("--once", "--dir", tmp_path / "new")
    assert result.exit_code == 0
    assert f"copied the example to {tmp_path / 'new'}" in result.stderr
    assert (tmp_path / "new" / "challenge.toml").is_file()


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("do not touch")
    result = demo("--once", "--dir", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is not empty and holds no copy of the example; nothing was written" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = demo("--once", "--dir", tmp_path / "file")
    assert result.exit_code == 2
    assert "is not a folder" in result.stderr
