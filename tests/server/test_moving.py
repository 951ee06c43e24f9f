"""A challenge moves to another database whole, proven, and is left behind marked."""

import shutil
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.demo import copy_example, read_example
from openrepro.errors import OpenReproError
from openrepro.people.operators import Action
from openrepro.rendering.parts import packed
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.demo import load_example
from openrepro.server.installation import Installation, open_installation
from openrepro.server.moving import move
from openrepro.store.blobs import open_blobs
from openrepro.store.boards import TABLES
from openrepro.store.copying import rows
from openrepro.store.entries import Wanted
from openrepro.store.store import Store
from openrepro.store.tables import operator_acts
from tests.board.ballots import act
from tests.databases import WORKER
from tests.postgres import Server
from tests.store.tampering import tamper


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled example on SQLite, entered and not judged."""
    made = tmp_path_factory.mktemp("moving") / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_example(here, read_example(made))
        refresh_view(here.store, MAIN, clock.now())
    return made


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    return shutil.copytree(template, tmp_path / "challenge")


@pytest.fixture
def target(postgres_server: Server) -> str:
    return postgres_server.create(f"moved_{WORKER}")


def opened(folder: Path, url: str = "") -> Installation:
    return open_installation(folder, environment={"OPENREPRO_DATABASE_URL": url})


def counts(store: Store) -> dict[str, int]:
    with store.read() as tx:
        return dict(rows(tx.connection))


def test_renderings_arrive_as_they_were(folder: Path, target: str) -> None:
    with opened(folder) as here, here.store.write() as tx:
        entry = tx.entries.page(Wanted()).rows[0].entry
        parts = [packed("page", 0, 0, "<p>½</p>")]
        told = {"basis": "1 a", "body": {"title": "½"}, "now": "2026-07-20T12:00:00Z"}
        tx.renderings.put(entry.id, entry.revision, parts=parts, **told)  # type: ignore[arg-type]
        before = tx.renderings.get(entry.id, entry.revision)
    with opened(folder) as here:
        move(here, target)
    with opened(folder, target) as there, there.store.read() as tx:
        assert tx.renderings.get(entry.id, entry.revision) == before
        assert tx.renderings.part(entry.id, entry.revision, "page", 0, 0) == "<p>½</p>"


def test_everything_arrives_and_the_old_database_is_left(folder: Path, target: str) -> None:
    with opened(folder) as here:
        before = counts(here.store)
        moved = move(
            here,
            target,
            sign=lambda tx: tx.operator.record(Action.MOVED, "database", actor="a", why="more machines", now="2026"),
        )
    before["operator_acts"] += 1
    assert moved.rows == sum(before.values())
    with pytest.raises(OpenReproError, match="was moved away on"):
        opened(folder)
    with opened(folder, target) as there:
        assert counts(there.store) == before
        with there.store.write() as tx:
            tx.operator.announce("We moved.", author="a", now="2026-12-01T00:00:00Z")
            tx.operator.record(Action.ANNOUNCED, "1", actor="a", why="numbering goes on", now="2026")
            numbers = tx.connection.execute(operator_acts.select()).all()
        assert len({row.id for row in numbers}) == len(numbers) == 2


def test_a_board_that_was_not_computed_yet_moves_too(folder: Path, target: str) -> None:
    with opened(folder) as here:
        tamper(here.store, "DELETE FROM board_views", *(f"DELETE FROM {table.name}" for table in TABLES))
        with here.store.write() as tx:
            tx.ledger.append([act("guest", team="a")])
        assert move(here, target, sign=lambda tx: None).leaves == 1


def test_a_database_that_holds_something_is_refused_and_nothing_changes(folder: Path, target: str) -> None:
    elsewhere = folder.parent / "other"
    copy_example(elsewhere)
    opened(elsewhere, target).close()
    with opened(folder) as here:
        with pytest.raises(OpenReproError, match=r"holds a challenge already \(rule_versions\)"):
            move(here, target)
        assert counts(here.store)["entries"] == len(read_example(folder).logbooks)
    opened(folder).close()


@pytest.mark.parametrize("there", ["sqlite", "postgresql"])
def test_a_challenge_that_another_process_has_open_stays(folder: Path, target: str, there: str) -> None:
    url = "" if there == "sqlite" else target
    other = f"sqlite:///{folder / 'other.db'}"
    with opened(folder, url) as server:
        counts(server.store)
        with opened(folder, url) as here, pytest.raises(OpenReproError, match="in use by another process"):
            move(here, other)
    with opened(folder, url) as here:
        assert move(here, other).leaves == 0


def test_where_it_is_already_is_refused(folder: Path) -> None:
    with opened(folder) as here, pytest.raises(OpenReproError, match="is already"):
        move(here, here.settings.database_url)


def test_archived_files_go_along_where_that_is_wanted(folder: Path, target: str) -> None:
    archive = str(folder.parent / "archive")
    with opened(folder) as here:
        moved = move(here, target, archive_url=archive)
    assert moved.files > 50
    blobs = open_blobs(archive)
    names = [path.name for path in (folder / "blobs").rglob("*") if path.is_file() and len(path.name) == 64]
    assert len(names) == moved.files
    assert all(blobs.has(name) for name in names)


def test_a_copy_of_the_archive_that_lacks_a_file_is_told(folder: Path, target: str) -> None:
    with opened(folder) as here:
        gone = next(path for path in (folder / "blobs").rglob("*") if path.is_file() and len(path.name) == 64)
        gone.unlink()
        with pytest.raises(OpenReproError, match="are missing"):
            move(here, target, archive_url=str(folder.parent / "archive"))
