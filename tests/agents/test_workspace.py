import json
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro.agents.workspace import FILE, LARGEST, Workspace, found, read, write
from openrepro.errors import OpenReproError

ONE = Workspace("http://127.0.0.1:8000", "demo-2026", "demo1", "a" * 64, "b" * 64, "2026-07-20T12:00:00Z")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    write(tmp_path, replace(ONE, entry="e_1"))
    assert read(tmp_path) == replace(ONE, entry="e_1")
    assert [path.name for path in (tmp_path / ".openrepro").iterdir()] == ["workspace.json"]


def test_the_nearest_workspace_above_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "work" / "src"
    inner.mkdir(parents=True)
    assert found(inner) is None
    write(tmp_path / "work", ONE)
    assert found(inner) == (tmp_path / "work").resolve()


def test_a_folder_without_one_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(OpenReproError, match="is no workspace") as told:
        read(tmp_path)
    assert told.value.hint == "openrepro start PAPER makes one."


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"schema": "openrepro.workspace/1"}', "[" * 60_000, " " * (LARGEST + 1)],
    ids=["empty", "list", "cut", "bare", "deep", "long"],
)
def test_what_is_no_workspace_is_refused(tmp_path: Path, text: str) -> None:
    write(tmp_path, ONE)
    (tmp_path / FILE).write_text(text)
    with pytest.raises(OpenReproError, match="cannot be read as what a workspace remembers"):
        read(tmp_path)


def test_fields_that_are_no_texts_are_refused(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    value = json.loads((tmp_path / FILE).read_text()) | {"paper": 7}
    (tmp_path / FILE).write_text(json.dumps(value))
    with pytest.raises(OpenReproError):
        read(tmp_path)
