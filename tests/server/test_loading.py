"""Claims loaded into a challenge, with their papers."""

from dataclasses import replace
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.demo import copy_example, read_example
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.server.installation import open_installation
from openrepro.server.loading import load_claim_sets

EXAMPLE = read_example()
DESCENT = next(item for item in EXAMPLE.papers if item.paper == "demo-descent")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_example(tmp_path / "challenge")
    return tmp_path / "challenge"


def test_papers_come_with_their_claims_and_again_nothing_changes(folder: Path) -> None:
    with open_installation(folder, environment={}) as here:
        first = load_claim_sets(here, EXAMPLE.papers, clock.now())
        assert sorted(first.papers) == sorted(first.changed) == sorted(item.paper for item in EXAMPLE.papers)
        again = load_claim_sets(here, EXAMPLE.papers, clock.now())
        assert (again.papers, again.changed) == ((), ())
        with here.store.read() as tx:
            assert tx.papers.get("demo-descent") is not None
            assert tx.papers.claims("demo-descent") == DESCENT


def test_a_paper_that_is_known_keeps_its_title(folder: Path) -> None:
    with open_installation(folder, environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, clock.now())
        load_claim_sets(
            here,
            [replace(DESCENT, title="Another", claims=DESCENT.claims[:2], source=["other"])],
            clock.now(),
            note="two",
        )
        with here.store.read() as tx:
            found = tx.papers.get("demo-descent")
            assert found is not None
            assert found.title == DESCENT.title
            assert [version.note for version in tx.papers.claim_versions("demo-descent")] == ["", "two"]


def test_a_set_with_wrong_claims_is_refused_and_told(folder: Path) -> None:
    wrong = replace(DESCENT, claims=(replace(DESCENT.claims[0], id="demo-hedge.c1"),))
    with open_installation(folder, environment={}) as here:
        loaded = load_claim_sets(here, [wrong], clock.now())
    assert len(loaded.refused) == 1
    assert loaded.changed == ()


def test_claims_under_another_name_of_a_paper_make_no_second_one(folder: Path) -> None:
    known = Paper("aB3dE5fG7h", "Harmonic steps", aliases=(Alias("71132", AliasKind.ORAL),))
    numbered = replace(DESCENT, paper="71132", title="", claims=())
    with open_installation(folder, environment={}) as here:
        with here.store.write() as tx:
            tx.papers.put([known], now="2026-07-20T00:00:00Z")
        loaded = load_claim_sets(here, [numbered, DESCENT], clock.now())
        with here.store.read() as tx:
            assert tx.papers.listed("71132") is None
    assert loaded.papers == ("demo-descent",)
    assert loaded.refused == ("'71132' is a name of aB3dE5fG7h here: call its claims 'aB3dE5fG7h.c' and a number.",)
