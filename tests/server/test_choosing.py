"""Reading signals as papers come, and recommending from what a process holds."""

import shutil
import threading
import time
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from openrepro.clock import written
from openrepro.demo import copy_example, read_example
from openrepro.errors import OpenReproError
from openrepro.papers.compute_words import Compute
from openrepro.papers.paper import Paper
from openrepro.papers.recommending import Wanted
from openrepro.papers.signals import Text
from openrepro.server.choosing import Choosing, read_signals, signals_due
from openrepro.server.choosing_told import lasting, told_papers
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.texts import load_texts

EXAMPLE = read_example()
OPEN = EXAMPLE.rules.window.opens + timedelta(days=1)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled papers, claims and texts, and nobody who entered."""
    made = tmp_path_factory.mktemp("choosing") / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, OPEN)
        load_texts(here, EXAMPLE.texts, OPEN)
    return made


@pytest.fixture
def here(template: Path, tmp_path: Path) -> Generator[Installation]:
    with open_installation(shutil.copytree(template, tmp_path / "challenge"), environment={}) as opened:
        yield opened


def test_papers_are_read_once_with_their_texts(here: Installation) -> None:
    assert signals_due(here.store)
    assert read_signals(here.store, here.blobs, OPEN) == "Of 4 papers it was read how they can be tried."
    assert not signals_due(here.store)
    assert read_signals(here.store, here.blobs, OPEN) == ""
    with here.store.read() as tx:
        found = tx.choosing.signals(["demo-batch"])["demo-batch"]
    assert (found.text, found.compute) == (Text.ON_FILE, Compute.LAPTOP)


def test_a_text_that_cannot_be_looked_through_costs_its_signals_only(here: Installation) -> None:
    def failing(*_: Any) -> Any:
        raise OpenReproError("It takes too long.")

    assert read_signals(here.store, here.blobs, OPEN, Event(), failing).startswith("Of 4 papers")
    with here.store.read() as tx:
        assert {one.text for one in tx.choosing.outlines().values()} <= {Text.ABSTRACT, Text.NONE}


def test_reading_ends_where_it_is_asked_to_and_goes_on(here: Installation) -> None:
    stop = Event()
    stop.set()
    assert read_signals(here.store, here.blobs, OPEN, stop) == ""
    assert signals_due(here.store)


def test_papers_are_recommended_before_anything_was_read_and_after(here: Installation) -> None:
    with here.store.read() as tx:
        before = told_papers(tx, Choosing().recommended(here.store, tx, Wanted(), OPEN))
    assert len(before) == 4
    assert all(one["takes"] is None and one["need"] == "untried" for one in before)
    assert all("not been looked at" in str(one["why"]) for one in before)
    assert all("not known" in one["cost"]["words"] for one in before)  # type: ignore[index, call-overload]
    read_signals(here.store, here.blobs, OPEN)
    with here.store.read() as tx:
        found = Choosing().recommended(here.store, tx, Wanted(compute=(Compute.LAPTOP,)), OPEN, seed="ada")
    assert "demo-batch" in [one.candidate.paper for one in found]


def test_an_order_holds_for_a_day_and_papers_without_claims_are_left_out(here: Installation) -> None:
    with here.store.write() as tx:
        tx.papers.put([Paper("bare", "No claims")], now=written(OPEN))
    with here.store.read() as tx:
        choosing = Choosing()
        first = [one.candidate.paper for one in choosing.recommended(here.store, tx, Wanted(), OPEN, account="a")]
        later = choosing.recommended(here.store, tx, Wanted(), OPEN + timedelta(minutes=1), account="a")
        assert [one.candidate.paper for one in later] == first
    assert "bare" not in first
    assert len(first) == 4


def test_what_is_old_is_made_anew_meanwhile(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.server.choosing.CANDIDATES_S", 0.0)
    monkeypatch.setattr("openrepro.server.choosing.UNDERWAY_S", 0.0)
    choosing = Choosing()

    def found() -> bool:
        with here.store.read() as tx:
            told = choosing.recommended(here.store, tx, Wanted(compute=(Compute.LAPTOP,)), OPEN)
        return bool(told)

    assert not found()
    read_signals(here.store, here.blobs, OPEN)
    until = time.monotonic() + 10
    while not found() and time.monotonic() < until:
        time.sleep(0.02)
    assert found()
    for thread in threading.enumerate():
        if thread.name == "choosing":
            thread.join(10)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "120 min"), (7_200, "2.0 h")]
)
def test_durations_are_told_in_the_unit_that_fits(seconds: int, words: str) -> None:
    assert lasting(seconds) == words
