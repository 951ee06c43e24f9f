"""Fixtures shared by all rooms."""

import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from openrepro.store.store import Store
from tests.databases import WORKER, postgres_database, sqlite_database, sqlite_template
from tests.postgres import OwnServer, Run, Server, required_binaries, shared_server

RUN_FOLDER = pytest.StashKey[Path]()
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture
def shared_data() -> Path:
    """The folder of real papers, claims and logbooks beside the checkout; the test is skipped without it."""
    if not SHARED.is_dir():
        pytest.skip("the real data beside the checkout (../shared/data) is absent")
    return SHARED


@pytest.fixture
def sqlite_url(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an empty challenge database on SQLite."""
    return sqlite_database(sqlite_template(tmp_path_factory.getbasetemp()), tmp_path)


@pytest.fixture
def postgres_server(pytestconfig: pytest.Config) -> Server:
    """The PostgreSQL server that all tests of this run share; make a database of your own, and never stop it."""
    required_binaries()
    return shared_server(pytestconfig.stash[RUN_FOLDER])


@pytest.fixture
def own_postgres(postgres_server: Server) -> Generator[OwnServer, None, None]:
    """A PostgreSQL server of the test's own, to stop and restart."""
    made = OwnServer(Path(tempfile.mkdtemp(prefix="own-", dir=postgres_server.folder.parent)))
    yield made
    made.stop()


@pytest.fixture
def postgresql_url(postgres_server: Server) -> str:
    """The address of an empty challenge database on PostgreSQL."""
    return postgres_database(postgres_server).cleaned()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty challenge database; every test that uses it runs on SQLite and on PostgreSQL."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def bare_sqlite_url(tmp_path: Path) -> str:
    """The address of an SQLite database without any table."""
    return f"sqlite:///{tmp_path / 'bare.db'}"


@pytest.fixture
def bare_postgresql_url(postgres_server: Server) -> str:
    """The address of a PostgreSQL database without any table."""
    return postgres_server.create(f"bare_{WORKER}")


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_url(request: pytest.FixtureRequest) -> str:
    """The address of a database without any table, on SQLite and on PostgreSQL."""
    found: str = request.getfixturevalue(f"bare_{request.param}_url")
    return found


@pytest.fixture
def store(database_url: str) -> Generator[Store, None, None]:
    """An empty challenge database; every test that uses it runs on SQLite and on PostgreSQL."""
    made = Store.open(database_url)
    yield made
    made.close()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    told = getattr(config, "workerinput", {}).get("run_folder")
    if told:
        config.stash[RUN_FOLDER] = Path(told)
        return
    run = Run()
    config.stash[RUN_FOLDER] = run.folder
    config.add_cleanup(run.end)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell each worker process of pytest-xdist the folder of the run."""
    node.workerinput["run_folder"] = str(node.config.stash[RUN_FOLDER])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="count every skipped test as failed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if item.config.getoption("no_skips") and item.get_closest_marker("optional") is None:
        fail_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if collector.config.getoption("no_skips"):
        fail_skip(report)
    return report


def fail_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip (but not an expected failure) into a failure that names the reason."""
    if report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        where = report.longrepr
        reason = where[2] if isinstance(where, tuple) else str(where)
        report.outcome = "failed"
        report.longrepr = f"skipped, which --no-skips forbids: {reason}"
