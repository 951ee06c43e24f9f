"""What a process searches in: made outside requests, kept for all, renewed when something changed."""

import time
from collections.abc import Callable, Generator
from pathlib import Path
from threading import Event

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Paper
from openrepro.server import search_child, searching
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.installation import Installation
from openrepro.server.search_child import index_words
from openrepro.server.searching import NAME, Catalogue, keep_words, words_due
from openrepro.server.shelf import Question, Shelf, Sort, Trait, attempts_of
from tests.web.challenge import founded

MANY = 250


@pytest.fixture
def here(tmp_path: Path) -> Generator[Installation]:
    with founded(tmp_path / "challenge") as opened:
        yield opened


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "LOOK_S", 0.0)
    monkeypatch.setattr(searching, "BOARD_S", 0.0)


def add(here: Installation, *titles: str) -> None:
    papers = [Paper(f"n{at}-{len(title)}", title) for at, title in enumerate(titles)]
    with here.store.write() as tx:
        tx.papers.put(papers, now=written(clock.now()))


def look(catalogue: Catalogue, board: str = "") -> Shelf | None:
    with catalogue.here.store.read() as tx:
        return catalogue.shelf(tx, board)


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not found():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def ids(shelf: Shelf | None, text: str) -> tuple[str, ...]:
    assert shelf is not None
    return shelf.answer(Question(text, {}, Sort.RELEVANCE)).papers


def test_few_papers_can_be_searched_at_once_without_a_keeper(here: Installation) -> None:
    add(here, "Zebra stripes")
    catalogue = Catalogue(here)
    assert ids(look(catalogue), "zebra") == ("n0-13",)
    assert not catalogue.stale
    with here.store.read() as tx:
        assert tx.search.basis(NAME) is None


def test_a_new_title_is_found_after_it_was_loaded(here: Installation) -> None:
    catalogue = Catalogue(here)
    assert ids(look(catalogue), "zebra") == ()
    add(here, "Zebra stripes")
    assert ids(look(catalogue), "zebra") == ("n0-13",)


def test_many_papers_wait_for_nobody_and_are_searched_when_the_index_is_there(here: Installation) -> None:
    add(here, *(f"Zebra {at}" for at in range(MANY)))
    catalogue = Catalogue(here)
    until(lambda: look(catalogue) is not None)
    assert len(ids(look(catalogue), "zebra")) == 25


def test_very_many_papers_wait_for_the_keeper(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "WITHOUT_KEEPER", 3)
    add(here, "Zebra stripes")
    catalogue = Catalogue(here)
    assert look(catalogue) is None
    keep_words(here.store, clock.now())
    until(lambda: look(catalogue) is not None)
    assert ids(look(catalogue), "zebra") == ("n0-13",)


def test_the_old_index_is_used_and_said_to_be_stale_until_the_new_one_is_kept(
    here: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "WITHOUT_KEEPER", 3)
    add(here, "Zebra stripes")
    keep_words(here.store, clock.now())
    catalogue = Catalogue(here)
    until(lambda: look(catalogue) is not None)
    add(here, "Zebra stripes", "Giraffe necks")
    assert ids(look(catalogue), "giraffe") == ()
    assert catalogue.stale
    keep_words(here.store, clock.now())
    until(lambda: ids(look(catalogue), "giraffe") != ())
    assert not catalogue.stale


def test_the_keeper_makes_the_index_when_papers_or_claims_changed(here: Installation) -> None:
    assert words_due(here.store)
    assert "can be searched" in keep_words(here.store, clock.now())
    assert not words_due(here.store)
    add(here, "Zebra stripes")
    assert words_due(here.store)


def test_many_papers_are_indexed_in_a_process_of_its_own(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_child, "PAPERS_AT_HOME", 1)
    told = index_words(here.store, here.settings.database_url, clock.now(), Event())
    assert "can be searched" in told
    assert not words_due(here.store)


def test_a_child_that_fails_is_told_and_one_that_is_stopped_is_not(
    here: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_child, "PAPERS_AT_HOME", 1)
    with pytest.raises(OpenReproError, match="could not be made"):
        index_words(here.store, "sqlite:////nowhere/at/all.db", clock.now())
    stopped = Event()
    stopped.set()
    assert index_words(here.store, here.settings.database_url, clock.now(), stopped) == ""


def test_a_damaged_index_leaves_the_list_as_it_is_being_prepared(
    here: Installation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(searching, "WITHOUT_KEEPER", 3)
    with here.store.write() as tx:
        tx.search.keep(NAME, searching.basis_now(tx), b"nonsense", now=written(clock.now()))
    catalogue = Catalogue(here)
    assert look(catalogue) is None
    until(lambda: "could not be loaded" in caplog.text)
    assert look(catalogue) is None


def test_filters_of_the_board_come_with_the_board(here: Installation) -> None:
    catalogue = Catalogue(here)
    shelf = look(catalogue)
    assert shelf is not None
    assert Trait.STATUS not in shelf.facets.traits
    refresh_view(here.store, MAIN, clock.now())
    with here.store.read() as tx:
        view = tx.boards.view(MAIN)
        assert view is not None
        shelf = catalogue.shelf(tx, view.digest)
    assert shelf is not None
    counts = shelf.answer(Question()).counts[Trait.STATUS]
    assert counts == {"not examined": shelf.size}
    assert shelf.answer(Question(chosen={Trait.ATTEMPTS: "none"})).total == shelf.size


def test_a_copy_of_the_site_waits_until_the_index_is_there(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "WITHOUT_KEEPER", 3)
    add(here, "Zebra stripes")
    catalogue = Catalogue(here)
    with here.store.read() as tx:
        shelf = catalogue.prepared(tx, "")
        assert catalogue.prepared(tx, "") is shelf
    assert ids(shelf, "zebra") == ("n0-13",)


def test_attempts_are_counted_in_three_classes() -> None:
    assert [attempts_of(judged) for judged in (0, 1, 2, 3, 40)] == [
        ("none",),
        ("some", "few"),
        ("some", "few"),
        ("some", "many"),
        ("some", "many"),
    ]
