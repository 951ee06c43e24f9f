"""One application for all tests of a process that serve a challenge each: making one takes longer than they do."""

from collections.abc import Generator

import pytest
from fastapi import FastAPI

from tests.web.challenge import Served, founded


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Generator[FastAPI]:
    """An application to be turned to the challenge of a test: `Served(…, app=app)`."""
    made = Served(founded(tmp_path_factory.mktemp("app") / "challenge"))
    yield made.app
    made.installation.close()
