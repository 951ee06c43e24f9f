"""`openrepro papers recommend`: of a folder and of a server, for people, programs and agents."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.server.choosing import read_signals
from tests.web.challenge import Served, founded
from tests.web.live import live


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("recommend") / "challenge"
    with founded(made) as here:
        from openrepro import clock

        read_signals(here.store, here.blobs, clock.now())
    return made


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["papers", "recommend", *arguments])


def papers(result: Result) -> list[dict[str, Any]]:
    document = json.loads(result.stdout)
    assert document["schema"] == "openrepro.papers-recommended/1"
    found: list[dict[str, Any]] = document["papers"]
    return found


def test_of_a_folder(folder: Path) -> None:
    found = papers(run("--server", str(folder), "--format", "json", "-n", "3"))
    assert len(found) == 3
    shown = run("--server", str(folder), "-n", "3")
    assert shown.exit_code == 0
    assert shown.stdout.count("Nobody has a verdict yet") == 3
    assert shown.stderr == f"next: openrepro serve {folder}\n"


def test_lines_for_agents_end_with_what_to_do_next(folder: Path) -> None:
    lines = run("--server", str(folder), "--format", "agent", "--compute", "laptop").stdout.splitlines()
    assert lines[0].startswith("paper\tneed\t")
    assert [line.split("\t")[4] for line in lines[1:-1]] == ["laptop"] * (len(lines) - 2)
    assert lines[-1].startswith("next: ")


def test_a_name_has_an_order_of_its_own(folder: Path) -> None:
    orders = {
        tuple(one["id"] for one in papers(run("--server", str(folder), "--format", "json", "--seed", f"agent {at}")))
        for at in range(12)
    }
    assert len(orders) > 3


def test_none_fits(folder: Path) -> None:
    found = run("--server", str(folder), "--area", "no such area")
    assert (found.exit_code, found.stdout) == (1, "")
    assert "No paper with a testable claim fits." in found.stderr


def test_of_a_server(folder: Path, tmp_path: Path) -> None:
    with founded(tmp_path / "served") as here, live(Served(here)) as url:
        found = papers(run("--server", url, "--format", "json", "-n", "2"))
        assert len(found) == 2
        shown = run("--server", f"{url}/", "-n", "1")
        assert f"next: open {url}/papers/" in shown.stderr
        wrong = run("--server", f"{url}/nothing-here")
    assert wrong.exit_code == 2
    assert "404" in wrong.stderr


def test_wrong_usage(folder: Path, tmp_path: Path) -> None:
    assert run("--server", str(tmp_path)).exit_code == 2
    assert run("--server", str(folder), "--compute", "abacus").exit_code == 2
    assert run("--server", str(folder), "-n", "0").exit_code == 2
