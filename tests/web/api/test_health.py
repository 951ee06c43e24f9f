"""Health is found out by trying: what cannot be kept is told, however well everything else goes."""

import shutil
import threading
import time
from pathlib import Path

import pytest

from openrepro.web.api import health
from openrepro.web.api.health import Pulse
from openrepro.web.trials import Trial
from tests.full_disk import no_room
from tests.web.challenge import Served, archived


@pytest.fixture
def looked_at(served: Served, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A challenge whose health is looked at anew for every request."""
    monkeypatch.setattr(health, "KEPT_S", -1.0)
    monkeypatch.setattr(health, "Trial", lambda part, work: Trial(part, work, every=0))
    served.app.state.pulse = Pulse()
    return served


def broken(served: Served) -> set[str]:
    data = served.client.get("/api/v1/health").json()["data"]
    parts = {part["part"] for part in data["parts"] if not part["ok"]}
    assert data["ok"] == (not parts)
    return parts


def test_a_full_disk_is_told_until_there_is_room(looked_at: Served) -> None:
    assert broken(looked_at) == set()
    with no_room():
        assert broken(looked_at) == {"database", "archive"}
    assert broken(looked_at) == set()


def test_an_archive_that_is_gone_is_told(looked_at: Served) -> None:
    folder = Path(looked_at.installation.settings.blob_url)
    shutil.rmtree(folder)
    folder.write_text("a file")
    assert broken(looked_at) == {"archive"}
    folder.unlink()
    folder.mkdir()
    (folder / "unfinished").mkdir()
    assert broken(looked_at) == set()


def test_trying_leaves_nothing_in_the_archive(looked_at: Served) -> None:
    assert broken(looked_at) == set()
    assert archived(looked_at.installation) == set()


def test_what_hangs_is_not_waited_for_and_not_tried_twice() -> None:
    go_on, tries = threading.Event(), []

    def hang() -> None:
        tries.append(1)
        go_on.wait(5)

    trial = Trial("archive", hang, every=60, patience=0.05)
    assert not trial.succeeds()
    assert not trial.succeeds()
    go_on.set()
    end = time.monotonic() + 5
    while not trial.succeeds() and time.monotonic() < end:
        time.sleep(0.01)
    assert trial.succeeds()
    assert len(tries) == 1


def test_what_works_is_not_tried_again_at_once() -> None:
    tries: list[int] = []
    trial = Trial("archive", lambda: tries.append(1), every=60)
    assert [trial.succeeds() for _ in range(3)] == [True, True, True]
    assert tries == [1]
