"""The doctor looks at every part by using it, says what it gives, and changes nothing."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.server.checks import CHECKS
from openrepro.server.doctor import Finding, Patient, Standing, examine
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.installation import open_installation
from tests.full_disk import no_room
from tests.hub.imitation import FakeSpace, Imitation, running
from tests.models.loopback import loopback

RULES = rules_for("Demo", "strict", clock.now())
OPTIONAL = {"machines", "s3", "address", "hub", "sandbox", "model"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found_challenge(tmp_path / "challenge", RULES)
    return tmp_path / "challenge"


def found(folder: Path, part: str, *, hub: bool = False, **environment: str) -> Finding:
    return examine(Patient(folder, environment, hub), {part: CHECKS[part]})[0]


def test_a_new_challenge_is_well_and_nothing_is_made(folder: Path) -> None:
    findings = examine(Patient(folder, {}), CHECKS)
    assert [item.part for item in findings if item.standing in (Standing.LOOK, Standing.BROKEN)] == []
    assert {item.part for item in findings if item.gives} == OPTIONAL
    assert not (folder / "openrepro.db").exists()


def test_a_served_challenge_is_well(folder: Path) -> None:
    open_installation(folder, environment={}).close()
    assert "can be written" in found(folder, "database").text
    assert found(folder, "clock").standing is Standing.OK
    with open_installation(folder, environment={}) as here, here.store.read() as tx:
        assert tx.operator.announcements(withdrawn=True) == ()


def test_a_folder_without_a_challenge_is_told(tmp_path: Path) -> None:
    missing = found(tmp_path, "rules")
    assert missing.standing is Standing.BROKEN
    assert "openrepro init" in missing.todo


def test_a_wrong_rule_file_is_told(folder: Path) -> None:
    (folder / "challenge.toml").write_text("slug = 7")
    assert found(folder, "rules").standing is Standing.BROKEN


def test_a_rule_file_that_differs_from_what_holds_is_told(folder: Path) -> None:
    open_installation(folder, environment={}).close()
    text = (folder / "challenge.toml").read_text()
    (folder / "challenge.toml").write_text(text.replace("toy = 1", "toy = 0"))
    differs = found(folder, "database")
    assert differs.standing is Standing.LOOK
    assert "points.toy" in differs.text


def test_a_file_that_is_no_database_is_told(folder: Path) -> None:
    (folder / "openrepro.db").write_bytes(b"not a database" * 1000)
    assert found(folder, "database").standing is Standing.BROKEN


def test_a_database_of_something_else_is_told(folder: Path) -> None:
    with sqlite3.connect(folder / "openrepro.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert "belongs to something else" in found(folder, "database").text


def test_a_database_that_does_not_answer_is_told(folder: Path) -> None:
    away = found(folder, "database", OPENREPRO_DATABASE_URL="postgresql://me:secret@127.0.0.1:1/none")
    assert away.standing is Standing.BROKEN
    assert "secret" not in away.text


def test_postgresql_gives_workers_elsewhere(folder: Path, postgresql_url: str) -> None:
    assert found(folder, "machines").standing is Standing.ABSENT
    there = {"OPENREPRO_DATABASE_URL": postgresql_url}
    assert found(folder, "machines", **there).standing is Standing.OK
    assert found(folder, "database", **there).standing is Standing.OK
    assert found(folder, "clock", **there).standing is Standing.OK


def test_an_archive_that_cannot_be_used_is_told(folder: Path) -> None:
    (folder / "blobs").write_text("a file")
    assert found(folder, "archive").standing is Standing.BROKEN
    assert found(folder, "archive", OPENREPRO_BLOB_URL="ftp://host").standing is Standing.BROKEN


def test_little_room_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, standing in ((10**6, Standing.BROKEN), (5 * 10**8, Standing.LOOK), (10**11, Standing.OK)):
        usage = shutil._ntuple_diskusage(10**12, 0, free)
        monkeypatch.setattr("openrepro.server.checks_kept.shutil.disk_usage", lambda _path, usage=usage: usage)
        assert found(folder, "disk").standing is standing


def test_a_clock_that_is_behind_the_record_is_told(folder: Path) -> None:
    open_installation(folder, environment={}).close()
    with sqlite3.connect(folder / "openrepro.db") as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(
            "INSERT INTO entry_events (entry_id, at, state, reason) VALUES ('e', '2999-01-01T00:00:00Z', 'judged', 'r')"
        )
    behind = found(folder, "clock")
    assert behind.standing is Standing.LOOK
    assert "2999" in behind.text


def test_pages_that_could_not_be_made_or_are_late_are_told(folder: Path) -> None:
    assert found(folder, "renderings").standing is Standing.ABSENT
    open_installation(folder, environment={}).close()
    assert found(folder, "renderings").standing is Standing.OK
    kept(folder, "INSERT INTO revision_files (revision, path, size, sha256) VALUES ('r', 'a.md', 1, 'x')")
    kept(folder, "INSERT INTO revisions (entry_id, revision, seen_at) VALUES ('e', 'r', '2026-01-01T00:00:00Z')")
    late = found(folder, "renderings")
    assert late.standing is Standing.LOOK
    assert "pages: 1." in late.text
    assert "2026-01-01" in late.text
    values = "('e', 'r', '0 x', 'failed', 'It took too long.', '2026-01-01T00:00:00Z')"
    kept(folder, f"INSERT INTO renderings (entry_id, revision, basis, state, sentence, made_at) VALUES {values}")
    failed = found(folder, "renderings")
    assert failed.standing is Standing.LOOK
    assert "It took too long." in failed.text
    assert "admin entries render e " in failed.todo


def kept(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "openrepro.db") as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(statement)


def test_an_address_without_encryption_is_told(folder: Path) -> None:
    for address, standing in (
        ("https://example.org", Standing.OK),
        ("http://localhost:8000", Standing.OK),
        ("http://example.org", Standing.LOOK),
    ):
        assert found(folder, "address", OPENREPRO_PUBLIC_URL=address).standing is standing


def test_the_hub_is_asked_only_where_that_is_wanted(folder: Path) -> None:
    with running(Imitation([FakeSpace("ada/one")])) as hub:
        there = {"OPENREPRO_HUB_URL": hub.url}
        assert found(folder, "hub", **there).standing is Standing.ABSENT
        assert found(folder, "hub", hub=True, **there).standing is Standing.OK
        assert found(folder, "hub", **there, OPENREPRO_DISCOVER_MINUTES="5").standing is Standing.OK
    away = found(folder, "hub", hub=True, **there)
    assert away.standing is Standing.LOOK
    assert "uploads need no Hub" in away.gives


def test_the_sandbox_is_tried(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("bwrap") is not None:
        assert found(folder, "sandbox").standing is Standing.OK
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = found(folder, "sandbox")
    assert (missing.standing, "not installed" in missing.text) == (Standing.ABSENT, True)
    assert "apt install bubblewrap" in missing.todo
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    os.chmod(program, 0o755)
    forbidden = found(folder, "sandbox")
    assert (forbidden.standing, "Permission denied" in forbidden.text) == (Standing.LOOK, True)
    assert "AppArmor" in forbidden.todo


def test_a_model_is_asked_for_and_its_budget_is_told(folder: Path) -> None:
    assert "code alone reads" in found(folder, "model").text
    text = (folder / "challenge.toml").read_text()
    asked = text.replace('reader = "rules"', 'reader = "model"', 1)
    (folder / "challenge.toml").write_text(asked)
    missing = found(folder, "model")
    assert (missing.standing, "OPENREPRO_MODEL" in missing.text + missing.todo) == (Standing.BROKEN, True)
    with loopback() as server:
        there = {"OPENREPRO_MODEL_URL": server.url, "OPENREPRO_MODEL": "small-7b"}
        well = found(folder, "model", **there)
    assert well.standing is Standing.OK
    assert "small-7b answers" in well.text
    assert "Spent: USD 0 of 200, today 0 of 50." in well.text
    away = found(folder, "model", **there)
    assert away.standing is Standing.LOOK
    assert "Entries wait for it." in away.text


def test_a_setting_that_is_wrong_is_told_once_and_hides_nothing_else(folder: Path) -> None:
    findings = examine(Patient(folder, {"OPENREPRO_WORKERS": "many", "OPENREPRO_DATABASE_URL": "mysql://x"}), CHECKS)
    (wrong,) = (item for item in findings if item.standing is Standing.BROKEN)
    assert wrong.part == "settings"
    assert "OPENREPRO_WORKERS is 'many'; it must be a whole number from 0 to 999." in wrong.text
    assert "OPENREPRO_DATABASE_URL names no database that is known here" in wrong.text
    by_part = {item.part: item for item in findings}
    assert by_part["database"].text == "Not looked at while OPENREPRO_DATABASE_URL is wrong."
    assert by_part["archive"].standing is by_part["clock"].standing is by_part["disk"].standing is Standing.OK


def test_a_database_that_does_not_answer_is_no_fault_of_the_clock(folder: Path) -> None:
    away = found(folder, "clock", OPENREPRO_DATABASE_URL="postgresql://me@127.0.0.1:1/none")
    assert away.standing is Standing.OK


def test_nothing_is_made_where_there_is_no_challenge(tmp_path: Path) -> None:
    for environment in ({}, {"OPENREPRO_BLOB_URL": str(tmp_path / "far" / "away")}):
        examine(Patient(tmp_path / "e", environment), CHECKS)
        (tmp_path / "e").mkdir(exist_ok=True)
        examine(Patient(tmp_path / "e", environment), CHECKS)
        assert list(tmp_path.iterdir()) == [tmp_path / "e"]
        assert list((tmp_path / "e").iterdir()) == []


def test_a_folder_of_the_archive_that_is_missing_is_told_and_not_made(folder: Path) -> None:
    assert "is not made yet" in found(folder, "archive").text
    away = found(folder, "archive", OPENREPRO_BLOB_URL="/proc/none/archive")
    assert away.standing is Standing.BROKEN
    assert "cannot be written" in away.text
    assert [path.name for path in folder.iterdir()] == ["challenge.toml"]


def test_a_database_that_could_not_be_made_is_told(folder: Path) -> None:
    for url, told in (("sqlite:////nonexist/x.db", "its folder is not there"), ("sqlite:////proc/x.db", "/proc: ")):
        away = found(folder, "database", OPENREPRO_DATABASE_URL=url)
        assert away.standing is Standing.BROKEN
        assert told in away.text


def test_a_rule_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "challenge.toml").unlink()
    (folder / "challenge.toml").mkdir()
    assert f"{folder / 'challenge.toml'} cannot be read" in found(folder, "rules").text


def test_a_disk_that_takes_nothing_more_is_told(folder: Path) -> None:
    with open_installation(folder, environment={}), no_room():
        database, archive = found(folder, "database"), found(folder, "archive")
    assert (database.standing, archive.standing) == (Standing.BROKEN, Standing.BROKEN)
    assert "disk" in database.text
    assert "can be written" in found(folder, "database").text
