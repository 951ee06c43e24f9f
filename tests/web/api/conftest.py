"""Challenges to ask: one that is judged and only read, and a fresh one for each test that changes something."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro.people.accounts import Role, Scope
from openrepro.server.installation import open_installation
from tests.judging.examinations import examination
from tests.web.challenge import UNLIMITED, Served, founded, without_caps


@pytest.fixture(scope="package")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """Ada and Eve entered and were judged; Otto organises, Rob may only read. One entry of Eve's is hidden."""
    served = Served(founded(tmp_path_factory.mktemp("judged") / "challenge", change=without_caps))
    people(served)
    for name, team in (("ada", "amber"), ("eve", "dune")):
        for logbook in ("demo-batch", "demo-descent", "demo-hedge"):
            served.submit(name, f"{team}/{logbook}")
    served.judge_all()
    with served.installation.store.write() as tx:
        tx.examinations.add(examination(), note="A small set.", now="2026-07-20T12:00:00Z")
    yield served
    served.installation.close()


@pytest.fixture(scope="package")
def template(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """A challenge with the same people and no entry, closed; copied for each test."""
    made = Served(founded(tmp_path_factory.mktemp("template") / "challenge", change=without_caps))
    people(made)
    made.installation.close()
    return made


@pytest.fixture
def served(template: Served, tmp_path: Path) -> Generator[Served]:
    """A challenge with the same people and no entry."""
    folder = tmp_path / "challenge"
    shutil.copytree(template.installation.settings.folder, folder)
    opened = open_installation(folder, environment={})
    made = Served(opened, UNLIMITED, dict(template.tokens), dict(template.teams), template.app)
    yield made
    made.installation.close()


def people(served: Served) -> None:
    served.add("ada")
    served.add("eve", scopes=(Scope.READ, Scope.SUBMIT))
    served.add("rob", scopes=(Scope.READ,))
    served.add("otto", role=Role.ORGANISER)
