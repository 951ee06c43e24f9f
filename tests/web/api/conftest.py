"""Challenges to ask: one that is judged and only read, and a fresh one for each test that changes something."""

from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro.people.accounts import Role, Scope
from tests.web.challenge import Served, founded, without_caps


@pytest.fixture(scope="package")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """Ada and Eve entered and were judged; Otto organises, Rob may only read. One entry of Eve's is hidden."""
    served = Served(founded(tmp_path_factory.mktemp("judged") / "challenge", change=without_caps))
    people(served)
    for name, team in (("ada", "amber"), ("eve", "dune")):
        for logbook in ("demo-batch", "demo-descent", "demo-hedge"):
            served.submit(name, f"{team}/{logbook}")
    served.judge_all()
    yield served
    served.installation.close()


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    """A challenge with the same people and no entry."""
    made = Served(founded(tmp_path / "challenge", change=without_caps))
    people(made)
    yield made
    made.installation.close()


def people(served: Served) -> None:
    served.add("ada")
    served.add("eve", scopes=(Scope.READ, Scope.SUBMIT))
    served.add("rob", scopes=(Scope.READ,))
    served.add("otto", role=Role.ORGANISER)
