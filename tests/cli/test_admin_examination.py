"""`openrepro admin examination`: on record with a reason, and nothing that is no examination."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.demo import copy_example
from openrepro.server.installation import open_installation
from tests.judging.examinations import examination

Admin = Callable[..., Result]


@pytest.fixture
def admin(tmp_path: Path) -> Admin:
    folder = tmp_path / "challenge"
    copy_example(folder)
    open_installation(folder, environment={}).close()

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["admin", *map(str, arguments), "--dir", str(folder)])

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "examination.json"
    made.write_text(json.dumps(examination()))
    return made


def listed(admin: Admin) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(admin("examination", "list", "--format", "json").stdout)
    return found


def test_an_examination_goes_on_record_with_its_reason(admin: Admin, file: Path) -> None:
    done = admin("examination", "add", file, "--why", "dev set of July")
    assert done.exit_code == 0, done.stderr
    assert "/examinations/1" in done.stderr
    assert [one["note"] for one in listed(admin)] == ["dev set of July"]
    assert "dev set of July" in admin("examination", "list").stdout
    (act, *_) = json.loads(admin("log", "--format", "json").stdout)["acts"]
    assert (act["action"], act["target"], act["why"]) == ("examination-added", "1", "dev set of July")


def test_the_same_one_is_not_taken_twice(admin: Admin, file: Path) -> None:
    admin("examination", "add", file, "--why", "once")
    again = admin("examination", "add", file, "--why", "twice")
    assert again.exit_code == 2
    assert "on record already" in again.stderr


def test_junk_is_refused_and_nothing_is_logged(admin: Admin, file: Path) -> None:
    file.write_text('{"schema": "openrepro.examination/1"}')
    refused = admin("examination", "add", file, "--why", "x")
    assert refused.exit_code == 2
    assert "This is no examination: the examination lacks 'rules'." in refused.stderr
    assert "openrepro examine" in refused.stderr
    assert listed(admin) == []
    assert "examination-added" not in admin("log").stdout


def test_a_reason_is_needed(admin: Admin, file: Path) -> None:
    assert "needs a reason" in admin("examination", "add", file, "--why", " ").stderr
    assert listed(admin) == []
