"""Texts of papers on file: read, kept, looked quotes up in, and taken away."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.claims.claim import Locator
from openrepro.clock import written
from openrepro.demo import copy_example, read_example
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.papers.text import TextFormat
from openrepro.people.accounts import Role
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.operating import Office
from openrepro.server.texts import TextFile, add_text, anchors_in, load_texts, quoted, remove_text, text_for
from openrepro.store.store import Transaction
from openrepro.store.texts import KeptText

EXAMPLE = read_example()
HEDGE = EXAMPLE.texts["demo-hedge"]
CLAIM = next(one for one in EXAMPLE.papers if one.paper == "demo-hedge").claims[1]


@pytest.fixture
def here(tmp_path: Path) -> Generator[Installation]:
    copy_example(tmp_path / "challenge")
    with open_installation(tmp_path / "challenge", environment={}) as made:
        load_claim_sets(made, EXAMPLE.papers, clock.now())
        yield made


def office(here: Installation, tx: Transaction) -> Office:
    now = clock.now()
    actor = tx.people.by_name("op") or tx.people.add("op", role=Role.ADMIN, now=written(now))
    return Office(tx, Terms(here.rules_now(now), written(now)), actor.id, "for tests")


def added(here: Installation, data: bytes = HEDGE, version: str = "v1", paper: str = "demo-hedge") -> KeptText:
    with here.store.write() as tx:
        return add_text(office(here, tx), here.blobs, TextFile(paper, version, TextFormat.MARKDOWN, data)).text


def texts(here: Installation) -> tuple[KeptText, ...]:
    with here.store.read() as tx:
        return tx.texts.of("demo-hedge")


def test_a_text_is_kept_with_its_bytes_and_who_added_it(here: Installation) -> None:
    made = added(here)
    assert made.sha256 == sha256(HEDGE)
    assert 5_000 < made.characters < len(HEDGE)
    assert here.blobs.get(made.sha256) == HEDGE
    assert here.blobs.has(made.extracted)
    with here.store.read() as tx:
        assert all(one.faults == () for one in anchors_in(tx, here.blobs, made))
        (act,) = [one for one in tx.operator.acts(limit=5) if one.action == "text-added"]
        assert (act.target, act.why) == (f"demo-hedge v1 {made.sha256[:12]}", "for tests")


def test_the_same_file_again_is_one_text(here: Installation) -> None:
    first = added(here)
    added(here)
    assert texts(here) == (first,)
    added(here, version="v2")
    added(here, HEDGE + b"\nMore.\n")
    assert sorted(one.version for one in texts(here)) == ["v1", "v1", "v2"]


@pytest.mark.parametrize("version", ["", " v1", "a\nb", "x" * 41, "v\u202e1"])
def test_versions_have_names_that_can_be_shown(here: Installation, version: str) -> None:
    with pytest.raises(OpenReproError, match="is no name of a version"):
        added(here, version=version)


def test_only_papers_that_are_there_have_texts(here: Installation) -> None:
    with pytest.raises(OpenReproError, match="There is no paper 'nobody'"):
        added(here, paper="nobody")
    assert texts(here) == ()


def test_a_text_that_is_taken_away_leaves_no_bytes(here: Installation) -> None:
    kept, other = added(here), added(here, HEDGE + b"\nMore.\n", version="v2")
    with here.store.write() as tx:
        remove_text(office(here, tx), here.blobs, kept)
    assert texts(here) == (other,)
    assert not here.blobs.has(kept.sha256)
    assert not here.blobs.has(kept.extracted)
    assert here.blobs.has(other.sha256)


def test_bytes_that_another_text_needs_stay(here: Installation) -> None:
    first, second = added(here), added(here, version="v2")
    with here.store.write() as tx:
        remove_text(office(here, tx), here.blobs, first)
    assert here.blobs.has(second.sha256)


def test_the_text_that_a_locator_means(here: Installation) -> None:
    load_texts(here, {"demo-hedge": HEDGE}, clock.now())
    load_texts(here, {"demo-hedge": HEDGE}, clock.now())
    added(here, HEDGE + b"\nMore.\n", version="v2")
    held = texts(here)
    assert len(held) == 2
    assert text_for((), None) is None
    by_version = {one.version: one for one in held}
    assert text_for(held, Locator("v2", sha256(HEDGE))) == by_version["v1"]
    assert text_for(held, Locator("v2", "1" * 64)) == by_version["v2"]
    assert text_for(held, Locator("v9", "1" * 64)) == held[-1]


def test_a_quote_comes_with_what_stands_around_it(here: Installation) -> None:
    found = quoted(here.blobs, added(here), CLAIM)
    assert found.excerpt is not None
    assert found.excerpt.quote == CLAIM.quote
    assert found.excerpt.after.startswith(" The worst-case bound")
    lost = quoted(here.blobs, added(here), replace(CLAIM, quote="With the fixed step size the mean regret is 99"))
    assert lost.anchor.place is None
    assert lost.excerpt is not None
    assert lost.excerpt.quote.startswith("With the fixed step size the mean regret of")


def test_a_lost_text_is_a_sentence(here: Installation) -> None:
    kept = added(here, HEDGE + b"\nOnly here.\n")
    here.blobs.delete(kept.extracted)
    with pytest.raises(OpenReproError, match="not in the archive"):
        quoted(here.blobs, kept, CLAIM)
