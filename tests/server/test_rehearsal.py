"""A rehearsal holds most of what can happen, by the ways of real traffic, and is marked everywhere."""

from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.challenge.rules import PROFILES, load_rules
from openrepro.entries.entry import Entry, Reason, State
from openrepro.errors import OpenReproError
from openrepro.server.founding import rules_for
from openrepro.server.installation import Installation, open_installation
from openrepro.server.operating import stuck_entries
from openrepro.server.rehearsal import Staged, found_rehearsal, rehearsal_rules
from openrepro.store.entries import Wanted

NOW = clock.now()
RULES = rules_for("My event", "strict", NOW)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rehearsal") / "new" / "folder"


@pytest.fixture(scope="module")
def staged(folder: Path) -> Staged:
    return found_rehearsal(folder, RULES, NOW)


@pytest.fixture
def here(folder: Path, staged: Staged) -> Generator[Installation]:
    with open_installation(folder, environment={}) as opened:
        yield opened


def entries(here: Installation) -> list[Entry]:
    with here.store.read() as tx:
        return [row.entry for row in tx.entries.page(Wanted(hidden=None), limit=100).rows]


def test_most_of_what_can_happen_has_happened(here: Installation, staged: Staged) -> None:
    found = Counter((entry.state, entry.reason) for entry in entries(here))
    assert sum(found.values()) == staged.entries
    assert found[State.QUEUED, Reason.WAITING] >= 16
    assert {
        (State.WITHDRAWN, Reason.BY_PARTICIPANT),
        (State.REJECTED, Reason.UNKNOWN_PAPER),
        (State.RESOLVED, Reason.NO_CLAIMS),
        (State.RESOLVED, Reason.FETCH_FAILED),
        (State.NOT_JUDGED, Reason.GONE),
        (State.LATE, Reason.CLOSED),
    } <= set(found)
    assert any("archive was refused, and no entry made" in scene for scene in staged.scenes)


def test_the_flaky_space_came_through_in_the_end(here: Installation) -> None:
    (flaky,) = [entry for entry in entries(here) if entry.origin == "ivy/batch-rerun"]
    with here.store.read() as tx:
        reasons = [event.reason for event in tx.entries.history(flaky.id)]
    assert reasons.count(Reason.FETCH_FAILED) == 2
    assert reasons[-1] is Reason.WAITING


def test_it_says_everywhere_that_it_is_one(here: Installation, folder: Path) -> None:
    rules = here.rules_now(clock.now())
    assert here.rehearsal
    assert rules.name == "Rehearsal: My event"
    assert rules.entries.tag == f"{RULES.entries.tag}-rehearsal"
    assert rules.window.opens < NOW < rules.window.closes
    with here.store.read() as tx:
        assert "rehearsal" in tx.operator.announcements()[0].text


def test_its_rules_changed_once_and_the_file_states_the_newest(here: Installation, folder: Path) -> None:
    first, second = here.rule_history().versions
    assert first.rules.window.closes < NOW < second.rules.window.closes
    assert here.drift == ()
    assert load_rules((folder / "challenge.toml").read_bytes()) == second.rules


def test_something_is_stuck_for_an_operator_to_find(here: Installation) -> None:
    with here.store.read() as tx:
        stuck = stuck_entries(tx, clock.now())
    assert {Reason.FETCH_FAILED, Reason.NO_CLAIMS} <= {entry.reason for entry in stuck}


def test_a_challenge_of_ones_own_can_be_rehearsed_twice() -> None:
    once = rehearsal_rules(PROFILES["icml-2026"], NOW)
    twice = rehearsal_rules(once, NOW)
    assert once.name == twice.name == "Rehearsal: ICML 2026 open reproduction"


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(OpenReproError, match="is not empty; nothing was written"):
        found_rehearsal(tmp_path, RULES, NOW)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_rehearsal_that_cannot_be_finished_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("openrepro.server.rehearsal._Stage.play", fails)
    with pytest.raises(OSError, match="the disk is full"):
        found_rehearsal(tmp_path / "new", RULES, NOW)
    assert list(tmp_path.iterdir()) == []
