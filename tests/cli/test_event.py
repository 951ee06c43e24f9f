"""`openrepro event import`: what it loads, what it prints, with which exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.challenge.rules import Rules
from openrepro.cli import main
from openrepro.server.founding import found_challenge
from tests.hub.imitation import Imitation, Reply, many, once, running
from tests.server.events import Files, event_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new challenge."""
    found_challenge(tmp_path / "challenge", Rules())
    return tmp_path / "challenge"


@pytest.fixture
def files() -> Files:
    return event_files(8, 12, unjudged=1)


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["event", "import", "--dir", str(folder), *arguments])


def sources(tmp_path: Path, files: Files) -> list[str]:
    given = []
    for name, data in files.written().items():
        (tmp_path / name).write_bytes(data)
        option = {"index.json": "--papers"}.get(name, f"--{name.removesuffix('.json')}")
        given += [option, str(tmp_path / name)]
    return given


def document(result: Result) -> dict[str, Any]:
    loaded = json.loads(result.stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_people_see_what_was_imported_and_both_boards(folder: Path, tmp_path: Path, files: Files) -> None:
    result = run(folder, *sources(tmp_path, files))
    assert result.exit_code == 0, result.output
    rows = {line[:40].strip(): line[40:].split() for line in result.stdout.splitlines()}
    assert rows["papers new"] == ["8"]
    assert rows["entries judged, new"] == ["12"]
    assert rows["verdicts new"] == ["60"]
    assert "strict  icml-2026" in result.stdout
    assert "papers with a judged entry" in result.stdout
    assert "icml-2026, points: 12 teams" in result.stdout
    assert f"next: openrepro board show --view icml-2026 --dir {folder}" in result.stderr


def test_programs_get_one_document(folder: Path, tmp_path: Path, files: Files) -> None:
    result = run(folder, *sources(tmp_path, files), "--format", "json")
    found = document(result)
    assert (found["schema"], found["dry_run"], found["faults"]) == ("openrepro.import/1", False, [])
    assert found["papers"] == {"added": 8, "replaced": 0}
    assert found["entries"] == {"judged": 12, "unjudged": 1, "rejected": 0, "updated": 0, "unchanged": 0}
    assert (found["verdicts"]["added"], sum(found["verdicts"]["labels"].values())) == (60, 60)
    figures = {view: {one["name"]: one["value"] for one in rows} for view, rows in found["views"].items()}
    assert set(figures) == {"strict", "icml-2026"}
    assert figures["strict"]["verdicts"] == figures["icml-2026"]["verdicts"] == 60
    assert figures["strict"]["claims falsified"] < figures["icml-2026"]["claims falsified"]


def test_a_dry_run_writes_nothing_and_names_the_real_one(folder: Path, tmp_path: Path, files: Files) -> None:
    given = sources(tmp_path, files)
    dry = run(folder, *given, "--dry-run", "--format", "agent")
    assert dry.exit_code == 0
    assert dry.stdout.startswith("would be imported; nothing was written\n")
    assert "verdicts new\t60" in dry.stdout
    command = dry.stdout.splitlines()[-1].removeprefix("next: openrepro ")
    real = CliRunner().invoke(main, [*command.split(), "--format", "json"])
    assert document(real)["verdicts"]["added"] == 60


def test_importing_again_adds_nothing(folder: Path, tmp_path: Path, files: Files) -> None:
    given = sources(tmp_path, files)
    run(folder, *given)
    found = document(run(folder, *given, "--format", "json"))
    assert found["papers"] == {"added": 0, "replaced": 8}
    assert (found["verdicts"]["added"], found["verdicts"]["known"]) == (0, 60)
    assert found["entries"]["unchanged"] == 13


def test_what_is_left_out_is_told_with_its_source_and_place(folder: Path, tmp_path: Path, files: Files) -> None:
    record = next(iter(files.verdicts.values()))
    record["claims"][0]["verdict"] = "maybe"
    record["claims"][1]["claim"] = "Nobody claimed this."
    result = run(folder, *sources(tmp_path, files))
    assert result.exit_code == 1
    place = f"'{record['space_id']}', claim"
    assert f"{tmp_path / 'verdicts.json'}: {place} 1: Its verdict is 'maybe', no known label" in result.stderr
    assert f"{place} 1: The claim stands in no set of its paper: 'Nobody claimed this.'." in result.stderr


def test_ids_that_clash_are_told(folder: Path, tmp_path: Path, files: Files) -> None:
    rows = files.index["papers"]
    rows[0]["orid"] = rows[1]["orid"]
    rows[5]["orid"] = rows[6]["orid"].lower()
    rows[5]["title"], rows[6]["title"] = "The one of the two", "The other of the two"
    result = run(folder, *sources(tmp_path, files))
    assert result.exit_code == 1
    assert "index.json: papers[1]: 'mkPaper00001' is the id of two papers, 'Constructed paper 0'" in result.stderr
    assert "'mkPaper00006' and 'mkpaper00006' differ only in case and name different papers" in result.stderr


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("verdicts.json", b"<html>", "verdicts.json: the file: It is not JSON"),
        ("verdicts.json", b'{"P1": [{"verdicts": []}]}', "verdicts.json: 'P1': It holds labels by their position"),
        ("spaces.json", b"{}", "spaces.json: It is an object, not a listing of Spaces."),
        ("index.json", b'{"papers": [{"i": 1}]}', "index.json: papers[0]: orid is missing"),
        ("index.json", b"null", "index.json: the file: It holds nothing: its JSON is null."),
        ("verdicts.json", b"null", "verdicts.json: the file: It holds nothing: its JSON is null."),
        ("spaces.json", b"{'", "spaces.json: It is not JSON: Expecting property name"),
        ("index.json", b"a,b\n1,2\n", "index.json: line 1: Its header names neither openreview_id"),
    ],
)
def test_a_file_that_is_something_else_stops_everything(
    folder: Path, tmp_path: Path, files: Files, name: str, data: bytes, told: str
) -> None:
    given = sources(tmp_path, files)
    (tmp_path / name).write_bytes(data)
    result = run(folder, *given)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Nothing was imported." in result.stderr
    assert document(run(folder, *sources(tmp_path, files), "--format", "json"))["papers"]["added"] == 8


def test_wrong_usage_is_told(folder: Path, tmp_path: Path) -> None:
    assert "Name at least one source" in run(folder).stderr
    assert "--claims needs --papers" in run(folder, "--claims", "x.json").stderr
    missing = run(folder, "--verdicts", str(tmp_path / "none.json"))
    assert (missing.exit_code, "cannot be read" in missing.stderr) == (2, True)
    assert "There is no challenge" in run(tmp_path, "--verdicts", "x.json").stderr


def test_sources_may_be_addresses_and_the_listing_that_of_a_hub(
    folder: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(Imitation(many(3, tag="icml2026-repro"))) as imitation:
        monkeypatch.setenv("OPENREPRO_HUB_URL", imitation.url)
        for name, data in files.written().items():
            imitation.rules.append(once(f"/{name}", Reply(200, data)))
        result = run(
            folder,
            *("--papers", f"{imitation.url}/index.json", "--claims", f"{imitation.url}/claims.json"),
            *("--verdicts", f"{imitation.url}/verdicts.json", "--spaces-tagged", "icml2026-repro"),
            *("--format", "json"),
        )
        found = document(result)
        assert (found["entries"]["judged"], found["verdicts"]["added"], found["faults"]) == (12, 60, [])
        assert found["entries"]["unjudged"] + found["entries"]["rejected"] == 3
        failed = run(folder, "--verdicts", f"{imitation.url}/none.json".replace("//", "//me:secret@"))
        assert "secret" not in failed.stderr
        assert (failed.exit_code, "/none.json could not be read: status 404" in failed.stderr) == (2, True)
