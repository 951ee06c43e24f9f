"""Fixtures shared by all rooms."""

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from openrepro.store.store import Store
from openrepro.store.tables import metadata

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
def store(tmp_path: Path) -> Generator[Store, None, None]:
    """An empty database of a challenge."""
    made = Store.open(f"sqlite:///{tmp_path / 'openrepro.db'}")
    metadata.create_all(made.engine)
    yield made
    made.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="count every skipped test as failed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if item.config.getoption("no_skips"):
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
