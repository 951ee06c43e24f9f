"""A challenge opens with its rules, database and archive, or says in a sentence why it cannot."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.errors import OpenReproError
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.installation import Installation, drift_sentence, news_of, open_installation
from openrepro.store.store import Store
from tests.board.ballots import verdict

NOW = clock.now()
RULES = rules_for("Demo", "strict", NOW)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found_challenge(tmp_path / "challenge", RULES)
    return tmp_path / "challenge"


def opened(folder: Path, url: str = "", *, upgrade: bool = False, found: bool = True) -> Installation:
    return open_installation(folder, environment={"OPENREPRO_DATABASE_URL": url}, upgrade=upgrade, found=found)


def test_the_first_opening_makes_everything_and_takes_the_rule_file(folder: Path, bare_url: str) -> None:
    with opened(folder, bare_url) as here:
        assert here.rules_now(clock.now()) == RULES
        assert here.drift == ()
        assert here.blobs.get(here.blobs.put(b"bytes")) == b"bytes"
        (version,) = here.rule_history().versions
        assert version.effective_from == RULES.window.opens
    with opened(folder, bare_url) as again:
        assert len(again.rule_history().versions) == 1


def test_rules_of_a_challenge_that_opens_later_hold_already(folder: Path) -> None:
    later = replace(RULES, window=replace(RULES.window, opens=NOW + timedelta(days=3)))
    (folder / "challenge.toml").write_text(toml_of(later))
    with opened(folder) as here:
        assert here.rules_now(clock.now()) == later
        assert here.rule_history().at(clock.now()) is not None


def test_who_only_reads_founds_nothing(folder: Path, bare_url: str) -> None:
    for url in ("", bare_url):
        with pytest.raises(OpenReproError, match=r"no database yet|is empty"):
            opened(folder, url, found=False)
    assert [path.name for path in folder.iterdir()] == ["challenge.toml"]
    with opened(folder, bare_url) as here:
        assert here.founded
        assert "was founded" in news_of(here)[0]
    with opened(folder, bare_url, found=False) as again:
        assert not again.founded
        assert news_of(again) == ()


def test_a_lost_database_beside_a_full_archive_is_told(folder: Path) -> None:
    with opened(folder) as here:
        assert not any("is lost" in line for line in news_of(here))
        here.blobs.put(b"bytes")
    (folder / "openrepro.db").unlink()
    with opened(folder) as new:
        told = news_of(new)[-1]
    assert told.startswith(f"The archive {folder / 'blobs'} holds files, but the database has no entry")


def test_a_changed_rule_file_is_version_1_anew_while_nothing_came_of_the_old_one(folder: Path, bare_url: str) -> None:
    later = replace(RULES, window=replace(RULES.window, opens=NOW + timedelta(days=3)))
    changed = replace(later, points=replace(RULES.points, toy=0))
    (folder / "challenge.toml").write_text(toml_of(later))
    opened(folder, bare_url).close()
    (folder / "challenge.toml").write_text(toml_of(changed))
    with opened(folder, bare_url) as reading:
        assert [change.key for change in reading.drift] == ["points.toy"]
    with opened(folder, bare_url, upgrade=True) as serving:
        assert serving.rules_now(NOW) == changed
        assert len(serving.rule_history().versions) == 1
        assert serving.drift == ()
        assert "points.toy) is version 1 anew" in news_of(serving)[0]
        with serving.store.write() as tx:
            tx.ledger.append([verdict("v")])
    (folder / "challenge.toml").write_text(toml_of(later))
    with opened(folder, bare_url, upgrade=True) as judged:
        assert judged.rules_now(NOW) == changed
        assert [change.key for change in judged.drift] == ["points.toy"]


def test_rules_of_an_open_challenge_are_never_taken_anew(folder: Path) -> None:
    opened(folder).close()
    (folder / "challenge.toml").write_text(toml_of(replace(RULES, points=replace(RULES.points, toy=0))))
    with opened(folder, upgrade=True) as here:
        assert here.rules_now(NOW) == RULES
        assert here.retaken == ()


def test_a_rule_file_that_cannot_be_read_is_told(folder: Path) -> None:
    (folder / "challenge.toml").unlink()
    (folder / "challenge.toml").mkdir()
    with pytest.raises(OpenReproError, match=r"challenge\.toml cannot be read") as told:
        opened(folder)
    assert told.value.hint


def test_a_changed_rule_file_is_told_and_not_taken(folder: Path) -> None:
    opened(folder).close()
    changed = replace(RULES, points=replace(RULES.points, toy=0))
    (folder / "challenge.toml").write_text(toml_of(changed))
    with opened(folder) as here:
        assert here.rules_now(clock.now()) == RULES
        assert [change.key for change in here.drift] == ["points.toy"]
        assert "openrepro admin rules add" in drift_sentence(here.drift)
        with here.store.write() as tx:
            tx.rules.add(RuleVersion(NOW + timedelta(days=1), changed), toml_of(changed), now=clock.written(NOW))
    with opened(folder) as again:
        assert again.drift == ()
        assert again.rules_now(NOW + timedelta(days=2)) == changed
    assert drift_sentence(()) == ""


def test_a_folder_without_a_challenge_is_told_and_left_empty(tmp_path: Path) -> None:
    with pytest.raises(OpenReproError, match="There is no challenge in") as told:
        opened(tmp_path)
    assert "openrepro init" in told.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_machine_without_the_rule_file_works_on_the_rules_in_the_database(
    folder: Path, tmp_path: Path, postgresql_url: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(OpenReproError, match="There is no challenge in"):
        opened(tmp_path / "elsewhere", postgresql_url)
    opened(folder, postgresql_url).close()
    with opened(tmp_path / "elsewhere", postgresql_url) as here:
        assert here.rules_now(clock.now()) == RULES


@pytest.mark.parametrize(("stamp", "told"), [("openrepro_9999", "newer version"), ("openrepro_0001", "older version")])
def test_a_database_of_another_version_is_told(folder: Path, bare_url: str, stamp: str, told: str) -> None:
    opened(folder, bare_url).close()
    store = Store.open(bare_url)
    with store.write() as tx:
        tx.connection.execute(sa.text("UPDATE alembic_version SET version_num = :stamp"), {"stamp": stamp})
    store.close()
    with pytest.raises(OpenReproError, match=told):
        opened(folder, bare_url)


def test_an_archive_that_cannot_be_written_is_told(folder: Path) -> None:
    (folder / "blobs").write_text("a file")
    with pytest.raises(OpenReproError, match="blobs"):
        opened(folder)


def test_a_rule_file_that_is_wrong_is_told(folder: Path) -> None:
    (folder / "challenge.toml").write_text("[points]\nverified = -1\n")
    with pytest.raises(OpenReproError, match=r"points\.verified"):
        opened(folder)


def test_several_processes_that_open_it_first_make_one_version(folder: Path, bare_url: str) -> None:
    later = replace(RULES, window=replace(RULES.window, opens=datetime(2100, 1, 1, tzinfo=UTC)))
    later = replace(later, window=replace(later.window, closes=datetime(2100, 2, 1, tzinfo=UTC)))
    (folder / "challenge.toml").write_text(toml_of(later))

    def versions(_number: int) -> tuple[Rules, ...]:
        with opened(folder, bare_url) as here:
            return tuple(version.rules for version in here.rule_history().versions)

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(versions, range(4))) == {(later,)}
