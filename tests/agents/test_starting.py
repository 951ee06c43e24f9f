import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro.agents import material, workspace
from openrepro.agents.scaffold import BOOK
from openrepro.agents.server import Server
from openrepro.agents.starting import CLAIMS, CLAIMS_PAGE, GUIDE, PAPER, PROMPT, RULES, SNIPPET, start
from openrepro.challenge.rules import load_rules
from openrepro.claims.spec import parse_claims
from openrepro.errors import OpenReproError
from openrepro.lint.lint import lint
from openrepro.logbooks.archive import load_all
from openrepro.severity import Severity
from tests.agents.misbehaving import misbehaving
from tests.web.challenge import Served, founded
from tests.web.live import live

AT = "2026-07-20T12:00:00+00:00"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served(founded(tmp_path_factory.mktemp("served")))
    served.add("amber")
    with live(served) as url:
        os.environ["TEST_TOKEN"] = served.tokens["amber"]
        yield url
    del os.environ["TEST_TOKEN"]
    served.installation.close()


@pytest.fixture
def server(address: str) -> Iterator[Server]:
    with Server(address, os.environ["TEST_TOKEN"]) as one:
        yield one


@pytest.fixture(autouse=True)
def _no_trackio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def test_a_workspace_has_all_that_an_agent_needs(server: Server, tmp_path: Path) -> None:
    started = start(server, "demo-charlm", tmp_path / "w", AT)
    folder = started.folder
    for name in (CLAIMS, CLAIMS_PAGE, GUIDE, PAPER, PROMPT, RULES, SNIPPET, f"{BOOK}/pages/index.md"):
        assert (folder / name).stat().st_size > 100, name
    assert load_rules((folder / RULES).read_bytes()).digest == started.workspace.rules
    (claims,) = parse_claims((folder / CLAIMS).read_bytes(), suffix=".json").sets
    assert claims.version == started.workspace.claim_set
    assert started.prompt == (folder / PROMPT).read_text()
    assert "demo-charlm.c1" in started.prompt
    assert workspace.read(folder) == started.workspace


def test_the_lint_finds_nothing_serious_in_a_new_workspace(server: Server, tmp_path: Path) -> None:
    folder = start(server, "demo-charlm", tmp_path / "w", AT).folder
    (loaded,) = load_all([folder])
    assert loaded.logbook is not None
    assert not any(page.file.startswith(".openrepro") for page in loaded.logbook.pages)
    (claims,) = parse_claims((folder / CLAIMS).read_bytes(), suffix=".json").sets
    told = lint(loaded.logbook, load_rules((folder / RULES).read_bytes()), claims, papers=("demo-charlm",))
    assert [one.code for one in told if one.severity is Severity.SERIOUS] == []


def test_without_a_token_the_text_is_missed_and_said(address: str, tmp_path: Path) -> None:
    with Server(address) as server:
        started = start(server, "demo-charlm", tmp_path / "w", AT)
    assert not (started.folder / PAPER).exists()
    assert any("OPENREPRO_TOKEN" in note for note in started.notes)


def test_starting_again_fetches_anew_and_leaves_the_pages(server: Server, tmp_path: Path) -> None:
    folder = start(server, "demo-charlm", tmp_path / "w", AT).folder
    page = next((folder / BOOK / "pages").glob("claim-1-*/page.md"))
    page.write_text("# Claim 1: mine\n")
    (folder / GUIDE).write_text("old")
    again = start(server, "demo-charlm", folder, "2026-07-21T12:00:00+00:00")
    assert again.again
    assert page.read_text() == "# Claim 1: mine\n"
    assert (folder / GUIDE).read_text() != "old"
    assert again.workspace.created_at == AT


def test_a_changed_set_of_claims_is_said(server: Server, tmp_path: Path) -> None:
    folder = start(server, "demo-charlm", tmp_path / "w", AT).folder
    path = folder / workspace.FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"claim_set": "0" * 64}))
    assert any("claims have changed" in note for note in start(server, "demo-charlm", folder, AT).notes)


def test_another_papers_workspace_is_never_taken(server: Server, tmp_path: Path) -> None:
    folder = start(server, "demo-charlm", tmp_path / "w", AT).folder
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(OpenReproError, match="is the workspace of paper demo-charlm"):
        start(server, "demo-batch", folder, AT)
    with pytest.raises(OpenReproError, match="inside the workspace"):
        start(server, "demo-batch", folder / "inner", AT)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_with_other_things_is_left_alone(server: Server, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OpenReproError, match="holds something else"):
        start(server, "demo-batch", tmp_path, AT)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_unknown_paper_leaves_nothing_behind(server: Server, tmp_path: Path) -> None:
    with pytest.raises(OpenReproError, match="demo-batch"):
        start(server, "demo-botch", tmp_path / "w", AT)
    assert not (tmp_path / "w").exists()


def test_a_server_of_another_kind_leaves_nothing_behind(tmp_path: Path) -> None:
    with misbehaving() as told, Server(told.url) as server:
        told.body = b'{"data": {"id": "x"}}'
        with pytest.raises(OpenReproError, match="lacks 'title'"):
            start(server, "x", tmp_path / "w", AT)
    assert not (tmp_path / "w").exists()


def test_an_id_cannot_lead_out_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with misbehaving() as told, Server(told.url) as server:
        told.body = b'{"data": {"id": "../../evil", "title": "t", "arxiv": ""}}'
        with pytest.raises(OpenReproError, match="no id of a paper"):
            start(server, "x", None, AT)


def test_a_look_at_what_is_new_fetches_no_more_than_that(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = start(server, "demo-charlm", tmp_path / "w", AT)
    asked: list[str] = []
    text = server.text
    monkeypatch.setattr(server, "text", lambda path: asked.append(path) or text(path))
    same = material.live(server, started.folder, started.workspace)
    assert (same.news, asked) == ((), [])
    assert same.claims is not None
    old = replace(started.workspace, claim_set="0" * 64)
    assert material.live(server, started.folder, old).news == (
        "The paper's claims have changed since they were fetched.",
    )
    assert "/rules.toml" in asked
    assert workspace.read(started.folder).claim_set == started.workspace.claim_set
